"""Where each man may go, from the zones of the rule set. Tables are made once for each rule set.

Does not look at captures, nor at what a move may not leave behind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Side, places, union
from games.slides import Slides, slides
from games.tafl.geometry import geometry
from games.tafl.rules import Gait, Goal, Man

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core import Arm, Move, Point, Position
    from games.tafl.rules import Rules

KING_FOUR = 4


class Movement:
    """The moves of one rule set."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.geometry = here = geometry(rules.side)
        self.board = board = here.board
        goals = {
            Goal.EDGE: here.edge,
            Goal.EDGE_OFF_CAMPS: here.edge & ~here.camp_squares,
            Goal.CORNER: here.corners,
        }
        self.goals = goals[rules.goal]
        self._winning = frozenset(
            (origin, target) for origin in board.points for target in board.named(self.goals)
        )
        squares = range(len(board.points))
        self._soldiers = {
            side: tuple(self._soldier(man, place) for place in squares)
            for side, man in ((Side.DARK, Man.ATTACKER), (Side.LIGHT, Man.DEFENDER))
        }
        self._king = tuple(self._king_slides(place) for place in squares)
        self._ways = tuple(self._empty_ways(place) for place in squares)

    def closed(self, man: Man, origin: int, dark: int = 0) -> int:
        """What this man may not even pass over, coming from there."""
        rules = self.rules
        closed = self.geometry.throne if man not in rules.throne.cross else 0
        return closed if man in rules.camps.cross else closed | self._camps(man, origin, dark)

    def stops(self, man: Man, origin: int, dark: int = 0) -> int:
        """Where this man may come to rest, coming from there."""
        rules = self.rules
        barred = self.geometry.throne if man not in rules.throne.stop else 0
        if man not in rules.corners.stop:
            barred |= self.geometry.corners
        if man not in rules.camps.stop:
            barred |= self._camps(man, origin, dark)
        return self.geometry.all & ~barred

    def _camps(self, man: Man, origin: int, dark: int) -> int:
        """The camps that are closed to this man just now."""
        rules, camps, squares = self.rules, self.geometry.camps, self.geometry.camp_squares
        if man is Man.ATTACKER and rules.home_camps:
            return squares & ~union(camp for camp in camps if camp >> origin & 1)
        if man is Man.KING and rules.open_when_empty:
            # Entering and passing are barred from inside such a camp too; leaving it is not.
            return union(camp for camp in camps if camp & dark)
        return squares

    def _soldier(self, man: Man, place: int) -> tuple[Slides, ...]:
        stops, closed = self.stops(man, place), self.closed(man, place)
        return tuple(
            slides(self.board, place, line, stops, closed)
            for line in self.board.rays[place]
            if any(line)
        )

    def king_arms(self, place: int) -> tuple[Arm, ...]:
        """The squares within the king's reach on an empty board, one arm a direction."""
        if self.rules.gait is Gait.STEPS:
            return self.geometry.steps[place]
        reach = KING_FOUR if self.rules.gait is Gait.FOUR else None
        return tuple(arm[:reach] for arm in self.board.arms[place])

    def _king_slides(self, place: int) -> tuple[Slides, ...]:
        """One table a direction, since raichi and tuichi count directions."""
        stops, closed = self.stops(Man.KING, place), self.closed(Man.KING, place)
        return tuple(
            slides(self.board, place, (arm,), stops, closed) for arm in self.king_arms(place)
        )

    def soldiers(self, position: Position) -> list[Move]:
        """The slides of all soldiers of the side to move."""
        occupied = position.dark | position.light
        tables = self._soldiers[position.turn]
        men = position.men(position.turn) & ~position.crowned
        found: list[Move] = []
        while men:  # places() written out: this is the program's busiest loop
            lowest = men & -men
            men ^= lowest
            for table in tables[lowest.bit_length() - 1]:
                found += table[occupied & table.mask]
        return found

    def king(self, position: Position) -> Iterator[tuple[Move, ...]]:
        """The king's moves, one tuple a direction, as if it were his turn."""
        occupied = position.dark | position.light
        for place in places(position.crowned):
            barred = self._softened(place, position.dark)
            blockers = occupied | (0 if Man.KING in self.rules.camps.cross else barred)
            for table in self._king[place]:
                moves = table[blockers & table.mask]
                if barred:
                    moves = tuple(m for m in moves if not barred >> self.board.index[m[1]] & 1)
                yield moves

    def _softened(self, place: int, dark: int) -> int:
        """The camps that depend on who stands in them; the tables hold what does not."""
        return self._camps(Man.KING, place, dark) if self.rules.open_when_empty else 0

    def of(self, position: Position, place: int) -> Iterator[Move]:
        """The moves of the one man who stands there."""
        if position.crowned >> place & 1:
            for moves in self.king(position):
                yield from moves
            return
        occupied = position.dark | position.light
        for table in self._soldiers[position.turn][place]:
            yield from table[occupied & table.mask]

    def ways_of(self, place: int) -> tuple[int, ...]:
        """The squares of each way of a king there on an empty board; none for camps that open."""
        return self._ways[place]

    def _empty_ways(self, place: int) -> tuple[int, ...]:
        found = (self._first_way(table[0]) for table in self._king[place])
        return tuple(self.board.bits(way[1:]) for way in found if way)

    def ways(self, position: Position) -> tuple[tuple[Point, ...], ...]:
        """The directions in which the king would win if it were his turn, square by square."""
        return tuple(way for moves in self.king(position) if (way := self._first_way(moves)))

    def _first_way(self, moves: tuple[Move, ...]) -> tuple[Point, ...]:
        """From the king to the first goal among his moves in one direction."""
        first = next((move for move in moves if move in self._winning), None)
        if not first:
            return ()
        place, target = self.board.index[first[0]], self.board.index[first[1]]
        arm = next(arm for arm in self.king_arms(place) if target in arm)
        return (first[0], *(self.board.points[i] for i in arm[: arm.index(target) + 1]))
