"""The rules: every perft figure to its end, and the speed of both games' moves beside python-chess.

Each side plays its own game from its own positions, and counts the last ply's moves without making
them. The two take turns, since a machine's speed drifts; the medians are what is compared.
"""

from __future__ import annotations

import random
import time
from statistics import median
from typing import TYPE_CHECKING

import chess

from games.catalogue import game
from games.core import Side
from games.perft import perft
from games.tablut.presets import PRESETS
from tests.games.figures import FIGURES, Figures

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core import Game, Position

Row = tuple[str, str, str, str]

ROUNDS = 9
LEAVES_TARGET, LISTS_TARGET = 5, 3
FIRST = {Side.DARK: "dark", Side.LIGHT: "light"}


def run() -> list[Row]:
    """What was measured, ours, the peer's, and how the two compare."""
    return [*map(_figure, FIGURES), _leaves(), *map(_lists, PRESETS)]


def _figure(figures: Figures) -> Row:
    played, depth = game(figures.name), len(figures.counts)
    began = time.perf_counter()
    counted = perft(played, played.start(figures.first), depth)
    took = time.perf_counter() - began
    known = figures.counts[-1]
    return (
        f"{figures.name}, {FIRST[figures.first]} first: perft {depth}",
        f"{counted} in {took:.2f} s",
        f"{known} in the rules",
        "equal" if counted == known else "WRONG",
    )


def _leaves() -> Row:
    played = game("larochelle")
    start, board = played.start(Side.DARK), chess.Board()
    ours, theirs = _by_turns(lambda: perft(played, start, 3), lambda: _chess_perft(board, 3))
    return _compared(
        "larochelle: leaves of perft 3 a second", 353200 / ours, 8902 / theirs, LEAVES_TARGET
    )


def _chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _chess_perft(board, depth - 1)
        board.pop()
    return leaves


def _lists(preset: str) -> Row:
    played, positions = game(preset), _middle_games(game(preset), random.Random(preset))
    boards = _chess_middle_games(random.Random("chess"))

    def ours() -> int:
        return sum(len(played.moves(position)) for position in positions)

    def theirs() -> int:
        return sum(len(list(board.legal_moves)) for board in boards)

    one, other = _by_turns(ours, theirs)
    what = f"{preset}: lists of legal moves a second, in middle games"
    return _compared(what, len(positions) / one, len(boards) / other, LISTS_TARGET)


def _middle_games(played: Game, chance: random.Random) -> list[Position]:
    """Positions after 20 to 40 moves at random, in games that are not over."""
    found: list[Position] = []
    while len(found) < 100:
        position = played.start(Side.DARK)
        for _ in range(chance.randint(20, 40)):
            if moves := played.moves(position):
                position = played.play(position, chance.choice(moves)).after
        if played.moves(position):
            found.append(position)
    return found


def _chess_middle_games(chance: random.Random) -> list[chess.Board]:
    """The same of chess."""
    found: list[chess.Board] = []
    while len(found) < 100:
        board = chess.Board()
        for _ in range(chance.randint(20, 40)):
            if moves := list(board.legal_moves):
                board.push(chance.choice(moves))
        if any(board.legal_moves):
            found.append(board)
    return found


def _by_turns(ours: Callable[[], int], theirs: Callable[[], int]) -> tuple[float, float]:
    """The median seconds of both, who run in turns; a first round warms both up."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS + 1):
        for seconds, work in zip(took, (ours, theirs), strict=True):
            began = time.perf_counter()
            work()
            seconds.append(time.perf_counter() - began)
    return median(took[0][1:]), median(took[1][1:])


def _compared(what: str, ours: float, theirs: float, target: int) -> Row:
    ratio = ours / theirs
    reached = "" if ratio >= target else ", MISSED"
    return (
        what,
        f"{ours:,.0f}",
        f"python-chess {theirs:,.0f}",
        f"{ratio:.1f}x (target {target}x{reached})",
    )
