"""A column of the snapshot is added in the model, with a step: tried on a program's copy."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store.migrations import steps
from tests.bot.store.keep_version import KEPT

ROOT = Path(__file__).parents[3]
MODEL = Path("bot/model/matches.py")
NAMED = ("    plies: int\n", "    plies: int\n    quiet: int\n")
FILLED = ("plies=len(match.plies),", "plies=len(match.plies), quiet=match.position.quiet,")
STEP = """
from bot.store.migrations import fill_snapshot

def fill(db):
    db.execute('ALTER TABLE "match" ADD COLUMN quiet INTEGER NOT NULL DEFAULT -1')
    fill_snapshot(db, "quiet")
"""
# Opens a file of the format before, plays on in it, and prints what lists and the check say.
USE = """
import asyncio, sqlite3, sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from bot.store.changes import Change
from bot.store.check import check
from bot.store.store import open_store
from bot.feature_list import EXTENSIONS
from games.core import Side
from games.events import Withdrawn

async def main(path, kept):
    with closing(sqlite3.connect(path)) as db:
        db.executescript(kept.read_text("utf-8"))
    async with open_store(path, EXTENSIONS) as store:
        *_, listing = await store.matches.running_in(81_384_788_765_712_384, 9)
        record = await store.matches.record(listing.id)
        event = Withdrawn(Side.DARK, 3000)
        after = replace(record, match=record.match.after(event))
        await store.commit(Change(None, after, (event,), len(record.match.log)))
        *_, later = await store.matches.running_in(81_384_788_765_712_384, 9)
    with closing(sqlite3.connect(path)) as db:
        kept = [row[0] for row in db.execute('SELECT quiet FROM "match" ORDER BY id')]
    print(listing.quiet, later.quiet, kept, [*check(path, EXTENSIONS)])

asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
"""


@pytest.mark.slow
def test_a_column_is_added_in_the_model_and_a_step(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for package in ("bot", "games"):
        shutil.copytree(ROOT / package, copy / package)
    model = (copy / MODEL).read_text("utf-8")
    for before, after in (NAMED, FILLED):
        assert model.count(before) >= 1
        model = model.replace(before, after, 1)
    (copy / MODEL).write_text(model, "utf-8")
    step = copy / f"bot/store/migrations/{len(steps()) + 1:04}_quiet.py"
    step.write_text(STEP, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", USE, tmp_path / "konakis.db", KEPT],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("1 1 [1, 1, 0, 0] []\n", "")
