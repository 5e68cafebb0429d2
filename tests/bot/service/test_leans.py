"""Which handicaps even a rule set out, by what was measured."""

from __future__ import annotations

import pytest

from bot.service.leans import Measured, evening, is_near

TABLE = {
    "larochelle": Measured(0.9, 0.04, 60),
    "larochelle+king-four": Measured(0.8, 0.05, 60),
    "larochelle+goal-corners": Measured(0.47, 0.06, 60),
    "larochelle+goal-off-camps+king-four": Measured(0.47, 0.06, 60),
    "larochelle+goal-off-camps": Measured(0.55, 0.06, 60),
    "larochelle+king-steps": Measured(0.1, 0.04, 60),
    "larochelle+diamond": Measured(0.92, 0.03, 60),
    "larochelle+goal-corners+diamond": Measured(0.4, 0.12, 12),
    "bga": Measured(0.75, 0.05, 60),
    "bga-rim": Measured(0.46, 0.01, 900),
    "ludens": Measured(0.5, 0.06, 60),
}


@pytest.mark.parametrize(
    ("lean", "near"),
    [
        (Measured(0.5, 0.01, 99), True),
        (Measured(0.54, 0.01, 99), True),  # no player notices so little
        (Measured(0.57, 0.01, 99), False),
        (Measured(0.57, 0.08, 20), True),  # it may well be even
        (Measured(0.38, 0.12, 12), True),
        (Measured(0.37, 0.12, 12), False),
    ],
)
def test_a_lean_within_its_error_is_none(lean: Measured, *, near: bool) -> None:
    assert is_near(lean) is near


@pytest.mark.parametrize(
    ("rules", "proposed"),
    [
        ("larochelle", ("larochelle+goal-corners", "larochelle+goal-off-camps+king-four")),
        (
            "larochelle+king-steps",
            ("larochelle+goal-corners", "larochelle+goal-off-camps+king-four"),
        ),
        ("larochelle+diamond", ("larochelle+goal-corners+diamond",)),  # they start as they did
        ("larochelle+goal-corners", ()),  # even as it is
        ("bga", ()),  # nothing evens it out
        ("bga-rim", ()),
        ("brandubh", ()),  # never measured
        ("larochelle+king-four+king-steps", ()),
    ],
)
def test_what_is_even_is_proposed_with_few_handicaps(rules: str, proposed: tuple[str, ...]) -> None:
    assert evening(TABLE, rules) == proposed


def test_between_unequal_players_the_weaker_side_is_helped() -> None:
    """Dark is much stronger: Light should score 0.9 among equals, and then they are even."""
    assert evening(TABLE, "larochelle", wanted=0.9) == ()
    assert evening(TABLE, "larochelle+goal-corners", wanted=0.9) == ("larochelle",)
    assert evening(TABLE, "larochelle", wanted=0.12) == ("larochelle+king-steps",)
    assert evening(TABLE, "larochelle", wanted=0.8) == ("larochelle+king-four",)
