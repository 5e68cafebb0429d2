"""The contract of both stores: challenges."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing
from bot.model.posts import ChallengePost, EditChallenge, SentMessage
from bot.store.changes import Change, Committed, Stale
from games.pace import Pace
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    begun,
    board,
    challenge,
    challenged,
    match_of,
    read,
    read_challenge,
    record,
)

if TYPE_CHECKING:
    from bot.model.challenges import Challenge
    from bot.store.store import Store


def changed(known: Challenge, standing: Standing) -> Challenge:
    return replace(known, standing=standing, version=known.version + 1)


@pytest.mark.parametrize("opponent", [BEN, None])
async def test_a_challenge_comes_back_as_it_went(store: Store, opponent: int | None) -> None:
    new = challenge(opponent=opponent)
    assert await store.commit(Change(challenge=new)) == Committed(challenge=1)
    assert await store.challenges.challenge(1) == replace(new, id=1)


async def test_a_challenge_without_particulars_comes_back(store: Store) -> None:
    new = challenge()
    plain = replace(
        new,
        place=replace(new.place, guild=None),
        terms=replace(new.terms, side=None, pace=Pace(), thread=False),
    )
    assert await challenged(store, plain) == replace(plain, id=1)


async def test_it_changes_with_its_version(store: Store) -> None:
    known = await challenged(store)
    rules = replace(known.terms, rules="ludens", pace=Pace(1))
    await store.commit(Change(challenge=replace(known, terms=rules, version=1)))
    assert await store.challenges.challenge(known.id) == replace(known, terms=rules, version=1)


async def test_of_two_answers_one_is_stale(store: Store) -> None:
    known = await challenged(store)
    outcomes = await asyncio.gather(
        *(
            store.commit(Change(challenge=changed(known, standing)))
            for standing in (Standing.DECLINED, Standing.WITHDRAWN)
        ),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [Committed, Stale]
    assert (await read_challenge(store, known.id)).standing is Standing.DECLINED


async def test_a_challenge_that_is_not_there_is_stale(store: Store) -> None:
    with pytest.raises(Stale):
        await store.commit(Change(challenge=replace(challenge(), id=9, version=1)))


async def test_a_challenge_and_its_match_know_each_other(store: Store) -> None:
    await begun(store)  # so that their numbers differ
    known = await challenged(store)
    new = record()
    committed = await store.commit(
        Change(
            challenge=changed(known, Standing.ACCEPTED),
            record=new,
            events=new.match.log,
            posts=(board(), EditChallenge(known.id)),
        )
    )
    assert committed == Committed(challenge=1, match=2, posts=(1, 2))
    assert (await read_challenge(store, 1)).match == 2
    assert (await read(store, 2)).challenge == 1
    assert [match_of(post) for post in await store.posts.due(0, 9)] == [2, None]


async def test_a_stale_acceptance_begins_no_match(store: Store) -> None:
    known = await challenged(store)
    await store.commit(Change(challenge=changed(known, Standing.WITHDRAWN)))
    new = record()
    accepted = changed(known, Standing.ACCEPTED)
    with pytest.raises(Stale):
        await store.commit(Change(accepted, new, new.match.log, posts=(board(),)))
    assert await store.matches.record(1) is None
    assert list(await store.matches.running(ANNA)) == []
    assert await store.posts.newest() == 0


async def test_a_change_decided_earlier_does_not_undo_its_message(store: Store) -> None:
    known = await challenged(store)
    await store.posts.done(ChallengePost(known.id), SentMessage(4321))
    await store.commit(Change(challenge=changed(known, Standing.DECLINED)))
    now = await read_challenge(store, known.id)
    assert now == replace(known, message=4321, standing=Standing.DECLINED, version=1)


async def test_one_sees_those_one_made_and_those_for_oneself_newest_first(store: Store) -> None:
    for by, opponent in ((ANNA, BEN), (BEN, ANNA), (BEN, None), (ANNA, None), (CARL, BEN)):
        await challenged(store, challenge(by, opponent))
    await store.commit(Change(challenge=changed(await read_challenge(store, 1), Standing.DECLINED)))
    assert [challenge.id for challenge in await store.challenges.open_of(ANNA)] == [4, 2]
    assert [challenge.id for challenge in await store.challenges.open_of(BEN)] == [5, 3, 2]


async def test_those_whose_time_is_over_while_they_are_open(store: Store) -> None:
    for until in (300, 100, 200, 50):
        await challenged(store, challenge(until=until))
    await store.commit(Change(challenge=changed(await read_challenge(store, 4), Standing.EXPIRED)))
    assert [challenge.id for challenge in await store.challenges.expired(99)] == []
    assert [challenge.id for challenge in await store.challenges.expired(200)] == [2, 3]


async def test_a_match_has_one_open_challenge_for_its_rematch(store: Store) -> None:
    match = await begun(store)
    first = await challenged(store, replace(challenge(), rematch_of=match.id))
    other = replace(challenge(BEN, ANNA), rematch_of=match.id)
    with pytest.raises(Stale):
        await store.commit(Change(challenge=other, posts=(ChallengePost(0),)))
    assert await store.posts.newest() == 0
    await store.commit(Change(challenge=changed(first, Standing.WITHDRAWN)))
    second = await challenged(store, other)
    customised = replace(second, version=1, until=9)
    await store.commit(Change(challenge=customised))
    assert await store.challenges.challenge(second.id) == customised
