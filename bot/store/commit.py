"""Writes the changes of one decision: all in one transaction, or nothing."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from bot.model.posts import AboutChallenge, AboutMatch
from bot.store import events, limits, matches, moderation, people, servers
from bot.store.challenges import link_challenge, open_challenges, write_challenge
from bot.store.changes import Committed, OtherReply, Stale
from bot.store.extension import MatchWritten
from bot.store.posts import settle_reminder, write_post

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.servers import Bar
    from bot.store.changes import Change, Closing
    from bot.store.extension import Extension
    from games.core import Move

_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)


def verify(change: Change) -> None:
    """Raise ValueError for a change that contradicts itself: a mistake in the program."""
    log = change.record.match.log if change.record else ()
    if len(log) != change.before + len(change.events) or log[change.before :] != change.events:
        raise ValueError("the events do not lead from `before` to the record's log")
    if change.record and change.before == 0 and change.record.id:
        raise ValueError("a match that is stored has events before these")
    challenges = [post.challenge for post in change.posts if isinstance(post, AboutChallenge)]
    if not change.challenge and 0 in challenges:
        raise ValueError("a post speaks of a challenge that is not written here")
    about = [post.match for post in change.posts if isinstance(post, AboutMatch)]
    if not change.record and 0 in about:
        raise ValueError("a post speaks of a match that is not written here")


def commit(
    db: sqlite3.Connection, changes: Sequence[Change], extensions: Sequence[Extension] = ()
) -> Committed:
    """Write verified changes and check their limits; raise Stale if a change is outdated.

    Returns the numbers given to the first change.
    """
    try:
        first, *_ = [_write(db, change, extensions) for change in changes]
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in _TAKEN:
            raise Stale from None
        raise
    for limit in (limit for change in changes for limit in change.limits):
        limits.refuse_beyond(db, limit)
    return first


def _write(db: sqlite3.Connection, change: Change, extensions: Sequence[Extension]) -> Committed:
    """Write a change, and let the features write its consequences."""
    challenge = write_challenge(db, change.challenge) if change.challenge else None
    if change.moved:
        _check_reply(db, change.moved, change.reply, extensions)
    match = _write_match(db, change, challenge, extensions)
    posts = tuple(write_post(db, post, challenge, match) for post in change.posts)
    changed = not change.bar or _bar(db, change.bar, extensions)
    if change.entry and changed:
        moderation.write_entry(db, change.entry)
    if change.block:
        people.write_block(db, change.block)
    closed = _close(db, change.closing, extensions) if change.closing else 0
    committed = Committed(challenge, match, posts, closed)
    if change.also:
        change.also(db, committed)
    if match and change.record and change.events:
        written = MatchWritten(match, change.record, change.events)
        for extension in extensions:
            if extension.match_written:
                extension.match_written(db, written)
    return committed


def _check_reply(
    db: sqlite3.Connection, moved: Record, reply: Move | None, extensions: Sequence[Extension]
) -> None:
    """Raise OtherReply unless this is the reply that a player has planned to the newest move."""
    asked = (extension.planned_reply for extension in extensions if extension.planned_reply)
    planned = next(filter(None, (ask(db, moved) for ask in asked)), None)
    if planned != reply:
        raise OtherReply(planned)


def _bar(db: sqlite3.Connection, bar: Bar, extensions: Sequence[Extension]) -> bool:
    """Bar a person and remove them from a server's sign-ups.

    Return whether that changed anything.
    """
    changed = servers.write_bar(db, bar)
    for extension in extensions:
        if extension.barred:
            extension.barred(db, bar)
    return changed


def _close(db: sqlite3.Connection, closing: Closing, extensions: Sequence[Extension]) -> int:
    """Close the challenges that are open in this transaction; return their number."""
    changes = [
        change for one in open_challenges(db, closing.player) if (change := closing.closes(one))
    ]
    for change in changes:
        _write(db, change, extensions)
    return len(changes)


def _write_match(
    db: sqlite3.Connection,
    change: Change,
    challenge: int | None,
    extensions: Sequence[Extension],
) -> int | None:
    """Write a new or changed match with its new events; return its number."""
    record = change.record
    if record is None:
        return None
    if record.id:
        match = record.id
        matches.update_match(db, change)
        settle_reminder(db, match, change.before)
    else:
        match = matches.insert_match(db, record, challenge)
        if challenge:
            link_challenge(db, challenge, match)
    events.insert_events(db, match, change.before, change.events)
    if change.private_games:
        _forget_older(db, *change.private_games, extensions)
    return match


def _forget_older(
    db: sqlite3.Connection, player: Player, newest: int, extensions: Sequence[Extension]
) -> None:
    """Forget the moves of some of a player's private games, older than the `newest` ones."""
    for match in matches.older_private_games(db, player, newest):
        for extension in extensions:
            if extension.moves_forgotten:
                extension.moves_forgotten(db, match)
        matches.forget_moves(db, match)
