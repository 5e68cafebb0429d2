"""Why a lesson is refused."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class LessonNo(AnyNo):
    """The reasons that this feature alone has."""

    NO_SUCH_LESSON = auto()
