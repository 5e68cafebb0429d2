"""Challenges: made, customised, declined, withdrawn and expired."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.challenges import (
    accept,
    challenge,
    counter,
    customise,
    decline,
    expire,
    rematch,
    swapped,
    withdraw,
)
from bot.service.limits import Limits
from bot.service.model import Challenge, Kind, Post, Standing, Terms
from bot.service.refusals import No, Refusal
from games.errors import Contradiction, Unreadable
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, NOON, WEEK, L, of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.house import House
    from bot.service.model import Player
    from tests.bot.service.parlour import Parlour

CHANGED = Post(Kind.CHALLENGE_CHANGED, challenge=1, message=500)
TOLD = Post(Kind.NOTICE, challenge=1)  # the challenger, how it ended


async def test_a_challenge_is_open_for_a_week_and_its_answer_has_time_to_post_it(
    parlour: Parlour,
) -> None:
    terms = Terms("Larochelle + King-Four", L, Pace(3, 7), thread=True)
    made, post = await challenge(parlour.house, HERE, ANNA, BEN, terms)
    assert made == Challenge(
        id=1,
        place=HERE,
        by=ANNA,
        opponent=BEN,
        terms=replace(terms, rules="larochelle+king-four"),
        made=NOON,
        until=NOON + WEEK,
    )
    assert await parlour.store.challenge(1) == made
    assert post == 1
    assert parlour.said() == [Post(Kind.CHALLENGE, challenge=1, due=NOON + 20)]


async def test_players_cannot_challenge_themselves(parlour: Parlour) -> None:
    act = challenge(parlour.house, HERE, ANNA, ANNA, of("ludens"))
    assert await parlour.no(act) is No.YOURSELF


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ("chess", Unreadable),
        ("ludens+wings", Unreadable),
        ("larochelle+king-four+king-steps", Contradiction),
        ("tabal+king-four", Unreadable),
    ],
)
async def test_rules_that_cannot_be_are_refused(
    parlour: Parlour, rules: str, error: type[Exception]
) -> None:
    made = await parlour.challenged()
    act = challenge(parlour.house, HERE, ANNA, BEN, of(rules))
    assert isinstance(await parlour.unchanged(act), error)
    act = customise(parlour.house, made.id, ANNA, rules)
    assert isinstance(await parlour.unchanged(act), error)


async def test_one_person_has_so_many_open_challenges(parlour: Parlour) -> None:
    parlour.limits = Limits(challenges=2)
    first = await parlour.challenged()
    await parlour.challenged(by=BEN, opponent=ANNA)  # is not one of hers
    await parlour.challenged(opponent=None)
    with pytest.raises(Refusal) as refused:
        await challenge(parlour.house, HERE, ANNA, BEN, of("ludens"))
    assert (refused.value.no, refused.value.values) == (No.TOO_MANY_CHALLENGES, {"limit": 2})
    await withdraw(parlour.house, first.id, ANNA)
    parlour.time += 60
    await parlour.challenged()


@pytest.mark.parametrize("close", [withdraw, decline])
async def test_the_pause_grows_with_the_challenges_that_came_to_nothing(
    parlour: Parlour, close: Callable[[House, int, Player], Awaitable[object]]
) -> None:
    by = ANNA if close is withdraw else BEN
    for minutes in (1, 10, 60):
        known = await parlour.challenged()
        await close(parlour.house, known.id, by)
        parlour.hush()
        with pytest.raises(Refusal) as refused:
            await challenge(parlour.house, HERE, ANNA, BEN, of("ludens"))
        assert (refused.value.no, refused.value.values) == (No.TOO_SOON, {"minutes": minutes})
        parlour.time += minutes * 60
    known = await parlour.challenged()
    await close(parlour.house, known.id, by)
    for other, opponent in ((ANNA, CARL), (ANNA, None), (BEN, ANNA)):  # they may be asked
        await parlour.challenged(by=other, opponent=opponent)


async def test_one_person_is_asked_three_times_at_a_time(parlour: Parlour) -> None:
    waiting = [await parlour.challenged() for _ in range(3)]
    with pytest.raises(Refusal) as refused:
        await challenge(parlour.house, HERE, ANNA, BEN, of("ludens"))
    assert (refused.value.no, refused.value.values) == (No.TOO_MANY_TO_THEM, {"limit": 3})
    for by, opponent in ((ANNA, CARL), (ANNA, None), (CARL, BEN), (BEN, ANNA)):
        await parlour.challenged(by=by, opponent=opponent)
    await accept(parlour.house, waiting[0].id, BEN)
    parlour.hush()
    await parlour.challenged()


async def test_after_five_that_were_open_to_all_and_withdrawn_comes_a_pause(
    parlour: Parlour,
) -> None:
    for _ in range(5):
        known = await parlour.challenged(opponent=None)
        await withdraw(parlour.house, known.id, ANNA)
        parlour.hush()
    with pytest.raises(Refusal) as refused:
        await challenge(parlour.house, HERE, ANNA, None, of("ludens"))
    assert (refused.value.no, refused.value.values) == (No.MANY_WITHDRAWN, {"minutes": 10})
    await parlour.challenged(opponent=BEN)
    await parlour.challenged(by=BEN, opponent=None)
    parlour.time += 600
    await parlour.challenged(opponent=None)


async def test_a_host_may_want_no_pause(parlour: Parlour) -> None:
    parlour.limits = Limits(pause=0)
    for _ in range(3):
        known = await parlour.challenged()
        await withdraw(parlour.house, known.id, ANNA)
    for _ in range(6):
        known = await parlour.challenged(opponent=None)
        await withdraw(parlour.house, known.id, ANNA)
    for _ in range(4):
        await parlour.challenged()


async def test_a_player_with_as_many_games_as_allowed_cannot_challenge(parlour: Parlour) -> None:
    parlour.limits = Limits(games=1)
    await parlour.begun()
    for by in (ANNA, BEN):
        with pytest.raises(Refusal) as refused:
            await challenge(parlour.house, HERE, by, CARL, of("ludens"))
        assert (refused.value.no, refused.value.values) == (No.TOO_MANY_GAMES, {"limit": 1})
    await parlour.challenged(by=CARL, opponent=ANNA)


async def test_the_challenger_may_change_the_rules_and_its_message_says_so(
    parlour: Parlour,
) -> None:
    made = await parlour.challenged()
    changed = await customise(parlour.house, made.id, ANNA, "ludens + diamond")
    assert changed == replace(made, terms=of("ludens+diamond"), version=1)
    assert await parlour.house.challenge(made.id) == changed
    assert parlour.said() == [CHANGED]
    assert await customise(parlour.house, made.id, ANNA, "ludens+diamond") == changed
    assert parlour.said() == []  # a form sent twice
    assert await parlour.no(customise(parlour.house, made.id, BEN, "bga")) is No.CHALLENGER_ONLY
    record = await accept(parlour.house, made.id, BEN)
    assert record.match.game.name == "ludens+diamond"


async def test_the_person_challenged_may_decline(parlour: Parlour) -> None:
    made = await parlour.challenged()
    declined = await decline(parlour.house, made.id, BEN)
    assert declined == replace(made, standing=Standing.DECLINED, version=1)
    assert parlour.said() == [CHANGED, TOLD]
    assert await decline(parlour.house, made.id, BEN) == declined
    assert parlour.said() == []


async def test_the_challenger_may_withdraw(parlour: Parlour) -> None:
    made = await parlour.challenged()
    withdrawn = await withdraw(parlour.house, made.id, ANNA)
    assert withdrawn == replace(made, standing=Standing.WITHDRAWN, version=1)
    assert parlour.said() == [CHANGED]
    assert await withdraw(parlour.house, made.id, ANNA) == withdrawn
    assert parlour.said() == []


@pytest.mark.parametrize(
    ("act", "by", "no"),
    [
        (decline, ANNA, No.NOT_FOR_YOU),
        (decline, CARL, No.NOT_FOR_YOU),
        (withdraw, BEN, No.CHALLENGER_ONLY),
        (withdraw, CARL, No.CHALLENGER_ONLY),
    ],
)
async def test_others_cannot_close_it(
    parlour: Parlour,
    act: Callable[[House, int, Player], Awaitable[Challenge]],
    by: Player,
    no: No,
) -> None:
    made = await parlour.challenged()
    assert await parlour.no(act(parlour.house, made.id, by)) is no


async def test_an_open_challenge_cannot_be_declined(parlour: Parlour) -> None:
    made = await parlour.challenged(opponent=None)
    refused = await parlour.unchanged(decline(parlour.house, made.id, BEN))
    assert isinstance(refused, Refusal)
    assert (refused.no, refused.values) == (No.NOT_FOR_YOU, {"player": None})


async def test_a_challenge_that_never_was(parlour: Parlour) -> None:
    house = parlour.house
    for act in (
        accept(house, 9, BEN),
        customise(house, 9, BEN, "bga"),
        decline(house, 9, BEN),
        withdraw(house, 9, BEN),
    ):
        assert await parlour.no(act) is No.NO_SUCH_CHALLENGE
    assert await parlour.no(rematch(house, 9, BEN)) is No.NO_SUCH_GAME


@pytest.mark.parametrize("standing", [Standing.DECLINED, Standing.WITHDRAWN, Standing.ACCEPTED])
async def test_what_is_over_stays_over(parlour: Parlour, standing: Standing) -> None:
    made, house = await parlour.challenged(), parlour.house
    close = {Standing.DECLINED: (decline, BEN), Standing.WITHDRAWN: (withdraw, ANNA)}
    act, by = close.get(standing, (accept, BEN))
    await act(house, made.id, by)
    others: list[Awaitable[object]] = [
        act(house, made.id, by) for other, (act, by) in close.items() if other is not standing
    ]
    if standing is not Standing.ACCEPTED:
        others.append(accept(house, made.id, BEN))
    for act in (*others, customise(house, made.id, ANNA, "bga")):
        refused = await parlour.unchanged(act)
        assert isinstance(refused, Refusal)
        assert (refused.no, refused.values) == (No.CHALLENGE_OVER, {"standing": standing})


async def test_its_last_second_is_a_second(parlour: Parlour) -> None:
    made = await parlour.challenged()
    parlour.time = NOON + WEEK - 1
    assert await expire(parlour.house) == 0
    parlour.time += 1
    house = parlour.house
    for act in (
        accept(house, made.id, BEN),
        decline(house, made.id, BEN),
        withdraw(house, made.id, ANNA),
        customise(house, made.id, ANNA, "bga"),
    ):
        refused = await parlour.unchanged(act)
        assert isinstance(refused, Refusal)
        assert refused.values == {"standing": Standing.EXPIRED}
    assert parlour.said() == []
    assert await expire(parlour.house) == 1
    assert await house.challenge(made.id) == replace(made, standing=Standing.EXPIRED, version=1)
    assert parlour.said() == [CHANGED, TOLD]
    assert await expire(parlour.house) == 0
    assert parlour.said() == []


async def test_all_whose_time_is_over_expire_and_no_others(parlour: Parlour) -> None:
    house = parlour.house
    first, second = await parlour.challenged(), await parlour.challenged(by=BEN, opponent=None)
    parlour.time += 1
    third = await parlour.challenged()
    await accept(house, first.id, BEN)
    parlour.said()
    parlour.time = NOON + WEEK
    assert await expire(house) == 1
    assert parlour.said() == [replace(each, challenge=second.id) for each in (CHANGED, TOLD)]
    standings = [(await house.challenge(each.id)).standing for each in (first, second, third)]
    assert standings == [Standing.ACCEPTED, Standing.EXPIRED, Standing.OPEN]


async def test_an_answer_between_looking_and_expiring_holds(parlour: Parlour) -> None:
    made = await parlour.challenged()
    parlour.time = NOON + WEEK - 1
    late = replace(parlour.house, now=lambda: NOON + WEEK)
    parlour.store.first = lambda: accept(parlour.house, made.id, BEN)
    await expire(late)
    assert (await parlour.house.challenge(made.id)).standing is Standing.ACCEPTED
    assert [post.kind for post in parlour.said()] == [Kind.CHALLENGE_CHANGED, Kind.BOARD]


async def test_after_too_many_tries_it_is_refused_as_busy(parlour: Parlour) -> None:
    made = await parlour.challenged()
    parlour.store.outdated, parlour.store.commits = 4, 0
    assert (await withdraw(parlour.house, made.id, ANNA)).standing is Standing.WITHDRAWN
    assert parlour.store.commits == 5
    parlour.time += 60
    made = await parlour.challenged()
    parlour.store.outdated = 5
    assert await parlour.no(withdraw(parlour.house, made.id, ANNA)) is No.BUSY


OTHER = Terms("ludens", L, Pace(3, 7, weekends=False), games=2)


async def test_the_person_challenged_sends_it_back_with_other_terms(parlour: Parlour) -> None:
    made = await parlour.challenged()
    house = parlour.house
    assert await parlour.no(counter(house, made.id, CARL, OTHER)) is No.NOT_FOR_YOU
    assert await parlour.no(counter(house, made.id, BEN, swapped(made.terms))) is No.SAME_TERMS
    assert await parlour.no(counter(house, made.id, BEN, OTHER, made.version + 1)) is No.CHANGED
    parlour.said()
    back = await counter(house, made.id, BEN, OTHER, made.version)
    assert (back.by, back.opponent, back.counter_of, back.place) == (BEN, ANNA, made.id, made.place)
    assert (back.terms, back.until) == (OTHER, NOON + WEEK)
    assert await counter(house, made.id, BEN, OTHER) == await parlour.store.challenge(back.id)
    old = await parlour.store.challenge(made.id)
    assert old
    assert old.standing is Standing.COUNTERED
    assert await parlour.no(accept(house, made.id, BEN)) is No.CHALLENGE_OVER
    record = await accept(house, back.id, ANNA)
    assert (record.light, record.dark) == (BEN, ANNA)


async def test_of_an_answer_and_other_terms_at_once_one_counts(parlour: Parlour) -> None:
    made, again = await parlour.challenged(), await parlour.challenged()
    parlour.store.first = lambda: accept(parlour.house, made.id, BEN)
    with pytest.raises(Refusal) as late:
        await counter(parlour.house, made.id, BEN, OTHER)
    assert late.value.values == {"standing": Standing.ACCEPTED}
    assert (len(parlour.store.records), len(parlour.store.challenges)) == (1, 2)
    parlour.store.first = lambda: counter(parlour.house, again.id, BEN, OTHER)
    with pytest.raises(Refusal) as late:
        await accept(parlour.house, again.id, BEN)
    assert late.value.values == {"standing": Standing.COUNTERED}
    assert (len(parlour.store.records), len(parlour.store.challenges)) == (1, 3)


async def test_what_starts_from_a_position_keeps_it_and_its_rules(parlour: Parlour) -> None:
    made = await parlour.challenged()
    start = "4ttt3/9/9/9/4K4/9/9/9/3ttt3 l 0"
    terms = replace(made.terms, start=start)
    parlour.store.challenges[made.id] = replace(made, terms=terms)
    back = await counter(parlour.house, made.id, BEN, OTHER)
    assert back.terms == replace(OTHER, rules=made.terms.rules, start=start)


async def test_other_terms_count_among_ones_open_challenges(parlour: Parlour) -> None:
    parlour.limits = Limits(challenges=1)
    made = await parlour.challenged()
    await challenge(parlour.house, HERE, BEN, CARL, of("ludens"))
    act = counter(parlour.house, made.id, BEN, OTHER)
    assert await parlour.no(act) is No.TOO_MANY_CHALLENGES
    old = await parlour.store.challenge(made.id)
    assert old == made
