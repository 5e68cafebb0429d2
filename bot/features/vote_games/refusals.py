"""Refusals about vote games."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class VoteGameNo(AnyNo):
    """Reasons of this feature only."""

    CHANNEL_PLAYS_ALREADY = auto()
    CHANNEL_ASKS_ALREADY = auto()
    NO_VOTES_HERE = auto()  # no thread can be opened here
    MAY_NOT_VOTE = auto()
    OPPONENT_HAS_NO_VOTE = auto()
