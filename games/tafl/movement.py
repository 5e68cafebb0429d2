"""The squares each man can go to, by the zones of the rule set. Each rule set builds tables once.

Ignores captures, and rules about what a move must not leave behind.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from games.core import Side, union
from games.slides import slides
from games.tafl.geometry import geometry
from games.tafl.rules import Gait, Goal, Man

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.core import Arm, Move, Point, Position
    from games.slides import Slides
    from games.tafl.rules import Rules

    Way = tuple[Point, ...]  # from the king to the winning square
    Tables = tuple[tuple[int, Slides], ...]  # of one man: mask of possible blockers, table

KING_FOUR = 4


class Movement:
    """The moves of one rule set."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.geometry = here = geometry(rules.side)
        self.board = here.board
        goals = {
            Goal.EDGE: here.edge,
            Goal.EDGE_OFF_CAMPS: here.edge & ~here.camp_squares,
            Goal.CORNER: here.corners,
        }
        self.goals = goals[rules.goal]
        # Camps that the king can't even pass over.
        self._closing = 0 if Man.KING in rules.camps.cross else here.camp_squares
        squares = range(len(self.board.points))
        self.slides: Mapping[Side, tuple[Tables, ...]] = {  # of soldiers
            side: tuple(self._soldier_slides(man, place) for place in squares)
            for side, man in ((Side.DARK, Man.ATTACKER), (Side.LIGHT, Man.DEFENDER))
        }
        self._king = tuple(self._king_slides(place) for place in squares)
        self._ways = tuple(tuple(self._empty_ways(place)) for place in squares)

    def closed(self, man: Man, origin: int, dark: int = 0) -> int:
        """Squares that this man, coming from `origin`, can't even pass over."""
        rules = self.rules
        closed = self.geometry.throne if man not in rules.throne.cross else 0
        return closed if man in rules.camps.cross else closed | self._camps(man, origin, dark)

    def stops(self, man: Man, origin: int, dark: int = 0) -> int:
        """Squares that this man, coming from `origin`, can stop on."""
        rules = self.rules
        barred = self.geometry.throne if man not in rules.throne.stop else 0
        if man not in rules.corners.stop:
            barred |= self.geometry.corners
        if man not in rules.camps.stop:
            barred |= self._camps(man, origin, dark)
        return self.geometry.all & ~barred

    def _camps(self, man: Man, origin: int, dark: int) -> int:
        """Camps that are now closed to this man."""
        rules, camps, squares = self.rules, self.geometry.camps, self.geometry.camp_squares
        if man is Man.ATTACKER and rules.home_camps:
            return squares & ~union(camp for camp in camps if camp >> origin & 1)
        if man is Man.KING and rules.open_when_empty:
            # From inside such a camp too, entering and passing are forbidden; leaving is not.
            return union(camp for camp in camps if camp & dark)
        return squares

    def _soldier_slides(self, man: Man, place: int) -> Tables:
        lines = (line for line in self.board.rays[place] if any(line))
        return self._tables(man, place, lines)

    def king_arms(self, place: int) -> tuple[Arm, ...]:
        """The squares within the king's reach on an empty board, one arm per direction."""
        if self.rules.gait is Gait.STEPS:
            return self.geometry.steps[place]
        reach = KING_FOUR if self.rules.gait is Gait.FOUR else None
        return tuple(arm[:reach] for arm in self.board.arms[place])

    def _king_slides(self, place: int) -> Tables:
        """One table per direction, since raichi and tuichi count directions."""
        return self._tables(Man.KING, place, ((arm,) for arm in self.king_arms(place)))

    def _tables(self, man: Man, place: int, lines: Iterable[tuple[Arm, ...]]) -> Tables:
        stops, closed = self.stops(man, place), self.closed(man, place)
        tables = (slides(self.board, place, line, stops, closed) for line in lines)
        return tuple((table.mask, table) for table in tables)

    def soldier_moves(self, position: Position, men: int) -> list[Move]:
        """Slides of these soldiers of the side to move."""
        occupied = position.dark | position.light
        tables = self.slides[position.turn]
        moves: list[Move] = []
        while men:  # places() written out: this is the program's busiest loop
            lowest = men & -men
            men ^= lowest
            for mask, table in tables[lowest.bit_length() - 1]:
                moves += table[occupied & mask]
        return moves

    def king_moves(self, position: Position) -> Sequence[Sequence[Move]]:
        """The king's moves, grouped by direction, as if it were his turn."""
        occupied = position.dark | position.light
        tables = self._king[position.crowned.bit_length() - 1]
        if not self.rules.open_when_empty:
            return [table[occupied & mask] for mask, table in tables]
        barred = self._barred(position)
        blockers = occupied | barred & self._closing
        index = self.board.index
        return [
            [move for move in table[blockers & mask] if not barred >> index[move[1]] & 1]
            for mask, table in tables
        ]

    def _barred(self, position: Position) -> int:
        """Camps closed to the king because attackers stand in them."""
        return self._camps(Man.KING, position.crowned.bit_length() - 1, position.dark)

    def man_moves(self, position: Position, place: int) -> Iterable[Move]:
        """Moves of the man on this square."""
        return chain.from_iterable(self._directions(position, place))

    def can_go(self, position: Position, place: int, move: Move) -> bool:
        """Whether this is a move of the man on this square, as in `man_moves`."""
        for moves in self._directions(position, place):  # noqa: SIM110  twice as fast as any()
            if move in moves:
                return True
        return False

    def _directions(self, position: Position, place: int) -> Sequence[Sequence[Move]]:
        if position.crowned >> place & 1:
            return self.king_moves(position)
        occupied = position.dark | position.light
        return [table[occupied & mask] for mask, table in self.slides[position.turn][place]]

    def ways_of(self, place: int) -> tuple[tuple[int, Way], ...]:
        """A king's ways to win from this square on an empty board: as a set and in order."""
        return self._ways[place]

    def _empty_ways(self, place: int) -> Iterator[tuple[int, Way]]:
        points = self.board.points
        for arm, (_, table) in zip(self.king_arms(place), self._king[place], strict=True):
            reached = (self.board.index[move[1]] for move in table[0])
            target = next((goal for goal in reached if self.goals >> goal & 1), None)
            if target is not None:
                way = (points[place], *(points[i] for i in arm[: arm.index(target) + 1]))
                yield self.board.bits(way[1:]), way

    def ways(self, position: Position) -> tuple[Way, ...]:
        """The king's ways to win if it were his turn, one per direction, point by point."""
        blockers = position.dark | position.light
        if self.rules.open_when_empty:
            blockers |= self._barred(position) & (self._closing | self.goals)
        ways = self._ways[position.crowned.bit_length() - 1]
        return tuple(way for squares, way in ways if not squares & blockers)
