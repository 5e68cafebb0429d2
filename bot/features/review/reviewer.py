"""Makes reviews in the engine's processes: in parts of about a third of a second each.

So others who wait for the engine have their turn between two parts. Law: a part is the same in
whichever process it is done, so a review of the same game is always the same.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.engine_pool import own
from bot.features.review.model import WHOLE, Moment, Reason, Review
from engine.review import VERSION, Effort, Reviewer, reviewed, suspects
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine_pool import EnginePool
    from bot.model.people import Player
    from bot.model.servers import Place
    from engine import review as engine
    from engine.limits import SearchResult
    from games.events import Event
    from games.match import Match

# The work of a part, in nodes of a search; all else is counted as the nodes that take as long.
_PART = 48_000
_FOLDED = 6  # for each ply of the game, which each part folds and puts into numbers
_RECALLED = 16  # so many positions that came before one are a node for its search


class PoolReviewer:
    """Makes reviews in this pool."""

    def __init__(self, pool: EnginePool, effort: Effort | None = None) -> None:
        self._pool = pool
        self._effort = effort or Effort()

    @property
    def version(self) -> int:
        """Grows when a review says something else of the same games."""
        return VERSION

    @property
    def size(self) -> int:
        """How many reviews are made at a time."""
        return self._pool.size

    async def review(self, match: Match, person: Player, place: Place) -> Review:
        """The review of a match. Raises EngineDown where the pool cannot make it."""
        run = partial(self._pool.run, person, place.guild or person)
        scores: list[int] = []
        for plies in self.parts(len(match.plies)):
            scores += await run(scores_of, match.log, plies, self._effort)
        found: list[engine.Moment | None] = []
        for ply in suspects(scores, match.start.turn):
            best = await run(best_of, match.log, ply, self._effort)
            found.append(await run(moment_of, match.log, ply, best, self._effort))
        return _told(reviewed(scores, found))

    def parts(self, plies: int) -> Sequence[range]:
        """The positions of a game of so many plies, as many together as make a part."""
        glance, most = self._effort.glance(plies), _PART - _FOLDED * plies
        parts, first, work = list[range](), 0, 0
        for ply in range(plies + 1):
            work += glance + ply // _RECALLED
            if work >= most or ply == plies:
                parts.append(range(first, ply + 1))
                first, work = ply + 1, 0
        return parts


def _reviewer(log: tuple[Event, ...], effort: Effort) -> Reviewer:
    match = fold(log)
    moves = [ply.move for ply in match.plies]
    return Reviewer(match.game, match.start, moves, effort, search=own().engine.fresh(match.game))


def scores_of(log: tuple[Event, ...], plies: range, effort: Effort) -> list[int]:
    """What these positions are worth to light; in a process of the engine, as the next two."""
    return _reviewer(log, effort).scores(plies)


def best_of(log: tuple[Event, ...], ply: int, effort: Effort) -> SearchResult:
    """What would have been best in place of this move."""
    return _reviewer(log, effort).best(ply)


def moment_of(
    log: tuple[Event, ...], ply: int, best: SearchResult, effort: Effort
) -> engine.Moment | None:
    """What this move cost, beside the best one."""
    return _reviewer(log, effort).moment(ply, best)


def _told(made: engine.Review) -> Review:
    """The review in the words of the use cases."""
    return Review(VERSION, tuple(map(_chance, made.curve)), tuple(map(_moment, made.moments)))


def _moment(made: engine.Moment) -> Moment:
    other: dict[str, Any] = {
        "before": _chance(made.before),
        "after": _chance(made.after),
        "reason": Reason(made.reason),
    }
    return Moment(**(asdict(made) | other))


def _chance(share: float) -> int:
    return round(share * WHOLE)
