"""Paints the pictures of a page off the event loop. A picture that fails is left out.

Boards are painted in threads, animations in another process: no board and no answer ever waits for
an animation.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui.films import Films, film_order
from bot.ui.heights import margin_of
from render import bracket, card, curve, paint, points, standings, versus
from render.bracket import Bracket
from render.card import Card
from render.curve import Curve
from render.points import Points
from render.scene import Reel, Scene
from render.sprites import faces
from render.standings import Standings
from render.themes import THEMES
from render.versus import Versus

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from bot.ui.components import Emojis
    from bot.ui.pages.page import Page, Picture

log = logging.getLogger(__name__)

_WIDTH = 1080
_LARGEST = 8 * 1024 * 1024  # bytes; Discord takes 10 MB
_WORKERS = 2


def use_fonts(files: Sequence[Path]) -> None:
    """Write names with a host's fonts where ours lack a letter; UnusableFont names a bad one."""
    faces.use_fonts(files)
    if files and not faces.can_shape():
        log.warning(
            "KONAKIS_FONTS: can't write names in Arabic, Hebrew, Hindi, Thai and similar scripts "
            "without FriBiDi; on Debian and Ubuntu: apt install libfribidi0"
        )


class Pictures:
    """Threads that paint boards, and the process that makes animations."""

    def __init__(self, films: Films | None = None) -> None:
        self.films = films or Films()
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="paint")
        self.themes: Sequence[str] = tuple(THEMES)
        self.emojis: Emojis = {}  # without emojis, pieces are only named

    async def prepare(self) -> None:
        """Draw the default theme's sprites in advance, before a player waits for them."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._pool, paint.prepare, "", _WIDTH)

    async def paint(self, page: Page) -> Mapping[str, bytes]:
        """Return a page's pictures by name. The page shows the text board for a missing one."""
        images: dict[str, bytes] = {}
        margin = margin_of(page)
        for picture in page.pictures:
            if picture.painted:
                images |= await self._painted(picture, margin)
        return images

    async def _painted(self, picture: Picture, margin: int) -> Mapping[str, bytes]:
        """Return a picture by its name, or the still that replaces it; nothing if both fail."""
        image = await self._image(picture, margin)
        if image is not None:
            return {picture.name: image}
        return await self._painted(picture.still, margin) if picture.still else {}

    async def _image(self, picture: Picture, margin: int) -> bytes | None:
        """Return a picture as an image; None if it can't be made or is too large for Discord."""
        try:
            image = await self._made(picture, margin)
        except Exception:
            log.exception("could not paint %s", picture.name)
            return None
        return image if len(image) <= _LARGEST else None

    async def _made(self, picture: Picture, margin: int) -> bytes:
        if isinstance(picture.scene, bytes):
            return picture.scene
        if isinstance(picture.scene, Reel):
            return await self.films.film(film_order(picture.scene, picture.theme))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _paint, picture.scene, picture.theme, margin)

    def close(self) -> None:
        """Stop painting."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.films.close()


_PAINTERS: Mapping[type, Callable[..., bytes]] = {
    Bracket: bracket.paint,
    Card: card.paint,
    Curve: curve.paint,
    Points: points.paint,
    Standings: standings.paint,
    Versus: versus.paint,
}


def _paint(
    shown: Scene | Card | Curve | Standings | Points | Bracket | Versus, theme: str, margin: int = 0
) -> bytes:
    if isinstance(shown, Scene):
        return paint.paint(shown, theme, _WIDTH, margin)
    return _PAINTERS[type(shown)](shown, theme, _WIDTH)


def painted(picture: Picture) -> Picture:
    """Return a scene's picture, painted in this process."""
    assert isinstance(picture.scene, Scene)
    image = _paint(picture.scene, picture.theme) if picture.painted else b""
    return replace(picture, scene=image)
