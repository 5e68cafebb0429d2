"""A chapter of the rules: its heading, its sentences, and the examples that it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core import Point


@dataclass(frozen=True, slots=True)
class Example:
    """Something to be shown on a board: which example, and the key of what is said of it."""

    name: str
    says: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of them."""

    title: str  # a key
    sentences: tuple[str, ...]
    examples: tuple[Example, ...] = ()
    start: bool = False  # it shows the start position ...
    reach: Point | None = None  # ... and where the man there could go
