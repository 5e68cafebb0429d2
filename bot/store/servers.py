"""Servers in SQLite: their settings and bars, and the servers that the bot has left."""

# ruff: noqa: S608  every word of a statement is in this package

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.model.servers import Bar, Place, Server
from bot.store import moderation, people, rows, sql
from bot.store.notes import KEEP_NOTE_ONCE
from bot.store.posts import add_posts, write_post

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Sequence

    from bot.model.moderation import LogEntry
    from bot.model.people import Player
    from bot.model.posts import Greeting, Post
    from bot.model.times import Instant
    from bot.store.database import Database
    from bot.store.extension import Extension


@dataclass(frozen=True, slots=True)
class Departed:
    """A server that the bot has left."""

    guild: int
    at: int


GUILD = rows.columns(Server)
BAR = ("pseudonym", *rows.columns(Bar))
DEPARTED = rows.columns(Departed)

ONE_GUILD: Final = "SELECT * FROM guild WHERE id = :id"
KEEP_GUILD: Final = sql.keep("guild", GUILD)
STORED_GUILDS: Final = """
    SELECT DISTINCT guild FROM barred WHERE guild > 0 UNION ALL SELECT id FROM guild WHERE id > 0
    UNION ALL SELECT DISTINCT guild FROM moderation WHERE guild > 0"""
BARRED: Final = "SELECT * FROM barred WHERE guild = :guild"
INSERT_BAR: Final = sql.insert("barred", BAR, "INSERT OR IGNORE")
_BARRED = "guild = :guild AND pseudonym = :pseudonym"
BAR_AGAIN: Final = sql.update("barred", f"{_BARRED} AND player IS NULL", "player")
UNBAR: Final = f"DELETE FROM barred WHERE {_BARRED}"
LEAVE: Final = sql.insert("departed", DEPARTED, "INSERT OR IGNORE")
HAS_DEPARTED: Final = "SELECT 1 FROM departed WHERE guild = :guild"
BARRED_HERE: Final = "SELECT pseudonym FROM barred WHERE guild = :guild"
JOIN: Final = "DELETE FROM departed WHERE guild = :guild"


def read_guild(db: sqlite3.Connection, number: int) -> Server:
    """Read a server's settings as part of a job."""
    return rows.one(Server, db, ONE_GUILD, id=number) or Server(number)


