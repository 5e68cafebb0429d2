"""Why a turn list is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class TurnListNo(AnyNo):
    """The reasons that this feature alone has."""

    TOO_MANY_TURN_LISTS = auto()  # limit
