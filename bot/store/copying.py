"""Copies a whole file as it was at one moment, while a bot goes on writing.

Invariant: the copy is one file, with nothing beside it, and on disk when this returns; the source
isn't changed.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bot.store.check import check, damage, schema_faults
from bot.store.connection import open_writer, refuse_empty
from bot.store.errors import StoreError, is_damaged, refusing
from bot.store.migrations import recognise, steps

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.store.check import Broken
    from bot.store.extension import Extension

progress = logging.getLogger("progress.copying")

_PATIENCE = 5  # seconds to wait until the file can be opened


def copy(source: Path, target: Path) -> int:
    """Write all committed data to a new file, and return the number of its format."""
    if not source.exists():
        raise StoreError(f"There is no database at {source}.")
    progress.debug("copying %s", source.name)
    with refusing(source), closing(_open(source)) as db:
        version = recognise(db, source, len(steps()))
        refuse_empty(version, source)
        with refusing(target):
            target.touch(mode=0o600)
            _fill(target, db, source)
            _settle(target)
    return version


def is_older(path: Path) -> bool:
    """Whether a file is of an older format; False if it is missing or empty."""
    with refusing(path):
        if not path.exists():
            return False
        with closing(_open(path)) as db:
            return 0 < recognise(db, path, len(steps())) < len(steps())


def damage_in(path: Path) -> list[Broken]:
    """Return the faults in the pages and the schema of a file of any format."""
    with refusing(path), closing(_open(path)) as db:
        version = recognise(db, path, len(steps()))
        return [*damage(db), *schema_faults(version, db)]


def renewed(path: Path, extensions: Sequence[Extension]) -> list[Broken]:
    """Bring a copy up to date, and return its faults."""
    open_writer(path, steps(), sqlite3.Connection).close()
    return [*check(path, extensions)]


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw", timeout=_PATIENCE, isolation_level=None, uri=True
    )


def _fill(target: Path, db: sqlite3.Connection, source: Path) -> None:
    with closing(sqlite3.connect(target, isolation_level=None)) as copied:
        try:
            db.backup(copied)  # in one go: page by page it would restart after each move
            copied.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.DatabaseError as error:
            if is_damaged(error):
                with refusing(source):
                    raise
            raise


def _settle(target: Path) -> None:
    """Write the copy through to the disk."""
    with target.open("rb+") as file:
        os.fsync(file.fileno())
