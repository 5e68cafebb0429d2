"""Settings of people and their server before a storm: quiet hours, digests, blocks, a wall.

They are written directly to the database; other tests cover choosing them.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bot.model.people import Block, Person
from bot.service.pings import local
from bot.store.people import write_block
from tests.world.machine import BEGAN
from tests.world.storm.people import HOUR, NIGHT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from random import Random

    from tests.world.storm.people import Community

_SOONER = 20 * HOUR
_ZONES = ("", "Europe/Paris", "America/New_York", "Asia/Tokyo", "Australia/Brisbane")


def choose(database: Path, community: Community, wall: str, chance: Random) -> None:
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
        db.row_factory = sqlite3.Row
        _keep(db, "guild", int(community.guild), of_server)
        for pair in community.foes:
            for by, player in (pair, pair[::-1]):
                write_block(db, Block(by=int(by), player=int(player), at=0))
        for person in community.members:
            zone = chance.choice(_ZONES)
            start = chance.choice((None, *range(24), *[_night(community, person, zone)] * 24))
            of_person = {
                "zone": zone,
                "quiet_from": start,
                "quiet_until": None if start is None else (start + NIGHT) % 24,
                "digest": chance.choice((*[None] * 24, *range(24))) if start else None,
                "remind": chance.choice((25, 80, 95)),
                "remind_dm": chance.randint(0, 1),
                "confirm": chance.choice((0, 0, 1)),
                "text": chance.choice((0, 0, 0, 1)),
            }
            _keep(db, "person", int(person), of_person)


def end_first_round(database: Path) -> bool:
    """Let the first round of votes, which lasts a day, end soon. Return whether there is one."""
    with closing(sqlite3.connect(database)) as db, db:
        first = "round = 1 AND opened IS NOT NULL"
        sooner = f"UPDATE vote_game SET opened = opened - ?1, due = due - ?1 WHERE {first}"  # noqa: S608
        return db.execute(sooner, (_SOONER,)).rowcount > 0


def _night(community: Community, person: str, zone: str) -> int:
    """The hour at which they go to sleep, by their own clock."""
    asleep = BEGAN + community.nights[person] * HOUR
    return local(Person(int(person), zone=zone), asleep).hour


def _keep(db: sqlite3.Connection, table: str, number: int, row: Mapping[str, object]) -> None:
    names = ", ".join(f'"{name}"' for name in ("id", *row))
    marks = ", ".join("?" for _ in ("id", *row))
    write = f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({marks})"  # noqa: S608  our own words
    db.execute(write, (number, *row.values()))
