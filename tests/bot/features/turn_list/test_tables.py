"""Turn lists as they are stored: what adds a post of one, and when it stays for another edit."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.puzzles.model import DailyPuzzle
from bot.features.ratings.standings import SeasonPost
from bot.features.tournaments.model import Announcement
from bot.features.turn_list.model import MOST, DeleteTurnList, TurnList, TurnListPost
from bot.features.turn_list.refusals import TurnListNo
from bot.features.turn_list.tables import TurnListTables
from bot.model.moderation import Act, LogEntry
from bot.model.people import FORMER
from bot.model.posts import Post, SentMessage
from bot.model.servers import Place, Server
from bot.model.times import Kept, Vacation
from bot.service.refusals import Refusal
from bot.store.store import open_store
from games.core import Side
from games.events import Offer, Offered, Resigned, Shelved
from tests.bot.store.extensions import EXTENSIONS
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
    from collections.abc import Sequence
    from pathlib import Path

    from bot.model.matches import Record
    from bot.store.store import Store

assert PLACE.guild
GUILD, CHANNEL = PLACE.guild, PLACE.channel
FAR = 10**9


async def waiting(store: Store) -> list[Post]:
    """The posts of lists that wait."""
    due = await store.posts.due(FAR, 9)
    return [replace(post, id=0) for post in due if isinstance(post, TurnListPost | DeleteTurnList)]


async def told(store: Store, message: int | None = 900) -> None:
    """All lists that wait are edited."""
    for post in await store.posts.due(FAR, 9):
        if isinstance(post, TurnListPost | DeleteTurnList):
            await store.posts.done(post, SentMessage(message))


async def choose(store: Store, *channels: int, gone: Sequence[int] = (), at: int = 50) -> None:
    """Have lists in these channels, and none in those."""
    entry = LogEntry(0, GUILD, at, ANNA, Act.SETTING)
    await TurnListTables(store.database).choose(channels, gone, entry)


async def on(store: Store, channel: int = CHANNEL, at: int = 50) -> TurnList:
    """A list that is posted."""
    await choose(store, channel, at=at)
    await told(store)
    return TurnList(channel, GUILD, at, message=900)


async def move(store: Store, known: Record, at: int = 2000) -> Record:
    """The next move, committed."""
    change = following(known, moved(known, at), posts=(board(known.id, 2),))
    await store.commit(change)
    assert change.record
    return change.record


async def test_a_list_is_posted_once_and_known(store: Store) -> None:
    for at in (50, 60):
        await choose(store, CHANNEL, at=at)
    (post,) = await store.posts.due(50, 9)
    assert (type(post), post.place) == (TurnListPost, Place(GUILD, CHANNEL))
    assert post.queue == -CHANNEL
    for _ in range(2):
        await store.posts.done(post, SentMessage(900))
    assert await TurnListTables(store.database).find(CHANNEL) == TurnList(CHANNEL, GUILD, 50, 900)
    assert await waiting(store) == []


async def test_a_server_has_only_so_many(store: Store) -> None:
    await choose(store, *range(1, MOST))
    await choose(store, *range(1, MOST + 1))
    with pytest.raises(Refusal) as refused:
        await choose(store, *range(1, MOST + 2))
    assert refused.value.no is TurnListNo.TOO_MANY_TURN_LISTS
    await choose(store, 2, at=60)
    await choose(store, MOST + 1, gone=[1])
    lists = await TurnListTables(store.database).of_guild(GUILD)
    assert [turn_list.channel for turn_list in lists] == [*range(2, MOST + 2)]
    assert {turn_list.made for turn_list in lists} == {50}
    assert await TurnListTables(store.database).of_guild(GUILD + 1) == []


async def test_what_is_chosen_is_logged_once(store: Store) -> None:
    for channels, gone in (([4, 3], []), ([3], []), ([], [4]), ([], [4])):
        await choose(store, *channels, gone=gone)
    entries = await store.moderation.lines(GUILD, 0, 9)
    assert [line.entry.text for line in entries] == ["turn_list=[3]", "turn_list=[3, 4]"]


async def test_changes_that_come_together_are_told_together_a_little_later(
    store: Store,
) -> None:
    known = await begun(store)
    await on(store, at=1990)
    after = await move(store, known)
    await store.commit(following(after, Offered(Side.DARK, 2001, Offer.AGREE)))
    assert await waiting(store) == [TurnListPost(changes=1, due=2004)]


async def test_an_old_message_is_edited_less_often(store: Store) -> None:
    known = await begun(store)
    await on(store)
    await move(store, known, at=50 + 3601)
    assert await waiting(store) == [TurnListPost(due=50 + 3601 + 30)]


async def test_what_changes_during_an_edit_has_another_one(store: Store) -> None:
    known = await begun(store)
    await on(store, at=1990)
    known = await move(store, known)
    (under_way,) = [
        post for post in await store.posts.due(FAR, 9) if isinstance(post, TurnListPost)
    ]
    await store.commit(following(known, Resigned(Side.LIGHT, 2003)))
    await store.posts.done(under_way, SentMessage(900))
    assert await waiting(store) == [TurnListPost(due=2008)]
    await told(store)
    assert await waiting(store) == []


async def test_what_changes_before_a_kill_is_told_by_an_edit_of_the_message_found(
    store: Store,
) -> None:
    known = await begun(store)
    await on(store, at=1990)
    await move(store, known)
    (sent,) = [post for post in await store.posts.due(FAR, 9) if isinstance(post, TurnListPost)]
    await store.posts.done(sent, SentMessage(900, stale=True))
    (edit,) = [post for post in await store.posts.due(FAR, 9) if isinstance(post, TurnListPost)]
    assert edit.id > sent.id  # so the message is not taken for the edit


async def test_a_new_board_changes_the_list_and_so_do_vacations_and_settings(
    store: Store,
) -> None:
    known = await begun(store)
    await on(store, at=990)
    await store.posts.done(replace(board(known.id), id=77), SentMessage(700))
    assert await waiting(store) == [TurnListPost(due=1004)]
    await told(store)
    away = Vacation(0, ANNA, 1100, 1200)
    await store.times.change_vacations(ANNA, lambda _: (away,), 1050)
    assert await waiting(store) == [TurnListPost(due=1054)]
    await told(store)
    await store.servers.change(GUILD, lambda _: Server(GUILD, "fr"))
    assert len(await waiting(store)) == 1
    await told(store)
    await store.servers.change(5, lambda _: Server(5, "fr"))
    assert await waiting(store) == []


async def test_where_its_post_is_damaged_a_move_is_played_and_told(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store)
        await on(store, at=1990)
        known = await move(store, known)
        (damaged,) = await waiting(store)
        with closing(sqlite3.connect(path)) as db:
            db.execute("UPDATE post SET data = 'x' WHERE kind = 'turn-list'")
            db.commit()
        await store.commit(following(known, Resigned(Side.LIGHT, 2003)))
        assert await waiting(store) == [replace(damaged, changes=0, due=2007)]


async def test_turned_off_its_message_goes(store: Store) -> None:
    await begun(store)
    await on(store)
    for _ in range(2):
        await choose(store, gone=[CHANNEL])
    assert await waiting(store) == [DeleteTurnList(900)]
    assert await TurnListTables(store.database).find(CHANNEL) is None
    await told(store, None)
    assert await waiting(store) == []


async def test_turned_off_while_it_is_posted_its_message_goes(store: Store) -> None:
    await choose(store, CHANNEL)
    (post,) = await store.posts.due(50, 9)
    await choose(store, gone=[CHANNEL])
    assert len(await waiting(store)) == 1
    await store.posts.done(post, SentMessage(900))
    assert await waiting(store) == [DeleteTurnList(900)]


async def test_pinned_it_is_brought_up_to_date_once(store: Store) -> None:
    known = await on(store)
    tables = TurnListTables(store.database)
    for _ in range(2):
        await tables.note_pinned(CHANNEL, 70)
        assert await waiting(store) == [TurnListPost(due=70)]
    assert await tables.find(CHANNEL) == replace(known, pinned=True)
    await told(store)
    await tables.note_pinned(CHANNEL, 90)
    await tables.note_pinned(CHANNEL + 1, 90)
    assert await waiting(store) == []


async def test_news_of_the_server_change_its_lists(store: Store) -> None:
    await on(store)
    await store.posts.done(SeasonPost(3, id=70, due=90, place=Place(GUILD + 1, 3)), SentMessage(1))
    assert await waiting(store) == []
    for news in (SeasonPost, DailyPuzzle, Announcement):
        await store.posts.done(news(3, id=71, due=90, place=Place(GUILD, 3)), SentMessage(1))
        assert await waiting(store) == [TurnListPost(due=94)]
        await told(store)


async def test_it_is_changed_only_as_it_was_read(store: Store) -> None:
    old = await on(store)
    await TurnListTables(store.database).change(old, replace(old, message=None, renewed=70))
    assert await TurnListTables(store.database).find(CHANNEL) == TurnList(
        CHANNEL, GUILD, 50, None, 70
    )
    await choose(store, gone=[CHANNEL])
    new = await on(store, at=80)
    await TurnListTables(store.database).change(old, None)
    assert await TurnListTables(store.database).find(CHANNEL) == new
    await TurnListTables(store.database).change(new, None)
    assert await TurnListTables(store.database).find(CHANNEL) is None


async def test_games_of_the_channel_and_its_threads_come_newest_first(store: Store) -> None:
    first = await begun(store)
    accepted = await challenged(store, challenge())
    inside = replace(record(at=1500), place=Place(GUILD, 71), challenge=accepted.id)
    second = await begun(store, inside)
    elsewhere = await begun(store, replace(record(at=1600), place=Place(GUILD, 72)))
    await begun(store, replace(record(at=1600), place=Place(GUILD + 1, CHANNEL)))
    asleep = await begun(store, record(at=1700))
    await store.commit(following(asleep, Shelved(1800)))
    over = await begun(store, record(at=1700))
    await store.commit(following(over, Resigned(Side.DARK, 1800)))

    async def listed(*channels: int, most: int = 9) -> tuple[list[int], int]:
        games, count = await TurnListTables(store.database).games(GUILD, channels, most)
        return [game.id for game in games], count

    assert await listed(CHANNEL) == ([second.id, first.id], 2)
    assert await listed(CHANNEL, 72) == ([elsewhere.id, second.id, first.id], 3)
    assert await listed(CHANNEL, 72, most=1) == ([elsewhere.id], 3)
    assert await listed(73) == ([], 0)


async def test_of_a_person_who_is_erased_nothing_stays_listed(store: Store) -> None:
    known = await begun(store)
    await on(store)
    await store.commit(following(known, Resigned(Side.DARK, 2000)))
    await told(store)
    await store.personal_data.erase(ANNA, 3000)
    games, count = await TurnListTables(store.database).games(GUILD, [CHANNEL], 9)
    assert (list(games), count) == ([], 0)
    assert FORMER not in (ANNA, BEN)


async def test_lists_of_a_server_that_was_left_are_cleared(store: Store) -> None:
    await on(store)
    assert await store.servers.stored() == [GUILD]
    await store.servers.note_presence((), (GUILD,), 100)
    before = Kept(challenges=0, vacations=0, erased=0, servers=100, moderation=0)
    await store.clear(before, 10)
    assert await TurnListTables(store.database).find(CHANNEL)
    await store.clear(replace(before, servers=101), 10)
    assert await TurnListTables(store.database).find(CHANNEL) is None
