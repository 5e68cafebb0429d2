"""The migrations: numbered steps that bring a file of any age to the format of this program.

The first step makes the schema of a new file. A step is NNNN_name.sql, NNNN_name.py with a function
`fill(db)`, or both: the SQL runs first.

Invariant: each step is one transaction, and never changes once released. No version is released
yet: until then the schema itself is changed.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING

from bot.store.errors import StoreError
from bot.store.events import events_of, read_event, snapshot
from games.match import fold

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence
    from pathlib import Path

log = logging.getLogger(__name__)
progress = logging.getLogger("progress.migrations")

APPLICATION = 0x4B6F6E61  # "Kona", as the first step writes it


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its SQL, then its function."""

    sql: str = ""
    fill: Callable[[sqlite3.Connection], None] | None = None

    def take(self, db: sqlite3.Connection) -> None:
        """Change the file, inside a transaction that is left open."""
        db.executescript(f"BEGIN IMMEDIATE;\n{self.sql}")
        if self.fill:
            self.fill(db)


@cache
def steps() -> tuple[Step, ...]:
    """Return every step, in order."""
    names: defaultdict[int, dict[str, str]] = defaultdict(dict)
    folder = files(__name__)
    for entry in folder.iterdir():
        stem, _, kind = entry.name.rpartition(".")
        if stem[:4].isdecimal():
            twice = names[int(stem[:4])].setdefault(kind, stem) != stem
            assert not twice, f"there are two migrations {entry.name[:4]}"
    assert sorted(names) == list(range(1, len(names) + 1)), "a migration is missing"
    return tuple(_step(names[number]) for number in sorted(names))


def _step(names: dict[str, str]) -> Step:
    text, code = names.get("sql"), names.get("py")
    return Step(
        sql=files(__name__).joinpath(f"{text}.sql").read_text("utf-8") if text else "",
        fill=import_module(f"{__name__}.{code}").fill if code else None,
    )


def recognise(db: sqlite3.Connection, path: Path, newest: int) -> int:
    """Return how many steps a file has had; refuse other programs' files."""
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
    """Whether a database has no tables."""
    return db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None


def migrate(db: sqlite3.Connection, path: Path, script: Sequence[Step]) -> None:
    """Take the steps that the file lacks. If a step fails, the file stays at the step before."""
    done = recognise(db, path, len(script))
    if done == len(script):
        return
    db.execute("PRAGMA foreign_keys = OFF")  # a step may replace a table under its old name
    try:
        for number in range(done, len(script)):
            message = "bringing the file up to date: step %s of %s"
            progress.debug(message, number - done + 1, len(script) - done)
            _take(db, number + 1, script[number])
    except BaseException:
        db.rollback()
        raise
    db.execute("PRAGMA foreign_keys = ON")


def _take(db: sqlite3.Connection, number: int, step: Step) -> None:
    before = db.execute("PRAGMA foreign_key_check").fetchall()  # older damage stops no update
    step.take(db)
    after = db.execute("PRAGMA foreign_key_check").fetchall()
    if len(after) > len(before):
        raise StoreError(f"Step {number} would leave rows of {after[-1][0]} that point nowhere.")
    db.execute(f"PRAGMA user_version = {number:d}")
    db.commit()


def fill_snapshot(db: sqlite3.Connection, column: str) -> None:
    """Fill in a new column of the snapshot for every match that can be read, from its events."""
    statement = f'UPDATE "match" SET "{column}" = ? WHERE id = ?'  # noqa: S608  a column of ours
    for (match,) in db.execute('SELECT id FROM "match" WHERE NOT forgotten').fetchall():
        try:
            said = snapshot(fold(tuple(map(read_event, events_of(db, match)))))
        except ValueError as error:
            log.warning("could not read game %s: %s", match, error)
        else:
            db.execute(statement, (said[column], match))
