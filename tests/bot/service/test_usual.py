"""The default rules: the most even form, as measured."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Terms
from bot.model.servers import Server
from bot.service.balance import Leans, Measured, all_counted
from bot.service.challenges import customise, use_rules
from bot.service.play import resign
from bot.service.usual import (
    DEFAULT_RULES,
    RulesAndGames,
    evenest_rules_and_games,
    usual_between,
    usual_games,
    usual_rules_and_games,
)
from games import catalogue
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL
from tests.every import for_every

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour


LEANS = Leans(
    people={"ludens": Measured(0.58, 0.01, 1441, "hnefatafl-rs")},
    here={"bga-rim": Measured(0.55, 0.05, 100), "fortresses": Measured(0.5, 0.05, 99)},
    engine={
        "larochelle": Measured(0.95, 0.03, 60),
        "larochelle+king-four": Measured(0.7, 0.03, 60),
        "larochelle+goal-corners": Measured(0.52, 0.03, 60),
        "ludens": Measured(0.9, 0.03, 60),
        "fortresses": Measured(0.1, 0.03, 60),
        "bga": Measured(0.66, 0.03, 60),
        "bga-rim": Measured(0.2, 0.04, 60),
        "saami": Measured(0.9, 0.04, 60),
    },
)
ENGINES = all_counted()


@for_every(
    ("rules", "form"),
    [
        ("larochelle", RulesAndGames("larochelle+goal-corners")),  # a handicap evens these rules
        ("larochelle+goal-corners", RulesAndGames("larochelle+goal-corners")),
        ("larochelle+king-four", RulesAndGames("larochelle+goal-corners")),
        ("ludens", RulesAndGames("ludens")),  # people's figure comes first
        ("bga-rim", RulesAndGames("bga-rim")),  # then the server's, of 100 games
        ("fortresses", RulesAndGames("fortresses", 2)),  # one game too few
        ("bga", RulesAndGames("bga")),  # neither side wins more than two games of three
        ("saami", RulesAndGames("saami")),  # decided, whatever anybody counts
    ],
)
def test_a_default_is_one_even_game_or_else_two(rules: str, form: RulesAndGames) -> None:
    assert evenest_rules_and_games(LEANS, rules) == form


def test_every_default_by_what_was_counted() -> None:
    defaults = {name: evenest_rules_and_games(ENGINES, name) for name in catalogue.NAMES}
    two = {"larochelle", "ludens", "bga-rim", "ashton", "seabattle"}
    assert defaults == {name: RulesAndGames(name, 1 + (name in two)) for name in catalogue.NAMES}


def test_what_was_never_counted_counts_as_the_nearest() -> None:
    assert usual_games(ENGINES, "larochelle+king-four+goal-corners+diamond") == 2
    assert usual_games(ENGINES, "bga-rim+diamond") == 2


def test_without_rules_a_challenge_has_those_of_the_server() -> None:
    assert usual_rules_and_games(LEANS, Server(1)) == RulesAndGames(DEFAULT_RULES)
    assert usual_rules_and_games(LEANS, Server(1, rules="fortresses")).games == 2
    assert usual_rules_and_games(LEANS, Server(1, rules="bga")) == RulesAndGames("bga", 1)


async def test_the_rules_that_two_people_played_last_are_their_default(parlour: Parlour) -> None:
    services = replace(parlour.services, counted=Leans(engine=LEANS.engine))

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
        (Terms("bga-rim", None, Pace(), games=2), "bga", 1),
        (Terms("bga-rim", None, Pace(), games=1), "fortresses", 1),  # as was chosen
        (Terms("bga", None, Pace(), games=2), "bga-rim", 2),
        (Terms("bga", None, Pace(), games=1), "bga-rim", 2),
    ],
)
async def test_other_rules_are_for_as_many_games_as_is_usual_with_them(
    parlour: Parlour, before: Terms, rules: str, games: int
) -> None:
    services = replace(parlour.services, counted=Leans(engine=LEANS.engine))
    challenge = await parlour.challenged(ANNA, BEN, before)
    changed = await customise(services, challenge.id, ANNA, rules)
    assert (changed.terms.rules, changed.terms.games) == (rules, games)


@pytest.mark.parametrize("before", [1, 2])
async def test_a_button_with_rules_keeps_its_promise_of_both_sides_or_one_game(
    parlour: Parlour, before: int
) -> None:
    services = replace(parlour.services, counted=Leans(engine=LEANS.engine))
    challenge = await parlour.challenged(ANNA, BEN, Terms("larochelle", None, Pace(), games=before))
    for rules, games in (("bga-rim", 2), ("bga", 1)):
        changed = await use_rules(services, challenge.id, ANNA, rules)
        assert (changed.terms.rules, changed.terms.games) == (rules, games)
