"""A game so small that a test can see through it: two men, each running up and down his own file.

Dark runs on file a, light on file b, to any other point of it. What is taken, where one wins and
how histories end is up to the test.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.core import (
    Board,
    Callout,
    Endings,
    Mark,
    Move,
    Point,
    Position,
    Reason,
    Ruling,
    Side,
    Step,
    Verdict,
)
from games.errors import Illegal, Why
from games.events import Answered, Created, Event, Moved, Offer, Offered
from games.match import Match, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

D, L = Side.DARK, Side.LIGHT
FILES = {D: "a", L: "b"}
LETTERS = {(D, False): "m", (D, True): "q", (L, False): "M", (L, True): "Q"}
CALM = Endings(Ruling.DRAW, None, Ruling.DRAW, Ruling.DRAW)


def points_after(path: Move, moves: Iterable[Move]) -> tuple[Point, ...]:
    """The points that come next in those of these moves which begin with this path."""
    n = len(path)
    return tuple(dict.fromkeys(m[n] for m in moves if len(m) > n and m[:n] == path))


@dataclass
class Runners:
    """One such game."""

    endings: Endings = CALM
    lengths: tuple[int, int] = (9, 9)  # of the two files
    extras: Mapping[Point, str] = field(default_factory=dict[Point, str])  # men who never move
    prey: Mapping[Point, tuple[Point, ...]] = field(default_factory=dict[Point, tuple[Point, ...]])
    goals: tuple[Point, ...] = ()
    raichi: tuple[Point, ...] = ()  # light's man calls from here
    name: str = "runners"
    marks: Mapping[Point, Mark] = field(default_factory=dict[Point, Mark])

    def __post_init__(self) -> None:
        files = tuple(
            tuple(f"{letter}{n + 1}" for n in range(length))
            for letter, length in zip("ab", self.lengths, strict=True)
        )
        lines = (*files, tuple(self.extras))
        self.board = Board(ranks=lines, lines=lines, letters=LETTERS)
        self.data: Mapping[str, object] = {"game": "runners"}
        self.played = 0  # calls of play, for those who count

    def restore(self, _data: Mapping[str, object]) -> Runners:
        """This very game, for any data."""
        return self

    def start(self, first: Side | None = None) -> Position:
        """Both men at the foot of their files."""
        men = {"a1": "m", "b1": "M", **self.extras}
        points = {side: [p for p, m in men.items() if m.isupper() is (side is L)] for side in Side}
        return Position(
            self.board,
            self.board.bits(points[D]),
            self.board.bits(points[L]),
            self.board.bits(p for p, m in men.items() if m in "qQ"),
            first or D,
        )

    def check(self, position: Position) -> None:
        """Anything goes."""

    def moves(self, position: Position) -> Sequence[Move]:
        """From where the runner is to anywhere else on his file."""
        file = FILES[position.turn]
        free = [p for p in self.board.points if p[0] == file]
        men = position.men(position.turn)
        here = next(p for p in free if men >> self.board.index[p] & 1)
        return [(here, p) for p in free if p != here]

    def moves_from(self, position: Position, path: Move = ()) -> Iterator[Move]:
        """Those that begin so."""
        return (move for move in self.moves(position) if move[: len(path)] == path)

    def choices(self, position: Position, path: Move = ()) -> tuple[Point, ...]:
        """Return the points that can be touched next."""
        return points_after(path, self.moves(position))

    def legal(self, position: Position, move: Move) -> bool:
        """Whether it is one of the moves."""
        return move in self.moves(position)

    def must_capture(self, position: Position) -> bool:  # noqa: ARG002  a games.core.Game
        """Never."""
        return False

    def play(self, position: Position, move: Move) -> Step:
        """Run, and take the prey of the point he stops on."""
        self.played += 1
        if move not in self.moves(position):
            raise Illegal(Why.NOT_IN_LINE, *move)
        foe = position.men(position.turn.other)
        taken = self.board.bits(self.prey.get(move[1], ())) & foe
        men = {
            position.turn: position.men(position.turn) ^ self.board.bits(move),
            position.turn.other: foe & ~taken,
        }
        after = Position(
            self.board,
            men[D],
            men[L],
            position.crowned & ~taken,
            position.turn.other,
            0 if taken else position.quiet + 1,
        )
        return Step(after, self.board.named(taken))

    def after(self, position: Position, move: Move) -> Position:
        """Return the position after a run."""
        return self.play(position, move).after

    def why_not_taken(self, position: Position, move: Move, claimed: Iterable[Point]) -> Illegal:  # noqa: ARG002  a games.core.Game
        """It takes others."""
        return Illegal(Why.NO_SUCH_CAPTURE, *claimed)

    def closers(self, position: Position, point: Point) -> tuple[Point, ...]:  # noqa: ARG002
        """None: there is no king."""
        return ()

    def verdict(self, position: Position) -> Verdict | None:
        """A side whose man stands on a goal has won."""
        for side in Side:
            if position.men(side) & self.board.bits(self.goals):
                return Verdict(side, Reason.KING_ESCAPED)
        return None

    def callout(self, position: Position) -> Callout | None:
        """Raichi, where the test wants it."""
        if position.turn is D and position.light & self.board.bits(self.raichi):
            return Callout("raichi", (("b1", "b2"),))
        return None

    def begun(self, lot: Side | None = None) -> Match:
        """A match of it, begun on second 0."""
        return fold([Created(0, self.data, lot)], self.restore)


def opened(*tops: int) -> Match:
    """A plain match after these runs."""
    return run(Runners().begun(), *tops)


def run(match: Match, *tops: int) -> Match:
    """Each runner in his turn goes to that point of his file, one ply a second."""
    for top in tops:
        match = match.after(step(match, top))
    return match


def step(match: Match, top: int, at: int | None = None) -> Moved:
    """The event by which the side to move runs there."""
    file = FILES[match.turn]
    men = match.position.men(match.turn)
    here = next(
        p for p in match.game.board.points if p[0] == file and men >> match.game.board.index[p] & 1
    )
    return Moved(match.turn, match.log[-1].at + 1 if at is None else at, (here, f"{file}{top}"))


def offered(match: Match, by: Side, what: Offer) -> Match:
    """The offer is made on second 50."""
    return match.after(Offered(by, 50, what))


def answered(match: Match, by: Side, *, accepted: bool) -> Match:
    """It is answered on second 60."""
    return match.after(Answered(by, 60, accepted))


def refused(match: Match, event: Event) -> Why:
    """Why the event may not happen; fails where it may."""
    try:
        match.after(event)
    except Illegal as illegal:
        return illegal.why
    raise AssertionError(event)
