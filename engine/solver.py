"""Prove forced wins by trying every move: for puzzles, where a search's score isn't enough.

"Wins in n" means: the side to move wins with at most n moves of its own, whatever the opponent's
replies. Ignores repetitions and limits of quiet plies.

>>> from games.catalogue import game
>>> from games.notation import read_position
>>> solver = solver_of(game("larochelle"))
>>> state = solver.state(read_position(solver.game, "9/9/3t5/9/9/t2K4t/9/3t5/9 l 0"))
>>> solver.wins(state, 1), solver.wins(state, 2), len(solver.winning(state, 2))
(False, True, 9)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from engine import tabal_board
from engine.limits import Stopped
from engine.tabal_search import TabalSearch
from engine.tafl_board import ENDS, WAYS, WAYSET
from engine.tafl_game import State as TaflState
from engine.tafl_game import decided, follow, moves, winner
from engine.tafl_search import TaflSearch
from games.catalogue import TABAL
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.tafl_board import Move as Slide
    from games.core import Game, Move, Position

_REMEMBERED = 200_000  # positions; a million nodes take a minute


class Placed(Protocol):
    """A position of either game in numbers."""

    @property
    def turn(self) -> Side:
        """The side to move."""
        ...


State = TypeVar("State", bound=Placed)


class Exhausted(Exception):
    """A proof needs more positions than allowed."""


class Solver(Generic[State]):
    """Tries every move of one rule set; remembers proofs. Raises Exhausted at its limit."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.left: int | None = None  # positions still allowed; None: no limit
        self.stop: Callable[[], bool] | None = None  # called often; True ends the search
        self._proved: dict[tuple[State, int], bool] = {}

    def state(self, position: Position) -> State:
        """The position in numbers."""
        raise NotImplementedError

    def after(self, state: State) -> Iterator[tuple[Move, State]]:
        """Every legal move, with the position after."""
        raise NotImplementedError

    def winner(self, state: State) -> Side | None:
        """The winner here, if any."""
        raise NotImplementedError

    def wins_now(self, state: State) -> bool:
        """Whether the side to move has a winning move."""
        return any(self.winner(after) is state.turn for _, after in self.after(state))

    def wins(self, state: State, within: int) -> bool:
        """Whether the side to move wins within this many moves of its own."""
        if within < 1:
            return False
        if within == 1:
            return self.wins_now(state)
        key = state, within
        if key not in self._proved:
            if len(self._proved) > _REMEMBERED:
                self._proved.clear()
            self._proved[key] = self.wins_now(state) or any(
                self.lost(after, within - 1) for _, after in self.after(state)
            )
        return self._proved[key]

    def spend(self) -> None:
        """Count a position about to be tried; Exhausted or Stopped if no more are allowed."""
        if self.stop and self.stop():
            raise Stopped
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Exhausted

    def lost(self, state: State, within: int) -> bool:
        """Whether the side that just moved has won, or wins within this many more moves."""
        won = self.winner(state)
        if won is not None:
            return won is not state.turn
        return within > 0 and all(self.wins(after, within) for after in self.answers(state))

    def answers(self, state: State) -> Iterator[State]:
        """The positions after legal moves, perhaps without moves that lose at once."""
        return (after for _, after in self.after(state))

    def beaten(self, state: State, within: int) -> bool:
        """Whether the side to move has won, or wins within this many moves."""
        won = self.winner(state)
        return self.wins(state, within) if won is None else won is state.turn

    def winning(self, state: State, within: int) -> list[Move]:
        """The moves that win within this many moves, including themselves."""
        return [move for move, after in self.after(state) if self.lost(after, within - 1)]

    def distance(self, state: State, most: int) -> int | None:
        """The number of moves the side to move needs to win; None: more than `most`, or no win."""
        return next((within for within in range(1, most + 1) if self.wins(state, within)), None)


