"""Sends messages to a channel, with pings for later; falls back to DMs if Discord refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.posts import AboutEvent, BoardPost
from bot.model.servers import Place
from bot.outbox import NotYet, Undeliverable
from bot.service import pings
from bot.ui.app import about
from bot.ui.permissions import NEEDED
from bot.ui.posting.reading import known_match, person_of, private_reader, reader_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.model.people import Person, Player
    from bot.model.posts import AboutChallenge, LaterPing, Post, SentMessage
    from bot.model.times import Instant
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


def speaking_place(posting: Posting, post: Post) -> Place | None:
    """Return the first channel of a post's server where the bot can speak; its news channel first.

    Raise ConnectionError while Discord can't reach the server, so that the post is retried.
    """
    guild = posting.client.get_guild(post.place.guild or 0)
    if guild is None:
        return None
    if guild.unavailable:
        raise ConnectionError("Discord cannot reach a server in which something is to be posted")
    first = [guild.system_channel] if guild.system_channel else []
    for channel in (*first, *guild.text_channels):
        allowed = channel.permissions_for(guild.me)
        if all(getattr(allowed, name) for name in NEEDED):
            return Place(guild.id, channel.id)
    return None


async def late_pings(
    posting: Posting, post: AboutEvent | AboutChallenge, *players: Player
) -> Sequence[LaterPing]:
    """Return the posts that later ping the players that a post can't ping now."""
    quiet, pinged = await _not_now(posting, post, players)
    return (*quiet, *pinged)


async def _not_now(
    posting: Posting, post: AboutEvent | AboutChallenge, players: Iterable[Player]
) -> tuple[Sequence[LaterPing], Sequence[LaterPing]]:
    """Return the later pings of players in quiet hours, and of those just pinged about another.

    All other players are noted as pinged now.
    """
    persons = [await person_of(posting, player) for player in players]
    quiet, pinged = pings.late_pings(posting.app.services, post, persons), list["LaterPing"]()
    for player in {person.id for person in persons} - {late.player for late in quiet}:
        if due := await _ping(posting, post, player):
            pinged.append(pings.ping_for(post, player, due))
    return quiet, pinged


async def _ping(
    posting: Posting, post: AboutEvent | AboutChallenge, player: Player
) -> Instant | None:
    """Note that a player is pinged about a post's game or challenge, or return when they can be."""
    app = posting.app
    due = app.pinged.ping(app.services, player, about(post))
    if due and isinstance(post, AboutEvent):
        record = await known_match(posting, post.match)
        challenge = f"challenge {record.challenge}"
        return app.pinged.ping(app.services, player, challenge, about(post))
    return due


def wait_until(posting: Posting, at: Instant) -> None:
    """Raise NotYet before that time: if the clock was set back, all posts are due at once."""
    early = at - posting.app.services.now()
    if early > 0:
        raise NotYet(early)


def wait_a_minute(posting: Posting, post: Post, player: Player) -> None:
    """Raise NotYet if a player was just pinged about something else; note that they are now."""
    services = posting.app.services
    if due := posting.app.pinged.ping(services, player, about(post)):
        raise NotYet(due - services.now())


async def with_late_pings(
    posting: Posting, post: AboutEvent | AboutChallenge, page: Page
) -> tuple[Page, Sequence[LaterPing]]:
    """Return a page without the pings that must wait, and the posts that send them later.

    A result waits for nobody: players who were just pinged aren't pinged about it a minute later.
    """
    quiet, pinged = await _not_now(posting, post, page.pings)
    page = page.pinging_later(late.player for late in (*quiet, *pinged))
    if pinged and isinstance(post, BoardPost):
        over = (await known_match(posting, post.match)).match.verdict
        return page, quiet if over else (*quiet, *pinged)
    return page, (*quiet, *pinged)


async def tell_mover(
    posting: Posting, post: AboutEvent, place: Place, mover: Person, write: Callable[[Words], Page]
) -> SentMessage:
    """Send a page to the player to move: as a DM if they want, otherwise in the channel."""
    reader = await reader_at(posting, place)
    if mover.remind_dm or posting.io.is_guest(place):
        to_them = private_reader(posting, mover, reader.words.locale, goes=True)
        page = write(to_them.words)
        later = await late_pings(posting, post, mover.id)
        if sent := await posting.io.send_dm(mover.id, post, page, silent=bool(later)):
            return replace(sent, later=later)
    sent = await post_or_dm(posting, post, place, reader, lambda reader: write(reader.words))
    return replace(sent, channel=None)


async def post_or_dm(  # noqa: PLR0913, PLR0917  everything known about the post
    posting: Posting,
    post: AboutEvent | AboutChallenge,
    place: Place,
    reader: Reader,
    write: Callable[[Reader], Page],
    page: Page | None = None,
) -> SentMessage:
    """Post a page in its channel; if Discord refuses, send it to each player as a DM.

    `page`: the page for the channel, if already written.
    """

    async def private_page(player: Player) -> Page:
        person = await person_of(posting, player)
        return write(private_reader(posting, person, reader.words.locale))

    page, later = await with_late_pings(posting, post, page or write(reader))
    try:
        return replace(await posting.io.post_or_dm(post, place, page, private_page), later=later)
    except Undeliverable as undeliverable:
        raise Undeliverable(undeliverable.trouble, later) from undeliverable
