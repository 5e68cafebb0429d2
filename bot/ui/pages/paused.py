"""A game that is paused because nobody has moved for a long time, and its return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.schedule import IDLE
from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text
from bot.ui.pages.parts import footer
from games.core import Side
from games.pace import DAY

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.ui.words import Words


class ResumeGame(Press, verb="take-up"):
    """Resume a paused game."""

    match: int


def paused(record: Record, words: Words) -> Page:
    """Return the single message to both players, with the button that resumes the game."""
    return Page(
        blocks=(
            _text(record, words, words("rest.how")),
            Buttons((Button(words("rest.take-up"), ResumeGame(record.id), Style.MAIN),)),
        ),
        accent=Accent.QUIET,
        pings=pinged(record),
    )


def pinged(record: Record) -> tuple[Player, ...]:
    """Return the players to ping: all of them, each once even with two seats."""
    return tuple(dict.fromkeys(record.everyone))


def resumed(record: Record, words: Words) -> Page:
    """Return the message after the game has resumed."""
    return Page((_text(record, words, words("rest.taken-up")),), Accent.QUIET)


def _text(record: Record, words: Words, then: str) -> Text:
    """Return the message about a paused game: its players, `then`, and a link to the board."""
    dark, light = (naming.players(record, side) for side in Side)
    lines = [words("rest.put-aside", dark=dark, light=light, days=IDLE // DAY), then]
    if record.message is not None:
        link = naming.link(record.place, record.message)
        lines.append(words("remind.jump", link=link))
    return Text("\n".join([*lines, f"-# {footer(record, words)}"]))
