"""One open page: its WebSocket, its current account, its actions and updates."""

import asyncio
import json
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import cast

from aiohttp import WSMsgType, web

from sandbox.gateway.pipe import Pipe
from sandbox.raw import Json
from sandbox.rules.refusal import Refusal
from sandbox.shapes.messages import Shapes
from sandbox.tabs.actions import ACTIONS
from sandbox.tabs.updates import Updates
from sandbox.tabs.views import View, snapshot
from sandbox.world.events import Event
from sandbox.world.world import Impossible

MOST_FRAME = 16 * 1024 * 1024
_log = logging.getLogger(__name__)


class Tab:
    """Serves one browser tab until it is closed."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._socket = web.WebSocketResponse(max_msg_size=MOST_FRAME, heartbeat=30.0)
        self._pipe = Pipe(self._socket, zipped=False)
        self._updates: Updates | None = None
        self._view: View | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Answer its frames and send it updates. A slow answer does not delay others."""
        await self._socket.prepare(request)
        self._start(self._pipe.run())
        stop = self._shapes.world.subscribe(self._on_event)
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    self._take(message.data)
        finally:
            stop()
            for task in tuple(self._tasks):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        return self._socket

    async def close(self) -> None:
        """Close it because the server stops."""
        await self._socket.close(code=1001)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _on_event(self, event: Event) -> None:
        for frame in self._updates.frames_of(event) if self._updates else ():
            self._pipe.send(frame)

    def _take(self, text: str) -> None:
        try:
            frame = json.loads(text)
        except ValueError:
            frame = None
        if isinstance(frame, dict):
            self._start(self._answer(cast("Json", frame)))
        else:
            self._pipe.send({"event": "notice", "sentence": "That is not a valid frame."})

    async def _answer(self, frame: Json) -> None:
        answer: Json = {"id": frame.get("id"), "ok": True}
        try:
            answer["result"] = await self._do(frame)
        except (Impossible, Refusal) as no:
            answer |= {"ok": False, "error": _sentence(no)}
        except (TypeError, ValueError, KeyError, AttributeError):
            _log.exception("could not handle a frame of the page")
            answer |= {"ok": False, "error": "The sandbox did not understand that."}
        self._pipe.send(answer)

    async def _do(self, frame: Json) -> Json:
        name = str(frame.get("do"))
        if name == "be":
            return self._switch(frame.get("person"))
        if self._view is None or name not in ACTIONS:
            raise Impossible(
                "Choose an account first." if name in ACTIONS else "There is no such action."
            )
        return await ACTIONS[name](self._view, frame)

    def _switch(self, person_id: object) -> Json:
        """Switch to an account, and send what it sees."""
        wanted = person_id or self._shapes.world.accounts[0]
        if wanted not in self._shapes.world.accounts:
            raise Impossible("There is no such account.")
        self._view = View(self._shapes, str(wanted))
        self._updates = Updates(self._view)
        self._pipe.send(snapshot(self._view))
        return {}


def _sentence(no: Exception) -> str:
    sentence = str(no)
    return sentence if sentence.endswith(".") else f"{sentence}."
