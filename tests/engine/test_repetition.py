"""A lead is not given away by repeating.

repeated.txt has positions from games in which the engine once repeated while it was clearly ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.limits import Limits
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.notation import read_move
from tests.every import for_every

if TYPE_CHECKING:
    from games.core import Game, Move, Position

TEXT = (Path(__file__).parent / "repeated.txt").read_text("utf-8")
LINES = [line for line in TEXT.splitlines() if not line.startswith("#")]


@dataclass(frozen=True)
class Recorded:
    """A position with all that came before it, and the move that repeated one of these."""

    game: Game
    positions: list[Position]
    nodes: int
    repeats: Move


def read(line: str) -> Recorded:
    rules, moves, nodes, repeats, _ = (part.strip() for part in line.split("|"))
    game = catalogue.game(rules)
    positions = [start_of(game)]
    for text in moves.split():
        positions.append(game.after(positions[-1], read_move(text)))
    return Recorded(game, positions, int(nodes), read_move(repeats))


def is_repeated(recorded: Recorded, move: Move) -> bool:
    after = recorded.game.after(recorded.positions[-1], move).placement
    return any(position.placement == after for position in recorded.positions)


@pytest.mark.slow
@for_every("line", LINES)
def test_who_is_clearly_ahead_does_not_repeat(line: str) -> None:
    recorded = read(line)
    *history, position = recorded.positions
    assert is_repeated(recorded, recorded.repeats)
    result = search_of(recorded.game).search(position, history, Limits(nodes=recorded.nodes))
    assert not is_repeated(recorded, result.move)
