"""Who is taken by a man that has just moved, and whether the king is shut in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Side, places
from games.tafl.board import BOARD, CAMPS, CORNERS, NEIGHBOURS, THRONE, Man

if TYPE_CHECKING:
    from games.core import Position
    from games.tafl.rules import Rules

# From each square, in each direction: the man beside it, and the anvil straight across him.
_PINCERS = tuple(
    tuple((1 << arm[0], 1 << arm[1]) for arm in arms if len(arm) > 1) for arms in BOARD.arms
)
_FOUR_SIDES = 4


class Capture:
    """The captures of one rule set."""

    def __init__(self, rules: Rules) -> None:
        self._king_captures = rules.king_captures
        zones = ((THRONE, rules.throne), (CORNERS, rules.corners), (CAMPS, rules.camps))
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
        if not NEIGHBOURS[place] & enemies:
            return 0
        victim_kind = Man.DEFENDER if mover is Side.DARK else Man.ATTACKER
        captors = moved.men(mover)
        if not self._king_captures:
            captors &= ~moved.crowned
        anvils = captors | self._crushes[victim_kind] & ~(moved.dark | moved.light)
        taken = 0
        for victim, anvil in _PINCERS[place]:
            if enemies & victim and anvils & anvil:
                taken |= victim
        return taken

    def king(self, moved: Position, place: int) -> bool:
        """Whether an attacker who arrived at `place` takes the king."""
        return bool(
            moved.turn is Side.DARK
            and NEIGHBOURS[place] & moved.crowned
            and not self.open_sides(moved)
        )

    def open_sides(self, position: Position) -> int:
        """How many of the king's four sides are not hostile to him."""
        around = sum(NEIGHBOURS[place] for place in places(position.crowned))
        hostile = position.dark | self._crushes[Man.KING] & ~position.light
        off_board = 0 if self._edge_crushes_king else _FOUR_SIDES - around.bit_count()
        return (around & ~hostile).bit_count() + off_board

    def imprisoned(self, position: Position) -> bool:
        """Ludens: the king, who is on the board, and exactly one soldier beside him, shut in.

        Whose move closed the ring does not matter, nor that the king could cross the konakis.
        """
        around = NEIGHBOURS[position.crowned.bit_length() - 1]
        beside = around & position.light
        if beside.bit_count() != 1 or around.bit_count() < _FOUR_SIDES:
            return False
        soldier = beside.bit_length() - 1
        others = (around | NEIGHBOURS[soldier]) & ~(beside | position.crowned)
        return not others & ~(position.dark | THRONE & ~position.light)
