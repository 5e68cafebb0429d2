"""Puzzles in SQLite: people's tries, the puzzle of each day, the posts in servers.

Also the puzzles found in games, and the games still to be searched.
"""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.features.puzzles.model import (
    FOUND,
    GRADES,
    KINDS,
    Attempt,
    Daily,
    DailyPuzzle,
    Puzzle,
    ShrinkPuzzle,
    date_of,
    may_hold_one,
)
from bot.model.personal_data import moment_text, number_text
from bot.model.servers import Place
from bot.store import moderation, posts, rows, sql
from bot.store.errors import Damaged
from bot.store.extension import Extension, PostKind
from games import catalogue
from games.errors import GameError
from games.notation import read_move, read_position
from games.pace import DAY

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

    from bot.model.moderation import LogEntry
    from bot.model.people import Player
    from bot.model.posts import Post, SentMessage
    from bot.model.times import Instant
    from bot.store.database import Database
    from bot.store.extension import MatchWritten


@dataclass(frozen=True, slots=True)
class Chosen:
    """The puzzle of a day."""

    day: int
    puzzle: int


@dataclass(frozen=True, slots=True)
class Unsearched:
    """A finished match still to be searched for a puzzle."""

    match: int


ATTEMPT = rows.columns(Attempt)
DAILY = rows.columns(Daily)
CHOSEN = rows.columns(Chosen)
_MOST = 5000  # most solved puzzles read for a week's table

KEEP_ATTEMPT: Final = sql.keep("attempt", ATTEMPT)
ONE_ATTEMPT: Final = "SELECT * FROM attempt WHERE player = :player AND puzzle = :puzzle"
ATTEMPTS_OF: Final = "SELECT * FROM attempt WHERE player = :player ORDER BY puzzle"
SOLVED_IN: Final = f"""
    SELECT * FROM attempt WHERE guild = :guild AND solved >= :since
    AND NOT EXISTS (SELECT 1 FROM person WHERE id = attempt.player AND NOT listed)
    ORDER BY solved DESC LIMIT {_MOST}"""
KEEP_CHOSEN: Final = sql.insert("puzzle_day", CHOSEN, "INSERT OR IGNORE")
ONE_CHOSEN: Final = "SELECT * FROM puzzle_day WHERE day = :day"
KEEP_DAILY: Final = sql.keep("daily", DAILY)
ONE_DAILY: Final = "SELECT * FROM daily WHERE guild = :guild"
DUE_DAILY: Final = "SELECT * FROM daily WHERE due <= :now ORDER BY due LIMIT :most"
AHEAD_DAILY: Final = "SELECT * FROM daily WHERE due > :ahead ORDER BY due LIMIT :most"
UNSEARCHED: Final = 'SELECT * FROM unsearched WHERE "match" > 0 ORDER BY "match" LIMIT :most'
SEARCHED: Final = 'DELETE FROM unsearched WHERE "match" = :match'
NEWEST_FOUND: Final = (
    f"SELECT coalesce(max(number), {FOUND}) AS number FROM found_puzzle WHERE number > {FOUND}"
)
KEEP_FOUND: Final = sql.insert("found_puzzle", rows.columns(Puzzle), "INSERT OR IGNORE")
ONE_FOUND: Final = "SELECT * FROM found_puzzle WHERE number = :number"
_NOT_DONE = """number <> :but AND NOT EXISTS (
        SELECT 1 FROM attempt WHERE player = :player AND puzzle = number
        AND (solved IS NOT NULL OR shown)) ORDER BY number DESC LIMIT 1"""
NEXT_FOUND: Final = f"SELECT * FROM found_puzzle WHERE number > {FOUND} AND {_NOT_DONE}"
NEXT_OF_GRADE: Final = f"SELECT * FROM found_puzzle WHERE grade = :grade AND {_NOT_DONE}"
CLEAR_DAILY: Final = "DELETE FROM daily WHERE guild = :guild"
DAILY_GUILDS: Final = "SELECT guild FROM daily WHERE guild > 0"
TRIED: Final = "SELECT DISTINCT player FROM attempt"  # for files that no bot has open
SEARCH_MATCH: Final = sql.insert("unsearched", ("match",), "INSERT OR IGNORE")
ERASE_ATTEMPTS: Final = "DELETE FROM attempt WHERE player = :player"


