"""Lessons in the store: the ones that a person did and skipped."""

from __future__ import annotations

import doctest
from typing import TYPE_CHECKING

from bot.features.lessons import model
from bot.features.lessons.cases import finish, progress_of, skip
from bot.features.lessons.course import lessons
from bot.features.lessons.feature import FEATURE
from bot.features.lessons.model import Progress, Taken
from bot.features.lessons.tables import LessonTables
from bot.store.check import check
from bot.store.store import open_store
from bot.ui.app import Features
from bot.ui.slots import PROFILE_LINES
from bot.ui.words import words_of
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import ANNA, BEN
from tests.bot.store.spoil import spoil

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.store import Store
    from tests.bot.service.parlour import Parlour


async def test_what_was_skipped_may_be_done_and_what_was_done_stays_so(store: Store) -> None:
    tables = LessonTables(store.database)
    assert await tables.of(ANNA) == Progress()
    await tables.keep(Taken(ANNA, "take"))
    assert await tables.of(ANNA) == Progress(frozenset(), frozenset({"take"}))
    for at in (100, 200):
        await tables.keep(Taken(ANNA, "take", at))
    await tables.keep(Taken(ANNA, "take"))
    assert await tables.of(ANNA) == Progress(frozenset({"take"}))
    assert await tables.of(BEN) == Progress()
    rows = await store.database.rows("SELECT * FROM lesson")
    assert [tuple(row) for row in rows] == [(ANNA, "take", 100)]


async def test_what_a_person_learned_is_theirs_and_goes_with_them(store: Store) -> None:
    tables = LessonTables(store.database)
    await tables.keep(Taken(ANNA, "take", 100))
    await tables.keep(Taken(ANNA, "raichi"))
    await tables.keep(Taken(BEN, "take", 100))
    assert (await store.personal_data.of(ANNA)).features["lessons"] == [
        {"lesson": "raichi", "done": None, "skipped": True},
        {"lesson": "take", "done": "1970-01-01T00:01:40Z", "skipped": False},
    ]
    await store.personal_data.erase(ANNA, 9000)
    assert await tables.of(ANNA) == Progress()
    assert await tables.of(BEN) == Progress(frozenset({"take"}))


async def test_the_check_reads_lessons(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await LessonTables(store.database).keep(Taken(ANNA, "a-lesson-of-another-version", 100))
    assert [*check(path, EXTENSIONS)] == []
    spoil(path, "UPDATE lesson SET done = 'never'")
    told = [broken.sentence for broken in check(path, EXTENSIONS)]
    assert "a row of lesson: its done cannot be read" in told


async def test_a_lesson_is_finished_once_and_shown_in_the_profile(parlour: Parlour) -> None:
    services, lesson = parlour.services, lessons()["take"]
    words = words_of("en")
    assert list((await Features(FEATURE).lines(PROFILE_LINES, services, ANNA))(words)) == []
    await skip(services, ANNA, lessons()["raichi"])
    expected = Progress(frozenset({"take"}), frozenset({"raichi"}))
    for _ in range(2):
        assert await finish(services, ANNA, lesson) == expected
    assert await progress_of(services, ANNA) == expected
    assert list((await Features(FEATURE).lines(PROFILE_LINES, services, ANNA))(words)) == [
        "1 lesson done"
    ]


def test_the_next_lesson_is_the_first_that_is_neither_done_nor_skipped() -> None:
    course = ("a", "b", "c")
    assert Progress().next_in(course) == "a"
    skipped = Progress(frozenset({"b"}), frozenset({"a"}))
    assert skipped.next_in(course) == "c"
    assert skipped.next_in(course, after="b") == "c"
    assert skipped.next_in(course, after="c") is None
    passed_over = Progress(skipped=frozenset({"b"}))
    assert passed_over.next_in(course, after="a") == "b"
    assert doctest.testmod(model) == (0, 2)
