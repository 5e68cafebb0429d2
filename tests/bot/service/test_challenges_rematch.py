"""Rematches, with sides swapped: one challenge, and one match, however often both press."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.challenges import (
    accept,
    challenge,
    customise,
    decline,
    expire,
    rematch,
    withdraw,
)
from bot.service.limits import Limits
from bot.service.model import Challenge, Guild, Kind, Post, Record, Standing, Terms
from bot.service.play import resign
from bot.service.refusals import No
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, NOON, WEEK, L

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.house import House
    from bot.service.model import Player
    from tests.bot.service.parlour import Parlour

ASKED = [Post(Kind.CHALLENGE, challenge=2, due=NOON + 20)]
BEGUN = [Post(Kind.CHALLENGE_CHANGED, challenge=2), Post(Kind.BOARD, match=2, number=1)]


async def over(parlour: Parlour) -> Record:
    """A match that Anna, dark, has given up."""
    record = await parlour.begun(rules="ludens+diamond")
    record = await resign(parlour.house, record.id, ANNA)
    parlour.hush()
    return record


async def asked(parlour: Parlour, number: int, by: int) -> tuple[Challenge, int]:
    """A rematch that becomes a challenge."""
    made = await rematch(parlour.house, number, by)
    assert not isinstance(made, Record)
    return made


async def test_a_rematch_is_a_challenge_with_the_sides_changed(parlour: Parlour) -> None:
    terms = Terms("ludens+diamond", L, Pace(2, 1, weekends=False), thread=True)
    first, _ = await challenge(parlour.house, HERE, ANNA, BEN, terms)
    played = await accept(parlour.house, first.id, BEN)
    await resign(parlour.house, played.id, ANNA)
    parlour.hush()
    made, post = await asked(parlour, played.id, BEN)
    assert made == Challenge(
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
    again = await accept(parlour.house, made.id, ANNA)
    assert (again.dark, again.light) == (played.light, played.dark)


async def test_a_rematch_is_asked_for_where_the_server_wants_challenges(parlour: Parlour) -> None:
    played = await over(parlour)
    assert HERE.guild
    await parlour.store.keep_guild(Guild(HERE.guild, channels=(77,)))
    assert await parlour.no(rematch(parlour.house, played.id, ANNA)) is No.NOT_IN_THIS_CHANNEL
    assert parlour.said() == []
    made = await rematch(parlour.house, played.id, ANNA, 77)  # they played in a thread of it
    assert isinstance(made, tuple)
    assert isinstance(await rematch(parlour.house, played.id, BEN), Record)  # it is made already


async def test_asked_twice_it_is_asked_once(parlour: Parlour) -> None:
    played = await over(parlour)
    made, _ = await asked(parlour, played.id, ANNA)
    assert parlour.said() == ASKED
    assert await rematch(parlour.house, played.id, ANNA) == (made, 0)
    assert parlour.said() == []


async def test_when_both_ask_the_match_begins(parlour: Parlour) -> None:
    played = await over(parlour)
    await rematch(parlour.house, played.id, ANNA)
    parlour.hush()
    begun = await rematch(parlour.house, played.id, BEN)
    assert isinstance(begun, Record)
    assert (begun.dark, begun.light) == (BEN, ANNA)
    assert parlour.said() == BEGUN


async def test_no_one_gets_other_rules_by_asking_for_a_rematch(parlour: Parlour) -> None:
    """Ben has not read what Anna made of hers: he is to look at it first."""
    played = await over(parlour)
    made, _ = await asked(parlour, played.id, ANNA)
    await customise(parlour.house, made.id, ANNA, "larochelle")
    assert await parlour.no(rematch(parlour.house, played.id, BEN)) is No.CHANGED
    begun = await accept(parlour.house, made.id, BEN, seen=1)
    assert begun.match.game.name == "larochelle"


async def test_when_both_ask_at_once_the_match_begins(parlour: Parlour) -> None:
    played = await over(parlour)
    made, begun = await asyncio.gather(
        *(rematch(parlour.house, played.id, by) for by in (ANNA, BEN))
    )
    assert not isinstance(made, Record)
    assert isinstance(begun, Record)
    assert parlour.said() == [*ASKED, *BEGUN]


async def test_a_double_click_at_once_asks_once(parlour: Parlour) -> None:
    played = await over(parlour)
    (made, post), again = await asyncio.gather(
        asked(parlour, played.id, ANNA), rematch(parlour.house, played.id, ANNA)
    )
    assert again == (made, 0)
    assert post
    assert parlour.said() == ASKED


@pytest.mark.parametrize("by", [ANNA, BEN])
async def test_while_the_rematch_is_played_there_is_no_second_one(
    parlour: Parlour, by: Player
) -> None:
    played = await over(parlour)
    await parlour.begun(place=replace(HERE, channel=77))  # another match of the same two
    await rematch(parlour.house, played.id, ANNA)
    begun = await rematch(parlour.house, played.id, BEN)
    parlour.hush()
    assert await rematch(parlour.house, played.id, by) == begun
    assert parlour.said() == []
    assert isinstance(begun, Record)
    await resign(parlour.house, begun.id, by)
    parlour.hush()
    assert (await asked(parlour, played.id, by))[1]


@pytest.mark.parametrize(
    ("close", "by"), [(decline, BEN), (withdraw, ANNA)], ids=["declined", "withdrawn"]
)
async def test_a_rematch_that_came_to_nothing_can_be_asked_for_again(
    parlour: Parlour, close: Callable[[House, int, Player], Awaitable[Challenge]], by: Player
) -> None:
    played = await over(parlour)
    made, _ = await asked(parlour, played.id, ANNA)
    await close(parlour.house, made.id, by)
    again, post = await asked(parlour, played.id, BEN)
    assert (again.id, again.by) == (made.id + 1, BEN)
    assert post


async def test_a_rematch_whose_time_is_over_can_be_asked_for_again(parlour: Parlour) -> None:
    played = await over(parlour)
    made, _ = await asked(parlour, played.id, ANNA)
    parlour.time += WEEK
    await expire(parlour.house)
    again, _ = await asked(parlour, played.id, ANNA)
    assert (await parlour.house.challenge(made.id)).standing is Standing.EXPIRED
    assert again.standing is Standing.OPEN


async def test_who_may_ask_and_when(parlour: Parlour) -> None:
    running = await parlour.begun()
    assert await parlour.no(rematch(parlour.house, running.id, ANNA)) is No.NOT_OVER
    assert await parlour.no(rematch(parlour.house, running.id, CARL)) is No.NOT_YOUR_GAME
    assert await parlour.no(rematch(parlour.house, 9, ANNA)) is No.NO_SUCH_GAME


async def test_a_rematch_keeps_to_the_limits(parlour: Parlour) -> None:
    played = await over(parlour)
    await parlour.challenged(by=BEN, opponent=CARL)
    parlour.limits = Limits(challenges=1)
    assert await parlour.no(rematch(parlour.house, played.id, BEN)) is No.TOO_MANY_CHALLENGES
    await parlour.begun(dark=ANNA, light=CARL)
    parlour.limits = Limits(games=1)
    assert await parlour.no(rematch(parlour.house, played.id, ANNA)) is No.TOO_MANY_GAMES


async def test_after_too_many_tries_it_is_refused(parlour: Parlour) -> None:
    played = await over(parlour)
    parlour.store.outdated = 5
    assert await parlour.no(rematch(parlour.house, played.id, ANNA)) is No.BUSY
