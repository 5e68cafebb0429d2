"""Reviews a game: how it went, and up to three moments that decided it, each with a reason.

>>> from games.catalogue import game
>>> bga = game("bga")
>>> found = review(bga, bga.start(), [("a4", "a3"), ("e7", "b7")], Effort(nodes=500))
>>> len(found.curve), all(0 <= share <= 1 for share in found.curve)
(3, True)

Deterministic: it counts nodes. With the usual effort a game takes some seconds of processor time,
however long it is. Says nothing in words: a Moment carries what a sentence needs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.limits import SURE, WIN, Limits
from engine.player import search_of
from games.core import Side
from games.endings import ending

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.limits import Found
    from engine.player import Search
    from games.core import Game, Move, Point, Position

_LOGIT = 300  # points that make a win about three times as likely as a loss
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
    DRAWS = "draws"  # it ended the game, drawn: nothing
    WEAKENS = "weakens"  # nothing that can be pointed at; the opponent's best answer


@dataclass(frozen=True, slots=True)
class Effort:
    """Nodes of each search; a long game shares out as much as one of a hundred plies."""

    nodes: int = 12_000
    again: int = 50_000  # where a moment is weighed
    plies: int = 100


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
    answer: Move | None  # what the opponent had against the move played
    ways: int = 0  # that the king had before an attackers' move, and the better move closes all


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
    return _Reviewer(game, start, moves, effort or Effort(), stop).review()


class _Reviewer:
    def __init__(
        self,
        game: Game,
        start: Position,
        moves: Sequence[Move],
        effort: Effort,
        stop: Callable[[], bool] | None,
    ) -> None:
        self._game = game
        self._moves = moves
        self._search: Search = search_of(game)
        self._again = Limits(nodes=effort.again, stop=stop)
        nodes = effort.nodes * effort.plies // max(effort.plies, len(moves))
        self._glance = Limits(nodes=max(1, nodes), stop=stop)
        self._played = [start]
        for move in moves:
            self._played.append(game.after(self._played[-1], move))

    def review(self) -> Review:
        scores: dict[int, int] = {}
        for ply in reversed(range(len(self._played))):  # what comes later is remembered
            scores[ply] = self._score(ply)
        curve = [share(scores[ply]) for ply in range(len(self._played))]
        costs = [
            (self._mine(curve[ply], ply) - self._mine(curve[ply + 1], ply), ply)
            for ply in range(len(self._moves))
        ]
        likely = sorted((-cost, ply) for cost, ply in costs if cost > _DECISIVE)[:_LOOKED_AT]
        found = [self._moment(ply) for _, ply in likely]
        sure = [each for each in found if each and each.before - each.after > _DECISIVE]
        sure.sort(key=lambda each: (each.after - each.before, each.ply))
        return Review(tuple(curve), tuple(sorted(sure[:_MOST], key=lambda each: each.ply)))

    def _mine(self, light: float, ply: int) -> float:
        return light if self._played[ply].turn is Side.LIGHT else 1 - light

    def _found(self, ply: int, limits: Limits) -> Found:
        return self._search.search(self._played[ply], self._played[:ply], limits)

    def _score(self, ply: int) -> int:
        """For light, at a glance; a game that is over has its result."""
        ended = self._ended(ply)
        if ended is not None:
            return ended
        score = self._found(ply, self._glance).score
        return score if self._played[ply].turn is Side.LIGHT else -score

    def _ended(self, ply: int) -> int | None:
        """The result for light, where the game is over."""
        position = self._played[ply]
        stood = sum(each.placement == position.placement for each in self._played[: ply + 1])
        verdict = ending(self._game, position, stood)
        if not verdict:
            return None
        return 0 if verdict.winner is None else WIN if verdict.winner is Side.LIGHT else -WIN

    def _moment(self, ply: int) -> Moment | None:
        """What was better; None where a longer look finds nothing better."""
        position, played = self._played[ply], self._moves[ply]
        best = self._found(ply, self._again)
        if best.move == played:
            return None
        ended = self._ended(ply + 1)
        if ended is None:
            reply = self._found(ply + 1, self._again)
            after, answer = -reply.score, reply.move
        else:
            after, answer = ended if position.turn is Side.LIGHT else -ended, None
        reason, points = self._reason(ply, best, after, answer)
        ways = _goals(self._game, position) if position.turn is Side.DARK else ()
        closed = not _goals(self._game, self._game.after(position, best.move))
        return Moment(
            *(ply, position.turn, played, best.move, share(best.score), share(after)),
            *(reason, points, best.line[:_LINE], answer, len(ways) if closed else 0),
        )

    def _reason(
        self, ply: int, best: Found, after: int, answer: Move | None
    ) -> tuple[Reason, tuple[Point, ...]]:
        position, game = self._played[ply], self._game
        if best.score == WIN - 1:
            return Reason.MISSES_WIN, (best.move[-1],)
        if after == 1 - WIN and answer:
            goals = _goals(game, self._played[ply + 1]) if position.turn is Side.DARK else ()
            king = position.turn is Side.LIGHT and not goals
            reason = Reason.LEAVES_WAY if goals else Reason.LEAVES_KING
            if not goals and not (king and _has_king(position)):
                reason = Reason.ALLOWS_WIN
            return reason, goals or (answer[-1],)
        if after == 0 and not answer:
            return Reason.DRAWS, ()
        if best.score > SURE:
            return Reason.MISSES_FORCED, (best.move[-1],)
        if after < -SURE and answer:
            return Reason.ALLOWS_WIN, (answer[-1],)
        return self._material(ply, best, answer)

    def _material(
        self, ply: int, best: Found, answer: Move | None
    ) -> tuple[Reason, tuple[Point, ...]]:
        position, game = self._played[ply], self._game
        lost = game.play(self._played[ply + 1], answer).captured if answer else ()
        better = game.play(position, best.move)
        kept = game.play(better.after, best.line[1]).captured if len(best.line) > 1 else ()
        if len(lost) > len(kept):
            return Reason.LOSES_MEN, lost
        if len(better.captured) > len(game.play(position, self._moves[ply]).captured):
            return Reason.MISSES_CAPTURE, better.captured
        if position.turn is Side.DARK and answer:
            goals = _goals(game, game.after(self._played[ply + 1], answer))
            if goals:
                return Reason.ALLOWS_RAICHI, goals
        elif goals := _goals(game, better.after):
            return Reason.MISSES_RAICHI, goals
        return Reason.WEAKENS, (answer[-1],) if answer else ()


def share(score: int) -> float:
    """A score as a chance to win, 0 to 1."""
    return 1 / (1 + math.exp(-max(-20 * _LOGIT, min(20 * _LOGIT, score)) / _LOGIT))


def _has_king(position: Position) -> bool:
    return "K" in position.board.letters.values()


def _goals(game: Game, position: Position) -> tuple[Point, ...]:
    """Where the king would win if it were his turn, one point for each direction."""
    callout = game.callout(replace(position, turn=Side.DARK))
    return tuple(way[-1] for way in callout.ways) if callout else ()
