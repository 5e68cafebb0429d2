"""Turn lists in SQLite: their rows, and the posts that keep their messages up to date.

At most one post per list waits to edit its message; its `changes` counts the merged changes. A
change during the edit keeps the post for another edit.
"""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from bot.features.turn_list.model import MOST, DeleteTurnList, TurnList, TurnListPost
from bot.features.turn_list.refusals import TurnListNo
from bot.model.matches import SEATS
from bot.model.posts import NEW_EDIT, edit_wait
from bot.model.servers import Place
from bot.service.refusals import Refusal
from bot.store import moderation, posts, rows
from bot.store.extension import Extension, PostKind
from bot.store.matches import read_listing
from bot.store.sql import insert, many, update

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Sequence

    from bot.model.matches import Listing
    from bot.model.moderation import LogEntry
    from bot.model.posts import Post, SentMessage
    from bot.model.servers import Server
    from bot.model.times import Instant
    from bot.store.database import Database
    from bot.store.extension import MatchWritten

COLUMNS: Final = rows.columns(TurnList)
TURN_LIST: Final = "SELECT * FROM turn_list WHERE channel = :channel"
OF_GUILD: Final = "SELECT * FROM turn_list WHERE guild = :guild"
ALL: Final = "SELECT * FROM turn_list WHERE guild > 0"
KEEP: Final = insert("turn_list", COLUMNS, "INSERT OR IGNORE")
_THIS = "channel = :channel AND made = :made"
CHANGE: Final = update("turn_list", _THIS, "message", "renewed", "pinned")
DELETE: Final = "DELETE FROM turn_list WHERE channel = :channel AND made = :made"
LISTED_GUILDS: Final = "SELECT guild FROM turn_list WHERE guild > 0"
CLEAR: Final = "DELETE FROM turn_list WHERE guild = :guild"
# `challenge.channel`: the channel that a thread was opened from. `home`: the channel of a game on
# the wall, without the wall.
GAMES: Final = """
    SELECT m.* FROM "match" AS m LEFT JOIN challenge ON challenge.id = m.challenge
    WHERE m.guild = :guild AND m.reason IS NULL AND NOT m.shelved AND (
        coalesce(m.home, m.channel) IN (SELECT value FROM json_each(:channels))
        OR challenge.channel IN (SELECT value FROM json_each(:channels)))"""
GUILDS_OF: Final = " UNION ALL ".join(
    f'SELECT guild FROM "match" WHERE {seat} = +:player AND reason IS NULL' for seat in SEATS
)


class TurnListTables:
    """The turn lists of channels."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, channel: int) -> TurnList | None:
        """Return the list of a channel, if it has one."""
        return await self._database.read(partial(_find, channel))

    async def games(
        self, guild: int, channels: Collection[int], most: int
    ) -> tuple[Sequence[Listing], int]:
        """Return up to `most` games in these channels, newest turn first; and their number."""
        listed = json.dumps(sorted(channels))

        def read(db: sqlite3.Connection) -> tuple[Sequence[Listing], int]:
            games = many(db, GAMES, {"guild": guild, "channels": listed})
            whole = (row for row in games if isinstance(row["since"], int))
            newest = sorted(whole, key=itemgetter("since", "id"), reverse=True)[:most]
            return [*rows.readable(read_listing, newest)], len(games)

        return await self._database.read(read)

    async def of_guild(self, guild: int) -> Sequence[TurnList]:
        """Return the lists of a server, oldest first."""
        lists = await self._database.many(TurnList, OF_GUILD, guild=guild)
        return sorted(lists, key=lambda turn_list: (turn_list.made, turn_list.channel))

    async def choose(
        self, channels: Collection[int], gone: Collection[int], entry: LogEntry
    ) -> None:
        """Turn lists on in channels of the entry's server, and off in those that are `gone`."""
        await self._database.write(lambda db: _choose(db, channels, gone, entry))

    async def change(self, old: TurnList, new: TurnList | None) -> None:
        """Replace a list, unless it has changed in the meantime."""
        await self._database.write(
            lambda db: db.execute(CHANGE if new else DELETE, rows.row_of(new or old))
        )

    async def note_pinned(self, channel: int, now: Instant) -> None:
        """Note that a channel's list is pinned, and update its text about pinning."""

        def job(db: sqlite3.Connection) -> None:
            old = _find(channel, db)
            if old and not old.pinned:
                db.execute(CHANGE, rows.row_of(replace(old, pinned=True)))
                _add_update(db, old, due=now)

        await self._database.write(job)

    async def update_all_lists(self, now: Instant) -> None:
        """Update every list."""
        await self._database.write(lambda db: update_all_lists(db, now))


def _find(channel: int, db: sqlite3.Connection) -> TurnList | None:
    return rows.one(TurnList, db, TURN_LIST, channel=channel)


