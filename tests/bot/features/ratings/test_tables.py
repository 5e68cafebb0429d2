"""Ratings in both stores: which games count, who is in which table, erasure, and rebuilding.

The last part is about SQLite alone: a rebuild changes nothing, a check sees what is wrong, and no
damaged count keeps a game from ending.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from bot.feature_list import EXTENSIONS as OF_THE_PROGRAM
from bot.features.ratings.cases import rating_changes
from bot.features.ratings.glicko import Strength, start_of
from bot.features.ratings.honours import Honour, Mark
from bot.features.ratings.model import EVERYWHERE, Family, Rating, Seat
from bot.features.ratings.standings import Score, Table
from bot.features.ratings.standings_tables import StandingTables
from bot.features.ratings.tables import KEEP_RATING, RatingTables
from bot.model.challenges import Terms
from bot.model.matches import Outcome, Search, was_played
from bot.model.people import FORMER
from bot.model.seasons import season_of, starts
from bot.model.servers import Place, WritablePlace
from bot.service import challenges, play
from bot.service.balance import Leans, Measured, all_counted
from bot.service.due_matches import process_due_match
from bot.service.moderation import stop
from bot.service.second_game import start_second
from bot.service.services import Services
from bot.store.check import check
from bot.store.rows import row_of
from bot.store.store import open_store
from engine.balance import people
from games.catalogue import game
from games.core import Reason, Side
from games.events import Offer
from games.notation import write_position
from games.pace import DAY, Pace
from tests.bot.store.extensions import extensions
from tests.bot.store.model import keep_person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from pathlib import Path

    from bot.features.ratings.standings import Standing
    from bot.model.matches import Record
    from bot.store.store import Store

ANNA, BEN, CARL, DORA = 101, 102, 103, 104
HERE, PRIVATE = WritablePlace(Place(7, 70)), Place(None, 80)
MOVES = (("a4", "c4"), ("e3", "c3"), ("d1", "d2"), ("c3", "c2"))  # of ludens, dark begins
PLACED = write_position(game("ludens"), game("ludens").start(Side.DARK))
TABLUT = Table(HERE.guild or 0, Family.TABLUT)


def leaning(rules: str) -> Measured:
    """The balance of rule sets: ludens leans a little."""
    return Measured(0.6, 0.05, 60) if rules == "ludens" else Measured()


COUNTED, EXTENSIONS = Leans(nearest=leaning), extensions(leaning)


@pytest.fixture
async def store(path: Path) -> AsyncGenerator[Store]:
    async with open_store(path, EXTENSIONS) as opened:
        yield opened


class Club:
    """People who play, on one store, each game a minute after the one before."""

    def __init__(self, store: Store, counted: Leans = COUNTED) -> None:
        self.store = store
        self.counted = counted
        self.time = 1000

    @property
    def services(self) -> Services:
        """In which ludens leans a little."""
        return Services(*(self.store, lambda: self.time, lambda: Side.DARK), counted=self.counted)

    async def begin(
        self, dark: int, light: int, place: Place = HERE, plies: int = 4, **terms: object
    ) -> Record:
        """A game after so many moves."""
        self.time += 60
        asked = replace(Terms("ludens", Side.DARK, Pace()), **terms)
        challenge, _ = await challenges.make_challenge(
            self.services, WritablePlace(place), dark, light, asked
        )
        record = await challenges.accept(self.services, challenge.id, light)
        for path in MOVES[:plies]:
            mover = record.player(record.match.turn)
            record = await play.make_move(self.services, record.id, mover, path)
        return record

    async def won(self, winner: int, loser: int, place: Place = HERE, plies: int = 4) -> int:
        """A game in which the loser resigned, with the light men; its number."""
        record = await self.begin(winner, loser, place, plies)
        self.time += 1
        await play.resign(self.services, record.id, loser)
        return record.id

    async def rating(self, player: int, guild: int = TABLUT.guild) -> Rating:
        """How they stand in the family of ludens."""
        return await RatingTables(self.store.database).rating(guild, Family.TABLUT, player)

    async def know(self, *players: int) -> None:
        """Much is known of these people."""
        for guild in (EVERYWHERE, TABLUT.guild):
            for player in players:
                rating = Rating(guild, Family.TABLUT, player, Strength(1500.0, 60.0), won=50)
                await self.store.database.execute(KEEP_RATING, **row_of(rating))

    async def standing(
        self,
        player: int = ANNA,
        season: int = 0,
        rules: str = "",
        page: int | None = None,
        most: int = 10,
    ) -> Standing:
        """The table of the server as that person sees it."""
        table = Table(HERE.guild or 0, Family.TABLUT, season, rules)
        return await StandingTables(self.store.database).standing(table, player, page, most)

    async def order(self) -> list[int]:
        """The players of the table, the best first; those of the season and of its rules alike."""
        tables = [
            await self.standing(season=season, rules=rules)
            for season in (0, season_of(self.time))
            for rules in ("", "ludens")
        ]
        first, *others = [[row.rating.player for row in table.rows] for table in tables]
        assert others == [first] * 3
        return first

    async def many(self, games: int) -> None:
        """So many games among four people, by chance, in two servers and in private."""
        chance = random.Random(5)
        for _ in range(games):
            winner, loser = chance.sample((ANNA, BEN, CARL, DORA), 2)
            await self.won(winner, loser, chance.choice((HERE, Place(8, 90), PRIVATE)))


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


async def test_a_game_that_ends_counts_on_its_server_and_everywhere(club: Club) -> None:
    assert await club.rating(ANNA) == Rating(TABLUT.guild, Family.TABLUT, ANNA)
    number = await club.won(ANNA, BEN)
    seats = await RatingTables(club.store.database).seats(number)
    assert [(seat.guild, seat.side, seat.player) for seat in seats] == [
        *((EVERYWHERE, Side.DARK, ANNA), (EVERYWHERE, Side.LIGHT, BEN)),
        *((TABLUT.guild, Side.DARK, ANNA), (TABLUT.guild, Side.LIGHT, BEN)),
    ]
    own, other = await club.rating(ANNA), await club.rating(BEN)
    assert (own.won, own.lost, own.form, own.at) == (1, 0, "w", club.time)
    assert (other.won, other.lost, other.form) == (0, 1, "l")
    assert [seats[2].strength, seats[3].strength] == [own.strength, other.strength]
    assert seats[2].before == 1500.0
    assert other.strength.rating < 1500.0 < own.strength.rating
    learned = await RatingTables(club.store.database).learned("ludens")
    assert learned
    assert (learned.games, round(learned.start)) == (1, 70)  # 0.6 of the games are Light's
    assert learned.bias.points == learned.start  # nothing is known of the two yet


async def test_two_who_collude_hardly_turn_what_is_known_of_a_rule_set(club: Club) -> None:
    """The first game of a player with it counts in its lean as one, the tenth as a tenth of one."""

    async def lean() -> float:
        learned = await RatingTables(club.store.database).learned("ludens")
        assert learned
        return learned.bias.points - learned.start

    await club.know(ANNA, BEN)
    await club.won(ANNA, BEN)
    first = await lean()
    for _ in range(9):
        club.time += DAY
        await club.won(ANNA, BEN)
    ten = await lean()
    await club.won(ANNA, 201)  # a fresh account without any record
    assert first < 0
    assert 3 * first < ten < first
    assert await lean() == ten


@pytest.mark.slow
async def test_in_a_day_a_lean_moves_by_no_more_than_it_is_uncertain(club: Club) -> None:
    tables = RatingTables(club.store.database)
    people = range(201, 261)
    await club.know(*people)
    uncertain = start_of(leaning("ludens")).deviation
    for winner in people[:-1]:
        await club.won(winner, winner + 1)
    learned = await tables.learned("ludens")
    assert learned
    within = abs(learned.bias.points - learned.start)
    assert uncertain / 2 < within <= uncertain
    assert learned.bias.deviation < uncertain
    club.time += DAY
    await club.won(201, 203)
    another = await tables.learned("ludens")
    assert another
    assert another.bias.points < learned.bias.points


async def test_in_private_it_counts_everywhere_alone(club: Club) -> None:
    seats = await RatingTables(club.store.database).seats(await club.won(ANNA, BEN, PRIVATE))
    assert {seat.guild for seat in seats} == {EVERYWHERE}


@pytest.mark.parametrize(
    ("how", "counted"),
    [("early", False), ("late", True), ("stopped", False), ("friendly", False), ("placed", False)],
)
async def test_what_counts(club: Club, how: str, counted: bool) -> None:  # noqa: FBT001
    terms: dict[str, dict[str, Any]] = {"friendly": {"rated": False}, "placed": {"start": PLACED}}
    plies = 3 if how == "early" else 4
    record = await club.begin(ANNA, BEN, plies=plies, **terms.get(how, {}))
    if how == "stopped":
        await stop(club.services, TABLUT.guild, record.id, CARL)
    else:
        await play.resign(club.services, record.id, BEN)
    assert bool(await RatingTables(club.store.database).seats(record.id)) is counted


def test_a_win_on_the_board_counts_however_short_it_was() -> None:
    given_away = {Reason.RESIGNED, Reason.AGREED, Reason.TIME}
    never = {Reason.STOPPED, Reason.NOT_BEGUN}
    assert {reason for reason in Reason if not was_played(reason, 3)} == given_away | never
    assert {reason for reason in Reason if not was_played(reason, 4)} == never


async def test_what_was_taken_back_was_never_played(club: Club) -> None:
    """Four moves less one are three: a game given up then does not count, as the other agreed."""
    record = await club.begin(ANNA, BEN)
    asked = await play.offer(club.services, record.id, BEN, Offer.TAKEBACK)
    await play.answer(club.services, asked.id, ANNA, accepted=True)
    await play.resign(club.services, record.id, BEN)
    assert await RatingTables(club.store.database).seats(record.id) == []


@pytest.mark.parametrize(
    ("plies", "outcomes"), [(3, []), (4, [(ANNA, Outcome.LOST), (BEN, Outcome.WON)])]
)
async def test_a_game_lost_on_time_counts_once_both_have_moved_twice(
    club: Club, plies: int, outcomes: list[tuple[int, Outcome]]
) -> None:
    record = await club.begin(ANNA, BEN, plies=plies, pace=Pace(days=1))
    club.time += 10 * DAY
    await process_due_match(club.services, record.id, club.time)
    seats = await RatingTables(club.store.database).seats(record.id)
    assert [(seat.player, seat.outcome) for seat in seats[:2]] == outcomes


async def test_of_games_lost_on_time_at_once_one_counts(path: Path, club: Club) -> None:
    opponents = (BEN, CARL, DORA)
    late = [await club.begin(ANNA, other, pace=Pace(days=1)) for other in opponents]
    tables = RatingTables(club.store.database)

    async def counted() -> list[int]:
        return [len(await tables.seats(record.id)) for record in late]

    async def lost() -> list[tuple[int, int]]:
        """The games that stand in head to head as lost, and those that are listed."""
        tallies = [await club.store.matches.tally(Search(ANNA, other)) for other in opponents]
        return [(tally.of(Outcome.LOST), tally.listed(Outcome.LOST)) for tally in tallies]

    club.time += 2 * DAY
    for record in late:
        club.time += 60
        await process_due_match(club.services, record.id, club.time)
    assert await counted() == [4, 0, 0]
    assert await lost() == [(1, 1), (0, 1), (0, 1)]
    assert (await club.rating(ANNA)).lost == 1
    assert (await club.rating(CARL)).games == 0
    ended = [await club.services.record(record.id) for record in late]
    assert [(await rating_changes(club.services, record)).late for record in ended] == [
        None,
        ANNA,
        ANNA,
    ]
    await tables.rebuild(leaning)
    assert await counted() == [4, 0, 0]
    assert await lost() == [(1, 1), (0, 1), (0, 1)]
    assert await faults(path) == []
    late.append(await club.begin(ANNA, BEN, pace=Pace(days=1)))  # a day later it is another one
    club.time += 2 * DAY
    await process_due_match(club.services, late[-1].id, club.time)
    assert await counted() == [4, 0, 0, 4]
    await club.store.personal_data.erase(DORA, club.time)  # what was not lost then never will be
    await tables.rebuild(leaning)
    assert (await club.store.matches.tally(Search(ANNA))).of(Outcome.LOST) == 2
    assert await faults(path) == []


async def test_the_nth_game_of_two_in_a_season_counts_as_an_nth(club: Club) -> None:
    numbers = [await club.won(ANNA, BEN) for _ in range(3)]
    numbers.append(await club.won(ANNA, CARL))
    club.time = starts(season_of(club.time) + 1)
    numbers.append(await club.won(ANNA, BEN))
    seats = [await RatingTables(club.store.database).seats(number) for number in numbers]
    assert [seat[2].weight for seat in seats] == [1.0, 0.5, 0.333333, 1.0, 1.0]


async def test_a_counter_offer_says_anew_whether_it_counts(club: Club) -> None:
    terms = Terms("ludens", Side.DARK, Pace())
    challenge, _ = await challenges.make_challenge(club.services, HERE, ANNA, BEN, terms)
    back = replace(terms, side=Side.LIGHT, rated=False)
    countered = await challenges.counter(club.services, challenge.id, BEN, back)
    record = await challenges.accept(club.services, countered.id, ANNA)
    assert (record.light, record.rated) == (BEN, False)


async def test_both_games_of_a_pair_count_each_for_itself(club: Club) -> None:
    first = await club.begin(ANNA, BEN, games=2)
    await play.resign(club.services, first.id, BEN)
    second = (await start_second(club.services, first.id, ANNA)).id
    for path in MOVES:
        record = await club.store.matches.record(second)
        assert record
        await play.make_move(club.services, second, record.player(record.match.turn), path)
    await play.resign(club.services, second, ANNA)
    for number in (first.id, second):
        assert len(await RatingTables(club.store.database).seats(number)) == 4
    own = await club.rating(ANNA)
    assert (own.won, own.lost, own.form) == (1, 1, "wl")


async def test_a_table_has_listed_people_of_three_opponents_what_is_known_first(club: Club) -> None:
    for winner, loser in ((ANNA, BEN), (ANNA, CARL), (BEN, DORA), (CARL, DORA)):
        await club.won(winner, loser)
        await club.won(winner, loser)
    assert await club.order() == []
    await club.won(ANNA, DORA)
    await club.won(BEN, CARL)
    assert sorted(await club.order()) == [ANNA, BEN, CARL, DORA]
    for friends in ((201, 202), (CARL, 201)):
        await club.won(*friends)
    assert sorted(await club.order()) == [ANNA, BEN, CARL, DORA]
    await keep_person(club.store, replace(await club.store.people.person(CARL), listed=False))
    await keep_person(club.store, replace(await club.store.people.person(DORA), listed=False))
    assert await club.order() == [ANNA, BEN]
    lucky = Rating(TABLUT.guild, Family.TABLUT, BEN, Strength(1900.0, 220.0), won=9, opponents=3)
    await club.store.database.execute(KEEP_RATING, **row_of(lucky))
    sure = Rating(TABLUT.guild, Family.TABLUT, ANNA, Strength(1700.0, 60.0), won=9, opponents=3)
    await club.store.database.execute(KEEP_RATING, **row_of(sure))
    assert await club.order() == [ANNA, BEN]
    seen = [(await club.standing(player)).own for player in (ANNA, BEN, CARL)]
    assert [own and own.place for own in seen] == [1, 2, None]
    assert {(await club.standing(player)).opponents for player in (ANNA, 201, 203)} == {3}
    await keep_person(club.store, replace(await club.store.people.person(ANNA), listed=False))
    assert await club.order() == [BEN]
    assert (await club.standing()).own is None
    standing = await club.standing(BEN)
    assert standing.own
    assert (standing.count, standing.own.place) == (1, 1)


@pytest.mark.slow
async def test_among_three_friends_a_table_asks_for_the_two_others(club: Club) -> None:
    async def asked() -> list[int]:
        return [(await club.standing(player)).opponents for player in (ANNA, DORA)]

    for _ in range(3):
        await club.won(ANNA, BEN)
    assert (await club.order(), await asked()) == ([], [2, 2])
    await club.won(BEN, CARL)
    assert await club.order() == [BEN]  # Carl has played one game
    await club.won(ANNA, CARL)
    assert await club.order() == [ANNA, BEN]
    await club.won(ANNA, CARL)
    assert await club.order() == [ANNA, BEN, CARL]
    assert await asked() == [2, 3]
    for _ in range(9):  # a second account, say: it plays with nobody else
        await club.won(BEN, 201)
        await club.won(BEN, 202)
    assert sorted(await club.order()) == [ANNA, BEN, CARL]
    await club.won(DORA, ANNA)
    await club.won(DORA, BEN)
    assert await club.order() == [BEN, ANNA]  # Carl and Dora play, but have not met
    assert await asked() == [3, 3]
    await club.won(CARL, DORA)
    assert sorted(await club.order()) == [ANNA, BEN, CARL, DORA]


async def test_who_played_before_asks_nothing_more_of_those_who_play_now(club: Club) -> None:
    people = (ANNA, BEN, CARL, DORA)
    for number, winner in enumerate(people):
        for loser in people[number + 1 :]:
            await club.won(winner, loser)
    club.time = starts(season_of(club.time) + 1)
    for winner, loser in ((ANNA, BEN), (BEN, CARL), (ANNA, CARL)) * 2:
        await club.won(winner, loser)
    season = season_of(club.time)
    rows = (await club.standing(season=season)).rows
    assert {row.rating.player for row in rows} == {ANNA, BEN, CARL}
    assert (await club.standing()).count == len(people)


async def test_a_table_counts_the_games_of_a_season_and_a_rule_set(club: Club) -> None:
    for loser in (BEN, CARL, DORA):
        await club.won(ANNA, loser)
        await club.won(loser, 201)
    await club.won(202, BEN)
    spring = season_of(club.time)
    club.time = starts(spring + 1)
    for loser in (ANNA, BEN, DORA):
        await club.won(CARL, loser)
    tables = {
        (season, rules): [
            (row.rating.player, row.won, row.drawn, row.lost)
            for row in (await club.standing(season=season, rules=rules)).rows
        ]
        for season in (0, spring, spring + 1, spring + 2)
        for rules in ("", "ludens", "bga")
    }
    first = [(ANNA, 3, 0, 0), (BEN, 1, 0, 2), (201, 0, 0, 3)]
    assert sorted(tables[spring, ""]) == sorted(tables[spring, "ludens"]) == first
    second = [(CARL, 3, 0, 0)]
    assert sorted(tables[spring + 1, ""]) == sorted(tables[spring + 1, "ludens"]) == second
    ever = [
        *((ANNA, 3, 0, 1), (BEN, 1, 0, 3), (CARL, 4, 0, 1), (DORA, 1, 0, 2)),
        (201, 0, 0, 3),
    ]
    assert sorted(tables[0, ""]) == sorted(tables[0, "ludens"]) == ever
    assert tables[0, ""][0] == (CARL, 4, 0, 1)
    assert tables[spring + 2, ""] == tables[0, "bga"] == tables[spring, "bga"] == []


async def test_a_table_shows_the_latest_results_of_those_that_it_counts(club: Club) -> None:
    spring = season_of(club.time)
    for winner in (ANNA, BEN):
        for loser in (CARL, DORA, 201):
            await club.won(winner, loser)
    await club.won(ANNA, BEN)
    club.time = starts(spring + 1)
    for winner in (BEN, CARL):
        await club.won(winner, ANNA)
    for loser in (BEN, CARL, DORA):
        another = await club.begin(loser, ANNA, rules="bga")
        await play.resign(club.services, another.id, loser)

    async def forms(season: int, rules: str) -> dict[int, str]:
        rows = (await club.standing(season=season, rules=rules)).rows
        return {row.rating.player: row.form for row in rows}

    assert await forms(0, "") == {ANNA: "llwww", BEN: "wwlwl"}
    assert await forms(0, "ludens") == {ANNA: "wwwll", BEN: "wwwlw"}
    assert await forms(0, "bga") == {ANNA: "www"}
    assert await forms(spring, "") == {ANNA: "wwww", BEN: "wwwl"}
    assert await forms(spring + 1, "") == {ANNA: "llwww"}
    assert await forms(spring + 1, "ludens") == {}


@pytest.mark.slow
async def test_a_table_has_pages_and_opens_on_the_readers_own(club: Club) -> None:
    people = range(201, 211)
    for player, distance in product(people, (1, 2, 3)):
        await club.won(player, 201 + (player - 201 + distance) % 10)
    order = await club.order()
    last = await club.standing(order[-1], most=4)
    assert (last.page, last.pages, last.count) == (2, 3, 10)
    assert [row.place for row in last.rows] == [9, 10]
    assert last.own == last.rows[-1]
    assert (await club.standing(ANNA, most=4)).page == 0
    assert (await club.standing(ANNA, page=1, most=4)).rows[0].rating.player == order[4]
    assert (await club.standing(ANNA, page=99, most=4)).page == 2


async def test_results_are_the_newest_first_with_how_strong_the_opponent_was(club: Club) -> None:
    numbers = [await club.won(ANNA, BEN), await club.won(BEN, ANNA)]
    asked = (ANNA, TABLUT.guild, Family.TABLUT)
    results = await StandingTables(club.store.database).results(*asked, 9)
    assert [result.match for result in results] == numbers[::-1]
    assert [result.outcome for result in results] == [Outcome.LOST, Outcome.WON]
    assert results[1].met == 1500
    assert results[0].met is not None
    assert results[0].met < 1500
    assert await StandingTables(club.store.database).results(*asked, 1) == results[:1]
    await club.store.personal_data.erase(BEN, club.time)
    left = await StandingTables(club.store.database).results(*asked, 9)
    assert [(result.opponent, result.met) for result in left] == [(FORMER, None)] * 2


async def test_a_curve_has_the_newest_results_the_oldest_first(club: Club) -> None:
    numbers = [await club.won(ANNA, BEN) for _ in range(3)]
    asked = (ANNA, TABLUT.guild, Family.TABLUT)
    curve = await RatingTables(club.store.database).curve(*asked, 0, 2)
    assert [seat.match for seat in curve] == numbers[1:]
    assert curve[0].strength.rating == curve[1].before
    assert await RatingTables(club.store.database).curve(*asked, club.time + 1, 9) == []


async def test_marks_are_earned_once(club: Club) -> None:
    numbers = [await club.won(ANNA, BEN) for _ in range(11)]
    tenth = await RatingTables(club.store.database).honours_in(numbers[9])
    assert {(honour.player, honour.mark) for honour in tenth} == {
        (ANNA, Mark.FRIENDS),
        (BEN, Mark.FRIENDS),
    }
    assert [
        len(await RatingTables(club.store.database).honours_in(number))
        for number in (numbers[8], numbers[10])
    ] == [
        0,
        0,
    ]
    (mark,) = await RatingTables(club.store.database).honours_of(ANNA)
    assert mark == Honour(ANNA, Mark.FRIENDS, numbers[9], tenth[0].at)


@pytest.mark.slow
async def test_an_upset_is_a_mark_where_both_are_known(club: Club) -> None:
    await club.know(ANNA, DORA)
    for weaker in range(201, 221):
        await club.know(weaker)
        await club.won(ANNA, weaker)
        await club.won(weaker, DORA)
    number = await club.won(DORA, ANNA)
    honours = await RatingTables(club.store.database).honours_in(number)
    assert [(honour.player, honour.mark) for honour in honours] == [(DORA, Mark.UPSET)]


async def test_who_is_erased_goes_and_their_opponents_keep_theirs(club: Club) -> None:
    numbers = [await club.won(ANNA, BEN) for _ in range(10)]
    before = await club.rating(BEN)
    await club.store.personal_data.erase(ANNA, club.time)
    assert await club.rating(BEN) == before
    assert await club.rating(ANNA) == Rating(TABLUT.guild, Family.TABLUT, ANNA)
    seats = [
        seat for number in numbers for seat in await RatingTables(club.store.database).seats(number)
    ]
    assert {(seat.player, seat.opponent) for seat in seats} == {(BEN, FORMER)}
    assert [
        honour.player for honour in await RatingTables(club.store.database).honours_in(numbers[9])
    ] == [BEN]


async def test_a_dossier_has_all_of_it(club: Club) -> None:
    await club.won(ANNA, BEN)
    dossier = await club.store.personal_data.of(ANNA)
    assert [rating["server"] for rating in dossier.features["ratings"]] == [None, str(TABLUT.guild)]
    results = dossier.features["results"]
    assert [(result["opponent"], result["outcome"]) for result in results] == [
        (str(BEN), Outcome.WON)
    ] * 2
    assert dossier.features["honours"] == []


# SQLite alone


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with forty games in it, which no test changes."""
    path = tmp_path_factory.mktemp("forty") / "konakis.db"

    async def fill() -> None:
        async with open_store(path, EXTENSIONS) as store:
            await Club(store).many(40)

    asyncio.run(fill())
    return path