def read_found(row: sqlite3.Row) -> Puzzle:
    """Read a puzzle found in a game; Damaged if the row holds none."""
    puzzle = rows.read(Puzzle, row)
    start = f"{puzzle.rules} | {puzzle.kind} {puzzle.moves} | {puzzle.grade} | {puzzle.text} | "
    try:
        game = catalogue.game(puzzle.rules)
        legal = game.legal(read_position(game, puzzle.text), read_move(puzzle.line[len(start) :]))
    except GameError:
        legal = False
    if not legal:
        raise Damaged("text")
    if not puzzle.line.startswith(start):
        raise Damaged("line")
    if not (puzzle.found and puzzle.kind in KINDS and puzzle.grade in GRADES and puzzle.moves > 0):
        raise Damaged("number")
    return puzzle


class PuzzleTables:
    """People's tries, the puzzle of each day, and the puzzles found in games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def attempts(self, player: Player) -> Sequence[Attempt]:
        """Return all tries of a person, by puzzle number."""
        return await self._database.many(Attempt, ATTEMPTS_OF, player=player)

    async def change_attempt(
        self, player: Player, puzzle: int, change: Callable[[Attempt], Attempt]
    ) -> Attempt:
        """Change a person's tries at a puzzle, as stored at that moment."""

        def job(db: sqlite3.Connection) -> Attempt:
            known = rows.one(Attempt, db, ONE_ATTEMPT, player=player, puzzle=puzzle)
            before = known or Attempt(player, puzzle)
            after = change(before)
            if after != before:
                db.execute(KEEP_ATTEMPT, rows.row_of(after))
            return after

        return await self._database.write(job)

    async def chosen(self, day: int) -> int | None:
        """Return the number of the puzzle chosen for a day; None if none has been chosen."""
        chosen = await self._database.one(Chosen, ONE_CHOSEN, day=day)
        return chosen and chosen.puzzle

    async def choose(self, day: int, puzzle: int) -> int:
        """Store a day's puzzle unless it has one; return the stored number."""

        def job(db: sqlite3.Connection) -> int:
            db.execute(KEEP_CHOSEN, rows.row_of(Chosen(day, puzzle)))
            chosen = rows.one(Chosen, db, ONE_CHOSEN, day=day)
            return chosen.puzzle if chosen else puzzle

        return await self._database.write(job)

    async def solved_in(self, guild: int, since: Instant) -> Sequence[Attempt]:
        """Return the puzzles solved on a server since then by people who want to be listed."""
        return await self._database.many(Attempt, SOLVED_IN, guild=guild, since=since)

    async def unsearched(self, most: int) -> Sequence[int]:
        """Return up to `most` finished matches still to be searched for a puzzle."""
        return [game.match for game in await self._database.many(Unsearched, UNSEARCHED, most=most)]

    async def keep_found(self, match: int, puzzle: Puzzle | None) -> None:
        """Store the puzzle found in a match and end the match's wait to be searched, once."""

        def job(db: sqlite3.Connection) -> None:
            waited = db.execute(SEARCHED, {"match": match}).rowcount
            if waited and puzzle:
                (newest,) = sql.many(db, NEWEST_FOUND, {})
                numbered = replace(puzzle, number=newest["number"] + 1)
                db.execute(KEEP_FOUND, rows.row_of(numbered))

        await self._database.write(job)

    async def found_puzzle(self, number: int) -> Puzzle | None:
        """Return a puzzle that was found in a game."""
        return await self._database.one(Puzzle, ONE_FOUND, number=number)

    async def next_found(self, player: Player, but: int, grade: int | None) -> Puzzle | None:
        """Return the newest found puzzle of a grade that the player hasn't done, except `but`."""
        values = {"player": player, "but": but}
        if grade is None:
            return await self._database.one(Puzzle, NEXT_FOUND, **values)
        return await self._database.one(Puzzle, NEXT_OF_GRADE, grade=grade, **values)


