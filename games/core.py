"""The vocabulary of all games: board, position, move, step, verdict. Values; no rule of play.

A move is the path of the points that the man touches, his own first:

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
Move = tuple[Point, ...]  # every point that the man touches, his own first
Arm = tuple[int, ...]  # the places along a line in one direction, nearest first

FREE = "."


def coordinates(point: Point) -> tuple[int, int]:
    """A point's file and rank, counted from 0.

    >>> coordinates("c10")
    (2, 9)
    """
    return ord(point[0]) - ord("a"), int(point[1:]) - 1


def point_at(file: int, rank: int) -> Point:
    """The point there, on a board or not.

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
    """Why a match is over. Its wording is left to those who show it."""

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
    STOPPED = "stopped"  # by a moderator of the place where it was played
    NOT_BEGUN = "not-begun"  # time ran out before both sides had moved twice


# Of a game that ends so there is no result: neither won nor lost, and not drawn either.
WITHOUT_RESULT = frozenset({Reason.STOPPED, Reason.NOT_BEGUN})


class Ruling(StrEnum):
    """What a rule set says of a game that repeats itself, or that both players would end."""

    DRAW = "draw"
    DARK_WINS = "dark-wins"
    COUNT = "count"  # more men win, then more crowned men


class Mark(StrEnum):
    """What is special about a point, for drawing the board. No rule of play reads it."""

    THRONE = "throne"
    CAMP = "camp"
    CLOSED_CAMP = "closed-camp"
    CORNER = "corner"  # only where the rule set makes something of corners


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
        """Every point, file by file; its place here is its bit in a set of points."""
        return tuple(sorted((point for rank in self.ranks for point in rank), key=coordinates))

    @cached_property
    def index(self) -> Mapping[Point, int]:
        """A point's place among the points."""
        return {point: i for i, point in enumerate(self.points)}

    @cached_property
    def rays(self) -> tuple[tuple[tuple[Arm, Arm], ...], ...]:
        """For each point, each line through it: what lies behind on it, and what lies ahead."""
        rays: list[list[tuple[Arm, Arm]]] = [[] for _ in self.points]
        for line in self.lines:
            places = tuple(self.index[point] for point in line)
            for k, place in enumerate(places):
                rays[place].append((places[:k][::-1], places[k + 1 :]))
        return tuple(map(tuple, rays))

    @cached_property
    def arms(self) -> tuple[tuple[Arm, ...], ...]:
        """For each point, each direction in which a line leaves it."""
        return tuple(tuple(arm for line in through for arm in line if arm) for through in self.rays)

    def bits(self, points: Iterable[Point]) -> int:
        """A set of points as one integer."""
        return union(1 << self.index[point] for point in points)

    def named(self, bits: int) -> tuple[Point, ...]:
        """The points of a set, by name, in the board's order."""
        digits = f"{bits:b}"[::-1]
        return tuple(
            [point for point, digit in zip(self.points, digits, strict=False) if digit == "1"]
        )


def union(sets: Iterable[int]) -> int:
    """All the points of these sets."""
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
    """Where the men stand, who is to play, and for how long nothing was taken.

    Says nothing of the moves that led to it, nor whether any could.
    """

    board: Board = field(repr=False)
    dark: int  # sets of points, see Board.points
    light: int
    crowned: int  # the king; Tabal's dames
    turn: Side
    quiet: int = 0  # plies since a capture

    def __getitem__(self, point: Point) -> str:
        """The letter of the man there, or "." where it is free."""
        bit = 1 << self.board.index[point]
        if not (self.dark | self.light) & bit:
            return FREE
        side = Side.DARK if self.dark & bit else Side.LIGHT
        return self.board.letters[side, bool(self.crowned & bit)]

    @property
    def placement(self) -> Placement:
        """What makes two positions the same for the rule on repetition: men and side to move."""
        return self.dark, self.light, self.crowned, self.turn

    def men(self, side: Side) -> int:
        """The points of one side's men."""
        return self.dark if side is Side.DARK else self.light


@dataclass(frozen=True, slots=True)
class Step:
    """What a move leads to."""

    after: Position
    captured: tuple[Point, ...] = ()
    promoted: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match ended."""

    winner: Side | None  # None: drawn, or without a result
    reason: Reason

    @property
    def has_result(self) -> bool:
        """Whether it was won, lost or drawn."""
        return self.reason not in WITHOUT_RESULT


@dataclass(frozen=True, slots=True)
class Callout:
    """The warning that the king's player owes: the directions in which the king could win next."""

    name: Literal["raichi", "tuichi"]
    ways: tuple[tuple[Point, ...], ...]  # point by point, from the king to where he would win


@dataclass(frozen=True, slots=True)
class Endings:
    """How a game ends that no position decides."""

    repetition: Ruling  # the same position as often as `times` says
    quiet_limit: int | None  # this many plies without a capture ...
    quiet: Ruling  # ... and what then holds
    agreement: Ruling | None  # what the players may agree on; None: nothing
    times: int = 3  # the start counts as the first


class Game(Protocol):
    """One rule set, ready to play."""

    @property
    def name(self) -> str:
        """The rule set in one line, such as "larochelle+king-four"."""
        ...

    @property
    def board(self) -> Board:
        """Where it is played."""
        ...

    @property
    def marks(self) -> Mapping[Point, Mark]:
        """The special points, for drawing."""
        ...

    @property
    def endings(self) -> Endings:
        """How it ends by repetition, quiet plies or agreement."""
        ...

    @property
    def data(self) -> Mapping[str, object]:
        """The full rules as plain data; games.catalogue.restore makes the same game of it."""
        ...

    def start(self, first: Side | None = None) -> Position:
        """The position at the start; `first` is the lot's answer where the rule set draws lots."""
        ...

    def check(self, position: Position) -> None:
        """Raise Unreadable where men stand as they never may. Does not ask how they got there."""
        ...

    def moves(self, position: Position) -> Sequence[Move]:
        """Every legal move; none when the position is decided. There may be 200,000: see below."""
        ...

    def moves_from(self, position: Position, path: Move = ()) -> Iterator[Move]:
        """The legal moves that begin with this path, each worked out when it is asked for."""
        ...

    def choices(self, position: Position, path: Move = ()) -> tuple[Point, ...]:
        """The points that may be touched next after those of `path`; does not list all moves."""
        ...

    def legal(self, position: Position, move: Move) -> bool:
        """Whether this is a whole legal move; does not list all moves."""
        ...

    def must_capture(self, position: Position) -> bool:
        """Whether captures are compulsory in this game, and one is possible."""
        ...

    def play(self, position: Position, move: Move) -> Step:
        """Where the move leads; raises Illegal, with why, when it may not be made."""
        ...

    def after(self, position: Position, move: Move) -> Position:
        """The position after a move that is known to be legal; faster, since it does not check."""
        ...

    def why_not_taken(self, position: Position, move: Move, claimed: Iterable[Point]) -> Illegal:
        """Why this legal move does not take the men that are claimed."""
        ...

    def verdict(self, position: Position) -> Verdict | None:
        """What the position alone decides."""
        ...

    def callout(self, position: Position) -> Callout | None:
        """Raichi or tuichi, after a move of the king's side."""
        ...
