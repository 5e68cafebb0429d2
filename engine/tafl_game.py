"""The rules of tafl on the fast board: legal moves, positions after them, winners.

Identical to games, as a test checks in thousands of games; the search uses the same board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.tafl_board import MOVES
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tafl_board import Move, TaflBoard

NO_KING = -1


@dataclass(frozen=True, slots=True)
class State:
    """A position in numbers."""

    dark: int
    light: int  # including the king
    king: int  # his square, or NO_KING
    turn: Side
    quiet: int = 0


def follow(board: TaflBoard, state: State, move: Move) -> State:
    """The position after a possible move."""
    if state.turn is Side.DARK:
        return _follow_dark(board, state, move)
    return _follow_light(board, state, move)


def _follow_dark(board: TaflBoard, state: State, move: Move) -> State:
    dark, light, king = state.dark, state.light, state.king
    king_bit = 1 << king
    taken = board.taken_by_dark(move.bit, dark, light, king)
    if move.bit & board.fatal(king, dark, light):
        taken |= king_bit
        king = NO_KING
    quiet = 0 if taken else state.quiet + 1
    return State(dark ^ move.shift, light & ~taken, king, Side.LIGHT, quiet)


def _follow_light(board: TaflBoard, state: State, move: Move) -> State:
    dark, light, king = state.dark, state.light, state.king
    walks = move.origin == 1 << king
    taken = 0
    if board.armed or not walks:
        taken = board.taken_by_light(move.bit, dark, light, king)
    quiet = 0 if taken else state.quiet + 1
    after = move.to if walks else king
    return State(dark & ~taken, light ^ move.shift, after, Side.DARK, quiet)


def moves(board: TaflBoard, state: State) -> Sequence[Move]:
    """Every legal move; none if the position is decided."""
    if decided(board, state):
        return ()
    dark, light, king = state.dark, state.light, state.king
    if state.turn is Side.DARK:
        slides = board.dark_moves(dark, light)
        if board.rules.no_way_out:
            slides = [move for move in slides if _stops(board, follow(board, state, move))]
        return slides
    rank, file = board.king_entries(king, dark, light)
    return [*board.soldier_moves(dark, light, king), *rank[MOVES], *file[MOVES]]


def _stops(board: TaflBoard, after: State) -> bool:
    """Whether attackers can leave this position under a no-way-out rule."""
    return bool(decided(board, after)) or not ways(board, after)


def ways(board: TaflBoard, state: State) -> int:
    """The number of directions in which the king would win if it were his turn."""
    return board.ways(state.king, state.dark, state.light)


def decided(board: TaflBoard, state: State) -> Side | None:
    """The winner by the men's places, if any."""
    if state.king == NO_KING:
        return Side.DARK
    if board.rules.goals >> state.king & 1:
        return Side.LIGHT
    men = state.king, state.dark, state.light
    if state.turn is Side.LIGHT:
        return Side.DARK if board.shut_in(*men) else None
    return Side.LIGHT if board.in_fort(*men) else None


def winner(board: TaflBoard, state: State) -> Side | None:
    """The winner, also if the side to move has no move."""
    return decided(board, state) or (None if moves(board, state) else state.turn.other)
