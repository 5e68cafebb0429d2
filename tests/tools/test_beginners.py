"""Players who know nothing, against whom the weakest level is measured."""

from __future__ import annotations

import random

import pytest

from games import catalogue
from games.notation import read_position
from tools.__main__ import main
from tools.beginners import at_random, takes

CHANCE = random.Random("beginners")


def test_one_takes_the_win_then_the_most_men_then_anything() -> None:
    game = catalogue.game("larochelle")
    win = read_position(game, "9/9/9/9/9/9/2K6/9/t7t l 0")
    assert takes(game, [win], CHANCE) in {("c3", "a3"), ("c3", "c9"), ("c3", "i3"), ("c3", "c1")}
    two = read_position(game, "9/9/9/4K4/9/9/1tT1TtT2/9/3t5 d 0")
    assert takes(game, [two], CHANCE) == ("d1", "d3")
    quiet = read_position(game, "t8/9/9/4K4/9/9/9/9/9 d 0")
    assert len({takes(game, [quiet], CHANCE) for _ in range(40)}) > 5


def test_the_other_moves_at_random() -> None:
    game = catalogue.game("larochelle")
    two = read_position(game, "9/9/9/4K4/9/9/1tT1TtT2/9/3t5 d 0")
    moves = {at_random(game, [two], CHANCE) for _ in range(60)}
    assert len(moves) > 10
    assert moves <= set(game.moves(two))


@pytest.mark.nightly
def test_the_command_plays_either_side_against_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["beginner", "tabal", "--games", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[1] for line in lines] == [
        " level 1 as dark against at_random",
        " level 1 as light against at_random",
        " level 1 as dark against takes",
        " level 1 as light against takes",
    ]
