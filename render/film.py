"""Encode a match as an animated GIF: its pictures in turn, of each only what changes.

What changes lies in a few places far from each other: where the last move began and ended, the
caption. Each is a frame of its own, so that nothing between them is painted or encoded; they follow
so fast that they seem to be one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

from render.frame import Frame
from render.paint import paint_part, scene_patches, theme_called
from render.scene import Caption
from render.sprites.ground import empty_board
from render.theme import palette_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from render.scene import Scene
    from render.sprites.raster import Box, Patch

WIDTH = 720
_MOVE, _CALL, _END = 900, 2200, 6000  # how long a picture stands, in milliseconds
_COVER = 1500  # the same of the end that a film begins with which plays once
_AT_ONCE = 20  # the shortest that viewers keep to
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # repeat without end


def encode_film(scenes: Sequence[Scene], theme: str = "", *, once: bool = False) -> bytes:
    """The scenes in turn, repeated without end. Takes at least one scene, all of one board.

    `once`: it stays at its end, and begins with it too: that is what one sees where films do not
    play.
    """
    lengths = [*(_CALL if scene.call else _MOVE for scene in scenes[:-1]), _END]
    film = _Film(scenes[0], theme)
    if once:
        return film.encoded((scenes[-1], *scenes), (_COVER, *lengths))
    return film.encoded(scenes, lengths, _LOOP)


class _Film:
    """A film while it is encoded: the picture so far, and what it is pasted together from."""

    def __init__(self, first: Scene, theme: str) -> None:
        self._theme = theme_called(theme)
        self._frame = Frame(WIDTH, first.layout.side)
        self._colours = palette_bytes(self._theme)
        self._still = len(self._colours) // 3  # the entry for pixels that stay as they are
        self._bits = self._still.bit_length()
        self._empty = empty_board(self._theme, WIDTH, first.layout)
        self._picture = self._empty.copy()
        self._patches: list[Patch] = []

    def encoded(
        self, scenes: Sequence[Scene], lengths: Sequence[int], repeat: bytes = b""
    ) -> bytes:
        """The whole film, with how long each of its pictures stands."""
        self._paint(_shot(scenes[0]))
        pieces = [self._head(), repeat, self._part(self._picture, (0, 0), lengths[0])]
        for scene, length in zip(scenes[1:], lengths[1:], strict=True):
            pieces += self._change(self._paint(_shot(scene)), length)
        return b"".join((*pieces, b";"))

    def _head(self) -> bytes:
        """The GIF's header: its size, and the palette with one more entry for unchanged pixels."""
        size = _number(self._frame.width) + _number(self._frame.height)
        palette = self._colours.ljust(3 << self._bits, b"\0")
        return b"GIF89a" + size + bytes((0xF0 | self._bits - 1, 0, 0)) + palette

    def _paint(self, scene: Scene) -> list[tuple[Image.Image, tuple[int, int]]]:
        """Bring the picture up to this scene; the parts that changed, and where they lie."""
        before, now = self._patches, scene_patches(scene, self._theme, self._frame.width)
        self._patches = now
        parts = (self._repainted(box) for box in _changed(before, now))
        return [part for part in parts if part]

    def _repainted(self, box: Box) -> tuple[Image.Image, tuple[int, int]] | None:
        """Paint this box of the picture anew; what changed in it, if anything."""
        before, now = self._picture.crop(box), paint_part(self._empty, self._patches, box)
        self._picture.paste(now, box)
        change = ImageChops.difference(now, before)
        where = change.getbbox()
        if where is None:
            return None
        part = Image.new("L", (where[2] - where[0], where[3] - where[1]), self._still)
        part.paste(now.crop(where), mask=_mask(change.crop(where)))
        return part, (box.left + where[0], box.top + where[1])

    def _change(
        self, parts: list[tuple[Image.Image, tuple[int, int]]], length: int
    ) -> Iterator[bytes]:
        """A frame for each part that changed; the last one stays for the picture's whole time."""
        if not parts:  # nothing changed: a frame of one pixel for the time
            parts = [(self._picture.crop((0, 0, 1, 1)), (0, 0))]
        for part, corner in parts[:-1]:
            yield self._part(part, corner, _AT_ONCE)
        part, corner = parts[-1]
        yield self._part(part, corner, length - _AT_ONCE * (len(parts) - 1))

    def _part(self, part: Image.Image, corner: tuple[int, int], length: int) -> bytes:
        """One frame of the GIF: how long it stands, where it lies, its pixels."""
        control = b"!\xf9\x04\x05" + _number(length // 10) + bytes((self._still, 0))
        place = b"," + b"".join(map(_number, (*corner, *part.size))) + b"\0"
        pixels = part.tobytes("gif", "L", self._bits, 0)  # pyright: ignore[reportUnknownMemberType]
        return control + place + bytes((self._bits,)) + pixels + b"\0"


def _mask(difference: Image.Image) -> Image.Image:
    """Where two pictures differ, as a mask."""
    return ImageChops.add(difference, difference, scale=1 / 255)


def _number(value: int) -> bytes:
    return value.to_bytes(2, "little")


def _shot(scene: Scene) -> Scene:
    """The scene as a frame: of the caption only the move's number, since the turn would flicker."""
    caption = scene.caption
    if caption.result:
        return scene
    return replace(scene, caption=Caption((), caption.detail, lost=caption.lost))


def _changed(before: Iterable[Patch], now: Iterable[Patch]) -> list[Box]:
    """Boxes apart from each other around all patches that only one of two pictures has."""
    old, new = ({(patch.key, patch.box) for patch in patches} for patches in (before, now))
    boxes: list[Box] = []
    for _, box in old ^ new:
        boxes = _with(boxes, box)
    return sorted(boxes)


def _with(boxes: list[Box], box: Box) -> list[Box]:
    """The boxes with one more; those that meet become one."""
    near = [other for other in boxes if box.meets(other)]
    if not near:
        return [*boxes, box]
    for other in near:
        box = box.joined(other)
    return _with([other for other in boxes if other not in near], box)
