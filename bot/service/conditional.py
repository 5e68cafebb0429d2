"""Conditional moves: replies that a player plans to possible moves of the opponent.

They are played in the transaction that records the opponent's move, or dropped in it. Invariant:
they belong to the player who isn't to move, and nobody else can see them before they are played.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.people import FORMER
from bot.model.plans import read_lines, write_lines
from bot.service.lookup import side_in_play
from bot.service.refusals import No, Refusal
from bot.service.services import retry_if_stale
from games.events import Moved

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.plans import Line
    from bot.service.services import Services
    from games.events import Event
    from games.match import Match

MAX_LINES = 10  # lines in a match
MAX_ANSWERS = 4  # answers in a line


def with_line(lines: tuple[Line, ...], new: Line) -> tuple[Line, ...]:
    """Return the lines with one more; it replaces replies to the same moves of the opponent.

    >>> one = (("e4", "f4"), ("e2", "d2"))
    >>> with_line((one,), (("e4", "f4"), ("e2", "g2")))
    ((('e4', 'f4'), ('e2', 'g2')),)
    """
    if any(line[: len(new)] == new for line in lines):
        return lines
    return (*(line for line in lines if not _is_replaced_by(line, new)), new)


def _is_replaced_by(old: Line, new: Line) -> bool:
    """Whether a new line replaces an old line: as its continuation, or with a different reply.

    Lines that first differ in the opponent's move are about different games: both stay.
    """
    alike = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    return alike is None or alike % 2 == 1


def prepared_answer(plan: str, after: Match, event: Event) -> Moved | None:
    """Return the planned reply to an event, if there is one.

    None while an offer waits for the player: they will want to see it.
    """
    if not isinstance(event, Moved) or after.verdict or after.offer:
        return None
    for line in read_lines(plan):
        if line[0] == event.path and len(line) > 1 and after.game.legal(after.position, line[1]):
            return Moved(by=after.turn, at=event.at, path=line[1], prepared=True)
    return None


def remaining_plan(plan: str, before: Match, after: Match, answer: Moved | None) -> str:
    """Return the part of a plan that remains after an event."""
    if answer is None:
        same = (before.position, after.verdict) == (after.position, None)
        return plan if same and not after.shelved else ""
    if after.verdict:
        return ""
    played = after.moves[-2:]
    return write_lines(
        tuple(line[2:] for line in read_lines(plan) if line[:2] == played and line[2:])
    )


async def prepare_line(
    services: Services, number: int, by: Player, line: Line, seen: int
) -> Record:
    """Plan a reply. Raises Illegal if the line can't be played in the present position."""

    def change(record: Record) -> tuple[Line, ...]:
        if len(line) % 2 or not 0 < len(line) <= 2 * MAX_ANSWERS:
            raise Refusal(No.MOVED_ON)
        match, now = record.match, services.now()
        for path in line:
            match = match.after(Moved(by=match.turn, at=now, path=path))
        return with_line(read_lines(record.plan), line)

    return await _change(services, number, by, seen, change)


async def forget_line(services: Services, number: int, by: Player, line: Line, seen: int) -> Record:
    """Drop a line, unless it is gone already."""

    def change(record: Record) -> tuple[Line, ...]:
        return tuple(other for other in read_lines(record.plan) if other != line)

    return await _change(services, number, by, seen, change)


@retry_if_stale
async def _change(
    services: Services,
    number: int,
    by: Player,
    seen: int,
    change: Callable[[Record], tuple[Line, ...]],
) -> Record:
    """Change a player's planned replies, unless the match has moved on or there are too many."""
    record = await services.record(number)
    refuse_preparing(record, by)
    if record.match.as_of(seen).position != record.match.position:
        raise Refusal(No.MOVED_ON)
    lines = change(record)
    if len(lines) > MAX_LINES:
        raise Refusal(No.TOO_MANY_PREPARED, limit=MAX_LINES)
    changed = replace(record, plan=write_lines(lines))
    await services.store.matches.keep_plan(changed, record.plan)
    return changed


def refuse_preparing(record: Record, by: Player) -> None:
    """Refuse a player who can't plan a reply in this match now."""
    if record.match.turn is side_in_play(record, by):
        raise Refusal(No.YOUR_TURN)
    if record.partner(by) not in {None, FORMER}:
        raise Refusal(No.PARTNER_MOVES_NEXT)
