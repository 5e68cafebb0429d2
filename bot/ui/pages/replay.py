"""A game as an animation and as a file, for whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import naming, scenes
from bot.ui.pages.gamefile import game_file
from bot.ui.pages.page import Page, Text

if TYPE_CHECKING:
    from bot.service.values import Record
    from bot.ui.pages.reader import Reader


def replay(record: Record, reader: Reader) -> Page:
    """The game so far, or the whole of it."""
    words = reader.words
    lines = [
        words(
            "replay.title",
            rules=naming.title(record.match.game.name, words),
            number=record.id,
            dark=naming.person(record.dark),
            light=naming.person(record.light),
        )
    ]
    if not record.match.verdict:
        lines.append(words("replay.so-far"))
    return Page(
        (
            Text("\n".join(lines)),
            *(scenes.film(record, reader) or (scenes.board(record, reader),)),
            game_file(record, words),
        )
    )
