"""Settings of people and their server before a storm: quiet hours, digests, threads, a wall.

They are written directly to the database; other tests cover choosing them.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from random import Random

_ZONES = ("", "Europe/Paris", "America/New_York", "Asia/Tokyo", "Australia/Brisbane")


def choose(database: Path, guild: str, wall: str, people: Iterable[str], chance: Random) -> None:
    """Choose settings at random, and store them."""
    of_server = {
        "days": chance.choice((1, 1, 2, 0)),
        "boards": chance.choice(("one", "short", "keep")),
        "thread": chance.randint(0, 1),
        "wall": int(wall) if chance.random() < 1 / 2 else None,
        "tidy": chance.randint(0, 1),
        "tournaments_for_all": chance.randint(0, 1),
        "rules": chance.choice(("", "larochelle+attackers-first")),
    }
    with closing(sqlite3.connect(database)) as db, db:
        _keep(db, "guild", int(guild), of_server)
        for person in people:
            start = chance.choice((None, None, *range(24)))
            of_person = {
                "zone": chance.choice(_ZONES),
                "quiet_from": start,
                "quiet_until": None if start is None else (start + 8) % 24,
                "digest": chance.choice((None, None, None, *range(24))) if start else None,
                "remind": chance.choice((25, 80, 95)),
                "remind_dm": chance.randint(0, 1),
                "confirm": chance.choice((0, 0, 1)),
                "text": chance.choice((0, 0, 0, 1)),
            }
            _keep(db, "person", int(person), of_person)


def _keep(db: sqlite3.Connection, table: str, number: int, row: Mapping[str, object]) -> None:
    names = ", ".join(f'"{name}"' for name in ("id", *row))
    marks = ", ".join("?" for _ in ("id", *row))
    write = f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({marks})"  # noqa: S608  our own words
    db.execute(write, (number, *row.values()))
