"""Erasing a person: all they have under way is ended, and nothing about them is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.people import FORMER, Person
from bot.model.personal_data import Dossier
from bot.model.posts import BoardPost, EditChallenge
from bot.model.times import Vacation
from bot.service import erasure
from bot.service.challenges import accept, make_challenge, rematch
from bot.service.due_matches import process_due_match
from bot.service.refusals import No
from games.events import Resigned
from games.pace import DAY
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, TERMS, Parlour
from tests.bot.store.model import bar, challenge_of, keep_person, keep_vacation, match_of
from tests.bot.store.test_my_data import NOTHING

FORGETTING = 4


async def test_an_erased_player_leaves_nothing_under_way(parlour: Parlour) -> None:
    from_her, to_her = await parlour.asked(ANNA), await parlour.asked(BEN, ANNA)
    first, second = await parlour.begun(ANNA, BEN), await parlour.begun(CARL, ANNA)
    others = await parlour.begun(BEN, CARL)
    await keep_person(parlour.store, Person(ANNA, theme="slate"))
    await keep_vacation(parlour.store, Vacation(0, ANNA, 1, 2), parlour.time)
    await bar(parlour.store, 1, ANNA)
    await erasure.erase(parlour.services, ANNA)
    services, store = parlour.services, parlour.store
    assert await store.personal_data.of(ANNA) == Dossier(
        Person(ANNA), barred=(1,), erased=parlour.time, features=NOTHING
    )
    ended = [await services.record(number) for number in (first.id, second.id)]
    assert [(record.dark, record.light) for record in ended] == [(FORMER, BEN), (CARL, FORMER)]
    assert all(isinstance(record.match.log[-1], Resigned) for record in ended)
    assert not (await services.record(others.id)).match.verdict
    posts = [(type(post), challenge_of(post) or match_of(post)) for post in parlour.said()]
    assert posts.count((BoardPost, first.id)) == posts.count((BoardPost, second.id)) == 1
    assert {(EditChallenge, from_her.id), (EditChallenge, to_her.id)} <= set(posts)
    parlour.hush()
    assert await parlour.no(rematch(services, first.id, BEN)) is No.FORMER_PLAYER


async def test_the_second_of_two_games_never_starts_for_an_erased_player(parlour: Parlour) -> None:
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, replace(TERMS, games=2))
    first = await accept(parlour.services, challenge.id, BEN)
    await erasure.erase(parlour.services, ANNA)
    parlour.time += DAY
    await process_due_match(parlour.services, first.id, parlour.time)
    assert [record.match.verdict is None for record in parlour.records.values()] == [False]


async def test_a_challenge_that_just_ran_out_stops_no_erasing(parlour: Parlour) -> None:
    challenge = await parlour.asked(ANNA)
    parlour.time = challenge.until + 1
    await erasure.erase(parlour.services, ANNA)
    assert parlour.challenges[challenge.id].by == FORMER


@pytest.mark.parametrize("commits", range(1, FORGETTING + 1))
async def test_erasing_that_broke_off_anywhere_is_completed_by_asking_again(
    parlour: Parlour, commits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commits are: the challenge, the first game, the second; and the forgetting itself."""
    await parlour.asked(ANNA)
    for _ in range(2):
        await parlour.begun(ANNA, BEN)
    await keep_person(parlour.store, Person(ANNA, theme="slate"))
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
        monkeypatch.setattr(parlour.store.personal_data, "erase", broken)
    with pytest.raises(OSError):  # noqa: PT011  it says nothing
        await erasure.erase(parlour.services, ANNA)
    ended = [record for record in parlour.records.values() if record.match.verdict]
    boards = [record for record in parlour.posts.values() if isinstance(record, BoardPost)]
    assert len(ended) == len(boards) == max(0, commits - 2)
    assert (await parlour.store.people.person(ANNA)).theme == "slate"
    parlour.store.first = None
    monkeypatch.undo()
    await erasure.erase(parlour.services, ANNA)
    assert await parlour.store.personal_data.of(ANNA) == Dossier(
        Person(ANNA), erased=parlour.time, features=NOTHING
    )
    boards = [record for record in parlour.posts.values() if isinstance(record, BoardPost)]
    assert len(boards) == 2
