"""Killed at any instruction, nothing acknowledged is lost and nothing is half there."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bot.store.check import check
from bot.store.errors import StoreError
from bot.store.store import open_store
from tests.bot.store import mover
from tests.bot.store.extensions import EXTENSIONS

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 4
MOVER = (sys.executable, "-m", mover.__name__)


def killed_after(path: Path, seed: int, lines: int) -> dict[int, int]:
    """Play, kill; how far each match had got by what was acknowledged."""
    reached: dict[int, int] = {}
    with subprocess.Popen([*MOVER, path, str(seed)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for _ in range(lines):
            _note(reached, process.stdout.readline())
        assert process.poll() is None
        process.kill()
        for line in process.stdout:  # what it still said before it died
            _note(reached, line)
    return reached


def _note(reached: dict[int, int], line: str) -> None:
    if line.endswith("\n"):
        match, number = map(int, line.split())
        reached[match] = number


def everything(path: Path) -> tuple[dict[int, int], dict[int, list[int]]]:
    """The events of each match as it is listed, and the posts that say them."""
    db = sqlite3.connect(path)
    versions = dict(db.execute('SELECT id, version FROM "match"').fetchall())
    posts: dict[int, list[int]] = {}
    asked = """SELECT "match", json_extract(data, '$.events') FROM post ORDER BY id"""
    for match, events in db.execute(asked):
        posts.setdefault(match, []).append(events)
    db.close()
    return versions, posts


@pytest.mark.slow
async def test_killed_amid_commits_again_and_again(path: Path) -> None:
    chance = random.Random(1713)
    for seed in range(KILLS):
        reached = killed_after(path, seed, lines=chance.randrange(20, 200))
        assert reached
        async with open_store(path, EXTENSIONS) as store:
            assert await store.posts.newest() >= sum(reached.values())
        assert [*check(path, EXTENSIONS)] == []
        versions, posts = everything(path)
        assert {match: n for match, n in reached.items() if versions.get(match, 0) < n} == {}
        assert {match: len(numbers) for match, numbers in posts.items()} == versions
        assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in posts.values())


@pytest.mark.slow
def test_the_file_is_refused_while_another_process_has_it(path: Path) -> None:
    with subprocess.Popen([*MOVER, path, "1"], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        with pytest.raises(StoreError, match=r"^Another Konakis is using"):
            asyncio.run(_opened(path))
        process.kill()
    asyncio.run(_opened(path))


async def _opened(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        assert await store.matches.record(1)
