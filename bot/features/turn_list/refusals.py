"""Refusals of turn lists."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class TurnListNo(AnyNo):
    """Reasons of this feature only."""

    TOO_MANY_TURN_LISTS = auto()  # limit
