"""Permainan Tabal, ready to play: steps, slides, compulsory chains, promotion."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from games.core import Endings, Position, Reason, Ruling, Side, Step, Verdict, places
from games.errors import Clash, Contradiction, Fault, Illegal, Unreadable, Why
from games.tabal.board import BOARD, DARK_START, FAR_RANK, LIGHT_START
from games.tabal.jumps import chains, landings, taken_on, takers
from games.tabal.movement import quiet_moves
from games.tabal.refusal import refusal
from games.tabal.rules import to_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from games.core import Callout, Mark, Move, Point
    from games.tabal.rules import Rules

_MOST = 16  # men per side
MOST_MOVES = 2000  # at the start of a match; a dame among scattered men can have 200,000


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
        """The men at the start; `first` goes first if the rule set leaves that open."""
        begins = first or self.rules.first
        if begins is None:
            raise Contradiction(Clash.LOT, self.name)
        if self.rules.first not in (None, begins):
            raise Contradiction(Clash.NO_LOT, self.name, self.rules.first)
        return Position(BOARD, DARK_START, LIGHT_START, 0, begins)

    def check(self, position: Position) -> None:
        """Refuse too many men, men who should have been promoted, and a tangle of moves."""
        for side in Side:
            men = position.men(side)
            if men.bit_count() > _MOST:
                raise Unreadable(Fault.CROWD, men.bit_count(), _MOST)
            for point in BOARD.named(men & ~position.crowned & FAR_RANK[side]):
                raise Unreadable(Fault.MISPLACED, point)
        for turn in Side:
            moves = self.moves_from(replace(position, turn=turn))
            if next(islice(moves, MOST_MOVES, None), None):
                raise Unreadable(Fault.TANGLE, MOST_MOVES)

    def moves(self, position: Position) -> Sequence[Move]:
        """Every legal move: capturing chains if there are any, else steps and slides."""
        return list(self.moves_from(position))

    def moves_from(self, position: Position, path: Move = ()) -> Iterator[Move]:
        """Legal moves that begin with this path, computed one by one as needed."""
        if not self.choices(position, path):
            if self.legal(position, path):
                yield path
            return
        must = takers(position)
        men = (BOARD.index[path[0]],) if path else places(must or position.men(position.turn))
        for place in men:
            if must:
                yield from chains(position, place, tuple(BOARD.index[point] for point in path))
            else:
                yield from quiet_moves(position, place)

    def choices(self, position: Position, path: Move = ()) -> tuple[Point, ...]:
        """Points that can be touched next after `path`; doesn't list all moves.

        >>> from games.catalogue import game
        >>> tabal = game("tabal")
        >>> tabal.choices(tabal.start(Side.LIGHT), ("c4",))
        ('c5',)
        """
        if not position.men(position.turn.other) or any(p not in BOARD.index for p in path):
            return ()
        touched = tuple(BOARD.index[point] for point in path)
        if touched and not position.men(position.turn) >> touched[0] & 1:
            return ()
        if len(path) > 1:
            taken = taken_on(position, touched)
            further = landings(position, touched, taken) if taken else ()
        else:
            further = self._first(position, *touched)
        return tuple(dict.fromkeys(BOARD.points[place] for place in further))

    def _first(self, position: Position, man: int | None = None) -> Iterable[int]:
        """Men that can move, or the first points that this man can go to."""
        must = takers(position)
        men = must or position.men(position.turn)
        if man is None:
            return (place for place in places(men) if must or quiet_moves(position, place))
        if not men >> man & 1:
            return ()
        if must:
            return landings(position, (man,), 0)
        return (BOARD.index[move[1]] for move in quiet_moves(position, man))

    def legal(self, position: Position, move: Move) -> bool:
        """Whether this is a complete legal move; doesn't list all moves."""
        return not self.verdict(position) and refusal(position, move) is None

    def must_capture(self, position: Position) -> bool:
        """Whether a capture is possible, and so compulsory."""
        return bool(position.men(position.turn.other) and takers(position))

    def play(self, position: Position, move: Move) -> Step:
        """Play the move; raise Illegal, with the reason, if the move isn't legal."""
        refused = Illegal(Why.OVER) if self.verdict(position) else refusal(position, move)
        if refused:
            raise refused
        return self._step(position, move)

    def after(self, position: Position, move: Move) -> Position:
        """The position after a move known to be legal."""
        return self._step(position, move).after

    def why_not_taken(self, position: Position, move: Move, claimed: Iterable[Point]) -> Illegal:  # noqa: ARG002  a games.core.Game
        """Why this legal move doesn't capture the claimed men."""
        return Illegal(Why.NO_SUCH_CAPTURE, *claimed)

    def _step(self, position: Position, move: Move) -> Step:
        path = tuple(BOARD.index[point] for point in move)
        taken = taken_on(position, path) or 0
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
        """The verdict: a side without men, or without a move on its turn, loses."""
        for side in (position.turn, position.turn.other):
            if not position.men(side):
                return Verdict(side.other, Reason.NO_MEN)
        if self._can_move(position):
            return None
        return Verdict(position.turn.other, Reason.NO_MOVE)

    def _can_move(self, position: Position) -> bool:
        men = position.men(position.turn)
        return bool(takers(position)) or any(quiet_moves(position, place) for place in places(men))

    def callout(self, position: Position) -> Callout | None:  # noqa: ARG002  a games.core.Game
        """Always None: Tabal has no king to call out."""
        return None

    def closers(self, position: Position, point: Point) -> tuple[Point, ...]:  # noqa: ARG002
        """Always empty: Tabal has no king."""
        return ()
