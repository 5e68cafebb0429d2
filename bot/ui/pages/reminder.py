"""A reminder: whose turn it is, how long he still has, and the way to the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming
from bot.ui.pages.board import footer
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text

if TYPE_CHECKING:
    from bot.service.clocks import Dial
    from bot.service.model import Record
    from bot.ui.words import Words


def reminder(record: Record, shown: Dial, words: Words) -> Page:
    """The same for a channel and in private; it pings whoever is to move, and nobody else."""
    match = record.match
    mover = record.player(match.turn)
    lines = [
        words(
            "remind.turn",
            mover=naming.person(mover),
            other=naming.person(record.player(match.turn.other)),
            time=naming.when(shown.deadline),
        )
    ]
    if record.message is not None:
        link = naming.link(record.place, record.message)
        lines.append(words("remind.jump", link=link))
    lines.append(f"-# {footer(record, words)}")
    move = Press(Verb.MOVE, number=record.id, seen=len(match.log))
    return Page(
        blocks=(
            Text("\n".join(lines)),
            Buttons((Button(words("board.move"), custom_ids.write(move), Style.MAIN),)),
        ),
        accent=Accent.OPEN,
        pings=(mover,),
    )
