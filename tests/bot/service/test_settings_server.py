"""The settings of a server: its channels, and the terms it prefers."""

from __future__ import annotations

import pytest

from bot.model.servers import Place, Server
from bot.service import settings
from bot.service.refusals import No, Refusal
from bot.service.settings import FREE, Access, place_to_post
from games.pace import Pace
from tests.bot.service.parlour import ELSEWHERE, HERE, THERE, Parlour
from tests.bot.store.model import keep_guild


async def test_something_new_is_posted_in_the_channels_chosen_and_their_threads(
    parlour: Parlour,
) -> None:
    async def post(place: Place, access: Access = FREE) -> None:
        assert (await place_to_post(parlour.services, place, access))[0] == place

    await post(THERE)
    await keep_guild(parlour.store, Server(1, channels=(HERE.channel, 13)))
    await post(HERE)
    await post(THERE, Access(parent=13))
    await post(ELSEWHERE)
    await post(Place(None, 12))
    with pytest.raises(Refusal) as refused:
        await post(THERE, Access(parent=14))
    assert refused.value.values == {"channels": (HERE.channel, 13)}


async def test_nothing_new_is_posted_where_the_person_may_not_write(parlour: Parlour) -> None:
    post = place_to_post(parlour.services, HERE, Access(may_write=False))
    assert await parlour.no(post) is No.MAY_NOT_WRITE_THERE


def test_what_was_left_out_is_as_the_server_has_it() -> None:
    slow = Server(1, days=3, weekends=False)
    assert settings.chosen_pace(Server(1)) == Pace(3)
    assert settings.chosen_pace(Server(1, days=0)) == Pace()
    assert settings.chosen_pace(Server(1, days=0), 2) == Pace(2)
    assert settings.chosen_pace(slow) == Pace(3, weekends=False)
    assert settings.chosen_pace(slow, 1) == Pace(1, weekends=False)
    assert settings.chosen_pace(slow, 0) == Pace()
