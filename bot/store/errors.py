"""The reasons why the file or a row can't be used, as sentences for the bot's host."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.store.changes import BrokenMatch

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_READ_ONLY = "{path} may not be written to; give the bot's user that right."
_BUSY = "Another program is writing to {path}; end that one first."
_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "{path} isn't a database; name another file, or move this one away.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged; stop the bot and run `konakis repair`, "
    "or put a backup in its place.",
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: "The disk that holds {path} is full.",
    sqlite3.SQLITE_IOERR: "The disk that holds {path} fails: {error}.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened; see that it is a file, "
    "in a folder where the bot may write.",
}


class StoreError(Exception):
    """The store can't be used; the text says what to do."""


class DiskFails(StoreError):
    """The file or its disk fails while the bot runs."""


class DiskFull(DiskFails):
    """Nothing can be written until the disk has room."""


class UnreadableMatch(StoreError, BrokenMatch):
    """The row or the events of one match cannot be read."""


class Damaged(ValueError):
    """A row that can't be read. Names its columns, not their content: that may be a user ID."""

    def __init__(self, *columns: str) -> None:
        self.columns = columns
        super().__init__(f"its {', '.join(columns)} cannot be read")


@contextmanager
def refusing(path: Path) -> Generator[None]:
    """Turn errors of SQLite and the operating system on opening a file into a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(_sentence(path, error)) from error
    except UnicodeDecodeError as error:  # SQLite's message quotes the text that it can't read
        raise StoreError(_SENTENCES[sqlite3.SQLITE_CORRUPT].format(path=path)) from error
    except PermissionError as error:
        who = f"user {os.geteuid()}" if os.name == "posix" else "this user"
        raise StoreError(f"{path} is closed to {who}; give that user its folder.") from error
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror or error}.") from error


@contextmanager
def failing(path: Path) -> Generator[None]:
    """Turn SQLite's errors about the disk or the file into DiskFails; let other errors pass."""
    try:
        yield
    except sqlite3.Error as error:
        if _code(error) not in _SENTENCES:
            raise
        kind = DiskFull if _code(error) == sqlite3.SQLITE_FULL else DiskFails
        raise kind(_sentence(path, error)) from error


def is_damaged(error: sqlite3.Error) -> bool:
    """Whether SQLite says that the file is damaged or no database."""
    return _code(error) in _DAMAGED


def _sentence(path: Path, error: sqlite3.Error) -> str:
    sentence = _SENTENCES.get(_code(error), "{path} cannot be opened: {error}.")
    return sentence.format(path=path, error=error)


def _code(error: sqlite3.Error) -> int:
    # Extended codes keep the plain one in their lowest byte; Python's own errors have none.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
