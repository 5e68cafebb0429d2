"""Reviews name the moves that decided, what was better, and why."""

from __future__ import annotations

import time

import pytest

from engine.limits import Limits
from engine.player import Player
from engine.protocol import start
from engine.review import Effort, Moment, Reason, Review, review
from games.catalogue import NAMES, game
from games.core import Move, Side
from games.notation import read_move, read_position

FEW = Effort(nodes=600, again=3000)
# Rules, position, the move that decides, why, and the points that the reason speaks of.
MOMENTS = (
    ("bga", "9/9/9/9/9/9/t7t/1t1t5/3K1t3 d 0", "f1-e1", Reason.LEAVES_WAY, ("a1",)),
    ("larochelle", "9/9/3t5/2tK4t/3t5/9/9/7TT/9 l 0", "h2-h3", Reason.LEAVES_KING, ("e6",)),
    ("larochelle", "9/9/3t5/2tKt4/9/9/9/9/3t5 d 0", "d1-c1", Reason.MISSES_WIN, ("d5",)),
)


def reviewed(rules: str, text: str, move: str) -> Review:
    played = game(rules)
    return review(played, read_position(played, text), [read_move(move)], FEW)


@pytest.mark.parametrize(("rules", "text", "move", "reason", "points"), MOMENTS)
def test_a_moment_says_why(
    rules: str, text: str, move: str, reason: Reason, points: tuple[str, ...]
) -> None:
    (moment,) = reviewed(rules, text, move).moments
    assert moment.played == read_move(move)
    assert moment.reason is reason
    assert moment.points == points
    assert moment.before - moment.after > 0.1
    assert moment.better == moment.line[0]


def test_the_better_move_closes_the_way() -> None:
    moment = reviewed("bga", MOMENTS[0][1], "f1-e1").moments[0]
    assert moment.better == read_move("b2-b1")
    assert moment.ways == 1
    assert moment.answer == read_move("d1-a1")


def test_a_good_move_is_no_moment() -> None:
    found = reviewed("bga", MOMENTS[0][1], "b2-b1")
    assert found.moments == ()
    assert len(found.curve) == 2


def test_a_draw_that_was_not_needed_is_told() -> None:
    played = game("larochelle")
    first = read_position(played, "8t/9/9/4T4/3TKT3/4T4/9/7T1/t8 d 0")
    there, back = ["a1-a2", "h2-h3"], ["a2-a1", "h3-h2"]
    moves = [read_move(move) for move in (*there, *back) * 2]
    last = review(played, first, moves, FEW).moments[-1]
    assert last.reason is Reason.DRAWS
    assert last.ply == 7
    assert last.answer is None


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_review_is_the_same_each_time_and_can_be_followed(name: str) -> None:
    played = game(name)
    moves, first = weak_game(name), start(played)
    found = review(played, first, moves, FEW)
    assert found == review(played, first, moves, FEW)
    assert len(found.curve) == len(moves) + 1
    assert all(0 <= share <= 1 for share in found.curve)
    assert len(found.moments) <= 3
    assert [moment.ply for moment in found.moments] == sorted(m.ply for m in found.moments)
    for moment in found.moments:
        follow(name, moves, moment)


def weak_game(name: str) -> list[Move]:
    played, player = game(name), Player()
    positions, moves = [start(played)], list[Move]()
    while len(moves) < 12 and not played.verdict(positions[-1]):
        nodes = 5 if positions[-1].turn is Side.DARK else 200
        limits = Limits(nodes=nodes)
        moves.append(player.choose(played, positions[-1], positions[:-1], limits).move)
        positions.append(played.after(positions[-1], moves[-1]))
    return moves


def follow(name: str, moves: list[Move], moment: Moment) -> None:
    """Everything that a moment names can be played."""
    played = game(name)
    position = start(played)
    for move in moves[: moment.ply]:
        position = played.after(position, move)
    assert position.turn is moment.side
    assert moment.played == moves[moment.ply]
    if moment.answer:
        assert played.legal(played.after(position, moment.played), moment.answer)
    for move in moment.line:
        position = played.play(position, move).after


@pytest.mark.slow
def test_a_review_can_be_stopped() -> None:
    played = game("bga-rim")
    began = time.process_time()
    found = review(played, start(played), weak_game("bga-rim"), stop=lambda: True)
    assert len(found.curve) > 10
    assert time.process_time() - began < 10
