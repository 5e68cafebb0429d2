"""Results join the channel's list of finished games after a day; what says nothing more goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LONG_TABLE
from sandbox.world import places, posting
from tests.bot.stories.days.telling import keep_boards, results
from tests.bot.stories.days.test_tournaments import DASH
from tests.bot.stories.hours import DAY, WEEK

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.message_view import MessageView
    from tests.bot.stories.hours import Hours
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def resigned(table: Table, hours: Hours) -> MessageView:
    """The result of a game in which Reindeer resigned after two moves."""
    await table.begin()
    await table.play("e2-f2", "e4-f4")
    asked = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(asked, "Yes, I resign")
    await hours.heard()
    return [message for message in table.sees() if message.pictures][-1]


def lists(table: Table) -> list[MessageView]:
    """The lists of finished games that stand in the channel."""
    return [message for message in table.sees() if message.text.startswith("**Finished games**")]


async def folded(table: Table, hours: Hours) -> MessageView:
    """The one list, a day after the newest result."""
    await hours.pass_(DAY + 60)  # and the edits that wait for others
    (shown,) = lists(table)
    return shown


async def test_a_result_joins_the_list_after_a_day(table: Table, hours: Hours) -> None:
    result = await resigned(table, hours)
    number = table.match
    await hours.pass_(DAY - 1)
    assert (result.gone, lists(table)) == (False, [])
    await hours.pass_(1)
    (shown,) = lists(table)
    line = f"**<@{table.birch.id}>** beat <@{table.deer.id}> · La Rochelle"
    assert result.gone
    assert (shown.text.splitlines()[1:], shown.pictures, shown.pings) == ([line], [], set())
    (menu,) = shown.menus
    assert menu.options == (
        f"{number} · Reindeer {DASH} Birch · La Rochelle + attackers first · 2 moves",
    )
    chosen = await table.birch.select(shown, menu.custom_id, f"k:replay:{number}")
    assert "2 moves followed" in chosen.text


async def test_the_next_ones_join_the_same_message_until_it_is_a_week_old(
    table: Table, hours: Hours
) -> None:
    await resigned(table, hours)
    first = await folded(table, hours)
    later = await resigned(table, hours)
    assert (await folded(table, hours)).id == first.id
    assert later.gone
    assert len(first.text.splitlines()) == 3
    assert str(table.match) in first.menus[0].options[0]
    await hours.pass_(WEEK)
    await resigned(table, hours)
    second = await folded(table, hours)
    assert (first.gone, len(second.text.splitlines())) == (True, 4)


async def test_a_list_that_a_person_deleted_comes_again_with_the_next_result(
    table: Table, hours: Hours
) -> None:
    await resigned(table, hours)
    first = await folded(table, hours)
    posting.delete(table.box.world, first.message)
    await resigned(table, hours)
    assert len((await folded(table, hours)).text.splitlines()) == 3


async def test_a_list_that_people_keep_is_never_reposted(table: Table, hours: Hours) -> None:
    await resigned(table, hours)
    first = await folded(table, hours)
    table.birch.react(first, "\N{PARTY POPPER}")
    await hours.pass_(WEEK)
    await resigned(table, hours)
    assert (await folded(table, hours)).id == first.id


async def test_a_challenge_is_deleted_a_day_after_its_answer(table: Table, hours: Hours) -> None:
    accepted, declined = await table.challenge(), await table.challenge()
    await table.birch.click(accepted, "Accept")
    await hours.pass_(DAY - 1)
    assert not accepted.gone
    await table.birch.click(declined, "Decline")
    await hours.pass_(1)
    assert (accepted.gone, declined.gone) == (True, False)
    await hours.pass_(DAY - 1)
    assert declined.gone


async def test_word_of_a_declined_challenge_is_deleted_after_a_week(
    table: Table, hours: Hours
) -> None:
    await table.birch.click(await table.challenge(), "Decline")
    await hours.heard()
    told = table.sees()[-1]
    assert told.pings == {"reindeer"}
    await hours.pass_(WEEK - 1)
    assert not told.gone
    await hours.pass_(1)
    assert told.gone


def reacted(table: Table, result: MessageView) -> None:
    table.birch.react(result, "\N{PARTY POPPER}")


def pinned(table: Table, result: MessageView) -> None:
    posting.pin(table.box.world, table.birch.id, result.message)


def started_thread(table: Table, result: MessageView) -> None:
    world = table.box.world
    places.thread(world, world.channel(table.where), table.birch.id, "That king!", result.message)


@pytest.mark.parametrize("act", [reacted, pinned, started_thread])
async def test_a_result_that_people_did_something_with_stays(
    act: Callable[[Table, MessageView], None], table: Table, hours: Hours
) -> None:
    result = await resigned(table, hours)
    act(table, result)
    await hours.pass_(DAY)
    assert result.pictures
    assert not result.gone
    assert lists(table) == []


async def test_a_result_that_was_deleted_is_not_listed(table: Table, hours: Hours) -> None:
    result = await resigned(table, hours)
    posting.delete(table.box.world, result.message)
    await hours.pass_(DAY)
    assert lists(table) == []


async def test_where_all_boards_are_kept_results_are_too(table: Table, hours: Hours) -> None:
    keep_boards(hours, LONG_TABLE, keeps_boards=True)
    await table.begin()
    asked = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(asked, "Yes, I resign")
    await hours.heard()
    result = table.boards[-1]
    await hours.pass_(DAY)
    assert result.pictures
    keep_boards(hours, LONG_TABLE, keeps_boards=False)


async def test_a_game_without_a_result_is_one_line_for_a_day(table: Table, hours: Hours) -> None:
    await table.begin(days=1)
    while not results(table):
        await hours.pass_(DAY // 2)
    (line,) = results(table)
    assert line.pings == {"reindeer", "birch"}
    assert line.text.startswith("**No result** between ")
    assert "Time ran out before the game got going. La Rochelle + attackers first" in line.text
    assert (line.pictures, line.buttons, len(line.text.splitlines())) == ([], [], 1)
    assert [message for message in table.sees() if message.pictures] == []
    await hours.pass_(DAY // 2)
    assert not line.gone
    await hours.pass_(DAY // 2)
    assert (line.gone, lists(table)) == (True, [])
