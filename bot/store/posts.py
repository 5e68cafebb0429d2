"""Posts in SQLite: reads the due ones, and writes the changes that follow a sent one."""

# ruff: noqa: S608  every word of a statement is in this package

from __future__ import annotations

import json
from dataclasses import MISSING, Field, dataclass, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

from bot.model import posts as core
from bot.model.matches import SEATS
from bot.model.people import FORMER
from bot.model.posts import (
    DIGEST,
    LATE,
    AboutChallenge,
    AboutMatch,
    BoardPost,
    ChallengeDigest,
    ChallengeOver,
    ChallengePost,
    ClockPost,
    DeleteLeftover,
    DeleteMessage,
    DeleteReminder,
    Digest,
    EditChallenge,
    LateChallengePing,
    LatePing,
    NoticePost,
    NudgePost,
    Post,
    ReminderPost,
    RenameThread,
    ShrinkBoard,
    StillWaits,
    digest_lane,
)
from bot.model.servers import Place
from bot.store import matches, rows, sql
from bot.store.errors import Damaged
from bot.store.extension import PostKind
from games.pace import DAY

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.posts import SentMessage
    from bot.model.times import Instant
    from bot.store.database import Database
    from bot.store.extension import Extension

_ABOUT = ("match", "challenge", "player")  # fields in columns of their own; others in `data`
_COLUMNS = ("kind", "lane", *_ABOUT, "data", "due", "tries")
_SHARED = {field.name for field in fields(Post)}
_MOST_PASSING = 100  # messages of one turn
_AGAIN = 5  # seconds from one edit of a clock to the next

SETTLED_REMINDER: Final = """
    SELECT reminder FROM "match" WHERE id = :match AND reminder IS NOT NULL AND NOT reminded"""
DONE_REMINDER: Final = sql.update("match", "id = :match", reminder=":message")
DONE_BOARD: Final = sql.update("match", "id = :match", "message", "shown", "passing")
KEEP_PASSING: Final = sql.update("match", "id = :match", "passing")
KEEP_LINE: Final = sql.update("match", "id = :match", "line")
# The second game of two may be stored before the first game's thread is.
_ELSEWHERE = "(id = :match OR first = :match) AND (channel IS NOT :channel OR thread)"
MOVE_MATCH: Final = sql.update("match", _ELSEWHERE, "channel", thread="0")
# A post on the wall belongs to one game. Its first message, the board, has its number. A game that
# has left the wall doesn't return, even if an earlier message is noted after that.
TO_WALL: Final = sql.update(
    "match",
    "id = :match AND home IS NULL AND thread",
    "channel",
    home="channel",
    message=":channel",
    thread="0",
)
SHOWN_ON_WALL: Final = sql.update("match", "id = :match", "shown", "passing")
# A game that goes on in its post without the board there keeps its `home`: the post has its name.
OFF_WALL: Final = sql.update(
    "match",
    "id = :match",
    "channel",
    home="CASE WHEN channel = :channel THEN home END",
    message="NULL",
)
_GUILD = """coalesce(
    (SELECT guild FROM "match" WHERE id = :match),
    (SELECT guild FROM challenge WHERE id = :challenge), :guild)"""
# Changes to old messages wait apart, in a queue with their channel's number below zero.
_QUEUE = """coalesce(
    (SELECT channel FROM "match" WHERE id = :match),
    (SELECT channel FROM challenge WHERE id = :challenge), :channel
) * CASE WHEN :changes_old THEN -1 ELSE 1 END"""
INSERT_POST: Final = sql.insert("post", _COLUMNS, guild=_GUILD, queue=_QUEUE)
CONCERNED: Final = f"""
    SELECT 1 FROM "match" WHERE id = :match AND :player IN ({", ".join(SEATS)}) UNION ALL
    SELECT 1 FROM challenge WHERE id = :challenge AND :player IN ("by", opponent)"""
DELETE_POST: Final = "DELETE FROM post WHERE id = :id"
_COPIED = 'kind, lane, "match", challenge, player, guild, queue'
# For posts that merge. A damaged one stops no game.
ONE_MORE: Final = f"""{
    sql.update(
        "post",
        "lane = :lane AND kind = :kind AND json_valid(data)",
        data="json_set(data, '$.changes', json_extract(data, '$.changes') + 1)",
    )
} RETURNING id"""
MOVE_POST: Final = sql.update(
    *("post", "lane = :lane AND kind = :kind"),
    guild=_GUILD,
    queue=_QUEUE,
    due="min(due, :due)",
)
DELETE_MERGED: Final = """
    DELETE FROM post WHERE id = :id AND json_extract(data, '$.changes') = :changes"""
