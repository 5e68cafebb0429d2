"""Taking lessons: a person's progress, and the lessons they do or skip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.lessons.model import Taken
from bot.features.lessons.tables import LessonTables

if TYPE_CHECKING:
    from bot.features.lessons.model import Lesson, Progress
    from bot.model.people import Player
    from bot.service.services import Services


async def progress_of(services: Services, player: Player) -> Progress:
    """Return the lessons that a person has done or skipped."""
    return await LessonTables(services.store.database).of(player)


async def finish(services: Services, player: Player, lesson: Lesson) -> Progress:
    """Note that a person did a lesson; a second press changes nothing."""
    taken = Taken(player, lesson.name, services.now())
    await LessonTables(services.store.database).keep(taken)
    return await progress_of(services, player)


async def skip(services: Services, player: Player, lesson: Lesson) -> Progress:
    """Note that a person skipped a lesson."""
    await LessonTables(services.store.database).keep(Taken(player, lesson.name))
    return await progress_of(services, player)
