"""Refusals of reviews."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class ReviewNo(AnyNo):
    """Reasons of this feature only."""

    NO_REVIEW = auto()  # limit: the fewest moves of a game for a review
    NO_REVIEWS_HERE = auto()  # the host has turned the engine off
    REVIEW_UNDER_WAY = auto()
