"""After any single failure, in any situation, nothing is lost, doubled or announced twice.

`make test` tries at most five statements and five other points of each situation, and those where
a bug was found. `make nightly` tries all.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.world.failing import try_failures
from tests.world.situations import SITUATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.world.failing import Nth, Situation

pytestmark = pytest.mark.slow

# Points where a bug was found.
FOUND = {
    ("a_first_start", "statement full", 23),  # the bot ended with a traceback, not a sentence
    ("a_first_start", "statement full", 57),  # no server was greeted
    ("a_move_by_command", "answer late", 2),  # the board was posted twice
    (
        "a_tournaments_next_round",
        "answer lost",
        1,
    ),  # the log missed an answer that was there
    ("a_tournaments_next_round", "statement locked", 122),  # nothing was read ever again
    ("a_vote_that_closes", "statement fails", 50),  # the vote closed an hour late
    ("erasing_a_person", "answer lost", 1),  # the bot kept thinking forever
    ("the_digest", "statement fails", 31),  # "still waits" was never posted
}
_MOST = 5  # statements in `make test`, and as many others


def _some(situation: Situation, points: Sequence[Nth]) -> list[Nth]:
    """Choose some points, from a different first one per situation, and those in FOUND."""
    statements = [nth for nth in points if nth.failure.kind == "statement"]
    others = [nth for nth in points if nth.failure.kind != "statement"]
    name = situation.__name__
    found_once = [nth for nth in points if (name, nth.failure.name, nth.number) in FOUND]
    first = SITUATIONS.index(situation)
    some = [*_spread(statements, first), *_spread(others, first), *found_once]
    return list(dict.fromkeys(some))


def _spread(points: Sequence[Nth], first: int) -> Sequence[Nth]:
    """Choose points as far apart as needed for so few of them."""
    step = max(1, -(-len(points) // _MOST))
    return points[first % step :: step]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
def test_at_some_points(situation: Situation) -> None:
    report = try_failures(situation, partial(_some, situation))
    assert report.tried
    assert report.wrong == []


@pytest.mark.nightly
@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.__name__)
def test_at_every_point(situation: Situation) -> None:
    assert try_failures(situation).wrong == []


def test_what_was_found_is_of_a_situation() -> None:
    names = {situation.__name__ for situation in SITUATIONS}
    assert {name for name, _, _ in FOUND} <= names
