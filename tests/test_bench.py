"""`make bench` ends with an error if a row misses its limit, and measures on if all goes wrong."""

from __future__ import annotations

import sys
from math import nan
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from tests.bench import __main__ as bench
from tests.bench import attacks, bot, ranks
from tests.bench.load import Taken
from tests.bench.verdicts import is_missed, kept, lost, verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.bench.bot import Row

    Part = Callable[[], Sequence[Row]]


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """A benchmark of these parts alone."""

    def run(**named: Part) -> int:
        for name, part in named.items():
            monkeypatch.setitem(sys.modules, f"tests.bench.{name}", SimpleNamespace(run=part))
        monkeypatch.setattr(bench, "PARTS", tuple(named))
        return bench.main([])

    return run


@pytest.mark.parametrize(
    "missed",
    [verdict(3, 2, "ms"), verdict(nan, 2, "ms"), kept("2x", holds=False), lost(1)],
)
def test_a_row_that_misses_its_limit_is_an_error_that_names_it(
    parts: Callable[..., int], capsys: pytest.CaptureFixture[str], missed: str
) -> None:
    good = ("moves, p50", "1 ms", "", verdict(1, 2, "ms") + lost(0))
    assert parts(first=lambda: [good, ("moves, p99", "3 ms", "", missed)]) == 1
    assert capsys.readouterr().err == "Missed: moves, p99\n"
    assert parts(first=lambda: [good, ("no limit", "3 ms", "", "")]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("error", [IndexError("that"), pytest.skip.Exception("that")])
def test_a_part_that_breaks_off_is_an_error_and_the_others_are_measured(
    parts: Callable[..., int], capsys: pytest.CaptureFixture[str], error: BaseException
) -> None:
    def broken() -> list[Row]:
        raise error

    assert parts(first=broken, second=lambda: [("moves", "1 ms", "", "")]) == 1
    out, err = capsys.readouterr()
    assert "moves" in out
    assert f"{type(error).__name__}: that" in err
    assert err.endswith("Missed: first broke off\n")


def test_rounds_without_an_answer_miss_their_limits() -> None:
    none = [Taken(lost=200)]
    ratings = ranks.answers(ranks.Asked(none, none, none), ranks.Asked(none, none, none))
    rows = [
        *bot.few_games(none, none, none),
        bot.held("listed", none, none, bot.Limit("games", 0.99, 50)),
        *ratings[2:],  # the cost of a table and the first tables have no limit
        attacks.others(none, 400),
    ]
    assert [row[0] for row in rows if not is_missed(row[3])] == []
