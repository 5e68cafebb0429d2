"""No bit of a match's events can be flipped without the check noticing."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.store.check import Broken, check
from bot.store.errors import StoreError
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.keep_version import story

if TYPE_CHECKING:
    from pathlib import Path


def contents(path: Path) -> object:
    """The events in a file and its schema, or why they cannot be read."""
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        try:
            numbers = [
                db.execute(f"PRAGMA {name}").fetchone()
                for name in ("application_id", "user_version", "encoding")
            ]
            schema = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
            events = db.execute("SELECT * FROM event").fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            return str(error)
        return numbers, schema, events


async def said_of(path: Path) -> list[Broken | StoreError]:
    try:
        return [*check(path, EXTENSIONS)]
    except StoreError as error:
        return [error]


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A file with a bit of everything, and nothing beside it."""
    path = tmp_path / "whole.db"
    asyncio.run(story(path))
    assert asyncio.run(said_of(path)) == []
    return path


def unnoticed(whole: Path, flips: int, seed: int) -> list[tuple[int, int]]:
    """Of so many flipped bits that change what can be read: those that the check overlooked."""
    chance = random.Random(seed)
    data, before = whole.read_bytes(), contents(whole)
    path = whole.with_name("flipped.db")
    missed: list[tuple[int, int]] = []
    while flips:
        place, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
        path.write_bytes(data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :])
        if contents(path) != before:
            flips -= 1
            if not asyncio.run(said_of(path)):
                missed.append((place, bit))
    return missed


@pytest.mark.slow
def test_no_bit_that_is_flipped_goes_unnoticed(whole: Path) -> None:
    assert unnoticed(whole, 40, seed=11) == []
