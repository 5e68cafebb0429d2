"""Run a bot as a real process: start, kill, restart, and read what it logs."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self

from sandbox.waiting import PATIENCE, until
from sandbox.world.world import World


class BotFailed(AssertionError):
    """The process ended too early, or did not start, log or end. Its output is in the message."""


class Process(Protocol):
    """A process as asyncio runs it: asyncio.subprocess.Process."""

    @property
    def pid(self) -> int:
        """Its number."""
        ...

    @property
    def returncode(self) -> int | None:
        """How it ended; None while it runs."""
        ...

    @property
    def stdout(self) -> asyncio.StreamReader | None:
        """The process's output, with its errors."""
        ...

    def send_signal(self, signal: signal.Signals, /) -> None:
        """Send it a signal."""
        ...

    def kill(self) -> None:
        """Kill it."""
        ...

    async def wait(self) -> int:
        """Wait until it has ended; how."""
        ...


async def spawn(command: "Command") -> Process:
    """Start it as a process of its own."""
    return await asyncio.create_subprocess_exec(
        *command.line,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **command.environment},
        cwd=command.folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, additions to the environment, the working folder, and how it is started."""

    line: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    folder: str | None = None
    start: Callable[["Command"], Awaitable[Process]] = spawn


class BotProcess:
    """`async with BotProcess(world, command) as bot:` keeps the bot online inside the block.

    However the block ends, and when a start is cancelled halfway: no process is left running.
    """

    def __init__(self, world: World, command: Command) -> None:
        self._world = world
        self._command = command
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._lines: list[str] = []
        self._wrote = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.kill()

    @property
    def stderr(self) -> str:
        """The output of all its runs, standard output too."""
        return "".join(self._lines)

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self._process.pid if self._process else None

    async def start(self, *, online: bool = True) -> None:
        """Start it, and wait until it is online. BotFailed where it ends first."""
        try:
            self._process = await self._command.start(self._command)
            self._reader = asyncio.create_task(self._read(self._process))
            if online:
                await until(self._world, self._is_online, PATIENCE)
        except TimeoutError:
            await self.kill()
            raise BotFailed(f"the bot did not come online:\n{self.stderr}") from None
        except BaseException:
            await self.kill()
            raise

    async def _read(self, process: Process) -> None:
        """Read what it writes, until it and all that it has started have ended."""
        if process.stdout:
            while line := await process.stdout.readline():
                self._lines.append(line.decode(errors="replace"))
                self._wrote.set()
        self._wrote.set()

    def _is_online(self) -> bool | None:
        if self._world.online:
            return True
        self._fail_if_ended("did not come online")
        return None

    def _fail_if_ended(self, what: str) -> None:
        if self._reader is None or self._reader.done():
            raise BotFailed(f"the bot {what}:\n{self.stderr}")

    async def wait_for_log(self, text: str, seconds: float = PATIENCE) -> None:
        """Wait until its output contains that text. BotFailed where it ends first."""
        try:
            async with asyncio.timeout(seconds):
                while text not in self.stderr:
                    self._fail_if_ended(f"does not log {text!r}")
                    self._wrote.clear()
                    await self._wrote.wait()
        except TimeoutError:
            raise BotFailed(f"the bot does not log {text!r}:\n{self.stderr}") from None

    async def wait(self) -> int:
        """Wait for it to end by itself; its exit code."""
        if self._process is None:
            raise BotFailed("the bot was not started")
        try:
            async with asyncio.timeout(PATIENCE):
                code = await self._process.wait()
        except TimeoutError:
            raise BotFailed(f"the bot does not end:\n{self.stderr}") from None
        await self._gone()
        return code

    def send(self, sign: signal.Signals) -> None:
        """Send the bot a signal, if it is running."""
        if self._process and self._process.returncode is None:
            self._process.send_signal(sign)

    async def terminate(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Send the bot a signal. Return its exit code."""
        self.send(sign)
        return await self.wait()

    async def kill(self) -> None:
        """Kill it, if it is running."""
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        await self._gone()

    async def restart(self, *, kill: bool = True) -> None:
        """Kill or terminate it, and start it again."""
        await (self.kill() if kill else self.terminate())
        await self.start()

    async def _gone(self) -> None:
        """Wait until its output is read and the sandbox has noticed that it is gone."""
        if self._reader:
            try:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.shield(self._reader)
            except TimeoutError:
                self._reader.cancel()
                raise BotFailed(f"what the bot started does not end:\n{self.stderr}") from None
        self._process = self._reader = None
        await until(self._world, lambda: not self._world.online or None, PATIENCE)
