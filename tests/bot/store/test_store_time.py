"""Times, servers and bars in the store: the contract of both stores."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing
from bot.model.posts import BoardPost, ChallengePost, ClockPost, SentMessage
from bot.model.times import Vacation
from bot.store.changes import Change, Stale
from bot.store.store import open_store
from games.core import Side
from games.events import Resigned, Shelved
from games.pace import Clock
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    PLACE,
    beginning,
    begun,
    challenge,
    challenged,
    following,
    keep_vacation,
    moved,
    read,
    record,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.store.store import Store

CLOCK = Clock(Side.DARK, since=1000, total=9000, reserve=500, rests=())


async def due(store: Store, now: int) -> list[int]:
    return list(await store.matches.due(now, 9))


async def test_a_clock_comes_back_in_the_record_and_in_lists(store: Store) -> None:
    timed = replace(record(), clock=CLOCK, due=5000, reminded=True)
    stored = await begun(store, timed)
    assert (stored.clock, stored.due, stored.reminded) == (CLOCK, 5000, True)
    (listing,) = await store.matches.running(ANNA)
    assert listing.clock == CLOCK


async def test_a_change_may_be_of_time_alone_and_comes_too_late_like_any_other(
    store: Store,
) -> None:
    stored = await begun(store, replace(record(), clock=CLOCK, due=5000))
    reminded = replace(stored, due=9000, reminded=True)
    await store.commit(Change(record=reminded, before=1))
    assert await read(store, stored.id) == reminded
    await store.commit(following(reminded, moved(stored)))
    with pytest.raises(Stale):
        await store.commit(Change(record=reminded, before=1))


async def test_what_is_due_comes_first_and_what_is_over_never(store: Store) -> None:
    assert await store.matches.next_deadline() is None
    numbers = [(await begun(store, replace(record(), due=at))).id for at in (70, 50, None, 60)]
    assert await due(store, 59) == [numbers[1]]
    assert await due(store, 70) == [numbers[1], numbers[3], numbers[0]]
    assert await store.matches.due(99, 1) == [numbers[1]]
    assert await store.matches.next_deadline() == 50


async def test_of_two_changes_both_are_written_or_none(store: Store) -> None:
    first = await begun(store)
    ended = following(first, Resigned(Side.DARK, 2000))
    second = beginning(replace(record(dark=ANNA, light=BEN), games=2, first=first.id))
    stale = replace(ended, before=0)
    with pytest.raises((Stale, ValueError)):
        await store.commit(stale, second)
    assert await store.matches.newest_in(PLACE.channel) == first
    committed = await store.commit(ended, second)
    assert committed.match == first.id
    newest = await store.matches.newest_in(PLACE.channel)
    assert newest
    assert (newest.games, newest.first, newest.dark) == (2, first.id, ANNA)
    with pytest.raises(Stale):
        await store.commit(second)


async def test_the_second_game_moves_with_the_first_to_its_thread(store: Store) -> None:
    first = await begun(store, replace(record(), thread=True))
    second = await begun(store, replace(record(), games=2, first=first.id))
    other = await begun(store)
    await store.posts.done(BoardPost(first.id, 1), SentMessage(501, channel=77))
    places = [(await read(store, game.id)).place.channel for game in (first, second, other)]
    assert places == [77, 77, PLACE.channel]


async def test_a_match_put_aside_is_listed_last(store: Store) -> None:
    first, second = await begun(store), await begun(store)
    await store.commit(following(first, Shelved(2000)))
    listed = await store.matches.running(BEN)
    assert [(listing.id, listing.shelved) for listing in listed] == [
        (second.id, False),
        (first.id, True),
    ]


async def test_a_server_lists_what_is_played_there(store: Store) -> None:
    first, second = await begun(store), await begun(store)
    elsewhere = replace(record(), place=replace(PLACE, guild=5))
    await begun(store, elsewhere)
    ended = await begun(store)
    await store.commit(following(ended, Resigned(Side.DARK, 2000)))
    assert PLACE.guild
    assert [listing.id for listing in await store.matches.running_in(PLACE.guild, 9)] == [
        second.id,
        first.id,
    ]
    assert [listing.id for listing in await store.matches.running_in(PLACE.guild, 1)] == [second.id]


async def test_vacations_are_found_by_who_takes_them_and_by_their_end(store: Store) -> None:
    early = Vacation(0, ANNA, 100, 200)
    number = await keep_vacation(store, early, 100)
    later = Vacation(0, ANNA, 300, 400)
    later = replace(later, id=await keep_vacation(store, later, 100))
    others = Vacation(0, BEN, 100, 900)
    others = replace(others, id=await keep_vacation(store, others, 100))
    assert set(await store.times.vacations([ANNA, CARL], 200)) == {later}
    assert set(await store.times.vacations([ANNA, BEN], 200)) == {later, others}
    await keep_vacation(store, replace(early, id=number, end=250), 100)
    assert await store.times.vacations_of(ANNA) == [later, Vacation(number, ANNA, 100, 250)]


async def test_a_vacation_marks_the_matches_of_its_player_due(store: Store) -> None:
    await begun(store, replace(record(dark=ANNA, light=CARL), due=70))
    await begun(store, replace(record(dark=CARL, light=BEN), due=70))
    number = await keep_vacation(store, Vacation(0, ANNA, 50, 90), 50)
    assert await due(store, 50) == [1]
    await keep_vacation(store, Vacation(number, ANNA, 50, 60), 40)
    assert await due(store, 40) == [1]


async def clocked(store: Store, dark: int = ANNA, light: int = BEN) -> int:
    """The number of a match with a running clock."""
    return (await begun(store, replace(record(dark, light), clock=CLOCK, due=5000))).id


async def clock_posts(store: Store) -> list[ClockPost]:
    """Return the posts that edit clocks, without numbers."""
    waiting = await store.posts.due(10**9, 99)
    return [replace(post, id=0) for post in waiting if isinstance(post, ClockPost)]


async def test_a_vacation_changes_the_boards_of_all_clocks_of_its_player(store: Store) -> None:
    dark, light = await clocked(store), await clocked(store, BEN, ANNA)
    await clocked(store, BEN, CARL)
    await begun(store)  # without a clock
    over = await read(store, await clocked(store))
    await store.commit(following(over, Resigned(Side.DARK, 2000)))
    number = await keep_vacation(store, Vacation(0, ANNA, 50, 90), 50)
    assert await clock_posts(store) == [ClockPost(dark, due=50), ClockPost(light, due=50)]
    await keep_vacation(store, Vacation(number, ANNA, 50, 60), 55)  # one waits at most
    assert await clock_posts(store) == [
        ClockPost(dark, due=50, changes=1),
        ClockPost(light, due=50, changes=1),
    ]


async def test_a_clock_that_changes_while_it_is_edited_is_edited_again(store: Store) -> None:
    await clocked(store)
    await keep_vacation(store, Vacation(0, ANNA, 50, 90), 50)
    (under_way,) = await store.posts.due(50, 9)
    await keep_vacation(store, Vacation(1, ANNA, 50, 60), 55)
    for _ in range(2):  # killed before it was noted, it is edited twice
        await store.posts.done(under_way, SentMessage(None))
    (again,) = await store.posts.due(10**9, 9)
    assert (again.id, again.due) == (under_way.id + 1, 55)
    await store.posts.done(again, SentMessage(None))
    assert await clock_posts(store) == []


@pytest.mark.parametrize(("seconds", "told"), [(59, False), (60, True)])
async def test_an_outage_changes_the_boards_of_all_clocks_if_one_can_see_it(
    store: Store, seconds: int, *, told: bool
) -> None:
    numbers = [await clocked(store), await clocked(store, BEN, CARL)]
    await begun(store)
    await store.times.keep_outage(2000, 2000 + seconds)
    after = [ClockPost(number, due=2000 + seconds) for number in numbers]
    assert await clock_posts(store) == (after if told else [])


async def test_what_a_board_shows_is_noted_as_it_is_posted(store: Store) -> None:
    known = await begun(store)
    assert await store.posts.board_waits(BoardPost(known.id, 0)) is None
    await store.commit(following(known, moved(known), posts=(BoardPost(known.id, 2),)))
    assert await store.posts.board_waits(BoardPost(known.id, 0)) == 0
    (board,) = await store.posts.due(10**9, 9)
    await store.posts.put_off(board.id, 70)
    assert [post.due for post in await store.posts.due(10**9, 9)] == [70]
    assert await store.posts.board_waits(BoardPost(known.id, 0)) == 70
    await store.posts.done(board, SentMessage(501))
    assert await store.posts.board_waits(BoardPost(known.id, 0)) is None
    assert (await read(store, known.id)).shown == 2


async def test_of_two_vacations_changed_together_both_are_kept_or_neither(path: Path) -> None:
    """So a person killed off between ending one and beginning another is never on both."""
    async with open_store(path, EXTENSIONS) as store:
        early = Vacation(0, ANNA, 50, 90)
        early = replace(early, id=await keep_vacation(store, early, 50))
        with closing(sqlite3.connect(path)) as db:
            db.execute(
                "CREATE TRIGGER refuse BEFORE UPDATE ON vacation"
                " BEGIN SELECT RAISE(ABORT, 'refused'); END"
            )
        changed = [Vacation(0, ANNA, 60, 70), replace(early, end=60)]
        with pytest.raises(sqlite3.IntegrityError):
            await store.times.change_vacations(ANNA, lambda _: changed, 60)
        assert await store.times.vacations_of(ANNA) == [early]


async def test_of_many_that_begin_a_vacation_at_once_each_sees_the_one_before(
    store: Store,
) -> None:
    def begin_or_not(taken: Sequence[Vacation]) -> list[Vacation]:
        return [] if taken else [Vacation(0, ANNA, 50, 90)]

    begun = (store.times.change_vacations(ANNA, begin_or_not, 50) for _ in range(200))
    assert {len(vacations) for vacations in await asyncio.gather(*begun)} == {1}
    assert len(await store.times.vacations_of(ANNA)) == 1


async def test_a_vacation_is_kept_with_the_deadlines_due_from_it_or_not_at_all(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await begun(store, replace(record(), due=70))
        with sqlite3.connect(path) as db:
            db.execute(
                "CREATE TRIGGER refuse BEFORE INSERT ON vacation"
                " BEGIN SELECT RAISE(ABORT, 'refused'); END"
            )
        db.close()
        with pytest.raises(sqlite3.IntegrityError):
            await keep_vacation(store, Vacation(0, ANNA, 50, 90), 50)
        assert await due(store, 69) == []
        assert await store.times.vacations_of(ANNA) == []


async def test_outages_that_ended_after_a_time(store: Store) -> None:
    await store.times.keep_outage(100, 200)
    await store.times.keep_outage(300, 400)
    assert list(await store.times.outages(200)) == [(300, 400)]
    assert list(await store.times.outages(0)) == [(100, 200), (300, 400)]


async def test_what_a_clock_that_was_ahead_made_of_the_future_is_forgotten(store: Store) -> None:
    for start, end in ((100, 200), (300, 500), (600, 700)):
        await store.times.keep_outage(start, end)
    for at in (300, 900, None):
        await begun(store, replace(record(), due=at))
    await store.commit(Change(challenge=challenge(), posts=(ChallengePost(0, due=900),)))
    await store.times.clock_set_back(400)
    assert [type(post) for post in await store.posts.due(400, 9)] == [ChallengePost]
    assert sorted(await store.times.outages(0)) == [(100, 200), (300, 400), (400, 400)]
    assert await due(store, 400) == [1, 2]


async def test_a_clock_that_was_ahead_changes_the_boards_of_all_clocks(store: Store) -> None:
    await clocked(store)
    await store.times.clock_set_back(400)
    assert await clock_posts(store) == [ClockPost(1, due=400)]


async def test_a_challenge_keeps_how_many_games_and_from_where(store: Store) -> None:
    terms = replace(challenge().terms, games=2, start="9 d 0")
    there = replace(PLACE, guild=None, remote=True)
    new = replace(challenge(), terms=terms, place=there, standing=Standing.DRAFT)
    stored = await challenged(store, new)
    assert (stored.terms, stored.place, stored.standing) == (terms, there, Standing.DRAFT)
    assert await store.challenges.open_of(ANNA) == []
    assert [challenge.id for challenge in await store.challenges.expired(new.until)] == [stored.id]
