"""Moves that leave no way out: those found by looking are those found by trying each."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from games.catalogue import game, restore
from games.core import Side
from games.notation import write_position
from tests.every import for_every
from tests.games.positions import playout, scattered

if TYPE_CHECKING:
    from games.core import Game, Move, Position

LUDENS = game("ludens").data
KINGS_CORNER = ["K", "tTK", "tTK"]
VARIANTS: dict[str, dict[str, object]] = {
    "ludens": {},
    "four": {"gait": "four"},
    "steps": {"gait": "steps"},
    "corners": {"goal": "corner", "corners": KINGS_CORNER, "edge_crushes": "K"},
    "off-camps": {"goal": "edge-off-camps", "camps": ["tT", "tT", ""]},
    "free": {"imprisonment": False},
    "all-crush": {"throne": ["K", "tTK", "tTK"], "camps": ["tTK", "tTK", "TK"]},
}


@for_every("name", VARIANTS)
def test_looking_finds_what_trying_finds(name: str) -> None:
    data = {**LUDENS, **VARIANTS[name], "name": name}
    forbids, allows = restore(data), restore({**data, "no_way_out": False})
    chance = random.Random(name)
    for _ in range(25):
        for position in playout(forbids, scattered(forbids, chance), chance, 6):
            moves = Counter(forbids.moves(position))
            assert moves == Counter(tried(allows, position)), write_position(forbids, position)


def tried(allows: Game, position: Position) -> list[Move]:
    """The moves after which the king has no way, or which have ended the game."""
    moves = list(allows.moves(position))
    if position.turn is Side.LIGHT:
        return moves
    return [move for move in moves if stops(allows, allows.play(position, move).after)]


def stops(allows: Game, after: Position) -> bool:
    verdict = allows.verdict(after)
    if verdict and verdict.reason in ("king-taken", "king-imprisoned"):
        return True
    # Raichi and tuichi are called in his opponent's turn; they tell whether he has a way.
    return allows.callout(replace(after, turn=Side.DARK)) is None
