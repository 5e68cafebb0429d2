"""Everything that is written, as jobs for the writer, which begins and ends the transactions."""

from __future__ import annotations

import json
import sqlite3
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.service.model import FORMER, Guild, Kind, Person, Post, Vacation
from bot.service.ports import Committed, Counted, Stale
from bot.store import checksums, ratings, rows, sql, turn_list

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Sequence

    from bot.service.model import Challenge, Kept, Record
    from bot.service.ports import Change, Limit
    from bot.service.refusals import Bar, Block

_COUNTS = {
    Counted.CHALLENGES: sql.COUNT_CHALLENGES,
    Counted.DRAFTS: sql.COUNT_DRAFTS,
    Counted.GAMES: sql.COUNT_GAMES,
    Counted.PRACTICE: sql.COUNT_PRACTICE,
    Counted.ENGINE_GAMES: sql.COUNT_ENGINE_GAMES,
    Counted.ENGINE_LATELY: sql.COUNT_ENGINE_LATELY,
    Counted.BARS: sql.COUNT_BARS,
    Counted.BLOCKS: sql.COUNT_BLOCKS,
    Counted.BLOCKED: sql.COUNT_BLOCKED,
    Counted.UNWELCOME: sql.COUNT_UNWELCOME,
    Counted.CLOSED: sql.COUNT_CLOSED,
}
_PASSING = (Kind.NOTICE, Kind.CALL)  # they go when the next board comes
_MOST_PASSING = 100  # messages of one turn
_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)


def verify(change: Change) -> None:
    """Raise ValueError for a change that contradicts itself: a mistake in the program."""
    log = change.record.match.log if change.record else ()
    if len(log) != change.before + len(change.events) or log[change.before :] != change.events:
        raise ValueError("the events do not lead from `before` to the record's log")
    if change.record and change.before == 0 and change.record.id:
        raise ValueError("a match that is stored has events before these")
    if not change.challenge and any(post.challenge == 0 for post in change.posts):
        raise ValueError("a post speaks of a challenge that is not written here")
    if not change.record and any(post.match == 0 for post in change.posts):
        raise ValueError("a post speaks of a match that is not written here")


def commit(db: sqlite3.Connection, changes: Sequence[Change]) -> Committed:
    """Write verified changes and hold their limits; Stale where one is outdated.

    Returns the numbers of the first one.
    """
    try:
        first, *_ = [_commit(db, change) for change in changes]
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in _TAKEN:
            raise Stale from None
        raise
    for limit in (limit for change in changes for limit in change.limits):
        _hold(db, limit)
    return first


def _hold(db: sqlite3.Connection, limit: Limit) -> None:
    """Raise the limit's refusal where more was counted than it allows."""
    values = {each: getattr(limit, each) for each in ("player", "guild", "other", "since")}
    if limit.counted in (Counted.BARS, Counted.BLOCKS):
        values["pseudonym"] = pseudonym(db, limit.player)
    row = sql.one(db, _COUNTS[limit.counted], values)
    if row and row["count"] > limit.most:
        raise limit.refusal


def _commit(db: sqlite3.Connection, change: Change) -> Committed:
    challenge = _write_challenge(db, change.challenge) if change.challenge else None
    match = _write_match(db, change, challenge)
    posts = tuple(_write_post(db, post, challenge, match) for post in change.posts)
    if change.bar:
        _refuse_person(db, change.bar, sql.BAR, sql.BAR_AGAIN)
    if change.block:
        _refuse_person(db, change.block, sql.BLOCK, sql.BLOCK_AGAIN)
    if change.rated:
        ratings.count(db, change.rated)
    if change.search:
        db.execute(sql.SEARCH_MATCH, {"match": match})
    return Committed(challenge, match, posts)


def _refuse_person(db: sqlite3.Connection, kept: Bar | Block, *statements: str) -> None:
    """Keep a bar or a block, with the pseudonym by which it holds."""
    assert kept.player is not None
    row = {**rows.row_of(kept), "pseudonym": pseudonym(db, kept.player)}
    for statement in statements:
        db.execute(statement, row)


