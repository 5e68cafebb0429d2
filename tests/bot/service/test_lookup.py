"""Which game a player means, and who may see it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.servers import Place
from bot.service.lookup import find_game, may_see
from bot.service.play import make_move, offer, resign
from bot.service.record_event import record_event
from bot.service.refusals import No
from games.events import Offer, Shelved
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, THERE

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

ELSEWHERE = Place(guild=None, channel=99)


async def test_a_number_names_the_game(parlour: Parlour) -> None:
    first, second = await parlour.begun(), await parlour.begun()
    await resign(parlour.services, second.id, ANNA)
    for record in (first, await parlour.services.record(second.id)):
        for place in (HERE, THERE, None):
            assert await find_game(parlour.services, ANNA, record.id, place) == record


async def test_but_only_for_its_players(parlour: Parlour) -> None:
    record = await parlour.begun()
    parlour.hush()
    assert await parlour.no(find_game(parlour.services, CARL, record.id, HERE)) is No.NOT_YOUR_GAME
    assert await parlour.no(find_game(parlour.services, ANNA, 9, HERE)) is No.NO_SUCH_GAME


async def test_who_plays_nothing_can_mean_nothing(parlour: Parlour) -> None:
    await parlour.begun()
    over = await parlour.begun(dark=CARL)
    await resign(parlour.services, over.id, CARL)
    parlour.hush()
    assert await parlour.no(find_game(parlour.services, CARL, None, HERE)) is No.NO_GAMES


@pytest.mark.parametrize("place", [HERE, THERE, ELSEWHERE, None])
async def test_the_only_game_is_meant_wherever_one_asks(
    parlour: Parlour, place: Place | None
) -> None:
    record = await parlour.begun()
    for by in (ANNA, BEN):
        assert await find_game(parlour.services, by, None, place) == record


async def test_of_several_the_one_in_this_channel(parlour: Parlour) -> None:
    here = await parlour.begun(moves=1)
    there = await parlour.begun(place=THERE)
    assert await find_game(parlour.services, ANNA, None, HERE) == here  # although it is Ben's turn
    assert await find_game(parlour.services, ANNA, None, THERE) == there


async def test_of_several_in_this_channel_the_one_that_waits(parlour: Parlour) -> None:
    await parlour.begun(moves=1)
    waiting = await parlour.begun(light=CARL)
    await parlour.begun(place=THERE)
    assert await find_game(parlour.services, ANNA, None, HERE) == waiting


async def test_of_several_elsewhere_the_one_that_waits(parlour: Parlour) -> None:
    waiting = await parlour.begun(place=THERE)
    await parlour.begun(moves=1)
    assert await find_game(parlour.services, ANNA, None, ELSEWHERE) == waiting
    assert (await find_game(parlour.services, BEN, None, ELSEWHERE)).id == 2


async def test_an_offer_waits_too(parlour: Parlour) -> None:
    first, second = await parlour.begun(moves=1), await parlour.begun(moves=1)
    parlour.hush()
    assert await parlour.no(find_game(parlour.services, ANNA, None, HERE)) is No.WHICH_GAME
    await offer(parlour.services, second.id, BEN, Offer.AGREE)
    assert (await find_game(parlour.services, ANNA, None, HERE)).id == second.id
    await offer(parlour.services, first.id, ANNA, Offer.AGREE)  # waits for Ben, not for her
    assert (await find_game(parlour.services, ANNA, None, HERE)).id == second.id


@pytest.mark.parametrize("moves", [0, 1])
async def test_when_several_or_none_wait_he_must_say_which(parlour: Parlour, moves: int) -> None:
    await parlour.begun(moves=moves)
    await parlour.begun(moves=moves)
    for place in (HERE, ELSEWHERE):
        for by in (ANNA, BEN):
            assert await parlour.no(find_game(parlour.services, by, None, place)) is No.WHICH_GAME


async def test_a_game_is_found_where_it_moved_to(parlour: Parlour) -> None:
    record, other = await parlour.begun(), await parlour.begun()
    thread = replace(HERE, channel=500)
    parlour.put(replace(record, place=thread))
    assert (await find_game(parlour.services, ANNA, None, thread)).id == record.id
    assert (await find_game(parlour.services, ANNA, None, HERE)).id == other.id


async def test_one_sees_ones_own_games_and_those_played_where_one_is(parlour: Parlour) -> None:
    record = await parlour.begun()
    for player, channel, seen in (
        (ANNA, HERE.channel, True),
        (BEN, THERE.channel, True),
        (BEN, None, True),
        (CARL, HERE.channel, True),
        (CARL, THERE.channel, False),
        (CARL, None, False),
    ):
        assert may_see(record, player, channel) is seen


async def test_the_turn_goes_on_and_with_it_what_waits(parlour: Parlour) -> None:
    first, second = await parlour.begun(), await parlour.begun(moves=1)
    assert (await find_game(parlour.services, ANNA, None, HERE)).id == first.id
    await make_move(parlour.services, first.id, ANNA, MOVES[0])
    await make_move(parlour.services, second.id, BEN, MOVES[1])
    assert (await find_game(parlour.services, ANNA, None, HERE)).id == second.id
    assert (await find_game(parlour.services, BEN, None, HERE)).id == first.id


async def test_a_shelved_game_does_not_wait(parlour: Parlour) -> None:
    """It is listed like the others, but the one that goes on is meant."""
    shelved, going_on = await parlour.begun(), await parlour.begun()
    await record_event(parlour.services, shelved, Shelved(parlour.time))
    assert (await find_game(parlour.services, ANNA, None, HERE)).id == going_on.id
