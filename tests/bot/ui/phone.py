"""A phone, without Discord and without the bot: how tall a page is there, and what is seen of it.

The sandbox's page shows it in Chromium at 390 by 844 pixels, as a private answer. What is
measured is the whole message: its author's line, its parts, *(edited)* where one tap has led from
another page to this one, *Only you can see this*.
"""

from __future__ import annotations

import copy
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from struct import unpack_from
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import discord

from bot.ui import components
from bot.ui.heights import margin_of
from bot.ui.pictures import Pictures
from render.emojis import KINDS, emojis
from render.scene import Scene
from tests.sandbox.page.conftest import MILLISECONDS, launched
from tests.sandbox.page.sample import BIRCH, BOT, message, person
from tests.sandbox.page.stage import Stage, files

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence

    from playwright.async_api import Locator, Route
    from playwright.async_api import Page as BrowserPage

    from bot.ui.pages.page import Page, Picture

WIDTH, HEIGHT = 390, 844
NOW = 1_767_355_200  # on the phone: 2 January 2026, noon
VISIBLE = 714  # pixels between the channel's name and the line one writes in
NO_NAMES: Mapping[str, str] = MappingProxyType({})
_VERSIONS = count(1)  # of pictures, which a browser keeps by their addresses
_FLAGS = 32768 | 64  # made of components; private
_USED = {"id": "5", "type": 2, "name": "tablut", "user": {"id": BIRCH, "username": "birch"}}
_EDITED = "2026-01-01T12:00:00+00:00"
_EMOJIS = {
    key: discord.PartialEmoji(name=kind, id=number)
    for number, (key, kind) in enumerate(KINDS.items(), start=1)
}
_SIZE, _SIZE_AT = ">II", 16  # where a PNG says how wide and how high it is
_PAINTED = "item => Promise.all([...item.querySelectorAll('img')].map(each => each.decode()))"
# Wider buttons, so that a row's fifth short one wraps.
_WIDE = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync(".parts .button { padding-inline: 18px }");
    document.adoptedStyleSheets.push(style);
}"""
_MANY = 100  # pages that lie below each other while they are measured
_LOOK = """items => items.map(item => {
    const high = each => each.getBoundingClientRect().height;
    return {
        height: high(item),
        head: item.querySelector(".container").getBoundingClientRect().top
            - item.getBoundingClientRect().top,
        pictures: [...item.querySelectorAll("img")].map(high),
        words: item.querySelector(".parts").innerText.split(/\\s+/).filter(Boolean).length,
    };
})"""


@dataclass(frozen=True, slots=True)
class Seen:
    """A message on the phone, in pixels."""

    height: int
    head: int  # of these, above its parts: who used which command, and the author
    pictures: tuple[int, ...]
    words: int  # buttons' too

    @property
    def parts(self) -> int:
        """The height that must be in view at once: the parts, and the small text below them."""
        return self.height - self.head

    @property
    def from_middle(self) -> int:
        """The same from the middle of its picture, which is its first part."""
        return self.parts - (self.pictures[0] // 2 if self.pictures else 0)


class Phone:
    """Shows pages, and measures them."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._pictures = Pictures()
        self._sizes: dict[object, tuple[int, int]] = {}

    async def look(self, pages: Iterable[Page], *, edited: bool = False) -> list[Seen]:
        """How each of the pages is seen; `edited`: in the place of another."""
        sent = [_sent(page, await self._sizes_of(page), edited=edited) for page in pages]
        parts = [sent[at : at + _MANY] for at in range(0, len(sent), _MANY)]
        return [seen for part in parts for seen in await self._measured(part)]

    async def _measured(self, messages: Sequence[dict[str, Any]]) -> list[Seen]:
        every = await (await self._show(messages)).evaluate_all(_LOOK)
        assert len(every) == len(messages)
        return [
            Seen(
                round(seen["height"]),
                round(seen["head"]),
                tuple(map(round, seen["pictures"])),
                seen["words"],
            )
            for seen in every
        ]

    async def photograph(self, page: Page) -> bytes:
        """A picture of all that is the bot's own in the message, also of what leaves the screen."""
        painted = await self._pictures.paint(page)
        sizes = {name: unpack_from(_SIZE, image, _SIZE_AT) for name, image in painted.items()}
        sent = _sent(page, sizes, version=next(_VERSIONS))
        async with _served(self._stage.page, "/attachments/", painted):
            item = await self._show([sent])
            await item.evaluate(_PAINTED)
            return await item.locator(".container").screenshot()

    async def _show(self, messages: Sequence[dict[str, Any]]) -> Locator:
        """These messages, and no others."""
        self._stage.snapshot["messages"]["100"] = list(messages)
        self._stage.tell("snapshot", **self._stage.snapshot)
        await self._stage.message(messages[-1]["id"]).wait_for()
        return self._stage.messages

    async def _sizes_of(self, page: Page) -> dict[str, tuple[int, int]]:
        return {picture.name: await self._size(picture, page) for picture in page.pictures}

    async def _size(self, picture: Picture, page: Page) -> tuple[int, int]:
        """How large it is on that page; boards of one kind are painted once."""
        shown, kind = picture.scene, picture.name
        if isinstance(shown, Scene):
            kind = shown.layout, margin_of(page)
        if kind not in self._sizes:
            image = (await self._pictures.paint(page))[picture.name]
            self._sizes[kind] = unpack_from(_SIZE, image, _SIZE_AT)
        return self._sizes[kind]

    def close(self) -> None:
        """Paint no more."""
        self._pictures.close()


