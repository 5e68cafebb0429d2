"""Reviews a game: how it went, and up to three moments that decided it, each with a reason.

>>> from games.catalogue import game
>>> bga = game("bga")
>>> course = review(bga, bga.start(), [("a4", "a3"), ("e7", "b7")], Effort(nodes=500))
>>> len(course.curve), all(0 <= share <= 1 for share in course.curve)
(3, True)

Deterministic: it counts nodes. With the usual effort a game takes some seconds of processor time,
however long it is. A Reviewer makes each search by itself, for those who must let others have
their turn in between. Says nothing in words: a Moment carries what a sentence needs.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.balance import balance_of
from engine.limits import SURE, WIN, Limits
from engine.search import search_of
from engine.start import start_of
from games.core import Placement, Side
from games.endings import ending

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.limits import SearchResult
    from engine.search import Search
    from games.core import Game, Move, Point, Position

VERSION = 2  # of what a review says of a game; a newer one is worth making it again
_LOGIT = 300  # points that make a win about three times as likely as a loss
_SUREST = 0.95  # no start is told to be surer than this
_START = 12_000  # nodes for the start of the rules
_DECISIVE = 0.12  # of a win: what a move must cost to be a moment
_LOOKED_AT = 6  # candidates that are searched again, longer
_MOST = 3
_LINE = 4  # moves of what follows


class Reason(StrEnum):
    """Why a move decided the game; `points` of the Moment are what each speaks of."""

    MISSES_WIN = "misses-win"  # it was won on the move: where the better move ends
    LEAVES_WAY = "leaves-way"  # the king may leave at once: where he wins
    LEAVES_KING = "leaves-king"  # the king can be taken at once: where the attacker arrives
    ALLOWS_WIN = "allows-win"  # the opponent now wins by force: their next move
    MISSES_FORCED = "misses-forced"  # it was won by force: the better move
    LOSES_MEN = "loses-men"  # the answer takes them: the men lost
    MISSES_CAPTURE = "misses-capture"  # they could have been taken: those men
    ALLOWS_RAICHI = "allows-raichi"  # the king's answer opens a way: where he would win
    MISSES_RAICHI = "misses-raichi"  # the better move opens a way: where the king would win
    LOSES_MEN_SOON = "loses-men-soon"  # a move or two later: the men lost by then
    MISSES_MEN_SOON = "misses-men-soon"  # the better move takes them a move later: those men
    RAICHI_SOON = "raichi-soon"  # the king opens a way a move later: where he would win
    DRAWS = "draws"  # it ended the game, drawn: nothing
    WEAKENS = "weakens"  # nothing that can be pointed at; the opponent's best answer


@dataclass(frozen=True, slots=True)
class Effort:
    """Nodes of each search; a long game shares out as much as one of a hundred plies."""

    nodes: int = 12_000
    again: int = 50_000  # where a moment is weighed
    plies: int = 100

    def glance(self, plies: int) -> int:
        """Nodes for each position of a game of so many plies."""
        return max(1, self.nodes * self.plies // max(self.plies, plies))


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that cost much. Shares are the mover's chances, 0 to 1."""

    ply: int  # which move of the game, from 0
    side: Side
    played: Move
    better: Move
    before: float  # with the better move
    after: float  # as it was played
    reason: Reason
    points: tuple[Point, ...]
    line: tuple[Move, ...]  # how the better move goes on, itself first
    reply: tuple[Move, ...]  # what the opponent had against the move played; empty: it was over
    ways: int = 0  # that the king had before an attackers' move, and the better move closes all

    @property
    def answer(self) -> Move | None:
        """The opponent's best move after it."""
        return self.reply[0] if self.reply else None


@dataclass(frozen=True, slots=True)
class Review:
    """One game."""

    curve: tuple[float, ...]  # the share of the king's side, or Light, at each position
    moments: tuple[Moment, ...]  # in the order of the game


def review(
    game: Game,
    start: Position,
    moves: Sequence[Move],
    effort: Effort | None = None,
    stop: Callable[[], bool] | None = None,
) -> Review:
    """The course of a game of legal moves; `stop` ends it early with what was seen so far."""
    reviewer = Reviewer(game, start, moves, effort, stop=stop)
    scores = reviewer.scores(range(len(moves) + 1))
    moments = (reviewer.moment(ply, reviewer.best(ply)) for ply in suspects(scores, start.turn))
    return reviewed(scores, moments)


