"""Who may challenge a person, and blocks: held in the transaction that writes, in both stores."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.blocks import block, unblock
from bot.service.challenges import accept, challenge, counter, rematch
from bot.service.drafts import draft, open_draft
from bot.service.house import House
from bot.service.limits import Limits
from bot.service.model import Record, Standing
from bot.service.moderation import bar
from bot.service.play import make_move, resign
from bot.service.refusals import Challengers, No, Refusal
from bot.service.settings import change_person
from bot.store.store import open_store
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, NOON, D, Parlour, of
from tests.bot.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable
    from pathlib import Path

    from bot.service.model import Challenge, Player

TERMS = of("ludens")


@pytest.fixture(params=["memory", "sqlite"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[House]:
    limits = Limits(pause=0)
    if request.param == "memory":
        yield House(MemoryStore(), Parlour(), lambda: NOON, lambda: D, limits)
        return
    async with open_store(tmp_path / "konakis.db") as store:
        yield House(store, Parlour(), lambda: NOON, lambda: D, limits)


async def no(act: Awaitable[object]) -> No:
    """Why it was refused."""
    with pytest.raises(Refusal) as refused:
        await act
    return refused.value.no


async def asked(house: House, by: Player, opponent: Player | None) -> Challenge:
    made, _ = await challenge(house, HERE, by, opponent, TERMS)
    return made


async def begun(house: House, dark: Player = ANNA, light: Player = BEN) -> Record:
    made, _ = await challenge(house, HERE, dark, light, replace(TERMS, side=D))
    return await accept(house, made.id, light)


async def says(house: House, player: Player, challengers: Challengers) -> None:
    await change_person(house, player, lambda each: replace(each, challengers=challengers))


# Blocks


async def test_neither_of_two_challenges_the_other_once_one_has_blocked(house: House) -> None:
    await block(house, ANNA, BEN)
    assert await no(challenge(house, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    assert await no(challenge(house, HERE, ANNA, BEN, TERMS)) is No.YOU_BLOCKED
    assert await no(draft(house, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    await asked(house, CARL, ANNA)
    await asked(house, BEN, CARL)


async def test_an_open_challenge_is_not_open_to_those_who_are_blocked(house: House) -> None:
    mine, theirs = await asked(house, ANNA, None), await asked(house, BEN, None)
    await block(house, ANNA, BEN)
    assert await no(accept(house, mine.id, BEN)) is No.NOT_WELCOME
    assert await no(accept(house, theirs.id, ANNA)) is No.YOU_BLOCKED
    await accept(house, mine.id, CARL)


async def test_a_block_closes_what_is_open_between_the_two_and_nothing_else(house: House) -> None:
    mine, theirs = await asked(house, ANNA, BEN), await asked(house, BEN, ANNA)
    others = [await asked(house, BEN, CARL), await asked(house, CARL, ANNA)]
    drafted = await draft(house, HERE, BEN, ANNA, TERMS)
    await block(house, ANNA, BEN)
    standing = {}
    for each in (mine, theirs, *others):
        found = await house.challenge(each.id)
        standing[each.id] = found.standing
    assert [*standing.values()] == [
        Standing.WITHDRAWN,
        Standing.DECLINED,
        Standing.OPEN,
        Standing.OPEN,
    ]
    assert await no(open_draft(house, drafted.id, BEN)) is No.NOT_WELCOME


async def test_a_game_goes_on_after_a_block_and_has_no_rematch(house: House) -> None:
    record = await begun(house)
    await block(house, ANNA, BEN)
    await make_move(house, record.id, ANNA, MOVES[0])
    await make_move(house, record.id, BEN, MOVES[1])
    await resign(house, record.id, BEN)
    assert await no(rematch(house, record.id, BEN)) is No.NOT_WELCOME
    assert await no(rematch(house, record.id, ANNA)) is No.YOU_BLOCKED


async def test_a_rematch_asked_before_the_block_is_closed_by_it(house: House) -> None:
    record = await begun(house)
    await resign(house, record.id, BEN)
    again = await rematch(house, record.id, BEN)
    assert not isinstance(again, Record)
    await block(house, ANNA, BEN)
    assert (await house.challenge(again[0].id)).standing is Standing.DECLINED
    assert await no(rematch(house, record.id, ANNA)) is No.YOU_BLOCKED


async def test_a_block_is_taken_back_by_the_person_who_made_it_alone(house: House) -> None:
    await block(house, ANNA, BEN)
    (kept,) = await house.store.blocked(ANNA)
    await unblock(house, BEN, kept.id)
    assert await no(challenge(house, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    for _ in range(2):
        await unblock(house, ANNA, kept.id)
    await asked(house, BEN, ANNA)
    assert await house.store.blocked(ANNA) == []


async def test_no_person_blocks_themselves(house: House) -> None:
    assert await no(block(house, ANNA, ANNA)) is No.BARS_THEMSELVES


async def test_of_200_blocks_at_once_100_are_kept_and_one_of_a_person(house: House) -> None:
    acts = [block(house, ANNA, 1000 + each) for each in range(200)]
    found = await asyncio.gather(*acts, return_exceptions=True)
    reasons = Counter(each.no for each in found if isinstance(each, Refusal))
    assert reasons == {No.TOO_MANY_BLOCKS: 100}
    assert len(await house.store.blocked(ANNA)) == 100
    await asyncio.gather(*(block(house, BEN, CARL) for _ in range(50)))
    assert len(await house.store.blocked(BEN)) == 1


async def test_challenges_made_while_one_blocks_are_closed_or_cannot_be_taken(house: House) -> None:
    acts = (challenge(house, HERE, BEN, ANNA, TERMS) for _ in range(8))
    await asyncio.gather(block(house, ANNA, BEN), *acts, return_exceptions=True)
    assert await no(challenge(house, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    for each in await house.store.open_challenges(ANNA):
        assert await no(accept(house, each.id, ANNA)) is No.YOU_BLOCKED


async def test_a_bar_is_told_before_a_block(house: House) -> None:
    await block(house, ANNA, BEN)
    await bar(house, HERE.guild or 0, BEN)
    assert await no(challenge(house, HERE, BEN, ANNA, TERMS)) is No.BARRED


# Who may challenge


async def test_some_want_to_be_challenged_by_no_person(house: House) -> None:
    record = await begun(house)
    await says(house, ANNA, Challengers.NONE)
    assert await no(challenge(house, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    await resign(house, record.id, BEN)
    assert await no(rematch(house, record.id, BEN)) is No.NOT_WELCOME
    assert not isinstance(await rematch(house, record.id, ANNA), Record)
    await rematch(house, record.id, BEN)  # whom she has asked
    mine = await asked(house, ANNA, None)
    await accept(house, mine.id, CARL)


async def test_who_asked_is_answered_with_other_terms_whatever_they_set(house: House) -> None:
    await says(house, ANNA, Challengers.NONE)
    made = await asked(house, ANNA, BEN)
    await counter(house, made.id, BEN, replace(TERMS, rules="larochelle"))
    made = await asked(house, ANNA, CARL)
    await block(house, ANNA, CARL)
    assert await no(counter(house, made.id, CARL, of("tabal"))) is No.CHALLENGE_OVER


@pytest.mark.parametrize("over", [False, True])
async def test_some_want_to_be_challenged_by_those_they_have_played(
    house: House, *, over: bool
) -> None:
    await says(house, ANNA, Challengers.PLAYED)
    assert await no(challenge(house, HERE, BEN, ANNA, TERMS)) is No.NOT_WELCOME
    record = await begun(house)
    if over:
        await resign(house, record.id, BEN)
    await asked(house, BEN, ANNA)
    assert await no(challenge(house, HERE, CARL, ANNA, TERMS)) is No.NOT_WELCOME
    await says(house, ANNA, Challengers.ALL)
    await asked(house, CARL, ANNA)


async def test_a_block_is_told_from_no_other_wish(house: House) -> None:
    """So the person who is refused cannot tell which it was."""
    reasons: list[tuple[No, dict[str, object]]] = []
    await says(house, ANNA, Challengers.NONE)
    await block(house, CARL, BEN)
    for other in (ANNA, CARL):
        with pytest.raises(Refusal) as refused:
            await challenge(house, HERE, BEN, other, TERMS)
        reasons.append((refused.value.no, refused.value.values))
    assert reasons[0] == reasons[1]
