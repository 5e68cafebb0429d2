"""Why a review is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class ReviewNo(AnyNo):
    """The reasons that this feature alone has."""

    NO_REVIEW = auto()  # limit: of how many moves at least a game can be reviewed
    NO_REVIEWS_HERE = auto()  # the host wants no engine
    REVIEW_UNDER_WAY = auto()