ONCE_MORE: Final = f"""
    INSERT INTO post ({_COPIED}, data, due)
    SELECT {_COPIED}, json_set(data, '$.changes', 0), due + :wait FROM post WHERE id = :id"""
PUT_OFF: Final = sql.update("post", "id = :id", "due")
BOARD_WAITS: Final = """
    SELECT due FROM post WHERE lane = :lane AND kind = :kind AND "match" = :match"""
CHALLENGE_WAITS: Final = "SELECT 1 FROM post WHERE lane = :lane AND kind = :kind"
# Of posts that ping a player later: those whose match or challenge is still in progress.
_UNDER_WAY = """(
    "match" IN (SELECT id FROM "match" WHERE id = post."match" AND reason IS NULL)
    OR challenge IN (SELECT id FROM challenge WHERE id = post.challenge AND standing = 'open'))"""
# In a player's lane. A post that failed is due too, though its next try may be later.
DUE_IN_LANE: Final = "lane = :lane AND (due <= :due OR tries > 0)"
OTHER_LATE: Final = f"SELECT 1 FROM post WHERE {DUE_IN_LANE} AND id <> :id AND {_UNDER_WAY}"
DELETE_LATE: Final = f"DELETE FROM post WHERE {DUE_IN_LANE} AND {_UNDER_WAY}"
DELETE_DUE_LIKE: Final = f"DELETE FROM post WHERE {DUE_IN_LANE}"
# For a lane in which only the newest post counts.
DELETE_OLDER: Final = """
    DELETE FROM post WHERE lane = :lane AND id < (SELECT max(id) FROM post WHERE lane = :lane)"""
ALONE: Final = f"""
    SELECT 1 FROM post WHERE id = :id AND NOT EXISTS (SELECT 1 FROM post WHERE {DUE_IN_LANE})"""
MARK_POSTS_OF_DUE: Final = sql.update("post", "player = :player AND due > :now", due=":now")
POST_AGAIN: Final = sql.update("post", "id = :id", "due", tries=sql.more("tries"))
MARK_POSTS_DUE: Final = sql.update("post", "due > :now", due=":now")
ERASE_POSTS: Final = "DELETE FROM post WHERE player = :player"
DONE_CHALLENGE: Final = sql.update("challenge", "id = :challenge", "message")
# A post has its turn when its lane has no older one; in a player's lane, posts that failed don't
# count while their next try is over a minute away. Only the first posts of each queue are read, so
# a long queue doesn't slow down the others.
_IN_NO_ORDER = " OR ".join(f"older.lane GLOB '{name} *'" for name in (LATE, DIGEST))
DUE_POSTS: Final = f"""
    WITH RECURSIVE queues(queue) AS (
        SELECT min(queue) FROM post
        UNION ALL
        SELECT (SELECT min(queue) FROM post WHERE queue > queues.queue) FROM queues
        WHERE queue IS NOT NULL
    )
    SELECT post.* FROM queues CROSS JOIN post
    WHERE {sql.not_in("full", "queues.queue")} AND post.id IN (
        SELECT id FROM post AS p WHERE p.queue = queues.queue AND p.due <= :now
        AND {sql.not_in("busy", "p.id")} AND {sql.not_in("left_out", "p.id")}
        AND NOT EXISTS (
            SELECT 1 FROM post AS older WHERE older.lane = p.lane AND older.id < p.id
            AND {sql.not_in("left_out", "older.id")} AND typeof(older.due) = 'integer'
            AND NOT (older.tries > 0 AND older.due > :now + 60 AND ({_IN_NO_ORDER}))
        ) ORDER BY p.due, p.id LIMIT :most)"""
NEXT_DUE: Final = "SELECT min(due) AS due FROM post WHERE due > :after AND due <= :until"
STUCK: Final = "SELECT 1 FROM post WHERE due >= 0 AND tries >= :tries LIMIT 1"
NEWEST_POST: Final = "SELECT seq FROM sqlite_sequence WHERE name = 'post'"


