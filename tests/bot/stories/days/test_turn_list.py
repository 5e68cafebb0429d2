"""A message says whose turn it is in a channel: posted once, edited silently, never doubled."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.rest.faults import Trouble
from sandbox.rules.permissions import May
from sandbox.world import places, user_actions
from tests.bot.stories.days.test_board_clocks import edits
from tests.bot.stories.held import FATES, for_each
from tests.bot.stories.table import PATIENCE, Table
from tests.bot.stories.test_moderation import at_home, settings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.held import Fate, Killing
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")

ON, OFF = "k:set-server:turn-list:on", "k:set-server:turn-list:off"
TITLES = ("**Whose turn it is here**", "**À qui de jouer ici**")
SILENT = 1 << 12
PLAIN = 2  # a button's style
WAITING = "SELECT due FROM post WHERE lane = ?"


@pytest_asyncio.fixture(loop_scope="module")
async def home(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    assert bot.pid
    return await at_home(box, database)


@pytest_asyncio.fixture(loop_scope="module")
async def homes(box: Sandbox, bot: BotProcess, database: Path) -> Mapping[Fate, Table]:
    assert bot.pid
    return {fate: await at_home(box, database) for fate in FATES}


def lists(table: Table) -> list[MessageView]:
    """The turn lists that one sees in the channel."""
    return [message for message in table.sees() if message.text.startswith(TITLES)]


async def press(table: Table, button: str) -> MessageView:
    """The server's settings, after that was pressed there."""
    return (await table.deer.click(await settings(table), button)).message


def hurried(table: Table, hours: Hours) -> bool:
    """Let what waits of the list be due now; whether nothing waited."""
    waiting = table.ask(WAITING, f"turn list {table.where}")
    hours.set(max([hours.now, *(int(str(due)) for (due,) in waiting)]))
    return not waiting


async def listed(table: Table, hours: Hours, *said: str) -> MessageView:
    """The one list of the channel, once it says all of that and nothing of it waits."""

    def look() -> MessageView | None:
        (one, *more) = lists(table) or [None]
        assert not more
        quiet = hurried(table, hours)
        return one if one and all(line in one.text for line in said) and quiet else None

    async with asyncio.timeout(PATIENCE):
        while (turn_list := look()) is None:  # noqa: ASYNC110  the database does not tell when it changes
            await asyncio.sleep(0.02)
    return turn_list


async def none_is_on(table: Table, hours: Hours) -> None:
    """Wait until the channel has no list any more, and none is kept."""
    asked = "SELECT count(*) FROM turn_list WHERE channel = ?"
    async with asyncio.timeout(PATIENCE):
        while lists(table) or table.ask(asked, int(table.where)) != [(0,)]:
            hurried(table, hours)
            await asyncio.sleep(0.02)


def turn(table: Table, *, deer: bool) -> str:
    """The line of the game, where Reindeer or Birch is to move."""
    one, other = (table.deer, table.birch) if deer else (table.birch, table.deer)
    return f"**<@{one.id}>** to move against <@{other.id}>"


async def test_it_says_whose_turn_it_is_and_pings_no_one(home: Table, hours: Hours) -> None:
    await press(home, ON)
    empty = await listed(
        home, hours, "No game is under way here. Start one with `/tablut challenge`"
    )
    board = await home.begin(pace=2)
    shown = await listed(home, hours, turn(home, deer=True), f"/{home.where}/{board.id})")
    assert shown == empty
    assert "time runs out <t:" in shown.text
    newest = await home.play("e2-f2")
    await listed(
        home, hours, turn(home, deer=False), "[La Rochelle + attackers begin](", f"/{newest.id})"
    )
    await home.in_more(home.birch, "draw")
    deer, birch = home.deer.id, home.birch.id
    await listed(home, hours, f"**<@{deer}>** to answer an offer from <@{birch}>")
    assert (shown.pings, shown.message.flags & SILENT) == (set(), SILENT)
    asked = (await home.in_more(home.deer, "resign")).message
    await home.deer.click(asked, "Yes, I resign")
    assert await listed(home, hours, "No game is under way here.") == empty


async def test_games_in_threads_of_the_channel_are_listed_in_its_language(
    home: Table, hours: Hours
) -> None:
    places.alter(home.box.world, replace(home.box.world.guild(home.guild_id), locale="fr"))
    await press(home, ON)
    await listed(home, hours, "Aucune partie en cours ici.")
    asked = await home.challenge(thread=True)
    await home.birch.click(asked, "Accepter")
    deer, birch = home.deer.id, home.birch.id
    await listed(home, hours, f"À **<@{deer}>** de jouer contre <@{birch}>", f"/{asked.id}/")