class DailyTables:
    """The daily posts of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: int) -> Daily:
        """Return a server's settings of the puzzle of the day; the defaults if it has none."""
        return await self._database.one(Daily, ONE_DAILY, guild=guild) or Daily(guild)

    async def due(self, now: Instant, most: int) -> Sequence[Daily]:
        """Return up to `most` settings that are due, and as many that are over a day ahead."""
        due = await self._database.many(Daily, DUE_DAILY, now=now, most=most)
        return [*due, *await self._database.many(Daily, AHEAD_DAILY, ahead=now + DAY, most=most)]

    async def choose_channel(self, channel: int | None, entry: LogEntry) -> None:
        """Choose the channel of a server's daily puzzle, with an entry in its log."""
        await self._database.write(lambda db: _choose_channel(db, channel, entry))

    async def decide(
        self, guild: int, change: Callable[[Daily], tuple[Daily, Post | None]]
    ) -> None:
        """Change a server's daily puzzle, as stored at that moment, and add the post, if any."""

        def job(db: sqlite3.Connection) -> None:
            before = rows.one(Daily, db, ONE_DAILY, guild=guild) or Daily(guild)
            after, post = change(before)
            if after != before:
                db.execute(KEEP_DAILY, rows.row_of(after))
            if post:
                posts.write_post(db, post)

        await self._database.write(job)


def _choose_channel(db: sqlite3.Connection, channel: int | None, entry: LogEntry) -> None:
    before = rows.one(Daily, db, ONE_DAILY, guild=entry.guild) or Daily(entry.guild)
    if channel != before.channel:
        db.execute(KEEP_DAILY, rows.row_of(replace(before, channel=channel).timed(entry.at)))
        channels = [channel] if channel else []
        moderation.write_entry(db, moderation.setting(entry, "daily_channels", channels))


# Additions to the store


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """Note that a finished game must be searched for a puzzle."""
    if may_hold_one(written.record):
        db.execute(SEARCH_MATCH, {"match": written.number})


def daily_puzzle_sent(db: sqlite3.Connection, post: DailyPuzzle, sent: SentMessage) -> None:
    """Note a daily puzzle's message, and add the post that shrinks the one before. Runs once."""
    posts.delete_post(db, post, sent)
    daily = rows.one(Daily, db, ONE_DAILY, guild=post.place.guild)
    if sent.message is None or daily is None or daily.message == sent.message:
        return
    if daily.message and daily.sent_in and daily.posted is not None:
        place = Place(daily.guild, daily.sent_in)
        posts.write_post(db, ShrinkPuzzle(daily.posted, daily.message, place=place))
    after = replace(daily, message=sent.message, sent_in=post.place.channel, posted=post.day)
    db.execute(KEEP_DAILY, rows.row_of(after))


def _erase(db: sqlite3.Connection, player: Player, _: Instant) -> None:
    db.execute(ERASE_ATTEMPTS, {"player": player})


def _personal_data(
    db: sqlite3.Connection, player: Player
) -> Mapping[str, Sequence[Mapping[str, object]]]:
    attempts = rows.many(Attempt, db, ATTEMPTS_OF, player=player)
    return {"puzzles": [_attempt(attempt) for attempt in attempts]}


def _attempt(attempt: Attempt) -> Mapping[str, object]:
    """Return an attempt as personal data shows it."""
    return {
        "number": attempt.puzzle,
        "tries": attempt.tries,
        "shown": attempt.shown,
        "solved": None if attempt.solved is None else moment_text(attempt.solved),
        "day": None if attempt.day is None else date_of(attempt.day).isoformat(),
        "server": number_text(attempt.guild),
    }


EXTENSION = Extension(
    match_written=_match_written,
    set_up=lambda db, entry, _, channel: _choose_channel(db, channel, entry),
    posts=(PostKind(DailyPuzzle, daily_puzzle_sent), PostKind(ShrinkPuzzle)),
    erase=_erase,
    personal_data=_personal_data,
    people=lambda db: [row["player"] for row in sql.many(db, TRIED, {})],
    servers=lambda db: [row["guild"] for row in sql.many(db, DAILY_GUILDS, {})],
    clear_server=lambda db, guild: db.execute(CLEAR_DAILY, {"guild": guild}),
    tables={
        "attempt": partial(rows.read, Attempt),
        "puzzle_day": partial(rows.read, Chosen),
        "unsearched": partial(rows.read, Unsearched),
        "found_puzzle": read_found,
        "daily": partial(rows.read, Daily),
    },
)
