"""The default rules: the most even form, as measured."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Terms
from bot.model.servers import Server
from bot.service.balance import Measured
from bot.service.challenges import customise
from bot.service.play import resign
from bot.service.usual import (
    DEFAULT_RULES,
    RulesAndGames,
    evenest_rules_and_games,
    usual_between,
    usual_games,
    usual_rules_and_games,
)
from engine.balance import balance_of, table
from games import catalogue
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL
from tests.every import for_every

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour


def at(*shares: float) -> Measured:
    """Return shares measured at 500, 2,000 and 8,000 positions per move."""
    rows = [
        Measured(share, 0.03, 60, nodes)
        for share, nodes in zip(shares, (500, 2_000, 8_000), strict=False)
    ]
    return replace(rows[-1], trend=rows)


TABLE = {
    "larochelle": at(0.95, 0.9),
    "larochelle+king-four": at(0.7, 0.5),  # beginners find it uneven
    "larochelle+goal-corners": at(0.6, 0.52),
    "ludens": at(0.9, 0.9),
    "fortresses": at(0.1, 0.5),
    "bga": at(0.6, 0.66),
    "bga-rim": Measured(0.2, 0.04, 60),
}


@for_every(
    ("rules", "form"),
    [
        (
            "larochelle",
            RulesAndGames("larochelle+goal-corners"),
        ),  # a handicap evens these rules at every depth
        ("larochelle+goal-corners", RulesAndGames("larochelle+goal-corners")),
        ("ludens", RulesAndGames("ludens", 2)),  # nothing evens these
        ("fortresses", RulesAndGames("fortresses", 2)),  # not even among beginners
        ("bga", RulesAndGames("bga", 1)),  # neither side wins more than two games of three
        ("bga-rim", RulesAndGames("bga-rim", 2)),
    ],
)
def test_a_default_is_one_even_game_or_else_two(rules: str, form: RulesAndGames) -> None:
    assert evenest_rules_and_games(TABLE.__getitem__, TABLE, rules) == form


def test_every_default_by_what_was_measured() -> None:
    measured = table()  # a new rule set is not in it at first
    names = [name for name in catalogue.NAMES if name in measured]
    defaults = {name: evenest_rules_and_games(balance_of, measured, name) for name in names}
    assert {name for name, form in defaults.items() if form == RulesAndGames(name, 1)} == {
        "bga",
        "saami",
        "tawlbwrdd",
        "tabal",
    }
    assert {name for name, form in defaults.items() if form == RulesAndGames(name, 2)} == {
        "larochelle",
        "ludens",
        "fortresses",
        "bga-rim",
        "ashton",
        "seabattle",
        "brandubh",
        "copenhagen",
        "fetlar",
    }


def test_what_was_never_measured_counts_as_the_nearest() -> None:
    assert usual_games(balance_of, "larochelle+king-four+goal-corners+diamond") == 2
    assert usual_games(balance_of, "bga+diamond") == 2  # among beginners


async def test_without_rules_a_challenge_has_those_of_the_server(parlour: Parlour) -> None:
    services = replace(parlour.services, balance=TABLE.__getitem__, measured=TABLE)
    assert usual_rules_and_games(services, Server(1)) == RulesAndGames(DEFAULT_RULES)
    assert usual_rules_and_games(services, Server(1, rules="larochelle")) == RulesAndGames(
        "larochelle+goal-corners"
    )
    assert usual_rules_and_games(services, Server(1, rules="ludens")) == RulesAndGames("ludens", 2)
    assert usual_rules_and_games(services, Server(1, rules="bga")) == RulesAndGames("bga", 1)


def test_the_house_game_is_one_game_whatever_was_measured() -> None:
    far = {DEFAULT_RULES: Measured(0.99, 0.01, 60)}
    assert evenest_rules_and_games(far.__getitem__, far, DEFAULT_RULES) == RulesAndGames(
        DEFAULT_RULES
    )


async def test_the_rules_that_two_people_played_last_are_their_default(parlour: Parlour) -> None:
    services = replace(parlour.services, balance=TABLE.__getitem__, measured=TABLE)

    async def between(opponent: int | None, by: int = ANNA, rules: str = "") -> RulesAndGames:
        return await usual_between(services, Server(1, rules=rules), by, opponent)

    house = RulesAndGames(DEFAULT_RULES)
    assert await between(BEN) == house
    first = await parlour.begun()
    assert await between(BEN) == await between(ANNA, by=BEN) == RulesAndGames("ludens", 2)
    assert await between(CARL) == await between(None) == house
    assert await between(BEN, rules="bga") == RulesAndGames("bga")
    await parlour.begun(rules="bga")
    await resign(services, first.id, BEN)  # the older game ends last
    assert await between(BEN) == RulesAndGames("bga")


@pytest.mark.parametrize(
    ("before", "rules", "games"),
    [
        (Terms("ludens", None, Pace(), games=2), "bga", 1),
        (Terms("ludens", None, Pace(), games=1), "fortresses", 1),  # as was chosen
        (Terms("bga", None, Pace(), games=2), "ludens", 2),
        (Terms("bga", None, Pace(), games=1), "ludens", 2),
    ],
)
async def test_other_rules_are_for_as_many_games_as_is_usual_with_them(
    parlour: Parlour, before: Terms, rules: str, games: int
) -> None:
    services = replace(parlour.services, balance=TABLE.__getitem__)
    challenge = await parlour.challenged(ANNA, BEN, before)
    changed = await customise(services, challenge.id, ANNA, rules)
    assert (changed.terms.rules, changed.terms.games) == (rules, games)
