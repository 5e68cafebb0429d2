"""A chapter of the rules: its heading, its sentences, and the examples that it shows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """Something to be shown on a board: which example, and the key of what is said of it."""

    name: str
    says: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page; without examples and with `start`, it shows the start position."""

    title: str  # a key
    sentences: tuple[str, ...]
    examples: tuple[Example, ...] = ()
    start: bool = False
