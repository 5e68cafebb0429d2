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
from games.tafl.movement import Movement
from games.tafl.record import to_data
from games.tafl.refusal import refusal
from games.tafl.rules import Goal, Man

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core import Move, Point
    from games.tafl.geometry import Geometry
    from games.tafl.rules import Rules

_PAIR = 2
_WON = Verdict(Side.LIGHT, Reason.KING_ESCAPED)
_TAKEN = Verdict(Side.DARK, Reason.KING_TAKEN)
_IMPRISONED = Verdict(Side.DARK, Reason.KING_IMPRISONED)
_MATE = Verdict(Side.LIGHT, Reason.NO_WAY_TO_STOP)


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
        )
        self.data: Mapping[str, object] = {"game": "tablut", **to_data(rules)}
        self._capture = Capture(rules)
        self._set_up = self.geometry.set_up(rules.setup)

    def start(self, first: Side | None = None) -> Position:
        """The men in their setup; `first` is who begins where the rule set draws lots."""
        own = self.rules.first
        begins = first or own
        if begins is None:
            raise Contradiction(Clash.LOT, self.name)
        if own not in (None, begins):
            raise Contradiction(Clash.NO_LOT, self.name, own)
        return replace(self._set_up, turn=begins)

    def check(self, position: Position) -> None:
        """Refuse two kings or none, men where none may stand, more men than there are."""
        kings = position.crowned.bit_count()
        if kings != 1:
            raise Unreadable(Fault.KINGS, kings)
        kinds = tuple(zip(_kinds(position), _kinds(self._set_up), strict=True))
        for (_, men), (_, begun) in kinds:
            if men.bit_count() > begun.bit_count():
                raise Unreadable(Fault.CROWD, men.bit_count(), begun.bit_count())
        for (man, men), (_, begun) in kinds:
            for place in places(men & ~begun):  # a man may stand where his kind starts
                if not self.movement.stops(man, place) >> place & 1:
                    raise Unreadable(Fault.MISPLACED, self.board.points[place])

    def moves(self, position: Position) -> Sequence[Move]:
        """Every legal move; none when the position is decided."""
        if self._decided(position):
            return ()
        found = self.movement.soldiers(position)
        if position.turn is Side.LIGHT:
            for moves in self.movement.king(position):
                found += moves
        elif self.rules.no_way_out:
            return self._stopping(position, found)
        return found

    def _stopping(self, position: Position, moves: Sequence[Move]) -> Sequence[Move]:
        """Ludens: the attackers' moves after which the king has no way out."""
        king = position.crowned.bit_length() - 1
        occupied = position.dark | position.light
        ways = self.movement.ways_of(king)
        men = [way & occupied for way in ways]
        # A way opens when its only man leaves, or is taken, or is taken by its only other man.
        lone = union(each for each in men if each.bit_count() == 1) & position.dark
        guards = union(each for each in men if each.bit_count() <= _PAIR) & position.light
        touchy = self.geometry.beside(guards)
        shut = all(men)
        if shut and not lone and not touchy:
            return moves
        near = self._where_he_falls(position, king)
        useful = near
        if shut:
            useful = self.geometry.all
        elif men.count(0) == 1:  # one way is open: to stand in it; two cannot both be stopped
            useful |= ways[men.index(0)]
        found: list[Move] = []
        for move in moves:
            origin, target = 1 << self.board.index[move[0]], 1 << self.board.index[move[1]]
            if not useful & target:
                continue
            if shut and not lone & origin and not touchy & target:
                found.append(move)
                continue
            after = occupied ^ origin | target
            if touchy & target:
                after &= ~self._follow(position, move)[1]
            if all(way & after for way in ways) or (
                near & target and not self.leaves_way(position, move)
            ):
                found.append(move)
        return found

    def _where_he_falls(self, position: Position, king: int) -> int:
        """Where an arrival may take or imprison the king; what does is always legal."""
        if self._capture.imprisoned(position):  # his own side has shut him in: any move seals it
            return self.geometry.all
        if self._capture.open_sides(position) > _PAIR:
            return 0  # the arrival closes one side, and a soldier shut in with him another
        around = self.geometry.neighbours[king]
        return around | self.geometry.beside(around & position.light)

    def leaves_way(self, position: Position, move: Move) -> tuple[tuple[Point, ...], ...]:
        """The ways that this move of the attackers would leave, where the rule set forbids any."""
        if not self.rules.no_way_out or position.turn is not Side.DARK:
            return ()
        after, _ = self._follow(position, move)
        # A move that takes or imprisons the king is always legal.
        return () if self._decided(after) else self.movement.ways(after)

    def play(self, position: Position, move: Move) -> Step:
        """Where the move leads; raises Illegal, with why, when it may not be made."""
        if not self._legal(position, move):
            raise self._refusal(position, move)
        after, taken = self._follow(position, move)
        return Step(after, self.board.named(taken))

    def _refusal(self, position: Position, move: Move) -> Illegal:
        """Why this move, which is not legal, may not be made."""
        if self.verdict(position):
            return Illegal(Why.OVER)
        found = refusal(self.movement, position, move)
        return found or Illegal(Why.LEAVES_WAY, *self.leaves_way(position, move)[0])

    def _legal(self, position: Position, move: Move) -> bool:
        place = self.board.index.get(move[0]) if move else None
        return (
            place is not None
            and bool(position.men(position.turn) >> place & 1)
            and not self._decided(position)
            and move in self.movement.of(position, place)
            and not self.leaves_way(position, move)
        )

    def _follow(self, position: Position, move: Move) -> tuple[Position, int]:
        """The position after a move that is known to be possible, and the men it takes."""
        origin, target = 1 << self.board.index[move[0]], self.board.index[move[1]]
        shift = origin | 1 << target
        dark, light, crowned = position.dark, position.light, position.crowned
        if position.turn is Side.DARK:
            dark ^= shift
        else:
            light ^= shift
            crowned ^= shift if crowned & origin else 0
        moved = Position(self.board, dark, light, crowned, position.turn)
        taken = self._capture.soldiers(moved, target)
        if self._capture.king(moved, target):
            taken |= crowned
        quiet = 0 if taken else position.quiet + 1
        left = ~taken
        turn = position.turn.other
        return Position(self.board, dark & left, light & left, crowned & left, turn, quiet), taken

    def _decided(self, position: Position) -> Verdict | None:
        """What the men alone decide, whether or not a move is left."""
        if not position.crowned:
            return _TAKEN
        if position.crowned & self.movement.goals:
            return _WON
        if (
            self.rules.imprisonment
            and position.turn is Side.LIGHT
            and self._capture.imprisoned(position)
        ):
            return _IMPRISONED
        return None

    def verdict(self, position: Position) -> Verdict | None:
        """What the position alone decides."""
        decided = self._decided(position)
        if decided or self.moves(position):
            return decided
        mate = self.rules.no_way_out and position.turn is Side.DARK and self.movement.ways(position)
        return _MATE if mate else Verdict(position.turn.other, Reason.NO_MOVE)

    def callout(self, position: Position) -> Callout | None:
        """Raichi for one way out, tuichi for more; on the defenders' moves only."""
        if position.turn is not Side.DARK or self._decided(position):
            return None
        ways = self.movement.ways(position)
        if not ways:
            return None
        return Callout("raichi" if len(ways) == 1 else "tuichi", ways)


def _kinds(position: Position) -> tuple[tuple[Man, int], ...]:
    """The men of a position by their kind."""
    return (
        (Man.ATTACKER, position.dark),
        (Man.DEFENDER, position.light & ~position.crowned),
        (Man.KING, position.crowned),
    )


def _marks(rules: Rules, geometry: Geometry) -> Mapping[Point, Mark]:
    """The throne, the camps and, where the rule set makes something of them, the corners."""
    named = geometry.board.named
    camp = Mark.CAMP if Man.ALL in rules.camps.stop else Mark.CLOSED_CAMP
    marks = dict.fromkeys(named(geometry.camp_squares), camp)
    marks |= dict.fromkeys(named(geometry.throne), Mark.THRONE)
    if rules.goal is Goal.CORNER:
        marks |= dict.fromkeys(named(geometry.corners), Mark.CORNER)
    return marks
