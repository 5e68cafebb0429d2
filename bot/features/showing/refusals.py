"""Refusals to share a page or to remove one."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class ShowingNo(AnyNo):
    """Reasons of this feature only."""

    SHOWN_LATELY = auto()  # at: when the next page can be shared
    MAY_NOT_SHOW = auto()  # suspended
    SHOWN_LONG_AGO = auto()
    NOT_YOURS_TO_REMOVE = auto()
