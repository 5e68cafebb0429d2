"""A phone, without Discord and without the bot: how tall a page is there, and what is seen of it.

The sandbox's page shows it in Chromium at 390 by 844 pixels, as a private answer. What is
measured is the whole message: its author's line, its parts, *(edited)* where one tap has led from
another page to this one, *Only you can see this*.
"""

from __future__ import annotations

import copy
from contextlib import asynccontextmanager
from dataclasses import dataclass
from struct import unpack_from
from typing import TYPE_CHECKING, Any

import discord

from bot.ui import components
from bot.ui.pages.page import Page
from bot.ui.pictures import Pictures
from render.layout import Figure
from render.scene import Scene
from tests.sandbox.page.conftest import MILLISECONDS, launched
from tests.sandbox.page.sample import BIRCH, BOT, message
from tests.sandbox.page.stage import Stage, files

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from bot.ui.pages.page import Picture

WIDTH, HEIGHT = 390, 844
VISIBLE = 714  # pixels between the channel's name and the line one writes in
_FLAGS = 32768 | 64  # made of components; private
_USED = {"id": "5", "type": 2, "name": "tablut", "user": {"id": BIRCH, "username": "birch"}}
_EDITED = "2026-01-01T12:00:00+00:00"
_EMOJIS = {str(letter): discord.PartialEmoji(name="man", id=1) for letter in Figure}
_SIZE_AT = 16  # where a PNG says how wide and how high it is
_LOOK = """item => {
    const high = each => each.getBoundingClientRect().height;
    return {
        height: high(item),
        head: item.querySelector(".container").getBoundingClientRect().top
            - item.getBoundingClientRect().top,
        pictures: [...item.querySelectorAll("img")].map(high),
        words: item.querySelector(".parts").innerText.split(/\\s+/).filter(Boolean).length,
    };
}"""


@dataclass(frozen=True, slots=True)
class Seen:
    """A message on the phone, in pixels."""

    height: int
    head: int  # of these, above its parts: who used which command, and the author
    pictures: tuple[int, ...]
    words: int  # buttons' too

    @property
    def parts(self) -> int:
        """What has to be in view at once: its parts, and what is small below them."""
        return self.height - self.head

    @property
    def from_middle(self) -> int:
        """The same from the middle of its picture, which is its first part."""
        return self.parts - (self.pictures[0] // 2 if self.pictures else 0)


class Phone:
    """Shows one page after the other."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._pictures = Pictures()
        self._sizes: dict[object, tuple[int, int]] = {}

    async def look(self, page: Page, *, edited: bool = False) -> Seen:
        """How the page is seen; `edited`: in the place of another."""
        sizes = {picture.name: await self._size(picture) for picture in page.pictures}
        images = dict.fromkeys(sizes, b"")
        view = components.message(page, images, emojis=_EMOJIS).view
        shown = [_with_media(part, sizes) for part in view.to_components()]
        at = _EDITED if edited else None
        sent = message(
            by=BOT, flags=_FLAGS, interaction=_USED, components=shown, edited_timestamp=at
        )
        self._stage.tell("message", message=sent)
        item = self._stage.message(sent["id"])
        await item.wait_for()
        seen = await item.evaluate(_LOOK)
        self._stage.tell("message_delete", channel="100", message=sent["id"])
        heights = tuple(map(round, seen["pictures"]))
        return Seen(round(seen["height"]), round(seen["head"]), heights, seen["words"])

    async def _size(self, picture: Picture) -> tuple[int, int]:
        """How large it is; boards of one kind are painted once."""
        kind = picture.scene.layout if isinstance(picture.scene, Scene) else picture.name
        if kind not in self._sizes:
            (image,) = (await self._pictures.paint(Page((picture,)))).values()
            self._sizes[kind] = unpack_from(">II", image, _SIZE_AT)
        return self._sizes[kind]

    def close(self) -> None:
        """Paint no more."""
        self._pictures.close()


def _with_media(part: Mapping[str, Any], sizes: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """The component as Discord gives it back: each picture with its address and size."""
    shown = copy.deepcopy(dict(part))
    for item in shown.get("items", ()):
        name = item["media"]["url"].removeprefix("attachment://")
        width, height = sizes[name]
        item["media"] = {
            "url": f"/attachments/{name}",
            "width": width,
            "height": height,
            "content_type": "image/png",
        }
    shown["components"] = [
        _with_media(component, sizes) for component in shown.get("components", ())
    ]
    return {key: value for key, value in shown.items() if key != "components" or value}


@asynccontextmanager
async def phone() -> AsyncGenerator[Phone]:
    """A phone that shows an empty channel; skips where there is no browser."""
    async with launched() as chromium, files() as origin:
        context = await chromium.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True
        )
        context.set_default_timeout(MILLISECONDS)
        stage = await Stage.build(await context.new_page(), origin)
        await stage.show()
        shown = Phone(stage)
        yield shown
        shown.close()
        assert stage.errors == []
