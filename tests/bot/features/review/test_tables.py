"""Reviews in SQLite: kept as data, replaced, none where they are damaged; erasing leaves them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.features.review.model import Moment, Reason, Review
from bot.features.review.tables import ReviewTables
from bot.store.check import check
from bot.store.store import Store, open_store
from games.core import Reason as Ending
from games.core import Side
from games.events import Resigned
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import ANNA, BEN, begun, following

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

CHAIN = Moment(
    ply=3,
    side=Side.LIGHT,
    played=("a3", "c5", "e7"),
    better=("e10", "e11"),
    before=700,
    after=0,
    reason=Reason.LEAVES_KING,
    points=("e10", "a1"),
    line=(("e10", "e11"), ("a1", "a2")),
    reply=(),
    ways=2,
)
MISSED = replace(CHAIN, ply=5, end=Ending.KING_TAKEN, again=(7, 9), room=(7, 2))
FOUND = Review(
    1, (500, 1000, 0, 333), (CHAIN, replace(CHAIN, ply=4, reply=(("a1", "b1"),)), MISSED)
)


@pytest.fixture
async def sqlite(path: Path) -> AsyncGenerator[Store]:
    async with open_store(path, EXTENSIONS) as opened:
        known = await begun(opened)
        await opened.commit(following(known, Resigned(Side.DARK, 9)))
        yield opened


async def test_a_review_is_found_as_it_was_kept_and_a_newer_one_replaces_it(
    sqlite: Store,
) -> None:
    assert await ReviewTables(sqlite.database).find(1) is None
    for review in (FOUND, Review(2, (1, 2), ()), FOUND):
        await ReviewTables(sqlite.database).keep(1, review)
        assert await ReviewTables(sqlite.database).find(1) == review
    assert await ReviewTables(sqlite.database).find(2) is None


async def test_erasing_the_players_leaves_it(sqlite: Store, path: Path) -> None:
    await ReviewTables(sqlite.database).keep(1, FOUND)
    for player in (ANNA, BEN):
        await sqlite.personal_data.erase(player, 99)
    assert await ReviewTables(sqlite.database).find(1) == FOUND
    assert [*check(path, EXTENSIONS)] == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("curve", None),
        ("curve", [1001]),
        ("curve", ["1"]),
        ("moments", 7),
        ("moment.reason", None),
        ("moment.reason", "bad luck"),
        ("moment.side", "x"),
        ("moment.played", "<@7>"),
        ("moment.points", ["7"]),
        ("moment.ply", -1),
        ("moment.line", 7),
        ("moment.end", "bad luck"),
        ("moment.again", [-1]),
        ("moment.room", ["7"]),
    ],
)
async def test_a_damaged_review_is_none_and_the_check_says_so(
    sqlite: Store, path: Path, key: str, value: object
) -> None:
    await ReviewTables(sqlite.database).keep(1, FOUND)
    with closing(sqlite3.connect(path)) as db:
        ((stored,),) = db.execute("SELECT data FROM review").fetchall()
        data: dict[str, Any] = json.loads(stored)
        changed = data["moments"][0] if key.startswith("moment.") else data
        changed[key.removeprefix("moment.")] = value
        db.execute("UPDATE review SET data = ?", (json.dumps(data),))
        db.commit()
    assert await ReviewTables(sqlite.database).find(1) is None
    sentences = {broken.sentence for broken in check(path, EXTENSIONS)}
    assert sentences == {"a row of review: its data cannot be read"}
    await ReviewTables(sqlite.database).keep(1, FOUND)
    assert [*check(path, EXTENSIONS)] == []
