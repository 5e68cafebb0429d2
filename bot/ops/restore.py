"""`konakis restore`: replaces the database with a backup, and keeps the old one beside it.

Invariant: at every moment one of the two has the database's name, whole, and without the other's
write-ahead log beside it. The backup is copied and verified first, and stays as it is.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.ops.backup import sync_folder, take, temporary
from bot.store.errors import StoreError, is_damaged, refusing
from bot.store.lock import held, kept_before
from bot.store.ownership import copy_rights
from bot.store.personal_data import carry_erased

if TYPE_CHECKING:
    from pathlib import Path

    from bot.model.times import Instant
    from bot.store.check import Broken

log = logging.getLogger(__name__)

_WAL = "-wal"  # the write-ahead log: committed, but not in the file itself yet
_BESIDE = (_WAL, "-shm")


def restore(source: Path, database: Path, now: Instant) -> tuple[list[Broken], Path | None]:
    """Replace the database with a backup; return the faults of its rows, and the old file.

    Raises StoreError if a bot runs or the file can't be used; then nothing is changed.
    """
    if not source.is_file():
        raise StoreError(f"There is no file {source}; name a backup.")
    with refusing(database):
        database.parent.mkdir(parents=True, exist_ok=True)
        database = database.resolve()  # keeps a symbolic link
    with held(database), temporary(database, source) as copied:
        if database.exists() and source.samefile(database):
            raise StoreError(f"{source} is the database itself; name a backup.")
        broken = take(source, copied)
        if database.exists():
            _carry_erased(database, copied)
        earlier = _keep_old(database, now) if database.exists() else None
        with refusing(database):
            copy_rights(database, copied)
            copied.replace(database)
        sync_folder(database.parent)
    return broken, earlier


def _carry_erased(database: Path, copied: Path) -> None:
    """Have everyone who was erased since the backup erased from it too."""
    try:
        carry_erased(database, copied, EXTENSIONS)
    except (StoreError, sqlite3.Error):  # the database is damaged, or older
        log.warning("could not read who was erased since this backup; erase them again")


def to_erase(database: Path) -> int:
    """Return how many people the bot must erase when it starts."""
    with closing(sqlite3.connect(database)) as db:
        (count,) = db.execute("SELECT count(*) FROM erasure").fetchone()
    return int(count)


def _keep_old(database: Path, now: Instant) -> Path:
    """Give the database a second name, which keeps it."""
    with refusing(database):
        _merge_wal(database)
        moment = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H%M%SZ")
        earlier = kept_before(database, moment)
        _link(database, earlier)
        wal = _beside(database, _WAL)
        if wal.exists():  # of a damaged file, since SQLite couldn't merge it
            _link(wal, _beside(earlier, _WAL))
        sync_folder(database.parent)
        for suffix in _BESIDE:
            _beside(database, suffix).unlink(missing_ok=True)
    return earlier


def _merge_wal(database: Path) -> None:
    """Move the write-ahead log into the file; refuse while another program has it open."""
    try:
        with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if not is_damaged(error):
            raise


def _link(path: Path, other: Path) -> None:
    try:
        os.link(path, other)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        shutil.copy2(path, other)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
