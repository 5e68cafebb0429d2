"""Profiles: streaks, outcomes by rule set and side, best wins; who may see them, and where."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.ratings.model import EVERYWHERE, Family
from bot.features.ratings.profile import outcomes, profile, streak
from bot.features.ratings.standings import Result
from bot.model.matches import Outcome
from bot.model.servers import Place
from games.core import Side
from tests.bot.features.ratings.test_tables import ANNA, BEN, CARL, HERE, Club
from tests.bot.store.model import keep_person
from tests.every import for_every

if TYPE_CHECKING:
    from bot.store.store import Store

WON, LOST = Outcome.WON, Outcome.LOST
GUILD = HERE.guild or 0


def result(outcome: Outcome, rules: str = "bga", side: Side = Side.DARK) -> Result:
    return Result(1, rules, side, outcome, BEN, 1500.0)


@for_every(
    ("form", "most"), [("", 0), ("l", 0), ("w", 1), ("wlwwlw", 2), ("wwwl", 3), ("lwwww", 4)]
)
def test_the_longest_streak(form: str, most: int) -> None:
    assert streak(result(WON if letter == "w" else LOST) for letter in form) == most


def test_outcomes_are_by_rule_set_and_side_the_most_played_first() -> None:
    counts = outcomes(
        [result(WON, "ludens"), result(WON), result(LOST), result(WON, side=Side.LIGHT)]
    )
    assert [*counts.items()] == [
        (("bga", Side.DARK), Counter({WON: 1, LOST: 1})),
        (("bga", Side.LIGHT), Counter({WON: 1})),
        (("ludens", Side.DARK), Counter({WON: 1})),
    ]


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


async def test_it_gathers_what_the_games_say(club: Club) -> None:
    for _ in range(3):
        await club.won(ANNA, BEN)
    await club.won(CARL, ANNA)
    shown = await profile(club.services, ANNA, BEN, GUILD)
    assert shown
    assert (shown.rating.won, shown.rating.lost, shown.streak) == (3, 1, 3)
    assert [win.opponent for win in shown.best] == [BEN]
    assert len(shown.curve) == 4
    assert shown.between
    assert (shown.between.of(WON), shown.between.of(LOST)) == (0, 3)


async def test_who_is_not_listed_has_none_but_for_themselves_and_is_nobodys_best_win(
    club: Club,
) -> None:
    await club.won(ANNA, BEN)
    await keep_person(club.store, replace(await club.store.people.person(BEN), listed=False))
    assert await profile(club.services, BEN, ANNA, GUILD) is None
    assert await profile(club.services, BEN, BEN, GUILD)
    shown = await profile(club.services, ANNA, BEN, GUILD)
    assert shown
    assert shown.best == []


async def test_it_is_of_the_server_where_it_is_asked_for_and_in_private_of_all(club: Club) -> None:
    await club.won(ANNA, BEN)
    await club.won(ANNA, BEN, Place(8, 80))
    here = await profile(club.services, ANNA, BEN, GUILD)
    everywhere = await profile(club.services, ANNA, ANNA, EVERYWHERE, Family.TABLUT)
    assert here
    assert everywhere
    assert (here.rating.games, everywhere.rating.games) == (1, 2)
    assert everywhere.best == ()  # no one of another server is named
    assert everywhere.between is None
    assert await profile(club.services, CARL, ANNA, GUILD) is None


async def test_an_erased_opponent_is_no_best_win(club: Club) -> None:
    await club.won(ANNA, BEN)
    await club.store.personal_data.erase(BEN, club.time)
    shown = await profile(club.services, ANNA, CARL, GUILD)
    assert shown
    assert shown.best == []
