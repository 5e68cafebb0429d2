"""Asks a bot on the sandbox at moments drawn beforehand, whether it keeps up or not, and times it.

Invariant: does as little as it can itself, since it shares the machine with the bot that it times.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox import inputs
from sandbox.world import interactions
from sandbox.world.events import Edited, InteractionChanged, Posted
from sandbox.world.model import State
from tests.together import together

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandbox.server import Sandbox
    from sandbox.world.events import Event
    from sandbox.world.menu import Invoker
    from sandbox.world.model import Interaction, Message
    from tests.bench.crowd import Table

KEPT = 30  # boards of a channel: the sandbox keeps everything, and it all has pictures
PATIENCE = 10.0  # seconds for the last answers and boards to come in
MOVE, COMPLETION, GAMES, RANKS = "move", "completion", "games", "ranks"


@dataclass(slots=True)
class Taken:
    """The measurements of one round, in seconds."""

    answers: dict[str, list[float]] = field(
        default_factory=lambda: defaultdict[str, list[float]](list)
    )
    boards: list[float] = field(default_factory=list[float])
    late: list[float] = field(default_factory=list[float])  # we, with our own asking
    lost: int = 0  # asked and never answered, or never shown
    work: float = 0.0  # processor time of the bot


class Load:
    """Plays at the tables of one sandbox, each in its turn."""

    def __init__(self, box: Sandbox, tables: list[Table], pid: int) -> None:
        self._world = box.world
        self.tables = tables
        first = tables[0].dark.channel.guild_id
        self._first = [table for table in tables if table.dark.channel.guild_id == first]
        self._pid = pid
        self._next = count()
        self._chance = random.Random("load")
        self._asked: dict[str, tuple[str, float]] = {}
        self._shown: dict[str, deque[float]] = defaultdict(deque)
        self._recent: dict[str, deque[Message]] = defaultdict(deque)
        self._taken = Taken()
        self._heard = asyncio.Event()
        self._world.subscribe(self._hear)

    async def round(self, seconds: float, rates: Mapping[str, float]) -> Taken:
        """Ask that often a second, for so long; then wait for what is still to come."""
        self._taken = taken = Taken()
        before = worked(self._pid)
        await together(*(self._ask(kind, rate, seconds) for kind, rate in rates.items()))
        await self._quiet()
        taken.work = worked(self._pid) - before
        taken.lost = len(self._asked) + sum(map(len, self._shown.values()))
        self._asked.clear()
        self._shown.clear()
        return taken

    async def hurry(self, moves: int, at_once: int = 8) -> int:
        """Play so many moves as fast as so many players can; how many boards never came."""
        self._taken = Taken()
        for _ in range(moves):
            while sum(map(len, self._shown.values())) >= at_once:
                self._heard.clear()
                async with asyncio.timeout(PATIENCE):
                    await self._heard.wait()
            self._move()
        await self._quiet()
        return moves - len(self._taken.boards)

    async def _ask(self, kind: str, rate: float, seconds: float) -> None:
        """Ask at moments that have nothing to do with each other, as people do."""
        act = {
            MOVE: self._move,
            COMPLETION: self._complete,
            GAMES: self._games,
            RANKS: self._ranks,
        }[kind]
        moment, end = time.perf_counter(), time.perf_counter() + seconds
        while (moment := moment + self._chance.expovariate(rate)) < end:
            await asyncio.sleep(moment - time.perf_counter())
            self._taken.late.append(time.perf_counter() - moment)
            act()

    def _table(self, ahead: int = 0) -> Table:
        return self.tables[(next(self._next) + ahead) % len(self.tables)]

    def _move(self) -> None:
        table = self._table()
        side, move = table.moves.popleft()
        seat = table.seat(side)
        self._shown[seat.channel.id].append(time.perf_counter())
        self._send(MOVE, lambda: slash(seat, "tablut move", move=move))

    def _complete(self) -> None:
        """A player types the first two signs of a move, in a game whose turn is not near."""
        table = self.tables[self._chance.randrange(len(self.tables))]
        side, move = table.moves[0]
        seat = table.seat(side)
        command, branches = inputs.command_of(seat, "tablut move")
        options = inputs.options_of(seat, command, branches, {"move": move[:2]}, "move")
        invocation = interactions.Invocation(command["id"], options)
        self._send(COMPLETION, lambda: interactions.autocomplete(seat, invocation))

    def _games(self) -> None:
        seat = self.tables[self._chance.randrange(len(self.tables))].dark
        self._send(GAMES, lambda: slash(seat, "tablut games"))

    def _ranks(self) -> None:
        """A player of the first server asks for its table."""
        seat = self._chance.choice(self._first).dark
        self._send(RANKS, lambda: slash(seat, "tablut leaderboard"))

    def _send(self, kind: str, ask: Callable[[], Interaction]) -> None:
        began = time.perf_counter()
        self._asked[ask().id] = kind, began

    def _hear(self, event: Event) -> None:
        match event:
            case InteractionChanged(interaction) if interaction.id in self._asked:
                kind, began = self._asked.pop(interaction.id)
                if interaction.state is State.FAILED:
                    self._taken.lost += 1
                else:
                    self._taken.answers[kind].append(time.perf_counter() - began)
            case Posted(message) if message.files and not message.owner_id:
                self._board(message)
            case Edited(message) if not message.owner_id:  # private ones are not ours
                pass
            case _:
                return
        self._heard.set()

    def _board(self, message: Message) -> None:
        if waiting := self._shown[message.channel_id]:
            self._taken.boards.append(time.perf_counter() - waiting.popleft())
        recent = self._recent[message.channel_id]
        recent.append(message)
        if len(recent) > KEPT:
            old = recent.popleft()
            if old.id in self._world.posts[old.channel_id]:  # else the bot has deleted it
                self._world.drop(old)

    async def _quiet(self) -> None:
        """Until everything has come in and nothing more happens."""
        end = time.perf_counter() + PATIENCE
        while time.perf_counter() < end:
            self._heard.clear()
            try:
                await asyncio.wait_for(self._heard.wait(), 0.3)
            except TimeoutError:
                if not self._asked and not any(self._shown.values()):
                    return


def slash(seat: Invoker, words: str, **options: object) -> Interaction:
    """Send a command."""
    command, branches = inputs.command_of(seat, words)
    filled = inputs.options_of(seat, command, branches, options)
    return interactions.invoke(seat, interactions.Invocation(command["id"], filled))


def worked(pid: int) -> float:
    """Seconds of processor time that a process has had, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def resident(pid: int) -> float:
    """Its memory in MB."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    return int(fields["VmRSS"].split()[0]) / 1024
