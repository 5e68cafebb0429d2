"""Why a request about a cup or a league is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class CupNo(AnyNo):
    """The reasons that this feature alone has."""

    NO_SUCH_CUP = auto()
    NO_LEAGUE = auto()
    CUP_IS_FULL = auto()  # limit
    JOINED_ALREADY = auto()
    NOT_RESTING = auto()
    TOO_FEW_JOINED = auto()  # limit: how many it takes
    TOO_MANY_JOINED = auto()  # limit: of cups
    TOO_MANY_CUPS = auto()  # limit: of a server
    TOO_MANY_RULES = auto()  # limit
