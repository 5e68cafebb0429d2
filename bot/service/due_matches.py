"""Reminders, nudges, losses on time and pauses of matches, and nudges that players ask for.

Repeating any of them does no harm.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.matches import SHORTEST
from bot.model.people import NO_PERSONS
from bot.model.posts import ClockPost, NudgePost, ReminderPost
from bot.service import pings
from bot.service.lookup import side_of
from bot.service.record_event import record_event
from bot.service.refusals import No, Refusal
from bot.service.schedule import DueAction, read_schedule, with_schedule
from bot.service.second_game import start_second_if_due
from bot.service.services import retry_if_stale
from bot.store.changes import Change
from games.errors import Illegal, Why
from games.events import Flagged, Shelved
from games.pace import DAY

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.times import Instant
    from bot.service.services import Services

_A_WEEK = 7 * DAY


async def process_due_match(services: Services, number: int, now: Instant) -> None:
    """Remind, nudge, flag or pause a match if it is due; otherwise write when it will be.

    After the first of two games, start the second.

    If a player is back from a vacation, or the clock resumes, the board is edited.

    Raises Stale if a player acted first: a player who moves before the loss is written has moved in
    time, and the match has a new due time.
    """
    record = await services.record(number)
    if record.match.verdict:
        await start_second_if_due(services, record, now)
        return
    schedule = await read_schedule(services, record)
    due = schedule.due_action(now)
    if due is DueAction.LOSS:
        void = len(record.match.plies) < SHORTEST
        await record_event(services, record, Flagged(now, record.match.turn, void))
        return
    if due is DueAction.SHELVING:
        await record_event(services, record, Shelved(at=now))
        return
    is_old = schedule.board_is_old(record.due, now)
    clocks = (ClockPost(record.id, due=now),) if is_old else ()
    if due is DueAction.REMINDER:
        reminded = replace(schedule, reminder_or_nudge=None).apply_to(
            replace(record, reminded=True)
        )
        reminder = ReminderPost(
            record.id,
            len(record.match.log),
            record.player(record.match.turn),
            due=now + services.rhythm.pings,  # for others that are due soon
        )
        await _write_due(services, record, reminded, reminder, *clocks)
    elif due is DueAction.NUDGE:
        nudged = await with_schedule(services, record, replace(record, reminded=True, nudged=now))
        await _write_due(services, record, nudged, _nudge_post(record, now))
    else:
        await _write_due(services, record, schedule.apply_to(record), *clocks)


async def _write_due(services: Services, before: Record, record: Record, *posts: Post) -> None:
    """Write when the match is due next. `before`: the match as it was read.

    A vacation or a setting may change between reading and writing, and the `due` written with that
    change would be lost: so it is computed until it comes out the same twice.
    """
    while True:
        await services.commit(_change_of_time(before, record, *posts))
        newest = await with_schedule(services, record, record)
        if newest == record:
            return
        before, record, posts = record, newest, ()


def _change_of_time(before: Record, after: Record, *posts: Post) -> Change:
    """Return the change that writes when a match is due next, and its newest nudge."""
    seen = len(after.match.log)
    return Change(record=after, before=seen, nudged=before.nudged, posts=posts)


def _nudge_post(record: Record, at: Instant, *, asked: bool = False) -> NudgePost:
    """Return the post of a nudge. `asked`: the opponent asked for it."""
    return NudgePost(record.id, len(record.match.log), asked=int(asked), due=at)


@retry_if_stale
async def nudge_opponent(services: Services, number: int, by: Player) -> Instant:
    """Send the nudge a player asks for, in a match without a clock. Return when it arrives.

    Refused on the first day of the opponent's turn, and within a week of the match's last nudge.
    """
    record = await services.record(number)
    now = services.now()
    if refusal := await nudge_refusal(services, record, by):
        raise refusal
    mover = await services.store.people.person(record.player(record.match.turn))
    nudged = await with_schedule(services, record, replace(record, reminded=True, nudged=now))
    post = _nudge_post(record, now, asked=True)
    await services.commit(_change_of_time(record, nudged, post))
    return pings.ping_at(mover, now)


async def nudge_refusal(services: Services, record: Record, by: Player) -> Exception | None:
    """Return why a player can't nudge their opponent now; None if they can."""
    side, match = side_of(record, by), record.match
    if match.verdict:
        return Illegal(Why.OVER)
    if record.pace.days is not None:
        return Refusal(No.CLOCK_REMINDS)
    if match.turn is side or match.shelved or record.player(match.turn) in NO_PERSONS:
        return Refusal(No.MOVED_ON)
    now, mover = services.now(), record.player(match.turn)
    free = match.turns[-1].since + DAY
    if record.nudged is not None:
        free = max(free, record.nudged + _A_WEEK)
    if now < free:
        return Refusal(No.NUDGE_LATER, player=mover, at=free)
    for vacation in await services.store.times.vacations((mover,), now):
        if vacation.start <= now:
            return Refusal(No.NUDGE_AWAY, player=mover, last=vacation.end)
    return None
