"""Everything stored about one person, and its erasure from the file to the last byte.

Invariant: a person is known only by their Discord id. Once that is erased, only a pseudonym
remains: for bars and blocks by others, and for a while to note the erasure.
"""

# ruff: noqa: S608  every word of a statement is in this package

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.model.challenges import Challenge
from bot.model.matches import SEATS
from bot.model.people import FORMER, Block, Person
from bot.model.personal_data import Dossier, Filed
from bot.model.posts import ClockPost, ReminderPost, RenameThread
from bot.model.times import Vacation
from bot.store import (
    challenges,
    events,
    matches,
    moderation,
    notes,
    people,
    posts,
    rows,
    sql,
    times,
)
from bot.store.changes import Stale
from bot.store.connection import beside
from bot.store.errors import Damaged, StoreError, UnreadableMatch
from bot.store.migrations import migrate, steps
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.database import Database
    from bot.store.extension import Extension
    from games.events import Event

log = logging.getLogger(__name__)

_AT_ONCE = 50  # matches read with their events in one job, so that others needn't wait long
_PATIENCE = 60  # seconds in which a reader such as a backup should be done
_IN_FILES = (
    "data of people who were erased is still in the database's files, because another program is "
    "reading them: close that program, and it's gone within a minute"
)
_SHORT = 100  # milliseconds
_PAGES = 1000  # of the file, overwritten in one transaction


@dataclass(frozen=True, slots=True)
class Erasure:
    """A person to erase, as the host asked."""

    player: int
    asked_by: str
    at: int


@dataclass(frozen=True, slots=True)
class Erased:
    """A person who was erased, known only by pseudonym."""

    pseudonym: int
    asked_by: str
    at: int


ERASURES: Final = "SELECT * FROM erasure WHERE player > 0 ORDER BY player"
KEEP_ERASURE: Final = sql.keep("erasure", rows.columns(Erasure))
ERASED: Final = "SELECT * FROM erased WHERE pseudonym = :pseudonym"
KEEP_ERASED: Final = sql.keep("erased", rows.columns(Erased))
CLEAR_ERASED: Final = "DELETE FROM erased WHERE at < :before"

BARRED_IN: Final = "SELECT guild FROM barred WHERE pseudonym = :pseudonym ORDER BY guild"
MATCHES_OF: Final = " UNION ALL ".join(
    f'SELECT * FROM "match" WHERE {seat} = +:player AND reason {over}'
    for over in ("IS NULL", "IS NOT NULL")
    for seat in SEATS
)
# Not drafts that others never showed.
CHALLENGES_OF: Final = """
    SELECT * FROM challenge WHERE "by" = :player
    UNION ALL SELECT * FROM challenge WHERE opponent = :player
        AND (message IS NOT NULL OR standing NOT IN ('draft', 'withdrawn', 'expired'))"""


class PersonalData:
    """Reads a person's data, and erases it."""

    def __init__(self, database: Database, extensions: Sequence[Extension]) -> None:
        self._database = database
        self._extensions = extensions
        self._erasures = 1  # so far; the first stands for those of earlier runs
        self._emptied = 0  # how many erasures there were when the log was last emptied
        self._failing: float | None = None  # since when, by the loop's clock
        self._warned = False

    async def of(self, player: Player, *, logs: bool = True) -> Dossier:
        """Return everything stored about a person, oldest first; much faster without events.

        Changes made meanwhile may be included or not.
        """
        dossier = await self._database.read(partial(_dossier, player, self._extensions))
        if not logs:
            return dossier
        filed: list[Filed] = []
        for start in range(0, len(dossier.matches), _AT_ONCE):
            some = dossier.matches[start : start + _AT_ONCE]
            filed += await self._database.read(partial(_with_logs, some))
        return replace(dossier, matches=tuple(filed))

    async def erasures(self) -> Sequence[tuple[Player, str]]:
        """Return the people still to erase, each with the person who asked for it."""
        erasures = await self._database.many(Erasure, ERASURES)
        return [(erasure.player, erasure.asked_by) for erasure in erasures]

    async def retire(self, player: Player, now: Instant) -> None:
        """Prepare a person's erasure: no feature starts a game for them any more.

        If they have a partner, the partner goes on without them.
        """

        def job(db: sqlite3.Connection) -> None:
            _leave_partners(db, player, now)
            for extension in self._extensions:
                if extension.retire:
                    extension.retire(db, player, now)

        await self._database.write(job)

    async def erase(self, player: Player, now: Instant, asked_by: str = "") -> None:
        """Replace the player by FORMER, and delete data that concerns only them.

        Bars and blocks by others stay, by the player's pseudonym. The erasure and who asked for it
        are noted. A match or challenge that can't be read doesn't stop this: it no longer names the
        player.

        Afterwards no file of the store holds their number, unless another program keeps reading the
        database: see `empty_log`. Raises Stale while they have a running match or an open
        challenge: end these first.
        """
        erased = partial(_erase, player=player, now=now, asked_by=asked_by)
        await _clear_free_pages(self._database)  # first: if this fails, nothing is half done
        await self._database.write(lambda db: erased(db, self._extensions))
        self._erasures += 1
        for _ in range(_PATIENCE):
            if await self.empty_log():
                return
            await asyncio.sleep(1)

    async def empty_log(self) -> bool:
        """Empty the write-ahead log after erasures; return whether it was emptied after the last.

        Another program that reads the database prevents it, and keeps old pages in the file too. So
        the clockwork keeps trying.
        """
        erasures, now = self._erasures, asyncio.get_running_loop().time()
        if self._emptied >= erasures:
            return True
        if not await self._database.between_transactions(_cut_log):
            self._failing = now if self._failing is None else self._failing
            if now - self._failing >= _PATIENCE - 1 and not self._warned:
                log.warning(_IN_FILES)
                self._warned = True
            return False
        if self._warned:
            log.info("no file has data of erased people any more")
        self._emptied, self._failing, self._warned = erasures, None, False
        return True


