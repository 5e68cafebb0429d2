"""Reminders that a move is due: before time runs out, or a nudge without a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Buttons, Page, Text
from bot.ui.pages.parts import footer, move_button

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.service.clocks import ClockState
    from bot.ui.words import Words


def reminder(record: Record, shown: ClockState, words: Words) -> Page:
    """Return a reminder, in a channel or as a DM; it pings only the player whose turn it is."""
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
    """Return a nudge: it is still the player's turn. `asked`: by their opponent."""
    mover, other = record.player(record.match.turn), record.player(record.match.turn.other)
    key = "nudge.asked" if asked else "nudge.turn"
    lines = [words(key, mover=naming.person(mover), other=naming.person(other))]
    if record.message is not None:
        lines.append(words("remind.jump", link=naming.link(record.place, record.message)))
    lines.append(f"-# {footer(record, words)}")
    blocks = (Text("\n".join(lines)), Buttons((move_button(record, words),)))
    return Page(blocks, Accent.OPEN, pings=(mover,))


def reminder_that_is_over(record: Record, words: Words) -> Page:
    """Return a reminder's text after the turn, on a server that keeps all messages."""
    mover = naming.person(record.player(record.match.turn))
    lines = [words("remind.over", mover=mover), f"-# {footer(record, words)}"]
    return Page((Text("\n".join(lines)),), Accent.QUIET)
