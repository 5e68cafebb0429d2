"""Blocks and wishes about challenges: checked in the transaction that writes, in both stores."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing
from bot.model.matches import Record
from bot.model.people import Challengers
from bot.model.posts import EditChallenge
from bot.service.blocks import block, unblock
from bot.service.challenges import accept, counter, make_challenge, rematch
from bot.service.drafts import open_draft, store_draft
from bot.service.limits import Limits
from bot.service.moderation import bar
from bot.service.play import make_move, resign
from bot.service.refusals import AnyNo, No, Refusal
from bot.service.services import Services
from bot.service.settings import change_person
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, NOON, D, of

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.model.challenges import Challenge
    from bot.model.people import Player
    from bot.store.store import Store
    from tests.bot.service.parlour import Parlour

TERMS = of("ludens")


@pytest.fixture
def services(store: Store) -> Services:
    return Services(store, lambda: NOON, lambda: D, Limits(pause=0))


async def no(act: Awaitable[object]) -> AnyNo:
    """Why it was refused."""
    with pytest.raises(Refusal) as refused:
        await act
    return refused.value.no


async def asked(services: Services, by: Player, opponent: Player | None) -> Challenge:
    challenge, _ = await make_challenge(services, HERE, by, opponent, TERMS)
    return challenge


async def begun(services: Services, dark: Player = ANNA, light: Player = BEN) -> Record:
    challenge, _ = await make_challenge(services, HERE, dark, light, replace(TERMS, side=D))
    return await accept(services, challenge.id, light)


async def says(services: Services, player: Player, challengers: Challengers) -> None:
    await change_person(services, player, lambda person: replace(person, challengers=challengers))


# Blocks


async def test_neither_of_two_challenges_the_other_once_one_has_blocked(services: Services) -> None:
    await block(services, ANNA, BEN)
    assert await no(make_challenge(services, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    assert await no(make_challenge(services, HERE, ANNA, BEN, TERMS)) is No.YOU_BLOCKED
    assert await no(store_draft(services, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    await asked(services, CARL, ANNA)
    await asked(services, BEN, CARL)


async def test_an_open_challenge_is_not_open_to_those_who_are_blocked(services: Services) -> None:
    mine, theirs = await asked(services, ANNA, None), await asked(services, BEN, None)
    await block(services, ANNA, BEN)
    assert await no(accept(services, mine.id, BEN)) is No.NOT_WELCOME
    assert await no(accept(services, theirs.id, ANNA)) is No.YOU_BLOCKED
    await accept(services, mine.id, CARL)


async def test_a_block_closes_what_is_open_between_the_two_and_nothing_else(
    services: Services,
) -> None:
    mine, theirs = await asked(services, ANNA, BEN), await asked(services, BEN, ANNA)
    others = [await asked(services, BEN, CARL), await asked(services, CARL, ANNA)]
    drafted = await store_draft(services, HERE, BEN, ANNA, TERMS)
    await block(services, ANNA, BEN)
    standings = {}
    for challenge in (mine, theirs, *others):
        newest = await services.challenge(challenge.id)
        standings[challenge.id] = newest.standing
    assert [*standings.values()] == [
        Standing.WITHDRAWN,
        Standing.DECLINED,
        Standing.OPEN,
        Standing.OPEN,
    ]
    assert await no(open_draft(services, drafted.id, BEN)) is No.NOT_WELCOME


async def test_a_game_goes_on_after_a_block_and_has_no_rematch(services: Services) -> None:
    record = await begun(services)
    await block(services, ANNA, BEN)
    await make_move(services, record.id, ANNA, MOVES[0])
    await make_move(services, record.id, BEN, MOVES[1])
    await resign(services, record.id, BEN)
    assert await no(rematch(services, record.id, BEN)) is No.NOT_WELCOME
    assert await no(rematch(services, record.id, ANNA)) is No.YOU_BLOCKED


async def test_a_rematch_asked_before_the_block_is_closed_by_it(services: Services) -> None:
    record = await begun(services)
    await resign(services, record.id, BEN)
    asked_again = await rematch(services, record.id, BEN)
    assert not isinstance(asked_again, Record)
    await block(services, ANNA, BEN)
    assert (await services.challenge(asked_again[0].id)).standing is Standing.DECLINED
    assert await no(rematch(services, record.id, ANNA)) is No.YOU_BLOCKED


async def test_a_block_is_taken_back_by_the_person_who_made_it_alone(services: Services) -> None:
    await block(services, ANNA, BEN)
    (stored,) = await services.store.people.blocked_by(ANNA)
    await unblock(services, BEN, stored.id)
    assert await no(make_challenge(services, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    for _ in range(2):
        await unblock(services, ANNA, stored.id)
    await asked(services, BEN, ANNA)
    assert await services.store.people.blocked_by(ANNA) == []


async def test_no_person_blocks_themselves(services: Services) -> None:
    assert await no(block(services, ANNA, ANNA)) is No.BARS_THEMSELVES


async def test_of_200_blocks_at_once_100_are_kept_and_one_of_a_person(services: Services) -> None:
    acts = [block(services, ANNA, 1000 + number) for number in range(200)]
    outcomes = await asyncio.gather(*acts, return_exceptions=True)
    reasons = Counter(outcome.no for outcome in outcomes if isinstance(outcome, Refusal))
    assert reasons == {No.TOO_MANY_BLOCKS: 100}
    assert len(await services.store.people.blocked_by(ANNA)) == 100
    await asyncio.gather(*(block(services, BEN, CARL) for _ in range(50)))
    assert len(await services.store.people.blocked_by(BEN)) == 1


async def test_challenges_made_while_one_blocks_are_closed_or_cannot_be_taken(
    services: Services,
) -> None:
    acts = (make_challenge(services, HERE, BEN, ANNA, TERMS) for _ in range(8))
    await asyncio.gather(block(services, ANNA, BEN), *acts, return_exceptions=True)
    assert await no(make_challenge(services, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    for challenge in await services.store.challenges.open_of(ANNA):
        assert await no(accept(services, challenge.id, ANNA)) is No.YOU_BLOCKED


@pytest.mark.parametrize(
    ("by", "opponent", "becomes"),
    [(BEN, ANNA, Standing.DECLINED), (ANNA, BEN, Standing.WITHDRAWN)],
)
async def test_a_challenge_made_as_one_of_them_is_blocked_is_closed(
    parlour: Parlour, by: Player, opponent: Player, becomes: Standing
) -> None:
    parlour.store.first = partial(parlour.challenged, by, opponent)
    await block(parlour.services, ANNA, BEN)
    (challenge,) = parlour.challenges.values()
    assert challenge.standing is becomes
    assert EditChallenge(challenge.id) in parlour.said()


async def test_a_bar_is_told_before_a_block(services: Services) -> None:
    await block(services, ANNA, BEN)
    await bar(services, HERE.guild or 0, BEN, ANNA)
    assert await no(make_challenge(services, HERE, BEN, ANNA, TERMS)) is No.BARRED


# Who may challenge


async def test_some_want_to_be_challenged_by_no_person(services: Services) -> None:
    record = await begun(services)
    await says(services, ANNA, Challengers.NONE)
    assert await no(make_challenge(services, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    await resign(services, record.id, BEN)
    assert await no(rematch(services, record.id, BEN)) is No.NOT_WELCOME
    assert not isinstance(await rematch(services, record.id, ANNA), Record)
    await rematch(services, record.id, BEN)  # whom she has asked
    mine = await asked(services, ANNA, None)
    await accept(services, mine.id, CARL)


async def test_who_asked_is_answered_with_other_terms_whatever_they_set(services: Services) -> None:
    await says(services, ANNA, Challengers.NONE)
    challenge = await asked(services, ANNA, BEN)
    await counter(services, challenge.id, BEN, replace(TERMS, rules="larochelle"))
    challenge = await asked(services, ANNA, CARL)
    await block(services, ANNA, CARL)
    assert await no(counter(services, challenge.id, CARL, of("tabal"))) is No.CHALLENGE_OVER


@pytest.mark.parametrize("over", [False, True])
async def test_some_want_to_be_challenged_by_those_they_have_played(
    services: Services, *, over: bool
) -> None:
    await says(services, ANNA, Challengers.PLAYED)
    assert await no(make_challenge(services, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    record = await begun(services)
    if over:
        await resign(services, record.id, BEN)
    await asked(services, BEN, ANNA)
    assert await no(make_challenge(services, HERE, CARL, ANNA, TERMS)) is No.NOT_WELCOME
    await says(services, ANNA, Challengers.ALL)
    await asked(services, CARL, ANNA)


async def test_a_block_is_told_from_no_other_wish(services: Services) -> None:
    """So the person who is refused cannot tell which it was."""
    reasons: list[tuple[AnyNo, dict[str, object]]] = []
    await says(services, ANNA, Challengers.NONE)
    await block(services, CARL, BEN)
    for other in (ANNA, CARL):
        with pytest.raises(Refusal) as refused:
            await make_challenge(services, HERE, BEN, other, TERMS)
        reasons.append((refused.value.no, refused.value.values))
    assert reasons[0] == reasons[1]