@dataclass(frozen=True, slots=True)
class _Queue:
    guild: int | None
    queue: int


@dataclass(frozen=True, slots=True)
class _Numbered:
    id: int
    due: int
    tries: int
    made: int


def post_row(post: Post) -> Mapping[str, Any]:
    """Return a post's columns, with the values from which its queue is computed."""
    values = {name: getattr(post, name, None) for name in _COLUMNS}
    place = {"guild": post.place.guild, "channel": post.place.channel}
    return {**values, **place, "data": _data(post), "changes_old": post.changes_old}


def _data(post: Post) -> str:
    """Return a post's own fields as JSON, without those that are None."""
    names = [field.name for field in _own_fields(type(post)) if field.name not in _ABOUT]
    values = {name: getattr(post, name) for name in names if getattr(post, name) is not None}
    return json.dumps(values, separators=(",", ":"))


@cache
def _own_fields(kind: type[Post]) -> Sequence[Field[Any]]:
    """Return the fields of a kind that not every post has."""
    return [field for field in fields(kind) if field.name not in _SHARED]


def _read_post(kinds: Mapping[str, type[Post]], row: sqlite3.Row) -> Post:
    """Return the post of a row with its place; raise Damaged if it is of none of these kinds."""
    kind = kinds.get(row["kind"])
    if kind is None:
        raise Damaged("kind")
    queue, number = rows.read(_Queue, row), rows.read(_Numbered, row)
    values = {**_read_data(row["data"]), **{name: row[name] for name in _ABOUT}}
    given: dict[str, Any] = {}
    for field in _own_fields(kind):
        value = values.get(field.name)
        if value is None and field.default is not MISSING:
            continue
        if type(value) is not int:
            raise Damaged(field.name)
        given[field.name] = value
    place = Place(queue.guild, abs(queue.queue))
    about = {"id": number.id, "due": number.due, "tries": number.tries, "made": number.made}
    return kind(**given, **about, place=place)


def _read_data(text: object) -> dict[str, object]:
    """Return the fields in a JSON text."""
    try:
        values: object = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        raise Damaged("data") from None
    if not isinstance(values, dict):
        raise Damaged("data")
    return cast("dict[str, object]", values)


def write_post(
    db: sqlite3.Connection, post: Post, challenge: int | None = None, match: int | None = None
) -> int:
    """Add a post and return its number; match or challenge 0 is the one written with it.

    A post that merges with a waiting one only raises that one's count.
    """
    if isinstance(post, AboutMatch) and post.match == 0:
        post = replace(post, match=match)
    if isinstance(post, AboutChallenge) and post.challenge == 0:
        post = replace(post, challenge=challenge)
    if post.merges and (waiting := sql.one(db, ONE_MORE, post_row(post))):
        return waiting["id"]
    number = db.execute(INSERT_POST, post_row(post)).lastrowid
    assert number is not None
    return number


def write_moved(db: sqlite3.Connection, post: Post) -> None:
    """Add a post that merges; a waiting one moves to this post's place, and is due as soon."""
    db.execute(MOVE_POST, post_row(post))
    write_post(db, post)


def add_posts(db: sqlite3.Connection, posts: Iterable[Post]) -> None:
    """Add posts about stored matches and challenges."""
    for post in posts:
        write_post(db, post)


# The consequences of sent posts: a function for each kind that has special ones.
# Invariant: each can be called twice for a post, and does its work once.


def delete_post(db: sqlite3.Connection, post: Post, sent: SentMessage) -> None:
    """Delete a sent post, and add the posts that ping people about it later.

    The default for all kinds.
    """
    if db.execute(DELETE_POST, {"id": post.id}).rowcount:
        for late in sent.later:
            _add_late_ping(db, late)


def _add_late_ping(db: sqlite3.Connection, post: Post) -> None:
    """Add a late ping, unless the player isn't concerned any more: they were erased."""
    row = post_row(post)
    if row["player"] is None or sql.one(db, CONCERNED, row):
        write_post(db, post)


