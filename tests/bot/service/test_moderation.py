"""Servers with limits of their own, those who keep order there, and people to be forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service import erasure, moderation, server_rules
from bot.service.challenges import accept, challenge, customise
from bot.service.house import Limits
from bot.service.model import FORMER, Dossier, Guild, Kind, Person, Place, Post, Standing, Vacation
from bot.service.play import resign
from bot.service.refusals import No, Refusal
from bot.service.rematches import rematch
from games.core import Reason
from games.events import Resigned, Stopped
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, THERE, Parlour, of

if TYPE_CHECKING:
    from bot.service.model import Challenge, Player

ELSEWHERE = Place(guild=2, channel=21)
FORGETTING = 4
TERMS = of("ludens")


async def asked(
    parlour: Parlour, by: Player, opponent: Player | None = None, place: Place = HERE
) -> Challenge:
    """A challenge, said."""
    made, _ = await challenge(parlour.house, place, by, opponent, TERMS)
    parlour.hush()
    return made


# Barred


async def test_whoever_is_barred_begins_no_game_there(parlour: Parlour) -> None:
    waiting = await asked(parlour, BEN)
    played = await parlour.begun(ANNA, BEN)
    await resign(parlour.house, played.id, BEN)
    await moderation.bar(parlour.house, 1, ANNA)
    parlour.hush()
    house = parlour.house
    assert await parlour.no(challenge(house, HERE, ANNA, BEN, TERMS)) is No.BARRED
    assert await parlour.no(challenge(house, THERE, BEN, ANNA, TERMS)) is No.OTHER_BARRED
    assert await parlour.no(accept(house, waiting.id, ANNA)) is No.BARRED
    assert await parlour.no(rematch(house, played.id, ANNA)) is No.BARRED
    assert await parlour.no(rematch(house, played.id, BEN)) is No.OTHER_BARRED
    await asked(parlour, ANNA, BEN, ELSEWHERE)
    await moderation.unbar(house, 1, ANNA)
    assert await parlour.no(moderation.unbar(house, 1, ANNA)) is No.NOT_BARRED
    assert (await accept(house, waiting.id, ANNA)).place == HERE


async def test_a_bar_withdraws_what_one_asks_there_and_leaves_games_alone(parlour: Parlour) -> None:
    here, there = await asked(parlour, ANNA, BEN), await asked(parlour, ANNA, None, ELSEWHERE)
    to_her = await asked(parlour, BEN, ANNA)
    game = await parlour.begun(ANNA, CARL)
    assert await moderation.bar(parlour.house, 1, ANNA) == 1
    assert parlour.said() == [Post(Kind.CHALLENGE_CHANGED, challenge=here.id)]
    standings = [parlour.store.challenges[each.id].standing for each in (here, there, to_her)]
    assert standings == [Standing.WITHDRAWN, Standing.OPEN, Standing.OPEN]
    assert not (await parlour.house.record(game.id)).match.verdict
    assert await moderation.bar(parlour.house, 1, ANNA) == 0


async def test_a_challenge_changed_while_its_maker_is_barred_is_accepted_by_nobody(
    parlour: Parlour,
) -> None:
    made = await asked(parlour, ANNA, BEN)
    parlour.store.first = lambda: customise(parlour.house, made.id, ANNA, "bga")
    await moderation.bar(parlour.house, 1, ANNA)
    assert parlour.store.challenges[made.id].standing is Standing.OPEN
    assert await parlour.no(accept(parlour.house, made.id, BEN)) is No.OTHER_BARRED


# Stopped


@pytest.mark.parametrize("games", [1, 2])
async def test_a_stopped_game_is_over_for_both_and_nobody_has_won(
    parlour: Parlour, games: int
) -> None:
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, replace(TERMS, games=games))
    record = await accept(parlour.house, made.id, BEN)
    parlour.hush()
    parlour.time += 5
    stopped = await moderation.stop(parlour.house, 1, record.id)
    assert stopped.match.verdict
    assert (stopped.match.verdict.winner, stopped.match.verdict.reason) == (None, Reason.STOPPED)
    assert stopped.match.log[-1] == Stopped(parlour.time)
    assert parlour.said() == [Post(Kind.BOARD, match=record.id, number=2)]
    assert list(await parlour.store.running(ANNA)) == []  # no second game either
    parlour.hush()
    assert (await moderation.stop(parlour.house, 1, record.id)).match == stopped.match
    assert parlour.said() == []


async def test_nobody_stops_a_game_of_another_server_or_one_that_is_over(parlour: Parlour) -> None:
    there = await parlour.begun(place=ELSEWHERE)
    over = await parlour.begun()
    await resign(parlour.house, over.id, ANNA)
    parlour.hush()
    for number in (there.id, over.id, 99):
        assert await parlour.no(moderation.stop(parlour.house, 1, number)) is No.NO_GAME_HERE


# Limits and terms of a server


async def test_a_server_narrows_how_many_one_may_have_there(parlour: Parlour) -> None:
    await parlour.store.keep_guild(Guild(1, max_challenges=1, max_games=1))
    house = parlour.house
    await asked(parlour, ANNA)
    assert (
        await parlour.no(challenge(house, THERE, ANNA, None, TERMS)) is No.TOO_MANY_CHALLENGES_HERE
    )
    for_carl = await asked(parlour, BEN, CARL)
    await asked(parlour, ANNA, None, ELSEWHERE)
    await parlour.begun(BEN, CARL, place=ELSEWHERE)
    await accept(house, for_carl.id, CARL)
    parlour.hush()
    assert await parlour.no(challenge(house, HERE, BEN, None, TERMS)) is No.TOO_MANY_GAMES_HERE
    assert await parlour.no(accept(house, 1, BEN)) is No.TOO_MANY_GAMES_HERE
    await asked(parlour, BEN, None, ELSEWHERE)


async def test_a_server_does_not_allow_more_than_the_host(parlour: Parlour) -> None:
    parlour.limits = Limits(challenges=1, games=1)
    await parlour.store.keep_guild(Guild(1, max_challenges=9, max_games=9))
    await asked(parlour, ANNA)
    assert (
        await parlour.no(challenge(parlour.house, HERE, ANNA, None, TERMS))
        is No.TOO_MANY_CHALLENGES
    )
    await parlour.begun(BEN, CARL)
    assert await parlour.no(challenge(parlour.house, HERE, BEN, None, TERMS)) is No.TOO_MANY_GAMES
    assert await parlour.no(accept(parlour.house, 1, CARL)) is No.TOO_MANY_GAMES


async def test_a_challenger_with_enough_games_there_is_busy(parlour: Parlour) -> None:
    made = await asked(parlour, ANNA)
    await parlour.begun(ANNA, BEN)
    await parlour.store.keep_guild(Guild(1, max_games=1))
    assert await parlour.no(accept(parlour.house, made.id, CARL)) is No.OPPONENT_BUSY


async def test_challenges_are_made_in_the_channels_chosen_and_their_threads(
    parlour: Parlour,
) -> None:
    await server_rules.refuse_elsewhere(parlour.house, THERE)
    await parlour.store.keep_guild(Guild(1, channels=(HERE.channel, 13)))
    await server_rules.refuse_elsewhere(parlour.house, HERE)
    await server_rules.refuse_elsewhere(parlour.house, THERE, parent=13)
    await server_rules.refuse_elsewhere(parlour.house, ELSEWHERE)
    await server_rules.refuse_elsewhere(parlour.house, Place(None, 12))
    with pytest.raises(Refusal) as refused:
        await server_rules.refuse_elsewhere(parlour.house, THERE, parent=14)
    assert refused.value.values == {"channels": (HERE.channel, 13)}


def test_what_was_left_out_is_as_the_server_has_it() -> None:
    slow = Guild(1, days=3, reserve=7, weekends=False)
    assert server_rules.pace(Guild(1)) == Pace()
    assert server_rules.pace(slow) == Pace(3, 7, weekends=False)
    assert server_rules.pace(slow, 1) == Pace(1, 7, weekends=False)
    assert server_rules.pace(slow, 1, 0, weekends=True) == Pace(1)
    assert server_rules.pace(slow, 0) == Pace()
    assert server_rules.pace(Guild(1), 5, 2) == Pace(5, 2)
    for reserve, weekends in ((2, None), (None, False)):
        with pytest.raises(Refusal) as refused:
            server_rules.pace(slow, 0, reserve, weekends=weekends)
        assert refused.value.no is No.NEEDS_PACE


# Forgotten


async def test_whoever_is_erased_leaves_nothing_under_way(parlour: Parlour) -> None:
    own, to_her = await asked(parlour, ANNA), await asked(parlour, BEN, ANNA)
    first, second = await parlour.begun(ANNA, BEN), await parlour.begun(CARL, ANNA)
    others = await parlour.begun(BEN, CARL)
    await parlour.store.keep_person(Person(ANNA, theme="slate"))
    await parlour.store.keep_vacation(Vacation(0, ANNA, 1, 2), parlour.time)
    await parlour.store.bar(1, ANNA, barred=True)
    await erasure.erase(parlour.house, ANNA)
    house, store = parlour.house, parlour.store
    assert await store.dossier(ANNA) == Dossier(Person(ANNA))
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
    made = await asked(parlour, ANNA)
    parlour.time = made.until + 1
    await erasure.erase(parlour.house, ANNA)
    assert parlour.store.challenges[made.id].by == FORMER


@pytest.mark.parametrize("commits", range(1, FORGETTING + 1))
async def test_erasing_that_broke_off_anywhere_is_completed_by_asking_again(
    parlour: Parlour, commits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commits are: the challenge, the first game, the second; and the forgetting itself."""
    await asked(parlour, ANNA)
    for _ in range(2):
        await parlour.begun(ANNA, BEN)
    await parlour.store.keep_person(Person(ANNA, theme="slate"))
    left = [commits]

    async def breaking() -> None:
        left[0] -= 1
        if not left[0]:
            raise OSError
        parlour.store.first = breaking

    async def broken(_: Player) -> None:
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
    assert await parlour.store.dossier(ANNA) == Dossier(Person(ANNA))
    boards = [each for each in parlour.store.posts.values() if each.kind is Kind.BOARD]
    assert len(boards) == 2
