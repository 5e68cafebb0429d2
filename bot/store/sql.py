"""Every SQL statement there is. Each finds its rows by an index: a test explains them all.

Columns are named by `bot.store.rows`; a statement names those alone by which it finds or counts.
With `dark = :player`, SQLite would plan it anew at each use, to see whether the index of the
engine's games (`dark = 1`) fits that player; with `dark = +:player` it does not ask.
"""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Final

from bot.store import checksums, rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def one(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> sqlite3.Row | None:
    """The first row, if there is one."""
    return next(iter(many(db, statement, values)), None)


def many(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> list[sqlite3.Row]:
    """All rows. Text that is no UTF-8 comes as bytes."""
    try:
        return db.execute(statement, values).fetchall()
    except sqlite3.OperationalError as error:
        if db.text_factory is _text or "decode" not in str(error):
            raise
    plain = db.text_factory
    tolerate(db)
    try:
        return db.execute(statement, values).fetchall()
    finally:
        db.text_factory = plain


def listed(numbers: Iterable[int]) -> str:
    """Numbers for a statement that leaves them out: ",3,4,". A list in JSON takes it far longer."""
    return "".join(f",{each}" for each in numbers) + ","


def tolerate(db: sqlite3.Connection) -> None:
    """From now on let text that is no UTF-8 come as bytes; this takes longer for all text."""
    db.text_factory = _text


def _text(kept: bytes) -> str | bytes:
    try:
        return kept.decode()
    except UnicodeDecodeError:
        return kept


def insert(table: str, columns: Sequence[str], verb: str = "INSERT", **computed: str) -> str:
    """A new row: each column as the value of its name, others as these expressions."""
    values = {**{each: f":{each}" for each in columns}, **computed}
    return _into(table, {**values, "sum": checksums.whole(values.items())}, verb)


def _into(table: str, values: Mapping[str, str], verb: str = "INSERT") -> str:
    names = ", ".join(f'"{each}"' for each in values)
    return f'{verb} INTO "{table}" ({names}) VALUES ({", ".join(values.values())})'


def keep(table: str, columns: Sequence[str]) -> str:
    """Insert it, or put it in the place of what has the same key."""
    return insert(table, columns, "INSERT OR REPLACE")


def add(table: str, key: Sequence[str], *counts: str) -> str:
    """Insert it, or add its counts to those of what has the same key."""
    names, sums = ", ".join(key), {each: f'"{each}" + :{each}' for each in counts}
    return f"{insert(table, (*key, *counts))} ON CONFLICT ({names}) DO UPDATE SET {_changed(sums)}"


def update(table: str, where: str, *columns: str, **changes: str) -> str:
    """Give columns the values of their names, others these expressions, and the row its sum."""
    values = {**{each: f":{each}" for each in columns}, **changes}
    return f'UPDATE "{table}" SET {_changed(values)} WHERE {where}'


def _changed(values: Mapping[str, str]) -> str:
    sets = ", ".join(f'"{each}" = {value}' for each, value in values.items())
    return f'{sets}, "sum" = {checksums.after(values.items())}'


def _count(table: str, where: str) -> str:
    return f'SELECT count(*) AS count FROM "{table}" WHERE {where}'


def _but(columns: Sequence[str], *without: str) -> list[str]:
    return [each for each in columns if each not in without]


INSERT_CHALLENGE: Final = insert("challenge", _but(rows.CHALLENGE, "id"))
# Who made it, where and when never changes; others give it its message and its match.
UPDATE_CHALLENGE: Final = update(
    "challenge",
    "id = :id AND version = :version - 1",
    *_but(
        rows.CHALLENGE,
        *("id", "guild", "channel", "remote", "by", "start", "made"),
        *("message", "match", "rematch_of", "counter_of"),
    ),
)
LINK_CHALLENGE: Final = update("challenge", "id = :challenge", "match")
DONE_CHALLENGE: Final = update("challenge", "id = :challenge", "message")
CHALLENGE: Final = "SELECT * FROM challenge WHERE id = :id"
OPEN_CHALLENGES: Final = """
    SELECT * FROM challenge WHERE "by" = :player AND standing = 'open'
    UNION ALL
    SELECT * FROM challenge WHERE opponent = :player AND standing = 'open' AND "by" <> :player"""
DRAFTS: Final = "SELECT * FROM challenge WHERE \"by\" = :player AND standing = 'draft' ORDER BY id"
EXPIRED: Final = """
    SELECT * FROM challenge WHERE until <= :now AND standing IN ('open', 'draft')
    ORDER BY until, id"""

INSERT_MATCH: Final = insert("match", _but(rows.MATCH, "id"))
# Not message and place, which DONE_BOARD and MOVE_MATCH write. With the plan that was read: an
# answer is neither lost nor played twice.
_BEFORE, _CHANGED = "id = :id AND version = :before", (*rows.SNAPSHOT, *rows.CLOCK, "plan")
_PLANNED = f"{_BEFORE} AND plan = :planned"
UPDATE_MATCH: Final = update("match", _PLANNED, *_CHANGED)
# Of one that goes on: where the reason is set, SQLite writes each index anew that asks for it.
_GOING_ON = _but(_CHANGED, "rules", "winner", "reason")
UPDATE_RUNNING: Final = update("match", f"{_PLANNED} AND reason IS NULL", *_GOING_ON)
UPDATE_CLOCK: Final = update("match", _BEFORE, *rows.CLOCK)
# The same, where there are as many events as were read.
KEEP_PLAN: Final = update("match", "id = :id AND version = :version AND plan = :planned", "plan")
SETTLED_REMINDER: Final = """
    SELECT reminder FROM "match" WHERE id = :match AND reminder IS NOT NULL AND NOT reminded"""
DONE_REMINDER: Final = update("match", "id = :match", reminder=":message")
DONE_BOARD: Final = update("match", "id = :match", "message", "passing")
KEEP_PASSING: Final = update("match", "id = :match", "passing")
# The second game of two may be there before the first one's thread is.
_ELSEWHERE = "(id = :match OR first = :match) AND (channel IS NOT :channel OR thread)"
MOVE_MATCH: Final = update("match", _ELSEWHERE, "channel", thread="0")
SEARCH_MATCH: Final = insert("unsearched", ("match",), "INSERT OR IGNORE")  # for a puzzle
MATCH: Final = 'SELECT * FROM "match" WHERE id = :id'
MATCH_AT: Final = 'SELECT id FROM "match" WHERE message = :message'
NEWEST_IN: Final = 'SELECT id FROM "match" WHERE channel = :channel ORDER BY id DESC LIMIT 1'
MATCHES_AFTER: Final = f"""
    SELECT *, {checksums.stored(_but(rows.MATCH, "id"))} AS "right"
    FROM "match" WHERE id > :id ORDER BY id LIMIT :most"""
RUNNING: Final = f"""
    SELECT {rows.LISTED} FROM "match" WHERE dark = +:player AND reason IS NULL
    UNION ALL SELECT {rows.LISTED} FROM "match"
    WHERE light = +:player AND reason IS NULL AND dark <> :player"""
RUNNING_IN: Final = """
    SELECT * FROM "match" WHERE guild = :guild AND reason IS NULL ORDER BY id DESC LIMIT :most"""
# Of the matches that are over. What is not searched for is NULL; a preset is found with all its
# options. SQLite merges two lists that an index keeps in order, so nothing is sorted. Where a match
# began from a position of its own, its challenge says so.
_SOUGHT = """reason IS NOT NULL
        AND (:rules IS NULL OR rules = :rules OR rules LIKE :more)
        AND (:opponent IS NULL OR :opponent = {other})"""
_OUTCOME = """CASE WHEN winner = '{side}' THEN 'won' WHEN winner IS NOT NULL THEN 'lost'
            WHEN reason = 'stopped' THEN 'void' ELSE 'drawn' END"""
_AS_DARK, _AS_LIGHT = "dark = +:player", "light = +:player AND dark <> :player"


def _finished(mine: str, side: str, other: str) -> str:
    return f"""
        SELECT id, dark, light, rules, plies, since, winner, reason, games, first, challenge, level
        FROM "match" WHERE {mine} AND {_SOUGHT.format(other=other)}
        AND (:outcome IS NULL OR :outcome = {_OUTCOME.format(side=side)})"""


def _tally(mine: str, side: str, other: str) -> str:
    return f"""
    SELECT '{side}' AS side, count(*) FILTER (WHERE winner = '{side}') AS won,
        count(*) FILTER (WHERE winner IS NULL AND reason <> 'stopped') AS drawn,
        count(*) FILTER (WHERE winner <> '{side}') AS lost,
        count(*) FILTER (WHERE reason = 'stopped') AS void
    FROM "match" WHERE {mine} AND {_SOUGHT.format(other=other)}
        AND :rated = (level = 0 AND NOT EXISTS (
            SELECT 1 FROM challenge AS c WHERE c.id = "match".challenge AND c.start IS NOT NULL))"""


FINISHED: Final = f"""
    SELECT past.*, challenge.start IS NOT NULL AS placed FROM (
        {_finished(_AS_DARK, "d", "light")}
        UNION ALL {_finished(_AS_LIGHT, "l", "dark")}
        ORDER BY since DESC, id DESC LIMIT :most OFFSET :skip
    ) AS past LEFT JOIN challenge ON challenge.id = past.challenge"""
TALLY: Final = f"""
    {_tally(_AS_DARK, "d", "light")}
    UNION ALL {_tally(_AS_LIGHT, "l", "dark")}"""


def _not_in(numbers: str, number: str) -> str:
    """Whether a number is not among those of this name, which are `listed`."""
    return f"instr(:{numbers}, ',' || {number} || ',') = 0"


_SOUND = _not_in("left_out", "id")
DUE_MATCHES: Final = f"""
    SELECT * FROM "match" WHERE due <= :now AND {_SOUND} ORDER BY due, id LIMIT :most"""
NEXT_DEADLINE: Final = f"""
    SELECT due FROM "match" WHERE due IS NOT NULL AND {_SOUND} ORDER BY due LIMIT 1"""
_LATER = "reason IS NULL AND due > :now"
MARK_DUE_DARK: Final = update("match", f"dark = +:player AND {_LATER}", due=":now")
MARK_DUE_LIGHT: Final = update("match", f"light = +:player AND {_LATER}", due=":now")
MARK_ALL_DUE: Final = update("match", "due > :now", due=":now")
MARK_POSTS_DUE: Final = update("post", "due > :now", due=":now")
# The engine's number as a player stands in the indexes too.
ENGINE_TO_MOVE: Final = """
    SELECT id FROM "match" WHERE dark = 1 AND reason IS NULL AND turn = 'd'
    UNION ALL SELECT id FROM "match" WHERE light = 1 AND reason IS NULL AND turn = 'l'"""

INSERT_EVENT: Final = _into("event", {each: f":{each}" for each in rows.EVENT})
CHECKED_EVENTS: Final = f"""
    SELECT number, "sum", {", ".join(checksums.cast(f'"{each}"') for each in checksums.EVENT)}
    FROM event WHERE "match" = :match ORDER BY number"""
CHECKSUM_BEFORE: Final = 'SELECT "sum" FROM event WHERE "match" = :match AND number = :number'
EVENTS_AFTER: Final = """
    SELECT number, "by", at, kind, data FROM event
    WHERE "match" = :match AND number > :number ORDER BY number"""

# The queue of old boards is their channel's number below zero: they wait apart from new ones.
INSERT_POST: Final = insert(
    "post",
    _but(rows.POST, "id"),
    guild="""coalesce(
        (SELECT guild FROM "match" WHERE id = :match),
        (SELECT guild FROM challenge WHERE id = :challenge), :guild)""",
    queue="""coalesce(
        (SELECT channel FROM "match" WHERE id = :match),
        (SELECT channel FROM challenge WHERE id = :challenge), :channel
    ) * CASE WHEN :lane LIKE 'strip %' THEN -1 ELSE 1 END""",
)
CONCERNED: Final = """
    SELECT 1 FROM "match" WHERE id = :match AND :player IN (dark, light) UNION ALL
    SELECT 1 FROM challenge WHERE id = :challenge AND :player IN ("by", opponent)"""
DELETE_POST: Final = "DELETE FROM post WHERE id = :id"
DELETE_DUE_LIKE: Final = "DELETE FROM post WHERE lane = :lane AND due <= :due"
MARK_POSTS_OF_DUE: Final = update("post", "player = :player AND due > :now", due=":now")
POST_AGAIN: Final = update("post", "id = :id", "due", tries="tries + 1")
# A post has its turn when no older one is left in its lane. Of each queue only the first ones come,
# so that however many wait in one, those of the others are found as fast.
DUE_POSTS: Final = f"""
    WITH RECURSIVE queues(queue) AS (
        SELECT min(queue) FROM post
        UNION ALL
        SELECT (SELECT min(queue) FROM post WHERE queue > queues.queue) FROM queues
        WHERE queue IS NOT NULL
    )
    SELECT post.* FROM queues CROSS JOIN post
    WHERE {_not_in("full", "queues.queue")} AND post.id IN (
        SELECT id FROM post AS p WHERE p.queue = queues.queue AND p.due <= :now
        AND {_not_in("busy", "p.id")} AND {_not_in("left_out", "p.id")}
        AND NOT EXISTS (
            SELECT 1 FROM post AS older WHERE older.lane = p.lane AND older.id < p.id
            AND {_not_in("left_out", "older.id")} AND typeof(older.due) = 'integer'
        ) ORDER BY p.due, p.id LIMIT :each)"""
# Of one person, everywhere or in one server.
_HERE = "(:guild IS NULL OR guild = :guild)"
COUNT_CHALLENGES: Final = _count(
    "challenge",
    f"""\"by\" = :player AND standing = 'open' AND {_HERE}
        AND (:other IS NULL OR opponent = :other)""",
)
COUNT_DRAFTS: Final = _count("challenge", "\"by\" = :player AND standing = 'draft'")


def _count_games(which: str) -> str:
    return f"""
    SELECT (SELECT count(*) FROM "match" WHERE dark = +:player AND {which})
        + (SELECT count(*) FROM "match" WHERE light = +:player AND {which}) AS count"""


COUNT_GAMES: Final = _count_games(f"reason IS NULL AND NOT shelved AND level = 0 AND {_HERE}")
COUNT_PRACTICE: Final = _count_games("reason IS NULL AND level > 0 AND channel = 0")
COUNT_ENGINE_GAMES: Final = _count_games(
    "reason IS NULL AND NOT shelved AND level > 0 AND channel <> 0"
)
COUNT_ENGINE_LATELY: Final = _count_games(
    "reason IS NOT NULL AND level > 0 AND since > :since AND (channel = 0) = (:guild IS 0)"
)
COUNT_CLOSED: Final = """
    SELECT count(*) AS count FROM challenge
    WHERE "by" = :player AND standing IN ('withdrawn', 'declined')
    AND opponent IS :other AND until > :since AND message IS NOT NULL"""
COUNT_BARS: Final = _count("barred", "guild = :guild AND pseudonym = :pseudonym")
COUNT_BLOCKS: Final = _count("blocked", '"by" = :other AND pseudonym = :pseudonym')
COUNT_BLOCKED: Final = _count("blocked", '"by" = :player')
_PLAYED = " OR ".join(
    f"""EXISTS (
        SELECT 1 FROM "match" WHERE dark = {dark} AND reason {over} AND light = {light})"""
    for dark, light in (("+:player", "+:other"), ("+:other", "+:player"))
    for over in ("IS NULL", "IS NOT NULL")
)
COUNT_UNWELCOME: Final = _count(
    "person",
    f"id = :other AND (challengers = 'none' OR challengers = 'played' AND NOT ({_PLAYED}))",
)
# By the indexes alone: a hundred thousand games take a few milliseconds.
COUNTS: Final = """
    SELECT
        (SELECT count(*) FROM post WHERE due >= 0) AS posts,
        (SELECT count(*) FROM post WHERE due >= 0 AND tries > 0) AS failing,
        (SELECT count(*) FROM "match" WHERE dark >= 0 AND reason IS NULL) AS games,
        (SELECT count(*) FROM "match" WHERE due >= 0) AS clocks,
        (SELECT count(*) FROM "match" WHERE due <= :now) AS due"""
NUMBERS: Final = "SELECT name, seq FROM sqlite_sequence"  # the highest that each table ever had
NEWEST_POST: Final = "SELECT seq FROM sqlite_sequence WHERE name = 'post'"

KEEP_PERSON: Final = keep("person", rows.PERSON)
PERSON: Final = "SELECT * FROM person WHERE id = :id"
KEEP_NOTE_ONCE: Final = insert("note", rows.NOTE, "INSERT OR IGNORE")
KEEP_NOTE: Final = keep("note", rows.NOTE)
NOTE: Final = "SELECT * FROM note WHERE name = :name"

VACATIONS: Final = """
    SELECT vacation.* FROM json_each(:players) AS players
    CROSS JOIN vacation ON vacation.player = players.value
    WHERE vacation."end" > :since"""
VACATIONS_OF: Final = 'SELECT * FROM vacation WHERE player = :player ORDER BY "end" DESC'
INSERT_VACATION: Final = insert("vacation", _but(rows.VACATION, "id"))
KEEP_VACATION: Final = update("vacation", "id = :id", "player", "start", "end")
OUTAGES: Final = 'SELECT start, "end" FROM outage WHERE "end" > :since ORDER BY "end"'
CUT_OUTAGES: Final = update("outage", '"end" > :now', start="min(start, :now)", end=":now")
KEEP_OUTAGE: Final = insert("outage", rows.OUTAGE)
BARRED_IN: Final = "SELECT guild FROM barred WHERE pseudonym = :pseudonym ORDER BY guild"
MATCHES_OF: Final = """
    SELECT * FROM "match" WHERE dark = +:player AND reason IS NULL
    UNION ALL SELECT * FROM "match" WHERE light = +:player AND reason IS NULL
    UNION ALL SELECT * FROM "match" WHERE dark = +:player AND reason IS NOT NULL
    UNION ALL SELECT * FROM "match" WHERE light = +:player AND reason IS NOT NULL"""
# Not what others drafted and never showed.
CHALLENGES_OF: Final = """
    SELECT * FROM challenge WHERE "by" = :player
    UNION ALL SELECT * FROM challenge WHERE opponent = :player
        AND (message IS NOT NULL OR standing NOT IN ('draft', 'withdrawn', 'expired'))"""
ERASE_DRAFTS: Final = "DELETE FROM challenge WHERE \"by\" = :player AND standing = 'draft'"
ERASE_DRAFTS_FOR: Final = "DELETE FROM challenge WHERE opponent = :player AND standing = 'draft'"
ERASE_DARK: Final = update("match", "dark = +:player AND reason IS NOT NULL", dark=":former")
ERASE_LIGHT: Final = update("match", "light = +:player AND reason IS NOT NULL", light=":former")
_BROKEN = "+:player AND reason IS NULL"  # those that are not over by then cannot be read
ERASE_DARK_BROKEN: Final = update("match", f"dark = {_BROKEN}", dark=":former", plan="''")
ERASE_LIGHT_BROKEN: Final = update("match", f"light = {_BROKEN}", light=":former", plan="''")
ERASE_CHALLENGER: Final = update("challenge", '"by" = :player', by=":former")
ERASE_CHALLENGED: Final = update("challenge", "opponent = :player", opponent=":former")
ERASE_VACATIONS: Final = "DELETE FROM vacation WHERE player = :player"
ERASE_BARS: Final = update("barred", "player = :player", player="NULL")
ERASE_BLOCKED: Final = update("blocked", "player = :player", player="NULL")
ERASE_BLOCKS: Final = 'DELETE FROM blocked WHERE "by" = :player'
ERASE_ERASURE: Final = "DELETE FROM erasure WHERE player = :player"
ERASE_POSTS: Final = "DELETE FROM post WHERE player = :player"
ERASE_PERSON: Final = "DELETE FROM person WHERE id = :player"

KEEP_GUILD: Final = keep("guild", rows.GUILD)
GUILD: Final = "SELECT * FROM guild WHERE id = :id"
BARRED: Final = "SELECT * FROM barred WHERE guild = :guild"
BAR: Final = insert("barred", rows.BAR, "INSERT OR IGNORE")
_BARRED = "guild = :guild AND pseudonym = :pseudonym"
BAR_AGAIN: Final = update("barred", f"{_BARRED} AND player IS NULL", "player")
UNBAR: Final = f"DELETE FROM barred WHERE {_BARRED}"
BLOCKED: Final = 'SELECT * FROM blocked WHERE "by" = :player'
BLOCK: Final = insert("blocked", _but(rows.BLOCK, "id"), "INSERT OR IGNORE")
_BLOCKED = '"by" = :by AND pseudonym = :pseudonym AND player IS NULL'
BLOCK_AGAIN: Final = update("blocked", _BLOCKED, "player")
UNBLOCK: Final = 'DELETE FROM blocked WHERE id = :id AND "by" = :player'

ERASURES: Final = "SELECT * FROM erasure WHERE player > 0 ORDER BY player"
KEEP_ERASURE: Final = keep("erasure", rows.ERASURE)

GUILDS: Final = """
    SELECT DISTINCT guild FROM barred WHERE guild > 0 UNION ALL SELECT id FROM guild WHERE id > 0
    UNION ALL SELECT guild FROM turn_list WHERE guild > 0
    UNION ALL SELECT guild FROM daily WHERE guild > 0"""
LEAVE: Final = insert("departed", rows.DEPARTED, "INSERT OR IGNORE")
JOIN: Final = "DELETE FROM departed WHERE guild = :guild"
OLD_DEPARTED: Final = "SELECT guild FROM departed WHERE at < :before ORDER BY at LIMIT 1"
CLEAR_GUILD: Final = "DELETE FROM guild WHERE id = :guild"
CLEAR_BARS: Final = "DELETE FROM barred WHERE guild = :guild"
CLEAR_DAILY: Final = "DELETE FROM daily WHERE guild = :guild"
OLD_CHALLENGES: Final = """
    SELECT id FROM challenge AS c
    WHERE standing IN ('withdrawn', 'declined', 'expired', 'countered') AND made < :before
    AND NOT EXISTS (SELECT 1 FROM post WHERE challenge = c.id)
    ORDER BY made LIMIT :most"""
# What answered an old one stands for itself from then on.
CLEAR_COUNTERED: Final = update("challenge", "counter_of = :id", counter_of="NULL")
CLEAR_CHALLENGE: Final = "DELETE FROM challenge WHERE id = :id"
_IN_A_CLOCK = " AND ".join(
    f"""NOT EXISTS (
            SELECT 1 FROM "match" AS m JOIN event ON event."match" = m.id AND event.number = 1
            WHERE m.{side} = v.player AND m.reason IS NULL AND event.at < v."end")"""
    for side in ("dark", "light")
)
CLEAR_VACATIONS: Final = f"""
    DELETE FROM vacation WHERE id IN (
        SELECT id FROM vacation AS v WHERE v."end" < :before AND {_IN_A_CLOCK}
        ORDER BY v."end" LIMIT :most)"""
CLEAR_ERASED: Final = "DELETE FROM erased WHERE at < :before"
