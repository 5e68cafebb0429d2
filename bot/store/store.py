"""The store: one SQLite file, with a class for each subject stored in it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.store import rows
from bot.store.challenges import Challenges, clear_challenges
from bot.store.commit import commit, verify
from bot.store.database import open_database
from bot.store.errors import refusing
from bot.store.lock import held
from bot.store.matches import Matches
from bot.store.moderation import ModerationLog, clear_entries
from bot.store.notes import Notes
from bot.store.people import People
from bot.store.personal_data import PersonalData, clear_erased
from bot.store.posts import Posts
from bot.store.servers import Servers, clear_departed
from bot.store.times import Times, clear_vacations
from bot.store.worker import USUAL

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncGenerator, Sequence
    from pathlib import Path

    from bot.model.times import Instant, Kept
    from bot.store.changes import Change, Committed
    from bot.store.database import Database
    from bot.store.extension import Extension
    from bot.store.worker import Access


@asynccontextmanager
async def open_store(
    path: Path, extensions: Sequence[Extension] = (), access: Access = USUAL
) -> AsyncGenerator[Store]:
    """Open the store in a file, made with its folder if missing; raise StoreError if that fails.

    No other process may have it open. All started work is written before it closes.
    """
    with refusing(path):
        _make(path)
    with held(path):
        async with open_database(path, access) as database:
            yield Store(database, extensions)


def _make(path: Path) -> None:
    """Make the file readable only by its owner; SQLite gives its log the same rights."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)


# Reads only indexes: a hundred thousand games take a few milliseconds.
COUNTS: Final = """
    SELECT
        (SELECT count(*) FROM post WHERE due <= :now) AS posts,
        (SELECT count(*) FROM post WHERE due >= 0 AND tries > 0) AS failing,
        (SELECT count(*) FROM "match" WHERE dark >= 0 AND reason IS NULL) AS games,
        (SELECT count(*) FROM "match" WHERE due >= 0) AS clocks,
        (SELECT count(*) FROM "match" WHERE due <= :now) AS due"""


@dataclass(frozen=True, slots=True)
class Counts:
    """The amounts of work at one moment."""

    posts: int = 0  # due, and not sent yet
    failing: int = 0  # failed so far
    games: int = 0  # in progress
    clocks: int = 0  # of these, with a deadline
    due: int = 0  # of these, past the deadline
    writes: int = 0  # waiting for the disk


class Store:
    """All stored data, by subject. Each method that writes is one transaction.

    All methods read committed data. A feature makes the class of its own tables over `database`.
    """

    def __init__(self, database: Database, extensions: Sequence[Extension] = ()) -> None:
        self.database = database
        self.alarms = database.alarms
        self._extensions = extensions
        self.matches = Matches(database)
        self.challenges = Challenges(database)
        self.posts = Posts(database, extensions)
        self.people = People(database)
        self.servers = Servers(database, extensions)
        self.moderation = ModerationLog(database)
        self.times = Times(database, extensions)
        self.notes = Notes(database)
        self.personal_data = PersonalData(database, extensions)

    async def commit(self, change: Change, *more: Change) -> Committed:
        """Write the changes all or not at all; raise Stale if any is outdated.

        If none is outdated but a limit is exceeded, raises that limit's refusal. Once started this
        runs to its end, even if the caller is cancelled. Returns the numbers given to the first
        change.
        """
        changes = (change, *more)
        for one in changes:
            verify(one)
        committed = await self.database.write(lambda db: commit(db, changes, self._extensions))
        if change.record and committed.match:
            self.database.folded.keep(committed.match, change.record.match)
        return committed

    async def clear(self, oldest: Kept, most: int) -> bool:
        """Delete up to `most` old rows of each kind; return whether there may be more."""
        return await self.database.write(lambda db: clear_some(db, oldest, most, self._extensions))

    async def counts(self, now: Instant) -> Counts:
        """Return the sizes of the queues."""
        row = await self.database.row(COUNTS, now=now)
        assert row
        return rows.read(Counts, row, writes=self.database.waiting)


def clear_some(
    db: sqlite3.Connection, oldest: Kept, most: int, extensions: Sequence[Extension] = ()
) -> bool:
    """Delete old rows, as a job for the writer; return whether there may be more."""
    challenges = clear_challenges(db, oldest.challenges, most)
    vacations = clear_vacations(db, oldest.vacations, most)
    clear_erased(db, oldest.erased)
    entries = clear_entries(db, oldest.moderation, most)
    departed = clear_departed(db, oldest.servers, extensions)
    return departed or most in (challenges, vacations, entries)
