"""Gives files beside a database to its owner, also if root writes them for the bot's user."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def copy_rights(database: Path, copied: Path) -> None:
    """Give a copy the database's owner and permissions."""
    give_to_owner(database, copied)
    if database.exists():
        copied.chmod(database.stat().st_mode & 0o777)


def give_to_owner(database: Path, *files: Path) -> None:
    """Give files to the database's owner, or to its folder's if there is no database yet.

    Does nothing for anyone but root: other users' files belong to them, as they should.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    owned = (database if database.exists() else database.parent).stat()
    with suppress(OSError):  # a file system without owners
        for file in files:
            if file.exists():
                os.chown(file, owned.st_uid, owned.st_gid, follow_symlinks=False)
