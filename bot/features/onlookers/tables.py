"""People who follow a game, in SQLite, and the posts that notify them.

Invariant: a post is written in the transaction of its move or end, so each is sent once. A finished
game has no followers.
"""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bot.features.onlookers.model import (
    CALL_WAITS,
    MOST_FOLLOWED,
    MOST_FOLLOWERS,
    SOON,
    FollowedPost,
    Following,
    is_public,
    told_at,
)
from bot.features.onlookers.refusals import OnlookerNo
from bot.model.matches import SEATS
from bot.model.people import Person
from bot.model.personal_data import moment_text
from bot.model.servers import Place
from bot.service.refusals import Refusal
from bot.store import limits, people, posts, rows, sql
from bot.store.extension import Extension, PostKind
from games.errors import Illegal, Why
from games.events import Created, Moved

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.model.people import Player
    from bot.model.posts import SentMessage
    from bot.model.times import Instant
    from bot.store.changes import Limit
    from bot.store.database import Database
    from bot.store.extension import MatchWritten

GOES_ON: Final = 'SELECT 1 FROM "match" WHERE id = :match AND reason IS NULL'
FOLLOWERS: Final = 'SELECT * FROM following WHERE "match" = :match'
FOLLOWED_BY: Final = "SELECT * FROM following WHERE player = :player"
ONE_FOLLOWING: Final = 'SELECT 1 FROM following WHERE "match" = :match AND player = :player'
COUNT_FOLLOWERS: Final = sql.count("following", '"match" = :match')
COUNT_FOLLOWED: Final = sql.count("following", "player = :player")
FOLLOW: Final = sql.insert("following", rows.columns(Following))
UNFOLLOW: Final = 'DELETE FROM following WHERE "match" = :match AND player = :player'
FOLLOWED_TO_ITS_END: Final = 'DELETE FROM following WHERE "match" = :match'
FOLLOW_ON: Final = sql.update("following", '"match" = :first', match=":match")
_NEWS = f"{posts.DUE_IN_LANE} AND kind = '{FollowedPost.kind}'"
NEWS: Final = f"SELECT * FROM post WHERE {_NEWS} ORDER BY id"
HURRY: Final = f"""
    UPDATE post SET due = :due WHERE lane = :lane AND kind = '{FollowedPost.kind}'
    AND due > :due AND json_extract(data, '$.game') = :game"""
FORGET_NEWS: Final = f"DELETE FROM post WHERE {_NEWS}"
ERASE: Final = "DELETE FROM following WHERE player = :player"
# A game that is over is followed only until the second of two starts: it won't.
ERASE_FOLLOWERS: Final = tuple(
    f"""DELETE FROM following WHERE "match" IN (
        SELECT id FROM "match" WHERE {seat} = +:player AND reason IS NOT NULL)"""
    for seat in SEATS
)
CLEAR: Final = """
    DELETE FROM following WHERE "match" IN (
        SELECT id FROM "match" WHERE guild = :guild AND reason IS NULL)"""
# For files that no bot has open, and for checks.
FOLLOWING_PEOPLE: Final = "SELECT DISTINCT player FROM following WHERE player > 0"
FOLLOWED_AND_OVER: Final = f"""
    SELECT following."match", following.player FROM following
    JOIN "match" AS m ON m.id = following."match"
    WHERE following.player > 0
    AND ((m.reason IS NOT NULL AND m.due IS NULL)
        OR following.player IN ({", ".join(f"m.{seat}" for seat in SEATS)}))"""

read_news = posts.post_reader([PostKind(FollowedPost)])


