"""What a player does in a match: move, offer, answer, resign. Each may safely be repeated."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.house import retrying
from bot.service.ports import Change
from bot.service.refusals import No, Refusal
from bot.service.values import Kind, Post, Record
from games.events import Answered, Moved, Offered, Resigned, Withdrawn
from games.match import fold
from games.notation import move_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.service.house import House
    from bot.service.values import Player
    from games.core import Move, Side
    from games.events import Event, Offer


async def play(
    house: House, number: int, by: Player, path: Move, seen: int | None = None
) -> Record:
    """Play a move. `seen`: how many events the match had when the player chose it."""
    return await _act(house, number, by, lambda side, at: Moved(by=side, at=at, path=path), seen)


async def play_text(house: House, number: int, by: Player, text: str) -> Record:
    """Play a move as written, captures and all."""
    record = await house.record(number)
    return await play(house, number, by, move_at(record.match.game, record.match.position, text))


async def offer(
    house: House, number: int, by: Player, what: Offer, seen: int | None = None
) -> Record:
    """Offer an agreed end, or ask for one's last move back. If both ask, it is answered."""
    record = await house.record(number)
    standing = record.match.offer
    if standing and standing.what is what and standing.by is not record.side(by):
        return await answer(house, number, by, accepted=True, seen=seen)
    return await _act(house, number, by, lambda side, at: Offered(by=side, at=at, what=what), seen)


async def answer(
    house: House, number: int, by: Player, *, accepted: bool, seen: int | None = None
) -> Record:
    """Accept or refuse what the opponent offers."""
    return await _act(
        house, number, by, lambda side, at: Answered(by=side, at=at, accepted=accepted), seen
    )


async def unask(house: House, number: int, by: Player, seen: int | None = None) -> Record:
    """Withdraw one's own offer."""
    return await _act(house, number, by, lambda side, at: Withdrawn(by=side, at=at), seen)


async def resign(house: House, number: int, by: Player) -> Record:
    """Give the match up."""
    return await _act(house, number, by, lambda side, at: Resigned(by=side, at=at), None)


async def _act(
    house: House,
    number: int,
    by: Player,
    make: Callable[[Side, int], Event],
    seen: int | None,
) -> Record:
    async def case() -> Record:
        record = await house.record(number)
        side = record.side(by)
        if side is None:
            raise Refusal(No.NOT_YOUR_GAME)
        event = make(side, house.now())
        log = record.match.log
        if seen is not None and seen < len(log):
            if replace(log[seen], at=event.at) == event:
                return record  # clicked twice, or asked twice by Discord: it is done already
            if fold(log[:seen]).position != record.match.position:
                raise Refusal(No.MOVED_ON)
        after = replace(record, match=record.match.after(event))
        posts = _posts(record, after, event)
        await house.commit(Change(record=after, events=(event,), before=len(log), posts=posts))
        return after

    return await retrying(case)


def _posts(before: Record, after: Record, event: Event) -> tuple[Post, ...]:
    """What is to be said of it."""
    number = len(after.match.log)
    changed = (before.match.position, before.match.verdict) != (
        after.match.position,
        after.match.verdict,
    )
    if not changed:
        silent = isinstance(event, Withdrawn)
        return () if silent else (Post(Kind.NOTICE, match=after.id, number=number),)
    board = Post(Kind.BOARD, match=after.id, number=number)
    if before.message is None:
        return (board,)
    return (board, Post(Kind.STRIP, match=after.id, number=number - 1, message=before.message))
