"""The dependencies of all use cases: the store, the outbox, the time, the lot and the limits."""

from __future__ import annotations

import logging
import time
from asyncio import CancelledError
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from bot.logs import log_event
from bot.service.leans import UNMEASURED, even
from bot.service.limits import Limits
from bot.service.ports import Stale
from bot.service.refusals import No, Refusal
from games.events import Created, Moved

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.leans import Leans, Table
    from bot.service.model import Challenge, Instant, Record
    from bot.service.ports import Change, Committed, Opponent, Outbox, Store
    from bot.service.puzzles import Book
    from games.core import Side

log = logging.getLogger(__name__)

T = TypeVar("T")
_TRIES = 5  # decisions that may be outdated one after the other, until the player is refused


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often the bot looks at the time, in seconds."""

    heartbeat: int = 30  # between two heartbeats
    gap: int = 60  # heartbeats further apart than this have an outage between them
    nap: float = 60  # the longest sleep: the machine's clock may be set meanwhile


USUAL = Rhythm()


def clock() -> Instant:
    """The seconds as this machine counts them."""
    return int(time.time())


@dataclass(frozen=True, slots=True)
class House:
    """What use cases are given. Holds no state of its own."""

    store: Store
    outbox: Outbox
    now: Callable[[], Instant]
    draw_lot: Callable[[], Side]
    limits: Limits = field(default_factory=Limits)
    rhythm: Rhythm = USUAL
    opponent: Opponent | None = None  # None: the bot plays no games itself
    delay: int = 0  # seconds after which what is committed is posted
    leans: Leans = even  # how rule sets lean to one side; the nearest where one was not measured
    measured: Table = field(default_factory=lambda: UNMEASURED)  # how those lean that were
    puzzles: Book | None = None  # None: there are none

    @property
    def plays(self) -> bool:
        """Whether the bot plays itself, and judges moves: some hosts want no engine."""
        return self.opponent is not None and self.opponent.engine.size > 0

    async def commit(self, change: Change, *more: Change) -> Committed:
        """Write it, wake the outbox where there is something to post, and log what happened."""
        if self.delay:
            change, more = self._later(change), tuple(map(self._later, more))
        try:
            committed = await self.store.commit(change, *more)
        except CancelledError:  # the store goes on all the same: it may be written
            self.outbox.wake()
            self._wake_opponent(change, *more)
            raise
        self._wake_opponent(change, *more)
        if any(each.posts for each in (change, *more)):
            self.outbox.wake()
        log_change(change, committed.match)
        for each in more:
            log_change(each)
        return committed

    def _wake_opponent(self, *changes: Change) -> None:
        if self.opponent and any(each.record and each.record.level for each in changes):
            self.opponent.wake()

    def _later(self, change: Change) -> Change:
        due = self.now() + self.delay
        return replace(change, posts=tuple(replace(each, due=due) for each in change.posts))

    async def challenge(self, number: int) -> Challenge:
        """One challenge; refuses when there is none."""
        found = await self.store.challenge(number)
        if found is None:
            raise Refusal(No.NO_SUCH_CHALLENGE)
        return found

    async def record(self, number: int) -> Record:
        """One match; refuses when there is none."""
        found = await self.store.record(number)
        if found is None:
            raise Refusal(No.NO_SUCH_GAME)
        return found

    async def note(self, name: str) -> str | None:
        """A text that the program stored about itself."""
        return await self.store.note(name)

    async def keep_note(self, name: str, text: str) -> None:
        """Store a text that the program needs again."""
        await self.store.keep_note(name, text)


async def retrying(case: Callable[[], Awaitable[T]]) -> T:
    """Decide again on what is true now, whenever another change came first."""
    for _ in range(_TRIES):
        try:
            return await case()
        except Stale:
            continue
    raise Refusal(No.BUSY)


def log_change(change: Change, new: int | None = None) -> None:
    """Log a line for each move, and each game that begins or ends. `new`: the game's new number.

    Numbers of games and moves only, never of a person.
    """
    record = change.record
    if record is None or not change.events:
        return
    number = record.id or new
    game = {"game": number} if number else {"after": record.first}
    moves = sum(isinstance(event, Moved) for event in change.events)
    for event in change.events:
        if isinstance(event, Created):
            log_event(log, "game-begun", **game)
        if isinstance(event, Moved):
            moves -= 1
            log_event(log, "move", **game, ply=len(record.match.plies) - moves)
    if verdict := record.match.verdict:
        log_event(
            log, "game-over", **game, plies=len(record.match.plies), reason=verdict.reason.value
        )
