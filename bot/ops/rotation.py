"""Which daily backups are kept: the last seven, and one of each of the four weeks before."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

DAYS = 7
WEEKS = 4


def outdated(days: Collection[date], today: date) -> set[date]:
    """The days whose backups may be deleted; never today's, even if the clock was set back."""
    newest = sorted(days, reverse=True)
    first_of_week = {day.isocalendar()[:2]: day for day in newest[DAYS:]}  # the earliest is last
    weekly = list(first_of_week.values())[:WEEKS]
    return set(newest[DAYS:]) - set(weekly) - {today}


def name(stem: str, day: date) -> str:
    """The name of that day's backup."""
    return f"{stem}-{day.isoformat()}.db"


def day_of(stem: str, file: str) -> date | None:
    """The day of a backup, by its name; None for any other file."""
    try:
        day = date.fromisoformat(file.removeprefix(f"{stem}-").removesuffix(".db"))
    except ValueError:
        return None
    return day if file == name(stem, day) else None
