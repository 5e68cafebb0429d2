"""Lessons: the games learned by doing, on boards of a move or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.lessons import actions, pages
from bot.features.lessons.cases import progress_of
from bot.features.lessons.course import lessons
from bot.ui.app import Feature

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.service.services import Services
    from bot.ui.app import Lines


async def _profile_lines(services: Services, player: Player) -> Lines:
    progress = await progress_of(services, player)
    done = len(progress.done.intersection(lessons()))
    return lambda words: [words("profile.lessons", count=done)] if done else []


FEATURE = Feature(
    name="lessons",
    commands=(actions.commands,),
    actions=(actions,),
    profile_lines=_profile_lines,
    greeting_buttons=pages.greeting_buttons,
    rules_buttons=pages.rules_buttons,
)