def _choose(
    db: sqlite3.Connection, channels: Collection[int], gone: Collection[int], entry: LogEntry
) -> None:
    """Store new lists, each with its post, and delete those that are `gone`; refuse too many."""
    before = rows.many(TurnList, db, OF_GUILD, guild=entry.guild)
    there = {turn_list.channel for turn_list in before} - {*gone}
    added = {*channels} - there
    if added and len(there | added) > MOST:
        raise Refusal(TurnListNo.TOO_MANY_TURN_LISTS, limit=MOST)
    for turn_list in before:
        if turn_list.channel in gone:
            _turn_off(db, turn_list)
    for channel in added:
        new = TurnList(channel, entry.guild, entry.at)
        db.execute(KEEP, rows.row_of(new))
        _add_update(db, new, due=new.made)
    if added or len(there) < len(before):
        moderation.write_entry(db, moderation.setting(entry, "turn_list", sorted(there | added)))


def _set_up(db: sqlite3.Connection, entry: LogEntry, before: Server, channel: int) -> None:
    """Turn a list on in the channel chosen for everything, and off in the one before that."""
    gone = {before.news} - {None, channel}
    _choose(db, {channel}, [number for number in gone if number], entry)


def _turn_off(db: sqlite3.Connection, old: TurnList) -> None:
    """Delete a list, with a post that deletes its message."""
    db.execute(DELETE, rows.row_of(old))
    if old.message is not None:
        posts.write_post(db, DeleteTurnList(old.message, place=Place(old.guild, old.channel)))


def update_lists_of_server(db: sqlite3.Connection, guild: int | None, at: Instant) -> None:
    """Update the turn lists of a server, since one of its games has changed."""
    if guild is None:
        return
    for turn_list in rows.many(TurnList, db, OF_GUILD, guild=guild):
        _add_update(db, turn_list, due=at + _wait(turn_list, at))


def update_lists_of_person(db: sqlite3.Connection, player: int, at: Instant) -> None:
    """Update the turn lists of all servers in which a person plays."""
    for guild in {row["guild"] for row in many(db, GUILDS_OF, {"player": player})}:
        update_lists_of_server(db, guild, at)


def update_all_lists(db: sqlite3.Connection, at: Instant) -> None:
    """Update every turn list, since every clock has changed."""
    for turn_list in rows.many(TurnList, db, ALL):
        _add_update(db, turn_list, due=at + _wait(turn_list, at))


def _wait(turn_list: TurnList, at: Instant) -> int:
    return edit_wait(at - (turn_list.renewed or turn_list.made))


def _add_update(db: sqlite3.Connection, turn_list: TurnList, due: Instant) -> None:
    """Add the post that updates a turn list; a post that waits already includes the change."""
    place = Place(turn_list.guild, turn_list.channel)
    posts.write_post(db, TurnListPost(due=due, place=place))


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    update_lists_of_server(db, written.record.place.guild, written.now)


def _board_sent(db: sqlite3.Connection, match: sqlite3.Row, _: Instant) -> None:
    """Update the lists of a match with a new board, since they link to it."""
    update_lists_of_server(
        db, match["guild"], match["since"] if isinstance(match["since"], int) else 0
    )


def _news_sent(db: sqlite3.Connection, post: Post) -> None:
    """Update a server's lists, whose lines show news of puzzles, tournaments and seasons."""
    update_lists_of_server(db, post.place.guild, post.due)


def turn_list_sent(db: sqlite3.Connection, post: TurnListPost, sent: SentMessage) -> None:
    """Note that a list was posted or edited; edit it again if it has changed since."""
    turn_list = _find(post.place.channel, db)
    wait = _wait(turn_list, post.due) if turn_list else NEW_EDIT
    posts.finish_merged(db, post, sent, post.changes, wait)
    if sent.message is None:
        return
    if turn_list:
        db.execute(CHANGE, {**rows.row_of(turn_list), "message": sent.message})
    else:  # turned off in the meantime
        posts.write_post(db, DeleteTurnList(sent.message, place=post.place))


EXTENSION = Extension(
    posts=(PostKind(TurnListPost, turn_list_sent), PostKind(DeleteTurnList)),
    match_written=_match_written,
    board_sent=_board_sent,
    set_up=_set_up,
    server_changed=lambda db, guild: update_lists_of_server(
        db, guild, 0
    ),  # the language may be different
    news_sent=_news_sent,
    vacations_changed=update_lists_of_person,
    clocks_changed=update_all_lists,
    erase=update_lists_of_person,  # for unreadable games: the others are over
    servers=lambda db: [row["guild"] for row in many(db, LISTED_GUILDS, {})],
    clear_server=lambda db, guild: db.execute(CLEAR, {"guild": guild}),
    tables={"turn_list": partial(rows.read, TurnList)},
)
