"""Encode a match as an animated GIF: pictures in turn, each reduced to its changes.

Changes lie in a few places far apart: the start and end of the last move, and the caption. Each
place gets a frame of its own, so nothing between is painted or encoded; the frames follow so fast
that they look like one.
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
_MOVE, _CALL, _END = 900, 2200, 6000  # each picture's duration, in milliseconds
_COVER = 1500  # the duration of the end at the start of a film that plays once
_AT_ONCE = 20  # the shortest duration that viewers respect
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # repeat without end


def encode_film(scenes: Sequence[Scene], theme: str = "", *, once: bool = False) -> bytes:
    """Encode scenes in turn, looping forever. Takes at least one scene, all of one board.

    `once`: the film stops at its end, and also starts with it, as a preview if films don't play.
    """
    lengths = [*(_CALL if scene.call else _MOVE for scene in scenes[:-1]), _END]
    film = _Film(scenes[0], theme)
    if once:
        return film.encoded((scenes[-1], *scenes), (_COVER, *lengths))
    return film.encoded(scenes, lengths, _LOOP)


class _Film:
    """A film being encoded: the picture so far, and its patches."""

    def __init__(self, first: Scene, theme: str) -> None:
        self._theme = theme_called(theme)
        self._frame = Frame(WIDTH, first.layout.side)
        self._colours = palette_bytes(self._theme)
        self._still = len(self._colours) // 3  # the palette entry for unchanged pixels
        self._bits = self._still.bit_length()
        self._empty = empty_board(self._theme, WIDTH, first.layout)
        self._picture = self._empty.copy()
        self._patches: list[Patch] = []

    def encoded(
        self, scenes: Sequence[Scene], lengths: Sequence[int], repeat: bytes = b""
    ) -> bytes:
        """The whole film; `lengths` has each picture's duration."""
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
        """Bring the picture up to this scene; return the changed parts and their corners."""
        before, now = self._patches, scene_patches(scene, self._theme, self._frame.width)
        self._patches = now
        parts = (self._repainted(box) for box in _changed(before, now))
        return [part for part in parts if part]

    def _repainted(self, box: Box) -> tuple[Image.Image, tuple[int, int]] | None:
        """Repaint this box of the picture; return the change, if any, and its corner."""
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
        """A frame for each changed part; the last frame lasts for the picture's remaining time."""
        if not parts:  # nothing changed: a frame of one pixel, for the time
            parts = [(self._picture.crop((0, 0, 1, 1)), (0, 0))]
        for part, corner in parts[:-1]:
            yield self._part(part, corner, _AT_ONCE)
        part, corner = parts[-1]
        yield self._part(part, corner, length - _AT_ONCE * (len(parts) - 1))

    def _part(self, part: Image.Image, corner: tuple[int, int], length: int) -> bytes:
        """One frame of the GIF: duration, place, pixels."""
        control = b"!\xf9\x04\x05" + _number(length // 10) + bytes((self._still, 0))
        place = b"," + b"".join(map(_number, (*corner, *part.size))) + b"\0"
        pixels = part.tobytes("gif", "L", self._bits, 0)  # pyright: ignore[reportUnknownMemberType]
        return control + place + bytes((self._bits,)) + pixels + b"\0"


def _mask(difference: Image.Image) -> Image.Image:
    """The pixels where two pictures differ, as a mask."""
    return ImageChops.add(difference, difference, scale=1 / 255)


def _number(value: int) -> bytes:
    return value.to_bytes(2, "little")


def _shot(scene: Scene) -> Scene:
    """The scene as a frame, its caption cut to the move's number: a changing turn would flicker."""
    caption = scene.caption
    if caption.result:
        return scene
    return replace(scene, caption=Caption((), caption.detail, lost=caption.lost))


def _changed(before: Iterable[Patch], now: Iterable[Patch]) -> list[Box]:
    """Separate boxes around all patches that only one of the two pictures has."""
    old, new = ({(patch.key, patch.box) for patch in patches} for patches in (before, now))
    boxes: list[Box] = []
    for _, box in old ^ new:
        boxes = _with(boxes, box)
    return sorted(boxes)


def _with(boxes: list[Box], box: Box) -> list[Box]:
    """Add a box, merging boxes that overlap."""
    near = [other for other in boxes if box.meets(other)]
    if not near:
        return [*boxes, box]
    for other in near:
        box = box.joined(other)
    return _with([other for other in boxes if other not in near], box)
