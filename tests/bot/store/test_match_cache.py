"""Matches that are kept folded: as many as agreed, and never an older one in place of a newer."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.service.model import FORMER, Kind, Post, Vacation
from bot.service.ports import Change, Stale
from bot.store import match_cache, rows, sql, writer
from bot.store.connection import reading
from bot.store.match_cache import MatchCache, read_record
from bot.store.migrations import steps
from bot.store.store import open_store
from games.events import Offer, Offered, Resigned, Withdrawn
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    beginning,
    begun,
    board,
    following,
    moved,
    read,
    record,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from bot.service.model import Listing, Record
    from bot.service.ports import Store
    from bot.store.connection import Connection
    from games.events import Event
    from games.match import Match

    Write = Callable[[Store, Record], Awaitable[object]]


def long(events: int) -> Match:
    """A match of so many events."""
    match = record().match
    for at in range(1, events):
        event = Offered if at % 2 else Withdrawn
        arguments = (Offer.AGREE,) if at % 2 else ()
        match = match.after(event(match.turn, at, *arguments))
    return match


def test_the_longest_unused_is_forgotten_first() -> None:
    folded = MatchCache(most=4 * (10 + 8))
    for number in (1, 2, 3, 4):
        folded.keep(number, long(10))
    assert folded.find(1)
    folded.keep(5, long(10))
    assert [number for number in (1, 2, 3, 4, 5) if folded.find(number)] == [1, 3, 4, 5]


def test_a_match_grows_in_its_place() -> None:
    folded = MatchCache(most=3 * (10 + 8) + 2 * (5 + 8))
    for number, events in ((1, 10), (2, 5), (3, 10), (4, 10), (5, 3)):
        folded.keep(number, long(events))
    folded.keep(2, long(7))
    assert folded.find(1)
    assert folded.find(3)
    assert folded.find(4)
    folded.keep(2, long(8))
    assert [number for number in (1, 2, 3, 4, 5) if folded.find(number)] == [1, 2, 3, 4]


def test_one_that_would_take_the_room_of_many_is_not_kept() -> None:
    folded = MatchCache(most=4 * (10 + 8))
    for number in (1, 2, 3, 4):
        folded.keep(number, long(10))
    folded.keep(5, long(11))
    folded.keep(5, long(100))
    folded.keep(4, long(100))
    assert [number for number in (1, 2, 3, 4, 5) if folded.find(number)] == [1, 2, 3, 4]


def test_an_older_one_does_not_replace_a_newer_one() -> None:
    folded = MatchCache(most=100)
    folded.keep(1, long(5))
    folded.keep(1, long(3))
    found = folded.find(1)
    assert found
    assert len(found.log) == 5


async def test_a_move_does_not_fold_the_match_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refold(log: Sequence[Event]) -> Match:
        raise AssertionError(log)

    async with open_store(path) as store:
        known = await begun(store)
        monkeypatch.setattr(match_cache, "fold", refold)
        for _ in range(4):
            await store.commit(following(known, moved(known)))
            found = await store.record(known.id)
            assert found
            assert len(found.match.log) == len(known.match.log) + 1
            known = found


async def test_a_record_is_read_once_until_it_changes(path: Path, asked: list[str]) -> None:
    async with open_store(path) as store:
        known = await begun(store)
        other = await begun(store)
        asked.clear()
        for _ in range(3):
            assert await store.record(known.id) == known
            await store.commit(following(other, moved(other)))
            other = await read(store, other.id)
            await store.keep_note("another", "thing")
            await store.post_done(Post(Kind.STRIP, match=known.id, number=1, message=700), 700)
        assert asked.count(sql.MATCH) == 3  # of the other's, in what writes it


async def end_and_erase(store: Store, known: Record) -> None:
    for each in (known, await read(store, 2)):
        await store.commit(following(each, Resigned(each.match.turn, 2000)))
    await store.erase(known.dark, 9000)


WRITES: dict[str, Write] = {
    "a move": lambda store, known: store.commit(following(known, moved(known))),
    "a plan": lambda store, known: store.keep_plan(replace(known, plan="d1-d3 e4-c4"), ""),
    "a board": lambda store, known: store.post_done(board(known.id), 701),
    "a notice": lambda store, known: store.post_done(Post(Kind.NOTICE, match=known.id), 702),
    "a reminder": lambda store, known: store.post_done(
        Post(Kind.REMINDER, match=known.id, number=1), 703
    ),
    "a thread": lambda store, known: store.post_done(board(known.id), 704, channel=77),
    "settings": lambda store, known: store.change_person(
        known.dark, lambda each: replace(each, remind=60), 50
    ),
    "a vacation": lambda store, known: store.change_vacations(
        known.light, lambda _: [Vacation(0, known.light, 10, 10**7)], 50
    ),
    "a clock set back": lambda store, _: store.clock_set_back(50),
    "an erasure": end_and_erase,
    "an end": lambda store, known: store.commit(following(known, Resigned(known.match.turn, 2000))),
    "a beginning": lambda store, known: store.commit(beginning(replace(known, id=0, games=1))),
}


async def read_anew(other: Connection, number: int) -> Record | None:
    """A match as it stands in the file, read without the store's cache."""

    async def look(number: int, after: int) -> Any:  # noqa: ANN401  rows
        return await other.run(lambda db: match_cache.match_and_events(db, number, after))

    return await read_record(look, MatchCache(100), number)


