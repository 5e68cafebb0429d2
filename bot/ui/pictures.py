"""Paint the pictures of a page off the event loop. A picture that cannot be made is left out."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from render import film, paint
from render.scene import Reel
from render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.ui.pages.page import Page, Picture

log = logging.getLogger(__name__)

_WIDTH, _FILM_WIDTH = 1080, 720
_LARGEST = 8 * 1024 * 1024  # bytes; Discord takes ten
_WORKERS = 2


class Pictures:
    """A pool of threads that paint."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="paint")
        self.themes: Sequence[str] = tuple(THEMES)

    async def prepare(self) -> None:
        """Draw the default theme's sprites in advance, before a player waits for them."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._pool, paint.prepare, "", _WIDTH)

    async def paint(self, page: Page) -> Mapping[str, bytes]:
        """The page's pictures by name. A page shows the text board for one that is missing."""
        loop = asyncio.get_running_loop()
        wanted = [picture for picture in page.pictures if picture.painted]
        made = [await loop.run_in_executor(self._pool, _paint, picture) for picture in wanted]
        return {
            picture.name: image
            for picture, image in zip(wanted, made, strict=True)
            if image is not None and len(image) <= _LARGEST
        }

    def close(self) -> None:
        """Stop painting."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _paint(picture: Picture) -> bytes | None:
    try:
        if isinstance(picture.scene, Reel):
            return film.film(picture.scene.scenes(), picture.theme, _FILM_WIDTH)
        return paint.paint(picture.scene, picture.theme, _WIDTH)
    except Exception:
        log.exception("could not paint %s", picture.name)
        return None