def finish_merged(
    db: sqlite3.Connection, post: Post, sent: SentMessage, changes: int, wait: int
) -> bool:
    """Delete a merged post; if more has changed since it was read, add another, due after `wait`.

    The new post has its own number, so its edit isn't taken for the one sent. Return whether
    everything has been shown.
    """
    row = {"id": post.id, "changes": changes, "wait": wait}
    if not sent.stale and db.execute(DELETE_MERGED, row).rowcount:
        return True
    db.execute(ONCE_MORE, row)
    db.execute(DELETE_POST, row)
    return False


def clock_sent(db: sqlite3.Connection, post: ClockPost, sent: SentMessage) -> None:
    """Note that the board shows the clock as it was read; add another post if it has changed since.

    With a channel: the board's post on the wall is gone, and the match moves to that channel.
    """
    if sent.channel is not None:
        db.execute(OFF_WALL, {"match": post.match, "channel": sent.channel})
    finish_merged(db, post, sent, post.changes, _AGAIN)


def challenge_sent(db: sqlite3.Connection, post: ChallengePost, sent: SentMessage) -> None:
    """Note the message of a challenge."""
    delete_post(db, post, sent)
    if sent.message is not None:
        db.execute(DONE_CHALLENGE, {"message": sent.message, "challenge": post.challenge})


def board_sent(db: sqlite3.Connection, post: BoardPost, sent: SentMessage) -> None:
    """Note a match's newest board; delete older boards and messages of the turn."""
    delete_post(db, post, sent)
    match = sql.one(db, matches.ONE_MATCH, {"id": post.match})
    if match is None:
        return
    if sent.on_wall and sent.channel is not None:
        _note_wall_post(db, post, sent, match)
        return
    if _is_on_wall(match) and sent.channel is not None:  # its post is gone
        db.execute(OFF_WALL, {"match": post.match, "channel": sent.channel})
        match = None
    if sent.message is not None:
        if match:
            _retire_old_messages(db, post, sent.message, match)
        row = {"match": post.match, "message": sent.message, "shown": post.events}
        db.execute(DONE_BOARD, {**row, "passing": _listed([])})
    if match and sent.channel is not None:
        _move_match(db, match, sent.channel)


def _is_on_wall(match: sqlite3.Row) -> bool:
    """Whether a match's board is the first message of its post, as in Record.on_wall."""
    return match["home"] is not None and match["message"] == match["channel"]


def _note_wall_post(
    db: sqlite3.Connection, post: BoardPost, sent: SentMessage, match: sqlite3.Row
) -> None:
    """Note a match's post on a wall: the board is there, with the message about the turn.

    The challenge then links to the post.
    """
    old = _passing(match)
    if db.execute(TO_WALL, {"match": post.match, "channel": sent.channel}).rowcount:
        _renamed(db, match)
        if match["challenge"] is not None:
            write_post(db, EditChallenge(match["challenge"]))
    if sent.message is None:
        return
    for message in old:
        if message != sent.message:
            write_post(db, DeleteMessage(post.match, message))
    passing = [] if sent.message == sent.channel else [sent.message]
    row = {"match": post.match, "shown": post.events, "passing": _listed(passing)}
    db.execute(SHOWN_ON_WALL, row)


def _renamed(db: sqlite3.Connection, match: sqlite3.Row) -> None:
    """Rename a match's new thread if a player was erased since: the thread may have their name."""
    if FORMER in [match[seat] for seat in SEATS]:
        write_post(db, RenameThread(match["id"]))


def _retire_old_messages(
    db: sqlite3.Connection, post: BoardPost, board: int, match: sqlite3.Row
) -> None:
    """Add the posts that shrink the previous board and delete the previous turn's messages."""
    old_board = match["message"]
    if old_board not in (None, board):
        events = post.events - 1
        write_post(db, ShrinkBoard(post.match, events, message=old_board, following=board))
    for message in _passing(match):
        write_post(db, DeleteMessage(post.match, message))


def board_shrunk(db: sqlite3.Connection, post: ShrinkBoard, sent: SentMessage) -> None:
    """Note the line left of an old board, if another move can join it."""
    delete_post(db, post, sent)
    db.execute(KEEP_LINE, {"match": post.match, "line": sent.message})


