"""Slides looked up by their blockers: tables with entries made on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Entry = TypeVar("Entry")


class Lookup(dict[int, Entry], Generic[Entry]):
    """A table by blockers: `lookup[occupied & mask]`."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[int], Entry]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, blockers: int) -> Entry:
        self[blockers] = entry = self._make(blockers)
        return entry
