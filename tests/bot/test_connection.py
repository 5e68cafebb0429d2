"""Connecting, staying connected, and ending when told to."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.config import Refused
from bot.connection import stay_connected, stop_requested
from bot.discord_reading import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

UNKNOWN = "Discord does not know this token. Copy it again into your settings, such as .env."
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def http(status: int, text: str = "") -> discord.HTTPException:
    """Discord's answer to a request."""
    return discord.HTTPException(Mock(status=status, reason="So it is"), text)


def closed(code: int) -> discord.ConnectionClosed:
    """The gateway's end."""
    return discord.ConnectionClosed(Mock(close_code=code), shard_id=0)


class FakeClient:
    """A client that ends as it is told, or runs until it is closed."""

    def __init__(self, world: World, end: Exception | None, *, stays: bool) -> None:
        self._world = world
        self._end = end
        self._stays = stays
        self._over = asyncio.Event()
        self.closed = False
        self.shards: list[int] = []

    async def start(self, token: str) -> None:
        """Run."""
        self._world.tokens.append(token)
        if self._stays:
            self._world.there.set()
            await self._over.wait()
        if self._end:
            raise self._end

    def is_ready(self) -> bool:
        """Whether it runs."""
        return self._stays

    async def close(self) -> None:
        """End."""
        await asyncio.sleep(0)
        self._over.set()
        self.closed = True


