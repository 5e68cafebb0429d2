"""Why a request to play against the engine is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class PracticeNo(AnyNo):
    """The reasons that this feature alone has."""

    THINKING = auto()  # about what they asked before
    TOO_MANY_ENGINE_GAMES = auto()  # limit
    TOO_MANY_LATELY = auto()  # games against the engine in channels
    PRACTICE_LATELY = auto()  # the same in private
