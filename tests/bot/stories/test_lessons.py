"""The lessons from the first to the last by taps, as the bot really runs: with kills between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.lessons.course import COURSES, lessons, record_of
from bot.features.lessons.model import answer_to, is_right
from bot.service.usual import DEFAULT_RULES
from bot.ui.words import words_of
from tests.bot.stories.practising import named
from tests.bot.stories.spoken import pattern

if TYPE_CHECKING:
    from bot.features.lessons.model import Lesson
    from bot.ui.words import Words
    from games.core import Move
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


def ids(message: MessageView, verb: str) -> list[str]:
    """The buttons that do this."""
    custom_ids = [button.custom_id or "" for button in message.buttons]
    return [custom_id for custom_id in custom_ids if custom_id.startswith(f"k:{verb}:")]


async def play(who: Player, message: MessageView, path: Move) -> MessageView:
    """Play along these points by taps: the whole move, or the man and then the rest of it."""
    onward = ["-".join(path[count:]) for count in range(len(path))]
    for _ in path:
        parts = [(named(b.label), str(b.custom_id)) for b in message.buttons]
        whole = [press for part, press in parts if part in onward and "k:lesson-move:" in press]
        if whole:
            return (await who.click(message, whole[0])).message
        (man,) = [press for part, press in parts if part == path[0] and "k:lesson:" in press]
        message = (await who.click(message, man)).message
    pytest.fail(f"no button for {path}")


def wrong(lesson: Lesson) -> Move:
    """A first move that does not do what is asked for."""
    match = record_of(lesson, 0).match
    moves = match.game.moves(match.position)
    return next(
        move for move in moves if not is_right(lesson.tasks[0], record_of(lesson, 0, move).match)
    )


async def do(who: Player, message: MessageView, lesson: Lesson, words: Words) -> MessageView:
    """A wrong move, and then all that is asked for."""
    message = await play(who, message, wrong(lesson))
    assert "-".join(wrong(lesson)) in message.text
    message = (await who.click(message, words("lesson.again"))).message
    line: list[Move] = []
    for number, task in enumerate(lesson.tasks, start=1):
        message = await play(who, message, task.example)
        assert words(f"lesson.{lesson.name}.{number}.yes") in message.text
        line.append(task.example)
        if answer := answer_to(task, record_of(lesson, 0, *line).match):
            line.append(answer)
            message = (await who.click(message, words("lesson.go-on"))).message
    return message


def done(table: Table, who: Player) -> set[object]:
    """The lessons that the database knows as done."""
    asked = "SELECT name FROM lesson WHERE player = ? AND done IS NOT NULL"
    return {name for (name,) in table.ask(asked, int(who.id))}


async def test_both_courses_are_done_by_taps_with_a_kill_between_two_lessons(
    table: Table, bot: BotProcess, speaker: Player, language: str
) -> None:
    who, words = speaker, words_of(language)
    message = (await who.slash(table.where, "tablut learn")).message
    so_far = set[str]()
    tablut = f"k:practice:1:{DEFAULT_RULES}.0"
    for course, names in COURSES.items():
        for name in names:
            assert pattern(words, f"lesson.{name}.1.do").search(message.text)
            message = await do(who, message, lessons()[name], words)
            so_far.add(name)
            assert done(table, who) == so_far
            if name in {"raichi", "jump"}:
                await bot.kill()
                await bot.start()
            onward = ids(message, "lesson") or ids(message, "lessons")
            message = (await who.click(message, onward[0])).message
        assert words(f"lesson.end.{course}", count=len(names)) in message.text
        if course == "tablut":
            assert ids(message, "practice") == [tablut]
            message = (await who.click(message, ids(message, "lessons")[0])).message
            message = (await who.click(message, ids(message, "lesson")[0])).message
    assert ids(message, "practice") == ["k:practice:1:tabal.0"]
    game = await who.click(message, "k:practice:1:tabal.0")
    assert game.message.pictures
    running = 'SELECT rules FROM "match" WHERE ? IN (dark, light) AND reason IS NULL'
    assert table.ask(running, int(who.id)) == [("tabal",)]
    again = (await who.slash(table.where, "tablut learn")).message
    assert words("lesson.end.tabal", count=3) in again.text
    message = (await who.click(again, ids(again, "lessons")[0])).message
    await who.click(message, tablut)  # the game of Tabal, without a move, gives way
    assert table.ask(running, int(who.id)) == [(DEFAULT_RULES,)]
    assert table.sees() == []


async def test_one_may_skip_and_goes_on_where_one_was(table: Table) -> None:
    who = table.birch
    message = (await who.slash(table.where, "tablut learn")).message
    assert "Lesson 1 of 7" in message.text
    message = (await who.click(message, "Skip")).message
    assert "Lesson 2 of 7" in message.text
    message = (await who.slash(table.where, "tablut learn")).message
    assert "Lesson 2 of 7" in message.text
    message = (await who.click(message, "All lessons")).message
    assert "lessons: 0 of 7" in message.text
    message = (await who.select(message, "k:lesson-at", "escape")).message
    message = await do(who, message, lessons()["escape"], words_of("en"))
    assert done(table, who) == {"escape"}
    assert "Next: Capture a piece" in [button.label for button in message.buttons]


async def test_a_page_of_rules_is_tried_and_comes_back(table: Table) -> None:
    who, words = table.deer, words_of("en")
    message = (await who.slash(table.where, "tablut rules", rules="copenhagen")).message
    while "The shieldwall" not in message.text:
        message = (await who.click(message, words("turn.next"))).message
    page = message.text
    message = (await who.click(message, "Try it")).message
    message = await do(who, message, lessons()["shieldwall"], words)
    assert done(table, who) == {"shieldwall"}
    message = (await who.click(message, "Back to the rules")).message
    assert message.text == page
