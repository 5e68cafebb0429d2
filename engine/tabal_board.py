"""Tabal for searching: men as sets of bits, slides and jumps looked up by their blockers.

A point's number is its rank times seven plus its file, so one shift moves all men a step along
their lines; only on the first and last rank are neighbours two numbers apart.

Chains are followed by state (the man's point, the men captured): paths with the same captures and
the same end are one move here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.bits import bits
from engine.lookup import Lookup
from engine.tabal_grid import STRIDE
from games.core import Side, union

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.tabal_values import TabalValues
    from games.core import Arm, Board

_STEPS = (1, -1, 7, -7, 8, -8, 6, -6, 2, -2)  # from a point to the next along a line
_LANE, _LOWEST = 100, 20  # bits of a lane, and the first point's place within
_ONE_LANE = (1 << _LANE) - 1
_MOST_CHAINS = 48  # states of one man's chains in a search, besides the first chain

Jump = tuple[int, int]  # the man jumped, as a bit, and the point where the jump lands
Jumps = tuple[Jump, ...]


class Move:
    """A step, a slide or a chain.

    `order` is the search's note of the move's past success; for chains, of the captures.
    """

    __slots__ = ("delta", "order", "path", "queens", "shift", "taken")

    def __init__(
        self, shift: int, queens: int, taken: int, delta: int, path: tuple[int, ...]
    ) -> None:
        self.shift = shift  # changes among the mover's men
        self.queens = queens  # changes among the dames
        self.taken = taken
        self.delta = delta  # change in the sum of TabalValues
        self.path = path
        self.order = 0


Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A position in numbers."""

    dark: int
    light: int
    queens: int
    turn: Side
    quiet: int = 0


