"""The names of matches' threads."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from bot.model.people import CHANNEL, FORMER
from bot.model.servers import NOWHERE
from bot.ui.app import Features
from bot.ui.threads import thread_name
from tests.bot.ui.model import DARK, LIGHT, record
from tests.every import for_every

NAMES = {DARK: "Anna", LIGHT: "Ben", 3: "Carl", 4: "Dora"}
LONG = dict.fromkeys(NAMES, "A name of thirty-two characters.")


async def called(seats: dict[str, int], names: dict[int, str]) -> str:
    """The name of the thread of a game that no feature has begun."""
    app: Any = SimpleNamespace(
        services=None, features=Features(), names=names, usernames={}, gone={}
    )
    client: Any = None
    return await thread_name(client, app, replace(record("ludens"), place=NOWHERE, **seats))


@for_every(
    ("seats", "name"),
    [
        ({}, "Anna \u2013 Ben"),
        ({"light": FORMER}, "Anna \u2013 Former player"),
        ({"light": CHANNEL}, "Anna \u2013 The channel"),
        ({"dark_partner": 3, "light_partner": 4}, "Anna & Carl \u2013 Ben & Dora"),
        ({"dark_partner": FORMER, "light_partner": 4}, "Anna & Former player \u2013 Ben & Dora"),
    ],
)
async def test_it_names_all_who_play(seats: dict[str, int], name: str) -> None:
    assert await called(seats, NAMES) == f"{name} \u00b7 game 12, Ludens"


async def test_the_game_stands_beside_four_long_names() -> None:
    name = await called({"dark_partner": 3, "light_partner": 4}, LONG)
    assert name.count("A name of thi") == 4
    assert name.endswith("game 12, Ludens")
