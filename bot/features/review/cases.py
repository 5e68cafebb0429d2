"""Reviews: how a game that is over went, and the up to three moves that decided it.

Made once for each game by an engine, in some seconds, and kept. Law: a review names no person, and
all who see the game may see it. What is under way is held in memory alone: after a kill it is made
when it is next asked for.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from bot.features.review.refusals import ReviewNo
from bot.service.engine import EngineDown
from bot.service.refusals import No, Refusal
from games.notation import write_position

if TYPE_CHECKING:
    from bot.features.review.model import Review
    from bot.features.review.tables import ReviewTables
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.servers import Place
    from games.core import Side
    from games.match import Match

LEAST = 4  # moves of a game that can be reviewed


class Reviewer(Protocol):
    """What makes reviews."""

    @property
    def version(self) -> int:
        """A number that grows when reviews of the same games come out differently."""
        ...

    @property
    def size(self) -> int:
        """The number of reviews that can be made at a time; 0 if none can."""
        ...

    async def review(self, match: Match, player: Player, place: Place) -> Review:
        """The review of a match, for this person, in some seconds; EngineDown where it cannot."""
        ...


def can_be_reviewed(record: Record) -> bool:
    """Whether a match is over and long enough for a review."""
    match = record.match
    over = match.verdict is not None and match.verdict.has_result
    return over and len(match.plies) >= LEAST


class Reviews:
    """The reviews that are being made: one of a game, and one for a person, at a time."""

    def __init__(self, reviewer: Reviewer, store: ReviewTables) -> None:
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
            raise Refusal(ReviewNo.NO_REVIEW, limit=LEAST)
        if review := await self._kept(record.id):
            return review
        if not self._reviewer.size:
            raise Refusal(ReviewNo.NO_REVIEWS_HERE)
        if record.id not in self._under_way and by in self._people:
            raise Refusal(ReviewNo.REVIEW_UNDER_WAY)
        return None

    async def _kept(self, match: int) -> Review | None:
        """The review in the store, unless a newer one can be made."""
        stored = await self._store.find(match)
        newest = self._reviewer.version if self._reviewer.size else 0
        return stored if stored and stored.version >= newest else None

    async def make(self, record: Record, by: Player) -> Review:
        """Make it and keep it, or wait for the one that is under way. Refuses as `find` does."""
        if record.id not in self._under_way and (review := await self.find(record, by)):
            return review  # made since it was looked for
        if record.id not in self._under_way:
            self._start(record, by)
        try:
            return await asyncio.shield(self._under_way[record.id])
        except EngineDown:
            raise Refusal(No.ENGINE_DOWN) from None

    def _start(self, record: Record, by: Player) -> None:
        """Start the task that makes a review, and note its person until it is done."""
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
        """Make a review in its turn and store it, unless it has been made already."""
        async with self._turns:
            if stored := await self._kept(record.id):
                return stored
            review = await self._reviewer.review(record.match, by, record.place)
        await self._store.keep(record.id, review)
        return review


def position_before(record: Record, ply: int) -> str:
    """The line of the position in which that move of a game was made."""
    return write_position(record.match.game, record.match.positions[ply])


def start_of_try(record: Record, ply: int) -> tuple[str, Side]:
    """Return the position before a move of a finished game, and the side that can try another."""
    if not can_be_reviewed(record) or ply >= len(record.match.plies):
        raise Refusal(ReviewNo.NO_REVIEW, limit=LEAST)
    return position_before(record, ply), record.match.plies[ply].side
