"""The wider family: the cases and perft figures of its rules, as they are written there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from games.catalogue import game
from games.core import Reason
from games.notation import read_position, step_at, write_move
from games.perft import perft
from tests.every import by_night, for_every

if TYPE_CHECKING:
    from games.core import Game, Position

FOLDER = Path(__file__).parent / "family"
ENDS = {
    "king taken": Reason.KING_TAKEN,
    "exit fort": Reason.EXIT_FORT,
    "encircled": Reason.ENCIRCLED,
}
COMPASS = {(0, 1): "n", (1, 0): "e", (0, -1): "s", (-1, 0): "w"}


class Figures(NamedTuple):
    """How many sequences of 1, 2 and 3 moves there are from a position, or from the start."""

    rules: str
    line: str
    counts: tuple[int, ...]


def family_cases() -> list[tuple[str, ...]]:
    lines = (FOLDER / "cases.txt").read_text("utf-8").splitlines()
    return [tuple(line.split(" | ")) for line in lines if "|" in line]


def figures() -> list[Figures]:
    known: list[Figures] = []
    for line in (FOLDER / "perft.txt").read_text("utf-8").splitlines():
        what, counts = line.split(": ")
        rules = known[-1].rules if "/" in what else what
        start = what if "/" in what else ""
        known.append(Figures(rules, start, tuple(map(int, counts.split()))))
    return known


@for_every("case", family_cases())
def test_case(case: tuple[str, ...]) -> None:
    rules, line, written, follows = case
    played = game(rules)
    position = read_position(played, line)
    path, step = step_at(played, position, written)
    assert followed(played, step.after) == follows
    # The cases name the soldiers that are taken; a taken king follows from how it ends.
    soldiers = tuple(point for point in step.captured if position[point] != "K")
    assert write_move(path, soldiers) == written


def followed(played: Game, after: Position) -> str:
    """In the words of the cases."""
    if verdict := played.verdict(after):
        return next(word for word, reason in ENDS.items() if reason is verdict.reason)
    if callout := played.callout(after):
        return " ".join([callout.name, *sorted(map(direction, callout.ways), key="nesw".index)])
    return "goes on"


def direction(way: tuple[str, ...]) -> str:
    here, there = way[:2]
    return COMPASS[ord(there[0]) - ord(here[0]), int(there[1:]) - int(here[1:])]


@pytest.mark.slow
@by_night("most", 2, 3)
@for_every("known", figures())
def test_perft(known: Figures, most: int) -> None:
    played = game(known.rules)
    position = read_position(played, known.line) if known.line else played.start()
    counts = [perft(played, position, depth) for depth in range(1, most + 1)]
    assert counts == [*known.counts[:most]]
