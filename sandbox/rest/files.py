"""Serve files and avatars as Discord's CDN does: only with a valid signature."""

from aiohttp import web

from sandbox.pictures import plain
from sandbox.shapes.messages import Shapes

AVATARS = (0x5865F2, 0x757E8A, 0x3BA55C, 0xFAA61A, 0xED4245, 0xEB459E)
_GONE = "This content is no longer available."
# Files of a bot are shown as pictures or texts, or offered for saving; they never run as a page.
_SHOWN = ("image/png", "image/gif", "image/jpeg", "image/webp", "text/plain; charset=utf-8")
_SAFE = {"X-Content-Type-Options": "nosniff"}


class Cdn:
    """Serves files by their address."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes

    async def attachment(self, request: web.Request) -> web.Response:
        """A file of a message."""
        file_id = request.match_info["file_id"]
        until, signature = request.query.get("ex", "0"), request.query.get("hm", "")
        file = self._shapes.world.files.get(file_id)
        if file is None or not self._shapes.signer.fresh(file_id, until, signature):
            return web.Response(status=404, text=_GONE)
        if file.content_type in _SHOWN:
            head = {"Content-Type": file.content_type, **_SAFE}
        else:
            saved = f'attachment; filename="{file.filename.encode("ascii", "replace").decode()}"'
            head = {
                "Content-Type": "application/octet-stream",
                "Content-Disposition": saved,
                **_SAFE,
            }
        return web.Response(body=file.data, headers=head)

    async def emoji(self, request: web.Request) -> web.Response:
        """A picture of the application's own."""
        emoji = self._shapes.world.emojis.get(request.match_info["emoji_id"])
        if emoji is None:
            return web.Response(status=404, text=_GONE)
        return web.Response(body=emoji.data, content_type="image/png", headers=_SAFE)

    async def avatar(self, request: web.Request) -> web.Response:
        """The default avatar of an account."""
        number = request.match_info["number"]
        color = AVATARS[int(number) % len(AVATARS)] if number.isdigit() else AVATARS[0]
        return web.Response(body=plain(color), content_type="image/png", headers=_SAFE)
