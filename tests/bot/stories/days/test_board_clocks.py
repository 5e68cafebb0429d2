"""The clock on a board: edited where it stands whenever it changes, once, without a ping."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LONG_TABLE
from tests.bot.stories.held import FATES, Held
from tests.bot.stories.hours import DAY, HOUR
from tests.bot.stories.table import ELSEWHERE, Table, is_board
from tests.together import together

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

DAYS = 3  # for each move


def live(table: Table) -> MessageView:
    """The one board of the game that has its buttons; it has its picture too."""
    (board,) = [message for message in table.sees() if is_board(message)]
    assert [picture.name for picture in board.pictures] == ["board.png"]
    return board


async def shows(table: Table, *said: str) -> MessageView:
    """The live board, once it says all of that."""

    def look() -> MessageView | None:
        board = live(table)
        return board if all(words in board.text for words in said) else None

    return await table.box.until(look)


async def all_edited(hours: Hours) -> None:
    """Let all clocks be edited, and time pass until those are due that wait for another board."""

    def look() -> bool:
        waiting = hours.ask("SELECT due FROM post WHERE kind = 'clock'")
        hours.set(max([hours.now, *(int(str(due)) for (due,) in waiting)]))
        return not waiting

    await hours.until(look)
    await hours.heard()


def edits(table: Table, board: MessageView) -> int:
    """How often a message was edited."""
    path = f"{table.path}/{board.id}"
    asked = [(exchange.method, exchange.path) for exchange in table.box.record.exchanges]
    return sum(method == "PATCH" and where.endswith(path) for method, where in asked)


async def test_the_board_says_who_is_away_and_when_they_are_back(
    table: Table, hours: Hours
) -> None:
    await hours.till_weekday(0, 12)
    await table.begin(days=DAYS)
    board = await table.play("e2-f2")
    old = f"<t:{hours.now + DAYS * DAY}:R>"
    assert old in board.text
    await hours.heard()
    seen = len(table.sees())
    away = (await table.birch.slash(ELSEWHERE, "tablut vacation", until="7 days")).message
    end = hours.now + 12 * HOUR + 7 * DAY  # midnight
    new = f"<t:{end + DAYS * DAY}:R>"
    shown = await shows(table, f"<@{table.birch.id}> is away until", "the clock is stopped", new)
    assert shown == board
    assert old not in shown.text
    await hours.pass_(HOUR)
    await table.birch.click(away, "I'm back")
    back = await shows(table, f"<t:{hours.now + DAYS * DAY}:R>")
    assert "away" not in back.text
    assert len(table.sees()) == seen
    await all_edited(hours)
    assert edits(table, board) == 2
    assert (await table.birch.click(back, "Move")).message.ephemeral  # its buttons work as before


async def test_an_outage_is_given_back_on_every_board(
    table: Table, other: Table, bot: BotProcess, hours: Hours
) -> None:
    await table.begin(days=DAYS)
    await other.begin(days=DAYS)
    await other.play("e2-f2")
    await hours.heard()
    since = hours.now
    await bot.kill()
    hours.set(since + 2 * DAY - 1)
    await hours.start(bot)
    for there in (table, other):
        await shows(there, f"<t:{since + (2 + DAYS) * DAY}:R>")


async def test_killed_while_it_is_edited_it_shows_the_new_time(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    await hours.till_weekday(0, 12)
    tables = {fate: Table(box, database, LONG_TABLE) for fate in FATES}
    held: dict[str, Held] = {}
    for fate, table in tables.items():
        await table.begin(days=DAYS)
        held[fate] = Held("PATCH", f"{table.path}/*", after=fate == "done")
    await hours.heard()
    for request in held.values():
        box.faults.add(request)
    deer = tables[FATES[0]].deer
    await deer.slash(ELSEWHERE, "tablut vacation", until="7 days")
    end = hours.now + 12 * HOUR + 7 * DAY
    await together(*(request.came() for request in held.values()))
    await bot.kill()
    for fate, request in held.items():
        request.let_go() if fate == "late" else request.lose()
    await hours.start(bot)
    for table in tables.values():
        await shows(table, "is away until", f"<t:{end + DAYS * DAY}:R>")
        assert len(table.boards) == 1


async def test_a_board_that_is_being_posted_shows_the_new_time_in_the_end(
    table: Table, hours: Hours
) -> None:
    await table.begin(days=DAYS)
    await hours.heard()
    held = Held("POST", table.path)
    table.box.faults.add(held)
    await table.typed(table.deer, "e2-f2")
    await held.came()  # with the time as it was
    await table.in_more(table.deer, "give")
    await table.birch.slash(ELSEWHERE, "tablut vacation", until="2 days")
    held.let_go()
    await table.board(2)
    await all_edited(hours)
    shown = live(table)
    assert "**e2-f2**" in shown.text
    assert "is away until" in shown.text
    assert [is_board(message) for message in table.boards] == [False, True]