class OnlookerTables:
    """The followers of games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def follow(self, new: Following, bars: Sequence[Limit]) -> None:
        """Store a new follower within the limits, unless already stored or refused by `bars`."""

        def job(db: sqlite3.Connection) -> None:
            for bar in bars:
                limits.refuse_beyond(db, bar)
            row = rows.row_of(new)
            if sql.one(db, GOES_ON, row) is None:
                raise Illegal(Why.OVER)
            if sql.one(db, ONE_FOLLOWING, row):
                return
            _hold(db, COUNT_FOLLOWED, row, OnlookerNo.TOO_MANY_FOLLOWED, MOST_FOLLOWED)
            _hold(db, COUNT_FOLLOWERS, row, OnlookerNo.TOO_MANY_FOLLOWERS, MOST_FOLLOWERS)
            db.execute(FOLLOW, row)

        await self._database.write(job)

    async def unfollow(self, match: int, player: Player) -> None:
        """Stop a player from following a match; harmless if repeated."""
        await self._database.execute(UNFOLLOW, match=match, player=player)

    async def news(self, player: Player, due: Instant) -> Sequence[FollowedPost]:
        """Return the news of followed games that a person should get by then, oldest first."""
        read = await self._database.many(read_news, NEWS, lane=_lane(player), due=due)
        return [post for post in read if isinstance(post, FollowedPost)]

    async def may_hear(self, bars: Sequence[Limit]) -> bool:
        """Whether no limit keeps a person from looking on."""

        def job(db: sqlite3.Connection) -> bool:
            try:
                for bar in bars:
                    limits.refuse_beyond(db, bar)
            except Refusal:
                return False
            return True

        return await self._database.read(job)


def _hold(
    db: sqlite3.Connection, count: str, row: Mapping[str, object], no: OnlookerNo, most: int
) -> None:
    counted = sql.one(db, count, row)
    if counted and counted["count"] >= most:
        raise Refusal(no, limit=most)


def _lane(player: Player) -> str:
    return FollowedPost(0, 0, 0, player).lane


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """Add the news for followers of a callout or an end."""
    record, match = written.record, written.number
    begun = isinstance(written.events[0], Created)
    if begun and record.first:
        db.execute(FOLLOW_ON, {"match": match, "first": record.first})
    if begun or not is_public(record):
        return
    verdict, moved = record.match.verdict, any(isinstance(e, Moved) for e in written.events)
    followers = rows.many(Following, db, FOLLOWERS, match=match) if verdict or moved else []
    if followers and (verdict or record.match.callout):
        _tell(db, written, followers)
    if verdict and followers and not record.is_halfway:
        db.execute(FOLLOWED_TO_ITS_END, {"match": match})


def _tell(db: sqlite3.Connection, written: MatchWritten, followers: Sequence[Following]) -> None:
    """Add a post about a game's news for each of its followers."""
    events, now = len(written.record.match.log), written.now
    over = written.record.match.verdict is not None
    for player in (following.player for following in followers):
        person = rows.one(Person, db, people.ONE_PERSON, id=player) or Person(player)
        due = told_at(person, now, now + (SOON if over else CALL_WAITS))
        if over:  # one message for a call and the end
            lane = {"lane": _lane(player), "game": written.number, "due": due}
            db.execute(HURRY, lane)
        # In a separate lane: no channel waits for onlookers' news.
        place = Place(None, player)
        post = FollowedPost(written.number, events, now, player, due=due, place=place)
        posts.write_post(db, post)


def news_sent(db: sqlite3.Connection, post: FollowedPost, sent: SentMessage) -> None:
    """Delete all news that was due with a sent post. If it was a digest, note that as sent too."""
    posts.delete_post(db, post, sent)
    db.execute(FORGET_NEWS, {"lane": post.lane, "due": post.due})
    person = rows.one(Person, db, people.ONE_PERSON, id=post.player)
    if sent.message is not None and person and person.digest is not None:
        posts.settle_digest(db, post.player, post.due)


def _erase(db: sqlite3.Connection, player: Player, _: Instant) -> None:
    for statement in (ERASE, *ERASE_FOLLOWERS):
        db.execute(statement, {"player": player})


def _personal_data(
    db: sqlite3.Connection, player: Player
) -> Mapping[str, Sequence[Mapping[str, object]]]:
    followed = rows.many(Following, db, FOLLOWED_BY, player=player)
    return {"followed": [{"match": f.match, "since": moment_text(f.at)} for f in followed]}


def faults(db: sqlite3.Connection) -> list[str]:
    """Return follows of games that are over, and follows by the games' own players."""
    wrong = sql.many(db, FOLLOWED_AND_OVER, {})
    return [f"match {row['match']} is followed by one who is told nothing of it" for row in wrong]


def rebuild(db: sqlite3.Connection) -> None:
    """Delete follows of matches that are over, and by their own players."""
    for row in sql.many(db, FOLLOWED_AND_OVER, {}):
        db.execute(UNFOLLOW, {"match": row["match"], "player": row["player"]})


EXTENSION = Extension(
    posts=(PostKind(FollowedPost, news_sent),),
    match_written=_match_written,
    erase=_erase,
    personal_data=_personal_data,
    people=lambda db: [row["player"] for row in sql.many(db, FOLLOWING_PEOPLE, {})],
    clear_server=lambda db, guild: db.execute(CLEAR, {"guild": guild}),
    tables={"following": partial(rows.read, Following)},
    faults=faults,
    rebuild=rebuild,
)