def read_filed(row: sqlite3.Row) -> Filed:
    """Read the match of a row, without its log."""
    return rows.read(Filed, row, log=())


def _dossier(player: Player, extensions: Sequence[Extension], db: sqlite3.Connection) -> Dossier:
    asked = {"player": player}
    pseudonym = people.pseudonym(db, player)
    features: dict[str, Sequence[Any]] = {}
    for extension in extensions:
        if extension.personal_data:
            features.update(extension.personal_data(db, player))
    vacations = rows.many(Vacation, db, times.VACATIONS_OF, **asked)
    challenged = rows.many(Challenge, db, CHALLENGES_OF, **asked)
    filed = rows.many(read_filed, db, MATCHES_OF, **asked)
    blocks = rows.many(Block, db, people.BLOCKED, **asked)
    erased = rows.one(Erased, db, ERASED, pseudonym=pseudonym)
    return Dossier(
        person=rows.one(Person, db, people.ONE_PERSON, id=player) or Person(player),
        vacations=tuple(sorted(vacations, key=lambda vacation: vacation.id)),
        challenges=tuple(sorted(challenged, key=lambda challenge: challenge.id)),
        matches=tuple(sorted(filed, key=lambda match: match.id)),
        barred=tuple(row["guild"] for row in sql.many(db, BARRED_IN, {"pseudonym": pseudonym})),
        blocked=tuple(sorted(blocks, key=lambda block: block.id)),
        moderation=tuple(moderation.entries_of(db, player)),
        erased=erased and erased.at,
        features=features,
    )


def _with_logs(filed: Sequence[Filed], db: sqlite3.Connection) -> list[Filed]:
    return [replace(match, log=_log(db, match.id)) for match in filed]


def _log(db: sqlite3.Connection, match: int) -> tuple[Event, ...]:
    """Return a match's events; if the match is broken, the readable ones."""
    readable: list[Event] = []
    for row in events.events_of(db, match):
        with suppress(Damaged, GameError):
            readable.append(events.read_event(row))
    return tuple(readable)


# Erasing

LEAVE_SEATS: Final = tuple(
    sql.update(
        "match",
        f"id = :id AND {seat} = :player AND reason IS NULL",
        "reminded",
        **{seat: ":former"},
        due="min(due, :now)",
    )
    for seat in SEATS
)


