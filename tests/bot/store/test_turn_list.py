"""Turn lists as they are stored: what adds a post of one, and when it stays for another edit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.model import FORMER, Guild, Kept, Kind, Place, Post, Vacation
from bot.service.turn_list import TurnList
from bot.store.check import check
from bot.store.store import open_store
from games.core import Side
from games.events import Offer, Offered, Resigned, Shelved
from tests.bot.store.model import (
    ANNA,
    BEN,
    PLACE,
    begun,
    board,
    challenge,
    challenged,
    following,
    moved,
    record,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.service.model import Record
    from bot.store.store import SqliteStore

assert PLACE.guild
GUILD, CHANNEL = PLACE.guild, PLACE.channel
FAR = 10**9


@pytest.fixture
async def store(path: Path) -> AsyncGenerator[SqliteStore]:
    """An empty one, which is whole at the end of each test."""
    async with open_store(path) as opened:
        yield opened
        assert [each async for each in check(path)] == []


async def waiting(store: SqliteStore) -> list[Post]:
    """The posts of lists that wait, with their places' channels as `after`."""
    found = await store.due_posts(FAR, 9)
    return [replace(each, id=0) for each in found if each.kind is Kind.TURN_LIST]


async def told(store: SqliteStore, message: int | None = 900) -> None:
    """All lists that wait are edited."""
    for each in await store.due_posts(FAR, 9):
        if each.kind is Kind.TURN_LIST:
            await store.post_done(each, message)


async def on(store: SqliteStore, channel: int = CHANNEL, made: int = 50) -> TurnList:
    """A list that is posted."""
    new = TurnList(channel, GUILD, made)
    assert await store.turn_lists.turn_on(new, 10)
    await told(store)
    return replace(new, message=900)


async def move(store: SqliteStore, known: Record, at: int = 2000) -> Record:
    """The next move, committed."""
    change = following(known, moved(known, at), posts=(board(known.id, 2),))
    await store.commit(change)
    assert change.record
    return change.record


async def test_a_list_is_posted_once_and_known(store: SqliteStore) -> None:
    for made in (50, 60):
        assert await store.turn_lists.turn_on(TurnList(CHANNEL, GUILD, made), 10)
    (post,) = await store.due_posts(50, 9)
    assert (post.kind, post.place) == (Kind.TURN_LIST, Place(GUILD, CHANNEL))
    assert post.queue == -CHANNEL
    for _ in range(2):
        await store.post_done(post, 900)
    assert await store.turn_lists.find(CHANNEL) == TurnList(CHANNEL, GUILD, 50, 900)
    assert await waiting(store) == []


async def test_a_server_has_only_so_many(store: SqliteStore) -> None:
    assert await store.turn_lists.turn_on(TurnList(1, GUILD, 50), 2)
    assert await store.turn_lists.turn_on(TurnList(2, GUILD, 50), 2)
    assert not await store.turn_lists.turn_on(TurnList(3, GUILD, 50), 2)
    assert await store.turn_lists.turn_on(TurnList(2, GUILD, 60), 2)
    assert await store.turn_lists.turn_on(TurnList(3, GUILD + 1, 50), 2)


async def test_changes_that_come_together_are_told_together_a_little_later(
    store: SqliteStore,
) -> None:
    known = await begun(store)
    await on(store, made=1990)
    after = await move(store, known)
    await store.commit(following(after, Offered(Side.DARK, 2001, Offer.AGREE)))
    assert await waiting(store) == [Post(Kind.TURN_LIST, number=1, due=2004)]


async def test_an_old_message_is_edited_less_often(store: SqliteStore) -> None:
    known = await begun(store)
    await on(store)
    await move(store, known, at=50 + 3601)
    assert await waiting(store) == [Post(Kind.TURN_LIST, due=50 + 3601 + 30)]


async def test_what_changes_during_an_edit_has_another_one(store: SqliteStore) -> None:
    known = await begun(store)
    await on(store, made=1990)
    known = await move(store, known)
    (under_way,) = [each for each in await store.due_posts(FAR, 9) if each.match is None]
    await store.commit(following(known, Resigned(Side.LIGHT, 2003)))
    await store.post_done(under_way, 900)
    assert await waiting(store) == [Post(Kind.TURN_LIST, number=1, due=2008)]
    await told(store)
    assert await waiting(store) == []


