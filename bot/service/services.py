"""The dependencies of all use cases: the store, the time, the lot and the limits."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from bot.logs import log_event
from bot.service.balance import NOBODY, score
from bot.service.limits import Limits
from bot.service.refusals import No, Refusal
from bot.store.changes import ForgottenMatch, Stale
from bot.store.match_settings import read_match_settings
from games.events import Created, Moved

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping

    from bot.model.challenges import Challenge
    from bot.model.match_settings import MatchSettings
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.service.balance import Leans
    from bot.service.engine import Engine, Opponent
    from bot.store.changes import Change, Committed
    from bot.store.store import Store
    from games.core import Side

log = logging.getLogger(__name__)

A = ParamSpec("A")
T = TypeVar("T")


async def nobody(_guild: int, _players: Collection[Player]) -> frozenset[Player]:
    """Return nobody: the default, when Discord can't be asked who has left a server."""
    return frozenset()


_TRIES = 5  # tries of a decision that became outdated, until the player is refused


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often the bot looks at the time and pings people, in seconds."""

    heartbeat: int = 30  # between two heartbeats
    gap: int = 60  # heartbeats further apart than this have an outage between them
    # Between two pings of a person, except about the same game: a minute, and the seconds in which
    # the first of them reaches Discord.
    pings: int = 65


USUAL = Rhythm()


def clock() -> Instant:
    """Return the seconds since 1970 by this machine's clock."""
    return int(time.time())


@dataclass(frozen=True, slots=True)
class Services:
    """The dependencies passed to use cases. Holds no state of its own."""

    store: Store
    now: Callable[[], Instant]
    draw_lot: Callable[[], Side]
    limits: Limits = field(default_factory=Limits)
    rhythm: Rhythm = USUAL
    opponent: Opponent | None = None  # None: the bot plays no games itself
    delay: int = 0  # seconds until committed posts are sent
    counted: Leans = NOBODY  # what people and the engine have counted of each rule set
    states: Mapping[type, object] = field(default_factory=dict[type, object])  # see `state`
    # Returns the people who have left a server, according to Discord.
    left: Callable[[int, Collection[Player]], Awaitable[frozenset[Player]]] = nobody

    @property
    def plays(self) -> bool:
        """Whether the bot can play and judge moves: some hosts turn the engine off."""
        return self.opponent is not None and self.opponent.engine.size > 0

    @property
    def engine(self) -> Engine:
        """The engine; refused if the host has turned it off."""
        if self.opponent is None or not self.opponent.engine.size:
            raise Refusal(No.NO_PRACTICE)
        return self.opponent.engine

    def state(self, kind: type[T]) -> T | None:
        """Return a feature's value of this type, kept in memory while the bot runs.

        A feature declares it, and looks it up here: the core knows nothing about it.
        """
        state = self.states.get(kind)
        assert state is None or isinstance(state, kind)
        return state

    async def leans(self, guild: int | None) -> Leans:
        """Return everything that was counted of each rule set, in this server too."""
        scores = await self.store.matches.lights_scores(guild or 0)
        here = {rules: score(points, games) for rules, (points, games) in scores.items()}
        return replace(self.counted, here=here)

    async def commit(self, change: Change, *more: Change) -> Committed:
        """Write changes, wake the opponent if it may have to move, and log the events."""
        if self.delay:
            change, more = self._later(change), tuple(map(self._later, more))
        try:
            committed = await self.store.commit(change, *more)
        finally:  # also if cancelled: the store goes on, so the change may be written
            self._wake_opponent(change, *more)
        log_change(change, committed.match)
        for part in more:
            log_change(part)
        return committed

    def _wake_opponent(self, *changes: Change) -> None:
        if self.opponent and any(change.record and change.record.level for change in changes):
            self.opponent.wake()

    def _later(self, change: Change) -> Change:
        due = self.now() + self.delay
        posts = (replace(post, due=max(post.due, due)) for post in change.posts)
        return replace(change, posts=tuple(posts))

    async def challenge(self, number: int) -> Challenge:
        """Return a challenge; refused if none has that number."""
        challenge = await self.store.challenges.challenge(number)
        if challenge is None:
            raise Refusal(No.NO_SUCH_CHALLENGE)
        return challenge

    async def record(self, number: int) -> Record:
        """Return a match; refused if none has that number, or if only its result is kept."""
        return await _or_refused(self.store.matches.record(number))

    async def record_with_settings(self, number: int) -> tuple[Record, MatchSettings]:
        """Return a match with the settings of its players and server at that moment."""
        return await _or_refused(self.store.matches.record_and(number, read_match_settings))

    async def note(self, name: str) -> str | None:
        """Return a text that the program stored about itself."""
        return await self.store.notes.read(name)

    async def keep_note(self, name: str, text: str) -> None:
        """Store a text that the program needs again."""
        await self.store.notes.keep(name, text)


async def _or_refused(reading: Awaitable[T | None]) -> T:
    """Return data read about a match; refused if there is none, or if only its result is kept."""
    try:
        match = await reading
    except ForgottenMatch:
        raise Refusal(No.MOVES_FORGOTTEN) from None
    if match is None:
        raise Refusal(No.NO_SUCH_GAME)
    return match


def retry_if_stale(case: Callable[A, Awaitable[T]]) -> Callable[A, Coroutine[Any, Any, T]]:
    """Repeat a use case when another change came first, so that it decides on the newest state.

    Everything before its write is done again. Refused with BUSY after some tries.
    """

    @wraps(case)
    async def retried(*args: A.args, **kwargs: A.kwargs) -> T:
        for _ in range(_TRIES):
            with suppress(Stale):
                return await case(*args, **kwargs)
        raise Refusal(No.BUSY)

    return retried


def log_change(change: Change, new: int | None = None) -> None:
    """Log a line for each move, and for each game that starts or ends. `new`: the game's number.

    Lines contain numbers of games and moves, never of a person.
    """
    record = change.record
    if record is None or not change.events:
        return
    number = record.id or new
    game = {"game": number} if number else {"after": record.first} if record.first else {}
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


@dataclass(frozen=True, slots=True)
class Chore:
    """A task in addition to the clocks, done with each heartbeat or more often."""

    does: str  # such as "end the seasons that are over"; a log line names a failed task by it
    run: Callable[[Services], Awaitable[object]]
    each_look: bool = False  # at each look at the time; otherwise with each heartbeat