@pytest.fixture
async def played(path: Path, forty: Path) -> AsyncGenerator[Store]:
    """With forty games in it."""
    shutil.copy(forty, path)
    async with open_store(path, EXTENSIONS) as store:
        yield store


async def everything(store: Store) -> list[Rating | Seat]:
    """Every rating, and every row of history."""
    rows: list[Rating | Seat] = []
    for player in (ANNA, BEN, CARL, DORA):
        rows += await RatingTables(store.database).ratings_of(player)
    for match in range(1, 41):
        rows += await RatingTables(store.database).seats(match)
    return rows


def other(_: str) -> Measured:
    """Return an earlier engine's measurement: the stored one counts."""
    return Measured(0.9, 0.05, 60)


async def faults(path: Path) -> Sequence[str]:
    return [broken.sentence for broken in check(path, EXTENSIONS)]


@pytest.mark.slow
async def test_worked_out_again_it_is_the_same(path: Path, played: Store) -> None:
    before = await everything(played)
    assert await faults(path) == []
    assert await RatingTables(played.database).rebuild(other) == 40
    assert await everything(played) == before
    assert await faults(path) == []


async def test_what_tables_ask_counts_each_opponent_once(played: Store) -> None:
    club = Club(played)
    for day in (100, 200):  # in two more seasons
        club.time = day * DAY
        await club.won(ANNA, BEN)
        await play.resign(club.services, (await club.begin(CARL, DORA, rules="bga")).id, DORA)
    seats = await played.database.many(Seat, "SELECT * FROM seat")
    met: defaultdict[tuple[object, ...], set[int]] = defaultdict(set)
    for seat in seats:
        for season, rules in product((0, season_of(seat.at)), ("", seat.rules)):
            met[seat.guild, seat.family, season, rules, seat.player].add(seat.opponent)
    scores = await played.database.many(Score, "SELECT * FROM score")
    ratings = await played.database.many(Rating, "SELECT * FROM rating")
    for score in scores:
        which = score.guild, score.family, score.season, score.rules, score.player
        assert score.opponents == len(met[which]), which
    for rating in ratings:
        which = rating.guild, rating.family, 0, "", rating.player
        assert rating.opponents == len(met[which]), which
    assert {score.opponents for score in scores} == {1, 3}


