"""What writes, as jobs inside a transaction that somebody else begins and ends."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.model import Kind, Post
from bot.service.ports import Committed, Stale
from bot.store import rows, sql

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.model import Challenge, Vacation
    from bot.service.ports import Change

_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)


def verify(change: Change) -> None:
    """Refuse a change that contradicts itself: whoever decided it made a mistake, not a player."""
    log = change.record.match.log if change.record else ()
    if len(log) != change.before + len(change.events) or log[change.before :] != change.events:
        raise ValueError("the events do not lead from `before` to the record's log")
    if change.record and change.before == 0 and change.record.id:
        raise ValueError("a match that is stored has events before these")
    if not change.challenge and any(post.challenge == 0 for post in change.posts):
        raise ValueError("a post speaks of a challenge that is not written here")
    if not change.record and any(post.match == 0 for post in change.posts):
        raise ValueError("a post speaks of a match that is not written here")


def write(db: sqlite3.Connection, changes: Sequence[Change]) -> Committed:
    """Write verified changes; Stale where one is outdated. What the first one was given."""
    try:
        first, *_ = [_write(db, change) for change in changes]
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in _TAKEN:
            raise Stale from None
        raise
    return first


def _write(db: sqlite3.Connection, change: Change) -> Committed:
    challenge = _write_challenge(db, change.challenge) if change.challenge else None
    match = _write_match(db, change, challenge)
    posts = tuple(_write_post(db, post, challenge, match) for post in change.posts)
    return Committed(challenge, match, posts)


def _write_challenge(db: sqlite3.Connection, challenge: Challenge) -> int:
    row = rows.row_of(challenge)
    if challenge.id == 0:
        return _inserted(db.execute(sql.INSERT_CHALLENGE, row))
    if db.execute(sql.UPDATE_CHALLENGE, row).rowcount == 0:
        raise Stale
    return challenge.id


def _write_match(db: sqlite3.Connection, change: Change, challenge: int | None) -> int | None:
    record = change.record
    if record is None:
        return None
    if record.id:
        told = {**rows.snapshot(record.match), **rows.clock_row(record)}
        row = {"id": record.id, "before": change.before, **told}
        if db.execute(sql.UPDATE_MATCH, row).rowcount == 0:
            raise Stale
        match = record.id
    else:
        belonging = replace(record, challenge=challenge or record.challenge)
        match = _inserted(db.execute(sql.INSERT_MATCH, rows.match_row(belonging)))
        if challenge:
            db.execute(sql.LINK_CHALLENGE, {"match": match, "challenge": challenge})
    numbered = enumerate(change.events, change.before + 1)
    db.executemany(
        sql.INSERT_EVENT, [rows.event_row(match, number, each) for number, each in numbered]
    )
    return match


def _write_post(
    db: sqlite3.Connection, post: Post, challenge: int | None, match: int | None
) -> int:
    addressed = replace(
        post,
        challenge=challenge if post.challenge == 0 else post.challenge,
        match=match if post.match == 0 else post.match,
    )
    return _inserted(db.execute(sql.INSERT_POST, rows.post_row(addressed)))


def _inserted(cursor: sqlite3.Cursor) -> int:
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def post_done(db: sqlite3.Connection, post: Post, message: int | None, channel: int | None) -> None:
    """Forget the post, remember its message. Done twice is done once.

    The board that was the newest until now is to lose its buttons.
    """
    db.execute(sql.DELETE_POST, {"id": post.id})
    if message is not None and post.kind is Kind.CHALLENGE:
        row = {"message": message, "challenge": post.challenge}
        db.execute(sql.DONE_CHALLENGE, row)
    if message is not None and post.kind is Kind.BOARD:
        row = {"message": message, "match": post.match}
        for (old,) in db.execute(sql.OLD_BOARD, row).fetchall():
            strip = Post(Kind.STRIP, match=post.match, number=post.number - 1, message=old)
            _write_post(db, strip, None, None)
        db.execute(sql.DONE_BOARD, row)
    if channel is not None and post.match is not None:
        db.execute(sql.MOVE_MATCH, {"channel": channel, "match": post.match})


def keep_vacation(db: sqlite3.Connection, vacation: Vacation, now: int) -> int:
    """Write it, with what was reckoned without it due now; its number."""
    mark_due(db, vacation.player, now)
    return _inserted(db.execute(sql.KEEP_VACATION, rows.row_of(vacation)))


def mark_due(db: sqlite3.Connection, player: int, now: int) -> None:
    """His matches are due now."""
    for statement in (sql.MARK_DUE_DARK, sql.MARK_DUE_LIGHT):
        db.execute(statement, {"player": player, "now": now})


def clock_set_back(db: sqlite3.Connection, now: int) -> None:
    """What is later than now has not happened, and what was reckoned with it is reckoned anew."""
    for statement in (sql.CUT_OUTAGES, sql.MARK_ALL_DUE, sql.MARK_POSTS_DUE):
        db.execute(statement, {"now": now})