class TaflSolver(Solver[TaflState]):
    """A solver for tafl."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._search = TaflSearch(game)
        self.board = self._search.board
        rules = self.board.rules
        other = rules.imprisonment or rules.encirclement or rules.shieldwall
        self._plain_for_dark = not other
        self._plain_for_light = not (other or rules.no_way_out or rules.exit_fort)

    def state(self, position: Position) -> TaflState:
        """The position in numbers, without quiet plies."""
        state = self._search.state(position)
        return TaflState(state.dark, state.light, state.king, state.turn)

    def after(self, state: TaflState) -> Iterator[tuple[Move, TaflState]]:
        """Every legal move, with the position after."""
        for move in moves(self.board, state):
            yield move.path, self._after(state, move)

    def _after(self, state: TaflState, move: Slide) -> TaflState:
        self.spend()
        after = follow(self.board, state, move)
        return TaflState(after.dark, after.light, after.king, after.turn)

    def answers(self, state: TaflState) -> Iterator[TaflState]:
        """Like `Solver.answers`; if the king has a way, only moves that stop or capture him."""
        board, king, dark, light = self.board, state.king, state.dark, state.light
        if state.turn is Side.LIGHT or not self._plain_for_dark or board.special >> king & 1:
            return super().answers(state)
        rank, file = board.king_entries(king, dark, light)
        if not rank[WAYS] + file[WAYS]:
            return super().answers(state)
        targets = (rank[WAYSET] | file[WAYSET] | board.fatal(king, dark, light)) & ~(dark | light)
        return (
            self._after(state, move) for move in board.dark_arrivals(targets, dark, dark | light)
        )

    def winner(self, state: TaflState) -> Side | None:
        """The winner here, if any."""
        return winner(self.board, state)

    def wins_now(self, state: TaflState) -> bool:
        """Whether the side to move has a winning move; most cases need no trial."""
        board, king, dark, light = self.board, state.king, state.dark, state.light
        if decided(board, state):
            return False
        occupied = dark | light
        if state.turn is Side.LIGHT:
            if board.ways(king, dark, light):
                return True
            taking = bool(board.light_captures(dark, light, king))
            if self._plain_for_light and self._at_large(dark, occupied, taking=taking):
                return False
        else:
            fatal = board.fatal(king, dark, light)
            if fatal and board.dark_can_arrive(fatal, dark, dark | light):
                return True
            taking = bool(board.dark_captures(dark, light, king))
            if self._plain_for_dark and (
                self._king_at_large(state)
                or self._at_large(light ^ 1 << king, occupied, taking=taking)
            ):
                return False
        return super().wins_now(state)

    def _at_large(self, men: int, occupied: int, *, taking: bool) -> bool:
        """Whether enough men have two plain free neighbours that one can surely move afterwards.

        An arrival fills one square and captures at most three men.
        """
        rules = self.board.rules
        free = rules.full & ~(occupied | rules.camps | rules.corners | rules.throne)
        w = rules.stride
        once = twice = 0
        for side in (free >> 1, free << 1, free >> w, free << w):
            twice |= once & side
            once |= side
        return (men & twice).bit_count() > (3 if taking else 0)

    def _king_at_large(self, state: TaflState) -> bool:
        """Whether two squares beside the king are open, so that no single arrival closes both."""
        if self.board.soft:
            return False
        rank, file = self.board.king_entries(state.king, state.dark, state.light)
        beside = self.board.rules.beside[state.king]
        return ((rank[ENDS] | file[ENDS]) & beside).bit_count() > 1


class TabalSolver(Solver[tabal_board.State]):
    """A solver for Tabal. Chains with the same outcome are one move."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._search = TabalSearch(game)

    def state(self, position: Position) -> tabal_board.State:
        """The position in numbers, without quiet plies."""
        state = self._search.state(position)
        return tabal_board.State(state.dark, state.light, state.queens, state.turn)

    def after(self, state: tabal_board.State) -> Iterator[tuple[Move, tabal_board.State]]:
        """Every legal move, with the position after."""
        names = self._search.values.grid.name
        for move in self._search.board.moves(state):
            self.spend()
            after = tabal_board.follow(state, move)
            plain = tabal_board.State(after.dark, after.light, after.queens, after.turn)
            yield tuple(names[point] for point in move.path), plain

    def winner(self, state: tabal_board.State) -> Side | None:
        """The winner here, if any."""
        if self._search.board.moves(state):
            return None
        return state.turn.other if tabal_board.men(state)[1] else state.turn


AnySolver = Solver[Any]


def solver_of(game: Game) -> AnySolver:
    """A solver for these rules; raises tafl_rules.Unsupported without a fast board."""
    return TabalSolver(game) if game.name == TABAL else TaflSolver(game)
