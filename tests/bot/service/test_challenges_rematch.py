"""Rematches, with sides swapped: one challenge, and one match, however often both press."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Challenge, Standing, Terms
from bot.model.matches import Record
from bot.model.posts import BoardPost, ChallengePost, EditChallenge
from bot.model.servers import Server
from bot.service.challenges import (
    accept,
    customise,
    decline,
    expire_challenges,
    make_challenge,
    rematch,
    withdraw,
)
from bot.service.limits import Limits
from bot.service.play import resign
from bot.service.refusals import No
from bot.service.settings import Access
from games import catalogue
from games.events import Created
from games.match import begin
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, NOON, WEEK, L
from tests.bot.store.model import beginning, keep_guild, record

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.model.people import Player
    from bot.service.services import Services
    from tests.bot.service.parlour import Parlour

ASKED = [ChallengePost(2, due=NOON + 20)]
BEGUN = [EditChallenge(2), BoardPost(2, 1)]


async def over(parlour: Parlour) -> Record:
    """A match that Anna, dark, has given up."""
    record = await parlour.begun(rules="ludens+diamond")
    record = await resign(parlour.services, record.id, ANNA)
    parlour.hush()
    return record


async def asked(parlour: Parlour, number: int, by: int) -> tuple[Challenge, int]:
    """A rematch that becomes a challenge."""
    challenge = await rematch(parlour.services, number, by)
    assert not isinstance(challenge, Record)
    return challenge


async def test_a_rematch_is_a_challenge_with_the_sides_changed(parlour: Parlour) -> None:
    terms = Terms("ludens+diamond", L, Pace(2, 1, weekends=False), thread=True)
    first, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    played = await accept(parlour.services, first.id, BEN)
    await resign(parlour.services, played.id, ANNA)
    parlour.hush()
    challenge, post = await asked(parlour, played.id, BEN)
    assert challenge == Challenge(
        id=2,
        place=HERE,
        by=BEN,
        opponent=ANNA,
        terms=Terms("ludens+diamond", L, Pace(2, 1, weekends=False)),
        made=NOON,
        until=NOON + WEEK,
        rematch_of=played.id,
    )
    assert parlour.said() == ASKED
    assert post
    again = await accept(parlour.services, challenge.id, ANNA)
    assert (again.dark, again.light) == (played.light, played.dark)


async def test_a_rematch_has_the_whole_time_of_a_game_that_a_tournament_hurried(
    parlour: Parlour,
) -> None:
    pace = Pace(7, hurry_from=NOON + WEEK)
    first, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, Terms("ludens", L, pace))
    played = await accept(parlour.services, first.id, BEN)
    assert played.pace == pace
    await resign(parlour.services, played.id, ANNA)
    challenge, _ = await asked(parlour, played.id, BEN)
    assert challenge.terms.pace == Pace(7)


async def test_a_rematch_is_asked_for_where_the_server_wants_challenges(parlour: Parlour) -> None:
    played = await over(parlour)
    assert HERE.guild
    await keep_guild(parlour.store, Server(HERE.guild, channels=(77,)))
    assert await parlour.no(rematch(parlour.services, played.id, ANNA)) is No.NOT_IN_THIS_CHANNEL
    assert parlour.said() == []
    in_a_thread = Access(parent=77)
    challenge = await rematch(parlour.services, played.id, ANNA, in_a_thread)
    assert isinstance(challenge, tuple)
    assert isinstance(await rematch(parlour.services, played.id, BEN), Record)  # it is made already


async def test_asked_twice_it_is_asked_once(parlour: Parlour) -> None:
    played = await over(parlour)
    challenge, _ = await asked(parlour, played.id, ANNA)
    assert parlour.said() == ASKED
    assert await rematch(parlour.services, played.id, ANNA) == (challenge, 0)
    assert parlour.said() == []


async def test_when_both_ask_the_match_begins(parlour: Parlour) -> None:
    played = await over(parlour)
    await rematch(parlour.services, played.id, ANNA)
    parlour.hush()
    begun = await rematch(parlour.services, played.id, BEN)
    assert isinstance(begun, Record)
    assert (begun.dark, begun.light) == (BEN, ANNA)
    assert parlour.said() == BEGUN


async def test_no_one_gets_other_rules_by_asking_for_a_rematch(parlour: Parlour) -> None:
    """Ben has not read what Anna made of hers: he is to look at it first."""
    played = await over(parlour)
    challenge, _ = await asked(parlour, played.id, ANNA)
    await customise(parlour.services, challenge.id, ANNA, "larochelle")
    assert await parlour.no(rematch(parlour.services, played.id, BEN)) is No.CHANGED
    begun = await accept(parlour.services, challenge.id, BEN, seen=1)
    assert begun.match.game.name == "larochelle"


async def finished(parlour: Parlour, name: str) -> Record:
    """A match that Ben has won, by Ludens' rules under that name."""
    rules = {**catalogue.game("ludens").data, "name": name}
    new = replace(record(dark=ANNA, light=BEN), match=begin(Created(NOON, rules)))
    committed = await parlour.services.commit(beginning(new))
    assert committed.match
    return await resign(parlour.services, committed.match, ANNA)


