"""What players do in a match: move, offer, answer, resign, resume; and what time does in it.

Each may be repeated.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.matches import SHORTEST
from bot.model.people import NO_PERSONS
from bot.model.posts import ClockPost, DeleteReply, NudgePost, ReminderPost
from bot.service import pings
from bot.service.clocks import Due, came_back, read_schedule, with_clock
from bot.service.lookup import side_of
from bot.service.record_event import post_for, record_event
from bot.service.refusals import No, Refusal
from bot.service.services import retrying
from bot.store.changes import Change
from games.errors import Illegal, Why
from games.events import (
    Answered,
    Flagged,
    Given,
    Moved,
    Offer,
    Offered,
    Resigned,
    Resumed,
    Shelved,
    Withdrawn,
)
from games.notation import move_at
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.times import Instant
    from bot.service.services import Services
    from games.core import Move, Side
    from games.events import Event
    from games.match import Match

_GIFTS = 30  # days that a player may give in a match
_A_WEEK = 7 * DAY


async def make_move(
    services: Services, number: int, by: Player, path: Move, seen: int | None = None
) -> Record:
    """Play a move. `seen`: how many events the match had when the player chose it."""
    return await _act(
        services, number, by, lambda _, side, at: Moved(by=side, at=at, path=path), seen
    )


async def make_typed_move(
    services: Services, number: int, by: Player, text: str, reply: int | None = None
) -> Record:
    """Play a move as typed, with or without what it captures.

    `reply`: the message in the channel of the match in which it was typed, which goes then.
    """

    def decide(match: Match, side: Side, at: int) -> Moved:
        if match.verdict or match.turn is not side:
            return Moved(by=side, at=at, path=())  # the match refuses it, with its reason
        return Moved(by=side, at=at, path=move_at(match.game, match.position, text))

    more = () if reply is None else (DeleteReply(number, reply),)
    return await _act(services, number, by, decide, more=more)


async def note_explanation(services: Services, record: Record, message: int) -> None:
    """A message explains a refused move: it goes with the next board of the match."""
    await services.store.posts.note_explanation(record.id, message)


async def offer(
    services: Services, number: int, by: Player, what: Offer, seen: int | None = None
) -> Record:
    """Offer an agreed end, or ask to take back one's last move.

    If both offer the agreed end, it is agreed; a request to take back is never answered so, since
    each player asks for their own move.
    """

    def decide(match: Match, side: Side, at: int) -> Offered | Answered:
        standing = match.offer
        if standing and standing.by is not side and standing.what is what is Offer.AGREE:
            return Answered(by=side, at=at, accepted=True)
        return Offered(by=side, at=at, what=what)

    return await _act(services, number, by, decide, seen)


def _refuse_repeated(match: Match, event: Event) -> None:
    """One offer of a kind per own move: else a player could ping the other without end."""
    if isinstance(event, Offered) and _offered_since_move(match, event.by, event.what):
        match.after(event)  # which may refuse it for a reason of its own
        raise Refusal(No.OFFERED_ALREADY)


def _offered_since_move(match: Match, side: Side, what: Offer) -> bool:
    """Whether this side made such an offer in vain since its last move."""
    for event in reversed(match.log):
        if isinstance(event, Offered) and event.by is side and event.what is what:
            return True
        accepted = isinstance(event, Answered) and event.accepted
        if accepted or (isinstance(event, Moved) and event.by is side):
            return False
    return False


async def answer(
    services: Services, number: int, by: Player, *, accepted: bool, seen: int | None = None
) -> Record:
    """Accept or refuse what the opponent offers."""

    def decide(match: Match, side: Side, at: int) -> Answered:
        _refuse_other_offer(match, seen)
        return Answered(by=side, at=at, accepted=accepted)

    return await _act(services, number, by, decide, seen)


async def withdraw_offer(
    services: Services, number: int, by: Player, seen: int | None = None
) -> Record:
    """Withdraw one's own offer."""

    def decide(match: Match, side: Side, at: int) -> Withdrawn:
        _refuse_other_offer(match, seen)
        return Withdrawn(by=side, at=at)

    return await _act(services, number, by, decide, seen)


def _refuse_other_offer(match: Match, seen: int | None) -> None:
    """Refuse to answer an offer other than the one that the player saw."""
    if seen is not None and match.offer and match.as_of(seen).offer != match.offer:
        raise Refusal(No.MOVED_ON)


async def give_day(services: Services, number: int, by: Player, seen: int | None = None) -> Record:
    """Give the opponent a day."""
    record = await services.record(number)

    def decide(match: Match, side: Side, at: int) -> Given:
        given = sum(gift.by is side for gift in match.gifts)
        if match.verdict is None and record.pace.days is None:
            raise Illegal(Why.NO_CLOCK)
        if given >= _GIFTS:
            raise Refusal(No.TOO_MANY_GIFTS, limit=_GIFTS)
        return Given(by=side, at=at)

    return await _act(services, number, by, decide, seen)


