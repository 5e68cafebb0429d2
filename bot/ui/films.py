"""Animations of games, made in another process.

Invariant: one animation per person at a time. Requests for the same animation share the work, and
the last few are cached.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.service.refusals import No, Refusal
from bot.service.workers import PATIENCE, Worker, own_process
from bot.ui.pages.page import Picture
from bot.ui.words import Words, words_of
from games.match import fold
from render.film import encode_film
from render.scene import Reel

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from concurrent.futures import Executor

    from bot.ui.pages.page import Page
    from games.core import Side
    from games.events import Event
    from render.scene import Call

_CACHED = 8 * 1024 * 1024  # bytes of animations


def without_films(page: Page) -> Page:
    """Return a page that can be sent at once, with stills; the same page if it has no animation."""
    if not any(isinstance(picture.scene, Reel) for picture in page.pictures):
        return page
    blocks = (
        block.still if isinstance(block, Picture) and isinstance(block.scene, Reel) else block
        for block in page.blocks
    )
    return replace(page, blocks=tuple(block for block in blocks if block))


@dataclass(frozen=True, slots=True)
class FilmOrder:
    """All data of an animation, as values that can be sent to another process."""

    log: tuple[Event, ...]
    locale: str
    viewer: Side | None
    moments: range
    theme: str
    once: bool = False
    carved: tuple[Call, str] | None = None


def film_order(reel: Reel, theme: str) -> FilmOrder:
    """Return the order for an animation."""
    assert isinstance(reel.words, Words)  # pages have no other type
    return FilmOrder(
        reel.match.log, reel.words.locale, reel.viewer, reel.moments, theme, reel.once, reel.carved
    )


def make_film(order: FilmOrder) -> bytes:
    """Return the animation as bytes. Runs in the process for animations."""
    match = fold(order.log)
    words = words_of(order.locale)
    reel = Reel(match, words, order.viewer, order.moments, carved=order.carved)
    return encode_film(reel.scenes(), order.theme, once=order.once)


class Films:
    """The animations for everyone. `start`: creates the process when first needed."""

    def __init__(
        self, start: Callable[[], Executor] = own_process, patience: float = PATIENCE
    ) -> None:
        self._worker = Worker(start, patience)
        self._cache: OrderedDict[FilmOrder, bytes] = OrderedDict()
        self._under_way: dict[FilmOrder, asyncio.Task[bytes]] = {}
        self._people: set[int] = set()

    @contextmanager
    def one_of(self, person: int) -> Generator[None]:
        """Mark a person's animation as in progress inside this block; refuse a second one."""
        if person in self._people:
            raise Refusal(No.FILM_UNDER_WAY)
        self._people.add(person)
        try:
            yield
        finally:
            self._people.discard(person)

    async def film(self, order: FilmOrder) -> bytes:
        """Return an animation, from the cache or new."""
        if film := self._cache.get(order):
            self._cache.move_to_end(order)
            return film
        if order not in self._under_way:
            self._under_way[order] = asyncio.create_task(self._make(order))
        return await asyncio.shield(self._under_way[order])

    async def _make(self, order: FilmOrder) -> bytes:
        try:
            film = await self._worker.run(0, make_film, order)
        finally:
            del self._under_way[order]
        self._cache[order] = film
        while sum(map(len, self._cache.values())) > _CACHED:
            self._cache.popitem(last=False)
        return film

    def close(self) -> None:
        """Make no more animations."""
        self._worker.close()
