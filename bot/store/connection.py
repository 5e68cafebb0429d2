"""Opens the database file: durably for the connection that writes, and for those that read."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, TypeVar

from bot.store.errors import StoreError, refusing
from bot.store.migrations import Step, migrate, recognise, steps

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

C = TypeVar("C", bound=sqlite3.Connection)

_OLDEST = (3, 37)  # the first with strict tables
_PATIENCE = 5  # seconds to wait for another program's write to end
_CACHE = 8 * 1024  # KiB of pages a connection keeps
_LARGEST_WAL = 16 * 1024 * 1024  # bytes left after a backup has delayed cutting it


def beside(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """Connect from another program, to read (`ro`) or to leave a request for the running bot."""
    db = _open_existing(path, len(steps()), mode, sqlite3.Connection)
    db.execute("PRAGMA secure_delete = ON")
    return db


def open_writer(path: Path, script: Sequence[Step], kind: type[C]) -> C:
    """Open the connection that brings the file up to date and is then the only one to write."""
    if sqlite3.sqlite_version_info < _OLDEST:
        raise StoreError(
            f"This Python comes with SQLite {sqlite3.sqlite_version}, but Konakis needs "
            f"{'.'.join(map(str, _OLDEST))} or newer: install a newer Python."
        )
    with refusing(path):
        db = _connect(path, kind)
        try:
            set_up(db)
            recognise(db, path, len(script))  # before anything is changed in it
            _make_durable(db, path)
            migrate(db, path, script)
            # After a crash, erased data must not stay in the log.
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except BaseException:
            db.close()
            raise
    return db


def _make_durable(db: sqlite3.Connection, path: Path) -> None:
    (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreError(
            f"The file system of {path} cannot keep a write-ahead log; "
            "put the database on a local disk."
        )
    db.execute("PRAGMA synchronous = FULL")  # acknowledged changes survive a power cut
    db.execute(f"PRAGMA journal_size_limit = {_LARGEST_WAL}")
    db.execute("PRAGMA secure_delete = ON")  # deleted data is overwritten
    _try_to_write(db)


def _try_to_write(db: sqlite3.Connection) -> None:
    """Raise now if the file is read-only; BEGIN wouldn't."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(f"PRAGMA user_version = {version:d}")
    finally:
        db.rollback()


def open_reader(path: Path, newest: int, kind: type[C]) -> C:
    """Open a connection that sees all committed data and can't change anything."""
    with refusing(path):
        db = _open_existing(path, newest, "rw", kind)
        db.execute("PRAGMA query_only = ON")
        return db


def _connect(file: Path | str, kind: type[C]) -> C:
    """Connect in one thread, for use in another."""
    return sqlite3.connect(
        file,
        timeout=_PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        uri=isinstance(file, str),
        factory=kind,
    )


def _open_existing(path: Path, newest: int, mode: str, kind: type[C]) -> C:
    """Connect to a file that must exist in today's format."""
    db = _connect(f"{path.absolute().as_uri()}?mode={mode}", kind)
    try:
        version = recognise(db, path, newest)
        refuse_empty(version, path)
        _refuse_older(version, newest, path)
        set_up(db)
    except BaseException:
        db.close()
        raise
    return db


def refuse_empty(version: int, path: Path) -> None:
    """Raise StoreError for a file without a format."""
    if not version:
        raise StoreError(f"{path} is empty: no bot has ever started with it.")


def _refuse_older(version: int, newest: int, path: Path) -> None:
    if version < newest:
        raise StoreError(f"{path} is of an older format; start the bot once to renew it.")


def set_up(db: sqlite3.Connection) -> None:
    """Apply the settings that every connection of the bot needs."""
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA foreign_keys = ON")
    db.execute(f"PRAGMA cache_size = {-_CACHE}")
