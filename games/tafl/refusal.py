"""Why a tafl move isn't legal: the first obstacle, as a player would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import FREE, Side
from games.errors import Illegal, Why
from games.tafl.rules import Gait, Man

if TYPE_CHECKING:
    from games.core import Arm, Move, Point, Position
    from games.tafl.geometry import Geometry
    from games.tafl.movement import Movement


def refusal(movement: Movement, position: Position, move: Move) -> Illegal | None:
    """The reason, with its points; None if the man can go there.

    Doesn't ask whether the match is over, nor what the move would leave behind.
    """
    index = movement.board.index
    strangers = [point for point in move if point not in index]
    if strangers:
        return Illegal(Why.OFF_BOARD, *strangers)
    if len(move) != 2:  # noqa: PLR2004  from and to
        return Illegal(Why.NOT_TWO_POINTS, *move)
    return _not_his_man(position, move[0]) or _on_the_way(
        movement, position, index[move[0]], index[move[1]]
    )


def _not_his_man(position: Position, origin: Point) -> Illegal | None:
    if position[origin] == FREE:
        return Illegal(Why.NOTHING_THERE, origin)
    if not position.men(position.turn) >> position.board.index[origin] & 1:
        return Illegal(Why.NOT_YOUR_MAN, origin)
    return None


def _on_the_way(movement: Movement, position: Position, origin: int, target: int) -> Illegal | None:
    points = movement.board.points
    if origin == target:
        return Illegal(Why.STAYS, points[origin])
    man = _man(position, origin)
    arm, reach = _arm(movement, man, origin, target)
    if target not in arm:
        return Illegal(Why.NOT_IN_LINE, points[origin], points[target])
    closed = movement.closed(man, origin, position.dark)
    stops = movement.stops(man, origin, position.dark)
    for step, place in enumerate(arm[: arm.index(target) + 1], start=1):
        bit = 1 << place
        if (position.dark | position.light) & bit:
            return Illegal(Why.IN_THE_WAY, points[place])
        if step > reach:
            return Illegal(Why.TOO_FAR, points[target])
        if bit & (~stops if place == target else closed):
            return Illegal(_barrier(movement.geometry, bit, last=place == target), points[place])
    return None


def _man(position: Position, place: int) -> Man:
    if position.crowned >> place & 1:
        return Man.KING
    return Man.ATTACKER if position.turn is Side.DARK else Man.DEFENDER


def _arm(movement: Movement, man: Man, origin: int, target: int) -> tuple[Arm, int]:
    """The direction that holds the target, and the man's reach in squares."""
    arms = movement.board.arms[origin]
    reach = movement.geometry.side
    if man is Man.KING:
        king_arms = movement.king_arms(origin)
        reach = max(map(len, king_arms))
        if movement.rules.gait is Gait.STEPS:
            arms = (*king_arms, *arms)
    return next((arm for arm in arms if target in arm), ()), reach


def _barrier(geometry: Geometry, bit: int, *, last: bool) -> Why:
    if bit & geometry.throne:
        return Why.THRONE_STOP if last else Why.THRONE_PASS
    return Why.CORNER if bit & geometry.corners else Why.CAMP
