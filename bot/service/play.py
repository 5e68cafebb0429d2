"""The actions of players in a match: move, offer, answer, resign, resume.

Repeating one does no harm.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.posts import DeleteReply
from bot.service.lookup import side_of
from bot.service.record_event import record_event
from bot.service.refusals import No, Refusal
from bot.service.services import retry_if_stale
from bot.store.changes import Stale
from games.errors import Illegal, Why
from games.events import (
    Answered,
    Given,
    Moved,
    Offer,
    Offered,
    Resigned,
    Resumed,
    Withdrawn,
)
from games.notation import move_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.service.services import Services
    from games.core import Move, Side
    from games.events import Event
    from games.match import Match

_GIFTS = 30  # days that a player can give in a match


async def make_move(
    services: Services, number: int, by: Player, path: Move, seen: int | None = None
) -> Record:
    """Play a move. `seen`: the number of events that the player had seen."""
    return await _act(
        services, number, by, lambda _, side, at: Moved(by=side, at=at, path=path), seen
    )


async def make_typed_move(
    services: Services, record: Record, by: Player, text: str, reply: int | None = None
) -> Record:
    """Play a move as typed, with or without what it captures.

    `record`: the match as just read. It is read again if it has changed since. `reply`: the message
    in its channel in which the move was typed, deleted once the move is made.
    """

    def decide(match: Match, side: Side, at: int) -> Moved:
        if match.verdict or match.turn is not side:
            return Moved(by=side, at=at, path=())  # the match refuses it, with its reason
        return Moved(by=side, at=at, path=move_at(match.game, match.position, text))

    more = () if reply is None else (DeleteReply(record.id, reply),)
    with suppress(Stale):
        return await _record(services, record, by, decide, more=more)
    return await _act(services, record.id, by, decide, more=more)


async def note_explanation(services: Services, record: Record, message: int) -> None:
    """Have a message that explains a refused move deleted with the match's next board."""
    await services.store.posts.note_explanation(record.id, message)


async def offer(
    services: Services, number: int, by: Player, what: Offer, seen: int | None = None
) -> Record:
    """Offer an agreed end, or ask to take back the player's last move.

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
    """Refuse a second offer of a kind before the player's next move, or pings would never end."""
    if isinstance(event, Offered) and _offered_since_move(match, event.by, event.what):
        match.after(event)  # it may refuse the event for a reason of its own
        raise Refusal(No.OFFERED_ALREADY)


def _offered_since_move(match: Match, side: Side, what: Offer) -> bool:
    """Whether a side has made this offer without success since its last move."""
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
    """Accept or refuse the opponent's offer."""

    def decide(match: Match, side: Side, at: int) -> Answered:
        _refuse_other_offer(match, seen)
        return Answered(by=side, at=at, accepted=accepted)

    return await _act(services, number, by, decide, seen)


async def withdraw_offer(
    services: Services, number: int, by: Player, seen: int | None = None
) -> Record:
    """Withdraw the player's own offer."""

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
        if record.level:
            raise Refusal(No.ENGINE_HAS_NO_CLOCK)
        if given >= _GIFTS:
            raise Refusal(No.TOO_MANY_GIFTS, limit=_GIFTS)
        return Given(by=side, at=at)

    return await _act(services, number, by, decide, seen)


async def resign(services: Services, number: int, by: Player) -> Record:
    """Resign the match."""
    return await _act(services, number, by, lambda _, side, at: Resigned(by=side, at=at))


@retry_if_stale
async def resume(services: Services, number: int, by: Player) -> Record:
    """Resume a paused match; returns the match as it is if it is running already."""
    record = await services.record(number)
    side = side_of(record, by)
    if not record.match.shelved and record.match.verdict is None:
        return record
    return await record_event(services, record, Resumed(by=side, at=services.now()))


@retry_if_stale
async def _act(  # noqa: PLR0913  the parts of an event
    services: Services,
    number: int,
    by: Player,
    decide: Callable[[Match, Side, int], Event],
    seen: int | None = None,
    *,
    more: tuple[Post, ...] = (),
) -> Record:
    """Make an event for the present match and record it, unless that was done since `seen`."""
    return await _record(services, await services.record(number), by, decide, seen, more=more)


async def _record(  # noqa: PLR0913  the parts of an event
    services: Services,
    record: Record,
    by: Player,
    decide: Callable[[Match, Side, int], Event],
    seen: int | None = None,
    *,
    more: tuple[Post, ...] = (),
) -> Record:
    """Record a player's event: once if pressed twice, and refused if the match has moved on."""
    side = side_of(record, by)
    match = record.match
    event = decide(match, side, services.now())
    if seen is not None and seen < len(match.log):
        if _was_done_before(match, event, seen):
            return record  # clicked twice, or sent twice by Discord
        if match.as_of(seen).position != match.position:
            raise Refusal(No.MOVED_ON)
    _refuse_repeated(match, event)
    if record.by_vote and isinstance(event, Offered | Given):
        raise Refusal(No.CHANNEL_CANNOT_ANSWER)
    return await record_event(services, record, event, more=more)


def _was_done_before(match: Match, event: Event, seen: int) -> bool:
    """Whether this event has already followed those the player saw: a second press does nothing."""
    if replace(match.log[seen], at=event.at) != event:
        return False
    then = match.as_of(seen + 1).plies
    return match.plies[: len(then)] == then
