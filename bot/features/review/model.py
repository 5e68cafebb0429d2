"""The values of a review: the course of a game, and the moments that decided it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core import Move, Point, Side
    from games.core import Reason as Ending

WHOLE = 1000  # parts of a win: a chance is so many of them


class Reason(StrEnum):
    """Why a move decided the game; `points` of the Moment are what each speaks of."""

    MISSES_WIN = "misses-win"  # it was won on the move: where the better move ends
    LEAVES_WAY = "leaves-way"  # the king may leave at once: where he wins
    LEAVES_KING = "leaves-king"  # the king can be taken at once: where the attacker arrives
    ALLOWS_WIN = "allows-win"  # the opponent now wins by force: where their next move ends
    MISSES_FORCED = "misses-forced"  # it was won by force: where the better move ends
    LOSES_MEN = "loses-men"  # the answer takes them: the men lost
    MISSES_CAPTURE = "misses-capture"  # they could have been taken: those men
    ALLOWS_RAICHI = "allows-raichi"  # the king's answer opens ways: where he would win
    MISSES_RAICHI = "misses-raichi"  # the better move opens ways: where the king would win
    LOSES_MEN_SOON = "loses-men-soon"  # a move or two later: the men lost by then
    MISSES_MEN_SOON = "misses-men-soon"  # the better move takes them a move later: those men
    RAICHI_SOON = "raichi-soon"  # the king opens ways a move later: where he would win
    EXCHANGES = "exchanges"  # men are exchanged, and then it is worse: where the best answer ends
    LOSES_ANYWAY = "loses-anyway"  # men are lost, with the better move too: where the answer ends
    TAKES_MEN = "takes-men"  # men are taken, and then it is worse: where the best answer ends
    FREES_KING = "frees-king"  # the king gets room: where the best answer ends
    SHUTS_KING = "shuts-king"  # the king loses room: where the best answer ends
    DRAWS = "draws"  # it ended the game, drawn: nothing
    WEAKENS = "weakens"  # nothing that can be pointed at: where the best answer ends


_OF_BETTER = {
    Reason.MISSES_WIN,
    Reason.MISSES_FORCED,
    Reason.MISSES_CAPTURE,
    Reason.MISSES_RAICHI,
    Reason.MISSES_MEN_SOON,
}


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that cost much. Chances are the mover's, of WHOLE."""

    ply: int  # which move of the game, from 0
    side: Side
    played: Move
    better: Move
    before: int  # with the better move
    after: int  # as it was played
    reason: Reason
    points: tuple[Point, ...]
    line: tuple[Move, ...]  # how the better move goes on, itself first
    reply: tuple[Move, ...]  # the best that followed what was played; empty: it was over
    ways: int  # that the king had before an attackers' move, and the better move closes all
    end: Ending | None = None  # how the game ends with the line or reply that the reason speaks of
    again: tuple[int, ...] = ()  # later moves with which this side overlooked a win as well
    room: tuple[int, ...] = ()  # squares that the king can go to after the answer; and with better

    @property
    def names_better(self) -> bool:
        """Whether its reason speaks of the better move, not of what answers the one played."""
        return self.reason in _OF_BETTER


@dataclass(frozen=True, slots=True)
class Review:
    """One game."""

    version: int  # of what made it
    curve: tuple[int, ...]  # the chances of the king's side, or Light, of WHOLE: at each position
    moments: tuple[Moment, ...]  # in the order of the game
