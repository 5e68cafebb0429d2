"""Paint the pictures of a page off the event loop. A picture that cannot be made is left out."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from bot.ui.films import Films, order
from render import paint
from render.scene import Reel, Scene
from render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.ui.pages.page import Page, Picture

log = logging.getLogger(__name__)

_WIDTH = 1080
_LARGEST = 8 * 1024 * 1024  # bytes; Discord takes ten
_WORKERS = 2


class Pictures:
    """Threads that paint boards, and the process that makes films."""

    def __init__(self, films: Films | None = None) -> None:
        self.films = films or Films()
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="paint")
        self.themes: Sequence[str] = tuple(THEMES)

    async def prepare(self) -> None:
        """Draw the default theme's sprites in advance, before a player waits for them."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._pool, paint.prepare, "", _WIDTH)

    async def paint(self, page: Page) -> Mapping[str, bytes]:
        """The page's pictures by name. A page shows the text board for one that is missing."""
        wanted = [picture for picture in page.pictures if picture.painted]
        made = [await self._made(picture) for picture in wanted]
        return {
            picture.name: image
            for picture, image in zip(wanted, made, strict=True)
            if image is not None and len(image) <= _LARGEST
        }

    async def _made(self, picture: Picture) -> bytes | None:
        try:
            if isinstance(picture.scene, Reel):
                return await self.films.film(order(picture.scene, picture.theme))
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, _paint, picture.scene, picture.theme)
        except Exception:
            log.exception("could not paint %s", picture.name)
            return None

    def close(self) -> None:
        """Stop painting."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.films.close()


def _paint(scene: Scene, theme: str) -> bytes:
    return paint.paint(scene, theme, _WIDTH)
