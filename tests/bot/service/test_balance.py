"""Which handicaps even a rule set out, by what was measured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.ratings.cases import wanted_share
from bot.features.ratings.glicko import Strength
from bot.features.ratings.model import Family, Rating
from bot.model.challenges import Terms
from bot.service.balance import (
    Leans,
    Measured,
    Speaker,
    all_counted,
    evening_handicaps,
    is_near,
    offered_handicaps,
)
from engine.balance import balance_of, people
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, D, L, Parlour
from tests.bot.store.model import keep_person
from tests.every import for_every

LEANS = Leans(
    engine={
        "larochelle": Measured(0.9, 0.04, 60),
        "larochelle+king-four": Measured(0.8, 0.05, 60),
        "larochelle+goal-corners": Measured(0.47, 0.06, 60),
        "larochelle+goal-off-camps+king-four": Measured(0.47, 0.06, 60),
        "larochelle+goal-off-camps": Measured(0.55, 0.06, 60),
        "larochelle+king-steps": Measured(0.1, 0.04, 60),
        "larochelle+diamond": Measured(0.92, 0.03, 60),
        "larochelle+goal-corners+diamond": Measured(0.4, 0.12, 12),
        "bga": Measured(0.75, 0.05, 60),
        "bga-rim": Measured(0.46, 0.01, 900),
        "ludens": Measured(0.5, 0.06, 60),
        "fetlar": Measured(0.92, 0.03, 60),
        "fetlar+king-steps": Measured(0.62, 0.04, 60),
        "fetlar+goal-corners+king-four": Measured(0.62, 0.04, 60),
        "tawlbwrdd": Measured(0.92, 0.03, 60),
        "tawlbwrdd+king-four": Measured(0.88, 0.03, 60),
        "copenhagen": Measured(0.92, 0.03, 60),
        "copenhagen+king-four": Measured(0.8, 0.05, 60),
    }
)


@for_every(
    ("lean", "near"),
    [
        (Measured(0.5, 0.01, 99), True),
        (Measured(0.54, 0.01, 99), True),  # no player notices so little
        (Measured(0.57, 0.01, 99), False),
        (Measured(0.57, 0.08, 20), True),  # it may well be even
        (Measured(0.38, 0.12, 12), True),
        (Measured(0.37, 0.12, 12), False),
    ],
)
def test_a_lean_within_its_error_is_none(lean: Measured, *, near: bool) -> None:
    assert is_near(lean) is near


@for_every(
    ("rules", "proposed"),
    [
        ("larochelle", ("larochelle+goal-corners", "larochelle+goal-off-camps+king-four")),
        (
            "larochelle+king-steps",
            ("larochelle+goal-corners", "larochelle+goal-off-camps+king-four"),
        ),
        ("larochelle+diamond", ("larochelle+goal-corners+diamond",)),  # they start as they did
        ("larochelle+goal-corners", ()),  # even as it is
        # Not even, but more so: fewer handicaps first.
        ("fetlar", ("fetlar+king-steps", "fetlar+goal-corners+king-four")),
        ("copenhagen", ("copenhagen+king-four",)),
        ("tawlbwrdd", ()),  # its handicap leaves the lean as it was
        ("bga", ()),  # nothing evens it out
        ("bga-rim", ()),
        ("brandubh", ()),  # never measured
        ("larochelle+king-four+king-steps", ()),
    ],
)
def test_what_is_even_is_proposed_with_few_handicaps(rules: str, proposed: tuple[str, ...]) -> None:
    assert evening_handicaps(LEANS, rules) == proposed


def test_between_unequal_players_the_weaker_side_is_helped() -> None:
    """With 0.9, Dark is much stronger: Light should score 0.9 among equals."""
    assert evening_handicaps(LEANS, "larochelle", 0.9) == ()
    assert evening_handicaps(LEANS, "larochelle+goal-corners", 0.9) == ("larochelle",)
    assert evening_handicaps(LEANS, "larochelle", 0.12) == ("larochelle+king-steps",)
    assert evening_handicaps(LEANS, "larochelle", 0.8) == ("larochelle+king-four",)


def test_a_handicap_is_offered_unless_it_leaves_the_lean_as_it_was() -> None:
    offered = offered_handicaps(LEANS, "larochelle")
    assert {"goal-corners", "king-four", "goal-off-camps", "king-steps"} <= {*offered}
    assert "attackers-first" in offered  # never counted
    still = Leans(engine={**LEANS.engine, "larochelle+attackers-first": Measured(0.91, 0.04, 60)})
    assert {*offered} - {*offered_handicaps(still, "larochelle")} == {"attackers-first"}


def test_the_handicaps_that_help_these_two_come_first() -> None:
    weak_light, weak_dark = (offered_handicaps(LEANS, "larochelle", x) for x in (0.8, 0.1))
    assert weak_light[0] == "king-four"
    assert weak_dark[0] == "king-steps"


def test_the_first_who_speaks_is_believed() -> None:
    leans = Leans(
        people={"bga": Measured(0.58, 0.01, 1441)},
        here={"bga": Measured(0.4, 0.05, 500), "ludens": Measured(0.4, 0.05, 100)},
        engine={"bga": Measured(0.9, 0.03, 60), "ludens": Measured(1.0, 0.03, 60)},
    )
    few = replace(leans, here={"ludens": Measured(0.4, 0.05, 99)})
    assert leans.first("bga") == (Speaker.PEOPLE, Measured(0.58, 0.01, 1441))
    assert leans.first("ludens") == (Speaker.HERE, Measured(0.4, 0.05, 100))
    assert [*few.counted("ludens")] == [Speaker.ENGINE]
    assert few.first("ludens") == (Speaker.ENGINE, Measured(1.0, 0.03, 60))
    assert leans.first("saami") is None


def test_ratings_start_from_peoples_lean_or_else_from_the_nearest_of_the_engine() -> None:
    leans = all_counted()
    assert leans.before_games("copenhagen") == people()["copenhagen"]
    assert leans.before_games("larochelle+diamond") == balance_of("larochelle+diamond")


def test_handicaps_are_compared_only_by_the_one_who_speaks_of_the_rules() -> None:
    here = {"larochelle": Measured(0.8, 0.04, 100)}
    assert evening_handicaps(replace(LEANS, here=here), "larochelle") == ()


async def test_a_server_speaks_of_its_own_rated_games(parlour: Parlour) -> None:
    def over(**other: object) -> None:
        row = {"guild": 1, "channel": 11, "dark": ANNA, "light": BEN, "rules": "bga"}
        ended = {"plies": 30, "winner": "l", "reason": "king-escaped"}
        values = row | ended | other
        names, places = ", ".join(values), ", ".join("?" * len(values))
        insert = f'INSERT INTO "match" ({names}) VALUES ({places})'  # noqa: S608  of this test
        parlour.tables.db.execute(insert, [*values.values()])

    for winner in ("l", "l", "d", None):
        over(winner=winner, reason="repetition")
    over(rules="tabal", winner="d")
    over(guild=2)
    for other in ({"rated": 0}, {"level": 3}, {"excused": 1}, {"reason": None, "winner": None}):
        over(**other)
    over(reason="stopped", winner=None)
    over(reason="resigned", plies=3)
    leans = await parlour.services.leans(1)
    counted = {name: (lean.share, lean.games) for name, lean in leans.here.items()}
    assert counted == {"bga": (0.625, 4), "tabal": (0.0, 1)}


OF_DARK = Terms("larochelle", D, Pace())


def stand(parlour: Parlour, guild: int = 1, **ratings: float) -> None:
    """Give Anna and Ben sure ratings in that server."""
    for name, rating in ratings.items():
        player = {"anna": ANNA, "ben": BEN}[name]
        stored = Rating(guild, Family.TABLUT, player, Strength(rating, 50.0), parlour.time, won=20)
        parlour.tables.put("rating", stored)


async def share(parlour: Parlour, terms: Terms, opponent: int | None = BEN) -> float:
    challenge = await parlour.challenged(ANNA, opponent, terms)
    return round(await wanted_share(parlour.services, challenge), 2)


async def test_the_weaker_player_should_have_the_better_side(parlour: Parlour) -> None:
    stand(parlour, anna=1900, ben=1500)
    assert await share(parlour, OF_DARK) == 0.9  # the stronger has Dark: Light should be better
    assert await share(parlour, replace(OF_DARK, side=L)) == 0.1


async def test_the_less_is_known_the_nearer_to_half(parlour: Parlour) -> None:
    assert await share(parlour, OF_DARK) == 0.5
    stand(parlour, anna=1900)
    assert 0.7 < await share(parlour, OF_DARK) < 0.9


@pytest.mark.parametrize("terms", [replace(OF_DARK, side=None), replace(OF_DARK, games=2)])
async def test_where_the_sides_are_open_it_is_half(parlour: Parlour, terms: Terms) -> None:
    stand(parlour, anna=1900, ben=1500)
    assert await share(parlour, terms) == 0.5
    assert await share(parlour, OF_DARK, opponent=None) == 0.5


async def test_ratings_of_another_server_or_family_do_not_count(parlour: Parlour) -> None:
    stand(parlour, guild=2, anna=1900, ben=1500)
    assert await share(parlour, OF_DARK) == 0.5
    stand(parlour, anna=1900, ben=1500)
    assert await share(parlour, Terms("tabal", D, Pace())) == 0.5


async def test_of_who_is_not_listed_nothing_is_given_away(parlour: Parlour) -> None:
    stand(parlour, anna=1900, ben=1500)
    person = await parlour.store.people.person(BEN)
    await keep_person(parlour.store, replace(person, listed=False))
    assert await share(parlour, OF_DARK) == 0.5
