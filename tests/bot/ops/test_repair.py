"""`konakis repair`: a copy first, and of every failure a sentence that says what is true."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from bot.ops.repair import repair
from tests.bot.ops.conftest import names
from tests.bot.store.spoil import spoil

if TYPE_CHECKING:
    from pathlib import Path

NOW = 1_760_000_000
KEPT = "konakis-before-2025-10-09T085320Z.db"
WRONG = 'UPDATE "match" SET plies = 9 WHERE id = 2'


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away"
)
def test_what_root_repairs_belongs_to_the_bots_user(database: Path) -> None:
    spoil(database, WRONG)
    os.chown(database, 10001, 10002)
    assert repair(database, NOW) == 0
    files = {file.name: file.stat() for file in database.parent.iterdir()}
    assert [*files] and {(file.st_uid, file.st_gid) for file in files.values()} == {(10001, 10002)}
    assert names(database.parent) == [
        *(KEPT, "konakis-set-aside.txt", "konakis.db", "konakis.db.lock"),
    ]