def unbar(db: sqlite3.Connection, guild: int, player: int) -> bool:
    """Let a person begin games in a server again; whether they were barred."""
    values = {"guild": guild, "pseudonym": pseudonym(db, player)}
    return db.execute(sql.UNBAR, values).rowcount > 0


def pseudonym(db: sqlite3.Connection, player: int) -> int:
    """The keyed hash of a person's number, which stays when the number is erased."""
    key = sql.one(db, sql.NOTE, {"name": checksums.KEY})
    return checksums.pseudonym(str(key["text"]).encode() if key else b"", player)


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
        told = {**rows.snapshot(record.match), **rows.clock_row(record), "plan": record.plan}
        row = {"id": record.id, "before": change.before, "planned": change.planned, **told}
        updates = (sql.UPDATE_MATCH,) if change.events else (sql.UPDATE_CLOCK,)
        if change.events and not record.match.verdict:  # though a damaged row may say it is over
            updates = (sql.UPDATE_RUNNING, sql.UPDATE_MATCH)
        if not any(db.execute(each, row).rowcount for each in updates):
            raise Stale
        match = record.id
        _settle_reminder(db, match, change.before)
    else:
        belonging = replace(record, challenge=challenge or record.challenge)
        match = _inserted(db.execute(sql.INSERT_MATCH, rows.match_row(belonging)))
        if challenge:
            db.execute(sql.LINK_CHALLENGE, {"match": match, "challenge": challenge})
    _write_events(db, match, change)
    if change.events:
        turn_list.mark(db, record.place.guild, change.events[-1].at)
    return match


def keep_plan(db: sqlite3.Connection, record: Record, planned: str) -> None:
    """Store the plan of a match that has so many events; Stale where it was another one before."""
    known = {"id": record.id, "version": len(record.match.log), "planned": planned}
    if db.execute(sql.KEEP_PLAN, {**known, "plan": record.plan}).rowcount == 0:
        raise Stale


def _write_events(db: sqlite3.Connection, match: int, change: Change) -> None:
    last = sql.one(db, sql.CHECKSUM_BEFORE, {"match": match, "number": change.before})
    before: int = last["sum"] if last and isinstance(last["sum"], int) else match
    db.executemany(
        sql.INSERT_EVENT, rows.event_rows(match, change.before + 1, change.events, before)
    )


def _write_post(
    db: sqlite3.Connection, post: Post, challenge: int | None = None, match: int | None = None
) -> int:
    addressed = replace(
        post,
        challenge=challenge if post.challenge == 0 else post.challenge,
        match=match if post.match == 0 else post.match,
    )
    return _inserted(db.execute(sql.INSERT_POST, rows.post_row(addressed)))


def add_posts(db: sqlite3.Connection, posts: Iterable[Post]) -> None:
    """Add posts about what is stored."""
    for each in posts:
        _write_post(db, each)


@contextmanager
def noting_numbers(db: sqlite3.Connection) -> Generator[None]:
    """A transaction: at its end, note the numbers given so far if it has given any."""
    before = numbers(db)
    yield
    keep_numbers(db, before)


def keep_numbers(db: sqlite3.Connection, before: str | None = None) -> None:
    """Note the numbers given so far, so that a check notices where SQLite's own are damaged."""
    given = numbers(db)
    if given != before:
        db.execute(sql.KEEP_NOTE, {"name": "numbers", "text": given})


def numbers(db: sqlite3.Connection) -> str:
    """The highest number that each table ever had, as it is noted."""
    found = sql.many(db, sql.NUMBERS, {})
    return ", ".join(sorted(f"{row['name']} {row['seq']}" for row in found))


