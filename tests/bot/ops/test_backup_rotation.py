"""Which backups are kept, day after day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.ops.backup import day_of, name_of, outdated

MONDAY = date(2026, 11, 16)


def dates_after(today: date, days: int, *, without: frozenset[int] = frozenset()) -> list[str]:
    """Return the backups after so many days up to this one; on some the bot was down."""
    there: set[date] = set()
    for ago in reversed(range(days)):
        if ago not in without:
            there.add(today - timedelta(ago))
            there -= outdated(there, today - timedelta(ago))
    return [day.strftime("%m-%d") for day in sorted(there)]


def test_seven_days_and_the_monday_of_each_of_the_four_weeks_before() -> None:
    days = ["11-10", "11-11", "11-12", "11-13", "11-14", "11-15", "11-16"]
    assert dates_after(MONDAY, 100) == ["10-19", "10-26", "11-02", "11-09", *days]
    days = ["11-16", "11-17", "11-18", "11-19", "11-20", "11-21", "11-22"]
    assert dates_after(MONDAY + timedelta(6), 100) == ["10-19", "10-26", "11-02", "11-09", *days]


def test_none_is_older_than_five_weeks_where_the_bot_runs_each_day() -> None:
    for more in range(20):
        today = MONDAY + timedelta(more)
        oldest = date.fromisoformat(f"2026-{dates_after(today, 90)[0]}")
        assert timedelta(28) <= today - oldest <= timedelta(34)


def test_none_is_older_where_the_bot_runs_on_mondays() -> None:
    away = frozenset(range(300)) - frozenset(range(0, 300, 7))
    assert dates_after(MONDAY, 300, without=away) == [
        *("10-12", "10-19", "10-26", "11-02", "11-09", "11-16")
    ]


def test_a_holiday_of_the_bot_costs_none() -> None:
    away = frozenset(range(1, 30))
    assert dates_after(MONDAY, 34, without=away) == ["10-14", "10-15", "10-16", "10-17", "11-16"]


@pytest.mark.parametrize("today", [date(1970, 1, 1), date(2026, 11, 1), date(2099, 1, 1)])
def test_todays_stays_though_the_clock_was_set_back(today: date) -> None:
    days = {MONDAY + timedelta(7 * week) for week in range(40)}
    assert today not in outdated(days | {today}, today)


def test_other_files_are_none_of_ours() -> None:
    assert name_of("konakis", MONDAY) == "konakis-2026-11-16.db"
    assert day_of("konakis", "konakis-2026-11-16.db") == MONDAY
    for other in (
        "konakis.db",
        "konakis-before-2026-11-16T071428Z.db",
        "konakis-20261116.db",
        "konakis-2026-11-31.db",
        "2026-11-16",
        "konakis-2026-11-16.db-wal",
        "my-konakis-2026-11-16.db",
    ):
        assert day_of("konakis", other) is None
