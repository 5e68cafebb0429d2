"""`konakis check`: prints all faults of a file, and the remedies for a host."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.ops.backup import temporary
from bot.store.check import check
from bot.store.copying import copy, damage_in, is_older, renewed
from bot.store.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.check import Broken

progress = logging.getLogger("progress.check")

_OLDER = """\
This file has an older format; the bot upgrades it when it starts. That was tried on a copy:
"""
_DAMAGED = """\
The file itself is damaged, usually because of a problem with the disk. Stop the bot, then restore
the newest backup that `konakis check FILE` finds intact: `konakis restore FILE`. The damaged file
is kept next to it.
"""
_ROWS = """\
Only what is named here is affected: the bot won't continue such a game and skips such a row. The
rest works. Stop the bot and run `konakis repair`: it recomputes what follows from the games,
removes what can't be read, and keeps a copy of everything. Please report these lines: this
shouldn't happen.
"""


def report(path: Path) -> int:
    """Print the faults of a file; return 0 if there are none."""
    if not path.exists():
        raise StoreError(f"There is no database at {path}.")
    return _report_older(path) if is_older(path) else _report(path)


def sentence(broken: Broken) -> str:
    """Return a fault as a line of its own."""
    if broken.match is None:
        return f"The file: {broken.sentence}."
    return f"Game {broken.match}: {broken.sentence}."


def _report_older(path: Path) -> int:
    """Report the faults of an older file, then those of a copy in the current format."""
    broken = damage_in(path)
    if any(fault.file for fault in broken):
        sys.stdout.writelines(f"{sentence(fault)}\n" for fault in broken)
        return _advise({True})
    sys.stdout.write(_OLDER)
    with temporary(path, path) as copied:
        copy(path, copied)
        left = renewed(copied, EXTENSIONS)
    sys.stdout.writelines(f"{sentence(fault)}\n" for fault in left)
    if not left:
        sys.stdout.write(f"{path} is intact.\n")
    return _advise({fault.file for fault in left}) or int(bool(broken))


def _report(path: Path) -> int:
    seen: set[bool] = set()
    for broken in check(path, EXTENSIONS):
        seen.add(broken.file)
        progress.debug("")
        sys.stdout.write(sentence(broken) + "\n")
    if not seen:
        sys.stdout.write(f"{path} is intact.\n")
    return _advise(seen)


def _advise(seen: set[bool]) -> int:
    """Say how the host can fix faults of the file or of single rows."""
    if True in seen:
        sys.stdout.write(f"\n{_DAMAGED}")
    if False in seen:
        sys.stdout.write(f"\n{_ROWS}")
    return 1 if seen else 0
