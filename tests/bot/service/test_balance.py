"""Which handicaps even a rule set out, by what was measured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.ratings.cases import pairing
from bot.features.ratings.glicko import Strength
from bot.features.ratings.model import Family, Rating
from bot.model.challenges import Terms
from bot.service.balance import Measured, Pairing, among, evening_handicaps, is_near
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, D, L, Parlour
from tests.bot.store.model import keep_person
from tests.every import for_every

TABLE = {
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
    "copenhagen": Measured(0.92, 0.03, 60),
    "copenhagen+king-four": Measured(0.8, 0.05, 60),
}


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
        ("fetlar", ("fetlar+king-steps",)),  # not even, but much more so, by one handicap
        ("copenhagen", ()),  # hardly more even
        ("bga", ()),  # nothing evens it out
        ("bga-rim", ()),
        ("brandubh", ()),  # never measured
        ("larochelle+king-four+king-steps", ()),
    ],
)
def test_what_is_even_is_proposed_with_few_handicaps(rules: str, proposed: tuple[str, ...]) -> None:
    assert evening_handicaps(TABLE, rules) == proposed


def test_between_unequal_players_the_weaker_side_is_helped() -> None:
    """Dark is much stronger: Light should score 0.9 among equals, and then they are even."""
    assert evening_handicaps(TABLE, "larochelle", Pairing(0.9)) == ()
    assert evening_handicaps(TABLE, "larochelle+goal-corners", Pairing(0.9)) == ("larochelle",)
    assert evening_handicaps(TABLE, "larochelle", Pairing(0.12)) == ("larochelle+king-steps",)
    assert evening_handicaps(TABLE, "larochelle", Pairing(0.8)) == ("larochelle+king-four",)


def at(*shares: float) -> Measured:
    """Return shares measured at 500, 2,000, 8,000 and 20,000 nodes."""
    nodes = (500, 2_000, 8_000, 20_000)
    rows = [Measured(share, 0.03, 60, count) for share, count in zip(shares, nodes, strict=False)]
    return replace(rows[-1], trend=rows)


DEEP = {
    "larochelle": at(0.9, 0.9, 0.8, 0.5),
    "larochelle+king-four": at(0.5, 0.4, 0.3, 0.1),
}


@for_every(
    ("rating", "share"),
    [(1300, 0.1), (1500, 0.2), (1700, 0.3), (2100, 0.4), (None, 0.4)],
)
def test_the_lean_is_that_among_players_of_their_rating(rating: float, share: float) -> None:
    assert among(at(0.1, 0.2, 0.3, 0.4), rating).share == share
    assert among(Measured(0.7, 0.05, 60), rating).share == 0.7


def test_the_nearest_depth_that_was_measured_is_taken() -> None:
    assert among(at(0.1, 0.2), 2100).share == 0.2


def test_what_evens_it_out_is_taken_at_their_depth() -> None:
    assert evening_handicaps(DEEP, "larochelle", Pairing(rating=1300)) == ("larochelle+king-four",)
    assert evening_handicaps(DEEP, "larochelle", Pairing(rating=2100)) == ()


OF_DARK = Terms("larochelle", D, Pace())


def stand(parlour: Parlour, guild: int = 1, **ratings: float) -> None:
    """Give Anna and Ben sure ratings in that server."""
    for name, rating in ratings.items():
        player = {"anna": ANNA, "ben": BEN}[name]
        stored = Rating(guild, Family.TABLUT, player, Strength(rating, 50.0), parlour.time, won=20)
        parlour.tables.put("rating", stored)


async def share(parlour: Parlour, terms: Terms, opponent: int | None = BEN) -> float:
    challenge = await parlour.challenged(ANNA, opponent, terms)
    return round((await pairing(parlour.services, challenge)).wanted, 2)


async def test_the_weaker_player_should_have_the_better_side(parlour: Parlour) -> None:
    stand(parlour, anna=1900, ben=1500)
    assert await share(parlour, OF_DARK) == 0.9  # the stronger has Dark: Light should be better
    assert await share(parlour, replace(OF_DARK, side=L)) == 0.1


async def test_their_rating_is_the_middle_of_both(parlour: Parlour) -> None:
    stand(parlour, anna=1900, ben=1500)
    for terms in (OF_DARK, replace(OF_DARK, side=None), replace(OF_DARK, games=2)):
        challenge = await parlour.challenged(ANNA, BEN, terms)
        assert (await pairing(parlour.services, challenge)).rating == pytest.approx(1700)


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
