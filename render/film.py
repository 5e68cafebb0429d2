"""A match as an animated GIF: the same pictures one after the other, only what changes encoded."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PIL import GifImagePlugin, Image, ImageChops

from render.paint import compose, theme_called
from render.scene import Caption
from render.sprites.raster import mapped
from render.sprites.sheet import sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from render.scene import Scene

WIDTH = 720
_MOVE, _CALL, _END = 900, 2200, 6000  # how long a frame stands, in milliseconds
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # for ever


def film(scenes: Sequence[Scene], theme: str = "", width: int = WIDTH) -> bytes:
    """The scenes in turn, from the first again after the last. At least one scene."""
    look = theme_called(theme)
    colours = sheet(look, width).raster.flat
    pictures = (compose(_shot(scene), look, width) for scene in scenes)
    pieces = [_header(width, sheet(look, width).frame.height, colours), _LOOP]
    for scene, (last, picture) in zip(scenes, pairwise(_led(pictures)), strict=True):
        pieces += _frame(last, picture, colours, _length(scene, scenes[-1]))
    return b"".join((*pieces, b";"))


def _shot(scene: Scene) -> Scene:
    """With the move counter alone in the caption: whose turn it is would flicker."""
    caption = scene.caption
    if caption.result:
        return scene
    return replace(scene, caption=Caption((), caption.detail, lost=caption.lost))


def _length(scene: Scene, end: Scene) -> int:
    if scene is end:
        return _END
    return _CALL if scene.call else _MOVE


def _led(pictures: Iterator[Image.Image]) -> Iterator[Image.Image | None]:
    yield None
    yield from pictures


def _header(width: int, height: int, colours: bytes) -> bytes:
    """The screen and the palette, one entry more for what does not change."""
    bits = (len(colours) // 3).bit_length()
    screen = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    return b"GIF89a" + screen + bytes((0xF0 | bits - 1, 0, 0)) + colours.ljust(3 << bits, b"\0")


def _frame(
    last: Image.Image | None, picture: Image.Image | None, colours: bytes, length: int
) -> list[bytes]:
    """What is new since the last picture, in the smallest rectangle that holds it."""
    assert picture is not None
    still = len(colours) // 3
    box = (0, 0, *picture.size)
    new = picture
    if last:
        change = ImageChops.difference(picture, last)
        box = change.getbbox() or (0, 0, 1, 1)  # a pass changes nothing; a frame has a size
        seen = mapped(change.crop(box), [0] + [255] * 255)
        new = Image.new("L", seen.size, still)
        new.paste(picture.crop(box), mask=seen)
    new = new.copy()
    new.putpalette(colours + bytes(3))
    return GifImagePlugin.getdata(new, box[:2], duration=length, transparency=still, disposal=1)
