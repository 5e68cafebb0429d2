"""Forts, rings and rows on the edge: positions made to hold them, against the naive reading."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from games.catalogue import game, restore
from games.core import Reason, Side, Verdict, point_at
from games.errors import Illegal, Unreadable, Why
from games.notation import place_men, read_position, step_at, write_position
from games.tafl.geometry import geometry
from tests.every import for_every
from tests.games.naive import Naive
from tests.games.positions import playout
from tests.games.test_naive import compare

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core import Game, Position

    Arrangement = Callable[[Game, random.Random], dict[tuple[int, int], str]]

Spot = tuple[int, int]  # file and rank from 0, before the board is turned
AROUND = [(0, 1), (1, 0), (-1, 0), (0, -1)]
COPENHAGEN = game("copenhagen")


def placed(played: Game, men: dict[Spot, str], chance: random.Random) -> Position | None:
    """The men on the board, turned at random; None where they may not stand so."""
    last, flip, swap = len(played.board.ranks) - 1, chance.random() < 0.5, chance.random() < 0.5
    turned = [((x, last - y if flip else y), man) for (x, y), man in men.items()]
    named = [(point_at(*(spot[::-1] if swap else spot)), man) for spot, man in turned]
    side = chance.choice(list(Side))
    position = place_men(played.board, named, side)
    try:
        played.check(position)
    except Unreadable:
        return None
    return position


def fort(played: Game, chance: random.Random) -> dict[Spot, str]:
    """A king on the edge with a little room, a wall around it, and men before the wall."""
    last = len(played.board.ranks) - 1
    king: Spot = (chance.randrange(1, last), 0)
    room: set[Spot] = {king}
    for _ in range(chance.randrange(1, 5)):
        room.add(chance.choice(beside(chance.choice(sorted(room)), last)))
    wall = {near for spot in room for near in beside(spot, last)} - room
    men = {spot: "T" if chance.random() < 0.98 else "t" for spot in sorted(wall)}
    before = {near for spot in wall for near in beside(spot, last)} - room - wall
    for spot in sorted(before):
        if chance.random() < 0.3:
            men[spot] = chance.choice("tT" if sum(m == "T" for m in men.values()) < 12 else "t")
    return men | {king: "K"}


def ring(played: Game, chance: random.Random) -> dict[Spot, str]:
    """A king and some men in a ring of attackers that may have a hole."""
    last = len(played.board.ranks) - 1
    radius = chance.randrange(2, 2 + last // 4)
    middle = (
        chance.randrange(radius - 1, last + 2 - radius),
        chance.randrange(radius - 1, last + 2 - radius),
    )
    men: dict[Spot, str] = {}
    for x in range(last + 1):
        for y in range(last + 1):
            far = abs(x - middle[0]) + abs(y - middle[1])
            if far == radius and chance.random() < 0.99:
                men[x, y] = "t"
            elif far < radius and chance.random() < 0.25:
                men[x, y] = "T"
    return men | {middle: "K"}


def row(played: Game, chance: random.Random) -> dict[Spot, str]:
    """Men thick along a piece of the edge, each rank there mostly of one side."""
    last = len(played.board.ranks) - 1
    begin = chance.randrange(last - 2)
    ranks = [(chance.choice("tT"), chance.random()) for _ in range(3)]
    men = {
        (x, y): man if chance.random() < 0.9 else chance.choice("tT")
        for x in range(begin, min(last + 1, begin + 7))
        for y, (man, crowd) in enumerate(ranks)
        if chance.random() < crowd
    }
    king = chance.randrange(last + 1), chance.choice([0, 1, last // 2])
    return men | {king: "K"}


def beside(spot: Spot, last: int) -> list[Spot]:
    near = [(spot[0] + x, spot[1] + y) for x, y in AROUND]
    return [(x, y) for x, y in near if 0 <= x <= last and 0 <= y <= last]


@pytest.mark.slow
@for_every(
    ("name", "arrange", "plies", "wanted"),
    [
        ("copenhagen", fort, 0, Reason.EXIT_FORT),
        ("copenhagen", row, 1, "goes on"),
        ("copenhagen", ring, 0, Reason.ENCIRCLED),
        ("brandubh", ring, 1, Reason.ENCIRCLED),
        ("seabattle", ring, 0, Reason.ENCIRCLED),
        ("ashton", row, 1, "goes on"),
    ],
)
def test_agrees_with_the_text(name: str, arrange: Arrangement, plies: int, wanted: str) -> None:
    played, naive, chance = game(name), Naive(name), random.Random(f"{name} {arrange.__name__}")
    ends: Counter[str] = Counter()
    while ends.total() < 60:
        first = placed(played, arrange(played, chance), chance)
        for position in playout(played, first, chance, plies) if first else ():
            try:
                compare(played, naive, position)
            except AssertionError as error:
                error.add_note(f"{name}: {write_position(played, position)}")
                raise
            verdict = played.verdict(position)
            ends[verdict.reason if verdict else "goes on"] += 1
    assert ends[wanted] >= 5


def test_claims_of_a_shieldwall_that_is_none_are_refused_with_its_rule() -> None:
    line = "11/11/T10/11/11/5K4t/11/2T8/11/3T1T5/3tttT4 l 0"
    for name, why in (("copenhagen", Why.NO_SHIELDWALL), ("fetlar", Why.NO_SUCH_CAPTURE)):
        assert refused(name, line, "c4-c1xd1xe1xf1") == (why, ("d1", "e1", "f1"))
    assert refused("copenhagen", line, "c4-c1xd1xd2") == (Why.NO_SUCH_CAPTURE, ("d1", "d2"))
    assert refused("copenhagen", line, "c4-c1xz9") == (Why.NO_SUCH_CAPTURE, ("z9",))
    assert refused("copenhagen", line, "c4-c2xd1") == (Why.NO_SUCH_CAPTURE, ("d1",))


def refused(name: str, line: str, written: str) -> tuple[Why, tuple[str, ...]]:
    played = game(name)
    with pytest.raises(Illegal) as illegal:
        step_at(played, read_position(played, line), written)
    return illegal.value.why, illegal.value.points


def test_the_edge_leads_both_ways_to_the_corners() -> None:
    here = geometry(7)
    (down, up) = here.rims[here.board.index["a3"]]
    assert [here.board.named(square) for square, _ in down] == [("a2",), ("a1",)]
    assert [here.board.named(inward) for _, inward in down] == [("b2",), ()]
    assert [here.board.named(square) for square, _ in up] == [("a4",), ("a5",), ("a6",), ("a7",)]
    assert here.rims[here.board.index["a1"]] == here.rims[here.board.index["c3"]] == ()


def test_squares_are_reached_step_by_step() -> None:
    here = geometry(7)
    bits, named = here.board.bits, here.board.named
    free = bits(["a1", "a2", "b2", "c3", "d3", "a7", "b1"])
    assert named(here.spread(bits(["a1"]), free)) == ("a1", "a2", "b1", "b2")
    assert here.spread(bits(["g7"]), free) == 0
    assert here.spread(bits(["a7"]), free) == bits(["a7"])  # b1 follows it among the points


def test_a_fort_is_one_also_where_no_shieldwalls_are_made() -> None:
    plain = restore({**COPENHAGEN.data, "name": "no-walls", "shieldwall": False})
    line = "11/11/10t/11/5T5/11/7t3/11/2t1T6/4T1T4/4TKT4 l 0"
    for name, played in (("copenhagen", COPENHAGEN), ("no-walls", plain)):
        position = read_position(played, line)
        verdict = played.verdict(played.play(position, ("f7", "f3")).after)
        assert verdict == Verdict(Side.LIGHT, Reason.EXIT_FORT), name
        assert played.verdict(played.play(position, ("f7", "f4")).after) is None