class Servers:
    """Reads and writes servers' settings and bars."""

    def __init__(self, database: Database, extensions: Sequence[Extension]) -> None:
        self._database = database
        self._extensions = extensions

    async def guild(self, number: int) -> Server:
        """Return a server's settings; the defaults if none are stored."""
        return await self._database.read(lambda db: read_guild(db, number))

    async def change(
        self, number: int, change: Callable[[Server], Server], entry: LogEntry | None = None
    ) -> Server:
        """Change a server's settings as currently stored.

        `entry`: who does so and when, for the moderation log.
        """
        return await self._database.write(lambda db: self._change(db, number, change, entry))

    async def set_up(self, number: int, channel: int, entry: LogEntry) -> None:
        """Have the news and the features' own in a channel of a server."""

        def job(db: sqlite3.Connection) -> None:
            before = read_guild(db, number)
            for extension in self._extensions:
                if extension.set_up:
                    extension.set_up(db, entry, before, channel)
            self._change(db, number, lambda _: replace(before, news=channel), entry)

        await self._database.write(job)

    def _change(
        self,
        db: sqlite3.Connection,
        number: int,
        change: Callable[[Server], Server],
        entry: LogEntry | None,
    ) -> Server:
        before = read_guild(db, number)
        after = change(before)
        db.execute(KEEP_GUILD, rows.row_of(after))
        if entry:
            moderation.write_settings(db, entry, before, after)
        for extension in self._extensions:
            if extension.server_changed:
                extension.server_changed(db, number)
        return after

    async def barred(self, guild: int) -> Sequence[Bar]:
        """Return the people who can't start games in a server, newest bar first."""
        bars = await self._database.many(Bar, BARRED, guild=guild)
        return sorted(bars, key=lambda bar: bar.at, reverse=True)

    async def has_departed(self, guild: int) -> bool:
        """Whether the bot has left a server."""
        return await self._database.row(HAS_DEPARTED, guild=guild) is not None

    async def unbar(self, guild: int, player: Player, entry: LogEntry | None = None) -> bool:
        """Let a person start games on a server again; return whether they were suspended."""

        def job(db: sqlite3.Connection) -> bool:
            values = {"guild": guild, "pseudonym": people.pseudonym(db, player)}
            lifted = db.execute(UNBAR, values).rowcount > 0
            if lifted and entry:
                moderation.write_entry(db, entry)
            return lifted

        return await self._database.write(job)

    async def stored(self) -> Sequence[int]:
        """Return the servers with stored settings, bars, log entries or data of a feature."""

        def job(db: sqlite3.Connection) -> list[int]:
            numbers = {row["guild"] for row in sql.many(db, STORED_GUILDS, {})}
            for extension in self._extensions:
                if extension.servers:
                    numbers.update(extension.servers(db))
            return sorted(number for number in numbers if isinstance(number, int))

        return await self._database.read(job)

    async def note_presence(
        self, joined: Collection[int], left: Collection[int], now: Instant
    ) -> None:
        """Note which servers the bot is in, and which it has left.

        An earlier leaving date stays.
        """

        def job(db: sqlite3.Connection) -> None:
            db.executemany(LEAVE, [{"guild": guild, "at": now} for guild in left])
            db.executemany(JOIN, [{"guild": guild} for guild in joined])

        await self._database.write(job)

    async def meet(self, greetings: Sequence[Greeting]) -> None:
        """Store the greetings of new servers."""

        def job(db: sqlite3.Connection) -> None:
            add_posts(db, [greeting for greeting in greetings if _note_met(db, greeting)])

        await self._database.write(job)


def _note_met(db: sqlite3.Connection, greeting: Greeting) -> bool:
    """Note that a server is known; return whether it wasn't."""
    note = {"name": f"greeted {greeting.place.guild}", "text": "yes"}
    return db.execute(KEEP_NOTE_ONCE, note).rowcount > 0


def add_news(db: sqlite3.Connection, guild: int, post: Post) -> bool:
    """Add a post to a server's news channel; return False if it has none."""
    server = rows.one(Server, db, ONE_GUILD, id=guild)
    if server is None or server.news is None:
        return False
    write_post(db, replace(post, place=Place(guild, server.news)))
    return True


def write_bar(db: sqlite3.Connection, bar: Bar) -> bool:
    """Store a bar with its pseudonym, unless it exists; return whether anything changed."""
    row = people.pseudonymous(db, bar)
    changed = [db.execute(statement, row).rowcount for statement in (INSERT_BAR, BAR_AGAIN)]
    return any(changed)


def barred_among(
    db: sqlite3.Connection, guild: int, players: Iterable[Player]
) -> frozenset[Player]:
    """Return the players who can't start games in a server."""
    barred = {row["pseudonym"] for row in sql.many(db, BARRED_HERE, {"guild": guild})}
    asked = players if barred else ()
    return frozenset(player for player in asked if people.pseudonym(db, player) in barred)


OLD_DEPARTED: Final = "SELECT guild FROM departed WHERE at < :before ORDER BY at LIMIT 1"
CLEAR_GUILD: Final = "DELETE FROM guild WHERE id = :guild"
CLEAR_BARS: Final = "DELETE FROM barred WHERE guild = :guild"


def clear_departed(
    db: sqlite3.Connection, before: Instant, extensions: Sequence[Extension]
) -> bool:
    """Delete all data of a server left before this time; return whether there was one."""
    departed = sql.many(db, OLD_DEPARTED, {"before": before})
    for row in departed:
        for extension in extensions:
            if extension.clear_server:
                extension.clear_server(db, row["guild"])
        for statement in (CLEAR_BARS, CLEAR_GUILD, moderation.CLEAR_LOG, JOIN):
            db.execute(statement, {"guild": row["guild"]})
    return bool(departed)
