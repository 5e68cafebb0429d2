"""games.tabal against the naive reading of the rules, among men and dames of every number."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from games.catalogue import game
from games.core import Reason, Side, Verdict
from games.notation import place_men, write_position
from tests.every import by_night
from tests.games.positions import begun, playout, scattered
from tests.games.tabal import naive

if TYPE_CHECKING:
    from games.core import Position

TABAL = game("tabal")


def men_of(position: Position) -> naive.Men:
    return {p: position[p] for p in TABAL.board.points if position[p] != "."}


def compare(position: Position) -> None:
    """Moves, captures, promotions and the end are those of the text."""
    men, side = men_of(position), position.turn
    chains = naive.moves(men, side.value)
    assert sorted(TABAL.moves(position)) == sorted(path for path, _ in chains)
    for path, taken in chains:
        step = TABAL.play(position, path)
        assert step.captured == tuple(sorted(taken))
        assert men_of(step.after) == naive.after(men, (path, taken))
        assert step.promoted is (step.after[path[-1]] != men[path[0]])
    assert TABAL.verdict(position) == ended(men, side, can_move=bool(chains))


def ended(men: naive.Men, side: Side, *, can_move: bool) -> Verdict | None:
    """No pieces left, or no legal move on one's turn: lost."""
    alive = set(map(naive.side_of, men.values()))
    if side not in alive:
        return Verdict(side.other, Reason.NO_MEN)
    if side.other not in alive:
        return Verdict(side, Reason.NO_MEN)
    return None if can_move else Verdict(side.other, Reason.NO_MOVE)


@pytest.mark.slow
@by_night("games", 15, 60)
def test_agrees_with_the_text(games: int) -> None:
    for seed in range(games):
        agrees(random.Random(f"tabal {seed}"))


def agrees(chance: random.Random) -> None:
    for first in (begun(TABAL, chance), scattered(TABAL, chance), thin(chance)):
        for position in playout(TABAL, first, chance, 12):
            try:
                compare(position)
            except AssertionError as error:
                error.add_note(write_position(TABAL, position))
                raise


def thin(chance: random.Random) -> Position:
    """A few men and dames all over the board, as towards the end of a game."""
    points = chance.sample(TABAL.board.points, chance.randint(2, 12))
    men = {point: chance.choice("mMqQ" if point[1] not in "19" else "qQ") for point in points}
    return place_men(TABAL.board, iter(men.items()), chance.choice(list(Side)))
