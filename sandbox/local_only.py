"""Refuse requests that do not come from this machine's own address and the sandbox's own page."""

from collections.abc import Awaitable, Callable

from aiohttp import web

HOST = "127.0.0.1"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "media-src 'self' blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def _own_names(request: web.Request) -> set[str]:
    """The valid Host values, by the port of the connection itself."""
    port = request.transport.get_extra_info("sockname")[1] if request.transport else 0
    return {f"{HOST}:{port}", f"localhost:{port}"}


@web.middleware
async def only_here(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse other host names (DNS rebinding) and other sites' pages (cross-site requests)."""
    names = _own_names(request)
    if request.host not in names:
        return web.Response(status=403, text="This is only for this machine.")
    origin = request.headers.get("Origin")
    if origin is not None and origin not in {f"http://{name}" for name in names}:
        return web.Response(status=403, text="This is only for the sandbox's own page.")
    return await handler(request)