def reviewed(scores: Sequence[int], moments: Iterable[Moment | None]) -> Review:
    """The review that these scores and weighed moves make."""
    sure = [moment for moment in moments if moment and moment.before - moment.after > _DECISIVE]
    sure.sort(key=lambda moment: (moment.after - moment.before, moment.ply))
    chosen = sorted(sure[:_MOST], key=lambda moment: moment.ply)
    return Review(tuple(map(share, scores)), tuple(chosen))


def suspects(scores: Sequence[int], first: Side) -> list[int]:
    """The moves that seem to have cost the most, to be weighed; the worst comes first."""
    curve = [share(score) for score in scores]
    costs: list[tuple[float, int]] = []
    for ply in range(len(curve) - 1):
        mover = first if ply % 2 == 0 else first.other
        lost = curve[ply] - curve[ply + 1]
        costs.append((_sign(mover) * lost, ply))
    likely = sorted((-cost, ply) for cost, ply in costs if cost > _DECISIVE)
    return [ply for _, ply in likely[:_LOOKED_AT]]


class Reviewer:
    """The searches of one review. `search`: one that remembers nothing of other games."""

    def __init__(  # noqa: PLR0913  a game, and how it is looked at
        self,
        game: Game,
        start: Position,
        moves: Sequence[Move],
        effort: Effort | None = None,
        *,
        search: Search | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        effort = effort or Effort()
        self._game = game
        self._moves = moves
        self._search = search or search_of(game)
        self._again = Limits(nodes=effort.again, stop=stop)
        self._glance = Limits(nodes=effort.glance(len(moves)), stop=stop)
        self._positions = [start]
        for move in moves:
            self._positions.append(game.after(self._positions[-1], move))
        times = Counter[Placement]()
        self._stood: list[int] = []  # how often each position had then stood
        for position in self._positions:
            times[position.placement] += 1
            self._stood.append(times[position.placement])

    def scores(self, plies: Sequence[int]) -> list[int]:
        """What each of these positions is worth to light, at a glance; one that is over, its end.

        What comes later in the game is looked at first, and remembered.
        """
        by_ply = {ply: self._score(ply) for ply in sorted(plies, reverse=True)}
        return [by_ply[ply] for ply in plies]

    def best(self, ply: int) -> SearchResult:
        """What would have been best in place of this move."""
        return self._result(ply, self._again)

    def moment(self, ply: int, best: SearchResult) -> Moment | None:
        """What that cost which was played; None where it was best."""
        position, played = self._positions[ply], self._moves[ply]
        if best.move == played:
            return None
        ended = self._ended(ply + 1)
        if ended is None:
            answer = self._result(ply + 1, self._again)
            after, reply = -answer.score, answer.line
        else:
            after, reply = _sign(position.turn) * ended, ()
        reason, points = self._reason(ply, best, after, reply)
        ways = _goals(self._game, position) if position.turn is Side.DARK else ()
        closed = not _goals(self._game, self._game.after(position, best.move))
        could = share(self._corrected(best.score, position.turn))
        did = share(after if ended is not None else self._corrected(after, position.turn))
        return Moment(
            *(ply, position.turn, played, best.move, could, did),
            *(reason, points, best.line[:_LINE], reply[:_LINE], len(ways) if closed else 0),
        )

    def _result(self, ply: int, limits: Limits) -> SearchResult:
        return self._search.search(self._positions[ply], self._positions[:ply], limits)

    def _score(self, ply: int) -> int:
        ended = self._ended(ply)
        if ended is not None:
            return ended
        turn = self._positions[ply].turn
        score = self._corrected(self._result(ply, self._glance).score, turn)
        return _sign(turn) * score

    def _corrected(self, score: int, side: Side) -> int:
        """What this is worth to this side, told with how far the rules favour a side."""
        if abs(score) > SURE:  # a forced end is what it is
            return score
        return score + _sign(side) * _favour(self._game)

    def _ended(self, ply: int) -> int | None:
        """The result for light, where the game is over."""
        position = self._positions[ply]
        verdict = ending(self._game, position, self._stood[ply])
        if not verdict:
            return None
        return _sign(verdict.winner) * WIN if verdict.winner else 0

    def _reason(
        self, ply: int, best: SearchResult, after: int, reply: Sequence[Move]
    ) -> tuple[Reason, tuple[Point, ...]]:
        position, game = self._positions[ply], self._game
        if best.score == WIN - 1:
            return Reason.MISSES_WIN, (best.move[-1],)
        if after == 1 - WIN and reply:
            goals = _goals(game, self._positions[ply + 1]) if position.turn is Side.DARK else ()
            king = position.turn is Side.LIGHT and not goals
            reason = Reason.LEAVES_WAY if goals else Reason.LEAVES_KING
            if not goals and not (king and _has_king(position)):
                reason = Reason.ALLOWS_WIN
            return reason, goals or (reply[0][-1],)
        if after == 0 and not reply:
            return Reason.DRAWS, ()
        if best.score > SURE:
            return Reason.MISSES_FORCED, (best.move[-1],)
        if after < -SURE and reply:
            return Reason.ALLOWS_WIN, (reply[0][-1],)
        return self._at_once(ply, best, reply) or self._soon(ply, best, reply)

    def _at_once(
        self, ply: int, best: SearchResult, reply: Sequence[Move]
    ) -> tuple[Reason, tuple[Point, ...]] | None:
        """What the answer, or the better move itself, does on the board."""
        position, game = self._positions[ply], self._game
        lost = game.play(self._positions[ply + 1], reply[0]).captured if reply else ()
        better = game.play(position, best.move)
        lost_anyway = game.play(better.after, best.line[1]).captured if len(best.line) > 1 else ()
        if len(lost) > len(lost_anyway):
            return Reason.LOSES_MEN, lost
        if len(better.captured) > len(game.play(position, self._moves[ply]).captured):
            return Reason.MISSES_CAPTURE, better.captured
        if position.turn is Side.LIGHT:
            goals = _goals(game, better.after)
            return (Reason.MISSES_RAICHI, goals) if goals else None
        goals = _goals(game, game.after(self._positions[ply + 1], reply[0])) if reply else ()
        return (Reason.ALLOWS_RAICHI, goals) if goals else None

    def _soon(
        self, ply: int, best: SearchResult, reply: Sequence[Move]
    ) -> tuple[Reason, tuple[Point, ...]]:
        """What comes of it a move or two later."""
        game, after = self._game, self._positions[ply + 1]
        won, lost = _exchanged(game, self._positions[ply], best.line[:_LINE])
        their, ours = _exchanged(game, after, reply[:_LINE])
        if len(their) - len(ours) > len(lost) - len(won):
            more = len(their) > len(lost)
            return (Reason.LOSES_MEN_SOON, their) if more else (Reason.MISSES_MEN_SOON, won)
        if after.turn is Side.LIGHT and len(reply) > 2:  # noqa: PLR2004  their move, ours, theirs
            for move in reply[:3]:
                after = game.after(after, move)
            if goals := _goals(game, after):
                return Reason.RAICHI_SOON, goals
        return Reason.WEAKENS, (reply[0][-1],) if reply else ()


@lru_cache(maxsize=64)
def _favour(game: Game) -> int:
    """How much more the start is worth to light than a search says: what playing it showed."""
    measured = balance_of(game.name)
    if not measured.games:
        return 0
    chance = min(max(measured.share, 1 - _SUREST), _SUREST)
    first = start_of(game)
    score = search_of(game).search(first, (), Limits(nodes=_START)).score
    return round(_LOGIT * math.log(chance / (1 - chance))) - _sign(first.turn) * score


def _sign(side: Side) -> int:
    """What turns light's gain into this side's, and this side's into light's."""
    return 1 if side is Side.LIGHT else -1


def share(score: int) -> float:
    """A score as a chance to win, 0 to 1."""
    return 1 / (1 + math.exp(-max(-20 * _LOGIT, min(20 * _LOGIT, score)) / _LOGIT))


def _exchanged(
    game: Game, position: Position, line: Sequence[Move]
) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """The men that the side to move takes in these moves, and those that it loses."""
    taken: tuple[list[Point], list[Point]] = [], []
    for number, move in enumerate(line):
        step = game.play(position, move)
        taken[number % 2].extend(step.captured)
        position = step.after
    return tuple(taken[0]), tuple(taken[1])


def _has_king(position: Position) -> bool:
    return "K" in position.board.letters.values()


def _goals(game: Game, position: Position) -> tuple[Point, ...]:
    """Where the king would win if it were his turn, one point for each direction."""
    callout = game.callout(replace(position, turn=Side.DARK))
    return tuple(way[-1] for way in callout.ways) if callout else ()
