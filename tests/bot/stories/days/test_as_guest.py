"""Konakis as a guest can't post by itself: it sends reminders and ends in private."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LOBBY
from tests.bot.stories.days.telling import reminders
from tests.bot.stories.hours import HOUR
from tests.bot.stories.test_guests import Guests

if TYPE_CHECKING:
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_a_reminder_and_a_result_reach_everybody_once(
    box: Sandbox, bot: BotProcess, hours: Hours
) -> None:
    numbers: list[int] = []
    for where in (LOBBY, None):  # in a server without us, and between two friends
        guests = Guests(box, hours.database, where)
        await guests.begin(days=1)
        numbers.append(max(guests.numbers))
    await hours.heard()
    await bot.kill()  # it forgets where it may answer
    await hours.start(bot)
    await hours.pass_(27 * HOUR)
    homes = {who: who.dm(box.bot) for who in (guests.birch, guests.cairn)}
    told = reminders(guests.birch.sees(homes[guests.birch]))
    for number in numbers:
        assert sum(f"game {number}" in message.text for message in told) == 1
    assert reminders(guests.cairn.sees(homes[guests.cairn])) == []
    await hours.pass_(9 * HOUR)
    for who, home in homes.items():
        lost = [message for message in who.sees(home) if "the game got going" in message.text]
        for number in numbers:
            assert sum(f"game {number}" in message.text for message in lost) == 1