@pytest.mark.parametrize("what", WRITES)
async def test_what_is_kept_of_matches_is_what_the_file_has(path: Path, what: str) -> None:
    async with open_store(path) as store, reading(path, len(steps())) as other:
        first = await begun(store, replace(record(), games=2, due=9000, reminded=True))
        await begun(store, replace(record(), games=2, first=first.id, due=9000))
        before = [await read(store, number) for number in (1, 2)]
        await WRITES[what](store, before[0])

        fresh = [await read_anew(other, number) for number in (1, 2)]
        assert (fresh != before) is (what != "a beginning")
        assert [await store.record(number) for number in (1, 2)] == fresh


def lists_in(path: Path, *players: int) -> list[dict[int, Listing]]:
    """The matches of players that are not over, as they stand in the file."""
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        found = [sql.many(db, sql.RUNNING, {"player": player}) for player in players]
    return [{row["id"]: rows.listing(row) for row in each} for each in found]


async def lists(store: Store, *players: int) -> list[dict[int, Listing]]:
    return [{each.id: each for each in await store.running(player)} for player in players]


@pytest.mark.parametrize("what", WRITES)
async def test_what_is_kept_of_lists_is_what_the_file_has(path: Path, what: str) -> None:
    async with open_store(path) as store:
        for _ in range(2):
            await begun(store, replace(record(), due=9000, reminded=True))
        known, _ = [await read(store, number) for number in (1, 2)]
        players = known.dark, known.light, CARL
        assert await lists(store, *players) == lists_in(path, *players)
        await WRITES[what](store, known)
        for _ in range(2):
            assert await lists(store, *players) == lists_in(path, *players)


