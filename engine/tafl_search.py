"""Searches tafl: iterative deepening over the root's moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import tafl_nodes, tafl_quiet
from engine.limits import SURE, WIN, Budget, Found, Limits, Stopped
from engine.tafl_board import TaflBoard
from engine.tafl_game import NO_KING, State, decided, follow, moves, ways
from engine.tafl_rules import read, read_men
from engine.tafl_shared import Shared
from engine.tafl_values import Values
from engine.tafl_weights import Weights
from games.core import Ruling, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tafl_board import Move
    from games.core import Game, Position


class TaflSearch:
    """One rule set, with its tables and what it remembers of earlier searches."""

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        rules = read(game)
        self.game = game
        self.values = Values(rules, weights or Weights())
        self.board = TaflBoard(rules, self.values)
        self.shared = shared = Shared(game.endings.quiet_limit)
        self.dark_quiet, self.light_quiet = tafl_quiet.make(self.board, shared)
        self.dark_node, self.light_node = tafl_nodes.make(
            self.board, shared, self.dark_quiet, self.light_quiet
        )
        shared.dark_node, shared.light_node = self.dark_node, self.light_node

    def state(self, position: Position) -> State:
        """The position in numbers."""
        dark, light, king = read_men(self.board.rules, position)
        square = king.bit_length() - 1 if king else NO_KING
        return State(dark, light, square, position.turn, position.quiet)

    def key(self, state: State) -> int:
        """The same for the same men and side to move."""
        return self.values.sum(state.dark, state.light, state.king) >> self.values.hash

    def static(self, state: State) -> int:
        """What the position is worth to dark without looking ahead."""
        total = self.values.sum(state.dark, state.light, state.king)
        one, other = self.board.king_entries(state.king, state.dark, state.light)
        return self.values.score(total, state.king) + one[4] + other[4]

    def search(
        self, position: Position, history: Sequence[Position], limits: Limits, report=None
    ) -> Found:
        """The best move; `history` are the positions before this one, the start first."""
        state = self.state(position)
        shared = self.shared
        budget = Budget(limits)
        shared.begin(budget)
        for move in self.board.made():
            move.order //= 8
        self._remember(state, [self.state(each) for each in history])
        roots = [Root(self.board, move, follow(self.board, state, move)) for move in moves(self.board, state)]
        best = Found((roots[0].move.path,), 0, 0, 0)
        try:
            for depth in range(1, limits.depth + 1):
                shared.horizon = 2 * depth + 8
                for found in self._iterate(roots, state, depth, best):
                    best = found
                if report:
                    report(best)
                if len(roots) == 1 or abs(best.score) > SURE:
                    break
        except Stopped:
            pass
        return Found(best.line, best.score, best.depth, shared.nodes)

    def _remember(self, state: State, history: list[State]) -> None:
        shared = self.shared
        start = history[0] if history else state
        shared.level = self.static(start) if start.king != NO_KING else 0
        if self.game.endings.repetition is Ruling.DARK_WINS:
            shared.level += 300
        keys = [(each.turn, self.key(each)) for each in [*history, state]]
        for turn, key in keys:
            seen = shared.dark_seen if turn is Side.DARK else shared.light_seen
            if keys.count((turn, key)) > 1 or (turn, key) == keys[-1]:
                seen.add(key)

    def _iterate(self, roots, state, depth, best):
        """Each move that is better than those before it, at this depth."""
        window = 40
        alpha, beta = -WIN, WIN
        if depth > 3 and abs(best.score) < SURE:
            alpha, beta = best.score - window, best.score + window
        while True:
            low, high = alpha, beta
            top = -WIN
            for number, root in enumerate(roots):
                score = self._root(root, state, depth, low, high, first=number == 0)
                root.score = score
                if score > top:
                    top = score
                    if score > low:
                        low = score
                        roots.remove(root)
                        roots.insert(0, root)
                        yield Found((root.move.path,), score, depth, self.shared.nodes)
                    if score >= high:
                        break
            if top <= alpha and alpha > -WIN:
                alpha, beta = -WIN, top + 1
            elif top >= beta and beta < WIN:
                alpha, beta = top - 1, WIN
            else:
                return

    def _root(self, root, state, depth, alpha, beta, *, first):
        if root.winner is not None:
            return WIN - 1 if root.winner is state.turn else 1 - WIN
        if first or depth == 1:
            return self._child(root, depth - 1, alpha, beta)
        score = self._child(root, depth - 1, alpha, alpha + 1)
        if alpha < score < beta:
            score = self._child(root, depth - 1, alpha, beta)
        return score

    def _child(self, root, depth, alpha, beta):
        after = root.after
        board = self.board
        total = self.values.sum(after.dark, after.light, after.king)
        one, other = board.king_entries(after.king, after.dark, after.light)
        mob, found = one[4] + other[4], one[2] + other[2]
        if after.turn is Side.LIGHT:
            if found and not (board.rules.imprisonment and board.imprisoned(after.king, after.dark, after.light)):
                return 2 - WIN
            return -self.light_node(
                after.dark, after.light, after.king, total, mob, depth, -beta, -alpha, 1, after.quiet, True
            )
        return -self.dark_node(
            after.dark, after.light, after.king, total, mob, found, one[3] | other[3], depth, -beta, -alpha, 1, after.quiet, True
        )


class Root:
    """A move of the root, with what it leads to."""

    def __init__(self, board, move: Move, after: State) -> None:
        self.move = move
        self.after = after
        self.winner = decided(board, after)
        self.score = 0