def _inserted(cursor: sqlite3.Cursor) -> int:
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def post_done(  # noqa: PLR0913, PLR0917  all that is known of a message
    db: sqlite3.Connection,
    post: Post,
    message: int | None,
    channel: int | None,
    ping: int | None = None,
    later: Sequence[Post] = (),
) -> None:
    """Delete the post and store its message. Done twice is done once.

    A STRIP is added for the board that was the newest until now, and a CLEAR for each message
    that goes with it.
    """
    if post.kind is Kind.TURN_LIST:
        turn_list.done(db, post, message)
        return
    if db.execute(sql.DELETE_POST, {"id": post.id}).rowcount:
        for each in later:
            _write_later(db, each)
    if post.is_old_board:
        return  # nothing follows
    match = sql.one(db, sql.MATCH, {"id": post.match})
    if message is not None:
        _keep_message(db, post, message, match)
    if message is not None and post.kind is Kind.BOARD and match:
        _keep_board(db, post, message, ping, match)
    if channel is not None and match:
        _move_match(db, match, channel)


def _keep_message(
    db: sqlite3.Connection, post: Post, message: int, match: sqlite3.Row | None
) -> None:
    """Store the message of a post with what it was about; a board has more to it."""
    if post.kind is Kind.DIGEST:  # it told of all that waits
        db.execute(sql.DELETE_DUE_LIKE, {"lane": post.lane, "due": post.due})
    if post.kind is Kind.CHALLENGE:
        row = {"message": message, "challenge": post.challenge}
        db.execute(sql.DONE_CHALLENGE, row)
    if match and post.kind in _PASSING:
        row = {"match": post.match, "passing": _listed([*_passing(match), message])}
        db.execute(sql.KEEP_PASSING, row)
    if post.kind is Kind.REMINDER:
        db.execute(sql.DONE_REMINDER, {"message": message, "match": post.match})
        _settle_reminder(db, post.match, post.number)


def _keep_board(
    db: sqlite3.Connection, post: Post, message: int, ping: int | None, match: sqlite3.Row
) -> None:
    """Store the newest board: the one before it is stripped.

    The messages that spoke of the turn before go with it; its own ping stays.
    """
    if match["message"] not in (None, message):
        before = post.number - 1
        _write_post(db, Post(Kind.STRIP, match=post.match, number=before, message=match["message"]))
    own = [] if ping is None else [ping]
    for old in _passing(match):
        if old not in own:
            _write_post(db, Post(Kind.CLEAR, match=post.match, number=post.number, message=old))
    row = {"match": post.match, "message": message, "passing": _listed(own)}
    db.execute(sql.DONE_BOARD, row)
    since = match["since"] if isinstance(match["since"], int) else 0
    turn_list.mark(db, match["guild"], since)


def _passing(match: sqlite3.Row) -> list[int]:
    """The messages of a match that go with its next board; none where they cannot be read."""
    return [*next(rows.readable(rows.passing, [match]), ())]


def _listed(messages: list[int]) -> str:
    return json.dumps([*dict.fromkeys(messages)][-_MOST_PASSING:])


def _move_match(db: sqlite3.Connection, match: sqlite3.Row, channel: int) -> None:
    """The match is played there; a thread opened for it may name a player who was erased since."""
    if match["channel"] == channel and not match["thread"] and match["games"] == 1:
        return  # as most often: it is there already, and no second game follows it
    if match["thread"] and FORMER in (match["dark"], match["light"]):
        _write_post(db, Post(Kind.THREAD, match=match["id"]))
    db.execute(sql.MOVE_MATCH, {"channel": channel, "match": match["id"]})


def _write_later(db: sqlite3.Connection, post: Post) -> None:
    """Add a post; none for a person it concerns no more: they were erased meanwhile."""
    values = {"match": post.match, "challenge": post.challenge, "player": post.player}
    if post.player is None or sql.one(db, sql.CONCERNED, values):
        _write_post(db, post)


def _settle_reminder(db: sqlite3.Connection, match: int | None, number: int) -> None:
    """If the turn that the newest reminder was for is over, add the post that takes its button off.

    `number`: of an event of that turn.
    """
    for (message,) in db.execute(sql.SETTLED_REMINDER, {"match": match}).fetchall():
        _write_post(db, Post(Kind.REMINDED, None, match, number, message))
        db.execute(sql.DONE_REMINDER, {"message": None, "match": match})