def passing_sent(db: sqlite3.Connection, post: NoticePost | LatePing, sent: SentMessage) -> None:
    """Note a message to delete with the match's next board; a notice replaces earlier notices.

    Notices stay while an offer is open, since one of them makes the offer.
    """
    delete_post(db, post, sent)
    match = sql.one(db, matches.ONE_MATCH, {"id": post.match})
    if match is None:
        return
    if sent.message is not None:
        passing = _passing(match)
        if isinstance(post, NoticePost) and match["offer_by"] is None:
            for message in passing:
                if message != sent.message:
                    write_post(db, DeleteMessage(post.match, message))
            passing = []
        _keep_passing(db, post.match, [*passing, sent.message])
    if sent.channel is not None:
        _move_match(db, match, sent.channel)


def late_ping_sent(
    db: sqlite3.Connection, post: LatePing | LateChallengePing, sent: SentMessage
) -> None:
    """Delete the player's other late pings too if the message covered everything that waits."""
    if sent.covers is not None:
        delete_post(db, post, sent)
        _everything_said(db, post, sent, sent.covers)
    elif isinstance(post, LatePing) and post.nudge:
        nudge_sent(db, post, sent)
    elif isinstance(post, LatePing):
        passing_sent(db, post, sent)
    else:
        _passing_challenge(db, post, sent, DAY)


def challenge_over_sent(db: sqlite3.Connection, post: ChallengeOver, sent: SentMessage) -> None:
    """Have the message about a challenge's end deleted after a week."""
    _passing_challenge(db, post, sent, 7 * DAY)


def _passing_challenge(
    db: sqlite3.Connection, post: AboutChallenge, sent: SentMessage, after: int
) -> None:
    """Have a message about a challenge deleted after a time, if it is in a server's channel."""
    delete_post(db, post, sent)
    if sent.message is not None and sent.channel is not None and post.place.guild:
        until = sent.at + after
        write_post(db, DeleteLeftover(post.challenge, sent.message, until, due=until))


def _everything_said(
    db: sqlite3.Connection,
    post: LatePing | LateChallengePing | ReminderPost,
    sent: SentMessage,
    due: Instant,
) -> None:
    """Delete a player's late pings and reminders, and the digest, that are due until then."""
    db.execute(DELETE_LATE, {"lane": post.lane, "due": due})
    if sent.message is not None:
        settle_digest(db, post.player, due)


def delete_with_next_board(db: sqlite3.Connection, match: int, message: int) -> None:
    """Have this message of a match deleted when the next board comes."""
    if row := sql.one(db, matches.ONE_MATCH, {"id": match}):
        _keep_passing(db, match, [*_passing(row), message])


def delete_passing(db: sqlite3.Connection, match: int) -> None:
    """Add the posts that delete the messages about a match's turn, unless one makes an offer."""
    row = sql.one(db, matches.ONE_MATCH, {"id": match})
    if row is None or row["offer_by"] is not None:
        return
    for message in _passing(row):
        write_post(db, DeleteMessage(match, message))
    _keep_passing(db, match, [])


def _keep_passing(db: sqlite3.Connection, match: int, messages: list[int]) -> None:
    """Store the messages of a match to delete when its next board comes."""
    db.execute(KEEP_PASSING, {"match": match, "passing": _listed(messages)})


def digest_sent(db: sqlite3.Connection, post: Digest | ChallengeDigest, sent: SentMessage) -> None:
    """Note that a digest was sent, with everything that waited."""
    delete_post(db, post, sent)
    if sent.message is not None:
        settle_digest(db, post.player, post.due)


def settle_digest(db: sqlite3.Connection, player: Player, due: Instant) -> None:
    """Delete everything that a player's digest would contain by now, since a message covered it.

    The post that reminds them later goes too: its time starts from this message.
    """
    db.execute(DELETE_OLDER, {"lane": StillWaits(player=player, said=0).lane})
    db.execute(DELETE_DUE_LIKE, {"lane": digest_lane(player), "due": due})


def reminder_sent(
    db: sqlite3.Connection, post: ReminderPost | NudgePost | LatePing, sent: SentMessage
) -> None:
    """Note a reminder's message, which is deleted once the turn is over, or now if it is.

    If the message covered everything that waits, it stays, and other late pings go.
    """
    delete_post(db, post, sent)
    if sent.covers is not None and not isinstance(post, NudgePost):
        _everything_said(db, post, sent, sent.covers)
    elif sent.message is not None:
        db.execute(DONE_REMINDER, {"message": sent.message, "match": post.match})
        settle_reminder(db, post.match, post.events)


