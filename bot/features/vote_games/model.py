"""The values of vote games: the game that a channel plays, one person's vote."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.notation import read_move

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.times import Instant


class State(StrEnum):
    """Whether a vote game goes on."""

    RUNNING = "running"
    ASIDE = "aside"  # put aside: a vote takes it up again
    OVER = "over"


@dataclass(frozen=True, slots=True)
class VoteGame:
    """A match that a channel plays, with its newest round: the vote on one move."""

    match: int
    guild: int
    channel: int  # in which it was begun; it is played in a thread of it
    round: int = 0  # 0: there was none yet
    opened: Instant | None = None  # when it began; None: nobody can vote now
    due: Instant | None = None  # when to look at it
    votes_cast: int = 0  # in all rounds, changed votes too
    silent: int = 0  # rounds without a vote, one after the other
    votes_for: int = 0  # the channel's last move
    votes_in: int = 0  # of so many; 0: nobody voted, and the bot moved
    state: State = State.RUNNING


@dataclass(frozen=True, slots=True)
class Vote:
    """What one person votes for in one round."""

    match: int
    round: int
    player: Player
    move: str  # the points of its path, such as e5-e8
    number: int = 0  # the smaller, the earlier it was cast

    def __post_init__(self) -> None:
        """Raise GameError for what is no path."""
        read_move(self.move)
