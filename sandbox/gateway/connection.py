"""One connection of the bot to the gateway: hello, identify or resume, heartbeats, events."""

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import cast

from aiohttp import WSMsgType, web

from sandbox.gateway.hub import Hub
from sandbox.gateway.intents import REASONS, Close, Intent, refused
from sandbox.gateway.members import chunk
from sandbox.gateway.pipe import Pipe
from sandbox.gateway.session import Session, Terms
from sandbox.raw import Json
from sandbox.shapes import people

MOST_FRAMES, FRAME_SECONDS = 120, 60.0
MOST_SHARDS = 16
NORMAL_CLOSURES = (1000, 1001)


class Op(IntEnum):
    """A frame's opcode."""

    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


_BEFORE_LOGIN = (Op.HEARTBEAT, Op.IDENTIFY, Op.RESUME)


class _Ended(Exception):
    """The gateway closes the connection."""

    def __init__(self, code: Close) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class Settings:
    """Settings for tests: the heartbeat's interval, and whether heartbeats are acknowledged.

    `delay`: how long an acknowledgement takes. discord.py notes the time of a heartbeat only after
    sending it; an acknowledgement before that would look very late.
    """

    heartbeat: float = 41.25
    acknowledges: bool = True
    delay: float = 0.02


class Connection:
    """One client's connection, until it disconnects or is closed."""

    def __init__(self, hub: Hub, settings: Settings, resume_url: str, request: web.Request) -> None:
        self._hub = hub
        self._settings = settings
        self._resume_url = resume_url
        self._frames: deque[float] = deque(maxlen=MOST_FRAMES)
        self._socket = web.WebSocketResponse(max_msg_size=16 * 1024)
        self._pipe = Pipe(self._socket, zipped=request.query.get("compress") == "zlib-stream")
        self._request = request
        self.session: Session | None = None

    async def serve(self) -> web.WebSocketResponse:
        """Serve until the connection ends. Compresses for `zlib-stream` only."""
        await self._socket.prepare(self._request)
        writer = asyncio.create_task(self._pipe.run())
        try:
            await self._run(self._request.query)
        except _Ended as end:
            await self._socket.close(code=end.code, message=REASONS[end.code])
        finally:
            writer.cancel()
            with suppress(asyncio.CancelledError):
                await writer
            self._detach()
        return self._socket

    async def _run(self, query: Mapping[str, str]) -> None:
        if query.get("v") not in {"9", "10"}:
            raise _Ended(Close.INVALID_API_VERSION)
        if query.get("encoding", "json") != "json":
            raise _Ended(Close.DECODE_ERROR)
        self._send_op(Op.HELLO, {"heartbeat_interval": int(self._settings.heartbeat * 1000)})
        while (frame := await self._receive()) is not None:
            self._check_frame(frame)
            self._handle(frame)

    async def _receive(self) -> Json | None:
        """The next frame; None when the client has gone. Closes without heartbeats."""
        try:
            message = await self._socket.receive(timeout=self._settings.heartbeat * 1.5)
        except TimeoutError:
            raise _Ended(Close.SESSION_TIMED_OUT) from None
        if message.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
            return None
        try:
            frame = json.loads(message.data)
        except ValueError:
            raise _Ended(Close.DECODE_ERROR) from None
        if not isinstance(frame, dict):
            raise _Ended(Close.DECODE_ERROR)
        return cast("Json", frame)

    def _check_frame(self, frame: Json) -> None:
        """Close after more than 120 frames in a minute, or when not authenticated."""
        now = asyncio.get_running_loop().time()
        full = len(self._frames) == MOST_FRAMES
        if full and now - self._frames[0] < FRAME_SECONDS:
            raise _Ended(Close.RATE_LIMITED)
        self._frames.append(now)
        if self.session is None and frame.get("op") not in _BEFORE_LOGIN:
            raise _Ended(Close.NOT_AUTHENTICATED)

    def _handle(self, frame: Json) -> None:
        data = frame.get("d")
        form = cast("Json", data) if isinstance(data, dict) else {}
        match frame.get("op"):
            case Op.HEARTBEAT:
                if self._settings.acknowledges:
                    loop = asyncio.get_running_loop()
                    loop.call_later(self._settings.delay, self._send_op, Op.ACK)
            case Op.IDENTIFY:
                self._identify(form)
            case Op.RESUME:
                self._resume(form)
            case Op.REQUEST_MEMBERS:
                self._members(form)
            case Op.PRESENCE | Op.VOICE_STATE:
                pass
            case _:
                raise _Ended(Close.UNKNOWN_OPCODE)

    def _identify(self, form: Json) -> None:
        if self.session:
            raise _Ended(Close.ALREADY_AUTHENTICATED)
        self._authenticate(form)
        app = self._hub.world.app
        intents, shard = form.get("intents"), form.get("shard", [0, 1])
        if not isinstance(intents, int):
            raise _Ended(Close.INVALID_INTENTS)
        if code := refused(intents, app.granted):
            raise _Ended(code)
        if not (isinstance(shard, list) and _is_shard(cast("list[object]", shard))):
            raise _Ended(Close.INVALID_SHARD)
        session = Session(Terms(intents, *cast("list[int]", shard)), app.bot_id)
        if session.terms.shards < app.shards:
            raise _Ended(Close.SHARDING_REQUIRED)
        self._hub.add(session)
        self._attach(session)
        session.dispatch("READY", self._ready(session, cast("list[int]", shard)))
        if intents & Intent.GUILDS:
            self._hub.welcome(session)
        self._hub.presence()

    def _authenticate(self, form: Json) -> None:
        if str(form.get("token")).removeprefix("Bot ") != self._hub.world.app.token:
            raise _Ended(Close.AUTHENTICATION_FAILED)

    def _ready(self, session: Session, shard: list[int]) -> Json:
        world = self._hub.world
        guild_ids = [id_ for id_ in world.guilds if world.has_app(id_) and session.receives(id_)]
        return {
            "v": 10,
            "user": people.myself(world.people[world.app.bot_id]),
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in guild_ids],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._resume_url,
            "shard": shard,
            "application": {"id": world.app.id, "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "user_settings": {},
            "_trace": ["sandbox"],
        }

    def _resume(self, form: Json) -> None:
        if self.session:
            raise _Ended(Close.ALREADY_AUTHENTICATED)
        self._authenticate(form)
        session = self._hub.resumable(str(form.get("session_id")))
        sequence = form.get("seq")
        if session is None or not isinstance(sequence, int) or not session.can_replay(sequence):
            self._send_op(Op.INVALID_SESSION, data=False)
            return
        if sequence > session.sequence:
            raise _Ended(Close.INVALID_SEQ)
        self._attach(session)
        for event in session.replay(sequence):
            self._pipe.send(event)
        session.dispatch("RESUMED", {"_trace": ["sandbox"]})
        self._hub.presence()

    def _members(self, form: Json) -> None:
        session = self.session
        if session and (data := chunk(self._hub.world, form, session.terms.intents)):
            session.dispatch("GUILD_MEMBERS_CHUNK", data)

    def _attach(self, session: Session) -> None:
        self.session = session
        session.pipe, session.left = self._pipe, None

    def _detach(self) -> None:
        """The client is gone. A normal close ends its session too."""
        session = self.session
        if session is None or session.pipe is not self._pipe:
            return
        session.pipe, session.left = None, self._hub.world.clock.seconds()
        if self._socket.close_code in NORMAL_CLOSURES:
            self._hub.sessions.pop(session.id, None)
        self._hub.presence()

    def _send_op(self, op: int, data: object = None) -> None:
        self._pipe.send({"t": None, "s": None, "op": op, "d": data})

    def ask_to_reconnect(self) -> None:
        """Op 7."""
        self._send_op(Op.RECONNECT)

    def invalidate(self, *, resumable: bool) -> None:
        """Op 9. A session that cannot be resumed is forgotten."""
        if self.session and not resumable:
            self._hub.sessions.pop(self.session.id, None)
            self.session.pipe, self.session = None, None
            self._hub.presence()
        self._send_op(Op.INVALID_SESSION, data=resumable)

    async def close(self, code: int) -> None:
        """End the connection with that code."""
        await self._socket.close(code=code)

    def cut(self) -> None:
        """Break the connection without closing it, as a network failure does."""
        if self._request.transport:
            self._request.transport.abort()


def _is_shard(shard: list[object]) -> bool:
    if len(shard) != 2 or not all(isinstance(part, int) for part in shard):  # noqa: PLR2004  (a pair)
        return False
    number, count = cast("list[int]", shard)
    return 0 <= number < count <= MOST_SHARDS
