"""Due rows are processed together: one that waits or fails doesn't delay the others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.service.due_in_features import at_once, process_each_due
from bot.service.refusals import No, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.services import Services
    from tests.bot.service.parlour import Parlour

DUE = (1, 2, 3)


class Stored:
    """Three that are due, and what was put off."""

    def __init__(self) -> None:
        self.later: list[tuple[int, ...]] = []

    async def due(self, _now: int, most: int) -> Sequence[int]:
        """All three."""
        return DUE[:most]

    async def put_off(self, *put: int) -> None:
        """Note it."""
        self.later.append(put)


async def test_none_waits_for_another(parlour: Parlour) -> None:
    """An engine that thinks for one channel, say, holds up no other channel's vote."""
    all_are_looked_at = asyncio.Barrier(len(DUE))

    async def process_due(_services: Services, _number: int) -> None:
        await all_are_looked_at.wait()

    stored = Stored()
    async with asyncio.timeout(5):
        await process_each_due(parlour.services, stored, process_due)
    assert not stored.later


async def test_what_fails_is_put_off_and_told(parlour: Parlour) -> None:
    seen: list[int] = []

    async def process_due(_services: Services, number: int) -> None:
        if number == 2:
            raise OSError
        seen.append(number)

    stored = Stored()
    with pytest.raises(ExceptionGroup) as failed:
        await process_each_due(parlour.services, stored, process_due)
    assert [type(error) for error in failed.value.exceptions] == [OSError]
    assert seen == [1, 3]
    assert stored.later == [(2, parlour.time, parlour.time + 3600)]


async def test_where_players_were_faster_the_next_look_may_be(parlour: Parlour) -> None:
    async def process_due(_services: Services, _number: int) -> None:
        raise Refusal(No.BUSY)

    stored = Stored()
    await process_each_due(parlour.services, stored, process_due)
    assert stored.later == []


async def test_a_press_is_answered_whatever_its_look_refuses() -> None:
    async def look() -> None:
        raise Refusal(No.BUSY)

    await at_once(look())
