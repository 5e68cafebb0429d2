"""Rows that cannot be read: each is logged once and left out, so that all else goes on."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from bot.store.errors import Damaged

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

T = TypeVar("T")

log = logging.getLogger(__name__)

_NUMBERED = ("challenge", "match", "post", "vacation")  # others are known by a person's number


@dataclass(frozen=True, slots=True)
class Table(Generic[T]):
    """A table, and what makes a value of one of its rows."""

    name: str
    read: Callable[[sqlite3.Row], T]


class LeftOut:
    """The numbers of the rows that could not be read so far."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, set[int]] = defaultdict(set)

    def read(self, table: Table[T], row: sqlite3.Row) -> T | None:
        """The value of a row; None for one that cannot be read."""
        try:
            return table.read(row)
        except Damaged as damaged:
            number: int = row["id"] if table.name in _NUMBERED else 0
            if number not in self._numbers[table.name]:
                log.warning("row %s of %s is left out: %s", number or "?", table.name, damaged)
            self._numbers[table.name].add(number)
            return None

    def listed(self, table: str) -> str:
        """The numbers of a table, as JSON for a statement."""
        return json.dumps(sorted(self._numbers[table]))
