"""The figures of a bot at work: what was asked, how fast it was answered, what went wrong."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.rest.faults import Trouble
from sandbox.rules.refusal import Refusal
from sandbox.sample import LONG_TABLE
from tests.bot.metrics_port import Figures, ask
from tests.bot.stories.conftest import command
from tests.bot.stories.table import PATIENCE, Table, is_board

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = pytest.mark.asyncio(loop_scope="module")

PORT = 9100  # in the world
CALLBACK = "/interactions/*/callback"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(box: Sandbox, database: Path) -> AsyncGenerator[BotProcess]:
    """Konakis on it, with its port open."""
    async with box.process(command(box, database, KONAKIS_METRICS_PORT=str(PORT))) as process:
        yield process
        assert await process.terminate() == 0


def anything(told: Figures) -> bool:
    """Whatever they say."""
    return bool(told)


async def figures(enough: Callable[[Figures], bool] = anything) -> tuple[str, Figures]:
    """As they are written, and read, once it is enough: the bot counts after Discord has heard."""
    async with asyncio.timeout(PATIENCE):
        while True:
            _, _, shown = await ask(PORT, "/metrics")
            if enough(told := Figures(shown)):
                return shown, told
            await asyncio.sleep(0.1)


def answers(told: Figures, kind: str, name: str) -> float:
    """How many first answers there were to that."""
    counts = told.items("konakis_interaction_seconds_count")
    return sum(value for of, value in counts if of == {"kind": kind, "name": name})


def failures(told: Figures) -> dict[str, float]:
    """How often what went wrong with a move."""
    counts = told.items("konakis_interaction_failures_total")
    return {of["why"]: value for of, value in counts if of["name"] == "tablut move"}


async def test_what_players_ask_is_counted_and_no_player_is_named(
    box: Sandbox, table: Table
) -> None:
    board = await table.begin()
    await table.deer.autocomplete(table.where, "tablut move", "move", "e2")
    await table.play("e2-f2")
    await table.birch.click(await table.birch.wait_for(table.where, is_board), "More")
    await table.typed(table.deer, "no move at all")
    await table.said()
    shown, told = await figures(lambda told: answers(told, "command", "tablut move") == 2)
    assert answers(told, "command", "tablut challenge") == 1
    assert answers(told, "button", "more") == 1
    assert answers(told, "completion", "tablut move") == 1
    assert answers(told, "button", "accept") == 1
    assert failures(told) == {}  # a slip of a player's is none
    assert told["konakis_games_running", {}] == 1
    assert told["konakis_outbox_posts", {}] == 0
    assert told["konakis_discord_requests_total", {"status": "2xx"}] > 8
    sums = told.items("konakis_interaction_seconds_sum")
    assert all(0 < seconds < PATIENCE for _, seconds in sums)
    # No id of anybody or anything stands in a label, nor anybody's name.
    assert re.findall(r'="[^"]*\d{5,}', shown) == []
    for word in (box.bot.id, table.where, board.id, "birch", "Long Table"):
        assert word not in shown


async def test_what_goes_wrong_is_counted(box: Sandbox, table: Table, bot: BotProcess) -> None:
    class Bad(Trouble):
        async def apply(self) -> None:
            raise Refusal(400, {"message": "Bad Request", "code": 50035})

    await table.begin()
    box.faults.add(Bad("slow", "POST", CALLBACK))
    assert "Something went wrong" in (await table.typed(table.deer, "e2-f2")).text
    await table.board(2)
    box.faults.add(Trouble(502, "POST", CALLBACK, after=True))
    await table.typed(table.birch, "e4-f4")
    await bot.wait_for_log(
        "interaction already answered or expired"
    )  # discord.py tried again, though it was there
    _, told = await figures()
    assert failures(told) == {"fault": 1, "late": 1}
    failed = [exchange.template for exchange in box.record.exchanges if exchange.status >= 500]
    assert told["konakis_discord_requests_total", {"status": "5xx"}] == len(failed)
    assert failed.count("/interactions/{interaction_id}/{token}/callback") == 1


async def test_what_cannot_be_posted_is_counted_and_is_one_complaint(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    tables = [Table(box, database, LONG_TABLE) for _ in range(3)]
    for table in tables:
        await table.begin()
    box.faults.add(Trouble(503, "POST", "/channels/*/messages", times=1000))
    for table in tables:
        await table.typed(table.deer, "e2-f2")
    await figures(lambda told: told["konakis_outbox_failing", {}] == 3)
    box.faults.clear()
    for table in tables:
        await table.board(2)
        await table.said()
    assert (await figures())[1]["konakis_outbox_failing", {}] == 0
    assert len(re.findall(r"post \d+ failed \(503 ", bot.stderr)) == 1


async def test_each_figure_is_explained(bot: BotProcess) -> None:
    assert bot.pid
    shown, _ = await figures()
    page = Path(__file__).parents[3] / "docs" / "METRICS.md"
    _, table = page.read_text(encoding="utf-8").split("\n## The figures\n")
    explained = set(re.findall(r"^\| `([a-z_]+)", table, re.MULTILINE))
    assert explained == set(re.findall(r"^# TYPE (\S+)", shown, re.MULTILINE))
