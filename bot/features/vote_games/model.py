"""The values of vote games: a channel's game, and one person's vote."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.notation import read_move

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.times import Instant


class State(StrEnum):
    """The state of a vote game."""

    RUNNING = "running"
    ASIDE = "aside"  # paused: a vote resumes the game
    OVER = "over"


@dataclass(frozen=True, slots=True)
class VoteGame:
    """A channel's match, with its newest round: the vote on one move."""

    match: int
    guild: int
    channel: int  # where it started; it is played in a thread of this channel
    round: int = 0  # 0: none yet
    opened: Instant | None = None  # when it opened; None: nobody can vote now
    due: Instant | None = None  # when to look at the game
    votes_cast: int = 0  # in all rounds, including changed votes
    silent: int = 0  # rounds in a row without a vote
    votes_for: int = 0  # for the channel's last move
    votes_in: int = 0  # of so many; 0: nobody voted, and the bot moved
    state: State = State.RUNNING


@dataclass(frozen=True, slots=True)
class Vote:
    """A person's vote in a round."""

    match: int
    round: int
    player: Player
    move: str  # the points of its path, such as e5-e8
    number: int = 0  # lower numbers were cast earlier

    def __post_init__(self) -> None:
        """Raise GameError if the move isn't a path."""
        read_move(self.move)
