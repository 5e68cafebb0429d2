"""The disk fails while the bot runs: pages without a database open, and the log has one line."""

from __future__ import annotations

import re
import sqlite3
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import pytest
import pytest_asyncio

from bot.composition import Machine, run
from bot.ui.words import words_of
from sandbox.inputs import command_of
from sandbox.world.menu import Invoker
from tests.bot.stories.conftest import command

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from pathlib import Path

    from bot.config import Settings
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

NEED_NONE = {"help", "import", "learn", "rules"}  # of the commands without required options
FOLLOWED = ("k:help:", "k:rules:r:", "k:lesson:")
ENGLISH = words_of("en-GB")


class Disk:
    """A disk that fails as set: nothing can be read, or no transaction fits."""

    fails: Literal["", "unreadable", "full"] = ""

    async def program(self, settings: Settings, machine: Machine) -> None:
        """Run the bot with its database on this disk."""
        await run(settings, machine=self.machine(machine))

    def machine(self, machine: Machine) -> Machine:
        """Return a machine with this disk."""
        kind, disk = machine.access.connection, self

        class Failing(kind):
            def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:  # noqa: ANN401
                if disk.fails == "unreadable":
                    raise failure("disk I/O error", sqlite3.SQLITE_IOERR_READ)
                if disk.fails == "full" and sql == "COMMIT":
                    self.rollback()
                    raise failure("database or disk is full", sqlite3.SQLITE_FULL)
                return super().execute(sql, *parameters)

        return replace(machine, access=replace(machine.access, connection=Failing))

    @contextmanager
    def failing(self, how: Literal["unreadable", "full"]) -> Generator[None]:
        """Fail in that way inside this block."""
        self.fails = how
        try:
            yield
        finally:
            self.fails = ""


def failure(said: str, code: int) -> sqlite3.Error:
    """Return an error as SQLite raises it."""
    error = sqlite3.OperationalError(said)
    error.sqlite_errorcode = code
    return error


@pytest.fixture(scope="module")
def disk() -> Disk:
    """The disk of the database."""
    return Disk()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(box: Sandbox, database: Path, disk: Disk) -> AsyncGenerator[BotProcess]:
    """Konakis on a disk that can be made to fail."""
    async with box.process(command(box, database, disk.program)) as process:
        yield process
        assert await process.terminate() == 0


def assert_logged(bot: BotProcess, since: str, sentence: str) -> None:
    """All that the log says went wrong since then is this, in one line a minute."""
    lines = bot.stderr.removeprefix(since).splitlines()
    wrong = [line for line in lines if not re.search(" (?:INFO|DEBUG) ", line)]
    assert wrong
    assert [line for line in wrong if not line.endswith(sentence)] == []


async def walk(table: Table, command: str) -> set[str]:
    """Press whatever leads on from there, as long as there is something new; what was pressed."""
    pressed = set[str]()
    page = (await table.deer.slash(table.where, f"tablut {command}")).message
    while True:
        ids = [str(button.custom_id) for button in page.buttons if not button.disabled]
        onward = [id_ for id_ in ids if id_.startswith(FOLLOWED) and id_ not in pressed]
        if not onward:
            return pressed
        answer = await table.deer.click(page, onward[-1])
        assert ENGLISH("fault.ours") not in answer.text, onward[-1]
        pressed.add(onward[-1])
        page = answer.message


async def test_pages_that_need_no_database_open_while_nothing_can_be_read(
    bot: BotProcess, table: Table, database: Path, disk: Disk
) -> None:
    group, _ = command_of(Invoker(table.box.world, table.deer.id, table.channel), "tablut help")
    plain = {
        option["name"]
        for option in group["options"]
        if not any(inner.get("required") for inner in option.get("options", ()))
    }
    before = bot.stderr
    with disk.failing("unreadable"):
        answers = {name: await table.deer.slash(table.where, f"tablut {name}") for name in plain}
        open_ = {name for name in plain if ENGLISH("fault.ours") not in answers[name].text}
        assert open_ == NEED_NONE
        pressed = {press for name in open_ for press in await walk(table, name)}
    assert [verb for verb in FOLLOWED if not any(id_.startswith(verb) for id_ in pressed)] == []
    assert_logged(bot, before, f"(The disk that holds {database} fails: disk I/O error.)")


async def test_a_full_disk_is_told_as_that_and_logged_in_one_line(
    bot: BotProcess, table: Table, database: Path, disk: Disk
) -> None:
    await table.begin()
    await table.said()
    before = bot.stderr
    with disk.failing("full"):
        assert (await table.deer.slash(table.where, "tablut help")).message
        for move in ("e2-f2", "e2-d2"):
            refused = await table.deer.slash(table.where, "tablut move", move=move)
            assert refused.text == ENGLISH("fault.full")
    assert_logged(bot, before, f"(The disk that holds {database} is full.)")
    await table.typed(table.deer, "e2-f2")
    await table.board(2)
    await table.check("e2-f2")
