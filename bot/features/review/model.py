"""The values of a review: the course of a game, and the moments that decided it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core import Move, Point, Side
    from games.core import Reason as Ending

WHOLE = 1000  # a certain win: chances are parts of it


class Reason(StrEnum):
    """Why a move decided the game; each also says the meaning of the Moment's `points`."""

    MISSES_WIN = "misses-win"  # missed an immediate win: where the better move ends
    LEAVES_WAY = "leaves-way"  # lets the king escape at once: where he wins
    LEAVES_KING = "leaves-king"  # lets the king be captured at once: where the attacker arrives
    ALLOWS_WIN = "allows-win"  # gives the opponent a forced win: where their next move ends
    MISSES_FORCED = "misses-forced"  # missed a forced win: where the better move ends
    LOSES_MEN = "loses-men"  # the reply captures pieces: those
    MISSES_CAPTURE = "misses-capture"  # missed a capture: those pieces
    ALLOWS_RAICHI = "allows-raichi"  # the king's reply opens ways out: where he would win
    MISSES_RAICHI = "misses-raichi"  # the better move opens ways out: where the king would win
    LOSES_MEN_SOON = "loses-men-soon"  # pieces lost a move or two later: those
    MISSES_MEN_SOON = "misses-men-soon"  # the better move captures a move later: those pieces
    RAICHI_SOON = "raichi-soon"  # the king opens ways out a move later: where he would win
    EXCHANGES = "exchanges"  # a bad exchange of pieces: where the best reply ends
    LOSES_ANYWAY = "loses-anyway"  # pieces lost even after the better move: where the reply ends
    TAKES_MEN = "takes-men"  # captures, but the position gets worse: where the best reply ends
    FREES_KING = "frees-king"  # the king gets room: where the best reply ends
    SHUTS_KING = "shuts-king"  # the king loses room: where the best reply ends
    DRAWS = "draws"  # ended the game in a draw: no points
    WEAKENS = "weakens"  # no clear reason: where the best reply ends


_OF_BETTER = {
    Reason.MISSES_WIN,
    Reason.MISSES_FORCED,
    Reason.MISSES_CAPTURE,
    Reason.MISSES_RAICHI,
    Reason.MISSES_MEN_SOON,
}


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that cost much. Chances are the mover's, out of WHOLE."""

    ply: int  # the number of the game's move, from 0
    side: Side
    played: Move
    better: Move
    before: int  # chance with the better move
    after: int  # chance after the played move
    reason: Reason
    points: tuple[Point, ...]
    line: tuple[Move, ...]  # the better move and how play continues
    reply: tuple[Move, ...]  # the best replies to the played move; empty: the game was over
    ways: int  # king's ways out before an attackers' move, all blocked by the better move
    end: Ending | None = None  # the end of the game by the reason's line or reply
    again: tuple[int, ...] = ()  # later moves with which this side missed a win again
    room: tuple[int, ...] = ()  # the king's squares after the reply; and after the better move

    @property
    def names_better(self) -> bool:
        """Whether the reason is about the better move, not about the reply to the played one."""
        return self.reason in _OF_BETTER


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one game."""

    version: int  # of its maker
    # The chances of the king's side, or Light, out of WHOLE: at each position; or empty.
    curve: tuple[int, ...]
    moments: tuple[Moment, ...]  # in the order of the game