async def resign(services: Services, number: int, by: Player) -> Record:
    """Resign the match."""
    return await _act(services, number, by, lambda _, side, at: Resigned(by=side, at=at))


async def resume(services: Services, number: int, by: Player) -> Record:
    """Go on with a match that was put aside; the match as it is, where it goes on already."""

    async def attempt() -> Record:
        record = await services.record(number)
        side = side_of(record, by)
        if not record.match.shelved and record.match.verdict is None:
            return record
        return await record_event(services, record, Resumed(by=side, at=services.now()))

    return await retrying(attempt)


async def _act(  # noqa: PLR0913  all that an event is made of
    services: Services,
    number: int,
    by: Player,
    decide: Callable[[Match, Side, int], Event],
    seen: int | None = None,
    *,
    more: tuple[Post, ...] = (),
) -> Record:
    """Make an event of the match as it is and record it, unless it is there since `seen`."""

    async def attempt() -> Record:
        record = await services.record(number)
        side = side_of(record, by)
        match = record.match
        event = decide(match, side, services.now())
        if seen is not None and seen < len(match.log):
            if _stands(match, event, seen):
                return record  # clicked twice, or sent twice by Discord: it is done already
            if match.as_of(seen).position != match.position:
                raise Refusal(No.MOVED_ON)
        _refuse_repeated(match, event)
        if record.by_vote and isinstance(event, Offered | Given):
            raise Refusal(No.CHANNEL_CANNOT_ANSWER)
        return await record_event(services, record, event, more=more)

    return await retrying(attempt)


def _stands(match: Match, event: Event, seen: int) -> bool:
    """Whether this event is the one that followed those seen, and no move was taken back since."""
    if replace(match.log[seen], at=event.at) != event:
        return False
    then = match.as_of(seen + 1).plies
    return match.plies[: len(then)] == then


async def process_due_match(services: Services, number: int, now: Instant) -> None:
    """Do what time does to a match now: remind, nudge, flag, put aside, or note when it is due.

    Where a player is back from a vacation, the board no longer says that they are away.

    Raises Stale where a player acted first: one who moves before the loss is written has moved in
    time, and the match is due anew.
    """
    record = await services.record(number)
    schedule = await read_schedule(services, record)
    due = schedule.due(now)
    if due is Due.LOSS:
        void = len(record.match.plies) < SHORTEST
        await record_event(services, record, Flagged(now, record.match.turn, void))
        return
    if due is Due.SHELVING:
        await record_event(services, record, Shelved(at=now))
        return
    returned = await came_back(services, record, now)
    clocks = (ClockPost(record.id, due=now),) if returned else ()
    if due is Due.REMINDER:
        reminded = replace(schedule, reminder=None).apply_to(replace(record, reminded=True))
        await _write_due(services, record, reminded, post_for(ReminderPost, record), *clocks)
    elif due is Due.NUDGE:
        nudged = await with_clock(services, record, replace(record, reminded=True, nudged=now))
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
        newest = await with_clock(services, record, record)
        if newest == record:
            return
        before, record, posts = record, newest, ()


def _change_of_time(before: Record, after: Record, *posts: Post) -> Change:
    """What writes when the match is due next, and whether a nudge was decided."""
    seen = len(after.match.log)
    return Change(record=after, before=seen, nudged=before.nudged, posts=posts)


def _nudge_post(record: Record, at: Instant, *, asked: bool = False) -> NudgePost:
    """`asked`: the opponent has asked for it."""
    return NudgePost(record.id, len(record.match.log), asked=int(asked), due=at)


async def nudge(services: Services, number: int, by: Player) -> Instant:
    """Nudge the opponent, where there is no clock; returns when they hear of it.

    Not on the first day of their turn, nor within a week of another nudge in that match.
    """

    async def attempt() -> Instant:
        record = await services.record(number)
        now = services.now()
        if refusal := await refuse_nudge(services, record, by):
            raise refusal
        mover = await services.store.people.person(record.player(record.match.turn))
        at = pings.ping_at(mover, now)
        nudged = await with_clock(services, record, replace(record, reminded=True, nudged=now))
        post = _nudge_post(record, at, asked=True)
        await services.commit(_change_of_time(record, nudged, post))
        return at

    return await retrying(attempt)


async def refuse_nudge(services: Services, record: Record, by: Player) -> Exception | None:
    """Why this player may not nudge their opponent now; None: they may."""
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
