"""Plain alpha-beta over the games themselves, for rule sets without a fast board.

Slow, but correct under all rules. The fast searches are measured against it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.limits import SURE, WIN, Budget, Limits, SearchResult, Stopped
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.core import Game, Move, Position

_MAN, _CROWN, _WAY = 100, 200, 150
_MOST = 400  # moves tried per position: dames can have far too many


class PlainSearch:
    """A search of one rule set by its own game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._nodes = self._look_at = 0

    def search(
        self,
        position: Position,
        history: Sequence[Position],  # noqa: ARG002  ignores repetition
        limits: Limits,
        report: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The best move of the deepest complete search."""
        self._nodes = self._look_at = 0
        self._budget = Budget(limits)
        moves = list(self._game.moves(position)[:_MOST])
        best = SearchResult((moves[0],), 0, 0, 0)
        try:
            for depth in range(1, limits.depth + 1):
                best = self._root(position, moves, depth)
                if report:
                    report(best)
                moves.sort(key=lambda move, first=best.move: move != first)
                if abs(best.score) > SURE:
                    break
        except Stopped:
            pass
        return best

    def weigh(
        self,
        position: Position,
        history: Sequence[Position],  # noqa: ARG002
        limits: Limits,
    ) -> Sequence[SearchResult]:
        """Every move with its own score at the depth of the limits, best first."""
        self._nodes = self._look_at = 0
        self._budget = Budget(limits)
        results: list[SearchResult] = []
        for move in self._game.moves(position)[:_MOST]:
            after = self._game.play(position, move).after
            score = -self._node(after, limits.depth - 1, -WIN, WIN, 1)
            results.append(SearchResult((move,), score, limits.depth, self._nodes))
        return sorted(results, key=lambda result: -result.score)

    def glance(self, position: Position) -> int:
        """The value of an undecided position for the side to move, without trying a move."""
        return self._worth(position)

    def forget(self) -> None:
        """Do nothing: this search has no memory."""

    def _root(self, position: Position, moves: Sequence[Move], depth: int) -> SearchResult:
        alpha, best = -WIN, moves[0]
        for move in moves:
            score = -self._node(self._game.play(position, move).after, depth - 1, -WIN, -alpha, 1)
            if score > alpha:
                alpha, best = score, move
        return SearchResult((best,), alpha, depth, self._nodes)

    def _node(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        self._nodes += 1
        if self._nodes >= self._look_at:
            self._look_at = self._budget.look(self._nodes)
        game = self._game
        verdict = game.verdict(position)
        if verdict:
            return WIN - ply if verdict.winner is position.turn else ply - WIN
        if depth <= 0:
            return self._worth(position)
        steps = [game.play(position, move) for move in game.moves(position)[:_MOST]]
        steps.sort(key=lambda step: -len(step.captured))
        for step in steps:
            score = -self._node(step.after, depth - 1, -beta, -alpha, ply + 1)
            if score >= beta:
                return score
            alpha = max(alpha, score)
        return alpha

    def _worth(self, position: Position) -> int:
        """Count men, crowned men, and the king's ways out after his side's move."""
        mine, theirs = position.men(position.turn), position.men(position.turn.other)
        men = mine.bit_count() - theirs.bit_count()
        crowned = (mine & position.crowned).bit_count() - (theirs & position.crowned).bit_count()
        callout = self._game.callout(position)
        ways = len(callout.ways) if callout else 0
        light = 1 if position.turn is Side.LIGHT else -1
        return _MAN * men + _CROWN * crowned + light * _WAY * ways
