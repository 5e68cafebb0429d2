"""Encode a match as an animated GIF: its pictures in turn, of each only what changes.

Band, board and caption change far from each other. Each is a frame of its own, so that nothing
between them is encoded; they follow so fast that they seem to be one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from PIL import GifImagePlugin, Image, ImageChops

from render.frame import BAND, FOOT, STRIP, Frame
from render.paint import compose, theme_called
from render.scene import Caption
from render.sprites.raster import mapped
from render.theme import flat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from render.scene import Scene

WIDTH = 720
_MOVE, _CALL, _END = 900, 2200, 6000  # how long a picture stands, in milliseconds
_AT_ONCE = 20  # the shortest that viewers keep to
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # repeat without end

Box = tuple[int, int, int, int]


def film(scenes: Sequence[Scene], theme: str = "", width: int = WIDTH) -> bytes:
    """The scenes in turn, repeated without end. Takes at least one scene, all of one board."""
    look = theme_called(theme)
    frame = Frame(width, scenes[0].layout.side)
    strips = (0, BAND, STRIP, FOOT)
    heights = [frame.px(at) for at in strips]
    boxes = [(0, top, width, foot) for top, foot in pairwise(heights)]
    colours = flat(look)
    last = compose(_shot(scenes[0]), look, width)
    pieces = [_screen(width, frame.height, colours), _LOOP]
    lengths = [*(_CALL if scene.call else _MOVE for scene in scenes[:-1]), _END]
    pieces += _frame(last, (0, 0), colours, lengths[0])
    for scene, length in zip(scenes[1:], lengths[1:], strict=True):
        picture = compose(_shot(scene), look, width)
        pieces += _change(last, picture, boxes, colours, length)
        last = picture
    return b"".join((*pieces, b";"))


def _shot(scene: Scene) -> Scene:
    """The scene as a frame: of the caption only the move's number, since the turn would flicker."""
    caption = scene.caption
    if caption.result:
        return scene
    return replace(scene, caption=Caption((), caption.detail, lost=caption.lost))


def _screen(width: int, height: int, colours: bytes) -> bytes:
    """The GIF's header: its size, and the palette with one more entry for unchanged pixels."""
    bits = (len(colours) // 3).bit_length()
    size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    return b"GIF89a" + size + bytes((0xF0 | bits - 1, 0, 0)) + colours.ljust(3 << bits, b"\0")


def _change(
    last: Image.Image, picture: Image.Image, boxes: list[Box], colours: bytes, length: int
) -> Iterator[bytes]:
    """A frame for each part that changed; the last one stays for the picture's whole time."""
    parts = [part for box in boxes if (part := _new(last, picture, box, len(colours) // 3))]
    if not parts:  # nothing changed: a frame of one pixel for the time
        parts = [(picture.crop((0, 0, 1, 1)), (0, 0))]
    for part, corner in parts[:-1]:
        yield from _frame(part, corner, colours, _AT_ONCE)
    part, corner = parts[-1]
    yield from _frame(part, corner, colours, length - _AT_ONCE * (len(parts) - 1))


def _new(
    last: Image.Image, picture: Image.Image, box: Box, still: int
) -> tuple[Image.Image, tuple[int, int]] | None:
    """The part of a box that changed, and where; `still` is the entry for unchanged pixels."""
    now = picture.crop(box)
    change = ImageChops.difference(now, last.crop(box))
    where = change.getbbox()
    if where is None:
        return None
    part = Image.new("L", (where[2] - where[0], where[3] - where[1]), still)
    part.paste(now.crop(where), mask=mapped(change.crop(where), [0] + [255] * 255))
    return part, (box[0] + where[0], box[1] + where[1])


def _frame(part: Image.Image, corner: tuple[int, int], colours: bytes, length: int) -> list[bytes]:
    image = part.copy()
    image.putpalette(colours + bytes(3))
    still = len(colours) // 3
    return GifImagePlugin.getdata(image, corner, duration=length, transparency=still, disposal=1)
