"""Why showing a page to all, or removing one, is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class ShowingNo(AnyNo):
    """The reasons that this feature alone has."""

    NOT_SHOWN_HERE = auto()  # the server has switched it off
    SHOWN_LATELY = auto()  # at: when something else may be shown
    MAY_NOT_SHOW = auto()  # they are barred
    SHOWN_LONG_AGO = auto()
    NOT_YOURS_TO_REMOVE = auto()
