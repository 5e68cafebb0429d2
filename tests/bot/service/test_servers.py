"""The servers that the bot is in: greeted once, and forgotten some time after it has left."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from bot.model.posts import Greeting
from bot.model.servers import Place
from bot.service.erasure import clear
from bot.service.servers import compare_servers, greet_servers
from bot.service.settings import change_server, server_of

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour


def greeted(parlour: Parlour) -> list[int]:
    """Return the servers with a new greeting since the last look."""
    posts = parlour.said()
    assert {type(post) for post in posts} <= {Greeting}
    return [post.place.guild or 0 for post in posts]


def broken(*_: object) -> None:
    raise RuntimeError("the disk is full")


async def test_a_server_is_greeted_once(parlour: Parlour) -> None:
    await greet_servers(parlour.services, [5, 6])
    assert greeted(parlour) == [5, 6]
    await greet_servers(parlour.services, [5, 6, 7])
    assert greeted(parlour) == [7]


async def test_a_greeting_is_stored_with_what_says_that_the_server_is_known(
    parlour: Parlour,
) -> None:
    with pytest.raises(RuntimeError), patch("bot.store.servers.add_posts", broken):
        await greet_servers(parlour.services, [5])
    await greet_servers(parlour.services, [5])
    assert greeted(parlour) == [5]


async def test_what_a_server_set_goes_some_time_after_the_bot_left_it(parlour: Parlour) -> None:
    services = parlour.services
    for guild in (5, 6):
        await change_server(services, guild, 101, lambda server: replace(server, locale="fr"))
    await compare_servers(services, [6])
    parlour.time += 31 * 86_400
    await clear(services)
    locales = [(await server_of(services, Place(guild, 11))).locale for guild in (5, 6)]
    assert locales == ["", "fr"]
