"""Tells systemd that the bot is ready, alive and stopping, if systemd started it.

Invariant: the watchdog hears only from the event loop, so a loop that stands still is restarted.
Before Discord is reached, each beat asks for more time to start instead.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping

_EVERY = 1.0  # seconds between two looks whether the bot is ready
_MORE_TIME = 60  # seconds to start, after each of them


@dataclass(frozen=True, slots=True)
class Systemd:
    """The service manager as a service sees it. `address`: its socket, empty if there is none."""

    address: str = ""
    patience: float = 0  # seconds without a beat until it restarts the bot; 0: forever

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Systemd:
        """Return what systemd has said in these variables."""
        patience = environment.get("WATCHDOG_USEC", "")
        return cls(
            environment.get("NOTIFY_SOCKET", ""),
            int(patience) / 1_000_000 if patience.isdecimal() else 0,
        )

    def tell(self, line: str) -> None:
        """Send a line such as READY=1, if systemd started the bot and its socket is there."""
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)  # noqa: FBT003  as declared in Python
            out.sendto(line.encode(), address)

    @asynccontextmanager
    async def watching(self, ready: Callable[[], bool]) -> AsyncGenerator[None]:
        """Inside this block systemd hears when the bot is first ready, and that its loop runs."""
        beating = asyncio.create_task(self._beat(ready)) if self.address else None
        try:
            yield
        finally:
            if beating:
                beating.cancel()

    async def _beat(self, ready: Callable[[], bool]) -> None:
        while not ready():
            self.tell(f"EXTEND_TIMEOUT_USEC={_MORE_TIME * 1_000_000}")
            await asyncio.sleep(_EVERY)
        self.tell("READY=1")
        while self.patience:
            self.tell("WATCHDOG=1")
            await asyncio.sleep(self.patience / 3)
