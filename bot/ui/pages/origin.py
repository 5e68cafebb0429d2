"""A game that began from a position: how that is said, and what such a position looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages import naming, scenes
from games import catalogue
from games.events import Created
from games.match import begin
from games.notation import read_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.model import Record, Terms
    from bot.ui.pages.page import Picture
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Game, Side

_BEGINNINGS = ("attackers-first", "diamond")  # options that say how a game begins


def note(of: Record | Terms, words: Words) -> Iterator[str]:
    """For the small print; nothing of a game that began as usual."""
    if of.start is not None:
        yield words("origin.note")


def turn(game: Game, side: Side, words: Words) -> str:
    """Who is to move, as a sentence."""
    man = game.board.letters[side, False]
    return words("origin.turn", turn=words(f"picture.turn.{man}"))


def short(terms: Terms, words: Words) -> str:
    """The rules in a few words; of a position, who is to move instead of how a game begins."""
    if terms.start is None:
        return naming.short(terms.rules, words)
    game = catalogue.game(terms.rules)
    preset, *options = terms.rules.split("+")
    kept = [each for each in options if each not in _BEGINNINGS]
    told = naming.short("+".join([preset, *kept]), words)
    return f"{told} {turn(game, read_position(game, terms.start).turn, words)}"


def picture(terms: Terms, reader: Reader) -> Picture:
    """The board on which the game would begin."""
    game = catalogue.game(terms.rules)
    if terms.start is None:
        return scenes.start(game, reader)
    match = begin(Created(0, game.data, start=terms.start))
    return scenes.example(match, reader, "board.png")
