"""Why a request about a game against a channel is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class VoteGameNo(AnyNo):
    """The reasons that this feature alone has."""

    CHANNEL_PLAYS_ALREADY = auto()
    CHANNEL_ASKS_ALREADY = auto()
    NO_VOTES_HERE = auto()  # where no thread can be opened
    MAY_NOT_VOTE = auto()
    OPPONENT_HAS_NO_VOTE = auto()
