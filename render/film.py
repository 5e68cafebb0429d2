"""A match as an animated GIF: the same pictures one after the other, only what changes encoded.

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
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # for ever

Box = tuple[int, int, int, int]


def film(scenes: Sequence[Scene], theme: str = "", width: int = WIDTH) -> bytes:
    """The scenes in turn, and then from the first again. Asks for one scene at least."""
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
    """With the move counter alone in the caption: whose turn it is would flicker."""
    caption = scene.caption
    if caption.result:
        return scene
    return replace(scene, caption=Caption((), caption.detail, lost=caption.lost))


def _screen(width: int, height: int, colours: bytes) -> bytes:
    """The GIF's head: its size, and the palette with an entry more for what does not change."""
    bits = (len(colours) // 3).bit_length()
    size = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    return b"GIF89a" + size + bytes((0xF0 | bits - 1, 0, 0)) + colours.ljust(3 << bits, b"\0")


def _change(
    last: Image.Image, picture: Image.Image, boxes: list[Box], colours: bytes, length: int
) -> Iterator[bytes]:
    """A frame for each part that is new, the last of which stands."""
    parts = [part for box in boxes if (part := _new(last, picture, box, len(colours) // 3))]
    if not parts:  # nothing moved; the time passes all the same
        parts = [(picture.crop((0, 0, 1, 1)), (0, 0))]
    for part, corner in parts[:-1]:
        yield from _frame(part, corner, colours, _AT_ONCE)
    part, corner = parts[-1]
    yield from _frame(part, corner, colours, length - _AT_ONCE * (len(parts) - 1))


def _new(
    last: Image.Image, picture: Image.Image, box: Box, still: int
) -> tuple[Image.Image, tuple[int, int]] | None:
    """What changed within a box, and where; `still` stands for every pixel that did not."""
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
