"""The vocabulary of all games: board, position, move, step, verdict. Values without rules of play.

A move is the path of points that the man touches, starting with his own:

>>> from games.catalogue import game
>>> bga = game("bga")
>>> start = bga.start()
>>> len(bga.moves(start)), start["e1"], start["e5"]
(72, 't', 'K')
>>> step = bga.play(start, ("e2", "f2"))
>>> step.after.turn, step.after["f2"], step.captured
(<Side.LIGHT: 'l'>, 't', ())
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.errors import Illegal

Point = str  # a file's letter and a rank's number: e4, k11
Move = tuple[Point, ...]  # every point that the man touches, starting with his own
Arm = tuple[int, ...]  # places along a line in one direction, nearest first

FREE = "."


def coordinates(point: Point) -> tuple[int, int]:
    """A point's file and rank, counted from 0.

    >>> coordinates("c10")
    (2, 9)
    """
    return ord(point[0]) - ord("a"), int(point[1:]) - 1


def point_at(file: int, rank: int) -> Point:
    """The name of the point at these coordinates, on a board or not.

    >>> point_at(2, 9)
    'c10'
    """
    return f"{chr(ord('a') + file)}{rank + 1}"


class Side(StrEnum):
    """The two players: tafl's attackers and Tabal's north are dark, the others light."""

    DARK = "d"
    LIGHT = "l"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.LIGHT if self is Side.DARK else Side.DARK


class Reason(StrEnum):
    """Reasons for the end of a match. Their wording is up to callers."""

    KING_ESCAPED = "king-escaped"
    KING_TAKEN = "king-taken"
    KING_IMPRISONED = "king-imprisoned"
    NO_WAY_TO_STOP = "no-way-to-stop"
    NO_MEN = "no-men"
    NO_MOVE = "no-move"
    REPETITION = "repetition"
    EXIT_FORT = "exit-fort"
    ENCIRCLED = "encircled"
    QUIET = "quiet"
    AGREED = "agreed"
    RESIGNED = "resigned"
    TIME = "time"
    STOPPED = "stopped"  # by a moderator of the server
    NOT_BEGUN = "not-begun"  # time ran out before both sides had moved twice


# Games that end this way have no result: not won, not lost, not drawn.
WITHOUT_RESULT = frozenset({Reason.STOPPED, Reason.NOT_BEGUN})


class Ruling(StrEnum):
    """A rule set's answer to a repetition, or to both players agreeing to end the game."""

    DRAW = "draw"
    DARK_WINS = "dark-wins"
    COUNT = "count"  # more men win, then more crowned men


class Mark(StrEnum):
    """Special points, for drawing the board. No rule of play reads them."""

    THRONE = "throne"
    CAMP = "camp"
    CLOSED_CAMP = "closed-camp"
    CORNER = "corner"  # only if corners matter in the rule set


@dataclass(frozen=True, eq=False)
class Board:
    """Points joined by lines, and the letters of the men who stand on them.

    Two boards are never equal: each is made once and kept.
    """

    ranks: tuple[tuple[Point, ...], ...]  # top first
    lines: tuple[tuple[Point, ...], ...]
    letters: Mapping[tuple[Side, bool], str]  # (side, crowned) -> letter

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Every point, file by file; a point's place here is its bit in a set of points."""
        return tuple(sorted((point for rank in self.ranks for point in rank), key=coordinates))

    @cached_property
    def index(self) -> Mapping[Point, int]:
        """A point's place among the points."""
        return {point: i for i, point in enumerate(self.points)}

    @cached_property
    def rays(self) -> tuple[tuple[tuple[Arm, Arm], ...], ...]:
        """For each point, every line through the point: the places behind and the places ahead."""
        rays: list[list[tuple[Arm, Arm]]] = [[] for _ in self.points]
        for line in self.lines:
            places = tuple(self.index[point] for point in line)
            for k, place in enumerate(places):
                rays[place].append((places[:k][::-1], places[k + 1 :]))
        return tuple(map(tuple, rays))

    @cached_property
    def arms(self) -> tuple[tuple[Arm, ...], ...]:
        """For each point, every direction in which a line leaves."""
        return tuple(tuple(arm for line in through for arm in line if arm) for through in self.rays)

    def bits(self, points: Iterable[Point]) -> int:
        """The set of these points as one integer."""
        return union(1 << self.index[point] for point in points)

    def named(self, bits: int) -> tuple[Point, ...]:
        """The points of a set, by name, in the board's order."""
        digits = f"{bits:b}"[::-1]
        return tuple(
            [point for point, digit in zip(self.points, digits, strict=False) if digit == "1"]
        )


def union(sets: Iterable[int]) -> int:
    """All points of these sets."""
    joined = 0
    for points in sets:
        joined |= points
    return joined


