"""Searches Tabal: alpha-beta in which compulsory captures are followed to their end.

Who has more men when the quiet plies run out or a position comes back wins, so a repetition is
worth a lead here, not a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING

from engine.deepening import Deepening, Root, reductions
from engine.limits import AT_LEAST, AT_MOST, EXACT, SURE, WIN, Budget, Limits
from engine.tabal_board import State, TabalBoard, follow, men
from engine.tabal_values import LANE, MASK, ZERO, TabalValues, learned
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.deepening import Stood
    from engine.tabal_board import Move
    from engine.tabal_values import TabalWeights
    from games.core import Game, Position
    from games.core import Move as Path

_ENTRIES = 300_000
_REPEATED = 3000  # what a repetition is worth to who has more men
_LONGEST = 100  # plies
_LINE = 8  # moves of the line that is shown

Node = Callable[[Side, int, int, int, int, int, int, int, int, int], int]
Entry = tuple[int, int, int, int]  # depth, EXACT, AT_LEAST or AT_MOST, score, the best move's men


class TabalSearch(Deepening[State]):
    """The tables of Tabal, and what it remembers of earlier searches."""

    def __init__(self, game: Game, weights: TabalWeights | None = None) -> None:
        super().__init__()
        self.game = game
        self.values = TabalValues(game.board, weights or learned(game.board))
        self.board = TabalBoard(game.board, self.values)
        self.limit = game.endings.quiet_limit or 1 << 30
        self._nodes = self._look_at = 0
        self.memory: dict[Side, dict[int, Entry]] = {side: {} for side in Side}
        self.seen: dict[Side, set[int]] = {side: set() for side in Side}
        self.lost: dict[Side, set[int]] = {side: set() for side in Side}
        self.node = self._make()

    @property
    def nodes(self) -> int:
        """How many this search has seen."""
        return self._nodes

    def state(self, position: Position) -> State:
        """The position in numbers."""
        dark, light, queens = map(
            self.values.grid.read, (position.dark, position.light, position.crowned)
        )
        return State(dark, light, queens, position.turn, position.quiet)

    def total(self, state: State) -> int:
        """The sum of the values."""
        return self.values.sum(state.dark, state.light, state.queens)

    def key(self, state: State) -> int:
        """The same for the same men."""
        return self.total(state) >> LANE

    def begin(self, state: State, recent: Sequence[Stood], limits: Limits) -> list[Root[State]]:
        """A new search: its moves."""
        self._nodes = self._look_at = 0
        self._budget = Budget(limits)
        self.order.clear()
        self._remember([*recent, (state.turn, self.key(state))])
        total, names = self.total(state), self.values.grid.name
        return [
            Root(tuple(names[p] for p in move.path), follow(state, move), total + move.delta)
            for move in self.board.moves(state)
        ]

    def glance(self, position: Position) -> int:
        """What a position that is not decided is worth to the side to move, no move tried."""
        score = (self.total(self.state(position)) & MASK) - ZERO
        return score if position.turn is Side.LIGHT else -score

    def forget(self) -> None:
        """Nothing of earlier searches stays."""
        for memory in self.memory.values():
            memory.clear()

    def _remember(self, stood: list[Stood]) -> None:
        """The positions of the game; those that stood twice end it when they come again."""
        for side in Side:
            times = Counter(key for turn, key in stood if turn is side)
            self.seen[side] = set(times)
            self.lost[side] = {key for key, count in times.items() if count > 1}

    def score(self, root: Root[State], depth: int, alpha: int, beta: int) -> int:
        """What a move of the root is worth."""
        after = root.after
        mine, theirs = men(after)
        total = root.total
        return -self.node(
            after.turn, mine, theirs, after.queens, total, depth - 1, -beta, -alpha, 1, after.quiet
        )

    def line(self, root: Root[State]) -> tuple[Path, ...]:
        """How the search thinks that the game goes on, this move first."""
        line, state = [root.move], root.after
        while len(line) < _LINE:
            entry = self.memory[state.turn].get(self.key(state))
            moves = self.board.moves(state) if entry else ()
            best = next((m for m in moves if entry and m.shift | m.taken == entry[3]), None)
            if best is None:
                break
            line.append(tuple(self.values.grid.name[p] for p in best.path))
            state = follow(state, best)
        return tuple(line)

    def _look(self) -> None:
        """Keep the limits: of the search, and of its memory."""
        self._look_at = self._budget.look(self._nodes)
        for memory in self.memory.values():
            if len(memory) > _ENTRIES // 2:
                for key in list(islice(memory, _ENTRIES // 4)):  # the oldest
                    del memory[key]

    def _make(self) -> Node:
        board, values = self.board, self.values
        captures, quiet_moves = board.captures, board.quiet_moves
        memories, limit = self.memory, self.limit
        lead, tempo = values.weights.lead, values.weights.tempo
        reduce = reductions()
        by_order = attrgetter("order")
        light = Side.LIGHT
        others = {side: side.other for side in Side}
        self.order: dict[Move, int] = {}
        order = self.order

        def counted(mine: int, theirs: int, queens: int) -> int:
            """Who would win if the men were counted now: 1, 0 or -1."""
            my_men, their_men = mine.bit_count(), theirs.bit_count()
            if my_men == their_men:
                my_men, their_men = (mine & queens).bit_count(), (theirs & queens).bit_count()
            return (my_men > their_men) - (my_men < their_men)

        def node(
            side: Side,
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
            deep = depth > 0
            if quiet:
                if quiet >= limit:
                    return counted(mine, theirs, queens) * (WIN - ply)
                if key in self.seen[side]:
                    if key in self.lost[side]:
                        return counted(mine, theirs, queens) * (WIN - ply)
                    return counted(mine, theirs, queens) * _REPEATED
            hinted = 0
            memory = memories[side]
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
            moves = captures(side, mine, theirs, queens)
            forced = bool(moves)
            if not forced:
                if not deep or ply >= _LONGEST:
                    static = (total & MASK) - ZERO
                    my_men, their_men = mine.bit_count(), theirs.bit_count()
                    if side is not light:
                        static = -static
                    return static + tempo + lead * ((my_men > their_men) - (my_men < their_men))
                moves = quiet_moves(side, mine, theirs, queens)
                if not moves:
                    return ply - WIN
                if len(moves) > 1:
                    for move in moves:
                        move.order = order.get(move, 0) if move.shift != hinted else -1 << 40
                    moves.sort(key=by_order)
            elif len(moves) > 1:
                for move in moves:
                    taken = move.taken
                    move.order = -taken.bit_count() - 2 * (taken & queens).bit_count()
                    if move.shift | taken == hinted:
                        move.order = -99
                moves.sort(key=by_order)
            other = others[side]
            best, chosen, alpha0 = -WIN, 0, alpha
            below = depth if len(moves) == 1 else depth - 1
            if deep:
                self.seen[side].add(key)
            for number, move in enumerate(moves):
                mine2, theirs2 = mine ^ move.shift, theirs & ~move.taken
                queens2, total2 = queens ^ move.queens, total + move.delta
                quiet2 = 0 if move.taken else quiet + 1
                if not number:
                    score = -node(
                        other,
                        theirs2,
                        mine2,
                        queens2,
                        total2,
                        below,
                        -beta,
                        -alpha,
                        ply + 1,
                        quiet2,
                    )
                else:
                    less = 0 if forced or depth < 3 else reduce[depth][number + 1]
                    score = -node(
                        other,
                        theirs2,
                        mine2,
                        queens2,
                        total2,
                        below - less,
                        -alpha - 1,
                        -alpha,
                        ply + 1,
                        quiet2,
                    )
                    if score > alpha and (less or score < beta):
                        score = -node(
                            other,
                            theirs2,
                            mine2,
                            queens2,
                            total2,
                            below,
                            -beta,
                            -alpha,
                            ply + 1,
                            quiet2,
                        )
                if score > best:
                    best = score
                    if score > alpha:
                        chosen = move.shift | move.taken
                        alpha = score
                        if score >= beta:
                            if not forced:
                                order[move] = order.get(move, 0) - depth * depth
                            break
            if deep:
                self.seen[side].discard(key)
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
