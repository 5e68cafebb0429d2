"""Challenges in SQLite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.model.challenges import Challenge
from bot.store import rows, sql
from bot.store.changes import Stale

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.database import Database

CHALLENGE = rows.columns(Challenge)

ONE_CHALLENGE: Final = "SELECT * FROM challenge WHERE id = :id"
OPEN_CHALLENGES: Final = """
    SELECT * FROM challenge WHERE "by" = :player AND standing = 'open'
    UNION ALL
    SELECT * FROM challenge WHERE opponent = :player AND standing = 'open' AND "by" <> :player"""
DRAFTS: Final = "SELECT * FROM challenge WHERE \"by\" = :player AND standing = 'draft' ORDER BY id"
EXPIRED: Final = """
    SELECT * FROM challenge WHERE until <= :now AND standing IN ('open', 'draft')
    ORDER BY until, id"""


class Challenges:
    """Reads challenges. `bot.store.commit` writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def challenge(self, number: int) -> Challenge | None:
        """Return a challenge; None if there is none."""
        return await self._database.one(Challenge, ONE_CHALLENGE, id=number)

    async def open_of(self, player: Player) -> Sequence[Challenge]:
        """Return the open challenges made by or to this player, newest first."""
        challenges = await self._database.read(lambda db: open_challenges(db, player))
        return sorted(challenges, key=lambda challenge: challenge.id, reverse=True)

    async def drafts_of(self, player: Player) -> Sequence[Challenge]:
        """Return the drafts of this player, oldest first."""
        return await self._database.many(Challenge, DRAFTS, player=player)

    async def expired(self, now: Instant) -> Sequence[Challenge]:
        """Return the open challenges and drafts that have expired."""
        return await self._database.many(Challenge, EXPIRED, now=now)


# Writing, as parts of jobs

INSERT_CHALLENGE: Final = sql.insert("challenge", sql.but(CHALLENGE, "id"))
# The author, place and time never change; other statements set the message and the match.
UPDATE_CHALLENGE: Final = sql.update(
    "challenge",
    "id = :id AND version = :version - 1",
    *sql.but(
        CHALLENGE,
        *("id", "guild", "channel", "remote", "by", "start", "made"),
        *("message", "match", "rematch_of", "counter_of"),
    ),
)
LINK_CHALLENGE: Final = sql.update("challenge", "id = :challenge", "match")
OLD_CHALLENGES: Final = """
    SELECT id FROM challenge AS c
    WHERE standing IN ('withdrawn', 'declined', 'expired', 'countered') AND made < :before
    AND NOT EXISTS (SELECT 1 FROM post WHERE challenge = c.id)
    ORDER BY made LIMIT :most"""
# A challenge that answered an old one no longer refers to it.
CLEAR_COUNTERED: Final = sql.update("challenge", "counter_of = :id", counter_of="NULL")
CLEAR_CHALLENGE: Final = "DELETE FROM challenge WHERE id = :id"


def open_challenges(db: sqlite3.Connection, player: Player) -> Sequence[Challenge]:
    """Return the open challenges that a player made or got."""
    return rows.many(Challenge, db, OPEN_CHALLENGES, player=player)


def write_challenge(db: sqlite3.Connection, challenge: Challenge) -> int:
    """Store a new or changed challenge and return its number.

    Raise Stale if it has changed since.
    """
    row = rows.row_of(challenge)
    if challenge.id == 0:
        return sql.inserted(db.execute(INSERT_CHALLENGE, row))
    if db.execute(UPDATE_CHALLENGE, row).rowcount == 0:
        raise Stale
    return challenge.id


def link_challenge(db: sqlite3.Connection, challenge: int, match: int) -> None:
    """Note the match that a challenge has led to."""
    db.execute(LINK_CHALLENGE, {"match": match, "challenge": challenge})


def clear_challenges(db: sqlite3.Connection, before: Instant, most: int) -> int:
    """Delete up to `most` old challenges that led to no match; return how many."""
    old = sql.many(db, OLD_CHALLENGES, {"before": before, "most": most})
    ids = [{"id": row["id"]} for row in old]
    for statement in (CLEAR_COUNTERED, CLEAR_CHALLENGE):
        db.executemany(statement, ids)
    return len(ids)
