"""A challenge is accepted, once, and its match begins."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing, Terms
from bot.model.matches import Record
from bot.model.posts import BoardPost, ChallengeOver, EditChallenge
from bot.service.challenges import accept, customise, decline, withdraw
from bot.service.limits import Limits
from bot.service.refusals import No, Refusal
from games.catalogue import game
from games.core import Side
from games.events import Created
from games.match import begin
from games.pace import Clock, Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, NOON, WEEK, D, L, of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.model.challenges import Challenge
    from bot.model.people import Player
    from bot.service.services import Services
    from tests.bot.service.parlour import Parlour

DAY = 86_400  # seconds
BEGUN = [
    EditChallenge(1),
    BoardPost(1, 1),
]


async def test_the_match_begins_and_both_messages_are_to_say_so(parlour: Parlour) -> None:
    terms = Terms("ludens", L, Pace(3, 7), thread=True)
    challenge = await parlour.challenged(terms=terms)
    parlour.time += 60
    record = await accept(parlour.services, challenge.id, BEN)
    assert record == Record(
        id=1,
        place=HERE,
        dark=BEN,
        light=ANNA,
        match=begin(Created(NOON + 60, game("ludens").data)),
        pace=Pace(3, 7),
        challenge=1,
        thread=True,
        clock=Clock(D, NOON + 60, 10 * DAY, 7 * DAY, ()),
        due=NOON + 60 + 10 * DAY - 10 * DAY // 4,  # his reminder
        rated=True,
    )
    assert await parlour.services.record(1) == record
    accepted = replace(challenge, standing=Standing.ACCEPTED, version=1, match=1)
    assert await parlour.services.challenge(1) == accepted
    assert parlour.said() == BEGUN


@pytest.mark.parametrize("side", Side)
async def test_the_challenger_has_the_side_he_asked_for(parlour: Parlour, side: Side) -> None:
    challenge = await parlour.challenged(terms=replace(of("ludens"), side=side))
    record = await accept(parlour.services, challenge.id, BEN)
    assert record.player(side) == ANNA
    assert record.player(side.other) == BEN


@pytest.mark.parametrize("side", Side)
async def test_without_a_wish_the_lot_says_who_sits_where(parlour: Parlour, side: Side) -> None:
    parlour.lots = [side]
    record = await accept(parlour.services, (await parlour.challenged()).id, BEN)
    assert record.player(side) == ANNA
    assert record.match.log == (Created(NOON, game("ludens").data),)


@pytest.mark.parametrize("rules", ["larochelle", "tabal"])
@pytest.mark.parametrize("first", Side)
async def test_the_lot_says_who_begins_where_the_rules_do_not(
    parlour: Parlour, rules: str, first: Side
) -> None:
    parlour.lots = [D, first]
    record = await accept(parlour.services, (await parlour.challenged(terms=of(rules))).id, BEN)
    assert record.dark == ANNA
    assert record.match.log == (Created(NOON, game(rules).data, lot=first),)
    assert record.match.turn is first


async def test_anybody_accepts_a_challenge_for_anybody(parlour: Parlour) -> None:
    challenge = await parlour.challenged(opponent=None)
    record = await accept(parlour.services, challenge.id, CARL)
    assert {record.dark, record.light} == {ANNA, CARL}
    assert (await parlour.services.challenge(challenge.id)).opponent == CARL


async def test_rules_that_were_not_read_cannot_be_accepted(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    await customise(parlour.services, challenge.id, ANNA, "tabal")
    assert await parlour.no(accept(parlour.services, challenge.id, BEN, seen=0)) is No.CHANGED
    record = await accept(parlour.services, challenge.id, BEN, seen=1)
    assert record.match.game.name == "tabal"
    assert await accept(parlour.services, challenge.id, BEN, seen=1) == record


async def test_rules_that_change_while_he_accepts_are_not_accepted(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    parlour.store.first = lambda: customise(parlour.services, challenge.id, ANNA, "tabal")
    with pytest.raises(Refusal) as refused:
        await accept(parlour.services, challenge.id, BEN, seen=0)
    assert refused.value.no is No.CHANGED


async def test_accepted_twice_it_begins_one_game(parlour: Parlour) -> None:
    challenge = await parlour.challenged(opponent=None)
    record = await accept(parlour.services, challenge.id, BEN)
    assert parlour.said() == BEGUN
    assert await accept(parlour.services, challenge.id, BEN) == record
    assert parlour.said() == []
    for by in (ANNA, CARL):
        assert await parlour.no(accept(parlour.services, challenge.id, by)) is No.CHALLENGE_OVER


async def test_a_double_click_begins_one_match(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    first, second = await asyncio.gather(
        accept(parlour.services, challenge.id, BEN), accept(parlour.services, challenge.id, BEN)
    )
    assert first == second
    assert list(parlour.records) == [1]
    assert parlour.said() == BEGUN


async def test_of_two_at_once_one_plays_and_the_other_is_told(parlour: Parlour) -> None:
    challenge = await parlour.challenged(opponent=None)
    outcomes = await asyncio.gather(
        *(accept(parlour.services, challenge.id, by) for by in (BEN, CARL)), return_exceptions=True
    )
    won, lost = outcomes
    assert isinstance(won, Record)
    assert {won.dark, won.light} == {ANNA, BEN}
    assert isinstance(lost, Refusal)
    assert (lost.no, lost.values) == (No.CHALLENGE_OVER, {"standing": Standing.ACCEPTED})
    assert parlour.said() == BEGUN


@pytest.mark.parametrize(
    ("act", "by", "standing"),
    [(decline, BEN, Standing.DECLINED), (withdraw, ANNA, Standing.WITHDRAWN)],
)
async def test_what_was_closed_just_before_begins_no_match(
    parlour: Parlour,
    act: Callable[[Services, int, Player], Awaitable[Challenge]],
    by: Player,
    standing: Standing,
) -> None:
    challenge = await parlour.challenged()
    parlour.store.first = lambda: act(parlour.services, challenge.id, by)
    with pytest.raises(Refusal) as refused:
        await accept(parlour.services, challenge.id, BEN)
    assert refused.value.values == {"standing": standing}
    told = [ChallengeOver] if standing is Standing.DECLINED else []
    assert [type(post) for post in parlour.said()] == [EditChallenge, *told]


async def test_one_accepts_what_is_meant_for_one(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    refused = await parlour.unchanged(accept(parlour.services, challenge.id, CARL))
    assert isinstance(refused, Refusal)
    assert (refused.no, refused.values) == (No.NOT_FOR_YOU, {"player": BEN})
    assert await parlour.no(accept(parlour.services, challenge.id, ANNA)) is No.OWN_CHALLENGE
    open_to_all = await parlour.challenged(opponent=None)
    assert await parlour.no(accept(parlour.services, open_to_all.id, ANNA)) is No.OWN_CHALLENGE


async def test_the_last_second_is_in_time(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    parlour.time = NOON + WEEK - 1
    await accept(parlour.services, challenge.id, BEN)
    assert parlour.said() == BEGUN


async def test_accepting_takes_no_player_over_the_limit(parlour: Parlour) -> None:
    parlour.limits = Limits(games=1)
    challenge = await parlour.challenged()
    other = await parlour.challenged(by=CARL, opponent=BEN)
    third = await parlour.challenged(by=ANNA, opponent=CARL)
    await accept(parlour.services, challenge.id, BEN)
    parlour.said()
    assert await parlour.no(accept(parlour.services, other.id, BEN)) is No.TOO_MANY_GAMES
    assert await parlour.no(accept(parlour.services, third.id, CARL)) is No.OPPONENT_BUSY


async def test_a_challenge_that_is_accepted_before_its_message_is_known(parlour: Parlour) -> None:
    challenge = await parlour.challenged()
    parlour.tables.put("challenge", replace(challenge, message=None))
    await accept(parlour.services, challenge.id, BEN)
    assert parlour.said() == BEGUN
