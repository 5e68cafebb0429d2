"""Positions to try the rules on: men scattered where they may stand, games played at random."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from games.catalogue import NAMES, TABAL, every_name, game
from games.core import FREE, Side, coordinates
from games.errors import Unreadable
from games.notation import place_men

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core import Board, Game, Point, Position

_TRIES = 8  # random moves that are tried; the one that takes most is played


def begun(played: Game, chance: random.Random) -> Position:
    """A start of the game, with the lot drawn where there is one."""
    first = played.data.get("first")
    return played.start(Side(str(first)) if first else chance.choice(list(Side)))


def scattered(played: Game, chance: random.Random) -> Position:
    """Men anywhere they may stand, thickest around one point, where the king is if there is one."""
    while True:
        men = _men(played.board, chance)
        position = place_men(played.board, iter(men.items()), chance.choice(list(Side)))
        try:
            played.check(position)
        except Unreadable:
            continue
        return position


def _men(board: Board, chance: random.Random) -> dict[str, str]:
    letters = [letter for (_, crowned), letter in board.letters.items() if not crowned]
    middle = chance.choice(board.points)
    crowd, thinly = chance.random(), chance.random() / 3
    near = [chance.choice(letters) for _ in range(3)]
    men: dict[str, str] = {}
    for point in board.points:
        if _apart(point, middle) <= 2:
            men[point] = chance.choice(near) if chance.random() < crowd else FREE
        elif chance.random() < thinly:
            men[point] = chance.choice(letters)
    if "K" in board.letters.values():
        return men | {middle: "K"}
    queens = [letter for (_, crowned), letter in board.letters.items() if crowned]
    few = chance.sample(board.points, chance.randrange(4))
    return men | {point: chance.choice(queens) for point in few}


@cache
def _apart(one: Point, other: Point) -> int:
    (file, rank), (other_file, other_rank) = coordinates(one), coordinates(other)
    return abs(file - other_file) + abs(rank - other_rank)


def playout(
    played: Game, position: Position, chance: random.Random, plies: int
) -> Iterator[Position]:
    """The positions of a game at random that takes whenever it sees it can."""
    for _ in range(plies):
        yield position
        moves = played.moves(position)
        if not moves:
            return
        tried = chance.sample(list(moves), min(_TRIES, len(moves)))
        steps = [played.play(position, move) for move in tried]
        position = max(steps, key=lambda step: len(step.captured)).after
    yield position


@st.composite
def anywhere(draw: st.DrawFn) -> tuple[Game, Position]:
    """Any rule set there is, and a position in it: early, late, or over."""
    names = st.sampled_from(NAMES) | st.sampled_from(every_name())
    played = game(draw(names | st.just(TABAL)))
    chance = random.Random(draw(st.integers(0, 1 << 32)))
    first = begun(played, chance) if draw(st.booleans()) else scattered(played, chance)
    *_, position = playout(played, first, chance, draw(st.integers(0, 12)))
    return played, position