async def test_rules_that_there_are_no_more_are_not_played_again(parlour: Parlour) -> None:
    played = await finished(parlour, "no-such")
    assert await parlour.no(rematch(parlour.services, played.id, BEN)) is No.OTHER_RULES


async def test_of_rules_that_changed_the_new_ones_are_played_again(parlour: Parlour) -> None:
    played = await finished(parlour, "bga")
    challenge, _ = await asked(parlour, played.id, BEN)
    assert challenge.terms.rules == "bga"
    begun = await accept(parlour.services, challenge.id, ANNA)
    assert begun.match.game.data == catalogue.game("bga").data


async def test_when_both_ask_at_once_the_match_begins(parlour: Parlour) -> None:
    played = await over(parlour)
    challenge, begun = await asyncio.gather(
        *(rematch(parlour.services, played.id, by) for by in (ANNA, BEN))
    )
    assert not isinstance(challenge, Record)
    assert isinstance(begun, Record)
    assert parlour.said() == [*ASKED, *BEGUN]


async def test_a_double_click_at_once_asks_once(parlour: Parlour) -> None:
    played = await over(parlour)
    (challenge, post), again = await asyncio.gather(
        asked(parlour, played.id, ANNA), rematch(parlour.services, played.id, ANNA)
    )
    assert again == (challenge, 0)
    assert post
    assert parlour.said() == ASKED


@pytest.mark.parametrize("by", [ANNA, BEN])
async def test_while_the_rematch_is_played_there_is_no_second_one(
    parlour: Parlour, by: Player
) -> None:
    played = await over(parlour)
    await parlour.begun(place=replace(HERE, channel=77))  # another match of the same two
    await rematch(parlour.services, played.id, ANNA)
    begun = await rematch(parlour.services, played.id, BEN)
    parlour.hush()
    assert await rematch(parlour.services, played.id, by) == begun
    assert parlour.said() == []
    assert isinstance(begun, Record)
    await resign(parlour.services, begun.id, by)
    parlour.hush()
    assert (await asked(parlour, played.id, by))[1]


@pytest.mark.parametrize(
    ("close", "by"), [(decline, BEN), (withdraw, ANNA)], ids=["declined", "withdrawn"]
)
async def test_a_rematch_that_came_to_nothing_can_be_asked_for_again(
    parlour: Parlour, close: Callable[[Services, int, Player], Awaitable[Challenge]], by: Player
) -> None:
    played = await over(parlour)
    challenge, _ = await asked(parlour, played.id, ANNA)
    await close(parlour.services, challenge.id, by)
    again, post = await asked(parlour, played.id, BEN)
    assert (again.id, again.by) == (challenge.id + 1, BEN)
    assert post


async def test_a_rematch_whose_time_is_over_can_be_asked_for_again(parlour: Parlour) -> None:
    played = await over(parlour)
    challenge, _ = await asked(parlour, played.id, ANNA)
    parlour.time += WEEK
    await expire_challenges(parlour.services)
    again, _ = await asked(parlour, played.id, ANNA)
    assert (await parlour.services.challenge(challenge.id)).standing is Standing.EXPIRED
    assert again.standing is Standing.OPEN


async def test_who_may_ask_and_when(parlour: Parlour) -> None:
    running = await parlour.begun()
    assert await parlour.no(rematch(parlour.services, running.id, ANNA)) is No.NOT_OVER
    assert await parlour.no(rematch(parlour.services, running.id, CARL)) is No.NOT_YOUR_GAME
    assert await parlour.no(rematch(parlour.services, 9, ANNA)) is No.NO_SUCH_GAME


async def test_a_rematch_keeps_to_the_limits(parlour: Parlour) -> None:
    played = await over(parlour)
    await parlour.challenged(by=BEN, opponent=CARL)
    parlour.limits = Limits(challenges=1)
    assert await parlour.no(rematch(parlour.services, played.id, BEN)) is No.TOO_MANY_CHALLENGES
    await parlour.begun(dark=ANNA, light=CARL)
    parlour.limits = Limits(games=1)
    assert await parlour.no(rematch(parlour.services, played.id, ANNA)) is No.TOO_MANY_GAMES


async def test_after_too_many_tries_it_is_refused(parlour: Parlour) -> None:
    played = await over(parlour)
    parlour.store.outdated = 5
    assert await parlour.no(rematch(parlour.services, played.id, ANNA)) is No.BUSY
