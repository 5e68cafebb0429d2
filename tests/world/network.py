"""The network in memory: connections whose data takes a drawn while, and that can be cut.

Invariant: what is written arrives in its order, or the connection breaks. A program that is killed
has its connections closed as the system would: what it had sent arrives first.
"""

from __future__ import annotations

import asyncio
from contextvars import Context, copy_context
from typing import TYPE_CHECKING, Any

from tests.world.loop import OWNER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.world.loop import Owner, WorldLoop

_HOST = "127.0.0.1"
_PORT = 8400
_APART = 1e-6  # seconds between two pieces of data


class Listener:
    """What `create_unix_server` returns: it listens until it is closed."""

    sockets = ()

    def __init__(self, network: Network, path: str) -> None:
        self._network = network
        self._path = path

    def close(self) -> None:
        """Take no more connections."""
        self._network.places.pop(self._path, None)

    async def wait_closed(self) -> None:
        """It is closed."""


class Network:
    """All connections. `latency`: the longest that data is under way, in seconds."""

    def __init__(self, loop: WorldLoop, latency: float = 0.001) -> None:
        self.loop = loop
        self.latency = latency
        self.places: dict[str, Callable[[], tuple[asyncio.Protocol, Context]]] = {}
        self._ends: dict[End, None] = {}
        self._made = 0

    def listen(self, path: str, factory: Callable[[], asyncio.Protocol]) -> Listener:
        """Take connections there."""
        context = copy_context()
        self.places[path] = lambda: (context.run(factory), context)
        return Listener(self, path)

    async def connect(
        self, path: str, factory: Callable[[], asyncio.Protocol]
    ) -> tuple[End, asyncio.Protocol]:
        """A connection to what listens there."""
        await asyncio.sleep(self.loop.lot(self.latency))
        answer = self.places.get(path)
        if answer is None:
            raise ConnectionRefusedError(111, "nothing listens there")
        self._made += 1
        there, context = answer()
        ours = End(self, copy_context(), self._made)
        theirs = End(self, context, self._made)
        ours.peer, theirs.peer = theirs, ours
        protocol = ours.reads(factory())
        context.run(theirs.reads(there).connection_made, theirs)
        protocol.connection_made(ours)
        return ours, protocol

    def keep(self, end: End) -> None:
        """It is open."""
        self._ends[end] = None

    def drop(self, end: End) -> None:
        """It is closed."""
        self._ends.pop(end, None)

    def hang_up(self, owner: Owner) -> None:
        """Close all connections of a program that was killed, as the system does."""
        for end in [end for end in self._ends if end.owner is owner]:
            end.vanish()


class End(asyncio.Transport):
    """One end of a connection."""

    peer: End

    def __init__(self, network: Network, context: Context, number: int) -> None:
        self.owner = context.get(OWNER)
        port = 20_000 + number
        ours, theirs = (_HOST, port), (_HOST, _PORT)
        names = (ours, theirs) if self.owner else (theirs, ours)
        super().__init__({"sockname": names[0], "peername": names[1]})
        self._context = context
        self._network = network
        self._loop = network.loop
        self._protocol: asyncio.Protocol | None = None
        self._coming: list[bytes] = []  # data under way to this end
        self._arrives = 0.0  # when the last of it is there
        self._paused: list[bytes] | None = None  # what came while it was not read
        self._closing = self._lost = False

    def reads(self, protocol: asyncio.Protocol) -> asyncio.Protocol:
        """This protocol reads what comes; begin."""
        self._protocol = protocol
        self._network.keep(self)
        return protocol

    # What the protocol asks

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send it; where the connection is gone, nothing."""
        if not self._closing and data and not (self.owner and self.owner.dead):
            self.peer.send(bytes(data))

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        """Send them together."""
        self.write(b"".join(list_of_data))

    def can_write_eof(self) -> bool:
        """Whether one direction can be closed alone: no."""
        return False

    def close(self) -> None:
        """Close it once all that was written has arrived."""
        if not self._closing:
            self._closing = True
            self.peer.end()
            self._soon(self._lose, None)

    def abort(self) -> None:
        """Break it."""
        if not self._closing:
            self._closing = True
            self.peer.reset()
            self._soon(self._lose, None)

    def is_closing(self) -> bool:
        """Whether it is closed, or will be."""
        return self._closing

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Another protocol reads from now on."""
        assert isinstance(protocol, asyncio.Protocol)
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Which reads."""
        assert self._protocol is not None
        return self._protocol

    def is_reading(self) -> bool:
        """Whether it reads."""
        return self._paused is None

    def pause_reading(self) -> None:
        """Keep what comes."""
        if self._paused is None:
            self._paused = []

    def resume_reading(self) -> None:
        """Give it what came."""
        paused, self._paused = self._paused, None
        for data in paused or ():
            self._soon(self._give, data)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Nothing: what is written is under way."""

    def get_write_buffer_size(self) -> int:
        """The bytes that are not under way yet: none."""
        return 0

    # What comes from the other end

    def send(self, data: bytes) -> None:
        """Data for this end; what is under way already takes it along."""
        self._coming.append(data)
        if len(self._coming) == 1:
            self._at(self._later(), self._deliver)

    def end(self) -> None:
        """The other end was closed."""
        self._at(self._later(), self._hear_end)

    def reset(self) -> None:
        """The other end broke off: what was under way is lost."""
        self._at(self._later(), self._lose, ConnectionResetError("cut"))

    def vanish(self) -> None:
        """The program at this end is dead: the system closes the connection."""
        self._closing = self._lost = True
        self._network.drop(self)
        self.peer.end()

    def _later(self) -> float:
        """When what is sent now arrives, after all that was sent before."""
        soonest = max(self._arrives, self._loop.time()) + _APART
        self._arrives = soonest + self._loop.lot(self._network.latency)
        return self._arrives

    def _soon(self, act: Callable[..., object], *args: object) -> None:
        """At once, as the program at this end."""
        self._loop.call_soon(act, *args, context=self._context)

    def _at(self, when: float, act: Callable[..., object], *args: object) -> None:
        self._loop.call_at(when, act, *args, context=self._context)

    def _deliver(self) -> None:
        data = b"".join(self._coming)
        self._coming.clear()
        self._give(data)

    def _give(self, data: bytes) -> None:
        if self._lost or not data:
            return
        if self._paused is not None:
            self._paused.append(data)
        elif self._protocol is not None:  # some are empty
            self._protocol.data_received(data)

    def _hear_end(self) -> None:
        if self._paused:  # after what came before
            self._at(self._later(), self._hear_end)
        elif not self._closing and self._protocol is not None and not self._protocol.eof_received():
            self.close()

    def _lose(self, error: Exception | None) -> None:
        if self._lost:
            return
        self._closing = self._lost = True
        self._network.drop(self)
        if self._protocol is not None:
            self._protocol.connection_lost(error)
