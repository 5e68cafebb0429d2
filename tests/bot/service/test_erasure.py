"""Erasing a person: all they have under way is ended, and nothing about them is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.service import erasure
from bot.service.challenges import accept, challenge, rematch
from bot.service.model import FORMER, Kind, Person, Vacation
from bot.service.my_data import Dossier
from bot.service.refusals import No
from games.events import Resigned
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, TERMS, Parlour

FORGETTING = 4


async def test_an_erased_player_leaves_nothing_under_way(parlour: Parlour) -> None:
    own, to_her = await parlour.asked(ANNA), await parlour.asked(BEN, ANNA)
    first, second = await parlour.begun(ANNA, BEN), await parlour.begun(CARL, ANNA)
    others = await parlour.begun(BEN, CARL)
    await parlour.store.keep_person(Person(ANNA, theme="slate"))
    await parlour.store.keep_vacation(Vacation(0, ANNA, 1, 2), parlour.time)
    await parlour.store.bar(1, ANNA)
    await erasure.erase(parlour.house, ANNA)
    house, store = parlour.house, parlour.store
    assert await store.dossier(ANNA) == Dossier(Person(ANNA), barred=(1,), erased=parlour.time)
    ended = [await house.record(number) for number in (first.id, second.id)]
    assert [(each.dark, each.light) for each in ended] == [(FORMER, BEN), (CARL, FORMER)]
    assert all(isinstance(each.match.log[-1], Resigned) for each in ended)
    assert not (await house.record(others.id)).match.verdict
    posts = [(each.kind, each.challenge or each.match) for each in parlour.said()]
    assert posts.count((Kind.BOARD, first.id)) == posts.count((Kind.BOARD, second.id)) == 1
    assert {(Kind.CHALLENGE_CHANGED, own.id), (Kind.CHALLENGE_CHANGED, to_her.id)} <= set(posts)
    parlour.hush()
    assert await parlour.no(rematch(house, first.id, BEN)) is No.FORMER_PLAYER


async def test_the_second_of_two_games_is_resigned_as_well(parlour: Parlour) -> None:
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, replace(TERMS, games=2))
    await accept(parlour.house, made.id, BEN)
    await erasure.erase(parlour.house, ANNA)
    assert [each.match.verdict is None for each in parlour.store.records.values()] == [False] * 2


async def test_a_challenge_that_just_ran_out_stops_no_erasing(parlour: Parlour) -> None:
    made = await parlour.asked(ANNA)
    parlour.time = made.until + 1
    await erasure.erase(parlour.house, ANNA)
    assert parlour.store.challenges[made.id].by == FORMER


@pytest.mark.parametrize("commits", range(1, FORGETTING + 1))
async def test_erasing_that_broke_off_anywhere_is_completed_by_asking_again(
    parlour: Parlour, commits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commits are: the challenge, the first game, the second; and the forgetting itself."""
    await parlour.asked(ANNA)
    for _ in range(2):
        await parlour.begun(ANNA, BEN)
    await parlour.store.keep_person(Person(ANNA, theme="slate"))
    left = [commits]

    async def breaking() -> None:
        left[0] -= 1
        if not left[0]:
            raise OSError
        parlour.store.first = breaking

    async def broken(*_: object) -> None:
        raise OSError

    parlour.store.first = breaking
    if commits == FORGETTING:
        monkeypatch.setattr(parlour.store, "erase", broken)
    with pytest.raises(OSError):  # noqa: PT011  it says nothing
        await erasure.erase(parlour.house, ANNA)
    ended = [each for each in parlour.store.records.values() if each.match.verdict]
    boards = [each for each in parlour.store.posts.values() if each.kind is Kind.BOARD]
    assert len(ended) == len(boards) == max(0, commits - 2)
    assert (await parlour.store.person(ANNA)).theme == "slate"
    parlour.store.first = None
    monkeypatch.undo()
    await erasure.erase(parlour.house, ANNA)
    assert await parlour.store.dossier(ANNA) == Dossier(Person(ANNA), erased=parlour.time)
    boards = [each for each in parlour.store.posts.values() if each.kind is Kind.BOARD]
    assert len(boards) == 2
