"""A backup becomes the database again; the database from before is kept beside it.

Law: at every moment one of the two stands under the database's name, whole, and with no log of the
other beside it. What is to be restored is copied and verified first, and stays as it is.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.ops.backup import being_made, sync_folder, take
from bot.store.errors import StoreError, refusing
from bot.store.lock import held, lock_of

if TYPE_CHECKING:
    from pathlib import Path

    from bot.service.model import Instant
    from bot.store.check import Broken

_LOG = "-wal"  # what SQLite calls what is written and not yet in the file itself
_BESIDE = (_LOG, "-shm")
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def restore(source: Path, database: Path, now: Instant) -> tuple[list[Broken], Path | None]:
    """Put it in the database's place; with what is wrong with single games, and where the old is.

    StoreError, and nothing is changed, while a bot runs or when the file cannot be used.
    """
    if not source.is_file():
        raise StoreError(f"There is no file {source}; name a backup.")
    with refusing(database):
        database.parent.mkdir(parents=True, exist_ok=True)
        database = database.resolve()  # a link stays a link
    with held(database), being_made(database, source) as made:
        if database.exists() and source.samefile(database):
            raise StoreError(f"{source} is the database itself; name a backup.")
        broken = take(source, made)
        kept = _keep(database, now) if database.exists() else None
        with refusing(database):
            _resemble(made, database)
            made.replace(database)
        sync_folder(database.parent)
    return broken, kept


def _keep(database: Path, now: Instant) -> Path:
    """Give the database a second name, under which it stays."""
    with refusing(database):
        _gather(database)
        moment = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H%M%SZ")
        kept = database.with_name(f"{database.stem}-before-{moment}{database.suffix}")
        _name_twice(database, kept)
        log = _beside(database, _LOG)
        if log.exists():  # of a damaged file, whose log SQLite would not take up
            _name_twice(log, _beside(kept, _LOG))
        sync_folder(database.parent)
        for each in _BESIDE:
            _beside(database, each).unlink(missing_ok=True)
    return kept


def _gather(database: Path) -> None:
    """Have the file alone hold everything; refuse while any other program has it open."""
    try:
        with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGED:
            raise


def _name_twice(path: Path, other: Path) -> None:
    try:
        os.link(path, other)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        shutil.copy2(path, other)


def _resemble(made: Path, database: Path) -> None:
    """Owned as the database was, or its folder is: root may restore what the bot is to write."""
    model = database if database.exists() else database.parent
    if hasattr(os, "chown"):
        with suppress(PermissionError):  # not root: then it is ours, as it should be
            for each in (made, lock_of(database)):
                os.chown(each, model.stat().st_uid, model.stat().st_gid)
    if model is database:
        made.chmod(model.stat().st_mode & 0o777)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
