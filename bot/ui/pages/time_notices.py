"""Notices about time: a reminder, a vacation, a game put aside after a long time without a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.clocks import IDLE
from bot.ui.buttons import Press
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text
from bot.ui.pages.parts import footer, move_button
from games.core import Side
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.clocks import ClockState
    from bot.service.vacations import ShortStop, VacationStatus
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class EndVacation(Press, verb="return"):
    """End one's vacation: *I am back*."""


class ResumeGame(Press, verb="take-up"):
    """Resume a game that was put aside."""

    match: int


def reminder(record: Record, shown: ClockState, words: Words) -> Page:
    """A reminder, in a channel or in private; it pings the player to move alone."""
    match = record.match
    mover = record.player(match.turn)
    lines = [
        words(
            "remind.turn",
            mover=naming.person(mover),
            other=naming.person(record.player(match.turn.other)),
            time=naming.when(shown.deadline, words),
        )
    ]
    if record.message is not None:
        link = naming.link(record.place, record.message)
        lines.append(words("remind.jump", link=link))
    lines.append(f"-# {footer(record, words)}")
    return Page(
        blocks=(Text("\n".join(lines)), Buttons((move_button(record, words),))),
        accent=Accent.OPEN,
        pings=(mover,),
    )


def nudge(record: Record, words: Words, *, asked: bool) -> Page:
    """That it is still the player's turn; `asked`: as their opponent lets them know."""
    mover, other = record.player(record.match.turn), record.player(record.match.turn.other)
    key = "nudge.asked" if asked else "nudge.turn"
    lines = [words(key, mover=naming.person(mover), other=naming.person(other))]
    if record.message is not None:
        lines.append(words("remind.jump", link=naming.link(record.place, record.message)))
    lines.append(f"-# {footer(record, words)}")
    blocks = (Text("\n".join(lines)), Buttons((move_button(record, words),)))
    return Page(blocks, Accent.OPEN, pings=(mover,))


def reminded(record: Record, words: Words) -> Page:
    """What is left of the message where all are kept, once another follows or the turn is over."""
    mover = naming.person(record.player(record.match.turn))
    lines = [words("remind.over", mover=mover), f"-# {footer(record, words)}"]
    return Page((Text("\n".join(lines)),), Accent.QUIET)


def away(
    leave: VacationStatus,
    reader: Reader,
    short: ShortStop | None = None,
    *,
    returned: bool = False,
) -> Page:
    """A player's vacation as it stands; `returned`: it has just ended.

    `short`: what it does in games whose clocks it does not stop until its end.
    """
    words = reader.words
    left = words("away.left", count=leave.left)
    if leave.end is None:
        here = words("away.returned" if returned else "away.here")
        return Page((Text("\n".join([here, left, words("away.how")])),), Accent.BOARD)
    until = naming.until(leave.end)
    stops = _short_stop(short, words) if short else [words("away.still")]
    lines = [words("away.until", until=until), *stops, left]
    button = Button(words("away.return"), EndVacation(), Style.MAIN)
    return Page((Text("\n".join(lines)), Buttons((button,))), Accent.QUIET)


def _short_stop(short: ShortStop, words: Words) -> Iterator[str]:
    """Which clocks run, how long others stop, and which games are lost before one is back."""
    running = [words("hub.game", number=number) for number in short.running]
    yield words("away.still-except", games=words.join(running)) if running else words("away.still")
    yield words("away.at-most", count=short.days)
    games = sorted(short.run_out.items(), key=lambda game: game[1])
    shown = [f"{words('hub.game', number=number)} ({naming.day(at)})" for number, at in games]
    if shown:
        yield words("away.runs-out", games=words.join(shown))


def put_aside(record: Record, words: Words) -> Page:
    """The one message to both players. Its button takes the game up again."""
    return Page(
        blocks=(
            _text(record, words, words("rest.how")),
            Buttons((Button(words("rest.take-up"), ResumeGame(record.id), Style.MAIN),)),
        ),
        accent=Accent.QUIET,
        pings=pinged(record),
    )


def pinged(record: Record) -> tuple[Player, ...]:
    """Whom it calls: all who play, of whom two may be one and the same."""
    return tuple(dict.fromkeys(record.everyone))


def taken_up(record: Record, words: Words) -> Page:
    """The same message once the game is taken up again."""
    return Page((_text(record, words, words("rest.taken-up")),), Accent.QUIET)


def _text(record: Record, words: Words, then: str) -> Text:
    dark, light = (naming.players(record, side) for side in Side)
    lines = [words("rest.put-aside", dark=dark, light=light, days=IDLE // DAY), then]
    if record.message is not None:
        link = naming.link(record.place, record.message)
        lines.append(words("remind.jump", link=link))
    return Text("\n".join([*lines, f"-# {footer(record, words)}"]))
