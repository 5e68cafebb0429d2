"""Lessons: /tablut learn, and the lessons' buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.features.lessons import cases, pages
from bot.features.lessons.course import COURSES, course_of, lessons
from bot.features.lessons.model import Progress, is_right
from bot.features.lessons.pages import (
    ChooseLesson,
    ListLessons,
    OpenLesson,
    OpenLessons,
    PlayInLesson,
    Sheet,
    ShowExample,
    SkipLesson,
)
from bot.features.lessons.refusals import LessonNo
from bot.service.refusals import Refusal
from bot.service.usual import DEFAULT_RULES
from bot.ui.answers import answering, if_readable, reader_of, show
from bot.ui.localised_commands import command
from bot.ui.pages.challenge import AskWhom
from bot.ui.pages.page import Button, Style
from bot.ui.pages.practice import play_button
from bot.ui.router import handles
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord import app_commands

    from bot.features.lessons.model import Lesson
    from bot.model.people import Player
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.words import Words

_FIRST = next(iter(COURSES))


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut learn."""

    @command("learn")
    async def learn(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await _go_on(app, interaction)

    return [learn]


@handles(OpenLessons)
async def learn(context: ButtonContext, _: OpenLessons) -> None:
    """Continue with the user's next lesson."""
    await _go_on(context.app, context.interaction)


async def _go_on(app: App, interaction: Interaction) -> None:
    """Open the next lesson of a course that the person has started, or the list of lessons."""
    progress = await _progress(app, interaction.user.id)
    known = progress.done | progress.skipped
    begun = [course for course, names in COURSES.items() if known.intersection(names)]
    for course in begun or [_FIRST]:
        if name := progress.next_in(COURSES[course]):
            await _open(app, interaction, OpenLesson(name), progress)
            return
    await _list(app, interaction, begun[-1], progress)


async def _progress(app: App, by: Player) -> Progress:
    """Return a person's progress; none if that can't be read, so that the lesson opens anyway."""
    return await if_readable(cases.progress_of(app.services, by), Progress())


async def _open(app: App, interaction: Interaction, press: OpenLesson, progress: Progress) -> None:
    reader = await reader_of(app, interaction)
    sheet = Sheet(_lesson(press.lesson), progress, press)
    await show(app, interaction, pages.question(sheet, reader))


async def _list(app: App, interaction: Interaction, course: str, progress: Progress) -> None:
    reader = await reader_of(app, interaction)
    await show(
        app, interaction, pages.overview(course, progress, reader, _play(app, course, reader.words))
    )


def _play(app: App, course: str, words: Words) -> Sequence[Button]:
    """Return the button to a first game: against the bot or, if it doesn't play, a friend."""
    if not app.services.plays:
        return [Button(words("greeting.challenge"), AskWhom(), Style.MAIN)]
    return [play_button(words, catalogue.TABAL if course == catalogue.TABAL else DEFAULT_RULES)]


def _lesson(name: str) -> Lesson:
    """Return the lesson with this name; refuse unknown names, such as from another version."""
    if name not in lessons():
        raise Refusal(LessonNo.NO_SUCH_LESSON)
    return lessons()[name]


@handles(ListLessons)
async def list_lessons(context: ButtonContext, press: ListLessons) -> None:
    """Show a course."""
    if press.course not in COURSES:
        raise Refusal(LessonNo.NO_SUCH_LESSON)
    progress = await cases.progress_of(context.app.services, context.by)
    await _list(context.app, context.interaction, press.course, progress)


@handles(ChooseLesson)
async def choose_lesson(context: ButtonContext, _: ChooseLesson) -> None:
    """Open the lesson chosen in the menu."""
    await open_lesson(context, OpenLesson("".join(context.chosen)))


@handles(OpenLesson)
async def open_lesson(context: ButtonContext, press: OpenLesson) -> None:
    """Open a lesson, add a point to the move, or go back."""
    progress = await _progress(context.app, context.by)
    await _open(context.app, context.interaction, press, progress)


@handles(PlayInLesson)
async def play(context: ButtonContext, press: PlayInLesson) -> None:
    """Make the move and say what it did."""
    app, lesson = context.app, _lesson(press.lesson)
    reader = await reader_of(app, context.interaction)
    sheet = Sheet(lesson, await _progress(app, context.by), press)
    ahead = pages.read_ahead(sheet, context.by)
    count = len(ahead.moves) // 2
    if not ahead.answering or ahead.path:  # forged, or from other rules
        page = pages.question(sheet, reader)
    elif not is_right(lesson.tasks[count], ahead.record.match):
        page = pages.wrong(sheet, reader, ahead.moves)
    else:
        if count + 1 == len(lesson.tasks):
            progress = await cases.finish(app.services, context.by, lesson)
            sheet = replace(sheet, progress=progress)
        page = pages.right(sheet, reader, ahead.moves)
    await show(app, context.interaction, page)


@handles(ShowExample)
async def show_example(context: ButtonContext, press: ShowExample) -> None:
    """Show a right move for the task."""
    app = context.app
    reader = await reader_of(app, context.interaction)
    progress = await _progress(app, context.by)
    sheet = Sheet(_lesson(press.lesson), progress, press)
    await show(app, context.interaction, pages.example(sheet, reader))


@handles(SkipLesson)
async def skip(context: ButtonContext, press: SkipLesson) -> None:
    """Skip to the next lesson of the course."""
    app, lesson = context.app, _lesson(press.lesson)
    progress = await cases.skip(app.services, context.by, lesson)
    course = course_of(lesson.name) or _FIRST
    names = COURSES[course]
    if name := progress.next_in(names, after=lesson.name if lesson.name in names else ""):
        await _open(app, context.interaction, OpenLesson(name), progress)
    else:
        await _list(app, context.interaction, course, progress)
