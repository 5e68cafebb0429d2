"""Limits hold when many requests come at once: they are counted in the transaction that writes."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bot.model.servers import Place, WritablePlace
from bot.service import moderation
from bot.service.challenges import accept, make_challenge
from bot.service.drafts import open_draft, store_draft
from bot.service.limits import Limits
from bot.service.refusals import AnyNo, No, Refusal
from bot.service.services import Services
from games.core import Side
from tests.bot.service.parlour import ANNA, BEN, HERE, NOON, of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from bot.store.store import Store

ELSEWHERE = WritablePlace(Place(guild=2, channel=21))
TERMS = of("ludens")


def services(store: Store, limits: Limits | None = None) -> Services:
    return Services(store, lambda: NOON, lambda: Side.DARK, limits or Limits())


async def outcomes(*acts: Awaitable[object]) -> Counter[AnyNo | None]:
    """How many were refused for which reason; None: allowed."""
    results: Sequence[object] = await asyncio.gather(*acts, return_exceptions=True)
    for result in results:
        assert isinstance(result, Refusal) or not isinstance(result, BaseException), result
    return Counter(result.no if isinstance(result, Refusal) else None for result in results)


@pytest.mark.slow
async def test_of_200_challenges_at_once_10_are_made(store: Store) -> None:
    bot = services(store)
    counts = await outcomes(*(make_challenge(bot, HERE, ANNA, None, TERMS) for _ in range(200)))
    assert counts == {None: 10, No.TOO_MANY_CHALLENGES: 190}
    assert len(await store.challenges.open_of(ANNA)) == 10
    assert len(await store.posts.due(9**9, 200)) == 10


@pytest.mark.slow
async def test_of_200_challenges_accepted_at_once_30_games_begin(store: Store) -> None:
    bot = services(store)
    challenges = [(await make_challenge(bot, HERE, by, None, TERMS))[0] for by in range(1000, 1200)]
    counts = await outcomes(*(accept(bot, challenge.id, ANNA) for challenge in challenges))
    assert counts == {None: 30, No.TOO_MANY_GAMES: 170}
    assert len(await store.matches.running(ANNA)) == 30


async def test_one_challenger_accepted_by_many_at_once_has_no_more_games_than_allowed(
    store: Store,
) -> None:
    bot = services(store, Limits(games=2))
    challenges = [(await make_challenge(bot, HERE, ANNA, None, TERMS))[0] for _ in range(10)]
    acts = [accept(bot, challenge.id, by) for by, challenge in enumerate(challenges, 1000)]
    assert await outcomes(*acts) == {None: 2, No.OPPONENT_BUSY: 8}


async def test_accepted_twice_at_once_at_the_limit_it_is_one_game(store: Store) -> None:
    bot = services(store, Limits(games=1))
    challenge, _ = await make_challenge(bot, HERE, ANNA, BEN, TERMS)
    assert await outcomes(accept(bot, challenge.id, BEN), accept(bot, challenge.id, BEN)) == {
        None: 2
    }
    assert len(await store.matches.running(BEN)) == 1


async def test_of_many_drafts_at_once_10_are_kept(store: Store) -> None:
    bot = services(store)
    await outcomes(*(store_draft(bot, HERE, ANNA, BEN, TERMS) for _ in range(50)))
    assert len(await store.challenges.drafts_of(ANNA)) == 10


async def test_drafts_opened_at_once_are_no_more_challenges_than_allowed(store: Store) -> None:
    bot = services(store, Limits(challenges=3, pause=0))
    drafts = [await store_draft(bot, HERE, ANNA, BEN, TERMS) for _ in range(10)]
    counts = await outcomes(*(open_draft(bot, draft.id, ANNA) for draft in drafts))
    assert counts == {None: 3, No.TOO_MANY_CHALLENGES: 7}


async def test_a_person_barred_at_the_same_moment_makes_no_challenge_after_it(
    store: Store,
) -> None:
    bot = services(store)
    acts = [make_challenge(bot, HERE, ANNA, None, TERMS) for _ in range(8)]
    await asyncio.gather(moderation.bar(bot, 1, ANNA, BEN), *acts, return_exceptions=True)
    assert await outcomes(make_challenge(bot, HERE, ANNA, BEN, TERMS)) == {No.BARRED: 1}
    assert await outcomes(make_challenge(bot, HERE, BEN, ANNA, TERMS)) == {No.OTHER_BARRED: 1}
