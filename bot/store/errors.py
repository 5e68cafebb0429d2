"""Why the file or a row cannot be used, as a sentence for the person who hosts the bot.

A row that cannot be read is logged once and left out, so that all else goes on.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from bot.service.ports import BrokenMatch

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

T = TypeVar("T")

log = logging.getLogger(__name__)

_NUMBERED = ("challenge", "match", "post", "vacation")  # others are known by a person's number
_READ_ONLY = "{path} may not be written to; give the bot's user that right."
_BUSY = "Another program is writing to {path}; end that one first."
_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "{path} is no database; name another file, or move this one away.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged; put a backup in its place.",
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: "The disk that holds {path} is full.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened; see that it is a file, "
    "in a folder where the bot may write.",
}


class StoreError(Exception):
    """The store cannot work as things are; its text is a sentence that says what to do."""


class UnreadableMatch(StoreError, BrokenMatch):
    """The row or the events of one match cannot be read."""


class Damaged(ValueError):
    """A row that cannot be read. Names its columns; what stands there may be a person's number."""

    def __init__(self, *columns: str) -> None:
        super().__init__(f"its {', '.join(columns)} cannot be read")


@contextmanager
def refusing(path: Path) -> Generator[None]:
    """Turn what SQLite and the operating system say while a file is opened into a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(_sentence(path, error)) from error
    except UnicodeDecodeError as error:  # what SQLite says quotes what it cannot read
        raise StoreError(_SENTENCES[sqlite3.SQLITE_CORRUPT].format(path=path)) from error
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror or error}.") from error


def _sentence(path: Path, error: sqlite3.Error) -> str:
    # Extended codes keep the plain one in their lowest byte; errors of Python's own have none.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return _SENTENCES.get(code, "{path} cannot be opened: {error}.").format(path=path, error=error)


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