async def test_also_after_an_erasure(path: Path, played: Store) -> None:
    for player in (CARL, DORA):
        await played.personal_data.erase(player, 9000)
    before = await everything(played)
    assert (await Club(played).rating(ANNA)).opponents == 3  # two of them now share a number
    assert await RatingTables(played.database).rebuild(other) == 40
    assert await everything(played) == before
    assert await faults(path) == []
    await Club(played).won(ANNA, BEN)
    assert await faults(path) == []


async def test_however_a_game_ends_it_is_worked_out_again_as_it_was(
    path: Path, played: Store
) -> None:
    club = Club(played)
    club.time = 10 * DAY
    timed = await club.begin(ANNA, BEN, pace=Pace(days=1))
    club.time += 10 * DAY
    await process_due_match(club.services, timed.id, club.time)
    agreed = await club.begin(ANNA, CARL, rules="bga")
    asked = await play.offer(club.services, agreed.id, CARL, Offer.AGREE)
    await play.answer(club.services, asked.id, ANNA, accepted=True)
    club.time -= 5 * DAY  # the clock was set back
    await club.won(BEN, ANNA)
    early = await club.begin(BEN, ANNA, plies=3)
    await play.resign(club.services, early.id, ANNA)
    before = await everything(played)
    assert await faults(path) == []
    assert await RatingTables(played.database).rebuild(other) == 43
    assert await everything(played) == before


