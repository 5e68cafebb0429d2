"""All that is stored about one person, and how it is erased from the file to the last byte.

Law: a person is known by their Discord id alone; where that is gone, nothing is about them but a
pseudonym: where others have barred or blocked them, and for a while, that they were erased.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.service.model import FORMER, Challenge, Kind, Person, Post, Vacation
from bot.service.my_data import Dossier, Filed
from bot.service.ports import Stale
from bot.service.refusals import Block
from bot.store import checksums, jobs, puzzles, ratings, rows, sql, standings, turn_list
from bot.store.connection import beside
from bot.store.errors import Damaged, StoreError, UnreadableMatch
from bot.store.match_cache import events, folded, record_of
from bot.store.migrations import migrate, recognise, steps
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bot.service.model import Instant, Player
    from bot.store.connection import Connection
    from bot.store.writer import Writer
    from games.events import Event

log = logging.getLogger(__name__)

_AT_ONCE = 50  # matches whose events are read in one job, so that others need not wait long
_PATIENCE = 60  # seconds in which a reader, a backup say, should be done
_SHORT = 100  # milliseconds
_ERASING = (
    sql.ERASE_DRAFTS,
    sql.ERASE_DRAFTS_FOR,
    sql.ERASE_DARK,
    sql.ERASE_LIGHT,
    sql.ERASE_DARK_BROKEN,
    sql.ERASE_LIGHT_BROKEN,
    sql.ERASE_CHALLENGER,
    sql.ERASE_CHALLENGED,
    sql.ERASE_VACATIONS,
    sql.ERASE_BARS,
    sql.ERASE_BLOCKED,
    sql.ERASE_BLOCKS,
    sql.ERASE_POSTS,
    *ratings.ERASING,
    standings.ERASE_TITLES,
    puzzles.ERASE_ATTEMPTS,
    sql.ERASE_PERSON,
    sql.ERASE_ERASURE,
)


# The games with a thread, which is named after its players. It has the number of the message from
# which it was opened: the challenge.
_THREADS = """SELECT m.id FROM "match" AS m JOIN challenge AS c ON c.id = m.challenge
    WHERE m.first IS NULL AND c.message = m.channel AND m."""
THREADS_OF: Final = " UNION ALL ".join(
    f"{_THREADS}{side} = +:player AND m.reason {over}"
    for side in ("dark", "light")
    for over in ("IS NULL", "IS NOT NULL")
)

ERASED: Final = "SELECT * FROM erased WHERE pseudonym = :pseudonym"
KEEP_ERASED: Final = sql.keep("erased", rows.ERASED)
# These two are asked of a file that no bot has open: each row is looked at once.
ALL_ERASED: Final = "SELECT * FROM erased"
PERSONS: Final = """
    SELECT "by" FROM challenge UNION SELECT opponent FROM challenge WHERE opponent IS NOT NULL
    UNION SELECT dark FROM "match" UNION SELECT light FROM "match" UNION SELECT id FROM person
    UNION SELECT player FROM vacation UNION SELECT player FROM attempt
    UNION SELECT "by" FROM blocked UNION SELECT player FROM blocked WHERE player IS NOT NULL
    UNION SELECT player FROM barred WHERE player IS NOT NULL"""


async def dossier(reader: Connection, player: Player, *, logs: bool) -> Dossier:
    """All that is stored about a person. What changes meanwhile may be in it or not."""
    found = await reader.run(partial(_without_logs, player))
    if not logs:
        return found
    matches: list[Filed] = []
    for start in range(0, len(found.matches), _AT_ONCE):
        matches += await reader.run(partial(_with_logs, found.matches[start : start + _AT_ONCE]))
    return replace(found, matches=tuple(matches))


def _without_logs(player: Player, db: sqlite3.Connection) -> Dossier:
    values = {"player": player, "pseudonym": jobs.pseudonym(db, player)}

    def found(statement: str) -> list[sqlite3.Row]:
        return sql.many(db, statement, values)

    person = rows.readable(partial(rows.read, Person), sql.many(db, sql.PERSON, {"id": player}))
    matches = rows.readable(rows.filed, found(sql.MATCHES_OF))
    challenges = rows.readable(partial(rows.read, Challenge), found(sql.CHALLENGES_OF))
    vacations = rows.readable(partial(rows.read, Vacation), found(sql.VACATIONS_OF))
    blocked = rows.readable(partial(rows.read, Block), found(sql.BLOCKED))
    return Dossier(
        person=next(person, Person(player)),
        vacations=tuple(sorted(vacations, key=lambda each: each.id)),
        challenges=tuple(sorted(challenges, key=lambda each: each.id)),
        matches=tuple(sorted(matches, key=lambda each: each.id)),
        barred=tuple(row["guild"] for row in found(sql.BARRED_IN)),
        blocked=tuple(sorted(blocked, key=lambda each: each.id)),
        erased=next((row["at"] for row in found(ERASED)), None),
        **ratings.of_person(db, player),
        titles=standings.of_person(db, player),
        puzzles=puzzles.of_person(db, player),
    )


def _with_logs(matches: tuple[Filed, ...], db: sqlite3.Connection) -> list[Filed]:
    return [replace(each, log=_log(db, each.id)) for each in matches]


def _log(db: sqlite3.Connection, match: int) -> tuple[Event, ...]:
    """The events of a match; of a broken one, those that can be read."""
    found: list[Event] = []
    for row in events(db, match):
        with suppress(Damaged, GameError):
            found.append(rows.event(row))
    return tuple(found)


def erase(db: sqlite3.Connection, player: Player, now: Instant, asked_by: str) -> None:
    """Replace the person by FORMER and delete what is theirs alone, as a job for the writer."""
    values = {"player": player, "former": FORMER}
    if any(rows.readable(partial(rows.read, Challenge), sql.many(db, sql.OPEN_CHALLENGES, values))):
        raise Stale
    if any(_can_go_on(db, row["id"]) for row in sql.many(db, sql.RUNNING, values)):
        raise Stale
    turn_list.mark_of(db, player, now)  # of games that cannot be read: the others are over
    threads = sql.many(db, THREADS_OF, values)
    for statement in _ERASING:
        db.execute(statement, values)
    jobs.add_posts(db, (Post(Kind.THREAD, match=row["id"], due=now) for row in threads))
    erased = rows.Erased(jobs.pseudonym(db, player), asked_by, now)
    db.execute(KEEP_ERASED, rows.row_of(erased))


def _can_go_on(db: sqlite3.Connection, number: int) -> bool:
    """Whether a match can be read, so that it is to be ended before its player is erased."""
    (row,) = sql.many(db, sql.MATCH, {"id": number})
    try:
        rows.listing(row)
        match = record_of(row, folded(number, None, events(db, number))).match
    except (Damaged, UnreadableMatch):
        return False
    return match.verdict is None


async def scrub(writer: Writer) -> None:
    """Empty the write-ahead log, which still holds what was erased."""
    for _ in range(_PATIENCE):
        if await writer.alone(_cut_log):
            return
        await asyncio.sleep(1)
    log.warning("erased data is still in the write-ahead log: another program keeps reading")


def _cut_log(db: sqlite3.Connection) -> bool:
    """Whether the log could be emptied. It waits for readers only shortly: writers wait with it."""
    (timeout,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute(f"PRAGMA busy_timeout = {_SHORT}")
    try:
        busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        db.execute(f"PRAGMA busy_timeout = {timeout:d}")
    return not busy


def carry_erased(old: Path, new: Path) -> None:
    """Note in a backup, which is to take the old file's place, who was erased since; see ERASURES.

    StoreError where they are not of one bot: their pseudonyms then say nothing of each other.
    """
    with closing(beside(old, "ro")) as db:
        erased = {row["pseudonym"]: row for row in db.execute(ALL_ERASED)}
        key = sql.one(db, sql.NOTE, {"name": checksums.KEY})
    if not erased or key is None:
        return
    with closing(_brought_up_to_date(new, str(key["text"]))) as db:
        same = sql.one(db, sql.NOTE, {"name": checksums.KEY})
        if same is None or same["text"] != key["text"]:
            raise StoreError("The pseudonyms in these files have not the same key.")
        db.execute("BEGIN IMMEDIATE")
        _erase_again(db, erased)
        db.commit()


def _brought_up_to_date(path: Path, key: str) -> sqlite3.Connection:
    """A file of any format, in today's; an older one gets this key."""
    db = sqlite3.connect(path, isolation_level=None)
    db.row_factory = sqlite3.Row
    checksums.register(db)
    if recognise(db, path, len(steps())) < len(steps()):
        with suppress(sqlite3.OperationalError):  # older than checksums: a step gives it one
            db.execute(sql.KEEP_NOTE_ONCE, {"name": checksums.KEY, "text": key})
        migrate(db, path, steps())
    return db


def _erase_again(db: sqlite3.Connection, erased: Mapping[int, sqlite3.Row]) -> None:
    """Ask for it, of all who are in the file and not noted as erased since."""
    known = {row["pseudonym"]: row["at"] for row in db.execute(ALL_ERASED)}
    since = {each: row for each, row in erased.items() if known.get(each, -1) < row["at"]}
    for (player,) in db.execute(PERSONS).fetchall():
        row = since.get(jobs.pseudonym(db, player))
        if row:
            wish = rows.Erasure(player, row["asked_by"], row["at"])
            db.execute(sql.KEEP_ERASURE, rows.row_of(wish))
    for row in since.values():
        found = rows.Erased(row["pseudonym"], row["asked_by"], row["at"])
        db.execute(KEEP_ERASED, rows.row_of(found))
