"""Plain clients without discord.py: one for REST, one for the gateway."""

import io
import json
import zlib
from types import TracebackType
from typing import Any, NamedTuple, Self

import aiohttp

from sandbox.server import Sandbox
from sandbox.waiting import PATIENCE

INTENTS = 1 << 0 | 1 << 9 | 1 << 12


class Said(NamedTuple):
    """REST's answer."""

    status: int
    body: Any
    headers: dict[str, str]


class Rest:
    """`async with Rest(box) as rest:` asks with the bot's token."""

    def __init__(self, box: Sandbox, token: str | None = None) -> None:
        self._box = box
        self._head = {"Authorization": f"Bot {box.token if token is None else token}"}

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession(headers=self._head)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.close()

    async def ask(self, method: str, path: str, body: object = None, **more: Any) -> Said:  # noqa: ANN401  (what aiohttp takes)
        """One request, with a JSON body if one is given."""
        if body is not None:
            more["json"] = body
        async with self._http.request(method, self._box.api + path, **more) as response:
            text = await response.text()
            parsed = json.loads(text) if text else None
            return Said(response.status, parsed, dict(response.headers))

    async def post(self, path: str, body: object = None, **more: Any) -> Said:  # noqa: ANN401  (what aiohttp takes)
        """POST."""
        return await self.ask("POST", path, body, **more)

    async def with_files(self, method: str, path: str, body: object, *files: bytes) -> Said:
        """A multipart form: `payload_json`, and files called 0.bin, 1.bin and so on."""
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        for number, data in enumerate(files):
            form.add_field(f"files[{number}]", io.BytesIO(data), filename=f"{number}.bin")
        return await self.ask(method, path, data=form)


class Gateway:
    """`async with Gateway(box) as gateway:` is connected, and has heard nothing yet."""

    def __init__(self, box: Sandbox, query: str = "v=10&encoding=json") -> None:
        self._url = f"{box.gateway}?{query}"
        self._token = box.token
        self._inflate = zlib.decompressobj() if "zlib-stream" in query else None

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession()
        try:
            self.socket = await self._http.ws_connect(self._url)
        except aiohttp.ClientError:
            await self._http.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Any code but 1000 and 1001 leaves the session resumable, as a lost connection does.
        await self.socket.close(code=4000)
        await self._http.close()

    async def _receive(self) -> aiohttp.WSMessage:
        return await self.socket.receive(timeout=PATIENCE)

    async def hear(self) -> dict[str, Any]:
        """The next frame."""
        message = await self._receive()
        if message.type is aiohttp.WSMsgType.BINARY and self._inflate:
            return json.loads(self._inflate.decompress(message.data))
        assert message.type is aiohttp.WSMsgType.TEXT, message
        return json.loads(message.data)

    async def hear_of(self, name: str) -> dict[str, Any]:
        """The next event of that name; those before it are passed over."""
        while (frame := await self.hear())["t"] != name:
            pass
        return frame

    async def say(self, op: int, data: object = None) -> None:
        """Send a frame."""
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def identify(self, **more: Any) -> dict[str, Any]:  # noqa: ANN401  (any fields)
        """Say hello, identify, and hear READY."""
        await self.hear()
        await self.say(2, {"token": self._token, "intents": INTENTS, "properties": {}, **more})
        return await self.hear_of("READY")

    async def closed(self) -> int | None:
        """The code with which the other side ends it; frames before that are passed over."""
        while (await self._receive()).type.value < aiohttp.WSMsgType.CLOSE.value:
            pass
        return self.socket.close_code
