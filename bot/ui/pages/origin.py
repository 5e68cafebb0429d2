"""A game that began from a position: how that is said, and what such a position looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import scenes
from games import catalogue
from games.events import Created
from games.match import begin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.values import Record, Terms
    from bot.ui.pages.page import Picture
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


def note(of: Record | Terms, words: Words) -> Iterator[str]:
    """For the small print; nothing of a game that began as usual."""
    if of.start is not None:
        yield words("origin.note")


def picture(terms: Terms, reader: Reader) -> Picture:
    """The board on which the game would begin."""
    game = catalogue.game(terms.rules)
    if terms.start is None:
        return scenes.start(game, reader)
    match = begin(Created(0, game.data, start=terms.start))
    return scenes.example(match, reader, "board.png")