def change_person(
    db: sqlite3.Connection, player: int, change: Callable[[Person], Person], now: int
) -> Person:
    """Change settings as they are now; matches are due where the reminder changes with them."""
    found = rows.readable(partial(rows.read, Person), sql.many(db, sql.PERSON, {"id": player}))
    before = next(found, Person(player))
    after = change(before)
    if after != before:
        db.execute(sql.KEEP_PERSON, rows.row_of(after))
    if _hours(after) != _hours(before):
        mark_due(db, player, now)
        db.execute(sql.MARK_POSTS_OF_DUE, {"player": player, "now": now})
    return after


def _hours(person: Person) -> tuple[object, ...]:
    """All that says when a person hears of something."""
    return person.remind, person.zone, person.quiet_from, person.quiet_until, person.digest


def change_guild(db: sqlite3.Connection, guild: int, change: Callable[[Guild], Guild]) -> Guild:
    """Change settings as they are now."""
    found = rows.readable(partial(rows.read, Guild), sql.many(db, sql.GUILD, {"id": guild}))
    after = change(next(found, Guild(guild)))
    db.execute(sql.KEEP_GUILD, rows.row_of(after))
    turn_list.mark(db, guild, 0)  # it may have another language
    return after


def change_vacations(
    db: sqlite3.Connection,
    player: int,
    change: Callable[[Sequence[Vacation]], Sequence[Vacation]],
    now: int,
) -> Sequence[Vacation]:
    """Change vacations as they are now; matches are due, since their deadlines depend on them."""
    changed = change(_vacations_of(db, player))
    for each in changed:
        db.execute(sql.KEEP_VACATION if each.id else sql.INSERT_VACATION, rows.row_of(each))
    if changed:
        mark_due(db, player, now)
        turn_list.mark_of(db, player, now)
    return _vacations_of(db, player)


def _vacations_of(db: sqlite3.Connection, player: int) -> list[Vacation]:
    found = sql.many(db, sql.VACATIONS_OF, {"player": player})
    return [*rows.readable(partial(rows.read, Vacation), found)]


def mark_due(db: sqlite3.Connection, player: int, now: int) -> None:
    """Mark the player's matches due now."""
    for statement in (sql.MARK_DUE_DARK, sql.MARK_DUE_LIGHT):
        db.execute(statement, {"player": player, "now": now})


def clock_set_back(db: sqlite3.Connection, now: int) -> None:
    """Cut outages off at now, and mark due now what is due later."""
    for statement in (sql.CUT_OUTAGES, sql.MARK_ALL_DUE, sql.MARK_POSTS_DUE):
        db.execute(statement, {"now": now})


def note_guilds(
    db: sqlite3.Connection, joined: Collection[int], left: Collection[int], now: int
) -> None:
    """Note which servers the bot has left, and forget that of those in which it is again."""
    db.executemany(sql.LEAVE, [{"guild": each, "at": now} for each in left])
    db.executemany(sql.JOIN, [{"guild": each} for each in joined])


def clear(db: sqlite3.Connection, kept: Kept, most: int) -> bool:
    """Delete what is older than is kept, up to `most` of a kind; whether there may be more."""
    cleared = [
        _clear_challenges(db, kept.challenges, most),
        db.execute(sql.CLEAR_VACATIONS, {"before": kept.vacations, "most": most}).rowcount,
    ]
    db.execute(sql.CLEAR_ERASED, {"before": kept.erased})
    departed = sql.many(db, sql.OLD_DEPARTED, {"before": kept.servers})
    for row in departed:
        gone = (sql.CLEAR_BARS, sql.CLEAR_GUILD, sql.CLEAR_DAILY, turn_list.CLEAR, sql.JOIN)
        for statement in gone:
            db.execute(statement, {"guild": row["guild"]})
    return max(cleared) == most or bool(departed)


def _clear_challenges(db: sqlite3.Connection, before: int, most: int) -> int:
    """Delete old challenges that came to nothing; how many."""
    old = sql.many(db, sql.OLD_CHALLENGES, {"before": before, "most": most})
    ids = [{"id": row["id"]} for row in old]
    for statement in (sql.CLEAR_COUNTERED, sql.CLEAR_CHALLENGE):
        db.executemany(statement, ids)
    return len(ids)
