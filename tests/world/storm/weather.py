"""Random faults: spells of bad weather, with calm between them.

Invariant: in calm nothing goes wrong, so the bot must then do everything without delay. A bot that
is late long after a spell is wrong too.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

from sandbox.rest.faults import Trouble
from sandbox.rules.permissions import May
from sandbox.rules.refusal import Refusal
from sandbox.world import places, posting
from sandbox.world.events import RequestHandled
from sandbox.world.model import ChannelKind
from tests.world.life import Kind, Moment

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from bot.store.worker import JobConnection
    from sandbox.gateway.session import Session
    from sandbox.raw import Json
    from sandbox.rest.faults import Kind as Fault
    from sandbox.world.events import Event
    from tests.world.world import World

HOUR = 3600
_CALM, _SPELL = (900, 5400), (60, 1200)  # seconds, least and most
_FAULTS: tuple[Fault, ...] = (429, 500, 502, 503, 504, "drop", "slow")
_PATHS = ("/channels/*/messages", "/channels/*/messages/*", "/interactions/*/callback", "*")
_FAULT, _CUT, _DISK = 1 / 8, 1 / 60, 1 / 60  # how likely at a request, twice, and at a statement
_LOSS, _LATE, _DOUBLE = 1 / 20, 1 / 10, 1 / 20  # how likely for an event
_KINDS = {"statement": 120, "commit": 12, "request": 15, "turn": 600}  # about how many in a spell
_DENIED = (
    May.SEND_MESSAGES,
    May.ATTACH_FILES,
    May.VIEW_CHANNEL,
    May.READ_MESSAGE_HISTORY,
    May.CREATE_PUBLIC_THREADS,
    May.SEND_MESSAGES_IN_THREADS,
)
_DISK_ERRORS = ("disk I/O error", "database or disk is full", "database is locked")
_ODD: tuple[tuple[str, Json], ...] = (
    ("MESSAGE_CREATE", {"id": "1"}),
    ("MESSAGE_CREATE", {"id": [], "channel_id": {}, "author": 7}),
    ("INTERACTION_CREATE", {"id": "1", "type": 3, "data": None}),
    ("GUILD_MEMBER_REMOVE", {"guild_id": "7", "user": []}),
    ("CHANNEL_UPDATE", {"id": "7", "type": 99}),
    ("GUILD_ROLE_UPDATE", {}),
    ("SNOW_FELL", {"depth": 3}),
    ("MESSAGE_DELETE", {"id": None}),
)


class Weather:
    """The weather over a world."""

    def __init__(
        self, world: World, guild: str, chance: Random, note: Callable[[str], None]
    ) -> None:
        self.world, self.box = world, world.box
        self.chance = chance
        self.guild = guild
        self.bad = False
        self.since = 0.0  # when the last spell ended, by the loop's clock
        self.skew = 0  # seconds by which the bot's clock is ahead
        self.unreadable: set[str] = set()  # channels whose history it couldn't read at some time
        self.touched: set[str] = set()  # interactions whose events were lost, late or doubled
        self.deleted: set[str] = set()  # messages and channels that others deleted
        self.counts: dict[str, int] = {}
        self.troubled: set[str] = set()  # channels where the bot lacked a permission at some time
        self._note = note
        self._denied: set[str] = set()
        self._troubles: list[Trouble] = []
        self.box.world.subscribe(self._hear)
        self.box.wire.hub.deliver = self._deliver

    def count(self, what: str) -> None:
        """Count and note a fault."""
        self.counts[what] = self.counts.get(what, 0) + 1
        self._note(what)

    @property
    def calm(self) -> float:
        """The seconds since the last spell; 0 during one."""
        return 0.0 if self.bad else self.world.loop.time() - self.since

    async def run(self) -> None:
        """Alternate calm and spells until cancelled."""
        while True:
            await asyncio.sleep(self.chance.uniform(*_CALM))
            self._begin()
            await asyncio.sleep(self.chance.uniform(*_SPELL))
            self.clear()

    def _begin(self) -> None:
        self.bad = True
        self._note("bad weather")
        network = self.world.loop.network
        assert network
        if self.chance.random() < 1 / 3:
            network.latency = self.chance.choice((0.02, 0.3, 1.5))
        if self.chance.random() < 3 / 4:
            self._kill_later()
        if self.chance.random() < 1 / 3:
            self._deny()
        if self.chance.random() < 1 / 6:
            self.box.wire.refuse = self.chance.randint(1, 5)
        if self.chance.random() < 1 / 6:
            step = self.chance.choice((-300, -30, 45, 600, 3 * HOUR))
            self.skew += step
            self.count(f"the clock jumps by {step} s")

    def clear(self) -> None:
        """End the spell: nothing goes wrong from now on."""
        self.bad = False
        self.since = self.world.loop.time()
        for trouble in self._troubles:
            trouble.times = 0
        self._troubles.clear()
        self.box.wire.refuse = 0
        network = self.world.loop.network
        assert network
        network.latency = 0.001
        life = self.world.life
        life.at = None
        for channel in self._denied:
            if shown := self.box.world.channels.get(channel):
                places.overwrite(self.box.world, shown, self.box.bot.id)
        self._denied.clear()
        self._note("calm")

    def _kill_later(self) -> None:
        """Kill the bot at one of the next moments of a random kind."""
        life = self.world.life
        if life.dead:
            return
        kind: Kind = self.chance.choice(get_args(Kind))
        done = life.turns if kind == "turn" else life.done[kind]
        at = Moment(kind, done + self.chance.randint(1, _KINDS[kind]))
        power = self.chance.random() < 1 / 3
        self.world.kill(at, power=power)

    def _deny(self) -> None:
        channels = [c for c in self.box.world.channels.values() if c.guild_id == self.guild]
        channel = self.chance.choice([c for c in channels if c.kind is not ChannelKind.THREAD])
        denied = self.chance.choice(_DENIED)
        if denied in {May.READ_MESSAGE_HISTORY, May.VIEW_CHANNEL}:
            self.unreadable.add(channel.id)
        self._denied.add(channel.id)
        self.troubled.add(channel.id)
        places.overwrite(self.box.world, channel, self.box.bot.id, deny=denied)
        self.count(f"no {denied.name} in {channel.name}")

    def _hear(self, event: Event) -> None:
        if not self.bad or not isinstance(event, RequestHandled):
            return
        if self.chance.random() < _FAULT:
            self._fail()
        if self.chance.random() < _CUT:
            self._flap()
        if self.chance.random() < 1 / 40:
            self._delete()
        if self.chance.random() < 1 / 40:
            self._send_odd()

    def _fail(self) -> None:
        kind = self.chance.choice(_FAULTS)
        after = kind != 429 and self.chance.random() < 1 / 2
        seconds = self.chance.choice((0.1, 2.0, 20.0))
        trouble = Trouble(kind, "*", self.chance.choice(_PATHS), after=after, seconds=seconds)
        self._troubles.append(self.box.faults.add(trouble))
        self.count(f"fault {kind}{' after' if after else ''}")

    def _flap(self) -> None:
        way = self.chance.randint(0, 3)
        if way == 0:
            self.box.wire.invalidate(resumable=self.chance.random() < 1 / 2)
        elif way == 1:
            self.box.wire.ask_to_reconnect()
        else:
            self.box.wire.cut()
        self.count(("session over", "reconnect", "cut", "cut")[way])

    def _delete(self) -> None:
        """Delete a message of the bot's as someone else, or now and then a thread."""
        world = self.box.world
        shelves = [shelf for shelf in world.posts.values() if shelf]
        if not shelves:
            return
        message = self.chance.choice([*self.chance.choice(shelves).values()])
        channel = world.channels[message.channel_id]
        if message.owner_id or channel.kind is ChannelKind.DM:
            return
        with suppress(Refusal):
            if channel.kind is ChannelKind.THREAD and self.chance.random() < 1 / 4:
                self.deleted.add(channel.id)
                self.deleted |= {*world.posts.get(channel.id, {})}
                places.close_channel(world, channel)
                self.count("a thread is deleted")
            else:
                self.deleted.add(message.id)
                posting.delete(world, message)
                self.count("a message is deleted")

    def _send_odd(self) -> None:
        for session in self.box.wire.sessions:
            session.dispatch(*self.chance.choice(_ODD))
            self.count("an odd event")

    def _deliver(self, session: Session, name: str, data: Json) -> None:
        """Give the bot an event; in bad weather, some are lost, late or doubled."""
        lot = self.chance.random() if self.bad else 1.0
        if lot >= _LOSS + _LATE + _DOUBLE:
            session.dispatch(name, data)
            return
        self.touched.add(str(data.get("id")))
        if lot < _LOSS:
            self.count(f"{name} is lost")
            return
        loop = self.world.loop
        loop.call_later(loop.lot(20), session.dispatch, name, data)
        if lot >= _LOSS + _LATE:
            session.dispatch(name, data)
            self.count(f"{name} comes twice")
        else:
            self.count(f"{name} comes late")

    def failing(self, kind: type[JobConnection]) -> type[JobConnection]:
        """Return a class of connections whose disk fails in bad weather."""
        weather = self

        class Failing(kind):
            def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:  # noqa: ANN401
                """Run the SQL, unless the disk fails."""
                weather.strain(sql)
                return super().execute(sql, *parameters)

        return Failing

    def strain(self, sql: str) -> None:
        """Fail a statement now and then in bad weather."""
        if self.bad and self.chance.random() < _DISK and not sql.startswith(("PRAGMA", "ROLLBACK")):
            error = self.chance.choice(_DISK_ERRORS)
            self.count(error)
            raise sqlite3.OperationalError(error)
