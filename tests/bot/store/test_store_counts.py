"""How much there is to do, as the store counts it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.store.store import Counts, open_store
from games.core import Side
from games.events import Resigned
from tests.bot.store.model import begun, board, following, record

if TYPE_CHECKING:
    from pathlib import Path


async def test_an_empty_store_has_nothing_to_do(path: Path) -> None:
    async with open_store(path) as store:
        assert await store.counts(1000) == Counts()


async def test_what_is_to_be_said_and_which_games_run(path: Path) -> None:
    async with open_store(path) as store:
        await begun(store, None, board())
        await begun(store, None, board())
        await store.retry_post(1, 1200)
        assert await store.counts(1000) == Counts(posts=2, failing=1, games=2)
        await store.drop_post(2)
        assert await store.counts(1000) == Counts(posts=1, failing=1, games=2)


async def test_which_clocks_run_and_which_are_due(path: Path) -> None:
    async with open_store(path) as store:
        for due in (None, 999, 1000, 1001):
            known = await begun(store, replace(record(), due=due))
        assert await store.counts(1000) == Counts(games=4, clocks=3, due=2)
        await store.commit(following(known, Resigned(Side.DARK, 900)))
        assert (await store.counts(1000)).games == 3
