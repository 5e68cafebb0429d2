"""Records one event of a match, with all its consequences, in one commit.

Invariant: the event, the planned reply to it, the clock and the posts are written together or not
at all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.people import ENGINE
from bot.model.posts import BoardPost, ClockPost, CloseOffer, NoticePost, OrderedPost, Post
from bot.service.refusals import No, Refusal
from bot.service.schedule import with_schedule
from bot.store.changes import Change, OtherReply
from games.events import (
    Answered,
    Given,
    Moved,
    Offer,
    Offered,
    Resumed,
    Shelved,
    Withdrawn,
)

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.moderation import LogEntry
    from bot.model.people import Player
    from bot.service.services import Services
    from games.core import Move
    from games.events import Event


PRIVATE_GAMES = 50  # private games of a person against the engine that keep their moves
LONGEST = 2000  # events of a match, after which it can't go on: reading it must stay quick


async def record_event(
    services: Services,
    record: Record,
    *events: Event,
    entry: LogEntry | None = None,
    more: tuple[Post, ...] = (),
) -> Record:
    """Record events and return the match after them; raise Illegal, or Stale if another came first.

    `entry`: for the moderation log; `more`: posts besides those that follow from the events.
    """
    match, newest = record.match.after(*events), events[-1]
    if len(record.match.log) >= LONGEST and _goes_on(record, events[0]):
        raise Refusal(No.TOO_LONG)
    moved = replace(record, match=match)
    # An offer must be seen before a reply is played.
    replied = isinstance(newest, Moved) and not (match.verdict or match.offer or record.level)

    async def write(reply: Move | None) -> Record:
        after, written = moved, events
        if reply and match.game.legal(match.position, reply):  # a damaged row may say anything
            answer = Moved(by=match.turn, at=newest.at, path=reply, prepared=True)
            after, written = replace(moved, match=match.after(answer)), (*events, answer)
        after = await with_schedule(services, record, after)
        change = Change(
            record=after,
            events=written,
            before=len(record.match.log),
            moved=moved if replied else None,
            reply=reply,
            posts=(*_posts(record, after, newest), *more),
            private_games=_private_games(after),
            entry=entry,
        )
        await services.commit(change)
        return after

    try:
        return await write(None)
    except OtherReply as planned:  # found as the move is written: most moves have no reply to find
        return await write(planned.reply)


def _private_games(record: Record) -> tuple[Player, int] | None:
    """Return the player whose older private games to forget, and how many to keep."""
    if not record.alone or record.match.verdict is None:
        return None
    return (record.light if record.dark == ENGINE else record.dark), PRIVATE_GAMES


def _goes_on(record: Record, event: Event) -> bool:
    """Whether an event makes the match longer, instead of ending it."""
    if isinstance(event, Offered):
        return event.what is Offer.TAKEBACK
    return isinstance(event, Moved) and record.player(event.by) != ENGINE


def _posts(before: Record, after: Record, event: Event) -> tuple[Post, ...]:
    """Return the posts about an event. The store adds the one that shrinks the old board.

    Private practice has none. A move that the engine will answer is posted with the answer.
    """
    if after.alone or (after.level and isinstance(event, Shelved)):
        return ()
    changed = (before.match.position, before.match.verdict) != (
        after.match.position,
        after.match.verdict,
    )
    over = before.match.offer is not None and after.match.offer is None
    closed = (post_for(CloseOffer, after),) if over else ()
    if changed and isinstance(event, Moved) and after.engine_to_move:
        return closed
    if changed or isinstance(event, Resumed):
        return (post_for(BoardPost, after), *_on_wall(after), *closed)
    if isinstance(event, Given):
        to_mover = event.by is not after.match.turn  # otherwise it counts from the next turn on
        return (post_for(NoticePost, after), *([ClockPost(after.id)] if to_mover else []))
    # A refusal is shown in the offer's message, if the bot can edit that later.
    refused = isinstance(event, Answered) and over and not after.place.remote
    silent = refused or isinstance(event, Withdrawn)
    return closed if silent else (post_for(NoticePost, after), *closed)


def _on_wall(record: Record) -> tuple[Post, ...]:
    """Return the post that edits a match's board on the wall, if the board is or may be there."""
    return (ClockPost(record.id),) if record.on_wall or record.thread else ()


def post_for(kind: type[OrderedPost], record: Record) -> OrderedPost:
    """Return a post about the newest event.

    A second game's posts wait for all of the first game's.
    """
    return kind(record.id, events=len(record.match.log), first=record.first)
