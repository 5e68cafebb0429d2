"""Settings of a person: each change is one transaction on what is stored at that moment."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service import settings
from bot.service.challenges import accept, challenge
from bot.service.deadlines import process_deadlines
from bot.service.model import Kind, Person, Terms
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, NOON, D

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

DAY = 86_400  # seconds


async def test_two_changes_at_once_lose_neither(parlour: Parlour) -> None:
    await asyncio.gather(
        settings.change_person(parlour.house, ANNA, lambda person: replace(person, theme="slate")),
        settings.change_person(parlour.house, ANNA, lambda person: replace(person, confirm=False)),
    )
    stored = await parlour.store.person(ANNA)
    assert stored == Person(ANNA, theme="slate", confirm=False)


async def test_a_new_reminder_counts_for_the_turn_that_runs(parlour: Parlour) -> None:
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, Terms("ludens", D, Pace(4)))
    record = await accept(parlour.house, made.id, BEN)
    parlour.hush()
    await settings.change_person(parlour.house, ANNA, lambda person: replace(person, remind=50))
    assert parlour.store.records[record.id].due == NOON  # it is to be computed again
    await process_deadlines(parlour.house, record.id, parlour.time)
    assert parlour.store.records[record.id].due == NOON + 2 * DAY
    parlour.time += 2 * DAY
    await process_deadlines(parlour.house, record.id, parlour.time)
    assert [post.kind for post in parlour.said()] == [Kind.REMINDER]


async def test_the_language_of_a_person_who_plays_is_remembered(parlour: Parlour) -> None:
    await settings.note_language(parlour.house, ANNA, "fr")
    assert await parlour.store.person(ANNA) == Person(ANNA)
    await parlour.begun()
    await settings.note_language(parlour.house, ANNA, "fr")
    assert await parlour.store.person(ANNA) == Person(ANNA, heard="fr")
