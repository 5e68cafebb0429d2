"""Refusals of lessons."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class LessonNo(AnyNo):
    """Reasons of this feature only."""

    NO_SUCH_LESSON = auto()
