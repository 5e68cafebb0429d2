"""The rule "no way out": the attackers must block every way of the king. Finds their legal moves.

Examines only moves that can open or block a way: those that concern the open way, the only man on
another way, or a capture that would remove him. All other moves are legal anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core import Move, Position
    from games.tafl.capture import Capture
    from games.tafl.movement import Movement

_CLOSABLE = 2  # of the king's sides: one by the arrival, one by a soldier enclosed with him


@dataclass(frozen=True, slots=True)
class Ways:
    """Legal moves if attackers must leave no way out. The king is on the board, not at his goal."""

    movement: Movement
    capture: Capture

    def moves(self, position: Position) -> list[Move]:
        """The attackers' legal moves."""
        occupied = position.dark | position.light
        everywhere = self.movement.geometry.all
        shut = everywhere  # squares where an arrival leaves all ways blocked
        only: list[tuple[int, int]] = []  # an attacker alone on a way, and that way
        guards = 0  # defenders whose capture can open a way
        for way, _ in self.movement.ways_of(position.crowned.bit_length() - 1):
            men = way & occupied
            if not men:
                shut &= way
            elif men & (men - 1):
                continue  # no move removes two men from a line
            elif men & position.dark:
                only.append((men, way))
            else:
                guards |= men
        guards &= position.light
        opening = self.capture.arrivals(position, guards) if guards else 0
        fall = self._where_he_falls(position)

        moves: list[Move] = []
        free = position.dark
        for man, way in only:
            free &= ~man
            if shut & way | fall:
                moves += self._arriving(position, man, shut & way & ~opening, shut & way | fall)
        if shut == everywhere:  # only men who can reach such a square need a closer look
            near = free & self.movement.geometry.in_line(opening) if opening else 0
            moves += self.movement.soldier_moves(position, free & ~near)
            return moves + self._arriving(position, near, shut & ~opening, shut)
        return moves + self._arriving(position, free, shut & ~opening, shut | fall)

    def _arriving(self, position: Position, men: int, sure: int, some: int) -> list[Move]:
        """Legal moves of these men: always to `sure`, and after a closer look to `some`."""
        index, occupied = position.board.index, position.dark | position.light
        tables = self.movement.slides[position.turn]
        moves: list[Move] = []
        while men:  # places() written out, as in movement
            lowest = men & -men
            men ^= lowest
            for mask, table in tables[lowest.bit_length() - 1]:
                if not mask & ~sure:
                    moves += table[occupied & mask]
                elif mask & some:
                    for move in table[occupied & mask]:
                        target = 1 << index[move[1]]
                        if target & sure or (target & some and self.legal(position, move)):
                            moves.append(move)
        return moves

    def legal(self, position: Position, move: Move) -> bool:
        """Whether a possible move blocks every way, or captures or imprisons the king."""
        index, occupied = position.board.index, position.dark | position.light
        origin, place = 1 << index[move[0]], index[move[1]]
        dark = position.dark ^ origin | 1 << place
        taken = self.capture.by_attacker(dark, position.light, position.crowned, place)
        if taken & position.crowned:
            return True
        after = (occupied ^ origin | 1 << place) & ~taken
        ways = self.movement.ways_of(position.crowned.bit_length() - 1)
        return all(way & after for way, _ in ways) or self.capture.imprisons(
            dark, position.light & ~taken, position.crowned
        )

    def _where_he_falls(self, position: Position) -> int:
        """Squares where an arrival may capture or imprison the king; such moves are legal."""
        dark, light, crowned = position.dark, position.light, position.crowned
        weak = self.capture.can_fall_to_one(crowned)
        if not weak and self.capture.open_sides(dark, light, crowned) > _CLOSABLE:
            return 0
        if self.capture.imprisons(dark, light, crowned):  # any move completes this
            return self.movement.geometry.all
        around = self.movement.geometry.neighbours[crowned.bit_length() - 1]
        return around | self.movement.geometry.beside(around & light)