def nudge_sent(db: sqlite3.Connection, post: NudgePost | LatePing, sent: SentMessage) -> None:
    """Note a nudge's message as a reminder's; delete an earlier nudge of the same turn."""
    match = sql.one(db, matches.ONE_MATCH, {"id": post.match})
    if match and sent.message is not None and match["reminder"] not in (None, sent.message):
        write_post(db, DeleteReminder(post.match, post.events, match["reminder"]))
    reminder_sent(db, post, sent)


def settle_reminder(db: sqlite3.Connection, match: int, events: int) -> None:
    """Add the post that deletes the newest reminder of a match, if its turn is over.

    `events`: the number of events when the turn started.
    """
    for (message,) in db.execute(SETTLED_REMINDER, {"match": match}).fetchall():
        write_post(db, DeleteReminder(match, events, message))
        db.execute(DONE_REMINDER, {"message": None, "match": match})


@dataclass(frozen=True, slots=True)
class _Passing:
    passing: tuple[int, ...]


def passing(row: sqlite3.Row) -> tuple[int, ...]:
    """Return the messages that are deleted when a match's next board comes."""
    return rows.read(_Passing, row).passing


def _passing(match: sqlite3.Row) -> list[int]:
    """Return a match's messages to delete with its next board; none if they can't be read."""
    return [*next(rows.readable(passing, [match]), ())]


def _listed(messages: list[int]) -> str:
    """Return the newest few message IDs as JSON, each once."""
    return json.dumps([*dict.fromkeys(messages)][-_MOST_PASSING:])


def _move_match(db: sqlite3.Connection, match: sqlite3.Row, channel: int) -> None:
    """Move a match to the channel where its board is now."""
    if match["channel"] == channel and not match["thread"] and match["games"] == 1:
        return  # the usual case: it is there already, and no second game follows
    if match["thread"]:
        _renamed(db, match)
    db.execute(MOVE_MATCH, {"channel": channel, "match": match["id"]})


_SENT: Mapping[
    type[Post], Callable[[sqlite3.Connection, Any, SentMessage], None]
] = {  # the consequences of each kind when sent; the others are only deleted
    BoardPost: board_sent,
    ShrinkBoard: board_shrunk,
    NoticePost: passing_sent,
    ReminderPost: reminder_sent,
    NudgePost: nudge_sent,
    ClockPost: clock_sent,
    LatePing: late_ping_sent,
    LateChallengePing: late_ping_sent,
    Digest: digest_sent,
    ChallengeOver: challenge_over_sent,
    ChallengePost: challenge_sent,
    ChallengeDigest: digest_sent,
}
KINDS = tuple(  # the core's
    PostKind(value, _SENT.get(value))
    for value in vars(core).values()
    if isinstance(value, type) and issubclass(value, Post) and "kind" in vars(value)
)


def kinds_of(extensions: Sequence[Extension]) -> Sequence[PostKind]:
    """Return the kinds of posts of the core and of these features."""
    return (*KINDS, *(kind for extension in extensions for kind in extension.posts))


def post_reader(kinds: Collection[PostKind]) -> Callable[[sqlite3.Row], Post]:
    """Return a function that reads a post's row, for these kinds."""
    by_name = {known.post.kind: known.post for known in kinds}

    def read_post_row(row: sqlite3.Row) -> Post:
        return _read_post(by_name, row)

    return read_post_row


