"""A tab of the chat page without a browser: what it asks, and what it is told."""

import json
from types import TracebackType
from typing import Any, Self

import aiohttp

from sandbox.sample import PEOPLE
from sandbox.waiting import PATIENCE

IDS = {person.username: person.id for person in PEOPLE}


class Page:
    """A tab without a browser."""

    def __init__(self, url: str, handle: str = "birch") -> None:
        self._url, self._handle, self._number = url, handle, 0
        self.told: list[dict[str, Any]] = []

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession()
        self.socket = await self._http.ws_connect(f"{self._url}/page/socket")
        await self.be(self._handle)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.close()

    async def be(self, handle: str) -> dict[str, Any]:
        """Switch to an account; what it sees."""
        await self.do("be", person=IDS[handle])
        return await self.event("snapshot")

    async def _next(self) -> dict[str, Any]:
        return json.loads((await self.socket.receive(timeout=PATIENCE)).data)

    async def event(self, name: str, **fields: object) -> dict[str, Any]:
        """The first event of that name and with those fields, come already or to come."""
        while True:
            for event in self.told:
                if event["event"] == name and fields.items() <= event.items():
                    self.told.remove(event)
                    return event
            self.told.append(await self._next())

    async def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """The answer to an action; events meanwhile are kept."""
        self._number += 1
        await self.socket.send_json({"id": self._number, "do": do, **fields})
        while (frame := await self._next()).get("id") != self._number:
            self.told.append(frame)
        return frame

    async def do(self, do: str, **fields: object) -> dict[str, Any]:
        """The result of an action that is not refused."""
        frame = await self.ask(do, **fields)
        assert frame["ok"], frame
        return frame["result"]
