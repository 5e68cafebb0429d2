"""The example boards on pages of rules: a position, a move, and the move's effect.

They are in words/examples/, each under the key of its sentence; tafl.txt explains their format. A
board is only shown with rules under which its move has that effect.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from bot.ui.words import FOLDER
from games import diagram
from games.core import Side
from games.errors import GameError
from games.events import Created, Moved
from games.match import fold
from games.notation import read_move, write_position

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.core import Game, Move
    from games.match import Match

_HEADING = re.compile(r"\[(.+)\]")
_CLAIM = re.compile(r"(dark|light) (\S+) (takes|ends|calls) (.+)")
_SIDES = {"dark": Side.DARK, "light": Side.LIGHT}
_NOTHING = ["nothing"]


@dataclass(frozen=True, slots=True)
class Example:
    """A board with a move and the move's expected effect."""

    board: str  # a diagram, see games.diagram
    turn: Side
    move: Move
    verb: str  # takes, ends or calls
    words: tuple[str, ...]


def example_match(key: str, game: Game) -> Match | None:
    """Return the first board of a key whose move has the expected effect, after that move."""
    matches = (_play(example, game) for example in examples()[key])
    return next((match for match in matches if match), None)


@cache
def examples() -> Mapping[str, Sequence[Example]]:
    """Return all examples, by the key of their sentence."""
    by_key: defaultdict[str, list[Example]] = defaultdict(list)
    for file in sorted((FOLDER / "examples").glob("*.txt")):
        for heading, example in _read_examples(file.read_text("utf-8")):
            by_key[f"rules.{file.stem}.{heading}"].append(example)
    return dict(by_key)


def _read_examples(text: str) -> Iterator[tuple[str, Example]]:
    """Yield each example with its heading."""
    heading, board = "", list[str]()
    for line in text.splitlines():
        if headed := _HEADING.fullmatch(line):
            heading = headed[1]
        elif claim := _CLAIM.fullmatch(line):
            side, move, verb, words = claim.groups()
            turn, path = _SIDES[side], read_move(move)
            yield heading, Example("\n".join(board), turn, path, verb, tuple(words.split()))
            board = []
        elif not line.startswith("#"):
            board.append(line)


def _play(example: Example, game: Game) -> Match | None:
    """Return the match after the example's move; None if the move has another effect here."""
    try:
        position = diagram.read_diagram(game, example.board, example.turn)
        start = Created(0, game.data, start=write_position(game, position))
        match = fold((start, Moved(example.turn, 0, example.move)))
    except GameError:
        return None
    return match if _effect(match, example.verb) == [*example.words] else None


def _effect(match: Match, verb: str) -> list[str]:
    """Say what the last move of an example did."""
    if verb == "takes":
        return [*match.plies[-1].step.captured] or _NOTHING
    if verb == "ends":
        return [match.verdict.reason] if match.verdict else _NOTHING
    return [match.callout.name] if match.callout and not match.verdict else _NOTHING
