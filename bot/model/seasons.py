"""Seasons: quarters of a year, in UTC, numbered since the year 0."""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.model.times import Instant

_SEASONS, _MONTHS = 4, 3  # of a year; of a season


def season_of(at: Instant) -> int:
    """Return the season of a moment.

    >>> season_of(0), starts(season_of(0)), starts(season_of(0) + 1) // 86400
    (7880, 0, 90)
    """
    day = datetime.fromtimestamp(at, UTC)
    return day.year * _SEASONS + (day.month - 1) // _MONTHS


def starts(season: int) -> Instant:
    """Return when a season starts, as the one before it ends.

    A forged button may name a year beyond the calendar: its season then starts in the calendar's
    last or first year.
    """
    year, quarter = divmod(season, _SEASONS)
    year = max(MINYEAR, min(MAXYEAR, year))
    return int(datetime(year, 1 + quarter * _MONTHS, 1, tzinfo=UTC).timestamp())
