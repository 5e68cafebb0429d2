"""Tafl for searching: men as sets of bits, slides looked up by their blockers.

A position is three numbers: the attackers, the defenders with their king, and the king's square.
Tables made once per rule set answer the search's questions: where men can go, on which free squares
an arrival captures, on which it captures the king, and how many ways he has.

A moving man still counts on the square he leaves, which is harmless: that square is never the anvil
of his own capture, since the victim would have stood in his path.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from engine.lookup import Lookup
from engine.tafl_rules import reach_of
from games.core import union

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine.tafl_rules import Arm, TaflRules
    from engine.tafl_values import Values
    from games.core import Point

_FAR = 1 << 200  # beyond every board: never occupied


class Move:
    """One man's slide. `order` is the search's note of the move's past success."""

    __slots__ = ("bit", "delta", "order", "origin", "path", "shift", "start", "to")

    def __init__(self, start: int, to: int, delta: int, path: tuple[Point, Point]) -> None:
        self.origin = 1 << start
        self.bit = 1 << to
        self.shift = self.origin | self.bit
        self.start = start
        self.to = to
        self.delta = delta  # change in the sum of Values
        self.path = path
        self.order = 0


Moves = tuple[Move, ...]
# The number of his ways after a move: look up the blockers within the mask.
Probe = tuple[int, Lookup[int], Move]
KingEntry = tuple[Moves, int, int, int, int, tuple[Probe, ...], int]  # the king along one line:
MOVES: Final = 0  # his moves
ENDS: Final = 1  # their targets
WAYS: Final = 2  # the number of directions in which he wins
WAYSET: Final = 3  # the squares where a man would stop that
FREEDOM: Final = 4  # the value of his freedom
PROBES: Final = 5  # a probe for each of his moves
PROBED: Final = 6  # the squares that the probes examine
Slides = tuple[int, Lookup[Moves], int, Lookup[Moves]]  # mask and table of the rank, of the file
Arrivals = Callable[[int, int, int], list[Move]]  # targets, men, all men
Origins = tuple[int, Lookup[int], int, Lookup[int]]
KingSlides = tuple[int, Lookup[KingEntry], int, Lookup[KingEntry]]


