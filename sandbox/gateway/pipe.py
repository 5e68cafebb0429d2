"""The send queue of one connection, with compression."""

import asyncio
import json
import zlib
from contextlib import suppress

from aiohttp import web

from sandbox.raw import Json


class Pipe:
    """Queues frames and sends them one after another, compressed if asked."""

    def __init__(self, socket: web.WebSocketResponse, *, zipped: bool) -> None:
        self._socket = socket
        self._deflate = zlib.compressobj() if zipped else None
        self._waiting: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, frame: Json) -> None:
        """Queue a frame."""
        self._waiting.put_nowait(frame)

    async def run(self) -> None:
        """Send until the connection breaks, or until cancelled."""
        with suppress(ConnectionError):
            while True:
                text = json.dumps(await self._waiting.get(), separators=(",", ":"))
                if self._deflate is None:
                    await self._socket.send_str(text)
                    continue
                packed = self._deflate.compress(text.encode())
                packed += self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self._socket.send_bytes(packed)
