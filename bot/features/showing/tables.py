"""Shared pages in SQLite, with the posts that send and delete them.

Invariant: a shared page and its post are one transaction, and so are its removal and the post that
deletes the message. A page removed before it was posted is deleted right after posting.
"""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bot.features.showing.model import KEPT, DeleteShowing, Showing, ShowingPost
from bot.model.personal_data import moment_text, number_text
from bot.store import limits, posts, rows, sql
from bot.store.extension import Extension, PostKind

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.posts import SentMessage
    from bot.model.times import Instant
    from bot.store.changes import Limit
    from bot.store.database import Database

_COLUMNS = rows.columns(Showing)
ONE: Final = "SELECT * FROM showing WHERE id = :id"
NEWEST_OF: Final = "SELECT * FROM showing WHERE player = :player ORDER BY id DESC LIMIT 1"
INSERT: Final = sql.insert("showing", sql.but(_COLUMNS, "id"))
FORGET_OLDER: Final = f"""
    DELETE FROM showing WHERE player = :player AND id <= (
        SELECT id FROM showing WHERE player = :player ORDER BY id DESC LIMIT 1 OFFSET {KEPT})"""
POSTED: Final = sql.update("showing", "id = :id", "message")
REMOVE: Final = sql.update("showing", "id = :id AND NOT removed", removed="1")
SHOWN_BY: Final = "SELECT * FROM showing WHERE player = :player"
ABOUT: Final = "SELECT * FROM showing WHERE about = :player"
FORGET: Final = "DELETE FROM showing WHERE id = :id"
CLEAR: Final = "DELETE FROM showing WHERE guild = :guild"
# For files that no bot has open, and for servers that the bot has left.
SHOWN_OF: Final = """
    SELECT player FROM showing UNION ALL SELECT about FROM showing WHERE about IS NOT NULL"""
SERVERS: Final = "SELECT DISTINCT guild FROM showing WHERE guild > 0"


class ShowingTables:
    """The pages that people have shared."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, number: int) -> Showing | None:
        """Return a shown page; None if it is no longer stored."""
        return await self._database.one(read_showing, ONE, id=number)

    async def add(
        self, new: Showing, is_new: Callable[[Showing | None], bool], within: Sequence[Limit]
    ) -> None:
        """Store a page with its post, if `is_new` accepts it after the person's newest page."""

        def job(db: sqlite3.Connection) -> None:
            if not is_new(rows.one(read_showing, db, NEWEST_OF, player=new.player)):
                return
            for limit in within:
                limits.refuse_beyond(db, limit)
            number = sql.inserted(db.execute(INSERT, rows.row_of(new)))
            db.execute(FORGET_OLDER, {"player": new.player})
            posts.write_post(db, ShowingPost(number, new.player, place=new.place))

        await self._database.write(job)

    async def remove(self, showing: Showing) -> None:
        """Delete the message of a shown page; harmless if repeated."""

        def job(db: sqlite3.Connection) -> None:
            now = rows.one(read_showing, db, ONE, id=showing.id)
            if now and db.execute(REMOVE, {"id": now.id}).rowcount:
                _delete_message(db, now)

        await self._database.write(job)


def read_showing(row: sqlite3.Row) -> Showing:
    """Read a shown page from its row."""
    return rows.read(Showing, row)


def _delete_message(db: sqlite3.Connection, showing: Showing) -> None:
    """Add the post that deletes a message, if there is one that the bot can reach later."""
    if showing.message is not None and not showing.place.remote:
        posts.write_post(db, DeleteShowing(showing.message, place=showing.place))


def showing_sent(db: sqlite3.Connection, post: ShowingPost, sent: SentMessage) -> None:
    """Note the message of a shown page; delete it if it was removed or erased since."""
    posts.delete_post(db, post, sent)
    if sent.message is None:
        return
    db.execute(POSTED, {"id": post.showing, "message": sent.message})
    showing = rows.one(read_showing, db, ONE, id=post.showing)
    if showing is None or showing.removed:
        posts.write_post(db, DeleteShowing(sent.message, place=post.place))


def _concerning(db: sqlite3.Connection, player: Player) -> list[Showing]:
    """Return the pages that a person has shared, and pages of others about them."""
    return [
        *rows.many(read_showing, db, SHOWN_BY, player=player),
        *rows.many(read_showing, db, ABOUT, player=player),
    ]


def _erase(db: sqlite3.Connection, player: Player, _: Instant) -> None:
    for showing in _concerning(db, player):
        if not showing.removed:
            _delete_message(db, showing)
        db.execute(FORGET, {"id": showing.id})


def _personal_data(
    db: sqlite3.Connection, player: Player
) -> Mapping[str, Sequence[Mapping[str, object]]]:
    return {"shown": [_shown(showing, player) for showing in _concerning(db, player)]}


def _shown(showing: Showing, player: Player) -> Mapping[str, object]:
    """Return a shown page as personal data, without other people."""
    place = showing.place
    return {
        "by_you": showing.player == player,
        "at": moment_text(showing.at),
        "what": showing.press.split(":")[1],
        "server": number_text(place.guild),
        "channel": number_text(place.channel),
        "message": number_text(showing.message),
        "removed": showing.removed,
    }


EXTENSION = Extension(
    posts=(PostKind(ShowingPost, showing_sent), PostKind(DeleteShowing)),
    erase=_erase,
    personal_data=_personal_data,
    people=lambda db: {row["player"] for row in sql.many(db, SHOWN_OF, {})},
    servers=lambda db: [row["guild"] for row in sql.many(db, SERVERS, {})],
    clear_server=lambda db, guild: db.execute(CLEAR, {"guild": guild}),
    tables={"showing": partial(rows.read, Showing)},
)