class TaflBoard:
    """The tables of one rule set, with the values that a search adds up along its moves."""

    def __init__(self, rules: TaflRules, values: Values) -> None:
        self.rules = rules
        self.values = values
        self.stride = rules.stride
        self.full = rules.full
        self.armed = rules.king_captures
        self.two_off = False  # whether two men can capture the king on some square
        squares = tuple(rules.name)
        self._moves: dict[tuple[int, int, int], Move] = {}
        self.attackers = {
            1 << s: self._slides(s, rules.attackers, values.attacker) for s in squares
        }
        self.defenders = {
            1 << s: self._slides(s, rules.defenders, values.defender) for s in squares
        }
        self._probes: dict[tuple[int, bool], tuple[int, Lookup[int]]] = {}
        self.king = {s: self._king_slides(s) for s in squares}
        reach, reached = reach_of(rules.attackers), reach_of(rules.defenders)
        to_attackers = {s: self._origins(s, reach) for s in squares}
        to_defenders = {s: self._origins(s, reached) for s in squares}
        # Slides to any of some free squares: call with these squares, the men, and all men.
        self.dark_arrivals = _arrivals(to_attackers, self._into(values.attacker))
        self.soldier_arrivals = _arrivals(to_defenders, self._into(values.defender))
        self.dark_can_arrive = _can_arrive(to_attackers)
        self.cross = {s: masks[0] | masks[2] for s, masks in self.king.items()}
        self.around = {s: self._around(s) for s in squares}
        self.soft = tuple((camp, _FAR << 8 + i) for i, camp in enumerate(rules.soft))
        self._camps = sum(rules.soft)
        self._softened = Lookup(lambda dark: sum(bit for camp, bit in self.soft if camp & dark))
        # The king's squares from which ways can be stopped without standing in them: attackers can
        # close a camp to him, or imprison him though he could cross the throne.
        self.special = rules.full if self.soft else 0
        if rules.imprisonment:
            self.special |= sum(1 << s for s in squares if rules.beside[s] & rules.throne)

    # Tables ------------------------------------------------------------------------------------

    def _move(self, values: Mapping[int, int], origin: int, to: int) -> Move:
        key = id(values), origin, to
        if key not in self._moves:
            path = self.rules.name[origin], self.rules.name[to]
            self._moves[key] = Move(origin, to, values[to] - values[origin], path)
        return self._moves[key]

    def _into(self, values: Mapping[int, int]) -> Mapping[int, Lookup[Move]]:
        """For each square, the moves that end there, by their square of origin as a bit."""

        def make(to: int, origin: int) -> Move:
            return self._move(values, origin.bit_length() - 1, to)

        return {to: Lookup(partial(make, to)) for to in self.rules.name}

    def _slides(
        self, square: int, arms: Mapping[int, tuple[Arm, ...]], values: Mapping[int, int]
    ) -> Slides:
        lines: list[int | Lookup[Moves]] = []
        for line in self._lines(square, arms[square]):
            mask = sum(1 << to for arm in line for to, _ in arm)
            lines += [mask, Lookup(partial(self._slide, square, line, values))]
        return tuple(lines)  # pyright: ignore[reportReturnType]  two lines, two items each

    def _lines(self, square: int, arms: tuple[Arm, ...]) -> tuple[list[Arm], list[Arm]]:
        """The arms along the rank, and all others."""
        rank = [arm for arm in arms if arm and abs(arm[0][0] - square) == 1]
        return rank, [arm for arm in arms if arm and arm not in rank]

    def _slide(
        self, square: int, line: list[Arm], values: Mapping[int, int], blockers: int
    ) -> Moves:
        return tuple(
            self._move(values, square, to)
            for arm in line
            for to, stops in _free(arm, blockers)
            if stops
        )

    def _origins(self, square: int, reach: Mapping[int, int]) -> Origins:
        """Tables of the nearest squares on lines from which a man could slide here."""
        lines: list[int | Lookup[int]] = []
        for steps in ((1, -1), (self.stride, -self.stride)):
            rays = [self._ray(square, step) for step in steps]
            mask = sum(1 << s for ray in rays for s in ray)
            lines += [mask, Lookup(partial(_nearest, square, rays, reach))]
        return tuple(lines)  # pyright: ignore[reportReturnType]

    def _ray(self, square: int, step: int) -> list[int]:
        ray: list[int] = []
        while (square := square + step) in self.rules.name:
            ray.append(square)
        return ray

    def _king_slides(self, square: int) -> KingSlides:
        soft = sum(_FAR << 8 + i for i in range(len(self.rules.soft)))
        lines: list[int | Lookup[KingEntry]] = []
        rank, rest = self._lines(square, self.rules.king[square])
        for line in (rank, rest):
            mask = sum(1 << to for arm in line for to, _ in arm)
            make = partial(self._king_slide, square, line, along=line is rank)
            lines += [mask | soft if line else 0, Lookup(make)]
        return tuple(lines)  # pyright: ignore[reportReturnType]

    def _king_slide(self, square: int, line: list[Arm], blockers: int, *, along: bool) -> KingEntry:
        rules = self.rules
        barred = sum(camp for i, camp in enumerate(rules.soft) if blockers >> (208 + i) & 1)
        blockers |= barred if rules.soft_cross else 0
        moves: list[Move] = []
        directions = ways = 0
        for arm in line:
            passed = won = 0
            for to, stops in _free(arm, blockers):
                passed |= 1 << to
                if not stops or barred >> to & 1:
                    continue
                moves.append(self._move(self.values.king, square, to))
                if rules.goals >> to & 1 and not won:
                    won = passed
            directions += bool(won)
            ways |= won
        reach = sum(move.bit for move in moves)
        probes = tuple((*self._probe(move.to, along=along), move) for move in moves)
        probed = union(mask for mask, _, _ in probes)
        freedom = self.values.freedom(len(moves))
        return tuple(moves), reach, directions, ways, freedom, probes, probed

    def _probe(self, square: int, *, along: bool) -> tuple[int, Lookup[int]]:
        """The ways of a king who came here along a rank, or otherwise, and had none before.

        A rook finds no ways on the line he came along.
        """
        key = square, along
        if key not in self._probes:
            rank_mask, along_rank, file_mask, along_file = self.king[square]
            if self.rules.king_rook:
                rank_mask, file_mask = (0, file_mask) if along else (rank_mask, 0)

            def make(blockers: int) -> int:
                ways = along_rank[blockers & rank_mask][2] if rank_mask else 0
                return ways + (along_file[blockers & file_mask][2] if file_mask else 0)

            self._probes[key] = rank_mask | file_mask, Lookup(make)
        return self._probes[key]

    def _around(self, square: int) -> int:
        """The king's four sides; sides off the board count as squares that are always empty."""
        beside = self.rules.beside[square]
        missing = 0 if self.rules.edge_crushes_king else 4 - beside.bit_count()
        return beside | (_FAR << missing) - _FAR

    def known_moves(self) -> Iterable[Move]:
        """Every move made so far."""
        return self._moves.values()

    # The king ----------------------------------------------------------------------------------

    def softened(self, dark: int) -> int:
        """Stand-in bits for the camps that attackers close to the king."""
        return self._softened[dark & self._camps]

    def king_entries(self, king: int, dark: int, light: int) -> tuple[KingEntry, KingEntry]:
        """The king's slides as if it were his turn."""
        blockers = dark | light | (self.softened(dark) if self.soft else 0)
        rank_mask, along_rank, file_mask, along_file = self.king[king]
        return along_rank[blockers & rank_mask], along_file[blockers & file_mask]

    def ways(self, king: int, dark: int, light: int) -> int:
        """The number of directions in which the king would win."""
        rank, file = self.king_entries(king, dark, light)
        return rank[WAYS] + file[WAYS]

    def fatal(self, king: int, dark: int, light: int) -> int:
        """Free squares where an arriving attacker captures the king."""
        around = self.around[king]
        left = around & ~(dark | self.rules.crush_king & ~light)
        if left & (left - 1):
            return 0
        return (left or around) & self.full & ~(dark | light)

    def ring(self, king: int, dark: int) -> int:
        """The number of the king's sides not closed by attackers or hostile squares."""
        return (self.around[king] & ~(dark | self.rules.crush_king)).bit_count()

    def twice(self, king: int, dark: int, light: int) -> int:
        """The number of squares where a king without a way would have one after his next move."""
        bare = (dark | light) ^ 1 << king
        if self.soft:
            bare |= self.softened(dark)
        rank_mask, along_rank, file_mask, along_file = self.king[king]
        count = 0
        for probe, ways, _ in along_rank[bare & rank_mask][5] + along_file[bare & file_mask][5]:
            if ways[bare & probe]:
                count += 1
        return count

    def shut_in(self, king: int, dark: int, light: int) -> bool:
        """Whether the attackers have just won by enclosing the king or all defenders."""
        return self.rules.imprisonment and self.imprisoned(king, dark, light)

    def in_fort(self, king: int, dark: int, light: int) -> bool:  # noqa: ARG002  see FamilyBoard
        """Whether the defenders have just won by an exit fort."""
        return False

    def _gap(self, king: int, dark: int, light: int) -> int | None:
        """The square where an attacker would imprison the king: 0 for none, None for any."""
        around = self.rules.beside[king]
        soldier = around & light
        if not soldier or soldier & (soldier - 1) or self.rules.edge >> king & 1:
            return 0
        others = (around | self.rules.beside[soldier.bit_length() - 1]) & ~(soldier | 1 << king)
        missing = others & ~(dark | self.rules.throne & ~light)
        if not missing:
            return None
        return 0 if missing & (missing - 1) else missing

    def imprisoned(self, king: int, dark: int, light: int) -> bool:
        """Whether the king and exactly one soldier beside him are enclosed, as in Ludens' rules."""
        return self._gap(king, dark, light) is None

    # Captures of soldiers ----------------------------------------------------------------------

    def dark_captures(self, dark: int, light: int, king: int) -> int:
        """Free squares where an arriving attacker captures a soldier."""
        free = self.full & ~(dark | light)
        return self._pinched(light ^ 1 << king, dark | self.rules.crush_defender & free) & free

    def light_captures(self, dark: int, light: int, king: int) -> int:
        """Free squares where an arriving defender or king captures an attacker."""
        free = self.full & ~(dark | light)
        captors = light if self.armed else light ^ 1 << king
        return self._pinched(dark, captors | self.rules.crush_attacker & free) & free

    def _pinched(self, victims: int, anvils: int) -> int:
        """Squares where an arrival presses a victim against an anvil."""
        w = self.stride
        return (
            (victims & anvils >> 1) >> 1
            | (victims & anvils << 1) << 1
            | (victims & anvils >> w) >> w
            | (victims & anvils << w) << w
        )

    def taken_by_dark(self, bit: int, dark: int, light: int, king: int) -> int:
        """The soldiers captured by an attacker's arrival here; men as before the move."""
        anvils = dark | self.rules.crush_defender & ~(dark | light)
        return self._taken(bit, light ^ 1 << king, anvils)

    def taken_by_light(self, bit: int, dark: int, light: int, king: int) -> int:
        """The attackers captured by the arrival here of a defender, or of an armed king."""
        captors = light if self.armed else light ^ 1 << king
        return self._taken(bit, dark, captors | self.rules.crush_attacker & ~(dark | light))

    def _taken(self, bit: int, victims: int, anvils: int) -> int:
        w = self.stride
        return (
            victims & bit << 1 & anvils >> 1
            | victims & bit >> 1 & anvils << 1
            | victims & bit << w & anvils >> w
            | victims & bit >> w & anvils << w
        )

    # Moves -------------------------------------------------------------------------------------

    def dark_moves(self, dark: int, light: int) -> list[Move]:
        """The slides of all attackers."""
        return _all(self.attackers, dark, dark | light)

    def special_moves(self, dark: int, light: int, king: int, wayset: int) -> list[Move]:
        """The attackers' slides that stop all of a king's ways, or imprison him.

        For rule sets where ways can be stopped without standing in them.
        """
        opened = sum(camp for camp, _ in self.soft if not camp & dark)
        gap = self._gap(king, dark, light) if self.rules.imprisonment else 0
        if gap is None:  # any move will do if the ring is already closed
            moves = self.dark_moves(dark, light)
        else:
            occupied = dark | light
            moves = self.dark_arrivals((wayset | opened | gap) & ~occupied, dark, occupied)
        return [move for move in moves if self._stops(move, dark, light, king)]

    def _stops(self, move: Move, dark: int, light: int, king: int) -> bool:
        after, left = dark ^ move.shift, light & ~self.taken_by_dark(move.bit, dark, light, king)
        return not self.ways(king, after, left) or self.shut_in(king, after, left)

    def soldier_moves(self, dark: int, light: int, king: int) -> list[Move]:
        """The slides of all defenders; the king's are in his entries."""
        return _all(self.defenders, light & ~(1 << king), dark | light)


