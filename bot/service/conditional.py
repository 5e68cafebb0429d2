"""Conditional moves: answers that a player prepares to what the opponent may play.

They are played in the transaction that records the opponent's move, or forgotten in it. Law: they
belong to the player who is not to move, and no other person learns of them before they are played.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.house import retrying
from bot.service.lookup import side_in_play
from bot.service.refusals import No, Refusal
from games.events import Moved

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.service.house import House
    from bot.service.model import Player, Record
    from games.core import Move
    from games.events import Event
    from games.match import Match

    Line = tuple[Move, ...]  # a move of the opponent, the answer to it, and so on

MOST = 10  # lines in a match
DEEPEST = 4  # answers in a line


def read_lines(plan: str) -> tuple[Line, ...]:
    """The lines of a match's plan.

    >>> read_lines("e4-f4 e2-d2 f4-g4 d2-d3;e4-d4 e2-f2")[1]
    (('e4', 'd4'), ('e2', 'f2'))
    """
    lines = (line.split() for line in plan.split(";"))
    return tuple(tuple(tuple(move.split("-")) for move in line) for line in lines if line)


def write_lines(lines: tuple[Line, ...]) -> str:
    """The plan of these lines.

    >>> write_lines(((("e4", "f4"), ("e2", "d2")),))
    'e4-f4 e2-d2'
    """
    return ";".join(" ".join("-".join(move) for move in line) for line in lines)


def with_line(lines: tuple[Line, ...], new: Line) -> tuple[Line, ...]:
    """The lines with one more. To the same moves of the opponent only the newest answer stays.

    >>> one = (("e4", "f4"), ("e2", "d2"))
    >>> with_line((one,), (("e4", "f4"), ("e2", "g2")))
    ((('e4', 'f4'), ('e2', 'g2')),)
    """
    if any(each[: len(new)] == new for each in lines):
        return lines
    return (*(each for each in lines if not _gives_way(each, new)), new)


def _gives_way(old: Line, new: Line) -> bool:
    """Whether the new line goes on from the old one, or answers differently somewhere."""
    alike = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    return alike is None or alike % 2 == 1


def prepared(plan: str, after: Match, event: Event) -> Moved | None:
    """The answer to an event that is now to be played, if there is one.

    Not where an offer waits for its player: they want to see it.
    """
    if not isinstance(event, Moved) or after.verdict or after.offer:
        return None
    for line in read_lines(plan):
        if line[0] == event.path and len(line) > 1 and after.game.legal(after.position, line[1]):
            return Moved(by=after.turn, at=event.at, path=line[1], prepared=True)
    return None


def left_of(plan: str, before: Match, after: Match, answer: Moved | None) -> str:
    """What stays prepared: what goes on from the answer; all of it where nothing moved."""
    if answer is None:
        same = (before.position, after.verdict) == (after.position, None)
        return plan if same and not after.shelved else ""
    if after.verdict:
        return ""
    played = after.moves[-2:]
    return write_lines(
        tuple(each[2:] for each in read_lines(plan) if each[:2] == played and each[2:])
    )


async def prepare(house: House, number: int, by: Player, line: Line, seen: int) -> Record:
    """Prepare an answer. Raises Illegal where the line cannot be played as the match stands."""

    def change(record: Record) -> tuple[Line, ...]:
        if len(line) % 2 or not 0 < len(line) <= 2 * DEEPEST:
            raise Refusal(No.MOVED_ON)
        match, now = record.match, house.now()
        for path in line:
            match = match.after(Moved(by=match.turn, at=now, path=path))
        return with_line(read_lines(record.plan), line)

    return await _change(house, number, by, seen, change)


async def forget(house: House, number: int, by: Player, line: Line, seen: int) -> Record:
    """Forget a line; it may be forgotten already."""

    def change(record: Record) -> tuple[Line, ...]:
        return tuple(each for each in read_lines(record.plan) if each != line)

    return await _change(house, number, by, seen, change)


async def _change(
    house: House,
    number: int,
    by: Player,
    seen: int,
    change: Callable[[Record], tuple[Line, ...]],
) -> Record:
    async def case() -> Record:
        record = await house.record(number)
        check(record, by)
        if record.match.as_of(seen).position != record.match.position:
            raise Refusal(No.MOVED_ON)
        lines = change(record)
        if len(lines) > MOST:
            raise Refusal(No.TOO_MANY_PREPARED, limit=MOST)
        changed = replace(record, plan=write_lines(lines))
        await house.store.keep_plan(changed, record.plan)
        return changed

    return await retrying(case)


def check(record: Record, by: Player) -> None:
    """Refuse those who cannot prepare an answer in this match now."""
    if record.match.turn is side_in_play(record, by):
        raise Refusal(No.YOUR_TURN)
