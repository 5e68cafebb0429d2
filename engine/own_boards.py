"""Follow a game on the search's own board, for the line protocol.

So comparing the protocol with the rules checks the board that plays. Rule sets without a fast board
are followed by the games themselves, as in their search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine import tabal_board, tafl_game
from engine.bits import bits
from engine.tabal_search import TabalSearch
from engine.tafl_search import TaflSearch
from games.core import Position, Reason
from games.endings import ruled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.search import Search
    from games.core import Board, Game, Move, Side, Verdict


class Disagreement(ValueError):
    """The rules allow a move that the search's own board doesn't know."""

    def __init__(self, move: Move) -> None:
        super().__init__(f"the engine's own board has no move {''.join(move)} here")


class OwnBoard(Protocol):
    """Positions of games, with moves and verdicts by a search's own board."""

    def moves(self, position: Position) -> Sequence[Move]:
        """Every legal move; none if the position is decided."""
        ...

    def after(self, position: Position, move: Move) -> Position:
        """The position after one of these moves."""
        ...

    def winner(self, position: Position) -> Side | None:
        """The winner by position, or because the side to move has no move."""
        ...


def own_board(game: Game, search: Search) -> OwnBoard:
    """The board used by this search."""
    if isinstance(search, TaflSearch):
        return _TaflBoard(search)
    if isinstance(search, TabalSearch):
        return _TabalBoard(search)
    return _Games(game)


def ended(game: Game, board: OwnBoard, positions: Sequence[Position]) -> tuple[bool, Side | None]:
    """Whether the last of these positions ends the game, and the winner."""
    position, endings = positions[-1], game.endings
    winner = board.winner(position)
    if winner is not None:
        return True, winner
    placement = position.placement
    verdict: Verdict | None = None
    if sum(earlier.placement == placement for earlier in positions) >= endings.times:
        verdict = ruled(endings.repetition, position, Reason.REPETITION)
    elif endings.quiet_limit is not None and position.quiet >= endings.quiet_limit:
        verdict = ruled(endings.quiet, position, Reason.QUIET)
    return verdict is not None, verdict.winner if verdict else None


class _Games:
    """An OwnBoard of the games themselves."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def moves(self, position: Position) -> Sequence[Move]:
        return self._game.moves(position)

    def after(self, position: Position, move: Move) -> Position:
        return self._game.play(position, move).after

    def winner(self, position: Position) -> Side | None:
        verdict = self._game.verdict(position)
        return verdict.winner if verdict else None


class _TaflBoard:
    """An OwnBoard of engine.tafl_game, on the search's tables."""

    def __init__(self, search: TaflSearch) -> None:
        self._search, self._board = search, search.board
        self._place_of = _places(search.game.board, self._board.rules.number)

    def moves(self, position: Position) -> Sequence[Move]:
        slides = tafl_game.moves(self._board, self._search.state(position))
        return [slide.path for slide in slides]

    def after(self, position: Position, move: Move) -> Position:
        state = self._search.state(position)
        for slide in tafl_game.moves(self._board, state):
            if slide.path == move:
                return self._position(position.board, tafl_game.follow(self._board, state, slide))
        raise Disagreement(move)

    def winner(self, position: Position) -> Side | None:
        return tafl_game.winner(self._board, self._search.state(position))

    def _position(self, board: Board, state: tafl_game.State) -> Position:
        king = () if state.king == tafl_game.NO_KING else (state.king,)
        dark, light, crowned = (
            sum(1 << self._place_of[number] for number in men)
            for men in (bits(state.dark), bits(state.light), king)
        )
        return Position(board, dark, light, crowned, state.turn, state.quiet)


class _TabalBoard:
    """An OwnBoard of engine.tabal_board, with every path of a chain as a move."""

    def __init__(self, search: TabalSearch) -> None:
        self._search, self._board = search, search.board
        self._place_of = _places(search.game.board, self._board.grid.number)

    def moves(self, position: Position) -> Sequence[Move]:
        return [self._named(path) for path in self._paths(self._search.state(position))]

    def after(self, position: Position, move: Move) -> Position:
        state, board = self._search.state(position), self._board
        path = tuple(board.grid.number[point] for point in move)
        if path not in self._paths(state):
            raise Disagreement(move)
        after = tabal_board.follow(state, board.move_along(state, path))
        dark, light, crowned = (
            sum(1 << self._place_of[number] for number in bits(men))
            for men in (after.dark, after.light, after.queens)
        )
        return Position(position.board, dark, light, crowned, after.turn, after.quiet)

    def winner(self, position: Position) -> Side | None:
        state = self._search.state(position)
        mine, _ = tabal_board.men(state)
        if not mine:
            return state.turn.other
        if position.men(position.turn.other) and not self._board.moves(state):
            return state.turn.other
        return None if position.men(position.turn.other) else state.turn

    def _paths(self, state: tabal_board.State) -> list[tuple[int, ...]]:
        merged = self._board.moves(state)
        if not merged or not merged[0].taken:
            return [move.path for move in merged]
        mine, theirs = tabal_board.men(state)
        return [
            path
            for point in bits(mine)
            for path in self._board.paths(point, mine, theirs, state.queens)
        ]

    def _named(self, path: Iterable[int]) -> Move:
        return tuple(self._board.grid.name[number] for number in path)


def _places(board: Board, number_of: Mapping[str, int]) -> Mapping[int, int]:
    """The board's own number for each of the search's numbers."""
    return {number: board.index[point] for point, number in number_of.items()}
