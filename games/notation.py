"""Write moves and positions as lines of text, and read such lines. Names no rule sets.

Reading accepts any case, spaces, and the dashes that phones insert; it never guesses. Other texts
are Unreadable. Legality is up to the game.

>>> from games.catalogue import game
>>> bga = game("bga")
>>> start = read_position(bga, "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d 0")
>>> start == bga.start()
True
>>> move_at(bga, start, " E2 F2 ")
('e2', 'f2')
>>> write_position(bga, bga.play(start, ("e2", "f2")).after)
'3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/5t3/3ttt3 l 1'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from games.core import FREE, Position, Side, coordinates, point_at
from games.errors import Fault, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.core import Board, Game, Move, Point, Step

_LONGEST = 200  # characters; the longest Tabal chain has 50, the longest position 140
_POINT = "[a-z][1-9][0-9]?"  # a file's letter and all digits after it
_PATH = re.compile(rf"{_POINT}(?:-?{_POINT})+")
_SLIDE = re.compile(rf"({_POINT}-?{_POINT})((?:x{_POINT})+)")
_JUMPS = re.compile(rf"{_POINT}(?:x{_POINT})+")
JOINER = "\u2060"  # a word joiner, without width: prevents a line break
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212\u2192\u00d7:", "-------xx", JOINER)
_NO_RUN = re.compile(r"[0-9]{3}|(?<![0-9])0|\.")  # too long, empty, or not a proper number
_QUIET = re.compile(r"0|[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class Written:
    """A written move: its path, and the captures it claims."""

    path: Move
    captured: tuple[Point, ...] = ()  # named after the path: e4-e7xd7
    jumps: bool = False  # written with x throughout: every leg captures a man


def read_written(text: str) -> Written:
    """The move with its claimed captures; Unreadable if the text isn't a move.

    >>> read_written("e4-e7xd7xe8")
    Written(path=('e4', 'e7'), captured=('d7', 'e8'), jumps=False)
    >>> read_written("f10f8").path
    ('f10', 'f8')
    """
    plain = "".join(text[:_LONGEST].split()).lower().translate(_DASHES)
    if len(text) <= _LONGEST:
        if _PATH.fullmatch(plain):
            return Written(_points(plain))
        if _JUMPS.fullmatch(plain):
            return Written(_points(plain), jumps=True)
        if slide := _SLIDE.fullmatch(plain):
            return Written(_points(slide[1]), _points(slide[2]))
    raise Unreadable(Fault.MOVE, text)


def _points(text: str) -> tuple[Point, ...]:
    return tuple(re.findall(_POINT, text))


def read_move(text: str) -> Move:
    """The path of a written move; `move_at` checks the claimed captures."""
    return read_written(text).path


def is_move(text: str) -> bool:
    """Whether the text reads as a move in any game."""
    try:
        return bool(read_written(text))
    except Unreadable:
        return False


def move_at(game: Game, position: Position, text: str) -> Move:
    """The legal move that the text means in this position.

    Raises Unreadable, or Illegal: also if the text claims a capture that doesn't happen, or stops
    before the end of a chain. Captures needn't be written.
    """
    return step_at(game, position, text)[0]


def matching_paths(game: Game, position: Position, typed: str, path: Move = ()) -> Iterator[Move]:
    """Paths of legal moves that match `typed`, which is points without signs between them.

    A path can be unfinished, or a whole move if `typed` includes the captures.

    >>> from games.catalogue import game
    >>> bga = game("bga")
    >>> list(matching_paths(bga, bga.start(), "e2f"))
    [('e2', 'f2')]
    """
    text = "".join(path)
    if len(text) >= max(len(typed), 1):
        yield path
        return
    further = [point for point in game.choices(position, path) if _alike(text + point, typed)]
    for point in further:
        yield from matching_paths(game, position, typed, (*path, point))
    if path and not further and game.legal(position, path):
        yield path


def _alike(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def step_at(game: Game, position: Position, text: str) -> tuple[Move, Step]:
    """Like `move_at`, with the outcome of the move."""
    written = read_written(text)
    step = game.play(position, written.path)
    missing = [point for point in written.captured if point not in step.captured]
    if written.jumps and not _jumped(written.path, step.captured):
        missing = [*written.path[1:]]
    if missing:
        raise game.why_not_taken(position, written.path, missing)
    return written.path, step


def write_move(move: Move, captured: Sequence[Point] = ()) -> str:
    """Write a move: e4-e7xd7xe8, a3xc3xe1, or e4-e7 without captures."""
    if captured and _jumped(move, captured):
        return "x".join(move)
    return "".join(["-".join(move), *("x" + point for point in captured)])


def _jumped(move: Move, captured: Sequence[Point]) -> bool:
    """Whether each leg passes over a captured man, as in draughts; never in tafl."""
    return all(
        any(point in captured for point in _between(start, end)) for start, end in pairwise(move)
    )


def _between(start: Point, end: Point) -> Iterator[Point]:
    """The points between two points of one line."""
    (file, rank), (last_file, last_rank) = coordinates(start), coordinates(end)
    x, y = last_file - file, last_rank - rank
    far = max(abs(x), abs(y))
    for k in range(1, far):
        yield point_at(file + x * k // far, rank + y * k // far)


def write_position(game: Game, position: Position) -> str:
    """Write a position in one line: ranks from the top, side to move, plies since a capture."""
    ranks = "/".join(_write_rank(position, rank) for rank in game.board.ranks)
    return f"{ranks} {position.turn} {position.quiet}"


def _write_rank(position: Position, rank: Sequence[Point]) -> str:
    letters = "".join(position[point] for point in rank)
    return re.sub(r"\.+", lambda run: str(len(run[0])), letters)


def read_position(game: Game, text: str) -> Position:
    """Read a position's line; Unreadable if malformed or impossible in this game."""
    parts = text[:_LONGEST].split()
    if len(parts) not in (2, 3) or len(text) > _LONGEST:
        raise Unreadable(Fault.POSITION, text)
    ranks, turn, quiet = (*parts, "0")[:3]  # the plies since a capture are optional
    if turn not in list(Side):
        raise Unreadable(Fault.TURN, turn)
    if not _QUIET.fullmatch(quiet):
        raise Unreadable(Fault.QUIET, quiet)
    position = place_men(game.board, read_ranks(game.board, ranks), Side(turn), int(quiet))
    game.check(position)
    return position