async def test_many_changes_are_one_edit(home: Table, hours: Hours) -> None:
    await press(home, ON)
    await listed(home, hours)
    await home.begin()
    shown = await listed(home, hours, turn(home, deer=True))
    before = edits(home, shown)
    await home.play("e2-f2", "e4-f4", "f2-e2", "f4-e4", "e2-f2")
    await listed(home, hours, turn(home, deer=False))
    assert 1 <= edits(home, shown) - before <= 2


async def test_pressed_twice_it_is_posted_once_and_off_it_goes(home: Table, hours: Hours) -> None:
    shown = await settings(home)
    for _ in range(2):
        await home.deer.click(shown, ON)
    one = await listed(home, hours)
    await press(home, OFF)
    await none_is_on(home, hours)
    assert one.gone
    await home.begin()
    await home.play("e2-f2")
    await home.said()
    assert lists(home) == []


async def test_deleted_by_hand_it_is_posted_once_more_and_then_off(
    home: Table, hours: Hours
) -> None:
    await press(home, ON)
    first = await listed(home, hours)
    user_actions.erase(home.box.world, home.deer.id, first.message)
    await home.begin()
    second = await listed(home, hours, turn(home, deer=True))
    assert second != first
    user_actions.erase(home.box.world, home.deer.id, second.message)
    await home.play("e2-f2")
    await none_is_on(home, hours)
    on = next(button for button in (await settings(home)).buttons if button.custom_id == ON)
    assert on.style == PLAIN


async def test_where_the_bot_may_not_post_it_says_so_and_nothing_is_on(
    home: Table, hours: Hours
) -> None:
    shown = await settings(home)
    home.deny(May.SEND_MESSAGES)
    answer = await home.deer.click(shown, ON)
    home.deny()
    assert "Send Messages" in answer.text
    await none_is_on(home, hours)


@pytest.mark.parametrize("after", [False, True])
async def test_it_is_posted_and_edited_once_where_discord_fails(
    home: Table, hours: Hours, *, after: bool
) -> None:
    posting = home.box.faults.add(Trouble(503, "POST", home.path, after=after))
    await press(home, ON)
    await listed(home, hours)
    editing = home.box.faults.add(Trouble(503, "PATCH", f"{home.path}/*", after=after))
    await home.begin()
    await listed(home, hours, turn(home, deer=True))
    assert (posting.hits, editing.hits) == (1, 1)


async def test_killed_while_it_is_posted_there_is_one(
    killing: Killing, homes: Mapping[Fate, Table], hours: Hours
) -> None:
    for fate, home in homes.items():
        shown = await settings(home)
        await killing.at(fate, home.path, home.deer.click(shown, ON))
    await killing.now()

    async def check(home: Table) -> None:
        await listed(home, hours)
        await home.begin()
        await listed(home, hours, turn(home, deer=True))

    await for_each(homes, check)


async def test_killed_while_it_is_edited_it_says_the_newest(
    killing: Killing, homes: Mapping[Fate, Table], hours: Hours
) -> None:
    async def begin(home: Table) -> None:
        await home.begin()
        hurried(home, hours)

    shown: dict[Table, MessageView] = {}
    for home in homes.values():
        await press(home, ON)
        shown[home] = await listed(home, hours)
    for fate, home in homes.items():
        path = f"{home.path}/{shown[home].id}"
        await killing.at(fate, path, begin(home), "PATCH")
    await killing.now()

    async def check(home: Table) -> None:
        assert await listed(home, hours, turn(home, deer=True)) == shown[home]

    await for_each(homes, check)


async def test_no_number_of_an_erased_person_stays_in_it(home: Table, hours: Hours) -> None:
    await press(home, ON)
    await home.begin()
    await listed(home, hours, turn(home, deer=True))
    asked = (await home.birch.slash(home.where, "tablut mydata")).message
    shown = (await home.birch.click(asked, "k:mydata:ask")).message
    shown = (await home.birch.click(shown, "k:mydata:sure")).message
    await home.birch.click(shown, "k:mydata:erase")
    assert home.birch.id not in (await listed(home, hours, "No game is under way here.")).text
