"""The servers that the bot is in: greeted once, and forgotten some time after it has left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.servers import Place
from bot.service.erasure import clear
from bot.service.servers import compare_servers, note_first_run, servers_to_greet
from bot.service.settings import change_server, server_of

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour


async def test_a_server_is_greeted_once(parlour: Parlour) -> None:
    assert await servers_to_greet(parlour.services, [5, 6]) == [5, 6]
    assert await servers_to_greet(parlour.services, [5, 6, 7]) == [7]


async def test_servers_that_an_older_version_knew_are_not_greeted(parlour: Parlour) -> None:
    await parlour.services.keep_note("alive", "7")
    for _ in range(2):
        await note_first_run(parlour.services)
    assert await servers_to_greet(parlour.services, [5, 6]) == []
    assert await servers_to_greet(parlour.services, [5, 6, 7]) == [7]


async def test_a_heartbeat_before_the_servers_are_met_leaves_none_ungreeted(
    parlour: Parlour,
) -> None:
    await note_first_run(parlour.services)
    await parlour.services.keep_note("alive", "7")
    assert await servers_to_greet(parlour.services, [5]) == [5]


async def test_what_a_server_set_goes_some_time_after_the_bot_left_it(parlour: Parlour) -> None:
    services = parlour.services
    for guild in (5, 6):
        await change_server(services, guild, lambda server: replace(server, locale="fr"))
    await compare_servers(services, [6])
    parlour.time += 31 * 86_400
    await clear(services)
    locales = [(await server_of(services, Place(guild, 11))).locale for guild in (5, 6)]
    assert locales == ["", "fr"]
