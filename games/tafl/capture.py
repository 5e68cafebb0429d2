"""Captures: the men captured by a man who has just moved, and whether the king is imprisoned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import places, union
from games.tafl.geometry import geometry
from games.tafl.rules import Man, Strength
from games.tafl.shieldwall import walled

if TYPE_CHECKING:
    from games.core import Position
    from games.tafl.rules import Rules

_FOUR_SIDES = 4


class Capture:
    """The captures of one rule set. Men are sets of points, as after the move."""

    def __init__(self, rules: Rules) -> None:
        board = geometry(rules.side)
        self.shieldwall = rules.shieldwall
        self._king_captures, self._imprisonment = rules.king_captures, rules.imprisonment
        self._neighbours, self._pincers, self._rims = board.neighbours, board.pincers, board.rims
        self._straight, self._throne = board.straight, board.throne
        # Squares where the king is captured like a soldier.
        strong = board.throne | board.beside(board.throne)
        self._weak = board.all & ~strong if rules.king is Strength.TWO_OFF_THRONE else 0
        zones = (
            (board.throne, rules.throne),
            (board.corners, rules.corners),
            (board.camp_squares, rules.camps),
        )
        self._attacker, self._defender, self._king = (
            (
                union(squares for squares, zone in zones if man in zone.crushes),
                union(squares for squares, zone in zones if man in zone.always),
            )
            for man in (Man.ATTACKER, Man.DEFENDER, Man.KING)
        )
        self._edge_crushes_king = Man.KING in rules.edge_crushes
        # A camp isn't hostile to attackers inside: these pairs need a man on the far side.
        home = board.camps if Man.ATTACKER in rules.camps.crushes else ()
        self._at_home = tuple(
            tuple(pair for pair in pairs if any(sum(pair) & ~camp == 0 for camp in home))
            for pairs in board.pincers
        )
        self._abroad = tuple(
            tuple(pair for pair in pairs if pair not in inside)
            for pairs, inside in zip(board.pincers, self._at_home, strict=True)
        )

    def by_attacker(self, dark: int, light: int, crowned: int, place: int) -> int:
        """The men captured by the attacker who arrived here, perhaps with the king."""
        near = self._neighbours[place]
        taken = 0
        if near & light:
            soldiers = light & ~crowned
            if near & soldiers:
                empty, always = self._defender
                anvils = dark | empty & ~light | always
                for victim, anvil in self._pincers[place]:
                    if soldiers & victim and anvils & anvil:
                        taken |= victim
            if self.shieldwall and self._rims[place]:
                taken |= walled(self._rims[place], dark, light) & ~crowned
            if near & crowned and self._king_falls(dark, light, crowned, place):
                taken |= crowned
        return taken

    def by_defender(self, dark: int, light: int, crowned: int, place: int) -> int:
        """The attackers captured by the defender or king who arrived here."""
        taken = 0
        if self._neighbours[place] & dark and (self._king_captures or not crowned >> place & 1):
            captors = light if self._king_captures else light & ~crowned
            empty, always = self._attacker
            anvils = captors | empty & ~(dark | light) | always
            for victim, anvil in self._abroad[place]:
                if dark & victim and anvils & anvil:
                    taken |= victim
            for victim, anvil in self._at_home[place]:
                if dark & victim and captors & anvil:
                    taken |= victim
            if self.shieldwall and self._rims[place]:
                taken |= walled(self._rims[place], light, dark)
        return taken

    def _king_falls(self, dark: int, light: int, crowned: int, place: int) -> bool:
        """Whether the attacker who arrived beside the king captures him."""
        if not crowned & self._weak:
            return not self.open_sides(dark, light, crowned)
        empty, always = self._king
        anvils = dark | empty & ~light | always
        pairs = self._pincers[place]
        return any(victim & crowned and anvils & anvil for victim, anvil in pairs)

    def squeezed(self, soldiers: int, king: int, reached: int) -> int:
        """Defenders that could be captured if attackers could stand anywhere in `reached`."""
        empty, always = self._defender
        anvils = reached | empty & ~(soldiers | king) | always
        victims = 0
        for place in places(soldiers):
            for ahead, behind in self._straight[place]:
                if (reached & ahead and anvils & behind) or (reached & behind and anvils & ahead):
                    victims |= 1 << place
        return victims

    def arrivals(self, position: Position, soldiers: int) -> int:
        """Free squares where an arriving attacker can capture one of these soldiers.

        Doesn't ask whether the second man of the capture would be the one who arrives.
        """
        dark, light = position.dark, position.light
        empty, always = self._defender
        anvils = dark | empty & ~light | always
        squares = 0
        for place in places(soldiers):
            for ahead, behind in self._straight[place]:
                if anvils & ahead:
                    squares |= behind
                if anvils & behind:
                    squares |= ahead
        return squares & ~(dark | light)

    def can_fall_to_one(self, crowned: int) -> bool:
        """Whether a single arrival can capture the king, however many of his sides are open."""
        return bool(crowned & self._weak)

    def open_sides(self, dark: int, light: int, crowned: int) -> int:
        """How many of the king's four sides are not hostile to him."""
        place = crowned.bit_length() - 1
        sides = self._neighbours[place].bit_count() if self._edge_crushes_king else _FOUR_SIDES
        return sides - self.closers(dark, light, place).bit_count()

    def closers(self, dark: int, light: int, place: int) -> int:
        """The men and squares beside this square that are hostile to a king on it."""
        empty, always = self._king
        return self._neighbours[place] & (dark | empty & ~light | always)

    def edge_closes(self, place: int) -> bool:
        """Whether the board's edge helps to capture a king on this square."""
        return self._edge_crushes_king and not self._weak >> place & 1

    def imprisons(self, dark: int, light: int, crowned: int) -> bool:
        """Whether the king and exactly one soldier beside him are shut in, as in Ludens' rules.

        The king must be on the board. Either side may have closed the ring, and the king may be
        able to cross the konakis.
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
