"""Search tafl: iterative deepening over the root's moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bits import bits
from engine.deepening import Deepening, Root
from engine.limits import WIN, Budget
from engine.start import start_of
from engine.tafl_board import FREEDOM, WAYS, WAYSET, TaflBoard
from engine.tafl_family import FamilyBoard, needs_family_board
from engine.tafl_game import NO_KING, State, decided, follow, moves, ways
from engine.tafl_nodes import Shared
from engine.tafl_rules import fort_of, read_men, read_rules
from engine.tafl_values import Values, Weights, learned
from games.core import Ruling, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.deepening import Stood
    from engine.limits import Limits
    from engine.tafl_board import Move as Slide
    from games.core import Game, Move, Position


_LINE = 8  # moves of the reported line
_CLEAR, _SCORN = 150, 100  # a clear lead, and how much less a draw is worth for the leader
_DARK_GAINS = 300  # the attackers' gain by a repetition, if enough of them win
# For a side that seldom loses, a draw is worth this much less than the start, so that it plays on.
# Measured in matches.
_UNWANTED = {("fetlar", Side.LIGHT): 700, ("ashton", Side.DARK): 300}


class TaflSearch(Deepening[State]):
    """One rule set, with its tables and the memory of earlier searches."""

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        super().__init__()
        rules = read_rules(game)
        self.game = game
        self.values = Values(rules, weights or learned(rules))
        if needs_family_board(rules):
            self.board = FamilyBoard(rules, self.values, fort_of(game))
        else:
            self.board = TaflBoard(rules, self.values)
        self.shared = Shared(self.board, game.endings.quiet_limit)
        self._even = self.static(self.state(start_of(game)))  # the start's value for dark

    def state(self, position: Position) -> State:
        """The position in numbers."""
        dark, light, king = read_men(self.board.rules, position)
        square = king.bit_length() - 1 if king else NO_KING
        return State(dark, light, square, position.turn, position.quiet)

    def key(self, state: State) -> int:
        """A hash of the men."""
        return self.values.sum(state.dark, state.light, state.king) >> self.values.hash

    def static(self, state: State) -> int:
        """The position's value for dark without looking ahead."""
        dark, light, king = state.dark, state.light, state.king
        rank, file = self.board.king_entries(king, dark, light)
        score = self.values.score(self.values.sum(dark, light, king), king)
        score += rank[FREEDOM] + file[FREEDOM] + self.values.ring[self.board.ring(king, dark)]
        return score + self.values.twice[self.board.twice(king, dark, light)]

    def glance(self, position: Position) -> int:
        """The value of an undecided position for the side to move, without trying a move."""
        score = self.static(self.state(position))
        return score if position.turn is Side.DARK else -score

    def forget(self) -> None:
        """Clear the memory of earlier searches."""
        self.shared.forget()
        for move in self.board.known_moves():
            move.order = 0

    @property
    def nodes(self) -> int:
        """The number of nodes in this search."""
        return self.shared.nodes

    def begin(self, state: State, recent: Sequence[Stood], limits: Limits) -> list[Root[State]]:
        """Start a search; return its moves."""
        self.shared.begin(Budget(limits))
        for move in self.board.known_moves():
            move.order //= 8
        self._remember(state, recent)
        total = self.values.sum(state.dark, state.light, state.king)
        return [self._root_of(state, total, move) for move in moves(self.board, state)]

    def _root_of(self, state: State, total: int, move: Slide) -> Root[State]:
        after = follow(self.board, state, move)
        winner = decided(self.board, after)
        score = None
        if winner is not None:
            score = WIN - 1 if winner is state.turn else 1 - WIN
        elif after.turn is Side.LIGHT and ways(self.board, after):
            score = 2 - WIN
        total += move.delta
        total -= sum(self.values.attacker[s] for s in bits(state.dark & ~after.dark & ~move.shift))
        total -= sum(
            self.values.defender[s] for s in bits(state.light & ~after.light & ~move.shift)
        )
        if score is None and after.quiet:
            score = self._repeated(after.turn, total >> self.values.hash)
        return Root(move.path, after, total, score)

    def _repeated(self, turn: Side, key: int) -> int | None:
        """The value of a root move that repeats a position; None for other moves."""
        state, dark = self.shared.of_side(turn), turn is Side.LIGHT  # the side to move at the root
        if key in state.last:
            return WIN - 1 if dark else 1 - WIN
        if key in state.seen:
            level = self.shared.level
            return (level if dark else -level) - self.shared.contempt
        return None

    def _remember(self, state: State, recent: Sequence[Stood]) -> None:
        shared = self.shared
        endings = self.game.endings
        dark_wins = endings.repetition is Ruling.DARK_WINS
        # If enough repetitions win for the attackers, each brings that closer.
        shared.level = self.static(state) + _DARK_GAINS if dark_wins else self._draw(state)
        stood = [*recent, (state.turn, self.key(state))]
        for side in Side:
            keys = (key for turn, key in stood if turn is side)
            shared.of_side(side).begin(keys, endings.times - 1 if dark_wins else None)

    def _draw(self, state: State) -> int:
        """The value of a repetition for dark: the start's value, less for a clear leader.

        The position's own value doesn't count: a lead would then be worth its own repetition.
        """
        preset, *_ = self.game.name.split("+")
        unwanted = _UNWANTED.get((preset, state.turn), 0)
        even = self._even + (-unwanted if state.turn is Side.DARK else unwanted)
        ahead = self.static(state) - even
        if abs(ahead) < _CLEAR:
            return even
        return even + (-_SCORN if ahead > 0 else _SCORN)

    def score(self, root: Root[State], depth: int, alpha: int, beta: int) -> int:
        """The value of a move for the side to move at the root."""
        self.shared.horizon = 2 * depth + 8
        after = root.after
        dark, light, king = after.dark, after.light, after.king
        total = root.total
        rank, file = self.board.king_entries(king, dark, light)
        freedom, ways, wayset = rank[FREEDOM] + file[FREEDOM], 0, 0
        if after.turn is Side.DARK:
            ways, wayset = rank[WAYS] + file[WAYS], rank[WAYSET] | file[WAYSET]
        rest = depth - 1, -beta, -alpha, 1, after.quiet, True
        node = self.shared.of_side(after.turn).node
        return -node(dark, light, king, total, freedom, ways, wayset, *rest)

    def line(self, root: Root[State]) -> tuple[Move, ...]:
        """The expected line, starting with this move."""
        shared, state = self.shared, root.after
        line = [root.move]
        while len(line) < _LINE:
            memory = shared.of_side(state.turn).memory
            entry = memory.get(self.key(state)) if state.king != NO_KING else None
            best = entry[3] if entry else None
            if best is None or best not in moves(self.board, state):
                break
            line.append(best.path)
            state = follow(self.board, state, best)
        return tuple(line)
