"""Discord answers badly, before or after it did what was asked: one message, the right state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.rest.faults import Trouble
from sandbox.sample import LONG_TABLE
from tests.bot.stories.held import Held
from tests.bot.stories.table import Table, is_board
from tests.bot.stories.test_channel import FORTY, RULES
from tests.together import together

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.process import BotProcess
    from sandbox.rest.faults import Kind
    from sandbox.server import Sandbox

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

KINDS: list[Kind] = [500, 502, 503, 504, "drop", "slow"]
EVERY: list[tuple[Kind, bool]] = [
    *((kind, after) for kind in KINDS for after in (False, True)),
    (429, False),
]
FEW: list[tuple[Kind, bool]] = [(502, False), (502, True), ("drop", False), ("drop", True)]
CALLBACK = "/interactions/*/callback"


@pytest_asyncio.fixture(loop_scope="module")
async def tables(box: Sandbox, bot: BotProcess, database: Path) -> list[Table]:
    """One for each fault, so that what fails can be waited for together."""
    assert bot.pid
    return [Table(box, database, LONG_TABLE) for _ in EVERY]


async def test_the_answer_to_a_move_fails(box: Sandbox, table: Table) -> None:
    await table.begin(rules=RULES)
    moves = [move.partition("x")[0] for move in FORTY[: len(EVERY)]]
    for number, (move, (kind, after)) in enumerate(zip(moves, EVERY, strict=True)):
        trouble = box.faults.add(Trouble(kind, "POST", CALLBACK, after=after))
        played = await table.typed((table.deer, table.birch)[number % 2], move)
        assert trouble.hits == 1, (kind, after)
        assert f"Played **{move}" in played.text, (kind, after)
        assert len(played.messages) == 1, (kind, after)
        await table.board(number + 2)
    await table.check(*moves)


async def test_the_answers_that_are_the_challenge_and_its_acceptance_fail(
    box: Sandbox, tables: list[Table]
) -> None:
    for table, (kind, after) in zip(tables, FEW, strict=False):
        trouble = box.faults.add(Trouble(kind, "POST", CALLBACK, after=after))
        asked = await table.challenge()
        assert trouble.hits == 1, (kind, after)
        assert asked.pings == {"birch"}
        await table.said()
        assert table.sees() == [asked], (kind, after)
        trouble = box.faults.add(Trouble(kind, "POST", CALLBACK, after=after))
        accepted = await table.birch.click(asked, "Accept")
        assert trouble.hits == 1, (kind, after)
        assert accepted.messages == (asked,)
        assert " accepted " in asked.text
        await table.check()


async def test_the_board_of_a_move_fails(box: Sandbox, tables: list[Table]) -> None:
    async def story(table: Table, kind: Kind, *, after: bool) -> None:
        await table.begin()
        trouble = box.faults.add(Trouble(kind, "POST", table.path, after=after))
        await table.typed(table.deer, "e2-f2")
        await table.board(2)
        await table.check("e2-f2")
        assert trouble.hits == 1

    await together(
        *(
            story(table, kind, after=after)
            for table, (kind, after) in zip(tables, EVERY, strict=True)
        )
    )


async def test_the_thread_of_a_match_fails(box: Sandbox, tables: list[Table]) -> None:
    async def story(table: Table, kind: Kind, *, after: bool) -> None:
        asked = await table.challenge(more=["rated", "thread"])
        trouble = box.faults.add(Trouble(kind, "POST", f"{table.path}/*/threads", after=after))
        await table.birch.click(asked, "Accept")
        await table.said()
        assert trouble.hits == 1
        thread = table.deer.channel(asked.id)
        assert [is_board(message) for message in table.deer.sees(thread) if message.text] == [True]

    await together(
        *(
            story(table, kind, after=after)
            for table, (kind, after) in zip(tables, EVERY, strict=True)
        )
    )


async def test_a_move_in_reply_to_a_board_that_the_bot_has_not_heard_to_be_out(
    box: Sandbox, table: Table
) -> None:
    held = Held("POST", table.path, after=True)
    box.faults.add(held)
    board = await table.begin()
    table.deer.reply(board, "e2f2")
    held.let_go()
    await table.board(2)
    await table.check("e2-f2")


async def test_a_board_that_is_late_has_no_buttons_when_the_game_is_further_on(
    box: Sandbox, table: Table
) -> None:
    await table.begin()
    held = Held("POST", table.path)
    box.faults.add(held)
    await table.typed(table.deer, "e2-f2")
    await held.came()
    await table.typed(table.birch, "e4-f4")
    held.let_go()
    await table.board(3)
    await table.check("e2-f2", "e4-f4")
