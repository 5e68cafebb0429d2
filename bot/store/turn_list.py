"""Turn lists in SQLite: their rows, and the posts by which their messages are kept up to date.

Of each list at most one post waits that edits its message; its `number` counts the changes that it
is to tell of. One that comes while the message is being edited keeps the post for another edit.
"""

from __future__ import annotations

import json
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from bot.service.model import Kind, Place, Post
from bot.service.turn_list import TurnList
from bot.store import rows
from bot.store.sql import insert, many, update

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Sequence

    from bot.service.model import Instant, Listing
    from bot.service.turn_list import TurnLists
    from bot.store.connection import Connection
    from bot.store.writer import Writer

_HOUR = 3600
# Seconds from a change to the edit that tells of it, and from one edit to the next. Discord allows
# few edits of a message that is older than an hour.
_WAIT, _WAIT_OLD = 4, 30

COLUMNS: Final = rows.columns(TurnList)
TURN_LIST: Final = "SELECT * FROM turn_list WHERE channel = :channel"
OF_GUILD: Final = "SELECT * FROM turn_list WHERE guild = :guild"
KEEP: Final = insert("turn_list", COLUMNS, "INSERT OR IGNORE")
CHANGE: Final = update("turn_list", "channel = :channel AND made = :made", "message", "renewed")
DELETE: Final = "DELETE FROM turn_list WHERE channel = :channel AND made = :made"
CLEAR: Final = "DELETE FROM turn_list WHERE guild = :guild"
# `challenge.channel`: where a thread of the bot's was opened from.
GAMES: Final = """
    SELECT m.* FROM "match" AS m LEFT JOIN challenge ON challenge.id = m.challenge
    WHERE m.guild = :guild AND m.reason IS NULL AND NOT m.shelved AND (
        m.channel IN (SELECT value FROM json_each(:channels))
        OR challenge.channel IN (SELECT value FROM json_each(:channels)))"""
GUILDS_OF: Final = """
    SELECT guild FROM "match" WHERE dark = +:player AND reason IS NULL
    UNION ALL
    SELECT guild FROM "match" WHERE light = +:player AND reason IS NULL"""
POST: Final = insert("post", ("guild", "queue", *(each for each in rows.POST if each != "id")))
ONE_MORE: Final = update("post", "lane = :lane AND message IS NULL", number="number + 1")
TOLD: Final = "DELETE FROM post WHERE id = :id AND number = :number"
AGAIN: Final = update("post", "id = :id", due="due + :wait")


def stored(writer: Writer, reader: Connection) -> TurnLists:
    """The part of the store that keeps them."""
    return _SqliteTurnLists(writer, reader)


class _SqliteTurnLists:
    """The turn lists of bot.service.turn_list."""

    def __init__(self, writer: Writer, reader: Connection) -> None:
        self._writer = writer
        self._reader = reader

    async def find(self, channel: int) -> TurnList | None:
        """The list of that channel, if it has one."""
        return await self._reader.run(partial(_find, channel))

    async def games(
        self, guild: int, channels: Collection[int], most: int
    ) -> tuple[Sequence[Listing], int]:
        """Up to `most` games in these channels, the newest turn first; and how many there are."""
        listed = json.dumps(sorted(channels))

        def read(db: sqlite3.Connection) -> tuple[Sequence[Listing], int]:
            found = many(db, GAMES, {"guild": guild, "channels": listed})
            whole = (row for row in found if isinstance(row["since"], int))
            newest = sorted(whole, key=itemgetter("since", "id"), reverse=True)[:most]
            return [*rows.readable(rows.listing, newest)], len(found)

        return await self._reader.run(read)

    async def turn_on(self, new: TurnList, most: int) -> bool:
        """Keep it, with the post of it; False where the server has `most` others already."""

        def job(db: sqlite3.Connection) -> bool:
            there = [row["channel"] for row in many(db, OF_GUILD, {"guild": new.guild})]
            if new.channel in there:
                return True
            if len(there) >= most:
                return False
            db.execute(KEEP, rows.row_of(new))
            _tell(db, new, due=new.made)
            return True

        return await self._writer.write(job)

    async def turn_off(self, channel: int) -> None:
        """Delete the list, with a post that deletes its message."""

        def job(db: sqlite3.Connection) -> None:
            if old := _find(channel, db):
                db.execute(DELETE, rows.row_of(old))
                _take_down(db, Place(old.guild, channel), old.message)

        await self._writer.write(job)

    async def change(self, old: TurnList, new: TurnList | None) -> None:
        """Put the new one in the place of the old one, if that is still as it was."""
        await self._writer.write(
            lambda db: db.execute(CHANGE if new else DELETE, rows.row_of(new or old))
        )


def _find(channel: int, db: sqlite3.Connection) -> TurnList | None:
    found = many(db, TURN_LIST, {"channel": channel})
    return next(rows.readable(partial(rows.read, TurnList), found), None)


def mark(db: sqlite3.Connection, guild: int | None, at: Instant) -> None:
    """Something changed in a game of this server: its lists are to tell of it."""
    if guild is None:
        return
    for each in rows.readable(partial(rows.read, TurnList), many(db, OF_GUILD, {"guild": guild})):
        _tell(db, each, due=at + _wait(each, at))


def mark_of(db: sqlite3.Connection, player: int, at: Instant) -> None:
    """Something changed for a person: so it did for the lists where they play."""
    for guild in {row["guild"] for row in many(db, GUILDS_OF, {"player": player})}:
        mark(db, guild, at)


def _wait(each: TurnList, at: Instant) -> int:
    return _WAIT_OLD if at - (each.renewed or each.made) > _HOUR else _WAIT


def _tell(db: sqlite3.Connection, each: TurnList, due: Instant) -> None:
    place = Place(each.guild, each.channel)
    post = Post(Kind.TURN_LIST, due=due, place=place)
    if not db.execute(ONE_MORE, {"lane": post.lane}).rowcount:
        _write(db, post)


def _take_down(db: sqlite3.Connection, place: Place, message: int | None) -> None:
    if message is not None:
        _write(db, Post(Kind.TURN_LIST, message=message, place=place))


def _write(db: sqlite3.Connection, post: Post) -> None:
    place = {"guild": post.place.guild, "queue": post.queue}
    db.execute(POST, {**rows.post_row(post), **place})


def done(db: sqlite3.Connection, post: Post, message: int | None) -> None:
    """The list was posted or edited. Where it changed meanwhile, the post is for another edit."""
    told = db.execute(TOLD, {"id": post.id, "number": post.number}).rowcount
    old = None if post.message else _find(post.place.channel, db)
    if not told and post.message is None:
        db.execute(AGAIN, {"id": post.id, "wait": _wait(old, post.due) if old else _WAIT})
    if message is None or post.message is not None:
        return
    if old:
        db.execute(CHANGE, {**rows.row_of(old), "message": message})
    elif told:  # it was turned off meanwhile
        _take_down(db, post.place, message)
