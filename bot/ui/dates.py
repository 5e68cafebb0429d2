"""Dates as players type them in any of the languages, read and written.

Invariant: reading never raises, and gets today's date as an argument. The words come from the
languages.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING

from bot.ui.words import languages

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.ui.words import Words

_LONGEST = 60  # characters
_CURLED = "\u2019"  # an apostrophe, as phones write it
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_SHORT = re.compile(r"(\d{1,2})\s*([./-])\s*(\d{1,2})(?:\s*[./-]\s*(\d{4}|\d\d)?)?")


@dataclass(frozen=True, slots=True)
class _Reading:
    """Patterns and words for dates, of all languages together."""

    soon: Mapping[str, int]  # today and tomorrow, as days from now
    span: re.Pattern[str]  # 7 days, in 2 weeks
    named: re.Pattern[str]  # 24th of December
    named_first: re.Pattern[str]  # December 24
    months: tuple[tuple[str, ...], ...]  # by language
    weekdays: tuple[tuple[str, ...], ...]


@cache
def _reading(spoken: tuple[Words, ...]) -> _Reading:
    """Build the patterns for dates from the words of these languages."""

    def among(key: str) -> str:
        return (
            "|".join(re.escape(name) for words in spoken for name in _names(key, words)) or "(?!)"
        )

    def names(key: str) -> tuple[tuple[str, ...], ...]:
        return tuple(_names(key, words) for words in spoken)

    name, ordinal = r"([^\W\d_]{3,})\.?", f"(?:{among('date.ordinals')})?"
    of = rf"(?:(?:{among('date.of')})\s+)?"
    return _Reading(
        soon={
            **{name: 0 for words in spoken for name in _names("date.today", words)},
            **{name: 1 for words in spoken for name in _names("date.tomorrow", words)},
        },
        span=re.compile(
            rf"(?:(?:{among('date.in')}) )?0{{0,2}}([1-9]\d{{0,2}})\s*"
            rf"(?:{among('date.days')}|({among('date.weeks')}))?"
        ),
        named=re.compile(rf"(\d{{1,2}}){ordinal}\.?\s+{of}{name}(?:\s+{of}(\d{{4}}))?"),
        named_first=re.compile(rf"{name}\s+(\d{{1,2}}){ordinal},?(?:\s+(\d{{4}}))?"),
        months=names("date.months"),
        weekdays=names("date.weekdays"),
    )


def read_date(text: str, today: date) -> date | None:
    """Read a date; None if the text has none. Without a year, return the next such date."""
    plain, reading = _plain(text[:_LONGEST]), _reading(tuple(languages().values()))
    if plain in reading.soon:
        return _later(today, reading.soon[plain])
    if span := reading.span.fullmatch(plain):
        return _later(today, int(span[1]) * (7 if span[2] else 1))
    if iso := _ISO.fullmatch(plain):
        return _date(int(iso[1]), int(iso[2]), int(iso[3]))
    if short := _SHORT.fullmatch(plain):
        return _short(short, today)
    return _named(plain, today, reading) or _weekday(plain, today, reading)


def _plain(text: str) -> str:
    """Return a text in lower case without accents, with single spaces."""
    apart = unicodedata.normalize("NFD", text.lower().replace(_CURLED, "'"))
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


def _later(today: date, days: int) -> date | None:
    with suppress(OverflowError):
        return today + timedelta(days=days)
    return None


def _date(year: int, month: int, day: int) -> date | None:
    with suppress(ValueError):
        return date(year, month, day)
    return None


def _short(written: re.Match[str], today: date) -> date | None:
    """Read 24.12. and 24/12 as day first, 12-24 as month first; the reverse if impossible."""
    first, second, year = int(written[1]), int(written[3]), written[4]
    pairs = [(second, first), (first, second)]
    for month, day in reversed(pairs) if written[2] == "-" else pairs:
        if fits := _in_year(year, month, day, today):
            return fits
    return None


def _in_year(year: str | None, month: int, day: int, today: date) -> date | None:
    if year:
        return _date(int(year) + (0 if len(year) > 2 else 2000), month, day)  # noqa: PLR2004  24.12.26
    years = range(today.year, min(today.year + 9, date.max.year))  # a leap day may be years away
    days = (_date(candidate, month, day) for candidate in years)
    return next((fit for fit in days if fit and fit >= today), None)


def _named(plain: str, today: date, reading: _Reading) -> date | None:
    """Read a date with a month's name; None if the text has none."""
    if match := reading.named.fullmatch(plain):
        day, name, year = match.groups()
    elif match := reading.named_first.fullmatch(plain):
        name, day, year = match.groups()
    else:
        return None
    months = _begin(reading.months, name)
    return _in_year(year, months.pop() + 1, int(day), today) if len(months) == 1 else None


def _weekday(plain: str, today: date, reading: _Reading) -> date | None:
    """Return the next such weekday after today."""
    weekdays = _begin(reading.weekdays, plain) if len(plain) > 2 else set[int]()  # noqa: PLR2004  "ma" may be two
    if len(weekdays) != 1:
        return None
    return _later(today, (weekdays.pop() - today.weekday() - 1) % 7 + 1)


def _begin(lists: Iterable[tuple[str, ...]], beginning: str) -> set[int]:
    """Return the numbers of names with this beginning, in any language."""
    return {
        number for names in lists for number, name in enumerate(names) if name.startswith(beginning)
    }


def _names(key: str, words: Words) -> tuple[str, ...]:
    return tuple(_plain(name) for name in words.listed(key))


def written(day: date, words: Words) -> str:
    """Write a date in words: Sunday 22 November 2026."""
    weekday = words.listed("date.weekdays")[day.weekday()]
    return words("date.written", weekday=weekday, **_parts(day, words))


def written_briefly(day: date, words: Words) -> str:
    """Write a date in words: 22 November 2026."""
    return words("date.brief", **_parts(day, words))


def _parts(day: date, words: Words) -> Mapping[str, object]:
    """Return the parts of a date in words, without its weekday."""
    return {
        "day": words("date.first") if day.day == 1 else day.day,
        "month": words.listed("date.months")[day.month - 1],
        "year": day.year,
    }
