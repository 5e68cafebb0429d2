"""Makes reviews in the engine's processes: in parts of a third to half a second each.

So other users of the engine get their turn between two parts. Invariant: a part's result doesn't
depend on the process, so a game's review is always the same.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from bot.features.review.model import WHOLE, Moment, Reason, Review
from engine.review import VERSION, Effort, Look, Reviewer, can_judge, review_requests
from engine.search import search_of
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine_pool import EnginePool
    from bot.model.people import Player
    from bot.model.servers import Place
    from engine import review as engine
    from engine.limits import SearchResult
    from engine.review import Request
    from engine.search import Search
    from games.core import Game
    from games.events import Event
    from games.match import Match

# The work of a part, in nodes of a search. Other work is counted as nodes that take as long.
_PART = 48_000
_FOLDED = 6  # per ply of the game, which each part replays and evaluates
_RECALLED = 16  # earlier positions that cost a search as much as a node


class PoolReviewer:
    """Makes reviews with this pool of engines."""

    def __init__(self, pool: EnginePool, effort: Effort | None = None) -> None:
        self._pool = pool
        self._effort = effort or Effort()

    @property
    def version(self) -> int:
        """A number that grows when reviews of the same games would change."""
        return VERSION

    @property
    def size(self) -> int:
        """The number of reviews made at a time."""
        return self._pool.size

    async def review(self, match: Match, player: Player, place: Place) -> Review:
        """Return the review of a match. Raise EngineDown if the pool can't make it."""
        run = partial(self._pool.run, player, place.guild or player)
        scores: list[int] = []
        for plies in self.parts(len(match.plies)):
            scores += await run(scores_of, match.log, plies, self._effort)
        judges = can_judge(match.game)
        going = review_requests(scores, match.start.turn, self._effort, judges=judges)
        try:
            request = next(going)
            while True:
                request = going.send(await run(answer_to, match.log, request, self._effort))
        except StopIteration as done:
            return _told(done.value)

    def parts(self, plies: int) -> Sequence[range]:
        """Return the positions of a game with so many plies, grouped into parts."""
        glance, most = self._effort.glance(plies), _PART - _FOLDED * plies
        parts, first, work = list[range](), 0, 0
        for ply in range(plies + 1):
            work += glance + ply // _RECALLED
            if work >= most or ply == plies:
                parts.append(range(first, ply + 1))
                first, work = ply + 1, 0
        return parts


@dataclass(slots=True)
class _Own:
    """An engine process's objects for reviews: a search separate from that of played games.

    So neither disturbs the other's memory, and a position can be searched in stretches.
    """

    game: Game | None = None
    search: Search | None = None
    seen: tuple[object, ...] = ()  # the last work of the search

    def search_of(self, game: Game) -> Search:
        """Return the search for these rules; the last game's search is kept."""
        if self.search is None or game != self.game:
            self.game, self.search, self.seen = game, search_of(game), ()
        return self.search


@cache
def _own() -> _Own:
    """Return the objects that an engine process keeps; called only in one."""
    return _Own()


def _reviewer(log: tuple[Event, ...], effort: Effort) -> Reviewer:
    match = fold(log)
    moves = [ply.move for ply in match.plies]
    search = _own().search_of(match.game)
    return Reviewer(match.game, match.start, moves, effort, search=search)


def scores_of(log: tuple[Event, ...], plies: range, effort: Effort) -> list[int]:
    """Return what positions are worth to light; runs in an engine process."""
    reviewer = _reviewer(log, effort)
    _own().seen = ()
    return reviewer.scores(plies)


def answer_to(
    log: tuple[Event, ...], request: Request, effort: Effort
) -> SearchResult | engine.Moment | None:
    """Search a part of a review; continue a search that this process has started."""
    reviewer, own = _reviewer(log, effort), _own()
    *earlier, _ = request.stretches if isinstance(request, Look) else (0,)
    done = len(earlier) if own.seen == (log, request.ply, tuple(earlier)) else 0
    own.seen = ()  # until the work is done
    result = reviewer.do(request, done)
    if isinstance(request, Look):
        own.seen = (log, request.ply, request.stretches)
    return result


def _told(review: engine.Review) -> Review:
    """Convert the engine's review to the value that this feature stores."""
    return Review(VERSION, tuple(map(_chance, review.curve)), tuple(map(_moment, review.moments)))


def _moment(moment: engine.Moment) -> Moment:
    """Return the engine's moment as the bot's value."""
    other: dict[str, Any] = {
        "before": _chance(moment.before),
        "after": _chance(moment.after),
        "reason": Reason(moment.reason),
    }
    return Moment(**(asdict(moment) | other))


def _chance(share: float) -> int:
    return round(share * WHOLE)
