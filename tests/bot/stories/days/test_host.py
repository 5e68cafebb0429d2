"""Faults that only the host can mend: the owner of the application gets one DM about each."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.host import Fault
from bot.ui.words import words_of
from sandbox.sample import HEARTH, LONG_TABLE
from sandbox.shapes import people
from sandbox.world import places
from tests.bot.stories.conftest import check_log, command
from tests.bot.stories.hours import DAY, HOUR, WEEK, Hours
from tests.bot.stories.test_disk import Disk
from tests.bot.stories.test_unread import send
from tests.sandbox.conftest import check_record
from tests.world.life import Moment
from tests.world.world import World

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path
    from typing import Any

    from bot.composition import Machine
    from bot.config import Settings
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from tests.world.life import Kind

LOOK = 61  # seconds in which the bot looks for faults
FAILED_FOR_A_DAY = 36  # tries
STUCK = """
    INSERT INTO post (player, lane, kind, data, queue, due, tries) VALUES (5, 'x', 'delete-copies',
    '{"events":1,"message":1}', 1, 9000000000, ?)"""
WELL = "DELETE FROM post WHERE lane = 'x'"


class Host:
    """A bot in a world, its clock and its disk, and the owner of its application."""

    def __init__(self, world: World, database: Path) -> None:
        self.world, self.box = world, world.box
        self.hours, self.disk = Hours(database), Disk()

    async def program(self, settings: Settings, machine: Machine) -> None:
        """Run the bot on this clock and this disk."""
        await self.hours.program(settings, self.disk.machine(machine))

    @property
    def owner(self) -> Player:
        """The owner of the application."""
        return self.box.player("reindeer")

    async def look(self) -> None:
        """Let the bot's heart beat, and let it look for faults."""
        self.hours.set(self.hours.now + LOOK)
        self.box.clock.advance(max(0, self.hours.now - self.box.clock.seconds()))
        await asyncio.sleep(LOOK)

    def unreadable(self) -> None:
        """Have Discord send an event that can't be read."""
        send(self.box, {"op": 0, "t": "CHANNEL_CREATE", "d": {"guild_id": LONG_TABLE}})

    def texts(self, who: Player | None = None) -> list[str]:
        """Return the owner's DMs."""
        player = who or self.owner
        return [seen.text for seen in player.sees(player.dm(self.box.bot)) if not seen.ephemeral]

    def announced(self, locale: str = "en-GB") -> list[list[Fault]]:
        """Return the faults in each of the owner's DMs."""
        words = words_of(locale)
        return [
            [fault for fault in Fault if words(f"host.{fault.name}") in text]
            for text in self.texts()
        ]


@asynccontextmanager
async def hosting(path: Path, **settings: str) -> AsyncGenerator[tuple[Host, BotProcess]]:
    """Inside this block a bot runs, which its owner can hear from."""
    async with World() as world:
        host = Host(world, path)
        line = command(host.box, path, host.program, **settings)
        async with host.box.process(line) as bot:
            await host.hours.heard()
            yield host, bot
            assert await bot.terminate() == 0
        check_record(host.box)
        check_log(host.box, bot)


async def test_each_fault_is_announced_once_and_one_message_a_day_is_the_limit(path: Path) -> None:
    async with hosting(path) as (host, bot):
        await host.look()
        assert host.texts() == []
        host.unreadable()
        await host.look()
        assert host.announced() == [[Fault.UNREADABLE_EVENT]]
        assert "owner-notified faults=unreadable-event" in bot.stderr
        host.hours.tell(STUCK, FAILED_FOR_A_DAY - 1)
        host.hours.tell(STUCK, FAILED_FOR_A_DAY)
        host.unreadable()
        await host.look()
        assert len(host.texts()) == 1
        await host.hours.pass_(DAY)
        host.unreadable()
        await host.look()
        assert host.announced() == [[Fault.UNREADABLE_EVENT], [Fault.UNSENT_POST]]
        await host.hours.pass_(2 * DAY)
        await bot.restart()
        await host.look()
        assert len(host.texts()) == 2
        # Both are well for a while, and come back together.
        host.hours.tell(WELL)
        await host.look()
        await host.hours.pass_(WEEK)
        await host.look()
        host.hours.tell(STUCK, FAILED_FOR_A_DAY)
        host.unreadable()
        await host.look()
        both = [Fault.UNSENT_POST, Fault.UNREADABLE_EVENT]
        assert host.announced() == [[Fault.UNREADABLE_EVENT], [Fault.UNSENT_POST], both]


@pytest.mark.parametrize(
    ("kind", "number"),
    [*(("commit", number) for number in (1, 2, 3)), *(("request", number) for number in (1, 2))],
)
async def test_it_is_sent_once_also_if_the_bot_is_killed(
    path: Path, kind: Kind, number: int
) -> None:
    async with hosting(path) as (host, bot):
        host.hours.tell(STUCK, FAILED_FOR_A_DAY)
        host.world.kill(Moment(kind, host.world.life.done[kind] + number))
        await host.look()
        await bot.restart()
        await host.look()
        assert host.announced() == [[Fault.UNSENT_POST]]
        await host.hours.pass_(2 * DAY)
        await host.look()
        assert len(host.texts()) == 1


async def test_while_the_disk_is_full_it_is_sent_all_the_same(path: Path) -> None:
    async with hosting(path) as (host, bot):
        with host.disk.failing("full"):
            await host.look()
            await host.look()
            assert host.announced() == [[Fault.DISK_FULL]]
            host.hours.set(host.hours.now + HOUR)  # Discord forgets the nonce
            await bot.restart()
            for _ in range(3):
                await host.look()
            assert host.announced() == [[Fault.DISK_FULL]]
        await host.look()
        await host.hours.pass_(DAY)
        await host.look()
        assert host.announced() == [[Fault.DISK_FULL]]
        with host.disk.failing("full"):
            await host.look()
            await host.look()
        assert host.announced() == [[Fault.DISK_FULL]] * 2


async def test_closed_dms_are_logged_once(path: Path) -> None:
    async with hosting(path) as (host, bot):
        places.close_dms(host.box.world, host.owner.id)
        host.unreadable()
        for _ in range(3):
            await host.look()
        await host.hours.pass_(DAY)
        await host.look()
        places.close_dms(host.box.world, host.owner.id, closed=False)
        await host.look()
        assert host.texts() == []
        assert bot.stderr.count("could not notify the owner of the application") == 1


async def test_it_speaks_the_owners_language(path: Path) -> None:
    async with hosting(path) as (host, _):
        places.rename(host.box.world, replace(host.owner.person, locale="de"))
        await host.owner.slash(HEARTH, "tablut help")
        host.unreadable()
        await host.look()
        assert host.announced("de") == [[Fault.UNREADABLE_EVENT]]


async def test_of_a_team_its_owner_gets_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    application = people.application

    def of_a_team(*what: Any) -> dict[str, Any]:  # noqa: ANN401  as the original
        shown = application(*what)
        world, _ = what
        birch = next(one for one in world.people.values() if one.username == "birch")
        team = {"id": "7", "name": "Friends", "icon": None, "owner_user_id": birch.id}
        return {**shown, "team": {**team, "members": []}}

    monkeypatch.setattr(people, "application", of_a_team)
    async with hosting(path) as (host, _):
        host.unreadable()
        await host.look()
        assert host.texts() == []
        assert len(host.texts(host.box.player("birch"))) == 1


async def test_a_host_who_wants_none_gets_none(path: Path) -> None:
    async with hosting(path, KONAKIS_TELL_OWNER="off") as (host, _):
        host.unreadable()
        await host.look()
        assert host.texts() == []
