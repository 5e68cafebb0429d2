"""A bot run as a real process: started, killed, restarted, and what it wrote on the way."""

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from sandbox.waiting import until
from sandbox.world.world import World

START_SECONDS = 20.0
END_SECONDS = 10.0


class BotFailed(AssertionError):
    """The process ended, or would not end or start. Its error stream is in the message."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, what it adds to the environment, and where it runs."""

    line: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    folder: str | None = None


class BotProcess:
    """`async with BotProcess(world, command) as bot:` has the bot online inside the block."""

    def __init__(self, world: World, command: Command) -> None:
        self._world = world
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._lines: list[str] = []
        self._spoke = asyncio.Event()

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
        """What all its runs wrote, standard output too."""
        return "".join(self._lines)

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self._process.pid if self._process else None

    async def start(self, *, online: bool = True) -> None:
        """Start it, and wait until it is online."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command.line,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **self._command.environment},
            cwd=self._command.folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        self._reader = asyncio.create_task(self._read(self._process))
        if online:
            await self._online(self._reader)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        if process.stdout:
            while line := await process.stdout.readline():
                self._lines.append(line.decode(errors="replace"))
                self._spoke.set()

    async def _online(self, reader: asyncio.Task[None]) -> None:
        """Online, unless it ends first: then its error stream ends too."""
        look = asyncio.create_task(
            until(self._world, lambda: self._world.online or None, START_SECONDS)
        )
        await asyncio.wait({look, reader}, return_when=asyncio.FIRST_COMPLETED)
        if look.done() and look.exception() is None:
            return
        look.cancel()
        await self.kill()
        raise BotFailed(f"the bot did not come online:\n{self.stderr}")

    async def says(self, text: str, seconds: float = END_SECONDS) -> None:
        """Wait until that stands in its error stream."""
        try:
            async with asyncio.timeout(seconds):
                while text not in self.stderr:
                    self._spoke.clear()
                    await self._spoke.wait()
        except TimeoutError:
            raise BotFailed(f"the bot does not say {text!r}:\n{self.stderr}") from None

    async def wait(self) -> int:
        """Its exit code, once it has ended by itself."""
        if self._process is None:
            raise BotFailed("the bot was not started")
        try:
            async with asyncio.timeout(END_SECONDS):
                code = await self._process.wait()
        except TimeoutError:
            raise BotFailed(f"the bot does not end:\n{self.stderr}") from None
        await self._gone()
        return code

    async def terminate(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; its exit code."""
        if self._process and self._process.returncode is None:
            self._process.send_signal(sign)
        return await self.wait()

    async def kill(self) -> None:
        """End it at once. Nothing when it has ended."""
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        await self._gone()

    async def restart(self, *, kill: bool = True) -> None:
        """End it, at once or politely, and start it again."""
        await (self.kill() if kill else self.terminate())
        await self.start()

    async def _gone(self) -> None:
        """Its streams are read to their end, and the sandbox has noticed."""
        if self._reader:
            await self._reader
        self._process = self._reader = None
        await until(self._world, lambda: not self._world.online or None, END_SECONDS)
