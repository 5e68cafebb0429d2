"""Search Tabal: alpha-beta that follows compulsory captures to their end.

When quiet plies run out or a position recurs, the side with more men wins. So a repetition is worth
a lead here, not a draw.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING

from engine.deepening import Deepening, Root, SideMemory, reductions
from engine.limits import AT_LEAST, AT_MOST, EXACT, SURE, WIN, Budget, Limits
from engine.tabal_board import State, TabalBoard, follow, men
from engine.tabal_values import LANE, MASK, MEN, ZERO, TabalValues, learned
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.deepening import Stood
    from engine.tabal_board import Move
    from engine.tabal_values import TabalWeights
    from games.core import Game, Position
    from games.core import Move as Path

_REPEATED = 3000  # the value of a repetition for the side with more men
_LONGEST = 100  # plies
_REDUCED_FROM = 2  # above this depth, late quiet moves are searched less deep
_LINE = 8  # moves of the reported line

# The mover's men, the enemy's, queens, total, depth, alpha, beta, ply, quiet plies.
Node = Callable[[int, int, int, int, int, int, int, int, int], int]


class SideState(SideMemory["Move"]):
    """A side's memory, with the function that searches its positions."""

    node: Node


class TabalSearch(Deepening[State]):
    """The tables of Tabal, and the memory of earlier searches."""

    def __init__(self, game: Game, weights: TabalWeights | None = None) -> None:
        super().__init__()
        self.game = game
        self.values = TabalValues(game.board, weights or learned(game.board))
        self.board = TabalBoard(game.board, self.values)
        self.limit = game.endings.quiet_limit or 1 << 30
        self._nodes = self._look_at = 0
        self._tried: set[Move] = set()  # quiet moves with a note of past success
        self.of = {side: SideState() for side in Side}
        for side in Side:
            self.of[side].node = self._node(side)

    @property
    def nodes(self) -> int:
        """The number of nodes in this search."""
        return self._nodes

    def state(self, position: Position) -> State:
        """The position in numbers."""
        dark, light, queens = map(
            self.values.grid.read, (position.dark, position.light, position.crowned)
        )
        return State(dark, light, queens, position.turn, position.quiet)

    def total(self, state: State) -> int:
        """The sum of the position's values."""
        return self.values.sum(state.dark, state.light, state.queens)

    def key(self, state: State) -> int:
        """A hash of the men."""
        return self.total(state) >> LANE

    def begin(self, state: State, recent: Sequence[Stood], limits: Limits) -> list[Root[State]]:
        """Start a search; return its moves."""
        self._nodes = self._look_at = 0
        self._budget = Budget(limits)
        for move in self._tried:
            move.order //= 8
        self._remember([*recent, (state.turn, self.key(state))])
        total, names = self.total(state), self.values.grid.name
        return [
            Root(tuple(names[p] for p in move.path), follow(state, move), total + move.delta)
            for move in self.board.moves(state)
        ]

    def glance(self, position: Position) -> int:
        """The value of an undecided position for the side to move, without trying a move."""
        score = (self.total(self.state(position)) & MASK) - ZERO
        return score if position.turn is Side.LIGHT else -score

    def forget(self) -> None:
        """Clear the memory of earlier searches."""
        for state in self.of.values():
            state.memory.clear()
        for move in self._tried:
            move.order = 0
        self._tried.clear()

    def _remember(self, stood: list[Stood]) -> None:
        """Store the game's positions; positions that stood twice end the game if they recur."""
        for side, state in self.of.items():
            state.begin((key for turn, key in stood if turn is side), 2)

    def score(self, root: Root[State], depth: int, alpha: int, beta: int) -> int:
        """The value of a move at the root."""
        after = root.after
        node, rest = self.of[after.turn].node, (depth - 1, -beta, -alpha, 1, after.quiet)
        return -node(*men(after), after.queens, root.total, *rest)

    def line(self, root: Root[State]) -> tuple[Path, ...]:
        """The expected line, starting with this move."""
        line, state = [root.move], root.after
        while len(line) < _LINE:
            entry = self.of[state.turn].memory.get(self.key(state))
            best = entry[3] if entry else None
            if best is None or best.path not in {move.path for move in self.board.moves(state)}:
                break
            line.append(tuple(self.values.grid.name[p] for p in best.path))
            state = follow(state, best)
        return tuple(line)

    def _look(self) -> None:
        """Enforce the limits of the search and of its memory."""
        self._look_at = self._budget.look(self._nodes)
        for state in self.of.values():
            state.drop_oldest()

    def _node(self, side: Side) -> Node:
        """The function that searches positions with this side to move."""
        own, limit = self.board.of[side], self.limit
        captures, quiet_moves = own.captures, own.quiet_moves
        weights = self.values.weights
        lead, late, tempo = weights.lead, weights.late, weights.tempo
        mine_state, their_state = self.of[side], self.of[side.other]
        memory, seen, last = mine_state.memory, mine_state.seen, mine_state.last
        reduce, by_order, tried = reductions(), attrgetter("order"), self._tried
        sign = 1 if side is Side.LIGHT else -1

        def counted(mine: int, theirs: int, queens: int) -> int:
            """The winner if men were counted now: 1, 0 or -1."""
            my_men, their_men = mine.bit_count(), theirs.bit_count()
            if my_men == their_men:
                my_men, their_men = (mine & queens).bit_count(), (theirs & queens).bit_count()
            return (my_men > their_men) - (my_men < their_men)

        def node(
            mine: int,
            theirs: int,
            queens: int,
            total: int,
            depth: int,
            alpha: int,
            beta: int,
            ply: int,
            quiet: int,
        ) -> int:
            self._nodes += 1
            if self._nodes >= self._look_at:
                self._look()
            if not mine:
                return ply - WIN
            key = total >> LANE
            if quiet:
                if quiet >= limit:
                    return counted(mine, theirs, queens) * (WIN - ply)
                if key in seen:
                    if key in last:
                        return counted(mine, theirs, queens) * (WIN - ply)
                    return counted(mine, theirs, queens) * _REPEATED
            # Earlier results for this position.
            deep, hinted = depth > 0, None
            known = memory.get(key) if deep else None
            if known is not None:
                searched, bound, score, hinted = known
                if searched >= depth and beta - alpha == 1:
                    if score > SURE:
                        score -= ply
                    elif score < -SURE:
                        score += ply
                    if bound == EXACT or (score >= beta if bound == AT_LEAST else score <= alpha):
                        return score
            # Captures are compulsory; without captures, a leaf is worth its men.
            batch = captures(mine, theirs, queens)
            forced = bool(batch)
            if not forced:
                if not deep or ply >= _LONGEST:
                    my_men, their_men = mine.bit_count(), theirs.bit_count()
                    more = (my_men > their_men) - (my_men < their_men)
                    ahead = more * (lead + late * (MEN - my_men - their_men))
                    return sign * ((total & MASK) - ZERO) + tempo + ahead
                # The remembered move is tried before the others are made.
                batch = [hinted] if hinted is not None else quiet_moves(mine, theirs, queens)
                if not batch:
                    return ply - WIN
            staged = not forced and hinted is not None
            if len(batch) > 1:
                batch.sort(key=by_order)
                if hinted is not None:
                    path = hinted.path
                    batch.sort(key=lambda move: move.path != path)
            best, chosen, alpha0 = -WIN, None, alpha
            below = depth if forced and len(batch) == 1 else depth - 1
            reduced = reduce[depth] if deep and depth > _REDUCED_FROM and not forced else None
            their_node = their_state.node
            if deep:
                seen.add(key)
            number = 0
            while True:
                for move in batch:
                    if number and move is hinted:
                        continue
                    number += 1
                    taken = move.taken
                    mine2, theirs2 = mine ^ move.shift, theirs & ~taken
                    queens2, total2 = queens ^ move.queens, total + move.delta
                    quiet2 = 0 if taken else quiet + 1
                    # The first move is searched in full. Others are only tested for being better
                    # (late quiet moves less deep), and searched again in full if so.
                    less, low = 0, -beta
                    if number > 1:
                        low = -alpha - 1
                        if reduced:
                            less = reduced[number]
                    score = -their_node(
                        theirs2, mine2, queens2, total2, below - less, low, -alpha, ply + 1, quiet2
                    )
                    if score > alpha and number > 1 and (less or score < beta):
                        score = -their_node(
                            theirs2, mine2, queens2, total2, below, -beta, -alpha, ply + 1, quiet2
                        )
                    if score > best:
                        best = score
                        if score > alpha:
                            chosen = move
                            alpha = score
                            if score >= beta:
                                # A quiet move with a cutoff is tried early elsewhere.
                                if not forced:
                                    move.order -= depth * depth
                                    tried.add(move)
                                break
                else:
                    if staged:
                        staged = False
                        batch = quiet_moves(mine, theirs, queens)
                        batch.sort(key=by_order)
                        continue
                break
            if deep:
                seen.discard(key)
                stored = best
                if best > SURE:
                    stored += ply
                elif best < -SURE:
                    stored -= ply
                if best <= alpha0:
                    memory[key] = (depth, AT_MOST, stored, hinted)
                else:
                    memory[key] = (depth, AT_LEAST if best >= beta else EXACT, stored, chosen)
            return best

        return node
