"""A day as people write it, in any of our languages -> the day; and a day written out.

Law: reading never raises, and never asks what day it is today.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from datetime import date, timedelta
from typing import TYPE_CHECKING

from bot.ui.words import LANGUAGES, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.words import Words

_LONGEST = 60  # characters
_CURLED = "\u2019"  # an apostrophe, as telephones write it
_SOON = {"today": 0, "aujourd'hui": 0, "tomorrow": 1, "demain": 1}
_SPAN = re.compile(
    r"(?:in |dans )?0{0,2}([1-9]\d{0,2})\s*(?:d|days?|j|jours?|(w|weeks?|sem|semaines?))?"
)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_SHORT = re.compile(r"(\d{1,2})\s*([./-])\s*(\d{1,2})(?:\s*[./-]\s*(\d{4}|\d\d)?)?")
_NAMED = re.compile(r"(\d{1,2})(?:er|st|nd|rd|th|\.)?\s+([a-z]{3,})\.?(?:\s+(\d{4}))?")
_NAMED_FIRST = re.compile(r"([a-z]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?(?:\s+(\d{4}))?")


def read(text: str, today: date) -> date | None:
    """The day; None where the text names none. Without a year, it is the next such day."""
    plain = _plain(text[:_LONGEST])
    if plain in _SOON:
        return _later(today, _SOON[plain])
    if span := _SPAN.fullmatch(plain):
        return _later(today, int(span[1]) * (7 if span[2] else 1))
    if iso := _ISO.fullmatch(plain):
        return _date(int(iso[1]), int(iso[2]), int(iso[3]))
    if short := _SHORT.fullmatch(plain):
        return _short(short, today)
    return _named(plain, today) or _weekday(plain, today)


def _plain(text: str) -> str:
    """Without capitals and accents, with one blank between words."""
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


def _short(found: re.Match[str], today: date) -> date | None:
    """24.12. and 24/12 begin with the day, 12-24 with the month; what cannot be, the other way."""
    first, second, year = int(found[1]), int(found[3]), found[4]
    pairs = [(second, first), (first, second)]
    for month, day in reversed(pairs) if found[2] == "-" else pairs:
        if fits := _in_year(year, month, day, today):
            return fits
    return None


def _in_year(year: str | None, month: int, day: int, today: date) -> date | None:
    if year:
        return _date(int(year) + (0 if len(year) > 2 else 2000), month, day)  # noqa: PLR2004  24.12.26
    years = range(today.year, min(today.year + 9, date.max.year))  # a leap day may be far
    days = (_date(each, month, day) for each in years)
    return next((each for each in days if each and each >= today), None)


def _named(plain: str, today: date) -> date | None:
    if found := _NAMED.fullmatch(plain):
        day, name, year = found.groups()
    elif found := _NAMED_FIRST.fullmatch(plain):
        name, day, year = found.groups()
    else:
        return None
    months = set(_numbers("calendar.months", name))
    return _in_year(year, months.pop() + 1, int(day), today) if len(months) == 1 else None


def _weekday(plain: str, today: date) -> date | None:
    """The next one after today."""
    found = set(_numbers("calendar.weekdays", plain)) if len(plain) > 2 else set[int]()  # noqa: PLR2004  "ma" may be two
    if len(found) != 1:
        return None
    return _later(today, (found.pop() - today.weekday() - 1) % 7 + 1)


def _numbers(key: str, beginning: str) -> Iterator[int]:
    """Which names of the list begin so, in any language."""
    for language in LANGUAGES:
        for number, name in enumerate(_names(key, words_of(language))):
            if _plain(name).startswith(beginning):
                yield number


def _names(key: str, words: Words) -> list[str]:
    return words(key).split(", ")


def written(day: date, words: Words) -> str:
    """Sunday 22 November 2026."""
    return words(
        "calendar.date",
        weekday=_names("calendar.weekdays", words)[day.weekday()],
        day=words("calendar.first") if day.day == 1 else day.day,
        month=_names("calendar.months", words)[day.month - 1],
        year=day.year,
    )