@asynccontextmanager
async def _served(
    shown: BrowserPage, folder: str, pictures: Mapping[str, bytes]
) -> AsyncGenerator[None]:
    """While these pictures are what that folder has."""

    async def give(route: Route) -> None:
        name = urlsplit(route.request.url).path.rpartition("/")[2]
        await route.fulfill(body=pictures[name], content_type="image/png")

    await shown.route(f"**{folder}*", give)
    yield
    await shown.unroute(f"**{folder}*", give)


@cache
def _emoji_files() -> Mapping[str, bytes]:
    """The pictures of men and calls, by the names of their files."""
    drawn = emojis()
    return {f"{emoji.id}.png": drawn[KINDS[key]][1] for key, emoji in _EMOJIS.items()}


def _sent(
    page: Page,
    sizes: Mapping[str, tuple[int, int]],
    *,
    edited: bool = False,
    version: int = 0,
) -> dict[str, Any]:
    """The page as Discord tells of it; its pictures have these sizes."""
    images = dict.fromkeys(sizes, b"")
    view = components.message(page, images, emojis=_EMOJIS).view
    shown = [_with_media(part, sizes, version) for part in view.to_components()]
    at = _EDITED if edited else None
    return message(by=BOT, flags=_FLAGS, interaction=_USED, components=shown, edited_timestamp=at)


def _with_media(
    part: Mapping[str, Any], sizes: Mapping[str, tuple[int, int]], version: int
) -> dict[str, Any]:
    """The component as Discord gives it back: each picture with its address and size."""
    shown = copy.deepcopy(dict(part))
    for item in shown.get("items", ()):
        name = item["media"]["url"].removeprefix("attachment://")
        width, height = sizes[name]
        item["media"] = {
            "url": f"/attachments/{name}?{version}",
            "width": width,
            "height": height,
            "content_type": "image/png",
        }
    shown["components"] = [
        _with_media(component, sizes, version) for component in shown.get("components", ())
    ]
    return {key: value for key, value in shown.items() if key != "components" or value}


@asynccontextmanager
async def phone(
    height: int = HEIGHT,
    locale: str = "en-GB",
    names: Mapping[str, str] = NO_NAMES,
    *,
    wide: bool = False,
    scale: int = 1,
) -> AsyncGenerator[Phone]:
    """A phone that shows an empty channel; skips where there is no browser.

    `locale`: its language; `names`: what people are called, by their numbers; `wide`: its buttons
    are as wide as on an iPhone; `scale`: the points of its screen for each pixel of the page.
    """
    async with launched() as chromium, files() as origin:
        context = await chromium.new_context(
            viewport={"width": WIDTH, "height": height},
            device_scale_factor=scale,
            has_touch=True,
            is_mobile=True,
        )
        context.set_default_timeout(MILLISECONDS)
        stage = await Stage.build(await context.new_page(), origin)
        stage.snapshot["me"]["locale"] = locale
        others = (person(BIRCH, id=id_, global_name=name) for id_, name in names.items())
        stage.snapshot["people"] += others
        async with _served(stage.page, "/emojis/", _emoji_files()):
            await stage.show()
            if wide:
                await stage.page.evaluate(_WIDE)
            shown = Phone(stage)
            yield shown
            shown.close()
        assert stage.errors == []
