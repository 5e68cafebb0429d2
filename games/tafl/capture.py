"""Captures: the men taken by a man that has just moved, and whether the king is shut in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Side, places
from games.tafl.geometry import geometry
from games.tafl.rules import Man

if TYPE_CHECKING:
    from games.core import Position
    from games.tafl.rules import Rules

_FOUR_SIDES = 4


class Capture:
    """The captures of one rule set."""

    def __init__(self, rules: Rules) -> None:
        self._king_captures = rules.king_captures
        board = geometry(rules.side)
        self._neighbours, self._pincers = board.neighbours, board.pincers
        self._throne = board.throne
        zones = (
            (board.throne, rules.throne),
            (board.corners, rules.corners),
            (board.camp_squares, rules.camps),
        )
        self._crushes = {
            man: sum(squares for squares, zone in zones if man in zone.crushes)
            for man in (Man.ATTACKER, Man.DEFENDER, Man.KING)
        }
        self._edge_crushes_king = Man.KING in rules.edge_crushes

    def soldiers(self, moved: Position, place: int) -> int:
        """The soldiers taken by the man who arrived there; in `moved` it is still his turn."""
        mover = moved.turn
        if moved.crowned >> place & 1 and not self._king_captures:
            return 0
        enemies = moved.men(mover.other) & ~moved.crowned
        if not self._neighbours[place] & enemies:
            return 0
        victim_kind = Man.DEFENDER if mover is Side.DARK else Man.ATTACKER
        captors = moved.men(mover)
        if not self._king_captures:
            captors &= ~moved.crowned
        anvils = captors | self._crushes[victim_kind] & ~(moved.dark | moved.light)
        taken = 0
        for victim, anvil in self._pincers[place]:
            if enemies & victim and anvils & anvil:
                taken |= victim
        return taken

    def king(self, moved: Position, place: int) -> bool:
        """Whether an attacker who arrived at `place` takes the king."""
        return bool(
            moved.turn is Side.DARK
            and self._neighbours[place] & moved.crowned
            and not self.open_sides(moved)
        )

    def open_sides(self, position: Position) -> int:
        """How many of the king's four sides are not hostile to him."""
        around = sum(self._neighbours[place] for place in places(position.crowned))
        hostile = position.dark | self._crushes[Man.KING] & ~position.light
        off_board = 0 if self._edge_crushes_king else _FOUR_SIDES - around.bit_count()
        return (around & ~hostile).bit_count() + off_board

    def imprisoned(self, position: Position) -> bool:
        """Ludens: the king, who is on the board, and exactly one soldier beside him, shut in.

        Whose move closed the ring does not matter, nor that the king could cross the konakis.
        """
        around = self._neighbours[position.crowned.bit_length() - 1]
        beside = around & position.light
        if beside.bit_count() != 1 or around.bit_count() < _FOUR_SIDES:
            return False
        soldier = beside.bit_length() - 1
        others = (around | self._neighbours[soldier]) & ~(beside | position.crowned)
        return not others & ~(position.dark | self._throne & ~position.light)