@pytest.mark.parametrize("what", WRITES)
async def test_a_list_that_is_kept_is_not_seen_after_what_is_newer_is_committed(
    path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_TIME", 0)
    async with open_store(path) as store:
        for _ in range(2):
            await begun(store, replace(record(), due=9000, reminded=True))
        known, _ = [await read(store, number) for number in (1, 2)]
        players = known.dark, known.light, CARL
        await lists(store, *players)
        changing = asyncio.create_task(_all_of(WRITES[what](store, known)))
        while not changing.done():
            for _ in range(6):
                await asyncio.sleep(0)  # until its thread has the job
            time.sleep(0.1)  # noqa: ASYNC251  the loop must not hear of the commit
            written = lists_in(path, *players)
            shown = await lists(store, *players)
            if written == lists_in(path, *players):  # an erasure is many writes
                assert shown == written


async def test_a_list_is_not_used_whose_match_ended_while_it_was_read(path: Path) -> None:
    async with open_store(path) as store:
        known = await begun(store)
    over = replace(known, match=known.match.after(Resigned(known.match.turn, 2000)))
    cache = MatchCache(100)
    cache.keep(1, over.match)
    reading_it = cache.begin_reading()
    hold = cache.hold_records(over)
    hold.begin()
    hold.end()
    cache.keep_record(over, hold.since)
    assert cache.record(1) is over
    cache.keep_unfinished(known.dark, (1,), reading_it)
    assert cache.unfinished(known.dark) is None


@pytest.mark.parametrize("hold", ["a new match", "all"])
async def test_lists_written_since_their_reading_began_are_not_kept(path: Path, hold: str) -> None:
    async with open_store(path) as store:
        known = await begun(store)
    cache = MatchCache(100)
    new = cache.hold_records(replace(known, id=0)) if hold == "a new match" else cache.hold_all()
    before = cache.begin_reading()
    cache.keep_unfinished(known.dark, (), before)
    assert cache.unfinished(known.dark) == []
    new.begin()
    during = cache.begin_reading()
    for reading_it in (before, during):
        cache.keep_unfinished(known.dark, (), reading_it)
        assert cache.unfinished(known.dark) is None
    new.end()
    for reading_it in (before, during):
        cache.keep_unfinished(known.dark, (), reading_it)
        assert cache.unfinished(known.dark) is None
    cache.keep_unfinished(known.dark, (), cache.begin_reading())
    assert cache.unfinished(known.dark) == []


async def test_a_list_is_read_once_until_a_match_begins_or_ends(
    path: Path, asked: list[str]
) -> None:
    async with open_store(path) as store:
        await begun(store)
        asked.clear()

        async def asked_while_playing() -> int:
            known = await read(store, 1)
            for _ in range(2):
                await store.running(known.dark)
            await store.commit(following(known, moved(known)))
            await store.running(known.dark)
            await store.post_done(board(1), 701)
            await store.running(known.dark)
            return asked.count(sql.RUNNING)

        assert await asked_while_playing() == 1
        other = await begun(store)
        await store.running(other.dark)
        await read(store, other.id)
        assert await asked_while_playing() == 2
        await store.commit(following(other, Resigned(other.match.turn, 2000)))
        assert await asked_while_playing() == 3


async def test_a_record_that_is_read_while_it_changes_is_not_kept(path: Path) -> None:
    async with open_store(path) as store:
        known = await begun(store)
        for message in range(700, 730):
            changing = asyncio.create_task(store.post_done(board(known.id), message))
            while not changing.done():
                await store.record(known.id)
                await asyncio.sleep(0)
            assert (await read(store, known.id)).message == message


async def test_what_a_write_has_changed_is_not_read_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(path) as store:
        known = await begun(store)
        monkeypatch.setattr(match_cache, "match_and_events", None)
        change = following(known, moved(known))
        await store.commit(replace(change, posts=(board(known.id),)))
        assert (await read(store, known.id)).match.log == (*known.match.log, *change.events)
        await store.post_done(board(known.id), 701, channel=77)
        found = await read(store, known.id)
        assert (found.message, found.place.channel) == (701, 77)


async def test_a_write_that_fails_keeps_nothing(path: Path) -> None:
    async with open_store(path) as store:
        known = await begun(store)
        change = following(known, moved(known))
        await store.commit(change)
        newest = await read(store, known.id)
        with pytest.raises(Stale):
            await store.commit(change)
        assert await read(store, known.id) == newest


async def test_of_writes_in_one_transaction_the_last_is_kept(path: Path) -> None:
    async with open_store(path) as store:
        known = await begun(store)
        boards = (store.post_done(board(known.id), message) for message in range(700, 710))
        await asyncio.gather(store.commit(following(known, moved(known))), *boards)
        found = await read(store, known.id)
        assert (found.message, len(found.match.log)) == (709, len(known.match.log) + 1)


async def test_a_record_is_kept_though_another_match_is_written_meanwhile(path: Path) -> None:
    async with open_store(path) as store:
        known = await begun(store)
    cache = MatchCache(100)
    cache.keep(1, known.match)
    reading_it = cache.begin_reading()
    other = cache.hold(2)
    other.begin()
    other.end()
    cache.keep_record(known, reading_it)
    assert cache.record(1) is known


async def test_a_record_is_kept_though_others_change_their_settings(path: Path) -> None:
    async with open_store(path) as store:
        await begun(store, replace(record(), due=9000))
        known = await read(store, 1)
        for player in (99, known.dark):
            assert await read(store, 1) is known
            await store.change_person(player, lambda each: replace(each, remind=60), 50)
            await store.change_vacations(player, lambda _: [Vacation(0, 99, 10, 10**7)], 50)
        assert (await read(store, 1)).due == 50


async def test_a_record_is_kept_while_the_receipt_of_its_board_waits(path: Path) -> None:
    async with open_store(path) as store:
        await begun(store)
        known = await read(store, 1)
        board_sent = store.post_done(Post(Kind.BOARD, match=1, number=1, place=known.place), 700)
        receipt = asyncio.create_task(board_sent)
        await asyncio.sleep(0)
        assert await read(store, 1) is known
        await receipt
        assert (await read(store, 1)).message == 700


@pytest.mark.parametrize("whose", ["its own", "dark's", "light's", "any"])
async def test_records_written_since_their_reading_began_are_not_kept(
    path: Path, whose: str
) -> None:
    async with open_store(path) as store:
        known = await begun(store)
    cache = MatchCache(100)
    cache.keep(1, known.match)
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        row = match_cache.row(db, 1)
    before = cache.begin_reading()
    hold = {
        "its own": cache.hold(1),
        "dark's": cache.hold_matches_of(known.dark),
        "light's": cache.hold_matches_of(known.light),
        "any": cache.hold_all(),
    }[whose]
    hold.begin()
    during = cache.begin_reading()
    for reading_it in (before, during):
        cache.keep_row(row, reading_it)
        assert cache.record(1) is None
    hold.end()
    for reading_it in (before, during):
        cache.keep_row(row, reading_it)
        assert cache.record(1) is None
    cache.keep_row(row, hold.since)
    assert cache.record(1) == known


@pytest.mark.parametrize("what", WRITES)
async def test_what_is_committed_is_seen_before_its_writer_is_told(
    path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_TIME", 0)  # a board's receipt waits no longer than the others
    async with open_store(path) as store:
        first = await begun(store, replace(record(), games=2, due=9000, reminded=True))
        await begun(store, replace(record(), games=2, first=first.id, due=9000))
        known = await read(store, 1)
        assert await read(store, 1) is known
        changing = asyncio.create_task(_all_of(WRITES[what](store, known)))
        for _ in range(6):
            await asyncio.sleep(0)  # until its thread has the job
        time.sleep(0.1)  # noqa: ASYNC251  the loop must not hear of the commit
        with closing(sqlite3.connect(path)) as db:
            db.row_factory = sqlite3.Row
            row, events = match_cache.match_and_events(db, 1, 0)
        found = await read(store, 1)
        assert row
        assert (len(found.match.log), found) == (len(events), rows.record(row, found.match, None))
        await changing


async def _all_of(change: Awaitable[object]) -> None:
    await change


async def test_of_records_no_more_are_kept_than_of_matches(path: Path) -> None:
    async with open_store(path) as store:
        known = await begun(store)
    cache = MatchCache(most=4 * (1 + 8))
    for number in range(1, 9):
        cache.keep(number, known.match)
        cache.keep_record(replace(known, id=number), cache.begin_reading())
    assert [number for number in range(1, 9) if cache.record(number)] == [5, 6, 7, 8]


def an_event(known: Record) -> Event:
    """One of two that can go on for ever."""
    offered = known.match.offer
    if offered:
        return Withdrawn(offered.by, 60)
    return Offered(known.match.turn, 60, Offer.AGREE)


async def happen(store: Store, known: Record, *more: Change) -> None:
    change = following(known, an_event(known))
    assert change.record
    timed = replace(change.record, due=60 + len(known.match.log), reminded=not known.reminded)
    await store.commit(replace(change, record=timed, planned=known.plan), *more)


async def plan(store: Store, known: Record) -> None:
    planned = f"d1-d3 e4-c{len(known.match.log) % 3 + 2}"
    await store.keep_plan(replace(known, plan=planned), known.plan)


async def tick(store: Store, known: Record) -> None:
    timed = replace(known, due=60 + len(known.match.log), reminded=not known.reminded)
    await store.commit(Change(record=timed, before=len(known.match.log)))


async def end(store: Store, known: Record) -> None:
    if CARL in {known.dark, known.light}:
        await store.commit(following(known, Resigned(known.match.turn, 60)))


def post(kind: Kind, message: int, **sent: Any) -> Write:  # noqa: ANN401  what is known of it
    async def write(store: Store, known: Record) -> None:
        number = len(known.match.log)
        await store.post_done(Post(kind, match=known.id, number=number), message + number, **sent)

    return write


AT_RANDOM: Sequence[Write] = [
    *[happen] * 8,
    *(plan, plan, tick, tick, end, end, end),
    lambda store, known: happen(store, known, beginning(record())),
    lambda store, known: store.commit(beginning(record()), following(known, an_event(known))),
    *(post(Kind.BOARD, 1000), post(Kind.BOARD, 2000, ping=3), post(Kind.BOARD, 3000, channel=77)),
    *(post(Kind.NOTICE, 4000), post(Kind.CALL, 5000), post(Kind.REMINDER, 6000)),
    *(WRITES[each] for each in ("settings", "a vacation", "a clock set back")),
    lambda store, _: store.erase(CARL, 60),
]


PLAYERS = (ANNA, BEN, CARL, FORMER)


async def at_once(store: Store, chance: random.Random) -> None:
    """Many write and read at the same time; some give up meanwhile. Until all is over."""

    async def one() -> None:
        known = await read(store, chance.randint(1, 6))
        await store.running(chance.choice(PLAYERS))
        if chance.random() < 0.6 and not known.match.verdict:
            with suppress(Stale):
                await chance.choice(AT_RANDOM)(store, known)

    tasks: list[asyncio.Task[None]] = []
    for _ in range(chance.randint(1, 40)):
        tasks.append(asyncio.create_task(one()))
        for _ in range(chance.choice((0, 0, 1, 9))):
            await asyncio.sleep(0)
        if chance.random() < 0.1:
            chance.choice(tasks).cancel()
    await asyncio.wait(tasks)
    for each in tasks:
        assert each.cancelled() or each.exception() is None
    await store.keep_note("all before", "is written")


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_is_written_at_once_what_is_kept_is_what_the_file_has(
    path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    async with open_store(path) as store, reading(path, len(steps())) as other:
        first = await begun(store, replace(record(), games=2))
        await begun(store, replace(record(), games=2, first=first.id))
        for dark in (BEN, BEN, CARL, CARL):
            await begun(store, record(dark))
        for _ in range(25):
            await at_once(store, chance)
            for _ in range(2):  # lists are kept only of records that are
                assert await lists(store, *PLAYERS) == lists_in(path, *PLAYERS)
                for number in range(1, 7):
                    assert await store.record(number) == await read_anew(other, number)