def read_ranks(board: Board, text: str) -> Iterator[tuple[Point, str]]:
    """The letter on each point, from a position's ranks; Unreadable if they don't fit the board."""
    ranks = text.split("/")
    if len(ranks) != len(board.ranks):
        raise Unreadable(Fault.RANKS, len(ranks), len(board.ranks))
    for rank, points in zip(ranks, board.ranks, strict=True):
        if _NO_RUN.search(rank):
            raise Unreadable(Fault.RANK, rank)
        letters = re.sub("[0-9]+", lambda run: FREE * int(run[0]), rank)
        if len(letters) != len(points):
            raise Unreadable(Fault.RANK, rank)
        yield from zip(points, letters, strict=True)


def place_men(
    board: Board, men: Iterable[tuple[Point, str]], turn: Side, quiet: int = 0
) -> Position:
    """Build a position from letters on points; Unreadable for an unknown letter."""
    kinds = {letter: kind for kind, letter in board.letters.items()}
    sides = {Side.DARK: 0, Side.LIGHT: 0}
    crowned = 0
    for point, letter in men:
        if letter == FREE:
            continue
        if letter not in kinds:
            raise Unreadable(Fault.LETTER, letter)
        side, crown = kinds[letter]
        sides[side] |= 1 << board.index[point]
        crowned |= (1 << board.index[point]) * crown
    return Position(board, sides[Side.DARK], sides[Side.LIGHT], crowned, turn, quiet)
