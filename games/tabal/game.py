"""Permainan Tabal, ready to play: steps, slides, compulsory chains, promotion."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from games.core import Endings, Position, Reason, Ruling, Side, Step, Verdict, places
from games.errors import Clash, Contradiction, Fault, Illegal, Unreadable, Why
from games.tabal.board import BOARD, DARK_START, FAR_RANK, LIGHT_START
from games.tabal.jumps import chains, taken_on, takers
from games.tabal.movement import quiet_moves
from games.tabal.refusal import refusal
from games.tabal.rules import to_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.core import Callout, Mark, Move, Point
    from games.tabal.rules import Rules

_MOST = 16  # men a side
MOST_MOVES = 2000  # at the start of a match; a dame among scattered men may have 200,000


class Tabal:
    """The game of one rule set; a games.core.Game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.name = rules.name
        self.board = BOARD
        self.marks: Mapping[Point, Mark] = {}
        self.endings = Endings(
            repetition=rules.repetition,
            quiet_limit=rules.quiet_limit,
            quiet=Ruling.COUNT,
            agreement=Ruling.COUNT,
        )
        self.data: Mapping[str, object] = {"game": "tabal", **to_data(rules)}

    def start(self, first: Side | None = None) -> Position:
        """Sixteen men a side, the middle rank empty; `first` is who begins where lots are drawn."""
        own = self.rules.first
        begins = first or own
        if begins is None:
            raise Contradiction(Clash.LOT, self.name)
        if own not in (None, begins):
            raise Contradiction(Clash.NO_LOT, self.name, own)
        return Position(BOARD, DARK_START, LIGHT_START, 0, begins)

    def check(self, position: Position) -> None:
        """Refuse more men than there are, men where they would have been promoted, and a tangle."""
        for side in Side:
            men = position.men(side)
            if men.bit_count() > _MOST:
                raise Unreadable(Fault.CROWD, men.bit_count(), _MOST)
            for point in BOARD.named(men & ~position.crowned & FAR_RANK[side]):
                raise Unreadable(Fault.MISPLACED, point)
        for turn in Side:
            moves = self._listed(replace(position, turn=turn))
            if next(islice(moves, MOST_MOVES, None), None):
                raise Unreadable(Fault.TANGLE, MOST_MOVES)

    def moves(self, position: Position) -> Sequence[Move]:
        """Every legal move: the chains where there is one to be taken, else steps and slides."""
        return list(self._listed(position))

    def _listed(self, position: Position) -> Iterator[Move]:
        if not position.men(position.turn.other):
            return  # decided
        must = takers(position)
        for place in places(must or position.men(position.turn)):
            yield from chains(position, place) if must else quiet_moves(position, place)

    def play(self, position: Position, move: Move) -> Step:
        """Where the move leads; raises Illegal, with why, when it may not be made."""
        refused = Illegal(Why.OVER) if self.verdict(position) else refusal(position, move)
        if refused:
            raise refused
        path = tuple(BOARD.index[point] for point in move)
        taken = taken_on(position, path) or 0
        return self._step(position, path, taken)

    def _step(self, position: Position, path: tuple[int, ...], taken: int) -> Step:
        origin, target = 1 << path[0], 1 << path[-1]
        shift = origin ^ target
        dark, light, crowned = position.dark & ~taken, position.light & ~taken, position.crowned
        if position.turn is Side.DARK:
            dark ^= shift
        else:
            light ^= shift
        crowned = (crowned ^ shift if crowned & origin else crowned) & ~taken
        promoted = bool(target & FAR_RANK[position.turn]) and not crowned & target
        crowned |= target if promoted else 0
        quiet = 0 if taken else position.quiet + 1
        after = Position(BOARD, dark, light, crowned, position.turn.other, quiet)
        return Step(after, BOARD.named(taken), promoted)

    def verdict(self, position: Position) -> Verdict | None:
        """A side without men, or without a legal move on its turn, has lost."""
        for side in (position.turn, position.turn.other):
            if not position.men(side):
                return Verdict(side.other, Reason.NO_MEN)
        if self._can_move(position):
            return None
        return Verdict(position.turn.other, Reason.NO_MOVE)

    def _can_move(self, position: Position) -> bool:
        own = position.men(position.turn)
        return bool(takers(position)) or any(quiet_moves(position, place) for place in places(own))

    def callout(self, position: Position) -> Callout | None:  # noqa: ARG002  a games.core.Game
        """There is no king here, and nothing to call."""
        return None
