"""A scripted server for the page alone: answers as a test wants, tells what it wants.

The files come from a small server of ours; the protocol is spoken inside the browser.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from aiohttp import web

import sandbox
from sandbox.local_only import PAGE_HEADERS
from sandbox.waiting import PATIENCE
from tests.sandbox.page.sample import snapshot

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Locator, Page, WebSocketRoute

Data = dict[str, Any]

FILES = Path(sandbox.__file__).parent / "page"
HEADERS = PAGE_HEADERS | {"Cache-Control": "max-age=600"}
# A busy machine looks late: what is shown for more than five seconds stays for minutes here.
LONG_NOTICES = """{
    const soon = window.setTimeout;
    window.setTimeout = (act, wait) => soon(act, wait > 5000 ? 100 * wait : wait);
}"""
DEFAULTS: dict[str, Data] = {"commands": {"commands": []}}
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763"
    "f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


class Stage:
    """The page in a browser, and the other end of its line."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.origin = origin
        self._clear()

    @classmethod
    async def build(cls, page: Page, origin: str) -> Self:
        """A stage whose page is not open yet."""
        stage = cls(page, origin)
        page.on("pageerror", lambda error: stage.errors.append(str(error)))
        await page.add_init_script(LONG_NOTICES)
        await page.route_web_socket("**/page/socket", stage._connect)
        return stage

    def _clear(self) -> None:
        self.errors: list[str] = []
        self.answers: dict[str, Data | str | None] = {}
        self._held: list[int] = []
        self.snapshot = snapshot()
        self._asked: dict[str, asyncio.Queue[Data]] = {}
        self._socket: WebSocketRoute | None = None

    async def reset(self) -> None:
        """Forgets everything, for the next test."""
        await self.page.goto("about:blank")
        await self.page.set_viewport_size({"width": 1100, "height": 800})
        self._clear()

    async def open(self, query: str = "") -> Page:
        """Goes to the page and waits until it shows the snapshot."""
        await self.page.goto(f"{self.origin}/{query}")
        await self.page.locator("body:not([aria-busy])").wait_for()
        return self.page

    async def show(self, *messages: Data) -> Page:
        """Opens the page on a first channel with just these messages."""
        self.snapshot["messages"]["100"] = list(messages)
        return await self.open()

    def tell(self, event: str, **fields: object) -> None:
        """Sends an event to the page."""
        assert self._socket is not None
        self._socket.send(json.dumps({"event": event, **fields}))

    def settle(self, state: str, **fields: object) -> None:
        """Says what became of the interaction `7`, which every click and command begins."""
        about = {"interaction": "7", "channel": "100", "message": None, "custom_id": None}
        self.tell("interaction", state=state, **(about | fields))

    def release(self, result: Data, most: int | None = None) -> None:
        """Answers what was held back since its answer was None: all of it, or the first so many."""
        for number in self._held[:most]:
            self._answer(number, {"result": result})
        del self._held[:most]

    async def asked(self, what: str) -> Data:
        """The next thing of this kind that the page asks, without its number."""
        async with asyncio.timeout(PATIENCE):
            return await self._queue(what).get()

    def silent(self, what: str) -> bool:
        """Whether the page has asked nothing of this kind that was not looked at."""
        return self._queue(what).empty()

    async def hang_up(self) -> None:
        """Breaks the line, as a stopping server does."""
        assert self._socket is not None
        await self._socket.close(code=1001)

    @property
    def messages(self) -> Locator:
        """All messages that are shown."""
        return self.page.locator("li[data-id]")

    def message(self, id_: str) -> Locator:
        """The message with this id."""
        return self.page.locator(f'li[data-id="{id_}"]')

    def _answer(self, number: int, said: Data) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps({"id": number, "ok": "result" in said, **said}))

    def _queue(self, what: str) -> asyncio.Queue[Data]:
        return self._asked.setdefault(what, asyncio.Queue())

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda frame: self._hear(json.loads(frame)))

    def _hear(self, frame: Data) -> None:
        number, what = frame.pop("id"), frame.pop("do")
        answer = self.answers.get(what, DEFAULTS.get(what, {"interaction": "7"}))
        if answer is None:
            self._held.append(number)
        else:
            self._answer(number, {"error" if isinstance(answer, str) else "result": answer})
        if what == "be" and not isinstance(answer, str):
            self.tell("snapshot", **self.snapshot)
        self._queue(what).put_nowait(frame)


@asynccontextmanager
async def files() -> AsyncGenerator[str]:
    """Serves the page's files, and a pixel as every attachment; gives the address."""
    app = web.Application()
    app.add_routes([web.get("/attachments/{name}", _pixel), web.get("/{path:.*}", _file)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


async def _pixel(_: web.Request) -> web.Response:
    return web.Response(body=PIXEL, content_type="image/png")


async def _file(request: web.Request) -> web.FileResponse:
    name = request.match_info["path"].removeprefix("page/") or "index.html"
    return web.FileResponse(FILES / name, headers=HEADERS)