async def test_a_new_board_changes_the_list_and_so_do_vacations_and_settings(
    store: SqliteStore,
) -> None:
    known = await begun(store)
    await on(store, made=990)
    await store.post_done(replace(board(known.id), id=77), 700)
    assert await waiting(store) == [Post(Kind.TURN_LIST, due=1004)]
    await told(store)
    away = Vacation(0, ANNA, 1100, 1200)
    await store.change_vacations(ANNA, lambda _: (away,), 1050)
    assert await waiting(store) == [Post(Kind.TURN_LIST, due=1054)]
    await told(store)
    await store.change_guild(GUILD, lambda _: Guild(GUILD, "fr"))
    assert len(await waiting(store)) == 1
    await told(store)
    await store.change_guild(5, lambda _: Guild(5, "fr"))
    assert await waiting(store) == []


async def test_turned_off_its_message_goes(store: SqliteStore) -> None:
    await begun(store)
    await on(store)
    for _ in range(2):
        await store.turn_lists.turn_off(CHANNEL)
    assert await waiting(store) == [Post(Kind.TURN_LIST, message=900)]
    assert await store.turn_lists.find(CHANNEL) is None
    await told(store, None)
    assert await waiting(store) == []


async def test_turned_off_while_it_is_posted_its_message_goes(store: SqliteStore) -> None:
    assert await store.turn_lists.turn_on(TurnList(CHANNEL, GUILD, 50), 10)
    (post,) = await store.due_posts(50, 9)
    await store.turn_lists.turn_off(CHANNEL)
    assert len(await waiting(store)) == 1
    await store.post_done(post, 900)
    assert await waiting(store) == [Post(Kind.TURN_LIST, message=900)]


async def test_it_is_changed_only_as_it_was_read(store: SqliteStore) -> None:
    old = await on(store)
    await store.turn_lists.change(old, replace(old, message=None, renewed=70))
    assert await store.turn_lists.find(CHANNEL) == TurnList(CHANNEL, GUILD, 50, None, 70)
    await store.turn_lists.turn_off(CHANNEL)
    new = await on(store, made=80)
    await store.turn_lists.change(old, None)
    assert await store.turn_lists.find(CHANNEL) == new
    await store.turn_lists.change(new, None)
    assert await store.turn_lists.find(CHANNEL) is None


async def test_games_of_the_channel_and_its_threads_come_newest_first(store: SqliteStore) -> None:
    first = await begun(store)
    made = await challenged(store, challenge())
    inside = replace(record(at=1500), place=Place(GUILD, 71), challenge=made.id)
    second = await begun(store, inside)
    elsewhere = await begun(store, replace(record(at=1600), place=Place(GUILD, 72)))
    await begun(store, replace(record(at=1600), place=Place(GUILD + 1, CHANNEL)))
    asleep = await begun(store, record(at=1700))
    await store.commit(following(asleep, Shelved(1800)))
    over = await begun(store, record(at=1700))
    await store.commit(following(over, Resigned(Side.DARK, 1800)))

    async def listed(*channels: int, most: int = 9) -> tuple[list[int], int]:
        games, count = await store.turn_lists.games(GUILD, channels, most)
        return [each.id for each in games], count

    assert await listed(CHANNEL) == ([second.id, first.id], 2)
    assert await listed(CHANNEL, 72) == ([elsewhere.id, second.id, first.id], 3)
    assert await listed(CHANNEL, 72, most=1) == ([elsewhere.id], 3)
    assert await listed(73) == ([], 0)


async def test_of_a_person_who_is_erased_nothing_stays_listed(store: SqliteStore) -> None:
    known = await begun(store)
    await on(store)
    await store.commit(following(known, Resigned(Side.DARK, 2000)))
    await told(store)
    await store.erase(ANNA, 3000)
    games, count = await store.turn_lists.games(GUILD, [CHANNEL], 9)
    assert (list(games), count) == ([], 0)
    assert FORMER not in (ANNA, BEN)


async def test_lists_of_a_server_that_was_left_are_cleared(store: SqliteStore) -> None:
    await on(store)
    assert await store.stored_guilds() == [GUILD]
    await store.note_guilds((), (GUILD,), 100)
    before = Kept(challenges=0, vacations=0, erased=0, servers=100)
    await store.clear(before, 10)
    assert await store.turn_lists.find(CHANNEL)
    await store.clear(replace(before, servers=101), 10)
    assert await store.turn_lists.find(CHANNEL) is None
