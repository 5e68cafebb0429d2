"""`konakis repair`: derives what can be derived, deletes unreadable rows, keeps the old file.

Invariant: nothing is changed before the database has been copied.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.ops import check
from bot.ops.backup import sync_folder, temporary
from bot.store.check import check as find_faults
from bot.store.connection import open_writer
from bot.store.copying import copy
from bot.store.errors import StoreError, is_damaged, refusing
from bot.store.lock import held, kept_before
from bot.store.migrations import steps
from bot.store.ownership import copy_rights
from bot.store.repair import repair as repair_rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.model.times import Instant
    from bot.store.check import Broken
    from bot.store.repair import Repaired

_HEADER = """\
# Rows as they were before a repair changed or removed them. Nothing reads this file. It may have
# people's user IDs in it: delete it when you no longer need it.
"""
_DAMAGED = """\
The file itself is damaged, and can't be repaired: restore the newest backup that
`konakis check FILE` finds intact, with `konakis restore FILE`.
"""


def repair(database: Path, now: Instant) -> int:
    """Repair a database and print the changes; return 0 if the file is whole afterwards."""
    if not database.exists():
        raise StoreError(f"There is no database at {database}.")
    with held(database):
        moment = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H%M%SZ")
        before = kept_before(database.resolve(), moment)
        _keep_copy(database, before)
        sys.stdout.write(f"A copy of the database from before is {before}.\n")
        repaired = _repair(database)
        if repaired:
            _report(repaired, before)
        broken = [*find_faults(database, EXTENSIONS)]
    return _finish(broken, database)


def _keep_copy(database: Path, before: Path) -> None:
    """Copy the database as it is, with the same permissions; leave no unfinished copy."""
    with temporary(before, database) as copied:
        copy(database, copied)
        with refusing(before):
            copy_rights(database, copied)
            copied.replace(before)
    sync_folder(before.parent)


def _repair(database: Path) -> Sequence[Repaired]:
    """Repair the rows of a database; StoreError if its file is too damaged."""
    with (
        refusing(database),
        closing(open_writer(database, steps(), sqlite3.Connection)) as db,
    ):
        try:
            return repair_rows(db, EXTENSIONS)
        except sqlite3.DatabaseError as error:
            if not is_damaged(error):
                raise
            raise StoreError(f"{database} could not be repaired ({error}). {_DAMAGED}") from error


def _report(repaired: Sequence[Repaired], before: Path) -> None:
    """Print the changed and deleted rows, and write them as they were to a file beside the copy."""
    text = before.with_suffix(".txt")
    with refusing(text):
        text.touch(mode=0o600)
        text.write_text(_HEADER + "".join(map(_line, repaired)), "utf-8")
        copy_rights(before, text)
    sys.stdout.writelines(f"{change.sentence}.\n" for change in repaired)
    rows = "1 row was" if len(repaired) == 1 else f"{len(repaired)} rows were"
    sys.stdout.write(f"Before that, {rows} saved in {text}.\n")


def _line(change: Repaired) -> str:
    told = {"table": change.table, "why": change.why, "row": change.row}
    return json.dumps(told, ensure_ascii=False, default=bytes.hex) + "\n"


def _finish(broken: Sequence[Broken], database: Path) -> int:
    """Print the faults that remain after a repair; return the exit code."""
    if not broken:
        sys.stdout.write(f"{database} is intact.\n")
        return 0
    sys.stdout.write("These faults are left; nothing else that is stored can fix them:\n")
    sys.stdout.writelines(f"{check.sentence(fault)}\n" for fault in broken)
    return 1
