"""The steps by which a file of any age becomes what this program knows.

Law: each step is one transaction, numbered by its file's name; one that was released never changes.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from bot.store.errors import StoreError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

APPLICATION = 0x4B6F6E61  # "Kona", as the first step writes it


def steps() -> tuple[str, ...]:
    """The SQL of every step, the first one first."""
    scripts = {
        entry.name: entry.read_text("utf-8")
        for entry in files("bot.store").joinpath("migrations").iterdir()
        if entry.name.endswith(".sql")
    }
    numbers = [int(name[:4]) for name in sorted(scripts)]
    assert numbers == list(range(1, len(scripts) + 1)), "a migration is missing or there twice"
    return tuple(scripts[name] for name in sorted(scripts))


def recognise(db: sqlite3.Connection, path: Path, newest: int) -> int:
    """How many steps the file has behind it; refuses what is not ours, and changes nothing."""
    application = int(db.execute("PRAGMA application_id").fetchone()[0])
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if application != APPLICATION and not _empty(db):
        raise StoreError(f"{path} is the database of another program; name another file.")
    if application == APPLICATION and version > newest:
        raise StoreError(
            f"{path} was written by a newer Konakis (its format is {version}, this one knows "
            f"{newest}); update the program, or put a backup from before in its place."
        )
    return version


def _empty(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None


def migrate(db: sqlite3.Connection, path: Path, script: Sequence[str]) -> None:
    """Take every step that is still to be taken. A step that fails leaves the one before."""
    db.execute("PRAGMA foreign_keys = OFF")  # a step may build a table anew under its old name
    done = recognise(db, path, len(script))
    for number in range(done, len(script)):
        try:
            _step(db, number + 1, script[number])
        except BaseException:
            db.rollback()
            raise
    if done < len(script):
        db.execute("VACUUM")  # an older program left what it deleted in the file


def _step(db: sqlite3.Connection, number: int, script: str) -> None:
    db.executescript(f"BEGIN IMMEDIATE;\n{script}")
    broken = db.execute("PRAGMA foreign_key_check").fetchone()
    if broken:
        raise StoreError(f"Step {number} would leave rows of {broken[0]} that point nowhere.")
    db.execute(f"PRAGMA user_version = {number:d}")
    db.commit()
