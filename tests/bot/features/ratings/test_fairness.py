"""That no one makes a rating with accounts of their own, and newcomers do not pay for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bench.fairness import MOST, NEWCOMERS, gain, newcomers, star, tower

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.fairness import Pair


@pytest.mark.nightly
@pytest.mark.parametrize(
    "farm", [star(1), star(10), tower(1), tower(10)], ids=("star", "star-10", "tower", "tower-10")
)
def test_ten_accounts_bring_their_owner_little_in_a_season(farm: Sequence[Pair]) -> None:
    assert 0 < gain(farm, seeds=2) < MOST


@pytest.mark.nightly
@pytest.mark.parametrize("farm", [star(10), tower(10)], ids=("star-10", "tower-10"))
def test_nor_do_they_on_a_server_of_three_friends(farm: Sequence[Pair]) -> None:
    assert gain(farm, seeds=2, at_home=True) < MOST


@pytest.mark.nightly
@pytest.mark.parametrize("strength", [1350.0, 1650.0])
def test_newcomers_lose_little_by_that(strength: float) -> None:
    assert newcomers(strength, 15, seeds=4) < NEWCOMERS