async def test_in_the_program_a_rule_set_starts_from_peoples_lean(path: Path) -> None:
    """The stakes that are shown before its first game start from the same."""
    start = start_of(people()["saami"])
    async with open_store(path, OF_THE_PROGRAM) as store:
        club = Club(store, all_counted())
        record = await club.begin(ANNA, BEN, rules="saami")
        await play.resign(club.services, record.id, ANNA)
        learned = await RatingTables(store.database).learned("saami")
        assert learned
        assert (learned.start, learned.start_deviation) == (start.points, start.deviation)
        assert start == start_of(club.services.counted.before_games("saami"))


@pytest.mark.parametrize(
    ("damage", "table"),
    [
        ("DELETE FROM rating WHERE player = 101", "rating"),
        ("DELETE FROM seat WHERE player = 101", "seat"),
        ("DELETE FROM lean", "lean"),
        ("DELETE FROM rated WHERE number = 40", "rated"),
        ('UPDATE "match" SET excused = 1 WHERE id = 40', "match.excused"),
    ],
)
async def test_a_check_sees_what_the_games_do_not_say_and_a_rebuild_mends_it(
    path: Path, played: Store, damage: str, table: str
) -> None:
    before = await everything(played)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(damage)
    sentence = f"{table} is not what the games say: konakis ratings rebuild"
    assert sentence in await faults(path)
    assert await RatingTables(played.database).rebuild(leaning) == 40
    assert await everything(played) == before
    assert await faults(path) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE rating SET won = 9223372036854775807",
        "UPDATE rating SET drawn = 9223372036854775807",
        "UPDATE rating SET lost = 9223372036854775807",
        "UPDATE score SET won = 9223372036854775807",
        "UPDATE score SET drawn = 9223372036854775807",
        "UPDATE score SET lost = 9223372036854775807",
        "UPDATE lean SET games = 9223372036854775807",
        "UPDATE rated SET number = 9223372036854775807 WHERE number = 40",
        "UPDATE rated SET number = 9223372036854775806 WHERE number = 40",
    ],
)
async def test_a_game_ends_though_a_number_cannot_grow(
    path: Path, played: Store, damage: str
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(damage)
    club = Club(played)
    club.time = 10**8
    for _ in range(3):
        assert await RatingTables(played.database).seats(await club.won(ANNA, BEN))
    assert await faults(path)
    await RatingTables(played.database).rebuild(leaning)
    assert (await club.rating(ANNA)).games > 3
