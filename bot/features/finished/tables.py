"""Lists of finished games in SQLite, and the posts that keep their messages up to date.

At most one post per list waits to edit its message; its `changes` counts the merged changes.
"""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.features.finished.model import (
    SHOWN,
    DeleteFinished,
    FinishedList,
    FinishedPost,
    FoldResult,
)
from bot.model.matches import SEATS
from bot.model.posts import OLD_EDIT
from bot.model.servers import Place
from bot.store import matches, posts, rows, sql
from bot.store.extension import Extension, PostKind
from games.core import WITHOUT_RESULT
from games.pace import DAY

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.model.matches import Listing
    from bot.model.posts import SentMessage
    from bot.model.times import Instant
    from bot.store.database import Database

ONE: Final = "SELECT * FROM finished_list WHERE channel = :channel"
GAMES: Final = """
    SELECT * FROM "match" WHERE id IN (SELECT value FROM json_each(:games))"""
LISTED_RESULTS: Final = """
    SELECT message FROM "match" WHERE message IS NOT NULL
    AND id IN (SELECT value FROM json_each(:games))"""
FORGET_RESULTS: Final = sql.update(
    "match", "id IN (SELECT value FROM json_each(:games))", message="NULL"
)
KEEP: Final = sql.keep("finished_list", rows.columns(FinishedList))
OF_GUILD: Final = "SELECT * FROM finished_list WHERE guild = :guild"
LISTS_NAMING: Final = f"""
    SELECT * FROM finished_list WHERE EXISTS (
        SELECT 1 FROM json_each(finished_list.matches) JOIN "match" ON "match".id = value
        WHERE :player IN ({", ".join(SEATS)}))"""
SERVERS: Final = "SELECT DISTINCT guild FROM finished_list WHERE guild > 0"
CLEAR: Final = "DELETE FROM finished_list WHERE guild = :guild"


class FinishedTables:
    """The lists of channels."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, channel: int) -> tuple[FinishedList, Sequence[Listing]] | None:
        """Return the list of a channel with the games to show, newest first; None if there is none.

        Games that can't be read are left out.
        """

        def read(db: sqlite3.Connection) -> tuple[FinishedList, Sequence[Listing]] | None:
            finished = _find(db, channel)
            if finished is None:
                return None
            shown = _listed(finished.matches[-SHOWN:])
            games = rows.many(matches.read_listing, db, GAMES, games=shown)
            return finished, sorted(games, key=lambda game: (game.since, game.id), reverse=True)

        return await self._database.read(read)


def _listed(games: Sequence[int]) -> str:
    return json.dumps([*games])


def _find(db: sqlite3.Connection, channel: int) -> FinishedList | None:
    return rows.one(FinishedList, db, ONE, channel=channel)


def _board_sent(db: sqlite3.Connection, match: sqlite3.Row, at: Instant) -> None:
    """Have a result folded a day later, if the bot can edit and delete messages there by then.

    On the wall, the result is the first message of its post, and stays.
    """
    is_result = match["reason"] is not None and match["shown"] == match["version"]
    on_wall = match["home"] is not None and match["message"] == match["channel"]
    if is_result and match["guild"] and not match["remote"] and not on_wall:
        place = Place(match["guild"], match["channel"])
        until = at + DAY
        fold = FoldResult(match["id"], match["message"], until, due=until, place=place)
        posts.write_post(db, fold)


def result_folded(db: sqlite3.Connection, post: FoldResult, sent: SentMessage) -> None:
    """Add a game to its channel's list, or only delete its message if it had no result."""
    posts.delete_post(db, post, sent)
    match = sql.one(db, matches.ONE_MATCH, {"id": post.match})
    if sent.message is None or match is None or match["message"] != sent.message:
        return
    if match["reason"] in WITHOUT_RESULT:
        _delete_results(db, post.place, [post.match])
        return
    channel, guild = post.place.channel, post.place.guild or 0
    before = _find(db, channel) or FinishedList(channel, guild)
    if post.match not in before.matches:
        _keep(db, replace(before, matches=(*before.matches, post.match)))
        _add_update(db, before, post.due)


def list_sent(db: sqlite3.Connection, post: FinishedPost, sent: SentMessage) -> None:
    """Note the list's message; once it shows all its games, delete their results."""
    shows_all = posts.finish_merged(db, post, sent, post.changes, OLD_EDIT)
    before = _find(db, post.place.channel)
    if sent.message is None or before is None:
        return
    after = before
    if sent.message != before.message:
        if before.message is not None:
            posts.write_post(db, DeleteFinished(before.message, place=post.place))
        after = replace(before, message=sent.message, posted=sent.at)
    if shows_all:
        _delete_results(db, post.place, before.matches)
        after = replace(after, matches=before.matches[-SHOWN:])
    _keep(db, after)


def _delete_results(db: sqlite3.Connection, place: Place, games: Sequence[int]) -> None:
    """Delete the messages of these games, if that wasn't done yet."""
    listed = {"games": _listed(games)}
    for row in sql.many(db, LISTED_RESULTS, listed):
        posts.write_post(db, DeleteFinished(row["message"], place=place))
    db.execute(FORGET_RESULTS, listed)


def _keep(db: sqlite3.Connection, finished: FinishedList) -> None:
    db.execute(KEEP, rows.row_of(finished))


def _add_update(db: sqlite3.Connection, finished: FinishedList, due: Instant) -> None:
    """Add the post that updates a list; a post that waits already includes the change."""
    place = Place(finished.guild, finished.channel)
    posts.write_post(db, FinishedPost(due=due, place=place))


def _server_changed(db: sqlite3.Connection, guild: int) -> None:
    """Update a server's lists: its language may be different."""
    for finished in rows.many(FinishedList, db, OF_GUILD, guild=guild):
        _add_update(db, finished, due=0)


def _erase(db: sqlite3.Connection, player: int, now: Instant) -> None:
    """Update all lists that name a person."""
    for finished in rows.many(FinishedList, db, LISTS_NAMING, player=player):
        _add_update(db, finished, due=now)


EXTENSION = Extension(
    posts=(
        PostKind(FoldResult, result_folded),
        PostKind(FinishedPost, list_sent),
        PostKind(DeleteFinished),
    ),
    board_sent=_board_sent,
    server_changed=_server_changed,
    erase=_erase,
    servers=lambda db: [row["guild"] for row in sql.many(db, SERVERS, {})],
    clear_server=lambda db, guild: db.execute(CLEAR, {"guild": guild}),
    tables={"finished_list": partial(rows.read, FinishedList)},
)
