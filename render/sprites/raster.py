"""Draw shapes as sprites: 8-bit pictures in a theme's palette, smoothed into their ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw

from render.shapes import Disc, Poly, Stroke
from render.theme import palette, palette_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from render.shapes import Shape, Shapes, Spot
    from render.theme import Colour, Theme

_FINE = 4  # shapes are drawn this many times larger, then reduced
_OPAQUE = 8  # of 255


class Box(NamedTuple):
    """A part of a picture, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: Box) -> bool:
        """Whether two boxes share a pixel."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


class Patch(NamedTuple):
    """An image pasted on a picture. Patches with equal keys have equal pixels."""

    key: object
    image: Image.Image
    mask: Image.Image | None
    box: Box


def patch_at(
    key: object, image: Image.Image, left: int, top: int, mask: Image.Image | None = None
) -> Patch:
    """A patch with this top left corner; opaque without a mask."""
    return Patch(key, image, mask, Box(left, top, left + image.width, top + image.height))


@dataclass(frozen=True, slots=True)
class Sprite:
    """Palette indexes and a mask of opaque pixels, placed by the middle of the sprite's square.

    Both are cropped to the opaque part.
    """

    image: Image.Image
    mask: Image.Image
    box: Box  # from the middle

    def at(self, key: object, x: int, y: int) -> Patch:
        """The sprite centred here; `key` is its name within its sheet."""
        left, top, right, bottom = self.box
        return Patch(key, self.image, self.mask, Box(x + left, y + top, x + right, y + bottom))

    def put(self, picture: Image.Image, x: int, y: int) -> None:
        """Paste the sprite on a picture, centred here."""
        picture.paste(self.image, (x + self.box.left, y + self.box.top), self.mask)


class Raster:
    """Draw shapes in a theme's colours, as indexes into its palette."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.colours = palette(theme)
        self._palette = Image.new("P", (1, 1))
        self._palette.putpalette(palette_bytes(theme))
        self._ramps: dict[tuple[str, str], bytes] = {}  # a few pairs of inks

    def ink_index(self, ink: str) -> int:
        """An ink's index in the palette."""
        return self.colours.index(self.theme.colour(ink))

    def to_indexes(self, picture: Image.Image) -> Image.Image:
        """Convert an RGB picture to palette indexes."""
        plain = picture.quantize(palette=self._palette, dither=Image.Dither.NONE)
        return Image.frombytes("L", plain.size, plain.tobytes())

    def colour_text(self, coverage: Image.Image, ink: str, ground: str) -> Image.Image:
        """Colour a text's coverage with an ink on a ground."""
        return map_values(coverage, self._ramp(ink, ground))

    def _ramp(self, ink: str, ground: str) -> bytes:
        """The nearest palette colour for each coverage."""
        if (ink, ground) not in self._ramps:
            ramp = Image.linear_gradient("L").crop((0, 0, 1, 256))
            under, over = (Image.new("RGB", ramp.size, self.theme.colour(i)) for i in (ground, ink))
            ramp = Image.composite(over, under, ramp)
            self._ramps[ink, ground] = self.to_indexes(ramp).tobytes()
        return self._ramps[ink, ground]

    def draw_sprite(
        self, shapes: Shapes, size: tuple[int, int], square: int, ground: str, opaque: int = _OPAQUE
    ) -> Sprite:
        """Draw shapes, centred in this many pixels, smoothed into a ground.

        `opaque` is the coverage, of 255, from which a pixel hides the picture below.
        """
        drawn = self.draw_shapes(shapes, size, square)
        mask = map_values(drawn.getchannel("A"), threshold_table(opaque))
        left, top, right, bottom = part = mask.getbbox() or (0, 0, 1, 1)
        x, y = size[0] // 2, size[1] // 2
        box = Box(left - x, top - y, right - x, bottom - y)
        return Sprite(self._lay_on(ground, drawn).crop(part), mask.crop(part), box)

    def draw_picture(
        self, shapes: Shapes, size: tuple[int, int], square: int, ground: str
    ) -> Image.Image:
        """Like `draw_sprite`, but a whole picture including the ground."""
        return self._lay_on(ground, self.draw_shapes(shapes, size, square))

    def _lay_on(self, ground: str, drawn: Image.Image) -> Image.Image:
        under = Image.new("RGBA", drawn.size, self.theme.colour(ground))
        under.alpha_composite(drawn)
        return self.to_indexes(under.convert("RGB"))

    def draw_shapes(self, shapes: Shapes, size: tuple[int, int], square: int) -> Image.Image:
        """Draw shapes, centred in this many pixels, on a transparent ground."""
        wide, high = size
        fine = Image.new("RGBA", (wide * _FINE, high * _FINE))
        draw = ImageDraw.Draw(fine)
        scale = square * _FINE
        middle = (wide * _FINE / 2, high * _FINE / 2)

        def at(spot: Spot) -> Spot:
            return spot[0] * scale + middle[0], spot[1] * scale + middle[1]

        for shape in shapes:
            _draw_shape(draw, shape, at, scale, self.theme.colour(shape.ink))
        return fine.reduce(_FINE)


def map_values(picture: Image.Image, table: bytes) -> Image.Image:
    """Replace each value of an 8-bit picture by the table's entry."""
    return Image.frombytes("L", picture.size, picture.tobytes().translate(table))


def threshold_table(least: int) -> bytes:
    """A table that makes values from `least` on opaque, and all others transparent."""
    return bytes(least) + b"\xff" * (256 - least)


def _draw_shape(
    draw: ImageDraw.ImageDraw,
    shape: Shape,
    at: Callable[[Spot], Spot],
    scale: float,
    colour: Colour,
) -> None:
    match shape:
        case Poly():
            draw.polygon(_to_pixels(map(at, shape.spots)), fill=colour)
        case Disc():
            _draw_disc(draw, at(shape.centre), shape.radius * scale, colour)
        case Stroke():
            spots = [at(spot) for spot in shape.spots]
            if shape.closed:
                spots.append(spots[0])
            draw.line(_to_pixels(spots), fill=colour, width=round(shape.width * scale))
            for spot in spots:
                _draw_disc(draw, spot, shape.width * scale / 2, colour)


def _to_pixels(spots: Iterable[Spot]) -> list[Spot]:
    """Convert to Pillow's coordinates, which count from the middles of pixels."""
    return [(x - 0.5, y - 0.5) for x, y in spots]


def _draw_disc(draw: ImageDraw.ImageDraw, centre: Spot, radius: float, colour: Colour) -> None:
    x, y = centre
    draw.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill=colour)
