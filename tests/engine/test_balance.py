"""How even the rule sets are, as it was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.balance import Balance, balance_of, people, table
from games.catalogue import every_name, game

if TYPE_CHECKING:
    import pytest


def test_every_name_has_a_balance() -> None:
    for name in every_name():
        balance = balance_of(name)
        assert 0 <= balance.share <= 1
        assert 0 <= balance.error <= 1


def test_what_was_not_measured_has_the_balance_of_the_nearest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured = {
        "larochelle": Balance(0.9, 0.1, 10),
        "larochelle+king-four": Balance(0.6, 0.1, 10),
        "bga": Balance(0.5, 0.1, 10),
    }
    monkeypatch.setattr("engine.balance.table", lambda: measured)
    assert balance_of("larochelle") == measured["larochelle"]
    assert balance_of("larochelle+king-four+diamond") == measured["larochelle+king-four"]
    assert balance_of("larochelle+diamond") == measured["larochelle"]
    assert balance_of("ludens") == Balance(0.5, 0.5, 0)


def test_the_table_speaks_of_rule_sets_that_there_are() -> None:
    for name, balance in table().items():
        assert game(name).name == name
        assert balance.games > 0


def test_peoples_results_name_their_source() -> None:
    for name, balance in people().items():
        assert game(name).name == name
        assert 0 < balance.share < 1
        assert balance.source
        assert balance.about
        assert (balance.games > 0) is (balance.error > 0)  # both are known, or neither
