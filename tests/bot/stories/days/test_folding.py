"""Results become lines after a day, and games without a result are lines at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LONG_TABLE
from sandbox.world import posting
from tests.bot.stories.days.telling import keep_boards, results
from tests.bot.stories.hours import DAY

if TYPE_CHECKING:
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
    (result,) = [message for message in table.sees() if message.pictures]
    return result


async def test_a_result_becomes_a_line_with_replay_after_a_day(table: Table, hours: Hours) -> None:
    result = await resigned(table, hours)
    await hours.pass_(DAY - 1)
    assert result.pictures
    await hours.pass_(1)
    line = f"**<@{table.birch.id}>** beat **<@{table.deer.id}>** · La Rochelle + attackers first"
    assert (result.text, result.pictures) == (f"{line}, 2 moves", [])
    assert [button.label for button in result.buttons] == ["Replay"]
    assert "2 moves followed" in (await table.birch.click(result, "Replay")).text


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


async def test_a_result_that_was_reacted_to_or_deleted_stays_so(table: Table, hours: Hours) -> None:
    liked = await resigned(table, hours)
    table.birch.react(liked, "\N{PARTY POPPER}")
    await hours.pass_(DAY)
    assert liked.pictures
    posting.delete(table.box.world, liked.message)
    deleted = await resigned(table, hours)
    posting.delete(table.box.world, deleted.message)
    before = {message.id for message in table.sees()}
    await hours.pass_(DAY)
    assert {message.id for message in table.sees()} <= before


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


async def test_a_game_without_a_result_is_one_line_without_a_picture(
    table: Table, hours: Hours
) -> None:
    await table.begin(days=1)
    await hours.pass_(5 * DAY)
    (line,) = results(table)
    assert line.pings == {"reindeer", "birch"}
    assert line.text.startswith("**No result** between ")
    assert "Time ran out before the game got going. La Rochelle + attackers first" in line.text
    assert (line.pictures, line.buttons, len(line.text.splitlines())) == ([], [], 1)
    assert [message for message in table.sees() if message.pictures] == []
