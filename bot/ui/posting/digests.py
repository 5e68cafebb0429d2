"""The digest: one message a day that tells a player of all that waits for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.posts import ChallengeDigest, Digest, SentMessage
from bot.service.clocks import clock_states
from bot.service.lookup import games_to_answer
from bot.ui.app import PostType
from bot.ui.pages.games import digest, public_digest
from bot.ui.pages.reader import private
from bot.ui.posting.finding import find_about_challenge, find_about_event, find_dm
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from bot.model.servers import Place
    from bot.ui.app import Posting


async def send_digest(posting: Posting, post: Digest) -> SentMessage:
    """Tell a player of all that waits; publicly, where the match is played, if that must be."""
    place = (await posting.app.services.record(post.match)).place
    return await _send(posting, post, place)


async def send_challenge_digest(posting: Posting, post: ChallengeDigest) -> SentMessage:
    """The same; publicly where the challenge was made."""
    place = (await posting.app.services.challenge(post.challenge)).place
    return await _send(posting, post, place)


async def _send(posting: Posting, post: Digest | ChallengeDigest, place: Place) -> SentMessage:
    """Tell a player of all that waits for them; where they closed their messages, publicly."""
    services, person = (
        posting.app.services,
        await posting.app.services.store.people.person(post.player),
    )
    games = await games_to_answer(services, person.id)
    open_challenges = await posting.app.services.store.challenges.open_of(person.id)
    challenges = [asked for asked in open_challenges if asked.opponent == person.id]
    if not games and not challenges:
        return SentMessage(None)
    reader = private(person, posting.app.locales.get(person.id, ""))
    page = digest(games, challenges, reader, await clock_states(services, games))
    if sent := await posting.io.send_dm(person.id, post, page):
        return sent
    reader = replace(await reader_at(posting, place), player=person.id)
    page = public_digest(len(games) + len(challenges), reader)
    return replace(await posting.io.post(post, place, page), channel=None)


async def find_digest(posting: Posting, post: Digest) -> SentMessage | None:
    """The message that carries it, in the channel or in their direct messages."""
    if posted := await find_about_event(posting, post):
        return SentMessage(posted.message.id)
    record = await posting.app.services.record(post.match)
    since = record.match.log[post.events - 1].at
    message = await find_dm(posting, post, post.player, since)
    return SentMessage(message.id) if message else None


async def find_challenge_digest(posting: Posting, post: ChallengeDigest) -> SentMessage | None:
    """The same, of one that came of a challenge."""
    if posted := await find_about_challenge(posting, post):
        return SentMessage(posted.message.id)
    challenge = await posting.app.services.challenge(post.challenge)
    message = await find_dm(posting, post, post.player, challenge.made)
    return SentMessage(message.id) if message else None


POSTS = (
    PostType(Digest, send_digest, find_digest),
    PostType(ChallengeDigest, send_challenge_digest, find_challenge_digest),
)
