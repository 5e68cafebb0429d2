"""The memory of all processes of the bot: after 20,000 mixed requests, and in 10,000 servers.

Pages that processes share are counted once, as the limit of a container or a service counts them.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.process import Command
from sandbox.rules.permissions import EVERYONE
from sandbox.sample import Cast
from sandbox.server import Sandbox
from sandbox.world import interactions, posting
from sandbox.world.model import Channel, ChannelKind, Guild, Member, Overwrite, Role
from tests.bench.bot import picture, running
from tests.bench.load import Load, Taken, slash
from tests.bench.practice import TAP, practising
from tests.bench.verdicts import lost, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sandbox.world.menu import Invoker
    from sandbox.world.model import Interaction
    from sandbox.world.world import World

Row = tuple[str, str, str, str]

EARLY, REQUESTS = 5_000, 20_000
AT_ONCE = 12  # that wait for an answer
THINKING = 20.0  # seconds in which ten people play the engine, so that its processes are full
MOST = 450  # MB of all processes; a service is given 512
SERVERS, ROLES, CHANNELS, THREADS = 10_000, 20, 25, 5
PER_SERVER = 50  # KiB
SETTLED = 10.0  # seconds
PATIENCE = 600.0  # seconds for all servers to arrive
_FORGOTTEN = 3  # seconds after which a message whose button was pressed is gone
_FIRST = 1_400_000_000_000_000_000

# What visitors do beside moves and completions, and how often; {game} is one of theirs.
MOVES, COMPLETIONS = 35, 5
COMMANDS: Mapping[tuple[str, str], int] = {
    ("tablut games", ""): 5,
    ("tablut games", "{game}"): 5,
    ("tablut replay", "{game}"): 5,
    ("tablut leaderboard", ""): 2,
    ("tablut puzzle", ""): 4,
    ("tablut rules", ""): 2,
    ("tablut settings", ""): 2,
    ("tablut practice", ""): 1,
    ("tablut help", ""): 1,
}
BUTTONS = {
    "k:move:{game}:31": 15,
    "k:board:{game}": 5,
    "k:step:{game}:9:d": 5,
    "k:film:{game}:d": 2,
    "k:file:{game}": 2,
    "k:profile:{person}:tablut": 3,
}


class Visitors(Load):
    """Ask for everything there is, a dozen of them at the same time."""

    async def visit(self, requests: int) -> int:
        """So many requests; how many had no answer."""
        self._taken = Taken()
        acts = (self._move, self._complete, self._command, self._button)
        weights = (MOVES, COMPLETIONS, sum(COMMANDS.values()), sum(BUTTONS.values()))
        for act in self._chance.choices(acts, weights, k=requests):
            while len(self._asked) >= AT_ONCE:
                self._heard.clear()
                async with asyncio.timeout(PATIENCE):
                    await self._heard.wait()
            act()
            self._shown.clear()
        await self._quiet()
        return self._taken.lost + len(self._asked)

    def _visitor(self) -> tuple[Invoker, int]:
        """Somebody, and the number of a game of theirs."""
        number = self._chance.randrange(len(self.tables))
        table = self.tables[number]
        return self._chance.choice((table.dark, table.light)), number + 1

    def _command(self) -> None:
        ((words, game),) = self._chance.choices([*COMMANDS], [*COMMANDS.values()])
        seat, number = self._visitor()
        options = {"game": game.format(game=number)} if game else {}
        self._send(words, lambda: slash(seat, words, **options))

    def _button(self) -> None:
        (custom_id,) = self._chance.choices([*BUTTONS], [*BUTTONS.values()])
        seat, number = self._visitor()
        self._send(
            "button",
            lambda: self._pressed(seat, custom_id.format(game=number, person=seat.person_id)),
        )

    def _pressed(self, seat: Invoker, custom_id: str) -> Interaction:
        """A button on a message of no other use."""
        button = {"type": 2, "id": 2, "style": 1, "label": "Press", "custom_id": custom_id}
        row = {"type": 1, "id": 1, "components": [button]}
        blank = posting.blank(self._world, seat.channel.id, self._world.app.bot_id)
        message = self._world.keep(replace(blank, components=(row,)))
        loop = asyncio.get_running_loop()
        loop.call_later(_FORGOTTEN, self._world.drop, message)
        return interactions.press(seat, message, custom_id, [])


def run() -> list[Row]:
    """The sum of all processes; and what a server costs."""
    return [*asyncio.run(_visits()), asyncio.run(_servers())]


async def _visits() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.png"
        board.write_bytes(picture())
        async with running("bot", board) as bot:
            visitors = Visitors(bot.box, bot.load.tables, bot.pid)
            fresh = held(bot.pid)
            unanswered = await visitors.visit(EARLY)
            early = held(bot.pid)
            unanswered += await visitors.visit(REQUESTS - EARLY)
            late = held(bot.pid)
            async with practising(bot.box, TAP):
                await asyncio.sleep(THINKING)
                full = held(bot.pid)
    what = "all processes"
    return [
        (f"{what}, fresh", f"{fresh:.0f} MB", "", ""),
        (
            f"{what} after {REQUESTS:,} mixed requests",
            f"{late:.0f} MB",
            f"after {EARLY:,}: {early:.0f}",
            verdict(late, MOST, "MB") + lost(unanswered),
        ),
        (f"{what}, and ten play the engine", f"{full:.0f} MB", "", verdict(full, MOST, "MB")),
    ]


async def _servers() -> Row:
    """Two starts, with one server and with many."""
    few, many = await _started(1), await _started(SERVERS)
    per_server = (many - few) * 1024 / SERVERS
    return (
        f"in {SERVERS:,} servers ({CHANNELS} channels, {ROLES} roles each)",
        f"{many:.0f} MB",
        f"in one: {few:.0f} MB",
        f"{per_server:.0f} KiB a server {verdict(per_server, PER_SERVER, 'KiB')}",
    )


async def _started(servers: int) -> float:
    """Return the memory of a bot that knows this many servers, which it has greeted before."""
    box = Sandbox(cast=Cast("Konakis"), rates=False)
    box.world.guilds.clear()
    for number in range(servers):
        _settle(box.world, number)
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "KONAKIS_API": box.api,
            "KONAKIS_GATEWAY": box.gateway,
            "KONAKIS_TOKEN": box.token,
            "KONAKIS_DATABASE": str(Path(folder) / "konakis.db"),
            "KONAKIS_BACKUPS": "off",
        }
        line = [sys.executable, "-m", "bot"]
        async with box, box.process(Command(line, environment)) as bot:
            await bot.wait_for_log(f"ready in {servers} server", PATIENCE)
            await asyncio.sleep(SETTLED)
            assert bot.pid is not None
            return held(bot.pid)


def _settle(world: World, number: int) -> None:
    """A server as they often are, with the bot and one person in it. No one may write there."""
    first = _FIRST + 1000 * number
    guild, person = str(first), next(iter(world.people))
    roles = [
        Role(str(first + role), f"Role {role} of {number}", int(EVERYONE), role)
        for role in range(ROLES)
    ]
    members = {member: Member(member, 0.0) for member in (person, world.app.bot_id)}
    world.guilds[guild] = Guild(guild, f"Server {number}", person, tuple(roles), members)
    overwrites = tuple(
        Overwrite(role.id, of_member=False, deny=int(EVERYONE)) for role in roles[:3]
    )
    for channel in range(first + ROLES, first + ROLES + CHANNELS):
        world.channels[str(channel)] = Channel(
            str(channel),
            ChannelKind.TEXT,
            f"channel-{channel}",
            guild,
            topic=f"What is talked of in channel {channel} of server {number}, and what is not",
            overwrites=overwrites,
        )
    for thread in range(first + 100, first + 100 + THREADS):
        world.channels[str(thread)] = Channel(
            str(thread), ChannelKind.THREAD, f"thread {thread}", guild, str(first + ROLES)
        )


def held(pid: int) -> float:
    """The memory of a process and all that it has started, in MB."""
    return sum(_held(process) for process in (pid, *_started_by(pid)))


def _held(pid: int) -> float:
    with suppress(OSError, ProcessLookupError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def _started_by(parent: int) -> Iterator[int]:
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ProcessLookupError):
            pid, _, rest = entry.read_text("ascii").partition(" ")
            if int(rest.rpartition(")")[2].split()[1]) == parent:
                yield int(pid)
