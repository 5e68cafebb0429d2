"""The levels: legal, repeatable, and from the third on no win on the move is missed."""

from __future__ import annotations

import pytest

from engine.levels import LEVELS
from engine.player import Player
from engine.protocol import start
from games.catalogue import NAMES, game
from games.core import Position  # noqa: TC001
from games.notation import read_move, read_position

WIN = ("larochelle", "9/2T6/3T5/9/9/2t6/2K1t4/9/t1t3t1t l 0", "c3-a3")
RAICHI = ("bga", "9/9/9/9/9/9/9/1t7/3K1t3 d 0", "b2-b1")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", [level for level in LEVELS if level < 6])
def test_each_level_makes_the_same_legal_move_again(name: str, level: int) -> None:
    played = game(name)
    position = start(played)
    one, other = (Player().choose_at(played, position, [], level).move for _ in range(2))
    assert one == other
    assert one in played.moves(position)


@pytest.mark.parametrize("level", [level for level in LEVELS if level > 2])
@pytest.mark.parametrize(("rules", "text", "right"), [WIN, RAICHI])
def test_no_win_and_no_open_way_is_overlooked(
    level: int, rules: str, text: str, right: str
) -> None:
    played = game(rules)
    position = read_position(played, text)
    assert Player().choose_at(played, position, [], level).move == read_move(right)


@pytest.mark.parametrize("name", ["bga-rim", "tabal"])
def test_a_takeback_changes_nothing(name: str) -> None:
    played, player = game(name), Player()
    position = start(played)
    first = player.choose_at(played, position, [], 6).move
    after = played.after(position, first)
    for move in played.moves(after)[:3]:
        player.choose_at(played, played.after(after, move), [position, after], 6)
    assert player.choose_at(played, position, [], 6).move == first


def test_the_weakest_errs() -> None:
    played = game("larochelle")
    weak, strong = (
        [Player().choose_at(played, each, [], level).move for each in positions()]
        for level in (1, 4)
    )
    assert weak != strong
    assert played


def positions() -> list[Position]:
    played = game("larochelle")
    first = start(played)
    return [played.play(first, move).after for move in played.moves(first)[:6]]
