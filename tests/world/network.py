"""The network in memory: connections with random delays, which can be cut.

Invariant: data arrives in the order in which it was written, or the connection breaks. A killed
program's connections are closed as the system would close them: data already sent arrives first.
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
_APART = 1e-6  # seconds between two chunks of data


class Listener:
    """The result of `create_unix_server`: listens until closed."""

    sockets = ()

    def __init__(self, network: Network, path: str) -> None:
        self._network = network
        self._path = path

    def close(self) -> None:
        """Accept no more connections."""
        self._network.places.pop(self._path, None)

    async def wait_closed(self) -> None:
        """Return at once: a listener closes without delay."""


class Network:
    """All connections. `latency`: how long data takes to arrive at most, in seconds."""

    def __init__(self, loop: WorldLoop, latency: float = 0.001) -> None:
        self.loop = loop
        self.latency = latency
        self.places: dict[str, Callable[[], tuple[asyncio.Protocol, Context]]] = {}
        self._ends: dict[End, None] = {}
        self._made = 0

    def listen(self, path: str, factory: Callable[[], asyncio.Protocol]) -> Listener:
        """Accept connections at that path."""
        context = copy_context()
        self.places[path] = lambda: (context.run(factory), context)
        return Listener(self, path)

    async def connect(
        self, path: str, factory: Callable[[], asyncio.Protocol]
    ) -> tuple[End, asyncio.Protocol]:
        """Connect to whatever listens at that path."""
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
        """Note an open end."""
        self._ends[end] = None

    def drop(self, end: End) -> None:
        """Forget a closed end."""
        self._ends.pop(end, None)

    def hang_up(self, owner: Owner) -> None:
        """Close all connections of a killed program, as the system does."""
        for end in [end for end in self._ends if end.owner is owner]:
            end.vanish()


class End(asyncio.Transport):
    """An end of a connection."""

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
        self._coming: list[bytes] = []  # data on its way to this end
        self._arrives = 0.0  # when the last of it arrives
        self._paused: list[bytes] | None = None  # data that came while reading was paused
        self._closing = self._lost = False

    def reads(self, protocol: asyncio.Protocol) -> asyncio.Protocol:
        """Open this end: the protocol reads from it."""
        self._protocol = protocol
        self._network.keep(self)
        return protocol

    # Called by the protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send data; do nothing if the connection is gone."""
        if not self._closing and data and not (self.owner and self.owner.dead):
            self.peer.send(bytes(data))

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        """Send several pieces of data together."""
        self.write(b"".join(list_of_data))

    def can_write_eof(self) -> bool:
        """Whether one direction can be closed by itself."""
        return False

    def close(self) -> None:
        """Close the connection once everything written has arrived."""
        if not self._closing:
            self._closing = True
            self.peer.end()
            self._soon(self._lose, None)

    def abort(self) -> None:
        """Break the connection."""
        if not self._closing:
            self._closing = True
            self.peer.reset()
            self._soon(self._lose, None)

    def is_closing(self) -> bool:
        """Whether the connection is closed or closing."""
        return self._closing

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Switch to another protocol."""
        assert isinstance(protocol, asyncio.Protocol)
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """The protocol that reads from this end."""
        assert self._protocol is not None
        return self._protocol

    def is_reading(self) -> bool:
        """Whether reading isn't paused."""
        return self._paused is None

    def pause_reading(self) -> None:
        """Hold back incoming data."""
        if self._paused is None:
            self._paused = []

    def resume_reading(self) -> None:
        """Pass on the data that was held back."""
        paused, self._paused = self._paused, None
        for data in paused or ():
            self._soon(self._give, data)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Do nothing: data is sent as soon as it is written."""

    def get_write_buffer_size(self) -> int:
        """The bytes not sent yet: none."""
        return 0

    # Called by the other end

    def send(self, data: bytes) -> None:
        """Send data to this end; it joins data already on its way."""
        self._coming.append(data)
        if len(self._coming) == 1:
            self._at(self._later(), self._deliver)

    def end(self) -> None:
        """Note that the other end was closed."""
        self._at(self._later(), self._hear_end)

    def reset(self) -> None:
        """Note that the other end broke off: data on its way is lost."""
        self._at(self._later(), self._lose, ConnectionResetError("cut"))

    def vanish(self) -> None:
        """Close the connection as the system does when the program at this end is dead."""
        self._closing = self._lost = True
        self._network.drop(self)
        self.peer.end()

    def _later(self) -> float:
        """The time at which data sent now arrives, after everything sent before."""
        soonest = max(self._arrives, self._loop.time()) + _APART
        self._arrives = soonest + self._loop.lot(self._network.latency)
        return self._arrives

    def _soon(self, act: Callable[..., object], *args: object) -> None:
        """Call at once, as the program at this end."""
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
        elif self._protocol is not None:  # there may be none
            self._protocol.data_received(data)

    def _hear_end(self) -> None:
        if self._paused:  # after the data that came first
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
