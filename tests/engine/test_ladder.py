"""The ladder as it was measured: of the levels there are, and with even steps."""

from __future__ import annotations

from engine.ladder import ladders, settings
from engine.levels import LEVELS
from tests.every import for_every

LADDERS = ladders()
STEPS = {
    "bga-rim": 7,
    "tabal": 7,
    "larochelle+goal-corners+king-steps": 7,
    "brandubh": 7,
    "copenhagen": 5,
    "tawlbwrdd": 7,
}


@for_every("name", LADDERS)
def test_a_ladder_was_measured_with_the_levels_there_are(name: str) -> None:
    assert list(LADDERS[name].levels) == settings(name)
    assert 0 < len(LADDERS[name].steps) < len(LEVELS)


@for_every("name", LADDERS)
def test_no_level_is_weaker_than_the_one_below(name: str) -> None:
    assert all(step.score > 0.5 for step in LADDERS[name].steps)


@for_every("name", STEPS)
def test_steps_are_even_where_the_rules_are(name: str) -> None:
    assert len(LADDERS[name].steps) >= STEPS[name]
    assert all(0.65 <= step.score <= 0.8 for step in LADDERS[name].steps)
    assert all(step.games >= 60 for step in LADDERS[name].steps)