class Posts:
    """Reads the waiting posts, and notes what became of those that were tried."""

    def __init__(self, database: Database, extensions: Sequence[Extension]) -> None:
        kinds = kinds_of(extensions)
        self._database = database
        self._extensions = extensions
        self._read = post_reader(kinds)
        self._sent = {kind.post: kind.sent or delete_post for kind in kinds}
        self._unreadable: set[int] = set()  # posts that mustn't delay those behind them

    async def due(
        self,
        now: Instant,
        per_queue: int,
        busy_posts: Collection[int] = (),
        full_queues: Collection[int] = (),
    ) -> Sequence[Post]:
        """Return up to `per_queue` due posts of each queue, with their places, longest due first.

        Of each lane only its oldest post; in a player's lane, also the next if the oldest failed
        and its next try is over a minute away. Busy posts and full queues are left out.
        """
        but = {"busy": sql.listed(busy_posts), "full": sql.listed(full_queues)}
        while True:
            left_out = sql.listed(sorted(self._unreadable))
            stored = await self._database.rows(
                DUE_POSTS, now=now, most=per_queue, left_out=left_out, **but
            )
            posts = [*rows.readable(self._read, stored)]
            if len(posts) == len(stored):
                return sorted(posts, key=lambda post: (post.due, post.id))
            self._unreadable |= {row["id"] for row in stored} - {post.id for post in posts}

    async def next_due(self, after: Instant, until: Instant) -> Instant:
        """Return when the first post is due that is due later; `until` if none is due before."""
        row = await self._database.row(NEXT_DUE, after=after, until=until)
        return until if row is None or row["due"] is None else row["due"]

    async def newest(self) -> int:
        """Return the highest number that a post ever had; 0 if there was none."""
        row = await self._database.row(NEWEST_POST)
        return row["seq"] if row else 0

    async def is_stuck(self, tries: int) -> bool:
        """Whether a waiting post has failed that often."""
        return await self._database.row(STUCK, tries=tries) is not None

    async def done(self, post: Post, sent: SentMessage) -> None:
        """Delete a sent post, and store the consequences. Calling this twice does no harm.

        Posts that ping later are added once, but none for a person who was erased since. With a
        channel, the match moves there (its thread was opened), and the second game with it.

        A sent board may be written a little later: after a crash it is found in the channel, or for
        some minutes by its nonce. That doesn't hold for a board that couldn't be found.
        """

        def job(db: sqlite3.Connection) -> None:
            self._sent[type(post)](db, post, sent)
            if isinstance(post, BoardPost) and sent.message is not None:
                self._board_sent(db, post.match, sent.at)
            if post.is_news:
                self._news_sent(db, post)

        is_board = isinstance(post, BoardPost) and sent.findable
        await self._database.write(job, has_time=post.changes_old or is_board)

    def _board_sent(self, db: sqlite3.Connection, match: int, at: Instant) -> None:
        """Let features add to a match's new board."""
        row = sql.one(db, matches.ONE_MATCH, {"id": match})
        for extension in self._extensions:
            if row and extension.board_sent:
                extension.board_sent(db, row, at)

    def _news_sent(self, db: sqlite3.Connection, post: Post) -> None:
        """Let features add to a server's news."""
        for extension in self._extensions:
            if extension.news_sent:
                extension.news_sent(db, post)

    async def is_alone(self, post: Post, lane: str, now: Instant) -> bool:
        """Whether a post still waits, and no post of that lane is due besides."""
        return await self._database.row(ALONE, id=post.id, lane=lane, due=now) is not None

    async def waits_with_others(self, post: Post, now: Instant) -> bool:
        """Whether another post of its lane is due, about a match or challenge in progress."""
        row = await self._database.row(OTHER_LATE, id=post.id, lane=post.lane, due=now)
        return row is not None

    async def challenge_waits(self, challenge: int) -> bool:
        """Whether a challenge's message isn't known yet."""
        post = ChallengePost(challenge)
        row = await self._database.row(CHALLENGE_WAITS, lane=post.lane, kind=post.kind)
        return row is not None

    async def note_explanation(self, match: int, message: int) -> None:
        """Have a message deleted when the next board of its match comes."""
        await self._database.write(lambda db: delete_with_next_board(db, match, message))

    async def retry(self, post: int, due: Instant) -> None:
        """Note that a post failed, and when to try again."""
        await self._database.execute(POST_AGAIN, id=post, due=due)

    async def put_off(self, post: int, due: Instant) -> None:
        """Look again later, since the post still has to wait."""
        await self._database.execute(PUT_OFF, id=post, due=due)

    async def board_waits(self, board: BoardPost) -> Instant | None:
        """Return when a board in that match's lane is due; None if none waits."""
        row = {"lane": board.lane, "kind": board.kind, "match": board.match}
        waiting = await self._database.row(BOARD_WAITS, **row)
        return None if waiting is None else waiting["due"]

    async def drop(self, post: int, changes: int | None = None) -> None:
        """Delete a post that can never be sent. With `changes`, keep it if more has changed since.

        Its place may have changed too.
        """
        if changes is None:
            await self._database.execute(DELETE_POST, id=post)
        else:
            await self._database.execute(DELETE_MERGED, id=post, changes=changes)
