"""Without a clock: a quiet word after three days and after fourteen, and *Nudge* for who waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LONG_TABLE
from tests.bot.stories.days.telling import in_private
from tests.bot.stories.hours import DAY, HOUR
from tests.bot.stories.table import Table, is_board

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

STILL, ASKED = "it's still your turn against", "is looking forward to your move"


def nudges(seen: list[MessageView]) -> list[MessageView]:
    """Those among these messages."""
    return [message for message in seen if STILL in message.text or ASKED in message.text]


async def test_a_quiet_word_after_three_days_and_after_fourteen(table: Table, hours: Hours) -> None:
    await table.begin()
    board = await table.play("e2-f2")
    await hours.pass_(3 * DAY - 1)
    assert nudges(table.sees()) == []
    await hours.pass_(1)
    (first,) = nudges(table.sees())
    assert first.pings == {"birch"}
    assert f"/{board.id})" in first.text
    await hours.pass_(11 * DAY - 1)
    assert nudges(table.sees()) == [first]
    await hours.pass_(1)
    (second,) = nudges(table.sees())
    assert (second.pings, first.gone) == ({"birch"}, True)
    await hours.pass_(20 * DAY)
    assert nudges(table.sees()) == [second]
    assert (await table.birch.click(second, "Move")).message.ephemeral
    await table.typed(table.birch, "e4-f4")
    await table.board(3)
    await hours.heard()
    assert nudges(table.sees()) == []
    assert is_board(table.boards[-1])


async def test_who_waits_nudges_once_a_week(table: Table, hours: Hours) -> None:
    board = await table.begin()

    async def opened() -> MessageView:
        return (await table.birch.click(board, "More")).message

    async def labels() -> list[str]:
        return [button.label for button in (await opened()).buttons]

    assert "Nudge" not in await labels()
    await hours.pass_(DAY)
    assert "Nudge" not in [b.label for b in (await table.deer.click(board, "More")).message.buttons]
    menu, older = await opened(), await opened()
    assert "Done" in (await table.birch.click(menu, "Nudge")).text
    await hours.heard()
    (asked,) = nudges(table.sees())
    assert (asked.pings, ASKED in asked.text) == ({"reindeer"}, True)
    assert "once a week" in (await table.birch.click(older, "Nudge")).text
    assert "Nudge" not in await labels()
    await hours.pass_(3 * DAY)  # the word that time has for them comes after that
    (still,) = nudges(table.sees())
    assert STILL in still.text
    await table.typed(table.deer, "e2-f2")
    await table.board(2)
    await hours.heard()
    assert nudges(table.sees()) == []


async def test_it_comes_in_private_and_goes_from_there(other: Table, hours: Hours) -> None:
    in_private(hours, other)
    dm = other.deer.dm(other.box.bot)
    await other.begin()
    await hours.pass_(3 * DAY)
    assert nudges(other.sees()) == []
    (told,) = nudges(other.deer.sees(dm))
    assert told.pings == {"cairn"}
    await other.typed(other.deer, "e2-f2")
    await other.board(2)
    await hours.heard()
    assert nudges(other.deer.sees(dm)) == []


async def test_those_that_come_in_quiet_hours_are_one_message_when_these_end(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    assert bot.pid
    hours.set(hours.now - hours.now % DAY + DAY + 12 * HOUR)
    tables = [Table(box, database, LONG_TABLE, "birch", "cairn") for _ in range(2)]
    cairn = tables[0].birch
    hours.tell("INSERT OR REPLACE INTO person (id) VALUES (?)", int(cairn.id))
    for table in tables:
        await cairn.click(await table.challenge(), "Accept")
        await table.board(1)
        await table.typed(table.deer, "e2-f2")
        await table.board(2)
    await hours.heard()
    before = pinged(cairn, tables)
    quiet = "UPDATE person SET quiet_from = 10, quiet_until = 18 WHERE id = ?"
    hours.tell(quiet, int(cairn.id))
    await hours.pass_(3 * DAY + 6 * HOUR - 1)
    assert [message for message in pinged(cairn, tables) if message not in before] == []
    await hours.pass_(1)
    (told,) = [message for message in pinged(cairn, tables) if message not in before]
    assert all(f"/{table.boards[-1].id})" in told.text for table in tables)
    assert STILL not in told.text
    awake = "UPDATE person SET quiet_from = NULL, quiet_until = NULL WHERE id = ?"
    hours.tell(awake, int(cairn.id))
    for table in tables:
        await table.typed(cairn, "e4-f4")
        await table.board(3)


def pinged(who: Player, tables: list[Table]) -> list[MessageView]:
    """All that pings them there, and in private."""
    bot = tables[0].box.bot
    places = [table.where for table in tables]
    seen = [message for place in places for message in who.sees(place)]
    return [message for message in (*seen, *who.sees(who.dm(bot))) if message.pings & {"cairn"}]
