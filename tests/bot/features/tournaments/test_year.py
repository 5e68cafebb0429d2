"""A year of a hundred members: tournaments end with one winner, about when the draft said."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

import pytest

from tests.bot.features.tournaments.year import figures_of
from tests.every import for_every

if TYPE_CHECKING:
    from tests.bot.features.tournaments.year import Figures


def holds(figures: Figures) -> None:
    """Check what is promised of tournaments with the usual rules."""
    assert figures.one_winner >= 0.95 * figures.tournaments
    assert figures.by_seed <= 0.1 * figures.decided
    assert 0.9 <= median(figures.ratios) <= 1.1, figures
    assert figures.within_a_fifth >= 0.6, figures
    assert figures.in_time >= 0.75, figures


def test_a_year_of_tournaments_keeps_what_was_promised() -> None:
    figures = figures_of([1])
    holds(figures)
    assert (figures.tournaments, figures.decided) >= (48, 90)


@pytest.mark.nightly
@for_every("days", [1, 2, 3, 5, 7])
def test_many_years_keep_what_was_promised_at_every_pace(days: int) -> None:
    holds(figures_of(range(20), days))
