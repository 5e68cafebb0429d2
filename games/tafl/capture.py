"""Captures: the men taken by a man that has just moved, and whether the king is shut in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import places, union
from games.tafl.geometry import geometry
from games.tafl.rules import Man

if TYPE_CHECKING:
    from games.core import Position
    from games.tafl.rules import Rules

_FOUR_SIDES = 4


class Capture:
    """The captures of one rule set. Men are sets of points, as they stand after the move."""

    def __init__(self, rules: Rules) -> None:
        self._king_captures, self._imprisonment = rules.king_captures, rules.imprisonment
        board = geometry(rules.side)
        self._neighbours, self._pincers = board.neighbours, board.pincers
        self._straight, self._throne = board.straight, board.throne
        zones = (
            (board.throne, rules.throne),
            (board.corners, rules.corners),
            (board.camp_squares, rules.camps),
        )
        self._crushes_attacker, self._crushes_defender, self._crushes_king = (
            union(squares for squares, zone in zones if man in zone.crushes)
            for man in (Man.ATTACKER, Man.DEFENDER, Man.KING)
        )
        self._edge_crushes_king = Man.KING in rules.edge_crushes

    def by_attacker(self, dark: int, light: int, crowned: int, place: int) -> int:
        """The men taken by the attacker who arrived there, the king included."""
        near = self._neighbours[place]
        taken = 0
        if near & light:
            soldiers = light & ~crowned
            if near & soldiers:
                anvils = dark | self._crushes_defender & ~light
                for victim, anvil in self._pincers[place]:
                    if soldiers & victim and anvils & anvil:
                        taken |= victim
            if near & crowned and not self.open_sides(dark, light, crowned):
                taken |= crowned
        return taken

    def by_defender(self, dark: int, light: int, crowned: int, place: int) -> int:
        """The attackers taken by the man of the king's side who arrived there."""
        taken = 0
        if self._neighbours[place] & dark and (self._king_captures or not crowned >> place & 1):
            captors = light if self._king_captures else light & ~crowned
            anvils = captors | self._crushes_attacker & ~(dark | light)
            for victim, anvil in self._pincers[place]:
                if dark & victim and anvils & anvil:
                    taken |= victim
        return taken

    def arrivals(self, position: Position, soldiers: int) -> int:
        """The free squares where an attacker who arrives may take one of these soldiers.

        Does not ask whether the anvil would be the man who arrives.
        """
        dark, light = position.dark, position.light
        anvils = dark | self._crushes_defender & ~light
        found = 0
        for place in places(soldiers):
            for ahead, behind in self._straight[place]:
                if anvils & ahead:
                    found |= behind
                if anvils & behind:
                    found |= ahead
        return found & ~(dark | light)

    def open_sides(self, dark: int, light: int, crowned: int) -> int:
        """How many of the king's four sides are not hostile to him."""
        around = self._neighbours[crowned.bit_length() - 1]
        hostile = dark | self._crushes_king & ~light
        off_board = 0 if self._edge_crushes_king else _FOUR_SIDES - around.bit_count()
        return (around & ~hostile).bit_count() + off_board

    def imprisons(self, dark: int, light: int, crowned: int) -> bool:
        """Ludens: the king, who is on the board, and exactly one soldier beside him, shut in.

        Whose move closed the ring does not matter, nor that the king could cross the konakis.
        """
        if not self._imprisonment:
            return False
        around = self._neighbours[crowned.bit_length() - 1]
        beside = around & light
        if beside.bit_count() != 1 or around.bit_count() < _FOUR_SIDES:
            return False
        soldier = beside.bit_length() - 1
        others = (around | self._neighbours[soldier]) & ~(beside | crowned)
        return not others & ~(dark | self._throne & ~light)
