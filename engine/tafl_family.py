"""The fast board of the wider tafl family, with its extra captures and endings.

These are squares that are hostile even when occupied, a king captured like a soldier away from the
throne, shieldwalls, encirclement and exit forts. The shieldwall rule is that of
games.tafl.shieldwall, here for all squares at once by shifts; tests/engine/test_tafl_contract keeps
the two equal.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.lookup import Lookup
from engine.tafl_board import TaflBoard
from games.core import union

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.tafl_rules import TaflRules
    from engine.tafl_values import Values

Edge = tuple[int, int, int]  # squares without corners; the shifts along the edge and inward


def needs_family_board(rules: TaflRules) -> bool:
    """Whether a rule set has any option of the wider family."""
    always = rules.always_attacker | rules.always_defender | rules.always_king
    shut = rules.shieldwall or rules.exit_fort or rules.encirclement
    return bool(always or rules.weak or rules.camps_crush_attacker or shut)


class FamilyBoard(TaflBoard):
    """A TaflBoard with the family's options."""

    def __init__(
        self, rules: TaflRules, values: Values, fort: Callable[[int, int, int], bool]
    ) -> None:
        super().__init__(rules, values)
        self._fort = fort
        self._opposite = {s: Lookup(partial(self._opposites, s)) for s in rules.name}
        self._edges = self._edges_of() if rules.shieldwall else ()
        self.two_off = bool(rules.weak)

    def _opposites(self, square: int, men: int) -> int:
        """For each man beside this square, the square on the opposite side."""
        pairs = [(square + step, square - step) for step in (1, -1, self.stride, -self.stride)]
        inside = [(one, other) for one, other in pairs if {one, other} <= set(self.rules.name)]
        return union(1 << other for one, other in inside if men >> one & 1)

    def _edges_of(self) -> tuple[Edge, ...]:
        side, w = self.rules.side, self.stride
        row = sum(1 << x for x in range(1, side - 1))
        file = sum(1 << y * w for y in range(1, side - 1))
        top = side - 1
        return (row, 1, w), (row << top * w, 1, -w), (file, w, 1), (file << top, w, -1)

    # The king ----------------------------------------------------------------------------------

    def fatal(self, king: int, dark: int, light: int) -> int:
        """Free squares where an arriving attacker captures the king."""
        rules = self.rules
        hostile = dark | rules.crush_king & ~light | rules.always_king
        around = self.around[king]
        if rules.weak >> king & 1:
            return self._opposite[king][hostile & around] & ~(dark | light)
        left = around & ~hostile
        return 0 if left & (left - 1) else (left or around) & self.full & ~(dark | light)

    def shut_in(self, king: int, dark: int, light: int) -> bool:
        """Whether the attackers have just won by enclosing the king or all defenders."""
        if self.rules.encirclement:
            return self._encircled(dark, light)
        return super().shut_in(king, dark, light)

    def _encircled(self, dark: int, light: int) -> bool:
        """Whether no defender or king can ever reach the edge past the attackers."""
        edge, w = self.rules.edge, self.stride
        free = self.full & ~dark
        reached = light
        while not reached & edge:
            further = (reached | reached << 1 | reached >> 1 | reached << w | reached >> w) & free
            if further == reached:
                return True
            reached = further
        return False

    def in_fort(self, king: int, dark: int, light: int) -> bool:
        """Whether the defenders have just won by an exit fort."""
        rules, w = self.rules, self.stride
        if not rules.exit_fort or not rules.edge >> king & 1:
            return False
        room, free = 1 << king, self.full & ~light
        while True:  # an attacker or a corner within one step breaks the room
            more = (room << 1 | room >> 1 | room << w | room >> w) & free | room
            if more & (dark | rules.corners):
                return False
            if more == room:
                return self._fort(dark, light, king)
            room = more

    # Captures of soldiers ----------------------------------------------------------------------

    def dark_captures(self, dark: int, light: int, king: int) -> int:
        """Free squares where an arriving attacker captures a soldier."""
        victims = light ^ 1 << king
        squares = self._pinched(victims, self._dark_anvils(dark, light))
        if self._edges:
            squares |= self._closing(dark, light)
        return squares & ~(dark | light) & self.full

    def light_captures(self, dark: int, light: int, king: int) -> int:
        """Free squares where an arriving defender or king captures an attacker."""
        squares = 0
        for victims, anvils in self._light_anvils(dark, light, king):
            squares |= self._pinched(victims, anvils)
        if self._edges:
            squares |= self._closing(light, dark)
        return squares & ~(dark | light) & self.full

    def taken_by_dark(self, bit: int, dark: int, light: int, king: int) -> int:
        """The soldiers captured by an attacker's arrival here; men as before the move."""
        soldiers = light ^ 1 << king
        taken = self._taken(bit, soldiers, self._dark_anvils(dark, light))
        if self._edges and bit & self.rules.edge:
            taken |= self._rows(bit, dark, light) & soldiers
        return taken

    def taken_by_light(self, bit: int, dark: int, light: int, king: int) -> int:
        """The attackers captured by the arrival here of a defender, or of an armed king."""
        taken = 0
        for victims, anvils in self._light_anvils(dark, light, king):
            taken |= self._taken(bit, victims, anvils)
        if self._edges and bit & self.rules.edge:
            taken |= self._rows(bit, light, dark)
        return taken

    def _dark_anvils(self, dark: int, light: int) -> int:
        rules = self.rules
        return dark | rules.crush_defender & ~(dark | light) | rules.always_defender

    def _light_anvils(self, dark: int, light: int, king: int) -> tuple[tuple[int, int], ...]:
        """Attackers with the anvils against them; camps don't count against attackers in camps."""
        rules = self.rules
        captors = light if self.armed else light ^ 1 << king
        zone = rules.crush_attacker & ~(dark | light) | rules.always_attacker
        if not rules.camps_crush_attacker:
            return ((dark, captors | zone),)
        camps = rules.camps
        return (dark & ~camps, captors | zone), (dark & camps, captors | zone & ~camps)

    # Shieldwalls -------------------------------------------------------------------------------

    def _closing(self, mine: int, theirs: int) -> int:
        """Squares of the edge where an arrival closes a row of two or more enemies."""
        on_edge = theirs & self.rules.edge
        if not on_edge & (on_edge - 1):
            return 0
        closing = 0
        ends = mine | self.rules.corners & ~theirs
        for edge, along, inward in self._edges:
            row = theirs & edge & _shifted(mine, -inward)
            if not row & (row - 1):
                continue
            for step in (along, -along):
                closed = row & _shifted(ends, step)
                while True:
                    more = closed | row & _shifted(closed, step)
                    if more == closed:
                        break
                    closed = more
                pairs = closed & _shifted(closed & row, step)
                closing |= _shifted(pairs, step) & edge
        return closing

    def _rows(self, bit: int, mine: int, theirs: int) -> int:
        """The rows that an arrival here on the edge closes."""
        taken = 0
        ends = mine | self.rules.corners & ~theirs
        for edge, along, inward in self._edges:
            if not bit & edge:
                continue
            members = theirs & edge & _shifted(mine, -inward)
            for step in (along, -along):
                row, last = 0, _shifted(bit, step)
                while last & members:
                    row |= last
                    last = _shifted(last, step)
                if row & (row - 1) and last & ends:
                    taken |= row
        return taken


def _shifted(squares: int, step: int) -> int:
    return squares << step if step > 0 else squares >> -step
