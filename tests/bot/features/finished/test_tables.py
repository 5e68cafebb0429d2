"""Lists of finished games as they are stored: what adds to them, and when results are deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.finished.model import SHOWN, DeleteFinished, FinishedPost, FoldResult
from bot.features.finished.tables import FinishedTables
from bot.model.people import FORMER
from bot.model.posts import Post, SentMessage
from bot.model.servers import Server
from bot.model.times import Kept
from games.core import Side
from games.events import Resigned
from games.pace import DAY
from tests.bot.store.model import ANNA, PLACE, begun, board, following, record

if TYPE_CHECKING:
    from bot.store.store import Store

assert PLACE.guild
GUILD, CHANNEL = PLACE.guild, PLACE.channel
FAR = 10**9


async def ended(store: Store, message: int, at: int = 2000) -> int:
    """A game that has ended, and its result posted at that time."""
    known = await begun(store, replace(record(), place=PLACE))
    post = board(0, 2)
    await store.commit(following(known, Resigned(Side.DARK, 2000), posts=(post,)))
    (post,) = await waiting(store, type(post))
    await store.posts.done(post, SentMessage(message, CHANNEL, at=at))
    return known.id


async def waiting(store: Store, kind: type[Post]) -> list[Post]:
    """The posts of a kind that wait."""
    return [post for post in await store.posts.due(FAR, 50) if isinstance(post, kind)]


async def fold(store: Store) -> None:
    """All results that wait join the list."""
    for post in await waiting(store, FoldResult):
        assert isinstance(post, FoldResult)
        await store.posts.done(post, SentMessage(post.message))


async def update(store: Store, message: int, at: int = 0) -> None:
    """The list is posted or edited."""
    (post,) = await waiting(store, FinishedPost)
    await store.posts.done(post, SentMessage(message, at=at))


async def deleted(store: Store) -> list[int]:
    """The messages that wait to be deleted."""
    posts = await waiting(store, DeleteFinished)
    return [post.message for post in posts if isinstance(post, DeleteFinished)]


async def listed(store: Store) -> list[int]:
    """The games that the list shows."""
    stored = await FinishedTables(store.database).find(CHANNEL)
    return [game.id for game in stored[1]] if stored else []


async def test_a_result_waits_a_day_from_when_it_was_posted(store: Store) -> None:
    """It may be posted days late: after the bot, or Discord, was down."""
    number = await ended(store, 700, at=9 * DAY)
    (post,) = await waiting(store, FoldResult)
    until = 10 * DAY
    assert post == FoldResult(number, 700, until, due=until, id=post.id)


async def test_a_board_of_a_game_in_progress_is_not_folded(store: Store) -> None:
    known = await begun(store, None, board())
    (post,) = await waiting(store, type(board()))
    await store.posts.done(post, SentMessage(700, CHANNEL))
    assert await waiting(store, FoldResult) == []
    await store.commit(following(known, Resigned(Side.DARK, 2000)))
    await store.posts.done(post, SentMessage(701, CHANNEL))  # the result's own comes later
    assert await waiting(store, FoldResult) == []


async def test_results_are_deleted_only_once_the_list_shows_them(store: Store) -> None:
    first, second = await ended(store, 700), await ended(store, 701)
    await fold(store)
    assert (await listed(store), await deleted(store)) == ([second, first], [])
    await update(store, 900)
    assert await deleted(store) == [700, 701]
    assert await store.matches.record_at(700) is None
    await fold(store)
    assert len(await deleted(store)) == 2


async def test_what_joins_during_an_edit_has_another_one(store: Store) -> None:
    await ended(store, 700)
    await fold(store)
    (under_way,) = await waiting(store, FinishedPost)
    await ended(store, 701)
    await fold(store)
    await store.posts.done(under_way, SentMessage(900))
    assert await deleted(store) == []
    await update(store, 900)
    assert await deleted(store) == [700, 701]


async def test_a_list_reposted_replaces_the_one_before(store: Store) -> None:
    for message, shown in ((700, 900), (701, 950)):
        await ended(store, message)
        await fold(store)
        await update(store, shown, at=shown)
    assert await deleted(store) == [700, 900, 701]
    finished, _ = await FinishedTables(store.database).find(CHANNEL) or pytest.fail("no list")
    assert (finished.message, finished.posted) == (950, 950)


async def test_a_list_shows_the_newest_games_and_all_results_are_deleted(store: Store) -> None:
    games = [await ended(store, 700 + number) for number in range(SHOWN + 2)]
    while await waiting(store, FoldResult):
        await fold(store)
    await update(store, 900)
    assert await listed(store) == games[: -SHOWN - 1 : -1]
    assert len(await deleted(store)) == len(games)


async def test_an_erased_person_and_another_language_change_the_list(store: Store) -> None:
    await ended(store, 700)
    await fold(store)
    await update(store, 900)
    await store.servers.change(GUILD, lambda _: Server(GUILD, "fr"))
    await update(store, 900)
    await store.personal_data.erase(ANNA, 3000)
    _, (game,) = await FinishedTables(store.database).find(CHANNEL) or pytest.fail("no list")
    assert FORMER in game.everyone
    await update(store, 900)
    assert await waiting(store, FinishedPost) == []


async def test_the_lists_of_a_server_that_was_left_are_cleared(store: Store) -> None:
    await ended(store, 700)
    await fold(store)
    assert await store.servers.stored() == [GUILD]
    await store.servers.note_presence((), (GUILD,), 100)
    await store.clear(Kept(challenges=0, vacations=0, erased=0, servers=101, moderation=0), 10)
    assert await FinishedTables(store.database).find(CHANNEL) is None
