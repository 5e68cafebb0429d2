"""Lessons: learn the games by doing, on boards of a move or two.

A lesson is no match: its position and its task are in bot/ui/words/lessons/, one source for all
languages, and its buttons carry the moves so far. `is_right` in model.py judges a move by what it
does, without the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.lessons import actions, pages
from bot.features.lessons.cases import progress_of
from bot.features.lessons.course import lessons
from bot.ui.app import Feature
from bot.ui.slots import GREETING_BUTTONS, PROFILE_LINES, RULES_BUTTONS

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
    adds=(
        PROFILE_LINES.by(_profile_lines),
        GREETING_BUTTONS.by(pages.greeting_buttons),
        RULES_BUTTONS.by(pages.rules_buttons),
    ),
)
