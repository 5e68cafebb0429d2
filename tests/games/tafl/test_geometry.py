"""Boards of 7, 9 and 11 squares a side: points, special squares, setups, and games played there."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from games.catalogue import restore
from games.core import Mark, Side
from games.diagram import draw_diagram, read_diagram
from games.errors import Clash, Contradiction, Fault, Illegal, Unreadable, Why
from games.notation import move_at, read_position, write_move, write_position
from games.tafl.geometry import geometry
from tests.every import for_every
from tests.games.positions import playout

if TYPE_CHECKING:
    from games.core import Game

SEVEN = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3"
ELEVEN = "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3"
SMALL = restore({"game": "tablut", "name": "small", "first": "d", "side": 7, "setup": SEVEN})
LARGE = restore({"game": "tablut", "name": "large", "first": "d", "side": 11, "setup": ELEVEN})


@pytest.mark.parametrize(
    ("side", "throne", "corners", "edge"),
    [
        (7, "d4", ("a1", "a7", "g1", "g7"), 24),
        (9, "e5", ("a1", "a9", "i1", "i9"), 32),
        (11, "f6", ("a1", "a11", "k1", "k11"), 40),
    ],
)
def test_a_board_of_any_side(side: int, throne: str, corners: tuple[str, ...], edge: int) -> None:
    here = geometry(side)
    assert len(here.board.points) == side * side
    assert here.board.ranks[0][0] == f"a{side}"
    assert here.board.named(here.throne) == (throne,)
    assert here.board.named(here.corners) == corners
    assert here.edge.bit_count() == edge
    assert here.all.bit_count() == side * side
    assert sum(near.bit_count() for near in here.neighbours) == 4 * side * (side - 1)
    assert sum(map(len, here.steps)) == 4 * side * (side - 1) + 4 * (side - 1) ** 2
    assert geometry(side) is here


def test_the_points_go_by_files_then_by_ranks_as_numbers() -> None:
    points = geometry(11).board.points
    assert points[:12] == (*(f"a{rank}" for rank in range(1, 12)), "b1")


def test_the_camps_belong_to_the_board_of_nine() -> None:
    assert [len(geometry(side).camps) for side in (7, 9, 11)] == [0, 4, 0]


def test_the_start_is_that_of_the_setup() -> None:
    assert write_position(SMALL, SMALL.start()) == f"{SEVEN} d 0"
    assert write_position(LARGE, LARGE.start()) == f"{ELEVEN} d 0"
    assert LARGE.start()["f6"] == "K"
    assert LARGE.marks == {"f6": Mark.THRONE}


def test_files_to_k_and_ranks_to_11_are_played_and_written() -> None:
    start = LARGE.start()
    move = move_at(LARGE, start, "F10 i10")
    assert write_move(move) == "f10-i10"
    after = LARGE.play(start, move).after
    assert write_position(LARGE, after).startswith("3ttttt3/8t2/11/")
    with pytest.raises(Illegal) as illegal:
        move_at(SMALL, SMALL.start(), "f10-i10")
    assert illegal.value.why is Why.OFF_BOARD


def test_what_is_taken_is_written_in_the_order_of_files_then_ranks() -> None:
    position = read_position(LARGE, "11/6t4/6T4/3tT1Tt3/5t5/11/11/11/11/5K5/11 d 0")
    step = LARGE.play(position, ("f7", "f8"))
    assert write_move(("f7", "f8"), step.captured) == "f7-f8xe8xg8"


def test_a_capture_across_rank_ten_is_no_jump() -> None:
    assert write_move(("c9", "c11"), ("c10",)) == "c9xc11"
    assert write_move(("c9", "c11"), ("d11",)) == "c9-c11xd11"


@for_every("rank", ["110", "12", "011", "5x6", "0", "999999999"])
def test_runs_are_whole_numbers_of_at_most_the_side(rank: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_position(LARGE, ELEVEN.replace("11", rank, 1) + " d 0")
    assert unreadable.value.fault in (Fault.RANK, Fault.LETTER)


@pytest.mark.parametrize("played", [SMALL, LARGE], ids=lambda played: played.name)
def test_diagrams_have_labels_of_any_width(played: Game) -> None:
    text = draw_diagram(played.start(), played.marks)
    assert read_diagram(played, text, Side.DARK) == played.start()
    lines = text.splitlines()
    assert {len(line) for line in lines} == {2 * len(lines) - 2 + len(str(len(lines) - 1))}


def test_the_large_board_as_text() -> None:
    lines = draw_diagram(LARGE.start()).splitlines()
    assert lines[0] == "11 . . . t t t t t . . ."
    assert lines[2] == " 9 . . . . . . . . . . ."
    assert lines[-1] == "   a b c d e f g h i j k"


@pytest.mark.parametrize("played", [SMALL, LARGE], ids=lambda played: played.name)
def test_rules_of_another_size_are_stored_and_played(played: Game) -> None:
    again = restore(played.data)
    assert again is played
    chance = random.Random(played.name)
    for position in playout(played, played.start(), chance, 30):
        assert bool(played.moves(position)) == (played.verdict(position) is None)


@for_every(
    "changed",
    [
        {"side": 8},
        {"side": 13},
        {"side": 7},  # the cross is for nine
        {"side": 11, "setup": "diamond"},
        {"setup": SEVEN},
        {"setup": SEVEN, "side": 9},
        {"setup": SEVEN.replace("K", "T"), "side": 7},
        {"setup": SEVEN.replace("ttTKT", "tKTKT"), "side": 7},
        {"setup": SEVEN.replace("K", "q"), "side": 7},
        {"setup": "/", "side": 7},
    ],
)
def test_boards_and_setups_that_do_not_fit_are_refused(changed: dict[str, object]) -> None:
    with pytest.raises(Contradiction) as refused:
        restore({"game": "tablut", "name": "x", **changed})
    assert refused.value.clash is Clash.VALUE


@pytest.mark.parametrize("side", ["9", None, True, 9.0])
def test_a_side_is_a_number(side: object) -> None:
    with pytest.raises(Unreadable):
        restore({"game": "tablut", "name": "x", "side": side})
