"""The turn list of a channel: whose turn it is in each game there, in a line or two a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.buttons import Press
from bot.ui.pages import naming, parts
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text, sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.model.matches import Listing
    from bot.service.clocks import ClockState
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class SwitchTurnList(Press, verb="set-server:turn-list"):
    """Turn the list of this channel on or off."""

    on: bool


def turn_list(
    games: Sequence[Listing], more: int, reader: Reader, clocks: Mapping[int, ClockState]
) -> Page:
    """The message, with these games and a line for those that are `more`. It pings no one."""
    words = reader.words
    lines = [_game(game, clocks.get(game.id), words) for game in games]
    if not lines:
        lines = [words("turn-list.none")]
    if more:
        lines.append(words("turn-list.more", count=more))
    return Page((Text("\n".join((words("turn-list.title"), *lines))),), Accent.BOARD)


def _game(game: Listing, clock: ClockState | None, words: Words) -> str:
    asked = game.offer_by is not None
    side = game.offer_by.other if game.offer_by else game.turn
    player, other = (game.dark, game.light) if side is side.DARK else (game.light, game.dark)
    line = words(
        f"turn-list.{'answer' if asked else 'turn'}",
        player=naming.person(player),
        other=naming.person(other),
    )
    since = words("games.moved" if game.plies else "games.begun", since=naming.when(game.since))
    rules = naming.brief(game.rules, words)
    if game.message is not None:
        rules = f"[{rules}]({naming.link(game.place, game.message)})"
    return f"{sign(side)}{line}\n-# {' · '.join((rules, since, *_time(game, clock, words)))}"


def _time(game: Listing, clock: ClockState | None, words: Words) -> Iterator[str]:
    """When time runs out, as told to the player who waits."""
    if clock:
        waiting = game.light if clock.side is clock.side.DARK else game.dark
        hurry = "⚠ " if clock.hurry and clock.goes_on is None else ""
        yield hurry + parts.clock_brief(clock, game, waiting, words)


def switch(*, on: bool, words: Words) -> tuple[Block, ...]:
    """The part of a server's settings that turns the list of this channel on and off."""
    buttons = Buttons(
        (
            Button(words("turn-list.on"), SwitchTurnList(on=True), _style(chosen=on)),
            Button(words("turn-list.off"), SwitchTurnList(on=False), _style(chosen=not on)),
        )
    )
    return Text(f"-# {words('turn-list.prompt')}"), buttons


def _style(*, chosen: bool) -> Style:
    return Style.MAIN if chosen else Style.PLAIN
