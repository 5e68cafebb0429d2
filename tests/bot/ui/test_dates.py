"""Days as people write them, in several languages; 21 November 2026 is a Saturday."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bot.ui.dates import read_date, written
from tests.bot.ui.model import EN, FR
from tests.every import for_every

TODAY = date(2026, 11, 21)
EVE = date(2026, 12, 24)


@for_every(
    ("text", "day"),
    [
        ("2026-12-24", EVE),
        ("24.12.", EVE),
        ("24.12", EVE),
        ("24.12.2026", EVE),
        ("24/12", EVE),
        ("24/12/2026", EVE),
        ("24/12/26", EVE),
        ("24-12-2026", EVE),
        ("12-24", EVE),
        ("24-12", EVE),  # there is no month 24
        ("12/24", EVE),
        (" 24 . 12 . ", EVE),
        ("24 December", EVE),
        ("December 24", EVE),
        ("dec 24, 2026", EVE),
        ("24th dec 2026", EVE),
        ("24 décembre", EVE),
        ("24 DÉC.", EVE),
        ("1er janvier", date(2027, 1, 1)),
        ("5/6", date(2027, 6, 5)),
        ("5-6", date(2027, 5, 6)),
        ("21/11", TODAY),
        ("20/11", date(2027, 11, 20)),
        ("20/11/2026", date(2026, 11, 20)),
        ("29/2", date(2028, 2, 29)),
        ("today", TODAY),
        ("aujourd\u2019hui", TODAY),
        ("tomorrow", date(2026, 11, 22)),
        ("Demain", date(2026, 11, 22)),
        ("7", date(2026, 11, 28)),
        ("7 days", date(2026, 11, 28)),
        ("in 7 days", date(2026, 11, 28)),
        ("1 day", date(2026, 11, 22)),
        ("7 jours", date(2026, 11, 28)),
        ("dans 7 jours", date(2026, 11, 28)),
        ("7j", date(2026, 11, 28)),
        ("2 weeks", date(2026, 12, 5)),
        ("2 semaines", date(2026, 12, 5)),
        ("Sunday", date(2026, 11, 22)),
        ("samedi", date(2026, 11, 28)),  # today is one
        ("mon", date(2026, 11, 23)),
        ("mar", date(2026, 11, 24)),  # mardi
        ("24:e december", EVE),
        ("i morgon", date(2026, 11, 22)),
        ("om 7 dagar", date(2026, 11, 28)),
        ("2 veckor", date(2026, 12, 5)),
        ("lördag", date(2026, 11, 28)),
    ],
)
def test_a_day_is_read(text: str, day: date) -> None:
    assert read_date(text, TODAY) == day


@for_every(
    "text",
    [
        "",
        "soon",
        "31/2",
        "32/1",
        "13-13",
        "24.12.6",
        "2026-02-29",
        "24 jui",  # juin, or juillet
        "24 m",
        "ma",
        "7 dwarves",
        "0",
        "0 days",
        "dans 00 jours",
        "-7",
        "24.12.10000",
        "1" * 5000,
    ],
)
def test_what_is_no_day_is_none(text: str) -> None:
    assert read_date(text, TODAY) is None


def test_no_day_is_after_the_last() -> None:
    assert read_date("7 days", date.max) is None
    assert read_date("monday", date.max) is None
    assert read_date("1/1", date.max) is None


@given(st.text(), st.dates())
def test_reading_never_fails(text: str, today: date) -> None:
    assert read_date(text, today) is None or text.strip()


@given(st.dates(min_value=date(2000, 1, 1), max_value=date(2100, 1, 1)))
def test_a_day_written_as_a_number_is_read_again(day: date) -> None:
    assert read_date(day.isoformat(), TODAY) == day


def test_a_day_is_written_out() -> None:
    assert written(date(2026, 11, 22), EN) == "Sunday 22 November 2026"
    assert written(date(2026, 11, 22), FR) == "dimanche 22 novembre 2026"
    assert written(date(2027, 1, 1), FR) == "vendredi 1er janvier 2027"
    assert written(date(2027, 1, 1), EN) == "Friday 1 January 2027"
