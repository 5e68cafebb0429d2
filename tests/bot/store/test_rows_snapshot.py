"""However a match goes, it comes back as it was, and its row says what its events say."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.matches import Record
from bot.store.check import check
from bot.store.store import open_store
from games.errors import GameError
from games.pace import Pace
from tests.bot.listing import listing_of
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import ANNA, BEN, PLACE, beginning, following, log_of
from tests.games.test_match_laws import begun, tried

if TYPE_CHECKING:
    import random

    from bot.store.store import Store
    from games.match import Match


def played(match: Match, chance: random.Random) -> Match:
    """The match after the next allowed thing that its players tried."""
    while True:
        try:
            return match.after(tried(match, chance))
        except GameError:
            continue


async def commit_all(store: Store, records: list[Record]) -> None:
    """The beginning, and then one change after the other."""
    await store.commit(beginning(records[0]))
    for before, after in pairwise(records):
        news = after.match.log[len(before.match.log) :]
        await store.commit(following(replace(before, id=1), *news))


@pytest.mark.slow
@given(start=begun(), lengths=st.lists(st.integers(1, 6), max_size=12))
async def test_a_match_comes_back_and_its_row_says_what_its_events_say(
    empty: Path, start: tuple[Match, random.Random], lengths: list[int]
) -> None:
    match, chance = start
    matches = [match]
    for length in lengths:
        for _ in range(length if not match.verdict else 0):
            match = match if match.verdict else played(match, chance)
        matches.append(match)
    records = [
        Record(id=0, place=PLACE, dark=ANNA, light=BEN, match=match, pace=Pace())
        for match in matches
    ]
    with TemporaryDirectory() as folder:
        path = Path(shutil.copy(empty, folder))
        async with open_store(path, EXTENSIONS) as store:
            await commit_all(store, records)
        assert [*check(path, EXTENSIONS)] == []
        async with open_store(path, EXTENSIONS) as store:
            assert await store.matches.record(1) == replace(records[-1], id=1)
            assert await log_of(store, 1) == match.log
            listings = [] if match.verdict else [listing_of(replace(records[-1], id=1))]
            assert await store.matches.running(ANNA) == listings
