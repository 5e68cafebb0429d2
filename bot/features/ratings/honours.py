"""Achievements: each is earned once per person, in a rated game, and announced once.

Invariant: an achievement is written in the transaction that ends the game; the store keeps the
first of a kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.core import Reason, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.times import Instant

    Feat = tuple[Player, "Mark"]

UPSET = 200  # points by which the opponent was stronger
QUICK = 30  # plies within which the king was captured
FRIENDS = 10  # games with the same person
_TUICHI = "tuichi"


class Mark(StrEnum):
    """The kinds of achievements."""

    TUICHI = "tuichi"  # the king had two ways out at once
    UPSET = "upset"  # won against a player stronger by 200 points
    QUICK = "quick"  # captured the king in under 30 plies
    FRIENDS = "friends"  # ten games with the same person


@dataclass(frozen=True, slots=True)
class Honour:
    """An achievement that a person has earned."""

    player: Player
    mark: Mark
    match: int
    at: Instant


def feats(record: Record) -> tuple[Feat, ...]:
    """Return the achievements that a finished game's moves can earn."""
    return tuple(_feats(record))


def _feats(record: Record) -> Iterator[Feat]:
    """Yield the achievements that a game's moves earned its players."""
    match, verdict = record.match, record.match.verdict
    if any(_is_tuichi(record, number) for number in range(len(match.plies))):
        yield record.light, Mark.TUICHI
    taken = verdict and verdict.reason is Reason.KING_TAKEN and verdict.winner is Side.DARK
    if taken and len(match.plies) < QUICK:
        yield record.dark, Mark.QUICK


def _is_tuichi(record: Record, number: int) -> bool:
    callout = record.match.callout_after(number + 1)
    return callout is not None and callout.name == _TUICHI
