"""games.tafl against the naive reading of the rules, in every rule set that it reads."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from games.catalogue import every_name, game
from games.core import Side
from games.notation import write_position
from tests.every import by_night, for_every
from tests.games.naive import PRESETS, Men, Naive
from tests.games.positions import begun, playout, scattered

if TYPE_CHECKING:
    from games.core import Game, Position

TAFL = [name for name in every_name() if name.split("+")[0] in PRESETS]


def men_of(position: Position) -> Men:
    letters, king = position.board.letters, position.crowned
    return {
        square: letters[side, crowned]
        for side, men in ((Side.DARK, position.dark), (Side.LIGHT, position.light))
        for crowned, kind in ((False, men & ~king), (True, men & king))
        for square in position.board.named(kind)
    }


def compare(played: Game, naive: Naive, position: Position) -> None:
    """Moves, captures, verdict and callout are those of the text."""
    men, turn = men_of(position), position.turn.value
    moves = played.moves(position)
    assert Counter(moves) == Counter(naive.moves(men, turn))
    for origin, target in moves:
        step = played.play(position, (origin, target))
        assert set(step.captured) == naive.captures(men, (origin, target))
        assert men_of(step.after) == naive.after(men, (origin, target))
    verdict = played.verdict(position)
    assert (verdict and (verdict.winner, verdict.reason)) == naive.verdict(men, turn)
    called = played.callout(position)
    ways = called.ways if called else ()
    assert Counter(ways) == Counter(naive.called(men, turn))
    assert (called and called.name) == (None, "raichi", "tuichi")[min(len(ways), 2)]


def differ(name: str, seed: str, starts: int, plies: int) -> None:
    played, naive, chance = game(name), Naive(name), random.Random(f"{name} {seed}")
    others = [scattered(played, chance) for _ in range(starts)]
    for first in (begun(played, chance), *others):
        for position in playout(played, first, chance, plies):
            try:
                compare(played, naive, position)
            except AssertionError as error:
                error.add_note(f"{name}: {write_position(played, position)}")
                raise


@pytest.mark.slow
@by_night("starts", 1, 3)
@for_every("name", TAFL)
def test_agrees_with_the_text(name: str, starts: int) -> None:
    differ(name, "", starts, plies=4)


@for_every("name", TAFL)
def test_starts_as_the_text_says(name: str) -> None:
    first = game(name).data["first"]
    firsts = list(Side) if first is None else [Side(str(first))]
    assert [men_of(game(name).start(first)) for first in firsts] == [
        Naive(name).start() for _ in firsts
    ]
