"""The rating changes that a game would bring its players, and those at its end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.ratings.cases import (
    RatingChanges,
    family_at,
    rating_changes,
    stakes_of,
    strengths,
)
from bot.features.ratings.glicko import Strength
from bot.features.ratings.honours import Mark
from bot.features.ratings.model import EVERYWHERE, Family, Rating
from bot.features.ratings.tables import KEEP_RATING
from bot.model.challenges import Terms
from bot.model.matches import Search
from bot.model.servers import Server
from bot.service.balance import Leans, Measured
from bot.service.challenges import make_challenge, rematch
from bot.service.history import between, history_page
from bot.service.play import make_typed_move, resign
from bot.store.rows import row_of
from games.core import Side
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, MOVES, D, L, Parlour
from tests.bot.store.model import keep_guild, keep_person

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.services import Services

OF_DARK = Terms("ludens", D, Pace())


async def over(parlour: Parlour) -> Record:
    """A game that Ben has resigned."""
    record = await parlour.begun(moves=len(MOVES))
    return await resign(parlour.services, record.id, BEN)


def leaning(services: Services, share: float) -> Services:
    """Have every rule set lean to Light this much."""

    def lean(_: str) -> Measured:
        return Measured(share, 0.02, 400)

    return replace(services, counted=Leans(nearest=lean))


async def are_known(parlour: Parlour) -> None:
    """Enough is known of Anna and Ben to say what a game would bring them."""
    for guild in (EVERYWHERE, 1):
        for player in (ANNA, BEN):
            rating = Rating(guild, Family.TABLUT, player, Strength(1500.0, 90.0), won=20)
            await parlour.store.database.execute(KEEP_RATING, **row_of(rating))


async def test_what_is_said_before_is_what_comes(parlour: Parlour) -> None:
    parlour.hush()
    await are_known(parlour)
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, OF_DARK)
    one, other = await stakes_of(parlour.services, challenge)
    assert (one.player, one.side, other.player, other.side) == (ANNA, D, BEN, L)
    record = await over(parlour)
    effect = await rating_changes(parlour.services, record)
    assert [(seat.player, seat.guild) for seat in effect.seats] == [(ANNA, 1), (BEN, 1)]
    assert [seat.gain for seat in effect.seats] == [one.won, other.lost]
    assert one.won > one.drawn > one.lost


async def test_after_a_first_game_a_strength_seeds_but_is_not_sure(parlour: Parlour) -> None:
    """A player with one won game is no top player, see the turn list."""
    parlour.hush()
    await over(parlour)
    known = (parlour.store, 1, "ludens", (ANNA, BEN))
    assert (await strengths(*known)).keys() == {ANNA, BEN}
    now = parlour.services.now()
    assert await strengths(*known, now) == {}
    await are_known(parlour)
    assert (await strengths(*known, now)).keys() == {ANNA, BEN}


async def test_of_who_is_not_known_no_stakes_are_named(parlour: Parlour) -> None:
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, OF_DARK)
    assert await stakes_of(parlour.services, challenge) == ()


async def test_against_the_same_a_game_brings_less_each_time(parlour: Parlour) -> None:
    await are_known(parlour)
    won: list[float] = []
    for _ in range(2):
        challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, OF_DARK)
        one, _ = await stakes_of(parlour.services, challenge)
        won.append(one.won)
        await over(parlour)
    assert won[0] > 1.5 * won[1] > 0


async def test_the_good_side_wins_less(parlour: Parlour) -> None:
    await are_known(parlour)
    challenge, _ = await make_challenge(
        parlour.services, HERE, ANNA, BEN, replace(OF_DARK, side=None)
    )
    light, dark, *others = await stakes_of(leaning(parlour.services, 0.9), challenge)
    assert (light.side, dark.side) == (Side.LIGHT, Side.DARK)
    assert light.won < dark.won
    assert light.drawn < 0 < dark.drawn
    assert [stake.side for stake in others] == [Side.DARK, Side.LIGHT]


@pytest.mark.parametrize("terms", [replace(OF_DARK, rated=False), replace(OF_DARK, start="9 d 0")])
async def test_a_friendly_game_brings_nothing(parlour: Parlour, terms: Terms) -> None:
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    assert await stakes_of(parlour.services, challenge) == ()


async def test_a_challenge_to_all_names_no_stakes(parlour: Parlour) -> None:
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, None, OF_DARK)
    assert await stakes_of(parlour.services, challenge) == ()


@pytest.mark.parametrize("hidden", [ANNA, BEN])
async def test_of_who_is_not_listed_nothing_is_said(parlour: Parlour, hidden: Player) -> None:
    """Of the other neither: what they gain would tell of both."""
    await are_known(parlour)
    person = await parlour.store.people.person(hidden)
    await keep_person(parlour.store, replace(person, listed=False))
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, OF_DARK)
    assert await stakes_of(parlour.services, challenge) == ()
    record = await over(parlour)
    assert await rating_changes(parlour.services, record) == RatingChanges()
    assert await between(parlour.services, record.dark, record.light) is None
    assert not (await history_page(parlour.services, Search(ANNA, BEN))).shows_tally
    assert (await history_page(parlour.services, Search(ANNA))).shows_tally


async def test_ranks_open_on_what_a_server_plays(parlour: Parlour) -> None:
    here = HERE.guild or 0
    assert await family_at(parlour.services, here) is Family.TABLUT
    await keep_guild(parlour.store, Server(here, rules="brandubh"))
    assert await family_at(parlour.services, here) is Family.OTHER
    await over(parlour)
    assert await family_at(parlour.services, here) is Family.TABLUT


async def test_a_rematch_is_rated_as_its_game_was(parlour: Parlour) -> None:
    record = await over(parlour)
    again = await rematch(parlour.services, record.id, ANNA)
    assert isinstance(again, tuple)
    assert again[0].terms.rated is True


LUDENS = "e8-g8 e4-g4 d9-c9 d5-d9 a6-b6 f5-f4 a4-e4 d9-d4 a5-a4 c5-c4 g8-i8 e6-f6 i4-i2 e5-e3"
BRANDUBH = "d7-e7 c4-c1 e7-f7 e4-e7 b4-b1 e7-e2 f4-f2 d4-f4 d2-b2 d5-f5 a4-e4"


async def played(parlour: Parlour, rules: str, moves: str) -> Record:
    """A game of these moves, Anna dark and Ben light."""
    record = await parlour.begun(rules=rules)
    for move in moves.split():
        mover = record.player(record.match.turn)
        record = await make_typed_move(parlour.services, record, mover, move)
    assert record.match.verdict
    return record


@pytest.mark.parametrize(
    ("rules", "moves", "player", "mark"),
    [("ludens", LUDENS, BEN, Mark.TUICHI), ("brandubh", BRANDUBH, ANNA, Mark.QUICK)],
)
async def test_what_was_done_on_the_board_is_a_mark_once(
    parlour: Parlour, rules: str, moves: str, player: Player, mark: Mark
) -> None:
    effect = await rating_changes(parlour.services, await played(parlour, rules, moves))
    assert [(honour.player, honour.mark) for honour in effect.honours] == [(player, mark)]
    again = await rating_changes(parlour.services, await played(parlour, rules, moves))
    assert again.honours == ()
