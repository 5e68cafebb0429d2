"""The settings of a server: its limits, its channels, and the terms it prefers."""

from __future__ import annotations

import pytest

from bot.service import settings
from bot.service.challenges import accept, challenge
from bot.service.limits import Limits
from bot.service.model import Guild, Place
from bot.service.refusals import No, Refusal
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, ELSEWHERE, HERE, TERMS, THERE, Parlour


async def test_a_server_narrows_how_many_one_may_have_there(parlour: Parlour) -> None:
    await parlour.store.keep_guild(Guild(1, max_challenges=1, max_games=1))
    house = parlour.house
    await parlour.asked(ANNA)
    assert (
        await parlour.no(challenge(house, THERE, ANNA, None, TERMS)) is No.TOO_MANY_CHALLENGES_HERE
    )
    for_carl = await parlour.asked(BEN, CARL)
    await parlour.asked(ANNA, None, ELSEWHERE)
    await parlour.begun(BEN, CARL, place=ELSEWHERE)
    await accept(house, for_carl.id, CARL)
    parlour.hush()
    assert await parlour.no(challenge(house, HERE, BEN, None, TERMS)) is No.TOO_MANY_GAMES_HERE
    assert await parlour.no(accept(house, 1, BEN)) is No.TOO_MANY_GAMES_HERE
    await parlour.asked(BEN, None, ELSEWHERE)


async def test_a_server_does_not_allow_more_than_the_host(parlour: Parlour) -> None:
    parlour.limits = Limits(challenges=1, games=1)
    await parlour.store.keep_guild(Guild(1, max_challenges=9, max_games=9))
    await parlour.asked(ANNA)
    assert (
        await parlour.no(challenge(parlour.house, HERE, ANNA, None, TERMS))
        is No.TOO_MANY_CHALLENGES
    )
    await parlour.begun(BEN, CARL)
    assert await parlour.no(challenge(parlour.house, HERE, BEN, None, TERMS)) is No.TOO_MANY_GAMES
    assert await parlour.no(accept(parlour.house, 1, CARL)) is No.TOO_MANY_GAMES


async def test_a_challenger_with_enough_games_there_is_busy(parlour: Parlour) -> None:
    made = await parlour.asked(ANNA)
    await parlour.begun(ANNA, BEN)
    await parlour.store.keep_guild(Guild(1, max_games=1))
    assert await parlour.no(accept(parlour.house, made.id, CARL)) is No.OPPONENT_BUSY


async def test_challenges_are_made_in_the_channels_chosen_and_their_threads(
    parlour: Parlour,
) -> None:
    await settings.refuse_elsewhere(parlour.house, THERE)
    await parlour.store.keep_guild(Guild(1, channels=(HERE.channel, 13)))
    await settings.refuse_elsewhere(parlour.house, HERE)
    await settings.refuse_elsewhere(parlour.house, THERE, parent=13)
    await settings.refuse_elsewhere(parlour.house, ELSEWHERE)
    await settings.refuse_elsewhere(parlour.house, Place(None, 12))
    with pytest.raises(Refusal) as refused:
        await settings.refuse_elsewhere(parlour.house, THERE, parent=14)
    assert refused.value.values == {"channels": (HERE.channel, 13)}


def test_what_was_left_out_is_as_the_server_has_it() -> None:
    slow = Guild(1, days=3, reserve=7, weekends=False)
    assert settings.pace(Guild(1)) == Pace()
    assert settings.pace(slow) == Pace(3, 7, weekends=False)
    assert settings.pace(slow, 1) == Pace(1, 7, weekends=False)
    assert settings.pace(slow, 1, 0, weekends=True) == Pace(1)
    assert settings.pace(slow, 0) == Pace()
    assert settings.pace(Guild(1), 5, 2) == Pace(5, 2)
    for reserve, weekends in ((2, None), (None, False)):
        with pytest.raises(Refusal) as refused:
            settings.pace(slow, 0, reserve, weekends=weekends)
        assert refused.value.no is No.NEEDS_PACE