def places(bits: int) -> Iterator[int]:
    """The places of a set of points, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


Placement = tuple[int, int, int, Side]


@dataclass(frozen=True, slots=True)
class Position:
    """The men, the side to move, and the number of plies since the last capture.

    Says nothing about earlier moves, nor whether the position can be reached.
    """

    board: Board = field(repr=False)
    dark: int  # sets of points, see Board.points
    light: int
    crowned: int  # the king; Tabal's dames
    turn: Side
    quiet: int = 0  # plies since a capture

    def __getitem__(self, point: Point) -> str:
        """The letter of the man on this point, or "." if the point is free."""
        bit = 1 << self.board.index[point]
        if not (self.dark | self.light) & bit:
            return FREE
        side = Side.DARK if self.dark & bit else Side.LIGHT
        return self.board.letters[side, bool(self.crowned & bit)]

    @property
    def placement(self) -> Placement:
        """The men and the side to move: equal placements count as a repetition."""
        return self.dark, self.light, self.crowned, self.turn

    def men(self, side: Side) -> int:
        """The points of one side's men, as a set."""
        return self.dark if side is Side.DARK else self.light


@dataclass(frozen=True, slots=True)
class Step:
    """The outcome of a move."""

    after: Position
    captured: tuple[Point, ...] = ()
    promoted: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The end of a match: winner and reason."""

    winner: Side | None  # None: drawn, or without a result
    reason: Reason

    @property
    def has_result(self) -> bool:
        """Whether the match was won, lost or drawn."""
        return self.reason not in WITHOUT_RESULT


@dataclass(frozen=True, slots=True)
class Callout:
    """The warning that the defenders owe their opponent: the king's ways to win next."""

    name: Literal["raichi", "tuichi"]
    ways: tuple[tuple[Point, ...], ...]  # point by point, from the king to the winning point


@dataclass(frozen=True, slots=True)
class Endings:
    """Endings that don't follow from a position."""

    repetition: Ruling  # when a position has stood `times` times
    quiet_limit: int | None  # this many plies without a capture ...
    quiet: Ruling  # ... and the ruling after them
    agreement: Ruling | None  # if the players agree to end the game; None: they can't
    times: int = 3  # the start counts as the first


class Game(Protocol):
    """One rule set, ready to play."""

    @property
    def name(self) -> str:
        """The rule set in one line, such as "larochelle+king-four"."""
        ...

    @property
    def board(self) -> Board:
        """The board of this game."""
        ...

    @property
    def marks(self) -> Mapping[Point, Mark]:
        """Special points, for drawing."""
        ...

    @property
    def endings(self) -> Endings:
        """Endings by repetition, quiet plies or agreement."""
        ...

    @property
    def data(self) -> Mapping[str, object]:
        """The full rules as plain data; games.catalogue.restore rebuilds the game from them."""
        ...

    def start(self, first: Side | None = None) -> Position:
        """The position at the start; `first` goes first if the rule set leaves that open."""
        ...

    def check(self, position: Position) -> None:
        """Raise Unreadable for men on points where they can never stand. Ignores the way there."""
        ...

    def moves(self, position: Position) -> Sequence[Move]:
        """Every legal move, up to 200,000; none if the position is decided."""
        ...

    def moves_from(self, position: Position, path: Move = ()) -> Iterator[Move]:
        """Legal moves that begin with this path, computed one by one as needed."""
        ...

    def choices(self, position: Position, path: Move = ()) -> tuple[Point, ...]:
        """Points that can be touched next after `path`; doesn't list all moves."""
        ...

    def legal(self, position: Position, move: Move) -> bool:
        """Whether this is a complete legal move; doesn't list all moves."""
        ...

    def must_capture(self, position: Position) -> bool:
        """Whether the side to move must capture now."""
        ...

    def play(self, position: Position, move: Move) -> Step:
        """Play the move; raise Illegal, with the reason, if the move isn't legal."""
        ...

    def after(self, position: Position, move: Move) -> Position:
        """The position after a move known to be legal; faster, because unchecked."""
        ...

    def why_not_taken(self, position: Position, move: Move, claimed: Iterable[Point]) -> Illegal:
        """Why this legal move doesn't capture the claimed men."""
        ...

    def verdict(self, position: Position) -> Verdict | None:
        """The verdict that follows from the position alone."""
        ...

    def callout(self, position: Position) -> Callout | None:
        """Raichi or tuichi, after a move of the defenders."""
        ...

    def closers(self, position: Position, point: Point) -> tuple[Point, ...]:
        """Return all points hostile to a king on this one: attackers, squares, and the edge.

        Points off the board stand for the edge.
        """
        ...
