"""How much there is to do, as the store counts it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.people import ENGINE
from bot.model.servers import Place
from bot.store.changes import Change, Counted, Limit
from bot.store.store import Counts, open_store
from games.core import Side
from games.events import Resigned
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import ANNA, BEN, begun, board, following, record

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.store import Store


async def test_an_empty_store_has_nothing_to_do(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        assert await store.counts(1000) == Counts()


async def test_what_is_to_be_said_and_which_games_run(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await begun(store, None, board())
        await begun(store, None, board())
        await store.posts.retry(1, 1200)
        assert await store.counts(1000) == Counts(posts=1, failing=1, games=2)
        await store.posts.drop(2)
        assert await store.counts(1000) == Counts(failing=1, games=2)


async def test_which_clocks_run_and_which_are_due(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for due in (None, 999, 1000, 1001):
            known = await begun(store, replace(record(), due=due))
        assert await store.counts(1000) == Counts(games=4, clocks=3, due=2)
        await store.commit(following(known, Resigned(Side.DARK, 900)))
        assert (await store.counts(1000)).games == 3


async def test_games_against_the_engine_are_counted_by_where_and_when(store: Store) -> None:
    public = replace(record(dark=ANNA, light=ENGINE), level=1)
    private = replace(public, place=Place(None, 0))
    for new, ended in ((public, 2000), (public, 2001), (public, 0), (private, 2002), (private, 0)):
        known = await begun(store, new)
        if ended:
            await store.commit(following(known, Resigned(Side.DARK, ended)))
    await begun(store, replace(public, dark=ENGINE, light=ANNA))
    await begun(store, replace(public, dark=BEN))
    for counted, there_are in (
        (Limit(Counted.PRACTICE, ANNA, 0, LookupError()), 1),
        (Limit(Counted.ENGINE_GAMES, ANNA, 0, LookupError()), 2),
        (Limit(Counted.ENGINE_LATELY, ANNA, 0, LookupError(), since=1999), 2),
        (Limit(Counted.ENGINE_LATELY, ANNA, 0, LookupError(), since=2000), 1),
        (Limit(Counted.ENGINE_LATELY, BEN, 0, LookupError()), 0),
        (Limit(Counted.ENGINE_LATELY, ANNA, 0, LookupError(), 0, since=2001), 1),
        (Limit(Counted.ENGINE_LATELY, ANNA, 0, LookupError(), 0, since=2002), 0),
    ):
        await store.commit(Change(limits=(replace(counted, most=there_are),)))
        with pytest.raises(LookupError):
            await store.commit(Change(limits=(replace(counted, most=there_are - 1),)))
