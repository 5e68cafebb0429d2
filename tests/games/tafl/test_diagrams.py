"""The rules of Tablut, sentence by sentence: what the diagrams claim is what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.catalogue import game
from games.errors import Fault, Illegal, Unreadable
from games.notation import read_position
from tests.every import for_every
from tests.games.tafl.cases import Case, diagram_cases

if TYPE_CHECKING:
    from games.core import Game, Position

Words = tuple[str, ...]
NOTHING = ("nothing",)


@for_every("case", diagram_cases())
def test_diagram(case: Case) -> None:
    played = game(case.rules)
    claimed = tuple(verb for verb, _ in case.claims)
    if claimed == ("misplaced",):
        observed = {"misplaced": misplaced(played, case.position)}
    else:
        position = read_position(played, case.position)
        observed = {verb: OBSERVED[verb](played, position, case.subject) for verb in claimed}
    assert observed == dict(case.claims)


def takes(played: Game, position: Position, move: str) -> Words:
    """The men that the move takes, in the order of the squares' names."""
    assert tuple(move.split("-")) in played.moves(position)
    return tuple(sorted(played.play(position, tuple(move.split("-"))).captured)) or NOTHING


def ends(played: Game, position: Position, move: str) -> Words:
    """Return the winner and the reason: after the move, or as things stand."""
    verdict = played.verdict(followed(played, position, move))
    return (verdict.winner or "nobody", verdict.reason.value) if verdict else NOTHING


def calls(played: Game, position: Position, move: str) -> Words:
    """Return the callout with its ways: after the move, or as things stand."""
    callout = played.callout(followed(played, position, move))
    ways = sorted("-".join(way) for way in callout.ways) if callout else ()
    return (callout.name, *ways) if callout else NOTHING


def reaches(played: Game, position: Position, origin: str) -> Words:
    """Return the squares in reach of the man there, by name."""
    return tuple(sorted(move[1] for move in played.moves(position) if move[0] == origin))


def refused(played: Game, position: Position, move: str) -> Words:
    """Why the move may not be made, and the squares concerned."""
    assert tuple(move.split("-")) not in played.moves(position)
    with pytest.raises(Illegal) as illegal:
        played.play(position, tuple(move.split("-")))
    why, points = illegal.value.why, illegal.value.points
    if why.name == "LEAVES_WAY":
        return "leaves-way", "-".join(points)
    return why.name.lower().replace("_", "-"), *points


def misplaced(played: Game, line: str) -> Words:
    """The square of a man who may not stand there."""
    with pytest.raises(Unreadable) as unreadable:
        read_position(played, line)
    assert unreadable.value.fault is Fault.MISPLACED
    return unreadable.value.parts


def followed(played: Game, position: Position, move: str) -> Position:
    return played.play(position, tuple(move.split("-"))).after if move else position


OBSERVED = {"takes": takes, "ends": ends, "calls": calls, "reaches": reaches, "refused": refused}
