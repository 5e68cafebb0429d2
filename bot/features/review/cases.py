"""Reviews: the course of a finished game, and up to three moves that decided it.

Made once per game by an engine, in a few seconds, and stored. Invariant: a review names no person,
and everyone who sees the game can see it. Reviews in progress are only in memory: after a kill,
they are made on the next request.
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
    """A maker of reviews."""

    @property
    def version(self) -> int:
        """A number that grows when reviews of the same games come out differently."""
        ...

    @property
    def size(self) -> int:
        """The number of reviews that can be made at a time; 0 if none can."""
        ...

    async def review(self, match: Match, player: Player, place: Place) -> Review:
        """Return the review of a match, in a few seconds; raise EngineDown if that fails."""
        ...


def can_be_reviewed(record: Record) -> bool:
    """Whether a match is over and long enough for a review."""
    match = record.match
    over = match.verdict is not None and match.verdict.has_result
    return over and len(match.plies) >= LEAST


class Reviews:
    """The reviews in progress: one per game, and one per person, at a time."""

    def __init__(self, reviewer: Reviewer, store: ReviewTables) -> None:
        self._reviewer = reviewer
        self._store = store
        self._under_way: dict[int, asyncio.Task[Review]] = {}
        self._people: set[Player] = set()  # people with a review in progress
        self._turns = asyncio.Semaphore(max(1, reviewer.size))

    async def find(self, record: Record, by: Player) -> Review | None:
        """Return a game's stored review; None if it must be made, or is in progress.

        Refuse a game that can't be reviewed. For a game without stored review, refuse if none can
        be made here, or if this person already has a review in progress.
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
        """Return the stored review, unless a newer version can be made."""
        stored = await self._store.find(match)
        newest = self._reviewer.version if self._reviewer.size else 0
        return stored if stored and stored.version >= newest else None

    async def make(self, record: Record, by: Player) -> Review:
        """Make and store a review, or wait for the one in progress. Refuses as `find` does."""
        if record.id not in self._under_way and (review := await self.find(record, by)):
            return review  # made in the meantime
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
                task.exception()  # the waiting people get it; there may be none

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
    """Return the line of the position before a move of a game."""
    return write_position(record.match.game, record.match.positions[ply])


def start_of_try(record: Record, ply: int) -> tuple[str, Side]:
    """Return the position before a move of a finished game, and the side that can try another."""
    if not can_be_reviewed(record) or ply >= len(record.match.plies):
        raise Refusal(ReviewNo.NO_REVIEW, limit=LEAST)
    return position_before(record, ply), record.match.plies[ply].side
