"""Serve the chat page: its files, and the WebSockets of open tabs."""

from pathlib import Path

from aiohttp import web

from sandbox.local_only import HOST, PAGE_HEADERS
from sandbox.shapes.messages import Shapes
from sandbox.tabs.tab import Tab

FILES = Path(__file__).parent.parent / "page"
_KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".woff2": "font/woff2",
}


class Site:
    """Serves the page."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._tabs: set[Tab] = set()

    async def index(self, request: web.Request) -> web.StreamResponse:
        """The page, at one address only, since `localhost` is another origin to a browser."""
        if not request.host.startswith(HOST):
            raise web.HTTPFound(str(request.url.with_host(HOST)))
        return _file("index.html")

    async def file(self, request: web.Request) -> web.StreamResponse:
        """One of the page's files."""
        return _file(request.match_info["path"])

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """A tab's connection."""
        tab = Tab(self._shapes)
        self._tabs.add(tab)
        try:
            return await tab.serve(request)
        finally:
            self._tabs.discard(tab)

    async def close(self) -> None:
        """Close all tabs."""
        for tab in tuple(self._tabs):
            await tab.close()


def _file(name: str) -> web.Response:
    path = (FILES / name).resolve()
    if not path.is_relative_to(FILES.resolve()) or not path.is_file():
        return web.Response(status=404, text="There is no such file.", headers=PAGE_HEADERS)
    kind = _KINDS.get(path.suffix, "application/octet-stream")
    charset = "utf-8" if kind.startswith(("text/", "image/svg")) else None
    return web.Response(
        body=path.read_bytes(), content_type=kind, charset=charset, headers=PAGE_HEADERS
    )
