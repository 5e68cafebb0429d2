"""The contract of both stores: posts and notes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.model import Kind, Place, Post, Standing
from bot.service.ports import Change, Committed
from games.core import Side
from games.events import Resigned
from tests.bot.store.model import (
    ANNA,
    BEN,
    PLACE,
    begun,
    board,
    challenged,
    following,
    moved,
    read,
    record,
)

if TYPE_CHECKING:
    from bot.service.ports import Store


async def ids(store: Store, now: int, most: int = 99) -> list[int]:
    return [post.id for post in await store.due_posts(now, most)]


async def test_a_post_comes_back_as_it_went(store: Store) -> None:
    known = await begun(store)
    post = Post(Kind.STRIP, match=known.id, number=3, message=2**63 - 1, due=5)
    assert await store.commit(Change(posts=(post,))) == Committed(posts=(1,))
    assert list(await store.due_posts(5, 9)) == [replace(post, id=1)]


async def test_posts_are_addressed_to_what_is_written_with_them(store: Store) -> None:
    known = await begun(store)
    await begun(store, None, board(), board(known.id, 9))
    assert [(post.match, post.number) for post in await store.due_posts(0, 9)] == [(2, 1), (1, 9)]


async def test_a_post_for_a_challenge_that_is_not_written_with_it_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match=r"^a post speaks of a challenge"):
        await store.commit(Change(posts=(Post(Kind.CHALLENGE, challenge=0),)))
    assert await store.newest_post() == 0


async def test_no_post_is_due_before_its_time(store: Store) -> None:
    await begun(store, None, board(due=100))
    assert await ids(store, 99) == []
    assert await ids(store, 100) == [1]


async def test_longest_due_first_and_no_more_than_asked_for(store: Store) -> None:
    for due in (30, 10, 20, 10):
        await begun(store, None, board(due=due))
    assert await ids(store, 50) == [2, 4, 3, 1]
    assert await ids(store, 50, most=3) == [2, 4, 3]


async def test_of_each_lane_the_oldest_and_only_when_it_is_due(store: Store) -> None:
    known = await begun(store, None, board(), board(number=2))
    other = await begun(store, None, board())
    await store.commit(Change(posts=(Post(Kind.STRIP, match=known.id, message=5),)))
    assert await ids(store, 0) == [1, 3, 4]
    await store.retry_post(1, 60)
    assert await ids(store, 0) == [3, 4]  # the second waits for the first
    await store.drop_post(3)
    await store.drop_post(4)
    assert await ids(store, 59) == []
    assert await ids(store, 60) == [1]
    await store.drop_post(1)
    assert await ids(store, 0) == [2]
    assert other.id != known.id


async def test_a_post_that_failed_is_tried_again(store: Store) -> None:
    known = await begun(store, None, board())
    await store.retry_post(1, 8)
    await store.retry_post(1, 9)
    assert await ids(store, 8) == []
    assert list(await store.due_posts(9, 9)) == [replace(board(known.id), id=1, due=9, tries=2)]


async def test_a_post_that_is_out_is_forgotten(store: Store) -> None:
    await begun(store, None, board())
    (post,) = await store.due_posts(0, 9)
    for _ in range(2):  # done twice is done once
        await store.post_done(post, 700)
        assert await ids(store, 0) == []
        assert (await store.record_at(700)) is not None


async def test_the_board_before_it_is_to_lose_its_buttons(store: Store) -> None:
    known = await begun(store, None, board(), board(number=5))
    (first,) = await store.due_posts(0, 9)
    await store.post_done(first, 700)
    (second,) = await store.due_posts(0, 9)
    for _ in range(2):
        await store.post_done(second, 701)
        (strip,) = await store.due_posts(0, 9)
        assert strip == Post(Kind.STRIP, match=known.id, number=4, message=700, id=3)


async def test_what_pings_later_is_added_with_what_was_sent_and_once(store: Store) -> None:
    known = await begun(store, None, board())
    (post,) = await store.due_posts(0, 9)
    call = Post(Kind.CALL, match=known.id, number=1, due=50, player=BEN)
    for _ in range(2):
        await store.post_done(post, 700, later=(call,))
    assert await ids(store, 49) == []
    assert list(await store.due_posts(50, 9)) == [replace(call, id=2)]
    await store.post_done(replace(call, id=2), 701)
    assert (await read(store, known.id)).passing == (701,)


async def test_none_is_added_for_a_person_who_was_erased_meanwhile(store: Store) -> None:
    asked, known = await challenged(store), await begun(store, None, board())
    await store.commit(following(known, Resigned(Side.DARK, 2000)))
    await store.commit(Change(challenge=replace(asked, standing=Standing.DECLINED, version=1)))
    await store.erase(ANNA, 3000)
    told = Post(Kind.NOTICE, challenge=asked.id)
    await store.commit(Change(posts=(told,)))
    for post in await store.due_posts(0, 9):
        about = replace(post, id=0, due=50)
        calls = [replace(about, kind=Kind.CALL, player=player) for player in (ANNA, BEN)]
        await store.post_done(post, 700, later=calls)
    for match, challenge in ((known.id, None), (None, asked.id)):
        (post,) = await store.due_posts(50, 9)
        assert (post.match, post.challenge, post.player) == (match, challenge, BEN)
        await store.drop_post(post.id)
    assert await ids(store, 50) == []


async def test_one_digest_is_for_all_that_was_due_by_then(store: Store) -> None:
    known = await begun(store)
    digests = [Post(Kind.DIGEST, match=known.id, due=due, player=7) for due in (50, 50, 90)]
    other = Post(Kind.DIGEST, match=known.id, due=50, player=8)
    await store.commit(Change(posts=(*digests, other)))
    assert await ids(store, 60) == [1, 4]
    await store.post_done(replace(digests[0], id=1), 700)
    assert await ids(store, 60) == [4]
    assert await ids(store, 90) == [4, 3]
    assert (await read(store, known.id)).passing == ()


async def test_new_hours_have_what_was_to_ping_later_looked_at_now(store: Store) -> None:
    known = await begun(store)
    for player in (7, 8):
        call = Post(Kind.CALL, match=known.id, due=500, player=player)
        await store.commit(Change(posts=(call,)))
    await store.change_person(7, lambda person: replace(person, theme="wood"), 60)
    assert await ids(store, 60) == []
    await store.change_person(7, lambda person: replace(person, quiet_from=3), 60)
    assert await ids(store, 60) == [1]


async def test_what_was_to_ping_an_erased_person_is_forgotten(store: Store) -> None:
    known = await begun(store)
    await store.commit(Change(posts=(Post(Kind.CALL, match=known.id, due=5, player=7),)))
    await store.erase(7, 60)
    assert await ids(store, 9) == []


@pytest.mark.parametrize("kind", [Kind.NOTICE, Kind.STRIP])
async def test_only_a_board_becomes_the_newest_board(store: Store, kind: Kind) -> None:
    known = await begun(store)
    await store.post_done(board(known.id), 700)
    await store.post_done(Post(kind, match=known.id), 701)
    await store.post_done(board(known.id), None)
    assert (await read(store, known.id)).message == 700


async def test_a_reminder_goes_with_its_turn_whether_or_not_a_board_follows(store: Store) -> None:
    known = await begun(store, replace(record(), reminded=True))
    await store.post_done(Post(Kind.REMINDER, match=known.id, number=1), 702)
    known = await read(store, known.id)
    assert known.reminder == 702
    await store.commit(Change(record=replace(known, due=70), before=1))  # the turn goes on
    assert await store.due_posts(0, 9) == []
    await store.commit(following(replace(known, reminded=False), moved(known)))
    (reminded,) = await store.due_posts(0, 9)
    assert (reminded.kind, reminded.number, reminded.message) == (Kind.REMINDED, 1, 702)
    assert (await read(store, known.id)).reminder is None
    await store.drop_post(reminded.id)
    # One that is out only after the turn is over.
    await store.post_done(Post(Kind.REMINDER, match=known.id, number=1), 703)
    assert [each.message for each in await store.due_posts(0, 9)] == [703]


async def test_with_a_new_board_go_the_messages_since_the_one_before(store: Store) -> None:
    known, other = await begun(store), await begun(store)
    await store.post_done(board(known.id), 700)
    for _ in range(2):  # done twice is done once
        await store.post_done(Post(Kind.NOTICE, match=known.id, number=2), 701)
    await store.post_done(Post(Kind.NOTICE, match=known.id, number=2), 702)
    await store.post_done(Post(Kind.NOTICE, match=known.id, number=2), None)
    await store.post_done(Post(Kind.NOTICE, match=other.id, number=2), 800)
    assert await read(store, known.id) == replace(known, message=700, passing=(701, 702))
    for _ in range(2):
        await store.post_done(board(known.id, 3), 700, ping=703)
    assert await read(store, known.id) == replace(known, message=700, passing=(703,))
    found = [await store.due_posts(0, 1)]
    await store.drop_post(found[0][0].id)
    found.append(await store.due_posts(0, 1))
    assert [[(each.kind, each.number, each.message) for each in due] for due in found] == [
        [(Kind.CLEAR, 3, 701)],
        [(Kind.CLEAR, 3, 702)],
    ]
    assert [each.queue for each in found[0]] == [-PLACE.channel]
    await store.drop_post(found[1][0].id)
    assert list(await store.due_posts(0, 9)) == []


async def test_only_the_challenge_itself_becomes_its_message(store: Store) -> None:
    known = await challenged(store)
    await store.post_done(Post(Kind.CHALLENGE, challenge=known.id), 700)
    await store.post_done(Post(Kind.CHALLENGE_CHANGED, challenge=known.id), 701)
    await store.post_done(Post(Kind.CHALLENGE, challenge=known.id), None)
    assert await store.challenge(known.id) == replace(known, message=700)


async def test_a_posts_number_never_comes_back(store: Store) -> None:
    assert await store.newest_post() == 0
    known = await begun(store, None, board(), board(number=2))
    assert await store.newest_post() == 2
    await store.drop_post(2)
    await store.drop_post(1)
    assert await store.newest_post() == 2
    committed = await store.commit(following(known, moved(known), posts=(board(known.id, 2),)))
    assert committed.posts == (3,)


async def test_a_post_that_is_gone_cannot_be_touched(store: Store) -> None:
    await begun(store)
    await store.retry_post(9, 5)
    await store.drop_post(9)
    assert await ids(store, 5) == []


async def test_notes_are_remembered(store: Store) -> None:
    assert await store.note("commands") is None
    await store.keep_note("commands", "älter")
    await store.keep_note("commands", "neuer ♔ 'quoted'; --")
    await store.keep_note("other", "")
    assert await store.note("commands") == "neuer ♔ 'quoted'; --"
    assert await store.note("other") == ""


async def test_each_channel_has_a_queue_of_its_own_and_its_old_boards_another(
    store: Store,
) -> None:
    for channel in (11, 11, 11, 12):
        place = Place(guild=1, channel=channel)
        await begun(store, replace(record(), place=place), board())
    strips = tuple(Post(Kind.STRIP, match=match, message=9) for match in (1, 2, 3))
    await store.commit(Change(posts=strips))
    found = await store.due_posts(0, 2)
    assert [post.id for post in found] == [1, 2, 4, 5, 6]
    assert [post.queue for post in found] == [11, 11, 12, -11, -11]
    assert [post.place.guild for post in found] == [1] * 5
    found = await store.due_posts(0, 2, busy=[1, 4], full=[-11])
    assert [post.id for post in found] == [2, 3]


async def test_a_post_of_a_challenge_waits_in_its_channel(store: Store) -> None:
    known = await challenged(store)
    await store.commit(Change(posts=(Post(Kind.NOTICE, challenge=known.id),)))
    assert [post.place for post in await store.due_posts(0, 9)] == [
        Place(PLACE.guild, PLACE.channel)
    ]


async def test_only_so_many_messages_of_one_turn_are_kept(store: Store) -> None:
    known = await begun(store)
    for message in range(700, 803):
        await store.post_done(Post(Kind.NOTICE, match=known.id), message)
    assert (await read(store, known.id)).passing == tuple(range(703, 803))
