"""The contract of both stores: posts and notes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing
from bot.model.posts import (
    BoardPost,
    ChallengeOver,
    ChallengePost,
    ClockPost,
    CloseOffer,
    DeleteMessage,
    DeleteReminder,
    Digest,
    EditChallenge,
    LateChallengePing,
    LatePing,
    NoticePost,
    Post,
    ReminderPost,
    SentMessage,
    ShrinkBoard,
)
from bot.model.servers import Place
from bot.service.pings import ping_for
from bot.store.changes import Change, Committed
from games.core import Side
from games.events import Offer, Offered, Resigned
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
    from bot.store.store import Store


async def ids(store: Store, now: int, most: int = 99) -> list[int]:
    return [post.id for post in await store.posts.due(now, most)]


async def test_a_post_comes_back_as_it_went(store: Store) -> None:
    known = await begun(store)
    post = ShrinkBoard(known.id, 3, 2**63 - 1, 902, due=5)
    assert await store.commit(Change(posts=(post,))) == Committed(posts=(1,))
    assert list(await store.posts.due(5, 9)) == [replace(post, id=1)]


async def test_posts_are_addressed_to_what_is_written_with_them(store: Store) -> None:
    known = await begun(store)
    await begun(store, None, board(), board(known.id, 9))
    posts = [replace(post, id=0) for post in await store.posts.due(0, 9)]
    assert posts == [board(2), board(1, 9)]


async def test_a_post_for_a_challenge_that_is_not_written_with_it_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match=r"^a post speaks of a challenge"):
        await store.commit(Change(posts=(ChallengePost(0),)))
    assert await store.posts.newest() == 0


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
    await store.commit(Change(posts=(ShrinkBoard(known.id, 0, 5, 902),)))
    assert await ids(store, 0) == [1, 3, 4]
    await store.posts.retry(1, 60)
    assert await ids(store, 0) == [3, 4]  # the second waits for the first
    await store.posts.drop(3)
    await store.posts.drop(4)
    assert await ids(store, 59) == []
    assert await ids(store, 60) == [1]
    await store.posts.drop(1)
    assert await ids(store, 0) == [2]
    assert other.id != known.id


async def test_a_post_that_failed_is_tried_again(store: Store) -> None:
    known = await begun(store, None, board())
    await store.posts.retry(1, 8)
    await store.posts.retry(1, 9)
    assert await ids(store, 8) == []
    assert list(await store.posts.due(9, 9)) == [replace(board(known.id), id=1, due=9, tries=2)]


async def test_a_post_that_is_out_is_forgotten(store: Store) -> None:
    await begun(store, None, board())
    (post,) = await store.posts.due(0, 9)
    for _ in range(2):  # done twice is done once
        await store.posts.done(post, SentMessage(700))
        assert await ids(store, 0) == []
        assert (await store.matches.record_at(700)) is not None


async def test_on_the_wall_one_message_stays_the_board(store: Store) -> None:
    pending = replace(record(), thread=True)
    known = await begun(store, pending, board(), board(number=2), board(number=3))
    # What is sent; then which messages go with the next, and which go now.
    steps: tuple[tuple[SentMessage, tuple[int, ...], list[int]], ...] = (
        (SentMessage(900, 900, on_wall=True), (), []),
        (SentMessage(901, 900, on_wall=True), (901,), []),
        (SentMessage(902, 900, on_wall=True), (902,), [901]),
    )
    for sent, passing, gone in steps:
        post = (await store.posts.due(0, 9))[0]
        for _ in range(2):  # done twice is done once
            await store.posts.done(post, sent)
        there = await read(store, known.id)
        assert (there.place.channel, there.home) == (900, PLACE.channel)
        assert (there.message, there.passing) == (900, passing)
        due = await store.posts.due(0, 9)
        assert [post.message for post in due if isinstance(post, DeleteMessage)] == gone
        assert not [post for post in due if isinstance(post, ShrinkBoard)]


async def test_where_its_post_is_gone_it_is_played_in_its_channel(store: Store) -> None:
    known = await begun(store, replace(record(), thread=True), board(), board(number=2))
    for sent in (SentMessage(900, 900, on_wall=True), SentMessage(700, PLACE.channel)):
        (post,) = await store.posts.due(0, 1)
        for _ in range(2):
            await store.posts.done(post, sent)
    there = await read(store, known.id)
    assert (there.place, there.home, there.message) == (PLACE, None, 700)
    assert await store.posts.due(0, 9) == []  # nothing is left there to change


async def test_where_its_board_is_gone_it_is_played_on_in_the_post(store: Store) -> None:
    known = await begun(store, replace(record(), thread=True), board(), ClockPost(0))
    first, second = await store.posts.due(0, 9)
    await store.posts.done(first, SentMessage(900, 900, on_wall=True))
    await store.posts.done(second, SentMessage(None, 900))
    await store.commit(Change(posts=(board(known.id, 2),)))
    (third,) = await store.posts.due(0, 9)  # it was sent while the board was deleted
    await store.posts.done(third, SentMessage(901, 900, on_wall=True))
    there = await read(store, known.id)
    assert (there.place.channel, there.home) == (900, PLACE.channel)
    assert not there.on_wall


async def test_the_board_before_it_is_to_lose_its_buttons(store: Store) -> None:
    known = await begun(store, None, board(), board(number=5))
    (first,) = await store.posts.due(0, 9)
    await store.posts.done(first, SentMessage(700))
    (second,) = await store.posts.due(0, 9)
    for _ in range(2):
        await store.posts.done(second, SentMessage(701))
        (strip,) = await store.posts.due(0, 9)
        assert strip == ShrinkBoard(known.id, 4, 700, following=701, id=3)


async def test_what_pings_later_is_added_with_what_was_sent_and_once(store: Store) -> None:
    known = await begun(store, None, board())
    (post,) = await store.posts.due(0, 9)
    call = LatePing(known.id, 1, BEN, due=50)
    for _ in range(2):
        await store.posts.done(post, SentMessage(700, later=(call,)))
    assert await ids(store, 49) == []
    assert list(await store.posts.due(50, 9)) == [replace(call, id=2)]
    await store.posts.done(replace(call, id=2), SentMessage(701))
    assert (await read(store, known.id)).passing == (701,)


async def test_none_is_added_for_a_person_who_was_erased_meanwhile(store: Store) -> None:
    asked, known = await challenged(store), await begun(store, None, board())
    await store.commit(following(known, Resigned(Side.DARK, 2000)))
    await store.commit(Change(challenge=replace(asked, standing=Standing.DECLINED, version=1)))
    await store.personal_data.erase(ANNA, 3000)
    told = ChallengeOver(asked.id)
    await store.commit(Change(posts=(told,)))
    for post in await store.posts.due(0, 9):
        assert isinstance(post, BoardPost | ChallengeOver)
        calls = [ping_for(post, player, due=50) for player in (ANNA, BEN)]
        await store.posts.done(post, SentMessage(700, later=calls))
    for expected in (LatePing(known.id, 1, BEN), LateChallengePing(asked.id, BEN)):
        (post,) = await store.posts.due(50, 9)
        assert post == replace(expected, id=post.id, due=50)
        await store.posts.drop(post.id)
    assert await ids(store, 50) == []


async def test_one_digest_is_for_all_that_was_due_by_then(store: Store) -> None:
    known = await begun(store)
    digests = [Digest(known.id, 0, 7, due=due) for due in (50, 50, 90)]
    other = Digest(known.id, 0, 8, due=50)
    await store.commit(Change(posts=(*digests, other)))
    assert await ids(store, 60) == [1, 4]
    await store.posts.done(replace(digests[0], id=1), SentMessage(700))
    assert await ids(store, 60) == [4]
    assert await ids(store, 90) == [4, 3]
    assert (await read(store, known.id)).passing == ()


@pytest.mark.parametrize("kind", [LatePing, Digest])
async def test_what_was_tried_in_vain_is_told_with_the_others(
    store: Store, kind: type[LatePing | Digest]
) -> None:
    known = await begun(store)
    failed, post = (kind(known.id, 0, ANNA, due=50) for _ in range(2))
    await store.commit(Change(posts=(failed, post)))
    await store.posts.retry(1, 400)
    assert await ids(store, 339) == [2]
    assert await ids(store, 340) == []  # in a minute they are told together
    assert await store.posts.waits_with_others(replace(post, id=2), 50)
    await store.posts.done(replace(post, id=2), SentMessage(700, covers=50))
    assert await ids(store, 400) == []


async def test_what_fell_due_while_the_bot_was_off_is_told_once(store: Store) -> None:
    known = await begun(store)
    first, second, later = (LatePing(known.id, 0, ANNA, due=due) for due in (50, 200, 400))
    await store.commit(Change(posts=(first, second, later)))
    await store.posts.done(replace(first, id=1), SentMessage(700, covers=360))
    assert await ids(store, 400) == [3]


async def test_new_hours_have_what_was_to_ping_later_looked_at_now(store: Store) -> None:
    known = await begun(store)
    for player in (7, 8):
        call = LatePing(known.id, 0, player, due=500)
        await store.commit(Change(posts=(call,)))
    await store.people.change(7, lambda person: replace(person, theme="wood"), 60)
    assert await ids(store, 60) == []
    await store.people.change(7, lambda person: replace(person, quiet_from=3), 60)
    assert await ids(store, 60) == [1]


async def test_what_was_to_ping_an_erased_person_is_forgotten(store: Store) -> None:
    known = await begun(store)
    await store.commit(Change(posts=(LatePing(known.id, 0, 7, due=5),)))
    await store.personal_data.erase(7, 60)
    assert await ids(store, 9) == []


@pytest.mark.parametrize("post", [NoticePost(1, 1), ShrinkBoard(1, 1, 701, 902), CloseOffer(1, 1)])
async def test_only_a_board_becomes_the_newest_board(store: Store, post: Post) -> None:
    known = await begun(store)
    await store.posts.done(board(known.id), SentMessage(700))
    await store.posts.done(post, SentMessage(701))
    await store.posts.done(board(known.id), SentMessage(None))
    assert (await read(store, known.id)).message == 700


async def test_a_reminder_goes_with_its_turn_whether_or_not_a_board_follows(store: Store) -> None:
    known = await begun(store, replace(record(), reminded=True))
    await store.posts.done(ReminderPost(known.id, 1, 101), SentMessage(702))
    known = await read(store, known.id)
    assert known.reminder == 702
    await store.commit(Change(record=replace(known, due=70), before=1))  # the turn goes on
    assert await store.posts.due(0, 9) == []
    await store.commit(following(replace(known, reminded=False), moved(known)))
    (reminded,) = await store.posts.due(0, 9)
    assert reminded == DeleteReminder(known.id, 1, 702, id=reminded.id)
    assert (await read(store, known.id)).reminder is None
    await store.posts.drop(reminded.id)
    # One that is out only after the turn is over.
    await store.posts.done(ReminderPost(known.id, 1, 101), SentMessage(703))
    (reminded,) = await store.posts.due(0, 9)
    assert reminded == DeleteReminder(known.id, 1, 703, id=reminded.id)


async def test_with_a_new_board_go_the_messages_since_the_one_before(store: Store) -> None:
    known, other = await begun(store), await begun(store)
    await store.posts.done(board(known.id), SentMessage(700))
    for _ in range(2):  # done twice is done once
        await store.posts.done(LatePing(known.id, 2, BEN), SentMessage(701))
    await store.posts.done(LatePing(known.id, 2, BEN), SentMessage(702))
    await store.posts.done(NoticePost(known.id, 2), SentMessage(None))
    await store.posts.done(NoticePost(other.id, 2), SentMessage(800))
    assert await read(store, known.id) == replace(known, message=700, shown=1, passing=(701, 702))
    for _ in range(2):
        await store.posts.done(board(known.id, 3), SentMessage(700))
    assert await read(store, known.id) == replace(known, message=700, shown=3)
    batches = [await store.posts.due(0, 1)]
    await store.posts.drop(batches[0][0].id)
    batches.append(await store.posts.due(0, 1))
    assert [[replace(post, id=0) for post in due] for due in batches] == [
        [DeleteMessage(known.id, 701)],
        [DeleteMessage(known.id, 702)],
    ]
    assert [post.queue for post in batches[0]] == [-PLACE.channel]
    await store.posts.drop(batches[1][0].id)
    assert list(await store.posts.due(0, 9)) == []


async def test_only_the_challenge_itself_becomes_its_message(store: Store) -> None:
    known = await challenged(store)
    await store.posts.done(ChallengePost(known.id), SentMessage(700))
    await store.posts.done(EditChallenge(known.id), SentMessage(701))
    await store.posts.done(ChallengePost(known.id), SentMessage(None))
    assert await store.challenges.challenge(known.id) == replace(known, message=700)


async def test_a_posts_number_never_comes_back(store: Store) -> None:
    assert await store.posts.newest() == 0
    known = await begun(store, None, board(), board(number=2))
    assert await store.posts.newest() == 2
    await store.posts.drop(2)
    await store.posts.drop(1)
    assert await store.posts.newest() == 2
    committed = await store.commit(following(known, moved(known), posts=(board(known.id, 2),)))
    assert committed.posts == (3,)


async def test_a_post_that_is_gone_cannot_be_touched(store: Store) -> None:
    await begun(store)
    await store.posts.retry(9, 5)
    await store.posts.drop(9)
    assert await ids(store, 5) == []


async def test_notes_are_remembered(store: Store) -> None:
    assert await store.notes.read("commands") is None
    await store.notes.keep("commands", "älter")
    await store.notes.keep("commands", "neuer ♔ 'quoted'; --")
    await store.notes.keep("other", "")
    assert await store.notes.read("commands") == "neuer ♔ 'quoted'; --"
    assert await store.notes.read("other") == ""


async def test_each_channel_has_a_queue_of_its_own_and_its_old_boards_another(
    store: Store,
) -> None:
    for channel in (11, 11, 11, 12):
        place = Place(guild=1, channel=channel)
        await begun(store, replace(record(), place=place), board())
    strips = tuple(ShrinkBoard(match, 0, 9, 902) for match in (1, 2, 3))
    await store.commit(Change(posts=strips))
    posts = await store.posts.due(0, 2)
    assert [post.id for post in posts] == [1, 2, 4, 5, 6]
    assert [post.queue for post in posts] == [11, 11, 12, -11, -11]
    assert [post.place.guild for post in posts] == [1] * 5
    posts = await store.posts.due(0, 2, busy_posts=[1, 4], full_queues=[-11])
    assert [post.id for post in posts] == [2, 3]


async def test_a_post_of_a_challenge_waits_in_its_channel(store: Store) -> None:
    known = await challenged(store)
    await store.commit(Change(posts=(ChallengeOver(known.id),)))
    assert [post.place for post in await store.posts.due(0, 9)] == [
        Place(PLACE.guild, PLACE.channel)
    ]


async def test_only_so_many_messages_of_one_turn_are_kept(store: Store) -> None:
    known = await begun(store)
    for message in range(700, 803):
        await store.posts.done(LatePing(known.id, 0, BEN), SentMessage(message))
    assert (await read(store, known.id)).passing == tuple(range(703, 803))


async def test_a_notice_takes_the_place_of_those_before_it_unless_an_offer_is_open(
    store: Store,
) -> None:
    known = await begun(store)
    await store.posts.done(NoticePost(known.id, 1), SentMessage(700))
    for _ in range(2):  # done twice is done once
        await store.posts.done(NoticePost(known.id, 2), SentMessage(701))
    assert (await read(store, known.id)).passing == (701,)
    (post,) = await store.posts.due(0, 9)
    assert replace(post, id=0) == DeleteMessage(known.id, 700)
    await store.posts.drop(post.id)
    now = await read(store, known.id)
    await store.commit(following(now, Offered(Side.DARK, 2001, Offer.AGREE)))
    await store.posts.done(NoticePost(known.id, 2), SentMessage(702))
    assert (await read(store, known.id)).passing == (701, 702)
    assert list(await store.posts.due(0, 9)) == []


async def test_the_line_that_is_left_of_a_board_is_kept_while_it_has_room(store: Store) -> None:
    known = await begun(store)
    for line in (700, None):
        await store.posts.done(ShrinkBoard(known.id, 1, 700, 902), SentMessage(line))
        assert (await read(store, known.id)).line == line
