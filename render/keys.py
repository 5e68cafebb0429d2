"""Every key of words for pictures and descriptions: a catalogue needs all of them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from games.core import Reason
from render.layout import Figure
from render.scene import Call, Sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Each game's plain men, dark and light: captions name a side by its men.
_SIDES = (Figure.ATTACKER, Figure.DEFENDER, Figure.DARK_MAN, Figure.LIGHT_MAN)


def _keys_and_values() -> Iterator[tuple[str, str]]:
    """Each key with the name of its value, if any."""
    for side in _SIDES:
        yield f"picture.turn.{side}", ""
        yield f"picture.won.{side}", ""
        yield f"alt.lost.{side}", "count"
    for reason in Reason:
        yield f"picture.reason.{reason}", ""
    for call in (Call.WON, Call.LOST, Call.DRAWN, Call.NO_RESULT):
        yield f"picture.carved.{call}", ""
    yield "picture.carved.solved", ""
    for key in ("drawn", "no-result", "start"):
        yield f"picture.{key}", ""
    yield "picture.move", "number"
    for figure in Figure:
        yield f"alt.men.{figure}", "points"
    for sign in Sign:
        yield f"alt.{sign}", "points"
    for key in ("last", "hand"):
        yield f"alt.{key}", "move"
    yield from (("alt.taken", "points"), ("alt.taken-before", "points"))
    for key in ("raichi", "tuichi", "ways"):
        yield f"alt.{key}", "ways"


KEYS: Mapping[str, frozenset[str]] = MappingProxyType(
    {key: frozenset([value] if value else []) for key, value in _keys_and_values()}
)
