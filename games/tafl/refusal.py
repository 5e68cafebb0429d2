"""Why a Tablut move may not be made: the first thing in its way, as a player would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import FREE, Side
from games.errors import Illegal, Why
from games.tafl.board import BOARD, CORNERS, THRONE, Man
from games.tafl.rules import Gait

if TYPE_CHECKING:
    from games.core import Arm, Move, Point, Position
    from games.tafl.game import Tablut


def refusal(game: Tablut, position: Position, move: Move) -> Illegal:
    """The reason with its points. Asks for a move that is not legal; answers for no other."""
    return (
        _not_a_move(game, position, move)
        or _not_his_man(position, move[0])
        or _on_the_way(game, position, BOARD.index[move[0]], BOARD.index[move[1]])
        or Illegal(Why.LEAVES_WAY, *game.leaves_way(position, move)[0])
    )


def _not_a_move(game: Tablut, position: Position, move: Move) -> Illegal | None:
    if game.verdict(position):
        return Illegal(Why.OVER)
    strangers = [point for point in move if point not in BOARD.index]
    if strangers:
        return Illegal(Why.OFF_BOARD, *strangers)
    if len(move) != 2:  # noqa: PLR2004  from and to
        return Illegal(Why.NOT_TWO_POINTS, *move)
    return None


def _not_his_man(position: Position, origin: Point) -> Illegal | None:
    if position[origin] == FREE:
        return Illegal(Why.NOTHING_THERE, origin)
    if not position.men(position.turn) >> BOARD.index[origin] & 1:
        return Illegal(Why.NOT_YOUR_MAN, origin)
    return None


def _on_the_way(game: Tablut, position: Position, origin: int, target: int) -> Illegal | None:
    if origin == target:
        return Illegal(Why.STAYS, BOARD.points[origin])
    man = _man(position, origin)
    arm, reach = _arm(game, man, origin, target)
    if target not in arm:
        return Illegal(Why.NOT_IN_LINE, BOARD.points[origin], BOARD.points[target])
    closed = game.movement.closed(man, origin, position.dark)
    stops = game.movement.stops(man, origin, position.dark)
    for step, place in enumerate(arm[: arm.index(target) + 1], start=1):
        bit = 1 << place
        if (position.dark | position.light) & bit:
            return Illegal(Why.IN_THE_WAY, BOARD.points[place])
        if step > reach:
            return Illegal(Why.TOO_FAR, BOARD.points[target])
        if bit & (~stops if place == target else closed):
            return Illegal(_barrier(bit, last=place == target), BOARD.points[place])
    return None


def _man(position: Position, place: int) -> Man:
    if position.crowned >> place & 1:
        return Man.KING
    return Man.ATTACKER if position.turn is Side.DARK else Man.DEFENDER


def _arm(game: Tablut, man: Man, origin: int, target: int) -> tuple[Arm, int]:
    """The direction that holds the target, and how far the man goes in it."""
    arms = BOARD.arms[origin]
    reach = len(BOARD.ranks)
    if man is Man.KING:
        own = game.movement.king_arms(origin)
        reach = max(map(len, own))
        if game.rules.gait is Gait.STEPS:
            arms = (*own, *arms)
    return next((arm for arm in arms if target in arm), ()), reach


def _barrier(bit: int, *, last: bool) -> Why:
    if bit & THRONE:
        return Why.THRONE_STOP if last else Why.THRONE_PASS
    return Why.CORNER if bit & CORNERS else Why.CAMP
