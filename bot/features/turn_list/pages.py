"""The turn list of a channel: whose turn it is, games worth watching, other news."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.features.turn_list.model import MOST, Why
from bot.ui.buttons import Press
from bot.ui.pages import naming, parts
from bot.ui.pages.page import Accent, ChannelMenu, Page, Text, sign
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.turn_list.model import Standing, Watched
    from bot.model.matches import Listing
    from bot.service.clocks import ClockState
    from bot.ui.app import Lines
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

NO_NOTES: Mapping[int, Lines] = MappingProxyType({})
_LINES = 8  # of other news: two tournaments take four, a puzzle and a season three


class ChooseTurnLists(Press, verb="set-server:turn-lists"):
    """Choose the channels that have a turn list."""


def turn_list(
    standing: Standing,
    lines: Lines,
    reader: Reader,
    *,
    at_hand: bool,
    notes: Mapping[int, Lines] = NO_NOTES,
) -> Page:
    """Return the message, which pings no one. `notes`: such as a game's tournament, by game.

    `at_hand`: the message is or will be pinned; otherwise it gives the games' numbers, and says how
    to pin it.
    """
    words = reader.words
    said = {game: [*note(words)] for game, note in notes.items()}
    texts = ["\n".join(_waiting(standing, words, said, at_hand=at_hand))]
    if standing.watched:
        shown = [_watched(watched, words) for watched in standing.watched]
        texts.append("\n".join((words("turn-list.watch"), *shown)))
    if others := [f"-# {line}" for line in lines(words)][:_LINES]:
        texts.append("\n".join(others))
    if not at_hand:
        texts.append(words("turn-list.pin"))
    return Page(tuple(map(Text, texts)), Accent.BOARD)


def _waiting(
    standing: Standing, words: Words, notes: Mapping[int, Sequence[str]], *, at_hand: bool
) -> Iterator[str]:
    """Yield the title of a turn list and a line for each waiting game."""
    yield words("turn-list.title")
    if not standing.listings:
        yield words("turn-list.none")
    for game in standing.listings:
        clock, said = standing.clocks.get(game.id), notes.get(game.id, ())
        yield _game(game, clock, words, said, numbered=not at_hand)
    if standing.more:
        yield words("turn-list.more", count=standing.more)


def _game(
    listing: Listing,
    clock: ClockState | None,
    words: Words,
    notes: Sequence[str],
    *,
    numbered: bool,
) -> str:
    """Return a game's lines: the player to move or answer, the rules, and the time."""
    asked = listing.offer_by is not None
    side = listing.offer_by.other if listing.offer_by else listing.turn
    line = words(
        f"turn-list.{'answer' if asked else 'turn'}",
        player=naming.person(listing.player(side)),
        other=naming.players(listing, side.other),
    )
    rules = naming.brief(listing.rules, words)
    if numbered:
        rules = words("board.footer", rules=rules, number=listing.id)
    about = " · ".join((_link(listing, rules), *notes, _time(listing, clock, words)))
    return f"{sign(side)}{line}\n-# {about}"


def _link(listing: Listing, text: str) -> str:
    """Return a text as a link to the newest board, if that is posted."""
    if listing.message is None:
        return text
    return f"[{text}]({naming.link(listing.place, listing.message)})"


def _time(listing: Listing, clock: ClockState | None, words: Words) -> str:
    """Say when time runs out or why the clock is stopped; without a clock, how long it waits."""
    if clock is None:
        return words(
            "games.moved" if listing.plies else "games.begun",
            since=naming.when(listing.since, words),
        )
    if clock.goes_on is None or clock.side not in clock.away:  # no edit at a weekend's end
        time = naming.when(clock.deadline, words)
        hurry = clock.hurry and clock.goes_on is None
        return f"⚠ {time}" if hurry else words("clock.short", time=time)
    return parts.clock_brief(clock, listing, listing.player(clock.side), words)


def _watched(watched: Watched, words: Words) -> str:
    listing, why = watched.listing, watched.why
    picture = sign(why) if why in (Why.TUICHI, Why.RAICHI) else ""
    said = _link(listing, words(f"turn-list.why.{why}", count=listing.plies))
    dark, light = (naming.players(listing, side) for side in Side)
    players = words("turn-list.players", dark=dark, light=light)
    return f"{picture}{said} · {players}"


def where(channels: Sequence[int], loose: Sequence[int], words: Words) -> Iterator[str]:
    """Say in which channels a list is; `loose`: those where we can't pin it."""
    if channels:
        named = words.join([naming.channel(channel) for channel in channels])
        yield words("turn-list.where", channels=named)
    if loose:
        named = words.join([naming.channel(channel) for channel in loose])
        yield f"-# {words('turn-list.loose', channels=named)}"


def chosen(channels: Sequence[int], words: Words) -> tuple[Block, ...]:
    """Return the part of a server's settings about channels with a turn list."""
    menu = ChannelMenu(
        ChooseTurnLists(), words("turn-list.nowhere"), tuple(channels), most=MOST, threads=True
    )
    return Text(f"-# {words('turn-list.prompt')}"), menu
