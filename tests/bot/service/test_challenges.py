"""Challenges: made, customised, declined, withdrawn and expired."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Challenge, Standing, Terms
from bot.model.posts import BoardPost, ChallengeOver, ChallengePost, EditChallenge
from bot.service.challenges import (
    accept,
    correct,
    counter,
    customise,
    decline,
    expire_challenges,
    make_challenge,
    rematch,
    swapped_terms,
    withdraw,
)
from bot.service.limits import Limits
from bot.service.refusals import No, Refusal
from games.errors import Contradiction, Unreadable
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, NOON, WEEK, L, of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.model.people import Player
    from bot.service.services import Services
    from tests.bot.service.parlour import Parlour

CHANGED = EditChallenge(1)
TOLD = ChallengeOver(1)  # the challenger, how it ended


async def test_a_challenge_is_open_for_a_week_and_its_answer_has_time_to_post_it(
    parlour: Parlour,
) -> None:
    terms = Terms("Larochelle + King-Four", L, Pace(3, 7), thread=True)
    challenge, post = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    assert challenge == Challenge(
        id=1,
        place=HERE,
        by=ANNA,
        opponent=BEN,
        terms=replace(terms, rules="larochelle+king-four"),
        made=NOON,
        until=NOON + WEEK,
    )
    assert await parlour.store.challenges.challenge(1) == challenge
    assert post == 1
    assert parlour.said() == [ChallengePost(1, due=NOON + 20)]


async def test_players_cannot_challenge_themselves(parlour: Parlour) -> None:
    act = make_challenge(parlour.services, HERE, ANNA, ANNA, of("ludens"))
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
    challenge = await parlour.challenged()
    act = make_challenge(parlour.services, HERE, ANNA, BEN, of(rules))
    assert isinstance(await parlour.unchanged(act), error)
    act = customise(parlour.services, challenge.id, ANNA, rules)
    assert isinstance(await parlour.unchanged(act), error)


async def test_one_person_has_so_many_open_challenges(parlour: Parlour) -> None:
    parlour.limits = Limits(challenges=2)
    first = await parlour.challenged()
    await parlour.challenged(by=BEN, opponent=ANNA)  # is not one of hers
    await parlour.challenged(opponent=None)
    with pytest.raises(Refusal) as refused:
        await make_challenge(parlour.services, HERE, ANNA, BEN, of("ludens"))
    assert (refused.value.no, refused.value.values) == (No.TOO_MANY_CHALLENGES, {"limit": 2})
    await withdraw(parlour.services, first.id, ANNA)
    parlour.time += 60
    await parlour.challenged()


@pytest.mark.parametrize(
    ("close", "standing"), [(withdraw, Standing.WITHDRAWN), (decline, Standing.DECLINED)]
)
async def test_the_pause_grows_with_the_challenges_that_came_to_nothing(
    parlour: Parlour,
    close: Callable[[Services, int, Player], Awaitable[object]],
    standing: Standing,
) -> None:
    by = ANNA if close is withdraw else BEN
    if close is withdraw:  # the first one costs no pause
        await close(parlour.services, (await parlour.challenged()).id, by)
    for minutes in (1, 10, 60):
        known = await parlour.challenged()
        await close(parlour.services, known.id, by)
        parlour.hush()
        with pytest.raises(Refusal) as refused:
            await make_challenge(parlour.services, HERE, ANNA, BEN, of("ludens"))
        told = {"minutes": minutes, "standing": standing}
        assert (refused.value.no, refused.value.values) == (No.TOO_SOON, told)
        parlour.time += minutes * 60
    known = await parlour.challenged()
    await close(parlour.services, known.id, by)
    for other, opponent in ((ANNA, CARL), (ANNA, None), (BEN, ANNA)):  # they may be asked
        await parlour.challenged(by=other, opponent=opponent)


@pytest.mark.parametrize(("seconds", "excused"), [(0, True), (120, True), (121, False)])
async def test_withdrawn_within_two_minutes_it_costs_no_pause(
    parlour: Parlour, seconds: int, *, excused: bool
) -> None:
    parlour.limits = Limits(pause=5)
    known = await parlour.challenged()
    parlour.time += seconds
    await withdraw(parlour.services, known.id, ANNA)
    if excused:
        await parlour.challenged()
    else:
        act = make_challenge(parlour.services, HERE, ANNA, BEN, of("ludens"))
        assert await parlour.no(act) is No.TOO_SOON


async def test_declined_at_once_it_costs_a_pause(parlour: Parlour) -> None:
    await decline(parlour.services, (await parlour.challenged()).id, BEN)
    act = make_challenge(parlour.services, HERE, ANNA, BEN, of("ludens"))
    assert await parlour.no(act) is No.TOO_SOON


async def test_the_newest_says_why_there_is_a_pause(parlour: Parlour) -> None:
    first, second = await parlour.challenged(), await parlour.challenged()
    await decline(parlour.services, first.id, BEN)
    await withdraw(parlour.services, second.id, ANNA)
    with pytest.raises(Refusal) as refused:
        await make_challenge(parlour.services, HERE, ANNA, BEN, of("ludens"))
    assert refused.value.values == {"minutes": 1, "standing": Standing.DECLINED}


async def test_one_person_is_asked_three_times_at_a_time(parlour: Parlour) -> None:
    waiting = [await parlour.challenged() for _ in range(3)]
    with pytest.raises(Refusal) as refused:
        await make_challenge(parlour.services, HERE, ANNA, BEN, of("ludens"))
    assert (refused.value.no, refused.value.values) == (No.TOO_MANY_TO_THEM, {"limit": 3})
    for by, opponent in ((ANNA, CARL), (ANNA, None), (CARL, BEN), (BEN, ANNA)):
        await parlour.challenged(by=by, opponent=opponent)
    await accept(parlour.services, waiting[0].id, BEN)
    parlour.hush()
    await parlour.challenged()


async def test_after_five_that_were_open_to_all_and_withdrawn_comes_a_pause(
    parlour: Parlour,
) -> None:
    for _ in range(6):  # one of them, withdrawn at once, does not count
        known = await parlour.challenged(opponent=None)
        await withdraw(parlour.services, known.id, ANNA)
        parlour.hush()
    with pytest.raises(Refusal) as refused:
        await make_challenge(parlour.services, HERE, ANNA, None, of("ludens"))
    assert (refused.value.no, refused.value.values) == (No.MANY_WITHDRAWN, {"minutes": 10})
    await parlour.challenged(opponent=BEN)
    await parlour.challenged(by=BEN, opponent=None)
    parlour.time += 600
    await parlour.challenged(opponent=None)


async def test_a_host_may_want_no_pause(parlour: Parlour) -> None:
    parlour.limits = Limits(pause=0)
    for _ in range(3):
        known = await parlour.challenged()
        await withdraw(parlour.services, known.id, ANNA)
    for _ in range(6):
        known = await parlour.challenged(opponent=None)
        await withdraw(parlour.services, known.id, ANNA)
    for _ in range(4):
        await parlour.challenged()


async def test_a_player_with_as_many_games_as_allowed_cannot_challenge(parlour: Parlour) -> None:
    parlour.limits = Limits(games=1)
    await parlour.begun()
    for by in (ANNA, BEN):
        with pytest.raises(Refusal) as refused:
            await make_challenge(parlour.services, HERE, by, CARL, of("ludens"))
        assert (refused.value.no, refused.value.values) == (No.TOO_MANY_GAMES, {"limit": 1})
    await parlour.challenged(by=CARL, opponent=ANNA)


async def test_the_challenger_may_change_the_rules_and_its_message_says_so(
    parlour: Parlour,
) -> None:
    challenge = await parlour.challenged()
    changed = await customise(parlour.services, challenge.id, ANNA, "ludens + diamond")
    assert changed == replace(challenge, terms=of("ludens+diamond"), version=1)
    assert await parlour.services.challenge(challenge.id) == changed
    assert parlour.said() == [CHANGED]
    assert await customise(parlour.services, challenge.id, ANNA, "ludens+diamond") == changed
    assert parlour.said() == []  # a form sent twice
    assert (
        await parlour.no(customise(parlour.services, challenge.id, BEN, "bga"))
        is No.CHALLENGER_ONLY
    )
    record = await accept(parlour.services, challenge.id, BEN)
    assert record.match.game.name == "ludens+diamond"


async def test_the_challenger_may_change_all_terms_while_nobody_accepted(
    parlour: Parlour,
) -> None:
    challenge = await parlour.challenged()
    terms = Terms("bga", L, Pace(7), games=2, rated=False)

    def asked(_: Terms) -> Terms:
        return terms

    services, number = parlour.services, challenge.id
    changed = await correct(services, number, ANNA, asked, seen=0)
    assert changed == replace(challenge, terms=terms, version=1)
    assert parlour.said() == [CHANGED]
    assert await parlour.no(accept(services, number, BEN, seen=0)) is No.CHANGED
    assert await parlour.no(correct(services, number, ANNA, asked, seen=0)) is No.CHANGED
    assert await parlour.no(correct(services, number, BEN, asked)) is No.CHALLENGER_ONLY
    record = await accept(services, number, BEN, seen=1)
    assert (record.light, record.pace, record.games, record.rated) == (ANNA, Pace(7), 2, False)
    assert await parlour.no(correct(services, number, ANNA, asked)) is No.CHALLENGE_OVER


async def test_what_starts_from_a_position_keeps_its_rules_but_not_its_pace(
    parlour: Parlour,
) -> None:
    start = "4k4/9/9/9/9/9/9/9/3t5 d 0"
    terms = replace(of("larochelle"), start=start)
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    parlour.hush()
    number, services = challenge.id, parlour.services
    slower = await correct(services, number, ANNA, lambda old: replace(old, pace=Pace(7)))
    assert slower.terms == replace(terms, pace=Pace(7))
    parlour.hush()
    act = correct(services, number, ANNA, lambda old: replace(old, rules="bga"))
    assert await parlour.no(act) is No.FROM_A_POSITION


async def test_the_person_challenged_may_decline(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    declined = await decline(parlour.services, challenge.id, BEN)
    assert declined == replace(challenge, standing=Standing.DECLINED, version=1)
    assert parlour.said() == [CHANGED, TOLD]
    assert await decline(parlour.services, challenge.id, BEN) == declined
    assert parlour.said() == []


async def test_the_challenger_may_withdraw(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    withdrawn = await withdraw(parlour.services, challenge.id, ANNA)
    assert withdrawn == replace(challenge, standing=Standing.WITHDRAWN, version=1, excused=True)
    assert parlour.said() == [CHANGED]
    assert await withdraw(parlour.services, challenge.id, ANNA) == withdrawn
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
    act: Callable[[Services, int, Player], Awaitable[Challenge]],
    by: Player,
    no: No,
) -> None:
    challenge = await parlour.challenged()
    assert await parlour.no(act(parlour.services, challenge.id, by)) is no


async def test_an_open_challenge_cannot_be_declined(parlour: Parlour) -> None:
    challenge = await parlour.challenged(opponent=None)
    refused = await parlour.unchanged(decline(parlour.services, challenge.id, BEN))
    assert isinstance(refused, Refusal)
    assert (refused.no, refused.values) == (No.NOT_FOR_YOU, {"player": None})


async def test_a_challenge_that_never_was(parlour: Parlour) -> None:
    services = parlour.services
    for act in (
        accept(services, 9, BEN),
        customise(services, 9, BEN, "bga"),
        decline(services, 9, BEN),
        withdraw(services, 9, BEN),
    ):
        assert await parlour.no(act) is No.NO_SUCH_CHALLENGE
    assert await parlour.no(rematch(services, 9, BEN)) is No.NO_SUCH_GAME


@pytest.mark.parametrize("standing", [Standing.DECLINED, Standing.WITHDRAWN, Standing.ACCEPTED])
async def test_what_is_over_stays_over(parlour: Parlour, standing: Standing) -> None:
    challenge, services = await parlour.challenged(), parlour.services
    close = {Standing.DECLINED: (decline, BEN), Standing.WITHDRAWN: (withdraw, ANNA)}
    act, by = close.get(standing, (accept, BEN))
    await act(services, challenge.id, by)
    others: list[Awaitable[object]] = [
        act(services, challenge.id, by)
        for other, (act, by) in close.items()
        if other is not standing
    ]
    if standing is not Standing.ACCEPTED:
        others.append(accept(services, challenge.id, BEN))
    for act in (*others, customise(services, challenge.id, ANNA, "bga")):
        refused = await parlour.unchanged(act)
        assert isinstance(refused, Refusal)
        assert (refused.no, refused.values) == (No.CHALLENGE_OVER, {"standing": standing})


async def test_its_last_second_is_a_second(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    parlour.time = NOON + WEEK - 1
    assert await expire_challenges(parlour.services) == 0
    parlour.time += 1
    services = parlour.services
    for act in (
        accept(services, challenge.id, BEN),
        decline(services, challenge.id, BEN),
        withdraw(services, challenge.id, ANNA),
        customise(services, challenge.id, ANNA, "bga"),
    ):
        refused = await parlour.unchanged(act)
        assert isinstance(refused, Refusal)
        assert refused.values == {"standing": Standing.EXPIRED}
    assert parlour.said() == []
    assert await expire_challenges(parlour.services) == 1
    assert await services.challenge(challenge.id) == replace(
        challenge, standing=Standing.EXPIRED, version=1
    )
    assert parlour.said() == [CHANGED, TOLD]
    assert await expire_challenges(parlour.services) == 0
    assert parlour.said() == []


async def test_all_whose_time_is_over_expire_and_no_others(parlour: Parlour) -> None:
    services = parlour.services
    first, second = await parlour.challenged(), await parlour.challenged(by=BEN, opponent=None)
    parlour.time += 1
    third = await parlour.challenged()
    await accept(services, first.id, BEN)
    parlour.said()
    parlour.time = NOON + WEEK
    assert await expire_challenges(services) == 1
    assert parlour.said() == [
        replace(challenge, challenge=second.id) for challenge in (CHANGED, TOLD)
    ]
    standings = [
        (await services.challenge(challenge.id)).standing for challenge in (first, second, third)
    ]
    assert standings == [Standing.ACCEPTED, Standing.EXPIRED, Standing.OPEN]


async def test_an_answer_between_looking_and_expiring_holds(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    parlour.time = NOON + WEEK - 1
    late = replace(parlour.services, now=lambda: NOON + WEEK)
    parlour.store.first = lambda: accept(parlour.services, challenge.id, BEN)
    await expire_challenges(late)
    assert (await parlour.services.challenge(challenge.id)).standing is Standing.ACCEPTED
    assert [type(post) for post in parlour.said()] == [EditChallenge, BoardPost]


async def test_after_too_many_tries_it_is_refused_as_busy(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    parlour.store.outdated, parlour.store.commits = 4, 0
    assert (await withdraw(parlour.services, challenge.id, ANNA)).standing is Standing.WITHDRAWN
    assert parlour.store.commits == 5
    parlour.time += 60
    challenge = await parlour.challenged()
    parlour.store.outdated = 5
    assert await parlour.no(withdraw(parlour.services, challenge.id, ANNA)) is No.BUSY


OTHER = Terms("ludens", L, Pace(3, 7, weekends=False), games=2)


async def test_the_person_challenged_sends_it_back_with_other_terms(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    services = parlour.services
    assert await parlour.no(counter(services, challenge.id, CARL, OTHER)) is No.NOT_FOR_YOU
    assert (
        await parlour.no(counter(services, challenge.id, BEN, swapped_terms(challenge.terms)))
        is No.SAME_TERMS
    )
    assert (
        await parlour.no(counter(services, challenge.id, BEN, OTHER, challenge.version + 1))
        is No.CHANGED
    )
    parlour.said()
    answer = await counter(services, challenge.id, BEN, OTHER, challenge.version)
    assert (answer.by, answer.opponent, answer.counter_of, answer.place) == (
        BEN,
        ANNA,
        challenge.id,
        challenge.place,
    )
    assert (answer.terms, answer.until) == (OTHER, NOON + WEEK)
    assert await counter(
        services, challenge.id, BEN, OTHER
    ) == await parlour.store.challenges.challenge(answer.id)
    old = await parlour.store.challenges.challenge(challenge.id)
    assert old
    assert old.standing is Standing.COUNTERED
    assert await parlour.no(accept(services, challenge.id, BEN)) is No.CHALLENGE_OVER
    record = await accept(services, answer.id, ANNA)
    assert (record.light, record.dark) == (BEN, ANNA)


async def test_of_an_answer_and_other_terms_at_once_one_counts(parlour: Parlour) -> None:
    challenge, again = await parlour.challenged(), await parlour.challenged()
    parlour.store.first = lambda: accept(parlour.services, challenge.id, BEN)
    with pytest.raises(Refusal) as late:
        await counter(parlour.services, challenge.id, BEN, OTHER)
    assert late.value.values == {"standing": Standing.ACCEPTED}
    assert (len(parlour.records), len(parlour.challenges)) == (1, 2)
    parlour.store.first = lambda: counter(parlour.services, again.id, BEN, OTHER)
    with pytest.raises(Refusal) as late:
        await accept(parlour.services, again.id, BEN)
    assert late.value.values == {"standing": Standing.COUNTERED}
    assert (len(parlour.records), len(parlour.challenges)) == (1, 3)


async def test_what_starts_from_a_position_keeps_it_and_its_rules(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    start = "4ttt3/9/9/9/4K4/9/9/9/3ttt3 l 0"
    terms = replace(challenge.terms, start=start)
    parlour.tables.put("challenge", replace(challenge, terms=terms))
    answer = await counter(parlour.services, challenge.id, BEN, replace(OTHER, rules="tabal"))
    assert answer.terms == replace(OTHER, rules=challenge.terms.rules, start=start)


async def test_other_terms_count_among_ones_open_challenges(parlour: Parlour) -> None:
    parlour.limits = Limits(challenges=1)
    challenge = await parlour.challenged()
    await make_challenge(parlour.services, HERE, BEN, CARL, of("ludens"))
    act = counter(parlour.services, challenge.id, BEN, OTHER)
    assert await parlour.no(act) is No.TOO_MANY_CHALLENGES
    old = await parlour.store.challenges.challenge(challenge.id)
    assert old == challenge
