"""The men as small pictures for texts, buttons and menus, on a transparent ground.

Law: each has an edge that sets it off from a light ground and from a dark one. Its name holds a
hash of what it shows, so that one that is drawn anew has another name.
"""

from __future__ import annotations

import hashlib
import io
from types import MappingProxyType
from typing import TYPE_CHECKING

from render.art import men
from render.layout import Figure
from render.sprites.raster import Raster
from render.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "konakis_"
_SIZE = 128  # pixels: as large as Discord shows them
_SQUARE = 118  # a king fills it; a dame reaches over its edge
_DIGITS = 8  # of the hash
# Tabal's men look like those of tafl.
KINDS: Mapping[str, str] = MappingProxyType(
    {
        Figure.ATTACKER: "dark",
        Figure.DARK_MAN: "dark",
        Figure.DARK_DAME: "dark_dame",
        Figure.DEFENDER: "light",
        Figure.LIGHT_MAN: "light",
        Figure.LIGHT_DAME: "light_dame",
        Figure.KING: "king",
    }
)


def emojis() -> Mapping[str, tuple[str, bytes]]:
    """The kinds of men, each with the name of its picture and the picture as a PNG."""
    raster = Raster(next(iter(THEMES.values())))
    found: dict[str, tuple[str, bytes]] = {}
    for letter, kind in KINDS.items():
        if kind not in found:
            drawn = raster.drawn(men.emoji(Figure(letter)), (_SIZE, _SIZE), _SQUARE)
            digest = hashlib.sha256(drawn.tobytes()).hexdigest()[:_DIGITS]
            file = io.BytesIO()
            drawn.save(file, "PNG", optimize=True)
            found[kind] = f"{PREFIX}{kind}_{digest}", file.getvalue()
    return found
