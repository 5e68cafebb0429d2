"""The process is killed while it posts what time brought: everybody is told of it, and once.

As in the stories of kills: one kill for three tables, each with its fate. Meanwhile an hour goes by
on Discord, which has forgotten every nonce by then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LONG_TABLE
from tests.bot.stories.days.telling import in_private, reminders, results
from tests.bot.stories.held import FATES, Held
from tests.bot.stories.hours import HOUR
from tests.bot.stories.table import Table, is_board
from tests.bot.stories.timed import DAY
from tests.together import together

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")


def tables(box: Sandbox, bot: BotProcess, database: Path, *friends: str) -> list[Table]:
    assert bot.pid
    return [Table(box, database, LONG_TABLE, *friends) for _ in FATES]


async def kill_at(
    box: Sandbox, bot: BotProcess, hours: Hours, later: int, paths: Mapping[str, str]
) -> None:
    """Let so much time pass until each fate's request is there; kill, decide, and start again."""
    held = {fate: Held("POST", path, after=fate == "done") for fate, path in paths.items()}
    for request in held.values():
        box.faults.add(request)
    hours.set(hours.now + later)
    await together(*(request.came() for request in held.values()))
    await bot.kill()
    for fate, request in held.items():
        request.let_go() if fate == "late" else request.lose()
    box.clock.advance(HOUR)
    await hours.start(bot)


async def test_at_a_reminder(box: Sandbox, bot: BotProcess, database: Path, hours: Hours) -> None:
    there = tables(box, bot, database)
    for table in there:
        await table.begin(days=1)
    await hours.heard()
    paths = {fate: table.path for fate, table in zip(FATES, there, strict=True)}
    await kill_at(box, bot, hours, 18 * HOUR, paths)
    await hours.pass_(5 * HOUR)
    for fate, table in zip(FATES, there, strict=True):
        pingss = [message.pings for message in reminders(table.sees())]
        assert pingss == [{"reindeer"}], fate
        assert is_board(table.boards[-1])


async def test_at_a_result(box: Sandbox, bot: BotProcess, database: Path, hours: Hours) -> None:
    there = tables(box, bot, database)
    for table in there:
        await table.begin(days=1)
    await hours.heard()
    await hours.pass_(20 * HOUR)
    paths = {fate: table.path for fate, table in zip(FATES, there, strict=True)}
    await kill_at(box, bot, hours, 4 * HOUR, paths)
    await hours.pass_(3 * DAY)
    for fate, table in zip(FATES, there, strict=True):
        assert [message.pings for message in results(table)] == [{"reindeer", "birch"}], fate
        assert [kind for kind, _ in table.log] == ["created", "flagged"]
        assert not any(map(is_board, table.boards))


@pytest.mark.parametrize(
    ("step", "fate"),
    [("conversation", "lost"), *(("message", fate) for fate in FATES)],
)
async def test_at_a_reminder_in_private(
    other: Table, bot: BotProcess, hours: Hours, step: str, fate: str
) -> None:
    """One by one, since to one and the same person discord.py writes one thing after the other."""
    in_private(hours, other)
    dm = other.deer.dm(other.box.bot)
    await bot.kill()  # discord.py remembers a conversation
    await hours.start(bot)
    await other.begin(days=1)
    await hours.heard()
    path = {"conversation": "/users/@me/channels", "message": f"/channels/{dm.id}/messages"}[step]
    await kill_at(other.box, bot, hours, 18 * HOUR, {fate: path})
    await hours.pass_(5 * HOUR)
    told = [message for message in other.deer.sees(dm) if f"game {other.match}" in message.text]
    assert [message.pings for message in reminders(told)] == [{"cairn"}]
    assert reminders(other.sees()) == []


async def test_at_what_says_that_a_game_is_put_aside(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    there = tables(box, bot, database)
    for table in there:
        await table.begin()
    await hours.heard()
    await hours.pass_(59 * DAY)
    paths = {fate: table.path for fate, table in zip(FATES, there, strict=True)}
    await kill_at(box, bot, hours, DAY, paths)
    for fate, table in zip(FATES, there, strict=True):
        told = [message for message in table.sees() if "**put aside**" in message.text]
        assert [message.pings for message in told] == [{"reindeer", "birch"}], fate