class SideMoves:
    """The tables of one side's men, and moves made from them."""

    def __init__(self, board: TabalBoard, side: Side) -> None:
        self._board = board
        self._worth, self._lost = board.values.worth[side], board.values.worth[side.other]
        self._far = board.grid.bits(board.far[side])
        self._forward = 1 if side is Side.LIGHT else -1
        points = board.grid.numbers
        self._steps = {1 << p: self._steps_from(p) for p in points}
        self._slides = {1 << p: self._slides_from(p) for p in points}
        self._jumps: dict[tuple[int, int, int, int], Move] = {}  # chains of a single jump

    # Tables ------------------------------------------------------------------------------------

    def _quiet_move(self, start: int, end: int, *, queen: bool) -> Move:
        risen = not queen and self._far >> end & 1
        shift = 1 << start | 1 << end
        delta = self._worth[queen or bool(risen)][end] - self._worth[queen][start]
        return Move(shift, shift if queen else risen << end, 0, delta, (start, end))

    def _steps_from(self, point: int) -> tuple[int, Lookup[Moves]]:
        """A man's steps, forward and sideways."""
        ends = [
            arm[0]
            for arm in self._board.grid.arms[point]
            if (arm[0] // STRIDE - point // STRIDE) * self._forward >= 0
        ]
        moves = [self._quiet_move(point, end, queen=False) for end in ends]
        free = [(1 << end, move) for end, move in zip(ends, moves, strict=True)]

        def make(blockers: int) -> Moves:
            return tuple(move for bit, move in free if not blockers & bit)

        return sum(bit for bit, _ in free), Lookup(make)

    def _slides_from(self, point: int) -> tuple[tuple[int, Lookup[Moves]], ...]:
        """A dame's slides, one table per line."""
        tables: list[tuple[int, Lookup[Moves]]] = []
        for line in self._board.grid.rays[point]:
            moves = {end: self._quiet_move(point, end, queen=True) for arm in line for end in arm}
            tables.append((sum(1 << end for end in moves), Lookup(partial(_slide, line, moves))))
        return tuple(tables)

    # Moves -------------------------------------------------------------------------------------

    def quiet_moves(self, mine: int, theirs: int, queens: int) -> list[Move]:
        """All steps and slides."""
        moves: list[Move] = []
        occupied = mine | theirs
        steps, slides = self._steps, self._slides
        men = mine & ~queens
        while men:
            bit = men & -men
            men ^= bit
            mask, table = steps[bit]
            moves += table[occupied & mask]
        men = mine & queens
        while men:
            bit = men & -men
            men ^= bit
            for mask, table in slides[bit]:
                moves += table[occupied & mask]
        return moves

    def captures(self, mine: int, theirs: int, queens: int) -> list[Move]:
        """The chains of all men, one per set of captured men and end point."""
        chains: list[Move] = []
        board, occupied = self._board, mine | theirs
        men = mine & ~queens
        if men:
            men = board.takers(men, theirs, occupied)
        while men:
            bit = men & -men
            men ^= bit
            self._chains(bit.bit_length() - 1, theirs, occupied ^ bit, queens, chains)
        men = mine & queens
        size, flights = board.size, board.flights
        while men:
            bit = men & -men
            men ^= bit
            point = bit.bit_length() - 1
            for mask, table in flights[point]:
                near = theirs & mask
                if near and table[near << size | occupied & mask]:
                    self._chains(point, theirs, occupied ^ bit, queens, chains)
                    break
        return chains

    def _chains(
        self, start: int, theirs: int, occupied: int, queens: int, chains: list[Move]
    ) -> None:
        queen = bool(queens >> start & 1)
        jumps, known = self._board.jumps, self._jumps
        stack: list[tuple[int, int, tuple[int, ...]]] = []
        seen: set[tuple[int, int]] = set()
        for victim, landing in jumps(start, theirs, occupied, queen=queen):
            seen.add((landing, victim))
            if jumps(landing, theirs & ~victim, occupied, queen=queen):
                stack.append((landing, victim, (start, landing)))
                continue
            key = start, landing, victim, queens & (1 << start | victim)
            single = known.get(key)
            if single is None:
                single = known[key] = self.chain((start, landing), victim, queens)
            chains.append(single)
        while stack:
            here, taken, path = stack.pop()
            further = jumps(here, theirs & ~taken, occupied, queen=queen)
            if not further:
                chains.append(self.chain(path, taken, queens))
                if len(seen) > _MOST_CHAINS:
                    return
                continue
            for victim, landing in further:
                state = (landing, taken | victim)
                if state not in seen:
                    seen.add(state)
                    stack.append((landing, taken | victim, (*path, landing)))

    def chain(self, path: tuple[int, ...], taken: int, queens: int) -> Move:
        """The chain along this path."""
        start, end = path[0], path[-1]
        queen = bool(queens >> start & 1)
        risen = not queen and self._far >> end & 1
        shift = 1 << start ^ 1 << end
        delta = self._worth[queen or bool(risen)][end] - self._worth[queen][start]
        for victim in bits(taken):
            delta -= self._lost[queens >> victim & 1][victim]
        changed = (shift if queen else risen << end) ^ queens & taken
        move = Move(shift, changed, taken, delta, path)
        move.order = -taken.bit_count() - 2 * (taken & queens).bit_count()
        return move


class TabalBoard:
    """The tables of Tabal, with the values that a search adds up along its moves."""

    def __init__(self, board: Board, values: TabalValues) -> None:
        self.grid = grid = values.grid
        self.values = values
        self.size = grid.size
        self.far = {Side.LIGHT: board.ranks[0], Side.DARK: board.ranks[-1]}
        self.leaps = {p: self._leaps(p) for p in grid.numbers}
        self.flights = {p: self._flights(p) for p in grid.numbers}
        # All directions of a jump at once, one lane of bits each: a product puts the men, their
        # neighbours and the points behind into every lane.
        lanes = [(step, _LANE * i + _LOWEST) for i, step in enumerate(_STEPS)]
        self._here = union(1 << lane for _, lane in lanes)
        self._beside = union(1 << lane - step for step, lane in lanes)
        self._behind = union(1 << lane - 2 * step for step, lane in lanes)
        self._room = union(self._with_room(step) << lane for step, lane in lanes)
        self.of = {side: SideMoves(self, side) for side in Side}

    # Tables ------------------------------------------------------------------------------------

    def _leaps(self, point: int) -> tuple[int, int, Lookup[Jumps]]:
        """A man's jumps, by the enemies beside him (shifted up) and the men behind them."""
        pairs = [(1 << arm[0], arm[1]) for arm in self.grid.arms[point] if len(arm) > 1]
        size = self.size

        def make(key: int) -> Jumps:
            return tuple(
                (victim, landing)
                for victim, landing in pairs
                if key >> size & victim and not key >> landing & 1
            )

        victims, landings = 0, 0
        for victim, landing in pairs:
            victims |= victim
            landings |= 1 << landing
        return victims, landings, Lookup(make)

    def _flights(self, point: int) -> tuple[tuple[int, Lookup[Jumps]], ...]:
        """A dame's jumps, one table per line."""
        return tuple(
            (
                sum(1 << end for arm in line for end in arm),
                Lookup(partial(_flight, line, self.size)),
            )
            for line in self.grid.rays[point]
        )

    def _with_room(self, step: int) -> int:
        """Points followed by two more on a line, each this many numbers further."""
        return sum(
            1 << point
            for point, arms in self.grid.arms.items()
            if any(arm[:2] == (point + step, point + 2 * step) for arm in arms)
        )

    # Captures ----------------------------------------------------------------------------------

    def jumps(self, here: int, theirs: int, occupied: int, *, queen: bool) -> Sequence[Jump]:
        """Each enemy that can be jumped from here, with each landing point behind."""
        size = self.size
        if not queen:
            victims, landings, table = self.leaps[here]
            return table[(theirs & victims) << size | occupied & landings]
        jumps: list[Jump] = []
        for mask, table in self.flights[here]:
            jumps += table[(theirs & mask) << size | occupied & mask]
        return jumps

    def takers(self, men: int, theirs: int, occupied: int) -> int:
        """The men among these that can jump."""
        free = self.grid.full ^ occupied
        lanes = theirs * self._beside & free * self._behind & men * self._here & self._room
        takers = 0
        while lanes:  # rare: most positions have none
            takers |= lanes & _ONE_LANE
            lanes >>= _LANE
        return takers >> _LOWEST

    def paths(self, start: int, mine: int, theirs: int, queens: int) -> Iterator[tuple[int, ...]]:
        """Every finished chain of a man who can capture, path by path."""
        occupied = (mine | theirs) & ~(1 << start)
        queen = bool(queens >> start & 1)
        stack: list[tuple[int, int, tuple[int, ...]]] = [(start, 0, (start,))]
        while stack:
            here, taken, path = stack.pop()
            further = self.jumps(here, theirs & ~taken, occupied, queen=queen)
            if not further and taken:
                yield path
            for victim, landing in further:
                stack.append((landing, taken | victim, (*path, landing)))

    def move_along(self, state: State, path: tuple[int, ...]) -> Move:
        """The move along this path, which must be legal."""
        mine, theirs = men(state)
        if not self.of[state.turn].captures(mine, theirs, state.queens):
            return next(move for move in self.moves(state) if move.path == path)
        occupied, taken = (mine | theirs) & ~(1 << path[0]), 0
        queen = bool(state.queens >> path[0] & 1)
        for here, next_point in pairwise(path):
            jumps = self.jumps(here, theirs & ~taken, occupied, queen=queen)
            taken |= next(victim for victim, landing in jumps if landing == next_point)
        return self.of[state.turn].chain(path, taken, state.queens)

    # Moves -------------------------------------------------------------------------------------

    def moves(self, state: State) -> list[Move]:
        """Captures, which are compulsory, or all other moves if there are none."""
        mine, theirs = men(state)
        if not theirs:
            return []
        own = self.of[state.turn]
        return own.captures(mine, theirs, state.queens) or own.quiet_moves(
            mine, theirs, state.queens
        )


def men(state: State) -> tuple[int, int]:
    """The men of the side to move, and the enemy's."""
    if state.turn is Side.DARK:
        return state.dark, state.light
    return state.light, state.dark


def follow(state: State, move: Move) -> State:
    """The position after a move."""
    mine, theirs = men(state)
    mine, theirs = mine ^ move.shift, theirs & ~move.taken
    dark, light = (mine, theirs) if state.turn is Side.DARK else (theirs, mine)
    quiet = 0 if move.taken else state.quiet + 1
    return State(dark, light, state.queens ^ move.queens, state.turn.other, quiet)


def _slide(line: tuple[Arm, Arm], moves: Mapping[int, Move], blockers: int) -> Moves:
    free: list[Move] = []
    for arm in line:
        for end in arm:
            if blockers >> end & 1:
                break
            free.append(moves[end])
    return tuple(free)


def _flight(line: tuple[Arm, Arm], size: int, key: int) -> Jumps:
    """Jumps over the first man of an arm, if an enemy, to any free point before the next man."""
    enemies = key >> size
    jumps: list[Jump] = []
    for arm in line:
        met = 0
        for point in arm:
            if not key >> point & 1:
                if met:
                    jumps.append((met, point))
            elif met or not enemies >> point & 1:
                break
            else:
                met = 1 << point
    return tuple(jumps)
