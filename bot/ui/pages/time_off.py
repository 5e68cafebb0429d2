"""Vacations: their length, the days left, and their effect on games."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.ui.buttons import Press, Small
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.vacations import ShortStop, VacationStatus
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


_OFFERED = (3, 7)  # days


class StartVacation(Press, verb="vacation"):
    """Start a vacation of so many days."""

    days: Small


class EndVacation(Press, verb="return"):
    """End a vacation (*I'm back*)."""


def vacation(
    leave: VacationStatus,
    reader: Reader,
    short: ShortStop | None = None,
    *,
    returned: bool = False,
) -> Page:
    """Return a player's current vacation; `returned`: it has just ended.

    `short`: games whose clocks stop only for some days.
    """
    words = reader.words
    left = words("away.left", count=leave.left)
    if leave.end is None:
        here = words("away.returned" if returned else "away.here")
        text = Text("\n".join([here, left, words("away.how")]))
        lengths = [
            Button(words("hub.days", count=days), StartVacation(days))
            for days in _OFFERED
            if not returned and leave.last and leave.today + timedelta(days=days) <= leave.last
        ]
        return Page((text, *([Buttons(tuple(lengths))] if lengths else [])), Accent.BOARD)
    until = naming.until(leave.end)
    stops = _short_stop(short, words) if short else [words("away.still")]
    lines = [words("away.until", until=until), *stops, left]
    button = Button(words("away.return"), EndVacation(), Style.MAIN)
    return Page((Text("\n".join(lines)), Buttons((button,))), Accent.QUIET)


def _short_stop(short: ShortStop, words: Words) -> Iterator[str]:
    """Yield which clocks keep running, how long others stop, and the games lost before the end."""
    running = [words("hub.game", number=number) for number in short.running]
    yield words("away.still-except", games=words.join(running)) if running else words("away.still")
    yield words("away.at-most", count=short.days)
    games = sorted(short.run_out.items(), key=lambda game: game[1])
    shown = [f"{words('hub.game', number=number)} ({naming.day(at)})" for number, at in games]
    if shown:
        yield words("away.runs-out", games=words.join(shown))
