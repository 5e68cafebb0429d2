"""Men, raichi and tuichi as small pictures for texts, buttons and menus.

Invariant: each has an edge that shows on light and dark grounds, and its own outline. Its name
includes a hash of the picture, so a changed picture has another name.
"""

from __future__ import annotations

import hashlib
import io
from types import MappingProxyType
from typing import TYPE_CHECKING

from render.art import marks, men
from render.layout import Figure
from render.sprites.raster import Raster
from render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from render.shapes import Shapes

PREFIX = "konakis_"
_SIZE = 128  # pixels: as large as Discord shows them
_SQUARE = 118  # a king fills the square; a dame extends over its edge
_DIGITS = 8  # of the hash
# By a man's letter or a callout. Tabal's men look like tafl's.
KINDS: Mapping[str, str] = MappingProxyType(
    {
        Figure.ATTACKER: "dark",
        Figure.DARK_MAN: "dark",
        Figure.DARK_DAME: "dark_dame",
        Figure.DEFENDER: "light",
        Figure.LIGHT_MAN: "light",
        Figure.LIGHT_DAME: "light_dame",
        Figure.KING: "king",
        "raichi": "raichi",
        "tuichi": "tuichi",
    }
)
_CALLS = {"raichi": marks.RAICHI, "tuichi": marks.TUICHI}


def emojis() -> Mapping[str, tuple[str, bytes]]:
    """The kinds, each with its picture's name and PNG."""
    raster = Raster(next(iter(THEMES.values())))
    pictures: dict[str, tuple[str, bytes]] = {}
    for key, kind in KINDS.items():
        if kind not in pictures:
            drawn = raster.draw_shapes(_shapes(key), (_SIZE, _SIZE), _SQUARE)
            digest = hashlib.sha256(drawn.tobytes()).hexdigest()[:_DIGITS]
            file = io.BytesIO()
            drawn.save(file, "PNG", optimize=True)
            pictures[kind] = f"{PREFIX}{kind}_{digest}", file.getvalue()
    return pictures


def _shapes(key: str) -> Shapes:
    return _CALLS[key] if key in _CALLS else men.emoji(Figure(key))
