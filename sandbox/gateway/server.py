"""The gateway server: accepts connections; tests can cut, refuse and invalidate them."""

from aiohttp import web

from sandbox.gateway.connection import Connection, Settings
from sandbox.gateway.hub import Hub
from sandbox.gateway.session import Session
from sandbox.shapes.messages import Shapes


class Wire:
    """All connections of the bot. `refuse`: how many of the next ones get a 503."""

    def __init__(self, shapes: Shapes, url: str) -> None:
        self.hub = Hub(shapes)
        self.settings = Settings()
        self.refuse = 0
        self.opened = 0
        self._url = url
        self._connections: set[Connection] = set()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it ends."""
        if self.refuse > 0:
            self.refuse -= 1
            return web.Response(status=503)
        connection = Connection(self.hub, self.settings, self._url, request)
        self._connections.add(connection)
        self.opened += 1
        try:
            return await connection.serve()
        finally:
            self._connections.discard(connection)

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The connected sessions."""
        return tuple(session for session in self.hub.sessions.values() if session.connected)

    def cut(self, shard: int | None = None) -> None:
        """Break every connection, or that shard's, without closing it."""
        for connection in tuple(self._connections):
            if shard is None or (connection.session and connection.session.terms.shard == shard):
                connection.cut()

    def ask_to_reconnect(self) -> None:
        """Tell every client to come back (op 7)."""
        for connection in tuple(self._connections):
            connection.ask_to_reconnect()

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every client that its session is over (op 9)."""
        for connection in tuple(self._connections):
            connection.invalidate(resumable=resumable)

    async def close(self, code: int = 1001) -> None:
        """End every connection with that code."""
        for connection in tuple(self._connections):
            await connection.close(code)