def _arrivals(tables: Mapping[int, Origins], into: Mapping[int, Lookup[Move]]) -> Arrivals:
    """Make a function that finds the men's slides to any of some free targets."""

    def arrivals(targets: int, men: int, occupied: int) -> list[Move]:
        moves: list[Move] = []
        while targets:
            lowest = targets & -targets
            targets ^= lowest
            to = lowest.bit_length() - 1
            rank_mask, along_rank, file_mask, along_file = tables[to]
            origins = (along_rank[occupied & rank_mask] | along_file[occupied & file_mask]) & men
            if origins:
                moves_here = into[to]
                while origins:
                    origin = origins & -origins
                    origins ^= origin
                    moves.append(moves_here[origin])
        return moves

    return arrivals


def _can_arrive(tables: Mapping[int, Origins]) -> Callable[[int, int, int], bool]:
    """Make a function that tells whether any of the men can slide to a target."""

    def can_arrive(targets: int, men: int, occupied: int) -> bool:
        while targets:
            lowest = targets & -targets
            targets ^= lowest
            rank_mask, along_rank, file_mask, along_file = tables[lowest.bit_length() - 1]
            if (along_rank[occupied & rank_mask] | along_file[occupied & file_mask]) & men:
                return True
        return False

    return can_arrive


def _all(tables: Mapping[int, Slides], men: int, occupied: int) -> list[Move]:
    moves: list[Move] = []
    while men:
        lowest = men & -men
        men ^= lowest
        rank_mask, along_rank, file_mask, along_file = tables[lowest]
        moves += along_rank[occupied & rank_mask]
        moves += along_file[occupied & file_mask]
    return moves


def _free(arm: Arm, blockers: int) -> Iterator[tuple[int, bool]]:
    """The squares of an arm before the first blocker."""
    for to, stops in arm:
        if blockers >> to & 1:
            return
        yield to, stops


def _nearest(square: int, rays: list[list[int]], reach: Mapping[int, int], blockers: int) -> int:
    """The first man on each ray, if he can slide to this square."""
    origins = 0
    for ray in rays:
        first = next((s for s in ray if blockers >> s & 1), None)
        if first is not None and reach[first] >> square & 1:
            origins |= 1 << first
    return origins
