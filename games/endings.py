"""How a match ends: by position, then by repetition, then by quiet plies; or by agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Reason, Ruling, Side, Verdict

if TYPE_CHECKING:
    from games.core import Game, Position


def ending(game: Game, position: Position, stood: int) -> Verdict | None:
    """The verdict by position, else by repetition, else by the limit of quiet plies."""
    endings = game.endings
    if decided := game.verdict(position):
        return decided
    if stood >= endings.times:
        return ruled(endings.repetition, position, Reason.REPETITION)
    if endings.quiet_limit is not None and position.quiet >= endings.quiet_limit:
        return ruled(endings.quiet, position, Reason.QUIET)
    return None


def ruled(ruling: Ruling, position: Position, reason: Reason) -> Verdict:
    """The verdict under this ruling."""
    if ruling is Ruling.COUNT:
        return Verdict(_stronger(position), reason)
    return Verdict(Side.DARK if ruling is Ruling.DARK_WINS else None, reason)


def _stronger(position: Position) -> Side | None:
    """The side with more men; if equal, with more crowned men; None if still equal."""
    dark, light = (
        (men.bit_count(), (men & position.crowned).bit_count())
        for men in (position.dark, position.light)
    )
    if dark == light:
        return None
    return Side.DARK if dark > light else Side.LIGHT
