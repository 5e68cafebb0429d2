"""One tafl rule set, ready to play: movement, captures and endings put together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.core import (
    Callout,
    Endings,
    Mark,
    Position,
    Reason,
    Ruling,
    Side,
    Step,
    Verdict,
    places,
    union,
)
from games.errors import Clash, Contradiction, Fault, Illegal, Unreadable, Why
from games.tafl.capture import Capture
from games.tafl.enclosure import encircled, in_exit_fort
from games.tafl.movement import Movement
from games.tafl.record import to_data
from games.tafl.refusal import refusal
from games.tafl.rules import Goal, Man, Zone
from games.tafl.ways import Ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.core import Move, Point
    from games.tafl.geometry import Geometry
    from games.tafl.rules import Rules

_DARK, _LIGHT = Side.DARK, Side.LIGHT
_WON = Verdict(_LIGHT, Reason.KING_ESCAPED)
_TAKEN = Verdict(_DARK, Reason.KING_TAKEN)
_IMPRISONED = Verdict(_DARK, Reason.KING_IMPRISONED)
_MATE = Verdict(_LIGHT, Reason.NO_WAY_TO_STOP)
_FORT = Verdict(_LIGHT, Reason.EXIT_FORT)
_ENCIRCLED = Verdict(_DARK, Reason.ENCIRCLED)


class Tafl:
    """The game of one rule set; a games.core.Game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.name = rules.name
        self.movement = Movement(rules)
        self.geometry = self.movement.geometry
        self.board = self.geometry.board
        self.marks = _marks(rules, self.geometry)
        self.endings = Endings(
            repetition=rules.repetition,
            quiet_limit=rules.quiet_limit,
            quiet=Ruling.DARK_WINS,
            agreement=Ruling.DRAW if rules.agreement else None,
            times=rules.times,
        )
        self.data: Mapping[str, object] = {"game": "tablut", **to_data(rules)}
        self._capture = Capture(rules)
        self._ways = Ways(self.movement, self._capture)
        self._fort_edge = self.geometry.edge if rules.exit_fort else 0
        self._set_up = self.geometry.set_up(rules.setup)

    def start(self, first: Side | None = None) -> Position:
        """The men at the start; `first` goes first if the rule set leaves that open."""
        begins = first or self.rules.first
        if begins is None:
            raise Contradiction(Clash.LOT, self.name)
        if self.rules.first not in (None, begins):
            raise Contradiction(Clash.NO_LOT, self.name, self.rules.first)
        return replace(self._set_up, turn=begins)

    def check(self, position: Position) -> None:
        """Refuse two kings or none, men where they can't stand, and too many men."""
        kings = position.crowned.bit_count()
        if kings != 1:
            raise Unreadable(Fault.KINGS, kings)
        kinds = tuple(zip(_kinds(position), _kinds(self._set_up), strict=True))
        for (_, men), (_, at_start) in kinds:
            if men.bit_count() > at_start.bit_count():
                raise Unreadable(Fault.CROWD, men.bit_count(), at_start.bit_count())
        for (man, men), (_, at_start) in kinds:
            for place in places(men & ~at_start):  # a man can stand where his kind starts
                if not self.movement.stops(man, place) >> place & 1:
                    raise Unreadable(Fault.MISPLACED, self.board.points[place])

    def moves(self, position: Position) -> Sequence[Move]:
        """Every legal move; none if the position is decided."""
        if self._decided(position):
            return ()
        if position.turn is _DARK:
            if self.rules.no_way_out:
                return self._ways.moves(position)
            return self.movement.soldier_moves(position, position.dark)
        moves = self.movement.soldier_moves(position, position.light & ~position.crowned)
        for direction in self.movement.king_moves(position):
            moves += direction
        return moves

    def moves_from(self, position: Position, path: Move = ()) -> Iterator[Move]:
        """Legal moves that begin with this path. A man has few, so all are computed at once."""
        if not path:
            return iter(self.moves(position))
        origin = path[0]
        if len(path) > 1:
            return iter((path,) if self.legal(position, path) else ())
        if self._decided(position) or not self._is_movers(position, origin):
            return iter(())
        moves = self.movement.man_moves(position, self.board.index[origin])
        return (move for move in moves if not self._leaves_way(position, move))

    def choices(self, position: Position, path: Move = ()) -> tuple[Point, ...]:
        """Points that can be touched next after `path`.

        >>> from games.catalogue import game
        >>> bga = game("bga")
        >>> bga.choices(bga.start(), ("e2",))
        ('d2', 'c2', 'b2', 'a2', 'f2', 'g2', 'h2', 'i2')
        """
        if len(path) > 1:
            return ()
        return tuple(dict.fromkeys(move[len(path)] for move in self.moves_from(position, path)))

    def must_capture(self, position: Position) -> bool:  # noqa: ARG002  a games.core.Game
        """Always False: no capture is compulsory in tafl."""
        return False

    def legal(self, position: Position, move: Move) -> bool:
        """Whether this move is legal."""
        if len(move) != 2 or not self._is_movers(position, move[0]):  # noqa: PLR2004  from and to
            return False
        return (
            not self._decided(position)
            and self.movement.can_go(position, self.board.index[move[0]], move)
            and not (self.rules.no_way_out and self._leaves_way(position, move))
        )

    def _is_movers(self, position: Position, point: Point) -> bool:
        """Whether a man of the side to move stands on this point."""
        place = self.board.index.get(point)
        men = position.dark if position.turn is _DARK else position.light
        return place is not None and bool(men >> place & 1)

    def _leaves_way(self, position: Position, move: Move) -> bool:
        """Whether this move of the attackers leaves a way out against the rule set."""
        forbids = self.rules.no_way_out and position.turn is _DARK
        return forbids and not self._ways.legal(position, move)

    def play(self, position: Position, move: Move) -> Step:
        """Play the move; raise Illegal, with the reason, if the move isn't legal."""
        if not self.legal(position, move):
            raise self._refusal(position, move)
        after, taken = self._follow(position, move)
        return Step(after, self.board.named(taken) if taken else ())

    def after(self, position: Position, move: Move) -> Position:
        """The position after a move known to be legal."""
        return self._follow(position, move)[0]

    def _refusal(self, position: Position, move: Move) -> Illegal:
        """Why this move isn't legal."""
        if self.verdict(position):
            return Illegal(Why.OVER)
        if refused := refusal(self.movement, position, move):
            return refused
        after, _ = self._follow(position, move)
        return Illegal(Why.LEAVES_WAY, *self.movement.ways(after)[0])

    def why_not_taken(self, position: Position, move: Move, claimed: Iterable[Point]) -> Illegal:
        """Why this legal move doesn't capture the claimed men."""
        points = tuple(claimed)
        if self.rules.shieldwall and self._beside_on_edge(position, move[1], points):
            return Illegal(Why.NO_SHIELDWALL, *points)
        return Illegal(Why.NO_SUCH_CAPTURE, *points)

    def _beside_on_edge(self, position: Position, arrived: Point, claimed: Sequence[Point]) -> bool:
        """Whether all claimed men are enemies on the edge where the man arrived."""
        rims = self.geometry.rims[self.board.index[arrived]]
        edge = union(square for rim in rims for square, _ in rim)
        claims = self.board.bits(point for point in claimed if point in self.board.index)
        enemies = position.men(position.turn.other)
        return claims.bit_count() == len(claimed) and not claims & ~(edge & enemies)

    def _follow(self, position: Position, move: Move) -> tuple[Position, int]:
        """The position after a possible move, and the men captured."""
        index = self.board.index
        target = index[move[1]]
        origin = 1 << index[move[0]]
        shift = origin | 1 << target
        dark, light, crowned = position.dark, position.light, position.crowned
        if position.turn is _DARK:
            dark ^= shift
            taken = self._capture.by_attacker(dark, light, crowned, target)
            turn = _LIGHT
        else:
            light ^= shift
            if crowned & origin:
                crowned ^= shift
            taken = self._capture.by_defender(dark, light, crowned, target)
            turn = _DARK
        if taken:
            left = ~taken
            return Position(self.board, dark & left, light & left, crowned & left, turn), taken
        return Position(self.board, dark, light, crowned, turn, position.quiet + 1), 0

    def _decided(self, position: Position) -> Verdict | None:
        """The verdict by the men's places, before looking for a legal move."""
        if not position.crowned:
            return _TAKEN
        if position.crowned & self.movement.goals:
            return _WON
        if position.turn is _LIGHT:
            if self._capture.imprisons(position.dark, position.light, position.crowned):
                return _IMPRISONED
            if self.rules.encirclement and encircled(self.geometry, position):
                return _ENCIRCLED
        elif position.crowned & self._fort_edge and self._in_fort(position):
            return _FORT
        return None

    def _in_fort(self, position: Position) -> bool:
        """Whether the king, on the edge, is in an exit fort and has a legal move."""
        fort = in_exit_fort(self.geometry, self._capture, position)
        return fort and any(self.movement.king_moves(position))

    def verdict(self, position: Position) -> Verdict | None:
        """The verdict that follows from the position alone."""
        decided = self._decided(position)
        if decided or self._can_move(position):
            return decided
        mate = self.rules.no_way_out and position.turn is _DARK and self.movement.ways(position)
        return _MATE if mate else Verdict(position.turn.other, Reason.NO_MOVE)

    def _can_move(self, position: Position) -> bool:
        """Whether the side to move has a legal move in an undecided position."""
        if self.rules.no_way_out and position.turn is _DARK:
            return bool(self.moves(position))
        men = position.dark if position.turn is _DARK else position.light
        return any(True for place in places(men) for _ in self.movement.man_moves(position, place))

    def callout(self, position: Position) -> Callout | None:
        """Raichi for one way out, tuichi for more; only after a move of the defenders.

        None if the game is over, unless an open way itself ended the game.
        """
        if position.turn is _LIGHT or self._decided(position):
            return None
        ways = self.movement.ways(position)
        if not ways or not (self.rules.no_way_out or self._can_move(position)):
            return None
        return Callout("raichi" if len(ways) == 1 else "tuichi", ways)

    def closers(self, position: Position, point: Point) -> tuple[Point, ...]:
        """Return all points hostile to a king on this one: attackers, squares, and the edge.

        Points off the board stand for the edge.
        """
        place = self.board.index[point]
        hostile = self.board.named(self._capture.closers(position.dark, position.light, place))
        beyond = self.geometry.beyond(point) if self._capture.edge_closes(place) else ()
        return (*hostile, *beyond)


def _kinds(position: Position) -> tuple[tuple[Man, int], ...]:
    """The men of a position by kind."""
    return (
        (Man.ATTACKER, position.dark),
        (Man.DEFENDER, position.light & ~position.crowned),
        (Man.KING, position.crowned),
    )


def _marks(rules: Rules, geometry: Geometry) -> Mapping[Point, Mark]:
    """The throne, the camps and, if the king wins there, the corners."""
    named = geometry.board.named
    camp = Mark.CAMP if Man.ALL in rules.camps.stop else Mark.CLOSED_CAMP
    marks = dict.fromkeys(named(geometry.camp_squares), camp)
    if rules.throne != Zone():  # else the middle is an ordinary square
        marks |= dict.fromkeys(named(geometry.throne), Mark.THRONE)
    if rules.goal is Goal.CORNER:
        marks |= dict.fromkeys(named(geometry.corners), Mark.CORNER)
    return marks