class World:
    """A clock that goes as one waits, and clients one after the other; the last one stays."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *ends: Exception | None) -> None:
        self.tokens: list[str] = []
        self.waits: list[float] = []
        self.time = 1000.0
        self.stop = asyncio.Event()
        self.there = asyncio.Event()
        self.clients: list[FakeClient] = []
        self.ends: Iterator[Exception | None] = iter(ends)
        monkeypatch.setattr("bot.connection.monotonic", lambda: self.time)
        monkeypatch.setattr("bot.connection._pause", self._pause)

    async def _pause(self, _stop: asyncio.Event, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds

    def make_client(self) -> FakeClient:
        """The next one."""
        assert all(client.closed for client in self.clients)
        try:
            client = FakeClient(self, next(self.ends), stays=False)
        except StopIteration:
            client = FakeClient(self, None, stays=True)
        self.clients.append(client)
        return client

    async def play(self) -> None:
        """From the start until it is there; then it is told to stop."""
        staying = asyncio.create_task(stay_connected(self.make_client, "a.b.c", self.stop))
        arrived = asyncio.create_task(self.there.wait())
        await asyncio.wait({staying, arrived}, return_when=asyncio.FIRST_COMPLETED)
        arrived.cancel()
        self.stop.set()
        await staying
        assert all(client.closed for client in self.clients)


async def test_it_is_there_until_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(monkeypatch)
    await world.play()
    assert (world.tokens, world.waits) == (["a.b.c"], [])


@pytest.mark.parametrize(
    "end",
    [
        ConnectionRefusedError(111, "refused"),
        TimeoutError(),
        aiohttp.ServerDisconnectedError(),
        http(500),
        http(503),
        http(429),
        discord.GatewayNotFound(),
        closed(4011),  # more shards are needed: the next client asks how many
        Unreadable("KeyError in discord/gateway.py"),
        None,  # the gateway closed with 1000
    ],
    ids=repr,
)
async def test_what_passes_is_waited_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, end: Exception | None
) -> None:
    world = World(monkeypatch, end, end)
    await world.play()
    assert world.waits == [1, 2]
    assert len(world.clients) == 3
    (line,) = caplog.messages
    assert line.startswith("can't reach Discord (")
    assert line.endswith("); retrying in 1 s")
    assert "()" not in line


async def test_it_says_why_in_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page = "<html>" + "sorry" * 100 + "\n<body>and more</body>"
    await World(monkeypatch, http(503, page)).play()
    (line,) = caplog.messages
    assert line.startswith("can't reach Discord (503 So it is (error code: 0): <html>sorry")
    assert "\n" not in line
    assert len(line) < 260


async def test_it_waits_longer_and_longer_and_says_so_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world = World(monkeypatch, *[OSError("no network")] * 12)
    await world.play()
    assert world.waits == [1, 2, 4, 8, 16, 32, 64, 100, 100, 100, 100, 100]
    assert len(caplog.messages) == 7  # each after a minute at least
    assert caplog.messages[-1] == "can't reach Discord (no network); retrying in 100 s"


async def test_after_a_long_while_it_begins_with_short_waits_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World(monkeypatch)
    ends = [OSError()] * 8

    def ended() -> Iterator[Exception | None]:
        yield from ends
        world.time += 86_400
        yield closed(4012)
        yield OSError()

    world.ends = ended()
    await world.play()
    assert world.waits == [1, 2, 4, 8, 16, 32, 64, 100, 1, 2]


@pytest.mark.parametrize("end", [discord.LoginFailure("Improper token"), closed(4004)], ids=repr)
async def test_an_unknown_token_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, end: Exception
) -> None:
    world = World(monkeypatch, OSError(), end)
    with pytest.raises(Refused) as wrong:
        await world.play()
    assert wrong.value.sentences == (UNKNOWN,)
    assert [client.closed for client in world.clients] == [True, True]


@pytest.mark.parametrize("end", [discord.PrivilegedIntentsRequired(0), closed(4013)], ids=repr)
async def test_a_refused_intent_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, end: Exception
) -> None:
    world = World(monkeypatch, end)
    with pytest.raises(Refused, match=r"^Discord refuses an intent .*\.$"):
        await world.play()


async def test_a_fault_of_ours_is_not_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        await world.play()
    assert [client.closed for client in world.clients] == [True]


async def test_told_to_stop_before_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(monkeypatch)
    world.stop.set()
    await stay_connected(world.make_client, "a.b.c", world.stop)
    assert world.clients == []


async def test_told_to_stop_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(monkeypatch, OSError())
    monkeypatch.undo()  # here it really waits

    def clock() -> float:
        if world.clients:  # it has come to an end, and the next thing is to wait
            asyncio.get_running_loop().call_soon(world.stop.set)
        return 0

    monkeypatch.setattr("bot.connection.monotonic", clock)
    await stay_connected(
        world.make_client, "a.b.c", world.stop
    )  # and not after the second that it waits
    assert len(world.clients) == 1


async def test_told_to_stop_in_the_middle_of_connecting() -> None:
    """A break because we leave is no fault."""
    stop, over = asyncio.Event(), asyncio.Event()

    class Broken:
        shards = ()

        async def start(self, token: str) -> None:
            stop.set()
            try:
                await over.wait()
            finally:
                raise RuntimeError(f"Session is closed, {token}")

        def is_ready(self) -> bool:
            return False

        async def close(self) -> None:
            over.set()

    await stay_connected(Broken, "a.b.c", stop)


async def test_a_goodbye_without_an_answer_is_cut_short(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.connection._CLOSE_WITHIN", 0)
    stop = asyncio.Event()

    class Mute:
        shards = ()

        async def start(self, token: str) -> None:
            assert token
            stop.set()
            await asyncio.Event().wait()

        def is_ready(self) -> bool:
            return True

        async def close(self) -> None:
            await asyncio.Event().wait()

    await stay_connected(Mute, "a.b.c", stop)
    assert caplog.messages == ["Discord didn't answer while the connection was closing"]


async def test_who_does_not_become_ready_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.connection._READY_WITHIN", 0)
    world = World(monkeypatch)

    class Slow(FakeClient):
        def is_ready(self) -> bool:
            return len(world.clients) > 1

    def make_client() -> FakeClient:
        world.clients.append(Slow(world, None, stays=True))
        if len(world.clients) == 2:
            asyncio.get_running_loop().call_later(0, world.stop.set)
        return world.clients[-1]

    await stay_connected(make_client, "a.b.c", world.stop)
    assert caplog.messages == ["can't reach Discord (not ready in time); retrying in 1 s"]
    assert [client.closed for client in world.clients] == [True, True]


async def test_who_gets_on_is_given_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred connections take more than eight minutes."""
    monkeypatch.setattr("bot.connection._READY_WITHIN", 0)
    world = World(monkeypatch)

    class Large(FakeClient):
        def is_ready(self) -> bool:
            self.shards.append(len(self.shards))
            if len(self.shards) == 100:
                asyncio.get_running_loop().call_later(0, world.stop.set)
            return len(self.shards) >= 100

    large = Large(world, None, stays=True)
    await stay_connected(lambda: large, "a.b.c", world.stop)
    assert len(world.tokens) == 1


@pytest.fixture
def signals() -> Iterator[None]:
    """Afterwards they do what they did before."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("windows", [False, True])
async def test_signals_stop_it(
    monkeypatch: pytest.MonkeyPatch,
    number: signal.Signals,
    windows: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    loop = asyncio.get_running_loop()
    if windows:
        monkeypatch.setattr(loop, "add_signal_handler", Mock(side_effect=NotImplementedError))
    stop = stop_requested()
    assert not stop.is_set()
    os.kill(os.getpid(), number)
    async with asyncio.timeout(60):
        await stop.wait()
    if not windows:
        assert all(map(loop.remove_signal_handler, SIGNALS))
