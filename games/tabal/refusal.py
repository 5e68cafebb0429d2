"""Why a Tabal move isn't legal: the first obstacle, as a player would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import FREE
from games.errors import Illegal, Why
from games.tabal.board import BOARD
from games.tabal.jumps import landings, taken_on, takers
from games.tabal.movement import quiet_moves

if TYPE_CHECKING:
    from games.core import Arm, Move, Point, Position

_JUMP = 2  # points that a man jumps


def refusal(position: Position, move: Move) -> Illegal | None:
    """The reason, with its points; None for a legal move. Doesn't ask whether the match is over."""
    return _not_a_move(position, move) or _not_legal(position, move)


def _not_a_move(position: Position, move: Move) -> Illegal | None:
    strangers = [point for point in move if point not in BOARD.index]
    if strangers or len(move) < 2:  # noqa: PLR2004  from and to
        return Illegal(Why.OFF_BOARD, *strangers) if strangers else Illegal(Why.STAYS, *move)
    if position[move[0]] == FREE:
        return Illegal(Why.NOTHING_THERE, move[0])
    if not position.men(position.turn) >> BOARD.index[move[0]] & 1:
        return Illegal(Why.NOT_YOUR_MAN, move[0])
    return None


def _not_legal(position: Position, move: Move) -> Illegal | None:
    path = tuple(BOARD.index[point] for point in move)
    taken = taken_on(position, path)
    if taken:
        further = _further(position, path, taken)
        return Illegal(Why.CHAIN_GOES_ON, *further) if further else None
    if move in quiet_moves(position, path[0]):
        must = takers(position)
        return Illegal(Why.MUST_CAPTURE, *BOARD.named(must)) if must else None
    return _first_fault(position, move)


def _first_fault(position: Position, move: Move) -> Illegal:
    """The fault of the first leg that isn't a jump; the path must have such a leg."""
    path = tuple(BOARD.index[point] for point in move)
    if move[:2] in quiet_moves(position, path[0]):
        return Illegal(Why.ENDS_THERE, *move[:3])
    jumped = 1  # points of the path reached by jumping
    while taken_on(position, path[: jumped + 1]):
        jumped += 1
    return _leg(position, path[: jumped + 1])


def _leg(position: Position, path: tuple[int, ...]) -> Illegal:
    """Why the path's last leg is impossible."""
    start, end = path[-2:]
    name = BOARD.points
    arm = next((arm for arm in BOARD.arms[start] if end in arm), ())
    if not arm:
        why = Why.STAYS if start == end else Why.NO_LINE
        return Illegal(why, *dict.fromkeys((name[start], name[end])))
    way = arm[: arm.index(end) + 1]
    if len(way) > _JUMP and not position.crowned >> path[0] & 1:
        return Illegal(Why.TOO_FAR, name[end])
    taken = taken_on(position, path[:-1]) or 0
    if blocker := _blocker(position, path[0], taken, way):
        return Illegal(Why.IN_THE_WAY, blocker)
    if taken:  # a chain continues only by jumps
        further = _further(position, path[:-1], taken)
        if further:
            return Illegal(Why.CHAIN_GOES_ON, *further)
        return Illegal(Why.CHAIN_ENDS, name[start], name[end])
    return Illegal(Why.BACKWARD if len(way) == 1 else Why.TOO_FAR, name[end])


def _further(position: Position, path: tuple[int, ...], taken: int) -> tuple[Point, ...]:
    """The points that the chain can go to from its last point."""
    return tuple(BOARD.points[place] for place in landings(position, path, taken))


def _blocker(position: Position, origin: int, taken: int, way: Arm) -> Point | None:
    """The first man in the way; the second, if the first alone could be jumped."""
    occupied = (position.dark | position.light) & ~(1 << origin)
    men = [place for place in way if occupied >> place & 1]
    prey = position.men(position.turn.other) & ~taken
    jumped = men[1:] and prey >> men[0] & 1
    return BOARD.points[men[1 if jumped else 0]] if men else None
