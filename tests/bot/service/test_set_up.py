"""One channel for everything: what is there then, once, whoever presses and how often."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.features.puzzles.tables import DailyTables
from bot.features.turn_list.model import MOST
from bot.features.turn_list.refusals import TurnListNo
from bot.features.turn_list.tables import TurnListTables
from bot.model.servers import Server
from bot.service.refusals import Refusal
from bot.service.settings import set_up, setting_entry
from tests.bot.store.model import ANNA, BEN

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

GUILD, HERE, THERE = 5, 71, 72


async def has(parlour: Parlour) -> tuple[int | None, int | None, list[int]]:
    """The channels of the news, of the puzzle, and of the pinned lists."""
    database = parlour.store.database
    lists = await TurnListTables(database).of_guild(GUILD)
    server = await parlour.store.servers.guild(GUILD)
    daily = await DailyTables(database).of(GUILD)
    assert (daily.due is None) is (daily.channel is None)
    return server.news, daily.channel, [turn_list.channel for turn_list in lists]


async def logged(parlour: Parlour) -> int:
    """The number of entries in the server's log."""
    return await parlour.store.moderation.count(GUILD)


async def test_all_is_in_the_channel_once_however_often_and_by_whom(parlour: Parlour) -> None:
    assert await has(parlour) == (None, None, [])
    await asyncio.gather(*(set_up(parlour.services, GUILD, HERE, by) for by in (ANNA, BEN, ANNA)))
    assert await has(parlour) == (HERE, HERE, [HERE])
    assert await logged(parlour) == 3  # the news, the puzzle, the list: once each
    assert len(parlour.posts) == 1  # the list


async def test_all_moves_to_another_channel_and_lists_elsewhere_stay(parlour: Parlour) -> None:
    await set_up(parlour.services, GUILD, HERE, ANNA)
    entry = setting_entry(parlour.services, GUILD, ANNA)
    await TurnListTables(parlour.store.database).choose([9], (), entry)
    await set_up(parlour.services, GUILD, THERE, ANNA)
    news, puzzle, lists = await has(parlour)
    assert (news, puzzle, {*lists}) == (THERE, THERE, {9, THERE})


async def test_where_a_part_is_refused_nothing_is_set(parlour: Parlour) -> None:
    entry = setting_entry(parlour.services, GUILD, ANNA)
    full = range(100, 100 + MOST)
    await TurnListTables(parlour.store.database).choose(full, (), entry)
    with pytest.raises(Refusal) as refused:
        await set_up(parlour.services, GUILD, HERE, ANNA)
    assert refused.value.no is TurnListNo.TOO_MANY_TURN_LISTS
    assert await has(parlour) == (None, None, [*full])
    assert await parlour.store.servers.guild(GUILD) == Server(GUILD)
