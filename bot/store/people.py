"""People in SQLite: their settings, blocks and pseudonyms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.model.people import Block, Person
from bot.store import matches, notes, posts, rows, sql
from bot.store.pseudonyms import keyed_hash

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    from bot.model.people import Player
    from bot.model.servers import Bar
    from bot.model.times import Instant
    from bot.store.database import Database

PERSON = rows.columns(Person)
BLOCK = ("pseudonym", *rows.columns(Block))

ONE_PERSON: Final = "SELECT * FROM person WHERE id = :id"
KEEP_PERSON: Final = sql.keep("person", PERSON)
BLOCKED: Final = 'SELECT * FROM blocked WHERE "by" = :player'
INSERT_BLOCK: Final = sql.insert("blocked", sql.but(BLOCK, "id"), "INSERT OR IGNORE")
_ERASED = '"by" = :by AND pseudonym = :pseudonym AND player IS NULL'
BLOCK_AGAIN: Final = sql.update("blocked", _ERASED, "player")
UNBLOCK: Final = 'DELETE FROM blocked WHERE id = :id AND "by" = :player'


class People:
    """Reads and writes people's settings and blocks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person(self, player: Player) -> Person:
        """Return a person's settings; the defaults if none are stored."""
        return await self._database.read(lambda db: read_person(db, player))

    async def change(
        self, player: Player, change: Callable[[Person], Person], now: Instant
    ) -> Person:
        """Change a person's settings as currently stored.

        If their reminder or quiet hours change, their matches and posts are marked due.
        """
        return await self._database.write(lambda db: _change_person(db, player, change, now))

    async def blocked_by(self, player: Player) -> Sequence[Block]:
        """Return the people that a person has blocked, newest first."""
        blocks = await self._database.many(Block, BLOCKED, player=player)
        return sorted(blocks, key=lambda block: block.id, reverse=True)

    async def unblock(self, by: Player, number: int) -> bool:
        """Delete a person's block; return whether it existed."""
        return await self._database.execute(UNBLOCK, player=by, id=number) > 0


def read_person(db: sqlite3.Connection, player: Player) -> Person:
    """Read a person as part of a job."""
    return rows.one(Person, db, ONE_PERSON, id=player) or Person(player)


def _change_person(
    db: sqlite3.Connection, player: Player, change: Callable[[Person], Person], now: Instant
) -> Person:
    before = read_person(db, player)
    after = change(before)
    if after != before:
        db.execute(KEEP_PERSON, rows.row_of(after))
    if _hours(after) != _hours(before):
        matches.mark_due(db, player, now)
        db.execute(posts.MARK_POSTS_OF_DUE, {"player": player, "now": now})
    return after


def _hours(person: Person) -> tuple[object, ...]:
    """Return the settings that decide when a person is notified."""
    return person.remind, person.zone, person.quiet_from, person.quiet_until, person.digest


def write_block(db: sqlite3.Connection, block: Block) -> None:
    """Store a block with its pseudonym; an existing block stays as it is."""
    row = pseudonymous(db, block)
    db.execute(INSERT_BLOCK, row)
    db.execute(BLOCK_AGAIN, row)


def pseudonymous(db: sqlite3.Connection, refusal: Bar | Block) -> dict[str, object]:
    """Return the row of a bar or a block."""
    assert refusal.player is not None
    return {**rows.row_of(refusal), "pseudonym": pseudonym(db, refusal.player)}


def pseudonym(db: sqlite3.Connection, player: Player) -> int:
    """Return the keyed hash of a user ID, which stays when the ID is erased."""
    key = notes.read_note(db, notes.PSEUDONYMS)
    return keyed_hash(key.encode() if key else b"", player)
