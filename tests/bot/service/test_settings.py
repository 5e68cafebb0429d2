"""Settings of a person: each change is one transaction on what is stored at that moment."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.challenges import Terms
from bot.model.people import Person
from bot.model.posts import ReminderPost
from bot.service import settings
from bot.service.challenges import accept, make_challenge
from bot.service.due_matches import process_due_match
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, NOON, D

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

DAY = 86_400  # seconds


async def test_two_changes_at_once_lose_neither(parlour: Parlour) -> None:
    await asyncio.gather(
        settings.change_person(
            parlour.services, ANNA, lambda person: replace(person, theme="slate")
        ),
        settings.change_person(
            parlour.services, ANNA, lambda person: replace(person, confirm=False)
        ),
    )
    stored = await parlour.store.people.person(ANNA)
    assert stored == Person(ANNA, theme="slate", confirm=False)


async def test_a_new_reminder_counts_for_the_turn_that_runs(parlour: Parlour) -> None:
    challenge, _ = await make_challenge(
        parlour.services, HERE, ANNA, BEN, Terms("ludens", D, Pace(4))
    )
    record = await accept(parlour.services, challenge.id, BEN)
    parlour.hush()
    await settings.change_person(parlour.services, ANNA, lambda person: replace(person, remind=50))
    assert parlour.records[record.id].due == NOON  # to be computed again
    await process_due_match(parlour.services, record.id, parlour.time)
    assert parlour.records[record.id].due == NOON + 2 * DAY
    parlour.time += 2 * DAY
    await process_due_match(parlour.services, record.id, parlour.time)
    assert [type(post) for post in parlour.said()] == [ReminderPost]


async def test_the_language_of_a_person_who_plays_is_remembered(parlour: Parlour) -> None:
    await settings.note_language(parlour.services, ANNA, "fr")
    assert await parlour.store.people.person(ANNA) == Person(ANNA)
    await parlour.begun(ANNA, BEN)
    await parlour.asked(CARL)
    for player in (ANNA, CARL):
        await settings.note_language(parlour.services, player, "fr")
        assert await parlour.store.people.person(player) == Person(player, heard="fr")
