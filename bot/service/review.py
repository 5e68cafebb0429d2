"""Reviews: how a game that is over went, and the up to three moves that decided it.

Made once for each game by an engine, in some seconds, and kept. Law: a review names no person, and
all who see the game may see it. What is under way is held in memory alone: after a kill it is made
when it is next asked for.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from bot.service.ports import EngineDown
from bot.service.practice import begin, current, last_choice
from bot.service.refusals import No, Refusal
from games.core import Reason as Ending
from games.notation import write_position

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Place, Player, Record
    from games.core import Move, Point, Side
    from games.match import Match

LEAST = 4  # moves of a game that can be reviewed
WHOLE = 1000  # parts of a win: a chance is so many of them


class Reason(StrEnum):
    """Why a move decided the game; `points` of the Moment are what each speaks of."""

    MISSES_WIN = "misses-win"  # it was won on the move: where the better move ends
    LEAVES_WAY = "leaves-way"  # the king may leave at once: where he wins
    LEAVES_KING = "leaves-king"  # the king can be taken at once: where the attacker arrives
    ALLOWS_WIN = "allows-win"  # the opponent now wins by force: where their next move ends
    MISSES_FORCED = "misses-forced"  # it was won by force: where the better move ends
    LOSES_MEN = "loses-men"  # the answer takes them: the men lost
    MISSES_CAPTURE = "misses-capture"  # they could have been taken: those men
    ALLOWS_RAICHI = "allows-raichi"  # the king's answer opens ways: where he would win
    MISSES_RAICHI = "misses-raichi"  # the better move opens ways: where the king would win
    LOSES_MEN_SOON = "loses-men-soon"  # a move or two later: the men lost by then
    MISSES_MEN_SOON = "misses-men-soon"  # the better move takes them a move later: those men
    RAICHI_SOON = "raichi-soon"  # the king opens ways a move later: where he would win
    DRAWS = "draws"  # it ended the game, drawn: nothing
    WEAKENS = "weakens"  # nothing that can be pointed at: where the best answer ends


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that cost much. Chances are the mover's, of WHOLE."""

    ply: int  # which move of the game, from 0
    side: Side
    played: Move
    better: Move
    before: int  # with the better move
    after: int  # as it was played
    reason: Reason
    points: tuple[Point, ...]
    line: tuple[Move, ...]  # how the better move goes on, itself first
    reply: tuple[Move, ...]  # the best that followed what was played; empty: it was over
    ways: int  # that the king had before an attackers' move, and the better move closes all


@dataclass(frozen=True, slots=True)
class Review:
    """One game."""

    version: int  # of what made it
    curve: tuple[int, ...]  # the chances of the king's side, or Light, of WHOLE: at each position
    moments: tuple[Moment, ...]  # in the order of the game


class Reviewer(Protocol):
    """What makes reviews."""

    @property
    def version(self) -> int:
        """Grows when it says something else of the same games."""
        ...

    @property
    def size(self) -> int:
        """How many it makes at a time; 0: none."""
        ...

    async def review(self, match: Match, person: Player, place: Place) -> Review:
        """The review of a match, for this person, in some seconds; EngineDown where it cannot."""
        ...


class ReviewStore(Protocol):
    """The reviews that are kept."""

    async def find(self, match: int) -> Review | None:
        """That of a match; None where there is none that can be read."""
        ...

    async def keep(self, match: int, review: Review) -> None:
        """Store it, in the place of an older one."""
        ...


def can_be_reviewed(record: Record) -> bool:
    """Whether it was played to an end, and is long enough to say something of it."""
    match = record.match
    over = match.verdict is not None and match.verdict.reason is not Ending.STOPPED
    return over and len(match.plies) >= LEAST


class Reviews:
    """The reviews that are being made: one of a game, and one for a person, at a time."""

    def __init__(self, reviewer: Reviewer, store: ReviewStore) -> None:
        self._reviewer = reviewer
        self._store = store
        self._under_way: dict[int, asyncio.Task[Review]] = {}
        self._people: set[Player] = set()  # who asked for a review that is still being made
        self._turns = asyncio.Semaphore(max(1, reviewer.size))

    async def find(self, record: Record, by: Player) -> Review | None:
        """The review that is kept of a game; None where it is to be made, or is being made.

        Refuses a game that cannot be reviewed; what is not kept, it refuses where none are made,
        and to a person whose last one is still being made.
        """
        if not can_be_reviewed(record):
            raise Refusal(No.NO_REVIEW, limit=LEAST)
        if found := await self._kept(record.id):
            return found
        if not self._reviewer.size:
            raise Refusal(No.NO_REVIEWS_HERE)
        if record.id not in self._under_way and by in self._people:
            raise Refusal(No.REVIEW_UNDER_WAY)
        return None

    async def _kept(self, match: int) -> Review | None:
        """The review in the store, unless a newer one can be made."""
        found = await self._store.find(match)
        newest = self._reviewer.version if self._reviewer.size else 0
        return found if found and found.version >= newest else None

    async def make(self, record: Record, by: Player) -> Review:
        """Make it and keep it, or wait for the one that is under way. Refuses as `find` does."""
        if record.id not in self._under_way and (found := await self.find(record, by)):
            return found  # made since it was looked for
        if record.id not in self._under_way:
            self._start(record, by)
        try:
            return await asyncio.shield(self._under_way[record.id])
        except EngineDown:
            raise Refusal(No.ENGINE_DOWN) from None

    def _start(self, record: Record, by: Player) -> None:
        task = asyncio.create_task(self._make(record, by))
        self._under_way[record.id] = task
        self._people.add(by)

        def done(task: asyncio.Task[Review]) -> None:
            del self._under_way[record.id]
            self._people.discard(by)
            if not task.cancelled():
                task.exception()  # those who wait are told; there may be none

        task.add_done_callback(done)

    async def _make(self, record: Record, by: Player) -> Review:
        async with self._turns:
            if found := await self._kept(record.id):
                return found
            made = await self._reviewer.review(record.match, by, record.place)
        await self._store.keep(record.id, made)
        return made


def position_before(record: Record, ply: int) -> str:
    """The line of the position in which that move of a game was made."""
    return write_position(record.match.game, record.match.positions[ply])


async def try_it(
    house: House, record: Record, ply: int, by: Player, instead: int = 0
) -> tuple[Record, bool]:
    """A game in private against the engine from before a move of a game that is over.

    The person has the side that made it. Where another game of theirs in private has begun, it goes
    on in its place and the second value is False, unless it is the number `instead`: then it is
    given up. The same try pressed twice is the same.
    """
    if not can_be_reviewed(record) or ply >= len(record.match.plies):
        raise Refusal(No.NO_REVIEW, limit=LEAST)
    start, side = position_before(record, ply), record.match.plies[ply].side
    found = await current(house, by)
    if found and found.id > instead:
        same = (found.start, found.side(by)) == (start, side)
        if same or found.match.plies:
            return found, same
        instead = found.id
    choice = replace(await last_choice(house, by), rules=record.match.game.name, side=side)
    return await begin(house, by, choice, instead=instead, start=start), True
