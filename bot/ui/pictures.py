"""Paint the pictures of a page off the event loop. A picture that cannot be made is left out.

Boards are painted in threads, films in a process of their own: no board and no answer ever waits
for a film. Law: one film of a person at a time. Films of the same match and look are made once
while they are asked for together, and the last few are kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.service.pacing import PATIENCE, Worker, own_process
from bot.service.refusals import No, Refusal
from bot.ui.words import Words, words_of
from games.match import fold
from render import curve, film, paint, standings
from render.curve import Curve
from render.scene import Reel, Scene
from render.standings import Standings
from render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence
    from concurrent.futures import Executor

    from bot.ui.components import Emojis
    from bot.ui.pages.page import Page, Picture
    from games.core import Side
    from games.events import Event

log = logging.getLogger(__name__)

_WIDTH = 1080
_LARGEST = 8 * 1024 * 1024  # bytes; Discord takes ten
_WORKERS = 2
_KEPT = 8 * 1024 * 1024  # bytes of films


class Pictures:
    """Threads that paint boards, and the process that makes films."""

    def __init__(self, films: Films | None = None) -> None:
        self.films = films or Films()
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="paint")
        self.themes: Sequence[str] = tuple(THEMES)
        self.emojis: Emojis = {}  # while the bot has none, men are named alone

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
            if isinstance(picture.scene, bytes):
                return picture.scene
            if isinstance(picture.scene, Reel):
                return await self.films.film(film_order(picture.scene, picture.theme))
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, _paint, picture.scene, picture.theme)
        except Exception:
            log.exception("could not paint %s", picture.name)
            return None

    def close(self) -> None:
        """Stop painting."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.films.close()


def _paint(shown: Scene | Curve | Standings, theme: str) -> bytes:
    if isinstance(shown, Curve):
        return curve.paint(shown, theme, _WIDTH)
    if isinstance(shown, Standings):
        return standings.paint(shown, theme, _WIDTH)
    return paint.paint(shown, theme, _WIDTH)


def painted(picture: Picture) -> Picture:
    """The picture of a scene, made in the process where this is called."""
    assert isinstance(picture.scene, Scene)
    made = _paint(picture.scene, picture.theme) if picture.painted else b""
    return replace(picture, scene=made)


def without_films(page: Page) -> Page:
    """The page as it can be sent at once; the same one where it has no film."""
    films = [each for each in page.pictures if isinstance(each.scene, Reel)]
    if not films:
        return page
    return replace(page, blocks=tuple(each for each in page.blocks if each not in films))


@dataclass(frozen=True, slots=True)
class FilmOrder:
    """All that a film is made of, as values that another process can be sent."""

    log: tuple[Event, ...]
    locale: str
    viewer: Side | None
    moments: range
    theme: str


def film_order(reel: Reel, theme: str) -> FilmOrder:
    """The film of some moments of a match."""
    assert isinstance(reel.words, Words)  # pages have no other
    return FilmOrder(reel.match.log, reel.words.locale, reel.viewer, reel.moments, theme)


def make_film(wanted: FilmOrder) -> bytes:
    """The film. Runs in the process for films."""
    match = fold(wanted.log)
    reel = Reel(match, words_of(wanted.locale), wanted.viewer, wanted.moments)
    return film.film(reel.scenes(), wanted.theme)


class Films:
    """The films of all who ask. `start` makes what runs the work, when it is first needed."""

    def __init__(
        self, start: Callable[[], Executor] = own_process, patience: float = PATIENCE
    ) -> None:
        self._worker = Worker(start, patience)
        self._kept: OrderedDict[FilmOrder, bytes] = OrderedDict()
        self._under_way: dict[FilmOrder, asyncio.Task[bytes]] = {}
        self._people: set[int] = set()

    @contextmanager
    def one_of(self, person: int) -> Generator[None]:
        """Inside this block the person has a film under way; a refusal if they have one already."""
        if person in self._people:
            raise Refusal(No.FILM_UNDER_WAY)
        self._people.add(person)
        try:
            yield
        finally:
            self._people.discard(person)

    async def film(self, wanted: FilmOrder) -> bytes:
        """The film, kept or new."""
        if kept := self._kept.get(wanted):
            self._kept.move_to_end(wanted)
            return kept
        if wanted not in self._under_way:
            self._under_way[wanted] = asyncio.create_task(self._make(wanted))
        return await asyncio.shield(self._under_way[wanted])

    async def _make(self, wanted: FilmOrder) -> bytes:
        try:
            made = await self._worker.run(0, make_film, wanted)
        finally:
            del self._under_way[wanted]
        self._kept[wanted] = made
        while sum(map(len, self._kept.values())) > _KEPT:
            self._kept.popitem(last=False)
        return made

    def close(self) -> None:
        """Start no more films."""
        self._worker.close()
