"""Limits hold when many requests come at once: they are counted in the transaction that writes."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bot.service import moderation
from bot.service.challenges import accept, challenge
from bot.service.drafts import draft, open_draft
from bot.service.house import House
from bot.service.limits import Limits
from bot.service.model import Guild, Place
from bot.service.refusals import No, Refusal
from bot.store.store import open_store
from games.core import Side
from tests.bot.service.parlour import ANNA, BEN, HERE, NOON, Parlour, of
from tests.bot.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Sequence
    from pathlib import Path

    from bot.service.ports import Store

ELSEWHERE = Place(guild=2, channel=21)
TERMS = of("ludens")


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    async with open_store(tmp_path / "konakis.db") as opened:
        yield opened


def house(store: Store, limits: Limits | None = None) -> House:
    return House(store, Parlour(), lambda: NOON, lambda: Side.DARK, limits or Limits())


async def outcomes(*acts: Awaitable[object]) -> Counter[No | None]:
    """How many were refused for which reason; None: allowed."""
    found: Sequence[object] = await asyncio.gather(*acts, return_exceptions=True)
    for each in found:
        assert isinstance(each, Refusal) or not isinstance(each, BaseException), each
    return Counter(each.no if isinstance(each, Refusal) else None for each in found)


async def test_of_200_challenges_at_once_10_are_made(store: Store) -> None:
    bot = house(store)
    found = await outcomes(*(challenge(bot, HERE, ANNA, None, TERMS) for _ in range(200)))
    assert found == {None: 10, No.TOO_MANY_CHALLENGES: 190}
    assert len(await store.open_challenges(ANNA)) == 10
    assert len(await store.due_posts(9**9, 200)) == 10


async def test_of_20_challenges_at_once_a_server_allows_its_own_limit(store: Store) -> None:
    await store.change_guild(1, lambda _: Guild(1, max_challenges=1))
    bot = house(store)
    acts = [challenge(bot, place, ANNA, None, TERMS) for place in (HERE, ELSEWHERE) * 20]
    assert await outcomes(*acts) == {
        None: 10,
        No.TOO_MANY_CHALLENGES_HERE: 8,  # while there were fewer than 10 in all
        No.TOO_MANY_CHALLENGES: 22,
    }
    assert [each.place for each in await store.open_challenges(ANNA)].count(HERE) == 1


@pytest.mark.slow
async def test_of_200_challenges_accepted_at_once_30_games_begin(store: Store) -> None:
    bot = house(store)
    made = [(await challenge(bot, HERE, by, None, TERMS))[0] for by in range(1000, 1200)]
    found = await outcomes(*(accept(bot, each.id, ANNA) for each in made))
    assert found == {None: 30, No.TOO_MANY_GAMES: 170}
    assert len(await store.running(ANNA)) == 30


async def test_one_challenger_accepted_by_many_at_once_has_no_more_games_than_allowed(
    store: Store,
) -> None:
    bot = house(store, Limits(games=2))
    made = [(await challenge(bot, HERE, ANNA, None, TERMS))[0] for _ in range(10)]
    acts = [accept(bot, each.id, by) for by, each in enumerate(made, 1000)]
    assert await outcomes(*acts) == {None: 2, No.OPPONENT_BUSY: 8}


async def test_accepted_twice_at_once_at_the_limit_it_is_one_game(store: Store) -> None:
    bot = house(store, Limits(games=1))
    made, _ = await challenge(bot, HERE, ANNA, BEN, TERMS)
    assert await outcomes(accept(bot, made.id, BEN), accept(bot, made.id, BEN)) == {None: 2}
    assert len(await store.running(BEN)) == 1


async def test_of_many_drafts_at_once_10_are_kept(store: Store) -> None:
    bot = house(store)
    await outcomes(*(draft(bot, HERE, ANNA, BEN, TERMS) for _ in range(50)))
    assert len(await store.drafts(ANNA)) == 10


async def test_drafts_opened_at_once_are_no_more_challenges_than_allowed(store: Store) -> None:
    bot = house(store, Limits(challenges=3, pause=0))
    made = [await draft(bot, HERE, ANNA, BEN, TERMS) for _ in range(10)]
    found = await outcomes(*(open_draft(bot, each.id, ANNA) for each in made))
    assert found == {None: 3, No.TOO_MANY_CHALLENGES: 7}


async def test_a_person_barred_at_the_same_moment_makes_no_challenge_after_it(
    store: Store,
) -> None:
    bot = house(store)
    acts = [challenge(bot, HERE, ANNA, None, TERMS) for _ in range(8)]
    await asyncio.gather(moderation.bar(bot, 1, ANNA), *acts, return_exceptions=True)
    assert await outcomes(challenge(bot, HERE, ANNA, BEN, TERMS)) == {No.BARRED: 1}
    assert await outcomes(challenge(bot, HERE, BEN, ANNA, TERMS)) == {No.OTHER_BARRED: 1}
