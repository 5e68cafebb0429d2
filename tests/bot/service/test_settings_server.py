"""The settings of a server: its limits, its channels, and the terms it prefers."""

from __future__ import annotations

import pytest

from bot.model.servers import Guild, Place
from bot.service import settings
from bot.service.challenges import accept, make_challenge
from bot.service.limits import Limits
from bot.service.refusals import No, Refusal
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, ELSEWHERE, HERE, TERMS, THERE, Parlour
from tests.bot.store.model import keep_guild


async def test_a_server_narrows_how_many_one_may_have_there(parlour: Parlour) -> None:
    await keep_guild(parlour.store, Guild(1, max_challenges=1, max_games=1))
    services = parlour.services
    await parlour.asked(ANNA)
    assert (
        await parlour.no(make_challenge(services, THERE, ANNA, None, TERMS))
        is No.TOO_MANY_CHALLENGES_HERE
    )
    for_carl = await parlour.asked(BEN, CARL)
    await parlour.asked(ANNA, None, ELSEWHERE)
    await parlour.begun(BEN, CARL, place=ELSEWHERE)
    await accept(services, for_carl.id, CARL)
    parlour.hush()
    assert (
        await parlour.no(make_challenge(services, HERE, BEN, None, TERMS)) is No.TOO_MANY_GAMES_HERE
    )
    assert await parlour.no(accept(services, 1, BEN)) is No.TOO_MANY_GAMES_HERE
    await parlour.asked(BEN, None, ELSEWHERE)


async def test_a_server_does_not_allow_more_than_the_host(parlour: Parlour) -> None:
    parlour.limits = Limits(challenges=1, games=1)
    await keep_guild(parlour.store, Guild(1, max_challenges=9, max_games=9))
    await parlour.asked(ANNA)
    assert (
        await parlour.no(make_challenge(parlour.services, HERE, ANNA, None, TERMS))
        is No.TOO_MANY_CHALLENGES
    )
    await parlour.begun(BEN, CARL)
    assert (
        await parlour.no(make_challenge(parlour.services, HERE, BEN, None, TERMS))
        is No.TOO_MANY_GAMES
    )
    assert await parlour.no(accept(parlour.services, 1, CARL)) is No.TOO_MANY_GAMES


async def test_a_challenger_with_enough_games_there_is_busy(parlour: Parlour) -> None:
    challenge = await parlour.asked(ANNA)
    await parlour.begun(ANNA, BEN)
    await keep_guild(parlour.store, Guild(1, max_games=1))
    assert await parlour.no(accept(parlour.services, challenge.id, CARL)) is No.OPPONENT_BUSY


async def test_challenges_are_made_in_the_channels_chosen_and_their_threads(
    parlour: Parlour,
) -> None:
    await settings.refuse_elsewhere(parlour.services, THERE)
    await keep_guild(parlour.store, Guild(1, channels=(HERE.channel, 13)))
    await settings.refuse_elsewhere(parlour.services, HERE)
    await settings.refuse_elsewhere(parlour.services, THERE, parent=13)
    await settings.refuse_elsewhere(parlour.services, ELSEWHERE)
    await settings.refuse_elsewhere(parlour.services, Place(None, 12))
    with pytest.raises(Refusal) as refused:
        await settings.refuse_elsewhere(parlour.services, THERE, parent=14)
    assert refused.value.values == {"channels": (HERE.channel, 13)}


def test_what_was_left_out_is_as_the_server_has_it() -> None:
    slow = Guild(1, days=3, reserve=7, weekends=False)
    assert settings.chosen_pace(Guild(1)) == Pace(3)
    assert settings.chosen_pace(Guild(1, days=0)) == Pace()
    assert settings.chosen_pace(Guild(1, days=0), 2) == Pace(2)
    assert settings.chosen_pace(slow) == Pace(3, 7, weekends=False)
    assert settings.chosen_pace(slow, 1) == Pace(1, 7, weekends=False)
    assert settings.chosen_pace(slow, 0) == Pace()
