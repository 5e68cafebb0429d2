"""The rules: every perft figure to its end, and the speed of both games' moves beside python-chess.

Each side plays its own game from its own positions, and counts the last ply's moves without making
them. The two take turns, since a machine's speed drifts; the median of the rounds is what counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING, Any

from games.catalogue import game
from games.core import Side
from games.perft import perft
from games.tafl.presets import PRESETS
from tests.bench.peers import peer
from tests.bench.verdicts import kept
from tests.games.figures import FIGURES, Figures

if TYPE_CHECKING:
    from games.core import Game, Position

Row = tuple[str, str, str, str]
Work = Callable[[], int]
Board = Any  # a chess.Board

ROUNDS = 9
REPEATS = 10  # of a hundred lists in one round, which are done too soon to be measured
LEAVES = {"larochelle": (353200, 5), "copenhagen": (806344, 6), "brandubh": (39512, 6)}
LISTS_TARGET = 3
LISTS_TARGETS = {"brandubh": 5, "copenhagen": 2.5, "fetlar": 2, "tawlbwrdd": 2}
FIRST = {Side.DARK: "dark", Side.LIGHT: "light"}


def run() -> list[Row]:
    """Return the measurements: ours, the peer's, and how the two compare."""
    return [*map(_figure, FIGURES), *map(_leaves, LEAVES), *map(_lists, PRESETS)]


def _figure(figures: Figures) -> Row:
    played, depth = game(figures.name), len(figures.counts)
    began = time.perf_counter()
    counted = perft(played, played.start(figures.first), depth)
    took = time.perf_counter() - began
    known = figures.counts[-1]
    return (
        f"perft {depth}, {FIRST[figures.first]} first: {_short(figures.name)}",
        f"{counted} in {took:.2f} s",
        f"the rules: {known}",
        "equal" if counted == known else "WRONG",
    )


def _short(name: str) -> str:
    preset, *options = name.split("+")
    return "+".join(options) or preset


def _leaves(name: str) -> Row:
    played, (leaves, target) = game(name), LEAVES[name]
    start, board = played.start(Side.DARK), peer("chess").Board()
    rounds = _by_turns(lambda: perft(played, start, 3), lambda: _chess_perft(board, 3))
    return _compared(f"{name}: leaves of perft 3 a second", rounds, leaves, 8902, target)


def _chess_perft(board: Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _chess_perft(board, depth - 1)
        board.pop()
    return leaves


def _lists(preset: str) -> Row:
    played = game(preset)
    positions = _middle_games(played, random.Random(preset))
    boards = _chess_middle_games(random.Random("chess"))

    def ours() -> int:
        return sum(len(played.moves(position)) for _ in range(REPEATS) for position in positions)

    def theirs() -> int:
        return sum(len(list(board.legal_moves)) for _ in range(REPEATS) for board in boards)

    return _compared(
        f"{preset}: lists of legal moves a second",
        _by_turns(ours, theirs),
        REPEATS * len(positions),
        REPEATS * len(boards),
        LISTS_TARGETS.get(preset, LISTS_TARGET),
    )


def _middle_games(played: Game, chance: random.Random) -> list[Position]:
    """Positions after 20 to 40 moves at random, in games that are not over."""
    positions: list[Position] = []
    while len(positions) < 100:
        position = played.start(None if played.data.get("first") else Side.DARK)
        for _ in range(chance.randint(20, 40)):
            if moves := played.moves(position):
                position = played.play(position, chance.choice(moves)).after
        if played.moves(position):
            positions.append(position)
    return positions


def _chess_middle_games(chance: random.Random) -> list[Board]:
    """The same of chess."""
    chess = peer("chess")
    positions: list[Board] = []
    while len(positions) < 100:
        board = chess.Board()
        for _ in range(chance.randint(20, 40)):
            if moves := list(board.legal_moves):
                board.push(chance.choice(moves))
        if any(board.legal_moves):
            positions.append(board)
    return positions


def _by_turns(ours: Work, theirs: Work) -> list[tuple[float, float]]:
    """The seconds that each took, round by round; one round before that warms both up."""
    _ = _seconds(ours), _seconds(theirs)
    return [(_seconds(ours), _seconds(theirs)) for _ in range(ROUNDS)]


def _seconds(work: Work) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _compared(
    what: str, rounds: list[tuple[float, float]], ours: int, theirs: int, target: float
) -> Row:
    """So many things done by each in a round, as things a second; the ratio is that of a round."""
    rates = [(ours / konakis, theirs / other) for konakis, other in rounds]
    ratio = median(konakis / other for konakis, other in rates)
    konakis, other = (median(side) for side in zip(*rates, strict=True))
    return (
        what,
        f"{konakis:,.0f}",
        f"chess {other:,.0f}",
        f"{ratio:.1f}x {kept(f'target {target}x', holds=ratio >= target)}",
    )