def _leave_partners(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """Let the partner of an erased player make all moves of their side, and notify them."""
    posts_of = {row["id"] for row in sql.many(db, POSTS_OF, {"player": player})}
    for listing in rows.many(matches.read_listing, db, matches.RUNNING, player=player):
        if listing.partner(player) in {None, FORMER}:
            continue
        was_on_turn = listing.clock is not None and listing.player(listing.turn) == player
        values = {"id": listing.id, "player": player, "former": FORMER, "now": now}
        for statement in LEAVE_SEATS:
            db.execute(statement, {**values, "reminded": was_on_turn})
        posts.write_post(db, ClockPost(listing.id, due=now))
        posts.delete_passing(db, listing.id)
        if listing.id in posts_of:
            posts.write_post(db, RenameThread(listing.id, due=now))
        if was_on_turn:
            mover = listing.partner(player)
            assert mover is not None
            posts.write_post(db, ReminderPost(listing.id, listing.version, mover, due=now))


# The games with a thread, which is named after its players. The thread has the number of the
# message from which it was opened: the challenge.
_THREADS = """SELECT m.id FROM "match" AS m JOIN challenge AS c ON c.id = m.challenge
    WHERE m.first IS NULL AND c.message = m.channel AND m."""
THREADS_OF: Final = " UNION ALL ".join(
    f"{_THREADS}{seat} = +:player AND m.reason {over}"
    for seat in SEATS
    for over in ("IS NULL", "IS NOT NULL")
)
_POSTS = 'SELECT id FROM "match" WHERE home IS NOT NULL AND'  # on the wall, named in the same way
POSTS_OF: Final = " UNION ALL ".join(
    f"{_POSTS} {seat} = +:player AND reason {over}"
    for seat in SEATS
    for over in ("IS NULL", "IS NOT NULL")
)
ERASE_DRAFTS: Final = "DELETE FROM challenge WHERE \"by\" = :player AND standing = 'draft'"
ERASE_DRAFTS_FOR: Final = "DELETE FROM challenge WHERE opponent = :player AND standing = 'draft'"
ERASE_SEATS: Final = tuple(
    sql.update("match", f"{seat} = +:player AND reason IS NOT NULL", **{seat: ":former"})
    for seat in SEATS
)
# Matches that still run can't be read.
ERASE_BROKEN: Final = tuple(
    sql.update("match", f"{seat} = +:player AND reason IS NULL", **{seat: ":former"})
    for seat in SEATS
)
ERASE_CHALLENGER: Final = sql.update("challenge", '"by" = :player', by=":former")
ERASE_CHALLENGED: Final = sql.update("challenge", "opponent = :player", opponent=":former")
ERASE_VACATIONS: Final = "DELETE FROM vacation WHERE player = :player"
ERASE_BARS: Final = sql.update("barred", "player = :player", player="NULL")
ERASE_BLOCKED: Final = sql.update("blocked", "player = :player", player="NULL")
ERASE_BLOCKS: Final = 'DELETE FROM blocked WHERE "by" = :player'
ERASE_ERASURE: Final = "DELETE FROM erasure WHERE player = :player"
ERASE_PERSON: Final = "DELETE FROM person WHERE id = :player"
_ERASING = (
    *moderation.ERASING,
    ERASE_DRAFTS,
    ERASE_DRAFTS_FOR,
    *ERASE_SEATS,
    *ERASE_BROKEN,
    ERASE_CHALLENGER,
    ERASE_CHALLENGED,
    ERASE_VACATIONS,
    ERASE_BARS,
    ERASE_BLOCKED,
    ERASE_BLOCKS,
    posts.ERASE_POSTS,
    ERASE_PERSON,
    ERASE_ERASURE,
)


def _erase(
    db: sqlite3.Connection,
    extensions: Sequence[Extension],
    player: Player,
    now: Instant,
    asked_by: str,
) -> None:
    values = {"player": player, "former": FORMER}
    if rows.one(Challenge, db, challenges.OPEN_CHALLENGES, player=player):
        raise Stale
    if any(_can_go_on(db, row["id"]) for row in sql.many(db, matches.RUNNING, values)):
        raise Stale
    for extension in extensions:
        if extension.erase:
            extension.erase(db, player, now)
    threads = [*sql.many(db, THREADS_OF, values), *sql.many(db, POSTS_OF, values)]
    for statement in _ERASING:
        db.execute(statement, values)
    posts.add_posts(db, (RenameThread(row["id"], due=now) for row in threads))
    erased = Erased(people.pseudonym(db, player), asked_by, now)
    db.execute(KEEP_ERASED, rows.row_of(erased))


def _can_go_on(db: sqlite3.Connection, number: int) -> bool:
    """Whether a match is readable and running, so must be ended before its player is erased."""
    (row,) = sql.many(db, matches.ONE_MATCH, {"id": number})
    try:
        matches.read_listing(row)
        log_rows = events.events_of(db, number)
        match = matches.record_of(row, matches.folded(number, None, log_rows)).match
    except (Damaged, UnreadableMatch):
        return False
    return match.verdict is None


def clear_erased(db: sqlite3.Connection, before: Instant) -> None:
    """Forget the people erased before this time."""
    db.execute(CLEAR_ERASED, {"before": before})


# SQLite overwrites what is deleted, but a job that was undone leaves its writing on pages that were
# free before. Notes of blanks take all free pages, and leave them empty when they are deleted.
TAKE_PAGES: Final = """
    INSERT INTO note VALUES ('blank ' || hex(randomblob(8)), CAST(zeroblob(:size) AS TEXT))"""
GIVE_BACK: Final = """
    DELETE FROM note WHERE name = (SELECT min(name) FROM note WHERE name GLOB 'blank *')"""


async def _clear_free_pages(database: Database) -> None:
    """Overwrite the file's free pages, a few megabytes at a time, since writers wait."""
    await _give_back(database)  # after a kill
    while await database.write(_take_free_pages):
        pass
    await _give_back(database)


def _take_free_pages(db: sqlite3.Connection) -> bool:
    """Fill some free pages with a note; return whether there were any."""
    (free,) = db.execute("PRAGMA freelist_count").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    if free:
        db.execute(TAKE_PAGES, {"size": size * min(free, _PAGES)})
    return bool(free)


async def _give_back(database: Database) -> None:
    while await database.write(lambda db: db.execute(GIVE_BACK).rowcount):
        pass


def _cut_log(db: sqlite3.Connection) -> bool:
    """Empty the log if no reader is in the way; waits only briefly, since writers wait too.

    Returns whether it was emptied.
    """
    (timeout,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute(f"PRAGMA busy_timeout = {_SHORT}")
    try:
        busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        db.execute(f"PRAGMA busy_timeout = {timeout:d}")
    return not busy


# For files that no bot has open

ALL_ERASED: Final = "SELECT * FROM erased"
PERSONS: Final = """
    SELECT "by" FROM challenge UNION SELECT opponent FROM challenge WHERE opponent IS NOT NULL
    UNION SELECT dark FROM "match" UNION SELECT light FROM "match" UNION SELECT id FROM person
    UNION SELECT dark_partner FROM "match" WHERE dark_partner IS NOT NULL
    UNION SELECT light_partner FROM "match" WHERE light_partner IS NOT NULL
    UNION SELECT player FROM vacation
    UNION SELECT "by" FROM blocked UNION SELECT player FROM blocked WHERE player IS NOT NULL
    UNION SELECT player FROM barred WHERE player IS NOT NULL
    UNION SELECT "by" FROM moderation
    UNION SELECT player FROM moderation WHERE player IS NOT NULL"""


def carry_erased(old: Path, new: Path, extensions: Sequence[Extension]) -> None:
    """Note in a backup the people erased since, and those still to erase; see ERASURES.

    The backup will replace the old file. Raises StoreError if the files belong to different bots:
    then their pseudonyms don't match.
    """
    with closing(beside(old, "ro")) as db:
        erased = {row["pseudonym"]: row for row in db.execute(ALL_ERASED)}
        waiting = rows.many(Erasure, db, ERASURES)
        key = notes.read_note(db, notes.PSEUDONYMS)
    if key is None or not (erased or waiting):
        return
    with closing(_brought_up_to_date(new)) as db:
        if notes.read_note(db, notes.PSEUDONYMS) != key:
            raise StoreError("The pseudonyms in these files have not the same key.")
        db.execute("BEGIN IMMEDIATE")
        _erase_again(db, erased, extensions)
        for erasure in waiting:
            db.execute(KEEP_ERASURE, rows.row_of(erasure))
        db.execute("COMMIT")


def _brought_up_to_date(path: Path) -> sqlite3.Connection:
    """Open a file of any format and bring it up to date."""
    db = sqlite3.connect(path, isolation_level=None)
    db.row_factory = sqlite3.Row
    migrate(db, path, steps())
    return db


def _erase_again(
    db: sqlite3.Connection, erased: Mapping[int, sqlite3.Row], extensions: Sequence[Extension]
) -> None:
    """Request to erase everyone in the file who was erased after the backup."""
    known = {row["pseudonym"]: row["at"] for row in db.execute(ALL_ERASED)}
    since = {number: row for number, row in erased.items() if known.get(number, -1) < row["at"]}
    for player in _everybody(db, extensions):
        row = since.get(people.pseudonym(db, player))
        if row:
            erasure = Erasure(player, row["asked_by"], row["at"])
            db.execute(KEEP_ERASURE, rows.row_of(erasure))
    for row in since.values():
        again = Erased(row["pseudonym"], row["asked_by"], row["at"])
        db.execute(KEEP_ERASED, rows.row_of(again))


def _everybody(db: sqlite3.Connection, extensions: Sequence[Extension]) -> set[Player]:
    """Return the user IDs of everyone stored."""
    numbers = {player for (player,) in db.execute(PERSONS)}
    for extension in extensions:
        if extension.people:
            numbers.update(extension.people(db))
    return numbers
