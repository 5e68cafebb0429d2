"""Differences of the presets before a man has moved: first player, setup, endings, marks."""

from __future__ import annotations

import pytest

from games.catalogue import game
from games.core import Endings, Mark, Ruling, Side
from games.errors import Clash, Contradiction
from games.notation import place_men, write_position
from tests.every import for_every

CROSS = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"
DIAMOND = "3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3"
CAMPS = {
    *("a4", "a5", "a6", "b5"),
    *("d1", "e1", "f1", "e2"),
    *("i4", "i5", "i6", "h5"),
    *("d9", "e9", "f9", "e8"),
}
CORNERS = {"a1", "a9", "i1", "i9"}

DRAWS = Endings(Ruling.DRAW, None, Ruling.DARK_WINS, Ruling.DRAW)
DEADLOCK = Endings(Ruling.DARK_WINS, 100, Ruling.DARK_WINS, None)
ATTACKERS_FIRST = ("ludens", "fortresses", "bga", "bga-rim", "larochelle+attackers-first")


@for_every("name", ATTACKERS_FIRST)
def test_the_attackers_begin(name: str) -> None:
    played = game(name)
    assert write_position(played, played.start()) == f"{CROSS} d 0"
    assert played.start(Side.DARK) == played.start()
    assert contradiction(name, Side.LIGHT) == (Clash.NO_LOT, (name, "d"))


@pytest.mark.parametrize("name", ["larochelle", "larochelle+king-four", "larochelle+goal-corners"])
def test_larochelle_draws_lots(name: str) -> None:
    played = game(name)
    assert write_position(played, played.start(Side.DARK)) == f"{CROSS} d 0"
    assert write_position(played, played.start(Side.LIGHT)) == f"{CROSS} l 0"
    assert contradiction(name, None) == (Clash.LOT, (name,))


def contradiction(name: str, first: Side | None) -> tuple[Clash, tuple[str, ...]]:
    with pytest.raises(Contradiction) as refused:
        game(name).start(first)
    return refused.value.clash, refused.value.parts


@for_every("preset", ["larochelle", "ludens", "fortresses", "bga", "bga-rim"])
def test_the_diamond_goes_with_every_preset(preset: str) -> None:
    played = game(f"{preset}+diamond")
    assert write_position(played, played.start(Side.DARK)) == f"{DIAMOND} d 0"


@for_every(
    ("name", "endings"),
    [
        ("larochelle", DRAWS),
        ("larochelle+goal-corners", DRAWS),
        ("ludens", DRAWS),
        ("bga", DRAWS),
        ("bga-rim", DRAWS),
        ("fortresses", DEADLOCK),
        ("fortresses+diamond", DEADLOCK),
    ],
)
def test_what_history_decides(name: str, endings: Endings) -> None:
    assert game(name).endings == endings


@for_every(
    ("name", "camps", "corners"),
    [
        ("larochelle", Mark.CAMP, False),
        ("ludens", Mark.CAMP, False),
        ("fortresses", Mark.CAMP, True),
        ("bga", Mark.CAMP, True),
        ("bga-rim", Mark.CLOSED_CAMP, False),
        ("larochelle+goal-corners", Mark.CAMP, True),
        ("larochelle+goal-off-camps", Mark.CAMP, False),
        ("larochelle+goal-off-camps+king-not-in-camps", Mark.CLOSED_CAMP, False),
        ("larochelle+goal-off-camps+king-not-through-camps", Mark.CLOSED_CAMP, False),
    ],
)
def test_the_special_squares_are_marked(name: str, camps: Mark, *, corners: bool) -> None:
    marked = dict.fromkeys(CAMPS, camps) | {"e5": Mark.THRONE}
    assert game(name).marks == marked | dict.fromkeys(CORNERS if corners else (), Mark.CORNER)


@for_every("square", [file + rank for file in "bcdefgh" for rank in "2345678"])
def test_with_king_four_opposite_edges_are_in_reach_from_file_e_or_rank_5_alone(
    square: str,
) -> None:
    played = game("larochelle+king-four")
    callout = played.callout(place_men(played.board, iter([("a1", "t"), (square, "K")]), Side.DARK))
    ends = {way[-1] for way in callout.ways} if callout else set[str]()
    file, rank = square
    opposite = ends >= {"a" + rank, "i" + rank} or ends >= {file + "1", file + "9"}
    assert opposite == (file == "e" or rank == "5")
