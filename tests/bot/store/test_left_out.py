"""A row that cannot be read is one row: it is logged, left out, and all else goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from bot.features.ratings.tables import RatingTables
from bot.features.turn_list.tables import TurnListTables
from bot.model.challenges import Standing
from bot.model.moderation import Act, LogEntry
from bot.model.people import FORMER, Person
from bot.model.servers import Server
from bot.model.times import Vacation
from bot.service import play
from bot.service.balance import Measured
from bot.service.challenges import rematch
from bot.service.clocks import clock_states
from bot.service.erasure import erase
from bot.service.services import Services
from bot.store.changes import BrokenMatch, Change
from bot.store.check import check
from bot.store.store import open_store
from bot.ui.actions.completion import to_move
from bot.ui.typed_moves import fitting
from games.core import Side
from games.events import Resigned
from games.pace import DAY, LATEST, Clock, Pace
from tests.bot.features.ratings.test_tables import Club
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    PLACE,
    bar,
    begun,
    board,
    challenged,
    following,
    keep_guild,
    keep_person,
    keep_vacation,
    moved,
    read,
    record,
)
from tests.bot.store.spoil import spoil

if TYPE_CHECKING:
    from pathlib import Path

TURN = """UPDATE "match" SET turn = 'x' WHERE id = 1"""
BYTE = "CAST(x'ff' AS TEXT)"  # text that is no UTF-8
EVENT = """UPDATE event SET data = CAST(x'7bff' AS TEXT) WHERE "match" = 1"""


async def test_a_damaged_post_does_not_keep_others_from_being_sent(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(2):
            await begun(store, None, board(), board(number=2))
        spoil(path, "UPDATE post SET kind = 'x' WHERE id = 1")
        for _ in range(2):
            posts = await store.posts.due(0, 9)
            assert [post.id for post in posts] == [2, 3]  # the next one of its lane, too
    assert caplog.messages == ["row 1 of post is left out: its kind cannot be read"]


@pytest.mark.parametrize("column", ["queue", "guild", "lane", "due"])
async def test_nor_does_one_whose_place_or_time_cannot_be_read(path: Path, column: str) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(2):
            await begun(store, None, board(), board(number=2))
        spoil(path, f"UPDATE post SET {column} = CAST(x'ff' AS TEXT) WHERE id = 1")  # noqa: S608
        sent = {post.id for _ in range(2) for post in await store.posts.due(0, 9)}
        assert sent - {1} == {2, 3}
    told = " ".join([broken.sentence for broken in check(path, EXTENSIONS)])
    assert ("row 1 of post" in told) is (column != "lane")  # which only says what it waits for


async def test_a_damaged_match_does_not_keep_other_clocks_from_running(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for due in (50, 60, 70):
            await begun(store, replace(record(), due=due))
        spoil(path, TURN)
        assert [listing.id for listing in await store.matches.running(ANNA)] == [2, 3]
        assert (await read(store, 2)).due == 60
    assert caplog.messages == ["row 1 of match is left out: its turn cannot be read"]


async def test_a_post_of_no_queue_holds_up_none_of_its_lane(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store)
        await store.commit(Change(posts=(board(known.id, 1), board(known.id, 2))))
    spoil(path, "UPDATE post SET queue = '' WHERE id = 1")
    async with open_store(path, EXTENSIONS) as store:
        assert [post.id for post in await store.posts.due(9000, 5)] == [2]


@pytest.mark.parametrize("number", [1, 2], ids=["the first", "the second"])
async def test_a_match_that_is_said_to_be_over_goes_on(path: Path, number: int) -> None:
    async with open_store(path, EXTENSIONS) as store:
        first = await begun(store, replace(record(), games=2))
        second = await begun(store, replace(record(), games=2, first=first.id))
        known = {1: first, 2: second}[number]
    over = "UPDATE match SET reason = 'resigned', winner = 'd' WHERE id = "
    spoil(path, over + str(number))
    async with open_store(path, EXTENSIONS) as store:
        await store.matches.record(1)
        for player in (known.dark, known.light):
            assert [listing.id for listing in await store.matches.running(player)] == [3 - number]
        await store.commit(following(known, moved(known)))
        for player in (known.dark, known.light):
            assert sorted(listing.id for listing in await store.matches.running(player)) == [1, 2]


async def test_a_match_that_is_said_to_go_on_is_listed_as_it_is_said(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store)
        await store.commit(following(known, Resigned(known.match.turn, 2000)))
    spoil(path, """UPDATE "match" SET reason = NULL, winner = NULL WHERE id = 1""")
    async with open_store(path, EXTENSIONS) as store:
        await store.matches.record(1)
        for _ in range(3):
            (line,) = await store.matches.running(known.dark)
            assert line.reason is None


async def test_a_damaged_event_breaks_its_own_match_alone(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(2):
            await begun(store)
    spoil(path, EVENT)
    async with open_store(path, EXTENSIONS) as store:
        with pytest.raises(BrokenMatch, match=r"^The events of match 1 make no match"):
            await store.matches.record(1)
        known = await read(store, 2)
        await store.commit(following(known, moved(known)))
        assert {listing.id for listing in await store.matches.running(ANNA)} == {1, 2}


async def test_a_match_whose_row_cannot_be_read_is_broken(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await begun(store)
    spoil(path, 'UPDATE "match" SET days = -1')
    async with open_store(path, EXTENSIONS) as store:
        with pytest.raises(BrokenMatch, match=r"^Match 1 cannot be read: its days, reserve, w"):
            await store.matches.record(1)


async def test_the_second_game_goes_on_where_the_first_cannot_be_read(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        first = await begun(store, replace(record(), games=2))
        await begun(store, replace(record(ANNA, BEN), games=2, first=first.id))
    spoil(path, EVENT)
    async with open_store(path, EXTENSIONS) as store:
        second = await read(store, 2)
        assert (second.first, second.earlier) == (1, None)


async def test_settings_that_cannot_be_read_are_the_defaults_until_they_are_set_again(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await keep_person(store, Person(ANNA, text=True, theme="slate"))
        await keep_guild(store, Server(5, "fr"))
        await store.notes.keep("a", "b")
        spoil(path, "UPDATE person SET theme = CAST(x'ff' AS TEXT)")
        spoil(path, "UPDATE guild SET channels = '{'")
        spoil(path, "UPDATE note SET text = CAST(x'ff' AS TEXT) WHERE name = 'a'")
        assert await store.people.person(ANNA) == Person(ANNA)
        assert await store.servers.guild(5) == Server(5)
        assert await store.notes.read("a") is None
        await store.people.change(ANNA, lambda person: replace(person, picture=False), 0)
        await store.servers.change(5, lambda server: replace(server, days=3))
        assert await store.people.person(ANNA) == Person(ANNA, picture=False)
        assert await store.servers.guild(5) == Server(5, days=3)
    assert str(ANNA) not in caplog.text
    assert len(caplog.messages) == 3


async def test_damaged_challenges_and_vacations_are_left_out(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await challenged(store)
        second = await challenged(store)
        for start in (100, 200):
            await keep_vacation(store, Vacation(0, ANNA, start, start + 50), start)
        spoil(path, "UPDATE challenge SET days = -1 WHERE id = 1")
        spoil(path, "UPDATE vacation SET start = 'x' WHERE id = 1")
        assert await store.challenges.challenge(1) is None
        assert await store.challenges.open_of(ANNA) == [second]
        assert [vacation.id for vacation in await store.times.vacations_of(ANNA)] == [2]
        assert [vacation.id for vacation in await store.times.vacations([ANNA], 0)] == [2]


async def test_what_is_stored_about_a_person_is_all_that_can_be_read(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(3):
            known = await begun(store)
            await store.commit(following(known, moved(known)))
        await challenged(store)
        spoil(path, EVENT + " AND number = 2")
        spoil(path, TURN.replace("turn", "winner").replace("id = 1", "id = 2"))
        spoil(path, "UPDATE challenge SET days = -1")
        stored = await store.personal_data.of(ANNA)
        assert [(match.id, len(match.log)) for match in stored.matches] == [(1, 1), (3, 2)]
        assert stored.challenges == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage",
    [
        *(EVENT, TURN, EVENT.replace("data", "sum")),
        f"""UPDATE "match" SET rules = {BYTE} WHERE id = 1""",  # noqa: S608
        'UPDATE "match" SET version = 7 WHERE id = 1',
    ],
)
async def test_a_player_with_a_broken_game_can_be_erased(path: Path, damage: str) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await begun(store)
        await begun(store)
        await begun(store, record(BEN, CARL))
        await challenged(store)
    spoil(path, damage)
    spoil(path, "UPDATE challenge SET days = -1")
    async with open_store(path, EXTENSIONS) as store:
        services = Services(store, lambda: 5000, lambda: Side.DARK)
        await asyncio.wait_for(erase(services, ANNA), 30)
        assert (await store.personal_data.of(ANNA)).matches == ()
        assert (await read(store, 2)).light == FORMER
        assert (await read(store, 3)).match.verdict is None
    with closing(sqlite3.connect(path)) as db:
        seats = db.execute('SELECT dark, light FROM "match"').fetchall()
        assert db.execute('SELECT "by", opponent FROM challenge').fetchall() == [(FORMER, BEN)]
    assert seats == [(BEN, FORMER), (BEN, FORMER), (BEN, CARL)]


@pytest.mark.parametrize("column", ["match", "counter_of", "rematch_of"])
async def test_a_player_is_erased_whose_challenge_points_nowhere(path: Path, column: str) -> None:
    async with open_store(path, EXTENSIONS) as store:
        known = await challenged(store)
        spoil(path, f'UPDATE challenge SET "{column}" = 999')  # noqa: S608
        services = Services(store, lambda: 5000, lambda: Side.DARK)
        await asyncio.wait_for(erase(services, ANNA), 30)
        challenge = await store.challenges.challenge(known.id)
        assert challenge
        assert (challenge.by, challenge.standing) == (FORMER, Standing.WITHDRAWN)


async def test_a_player_is_erased_whose_game_is_over_though_its_row_says_it_goes_on(
    path: Path,
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store)
        await store.commit(following(known, Resigned(Side.DARK, 2000)))
    spoil(path, 'UPDATE "match" SET reason = NULL')
    async with open_store(path, EXTENSIONS) as store:
        services = Services(store, lambda: 5000, lambda: Side.DARK)
        await asyncio.wait_for(erase(services, ANNA), 30)
        assert (await store.personal_data.of(ANNA)).matches == ()


@pytest.mark.parametrize("table", ["vacation", "outage"])
async def test_the_check_goes_on_after_a_time_that_cannot_be_read(path: Path, table: str) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await keep_vacation(store, Vacation(0, ANNA, 900, 9000), 900)
        await store.times.keep_outage(1100, 1200)
        clock = Clock(Side.DARK, 1000, 13 * DAY, 10 * DAY, ())
        await begun(store, replace(record(), clock=clock, due=1000 + 3 * DAY))
        await begun(store)
    spoil(path, f"""UPDATE {table} SET "end" = {BYTE}""")  # noqa: S608
    spoil(path, TURN.replace("id = 1", "id = 2"))
    faults = [*check(path, EXTENSIONS)]
    assert any(table in fault.sentence for fault in faults)
    assert faults[-1].match == 2


@pytest.mark.parametrize("number", [2**63 - 1, 2**36])
@pytest.mark.parametrize("table", ["vacation", "outage"])
async def test_a_time_that_never_ends_stops_neither_lists_nor_the_check(
    path: Path, table: str, number: int
) -> None:
    clock = Clock(Side.DARK, 1000, 13 * DAY, 10 * DAY, (), weekends=False)
    async with open_store(path, EXTENSIONS) as store:
        await keep_vacation(store, Vacation(0, ANNA, 900, 9000), 900)
        await keep_vacation(store, Vacation(0, BEN, 900, 9000), 900)
        await store.times.keep_outage(1100, 1200)
        resting = replace(record(), pace=Pace(3, 10, weekends=False), clock=clock, due=5000)
        known = await begun(store, resting)
        spoil(path, f'UPDATE {table} SET "end" = {number}')  # noqa: S608
        services = Services(store, lambda: 5000, lambda: Side.DARK)
        states = await clock_states(services, await store.matches.running(BEN))
        assert 5000 < states[known.id].deadline <= LATEST
        await play.make_move(services, known.id, BEN, ("d1", "d3"), 1)
        assert (await read(store, known.id)).clock
    told = " ".join(broken.sentence for broken in check(path, EXTENSIONS))
    assert (table in told) is (number > LATEST)


@pytest.mark.parametrize("column", ["clock_since", "clock_total", "clock_reserve"])
async def test_a_clock_that_is_none_is_left_out(path: Path, column: str) -> None:
    clock = Clock(Side.DARK, 1000, 13 * DAY, 10 * DAY, (), weekends=False)
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(2):
            resting = replace(record(), pace=Pace(3, 10, weekends=False), clock=clock, due=5000)
            await begun(store, resting)
        spoil(path, f'UPDATE "match" SET {column} = {2**63 - 1} WHERE id = 1')  # noqa: S608
        assert [listing.id for listing in await store.matches.running(BEN)] == [2]


@pytest.mark.parametrize("table", ["vacation", "outage"])
async def test_a_time_that_ends_before_it_begins_is_left_out(path: Path, table: str) -> None:
    async with open_store(path, EXTENSIONS) as store:
        away = Vacation(0, ANNA, 900, 9000)
        await keep_vacation(store, away, 900)
        await store.times.keep_outage(1100, 1200)
        spoil(path, f"UPDATE {table} SET start = 10000")  # noqa: S608
        vacations, outages = await store.times.vacations([ANNA], 0), await store.times.outages(0)
        assert (len(vacations), len(outages)) == ((0, 1) if table == "vacation" else (1, 0))
    assert table in " ".join([broken.sentence for broken in check(path, EXTENSIONS)])


async def test_servers_whose_number_cannot_be_read_are_left_out(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await keep_guild(store, Server(5))
        await bar(store, 6, ANNA)
        entry = LogEntry(0, 5, 100, ANNA, Act.SETTING)
        await TurnListTables(store.database).choose([7], [], entry)
        spoil(path, f"UPDATE barred SET guild = {BYTE}")  # noqa: S608
        spoil(path, f"UPDATE turn_list SET guild = {BYTE}")  # noqa: S608
        assert await store.servers.stored() == [5]


async def test_a_row_of_a_feature_is_named_by_its_table(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        lists, entry = TurnListTables(store.database), LogEntry(0, 5, 100, ANNA, Act.SETTING)
        await lists.choose([7], [], entry)
        spoil(path, f"UPDATE turn_list SET renewed = {BYTE}")  # noqa: S608
        assert not await lists.of_guild(5)
    assert caplog.messages == ["a row of turn_list is left out: its renewed cannot be read"]


async def test_a_turn_list_leaves_out_what_cannot_be_read(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(3):
            await begun(store)
        spoil(path, f"""UPDATE "match" SET since = {BYTE} WHERE id = 2""")  # noqa: S608
        games, _ = await TurnListTables(store.database).games(PLACE.guild or 0, [PLACE.channel], 9)
        assert [game.id for game in games] == [3, 1]


@pytest.mark.parametrize("column", ["rating.rating", "seat.outcome"])
async def test_a_table_leaves_out_what_cannot_be_read(path: Path, column: str) -> None:
    async with open_store(path, EXTENSIONS) as store:
        club = Club(store)
        for winner in (101, 103, 104):
            await club.won(winner, 102)
        table, name = column.split(".")
        spoil(path, f"UPDATE {table} SET {name} = {BYTE} WHERE player = 101")  # noqa: S608
        shown = await club.standing(102, rules="ludens")
        assert shown.own
        assert shown.own.form == "lll"


@pytest.mark.slow
@pytest.mark.parametrize("value", [1e300, -1e300, 1e-300, 0.0])
@pytest.mark.parametrize(
    "columns",
    [
        ("rating", "rating", "deviation", "volatility"),
        ("seat", "before", "rating", "deviation", "volatility"),
        ("lean", "points", "deviation"),
        ("lean", "start", "start_deviation"),
        ("rated", "gain", "deviation"),
    ],
)
async def test_with_numbers_that_cannot_be_reckoned_with_games_count_all_the_same(
    path: Path, columns: tuple[str, ...], value: float
) -> None:
    table, *names = columns
    async with open_store(path, EXTENSIONS) as store:
        club = Club(store)
        await club.won(101, 102)
        await club.won(102, 103)
        await erase(club.services, 101)
        spoil(path, f"UPDATE {table} SET {', '.join(f'{name} = {value}' for name in names)}")  # noqa: S608
        number = await club.won(102, 103)
        assert len(await RatingTables(store.database).seats(number)) == 4
        told = [broken.sentence for broken in check(path, EXTENSIONS)]
        assert any(table in sentence for sentence in told) or (names[0], value) == ("start", 0.0)
        await RatingTables(store.database).rebuild(lambda _: Measured())
        assert (await club.rating(102)).strength.deviation < 220


async def test_a_person_with_a_broken_game_types_and_asks_for_a_rematch_in_the_others(
    path: Path,
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(2):
            await begun(store)
        over = await begun(store)
        await store.commit(following(over, Resigned(Side.DARK, 2000)))
    spoil(path, EVENT)
    async with open_store(path, EXTENSIONS) as store:
        services = Services(store, lambda: 5000, lambda: Side.DARK)
        app: Any = SimpleNamespace(services=services)
        games = await store.matches.running(BEN)
        assert len(games) == 2
        assert [listing.id for listing in await to_move(app, BEN)] == [2]
        assert [listing.id for listing, _ in await fitting(app, BEN, "d1-d3", games)] == [2]
        assert await rematch(services, over.id, BEN)
