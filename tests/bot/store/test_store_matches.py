"""The contract of both stores: matches."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.model.matches import Listing
from bot.model.people import CHANNEL, ENGINE
from bot.model.posts import SentMessage
from bot.model.servers import Place
from bot.store.changes import Change, Committed, Stale
from games.core import Side
from games.events import Answered, Created, Offer, Offered, Resigned, Withdrawn
from games.match import fold
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    PLACE,
    beginning,
    begun,
    board,
    following,
    log_of,
    moved,
    read,
    record,
)

if TYPE_CHECKING:
    from bot.store.store import Store


async def test_a_match_comes_back_as_it_went(store: Store) -> None:
    new = replace(record(), thread=True, message=5)
    committed = await store.commit(beginning(new))
    assert committed == Committed(match=1)
    assert await store.matches.record(1) == replace(new, id=1)
    assert await log_of(store, 1) == new.match.log


@pytest.mark.parametrize(
    ("change", "wall", "opened"),
    [
        ({}, 14, True),
        ({"dark": ENGINE, "level": 3}, 14, True),  # against Konakis, where all can watch
        ({"challenge": None, "first": None}, 14, True),  # of a tournament
        ({"dark_partner": CARL, "light_partner": CARL + 1}, 14, True),  # of four
        ({}, None, False),
        ({"dark": CHANNEL}, 14, False),  # it is played where the channel is
        ({"place": replace(PLACE, channel=0)}, 14, False),  # nobody watches
        ({"place": replace(PLACE, remote=True)}, 14, False),  # the bot is a guest
        ({"place": replace(PLACE, guild=5)}, 14, False),  # of another server
    ],
)
async def test_where_a_server_has_a_wall_a_post_is_to_be_opened(
    store: Store, change: dict[str, Any], wall: int | None, *, opened: bool
) -> None:
    assert PLACE.guild
    await store.servers.change(PLACE.guild, lambda guild: replace(guild, wall=wall))
    await store.commit(beginning(replace(record(), **change)))
    assert (await read(store, 1)).thread is opened


async def test_what_is_not_there_is_none(store: Store) -> None:
    assert await store.matches.record(1) is None
    assert await store.challenges.challenge(1) is None
    assert await store.matches.record_at(1) is None


async def test_every_move_is_kept(store: Store) -> None:
    known = await begun(store)
    for at in (2000, 3000, 4000, 5000):
        await store.commit(following(known, moved(known, at)))
        known = await read(store, known.id)
    assert [ply.move for ply in known.match.plies] == [
        ("d1", "d3"),
        ("e4", "c4"),
        ("d3", "b3"),
        ("c4", "c2"),
    ]
    assert fold(await log_of(store, known.id)) == known.match
    assert fold(await log_of(store, known.id)) == known.match


async def test_several_events_are_one_change(store: Store) -> None:
    known = await begun(store)
    events = (moved(known), Offered(Side.DARK, 2001, Offer.AGREE), Answered(Side.LIGHT, 2002, True))  # noqa: FBT003  the event's own order
    await store.commit(following(known, *events))
    assert (await read(store, known.id)).match.log[1:] == events


async def test_of_two_at_once_one_is_stale(store: Store) -> None:
    known = await begun(store)
    first = following(known, moved(known, 2000), posts=(board(known.id, 2),))
    second = following(known, Resigned(Side.LIGHT, 2000), posts=(board(known.id, 2),))
    outcomes = await asyncio.gather(
        store.commit(first), store.commit(second), return_exceptions=True
    )
    assert [isinstance(outcome, Stale) for outcome in outcomes].count(True) == 1
    won = first if isinstance(outcomes[1], Stale) else second
    assert (await log_of(store, known.id))[1:] == won.events
    assert len(await store.posts.due(9999, 10)) == 1


async def test_a_late_change_writes_nothing(store: Store) -> None:
    known = await begun(store)
    await store.commit(following(known, moved(known)))
    now = await read(store, known.id)
    with pytest.raises(Stale):
        await store.commit(following(known, moved(known), posts=(board(known.id, 2),)))
    assert await read(store, known.id) == now
    assert await store.posts.due(0, 9) == []


async def test_a_change_of_a_match_that_is_not_there_is_stale(store: Store) -> None:
    unknown = replace(record(), id=99)
    with pytest.raises(Stale):
        await store.commit(following(unknown, moved(unknown)))


async def test_a_change_that_contradicts_itself_is_refused(store: Store) -> None:
    known = await begun(store)
    right = following(known, moved(known))
    for wrong in (
        replace(right, before=0),
        replace(right, events=()),
        replace(right, record=None),
        replace(right, events=(moved(known, 2001),)),
        replace(beginning(record()), record=replace(record(), id=1)),
        Change(posts=(board(0),)),
    ):
        with pytest.raises(ValueError, match=r"^(the events|a match|a post)"):
            await store.commit(wrong)
    assert await read(store, known.id) == known


async def test_a_change_decided_earlier_undoes_no_message_and_no_new_place(
    store: Store,
) -> None:
    known = await begun(store, replace(record(), thread=True), board())
    (post,) = await store.posts.due(0, 1)
    await store.posts.done(post, SentMessage(555, channel=77))
    await store.commit(following(known, moved(known)))
    now = await read(store, known.id)
    assert now.message == 555
    assert now.place == Place(PLACE.guild, 77)
    assert not now.thread


async def test_a_match_is_found_by_its_newest_board_alone(store: Store) -> None:
    known = await begun(store, None, board(), board(number=2))
    first, second = board(known.id), board(known.id, 2)
    await store.posts.done(first, SentMessage(501))
    assert await store.matches.record_at(501) == await store.matches.record(known.id)
    await store.posts.done(second, SentMessage(502))
    assert await store.matches.record_at(501) is None
    assert await store.matches.record_at(502) == replace(known, message=502, shown=2)


async def test_the_match_that_began_last_in_a_channel(store: Store) -> None:
    assert await store.matches.newest_in(PLACE.channel) is None
    await begun(store)
    second = await begun(store)
    third = await begun(store, replace(record(), place=Place(None, 5)))
    assert await store.matches.newest_in(PLACE.channel) == second
    assert await store.matches.newest_in(5) == third
    await store.posts.done(board(second.id), SentMessage(None, channel=5))
    assert await store.matches.newest_in(PLACE.channel) == await store.matches.record(1)


async def test_running_matches_as_lines_of_a_list(store: Store) -> None:
    known = await begun(store)
    await store.commit(following(known, moved(known), Offered(Side.DARK, 2001, Offer.TAKEBACK)))
    line = Listing(
        version=3,
        id=known.id,
        place=PLACE,
        dark=BEN,
        light=ANNA,
        rules="larochelle",
        turn=Side.LIGHT,
        plies=1,
        offer_by=Side.DARK,
        since=2001,
        message=None,
    )
    assert list(await store.matches.running(ANNA)) == [line]
    assert list(await store.matches.running(BEN)) == [line]
    assert list(await store.matches.running(CARL)) == []


async def test_matches_that_wait_for_the_player_are_first_the_longest_waiting_first(
    store: Store,
) -> None:
    for seats, at in (
        ((ANNA, BEN), 30),  # 1: her turn
        ((BEN, ANNA), 10),  # 2: Ben's
        ((ANNA, CARL), 20),  # 3: her turn
        ((CARL, ANNA), 40),  # 4: Carl's, who offers
        ((CARL, ANNA), 5),  # 5: Carl's
        ((BEN, CARL), 1),  # 6: not hers
    ):
        await begun(store, record(*seats, at=at))
    fourth = await read(store, 4)
    await store.commit(following(fourth, Offered(Side.DARK, 50, Offer.AGREE)))
    assert [listing.id for listing in await store.matches.running(ANNA)] == [3, 1, 4, 5, 2]
    await store.commit(following(await read(store, 4), Withdrawn(Side.DARK, 60)))
    assert [listing.id for listing in await store.matches.running(ANNA)] == [3, 1, 5, 2, 4]


async def test_a_match_that_is_over_is_kept_but_not_listed(store: Store) -> None:
    known = await begun(store)
    await store.commit(following(known, Resigned(Side.DARK, 2000)))
    assert list(await store.matches.running(ANNA)) == []
    assert (await read(store, known.id)).match.verdict is not None


async def test_a_long_log_comes_back_whole(store: Store) -> None:
    known = await begun(store)
    events = [
        event
        for at in range(2000, 4000, 2)
        for event in (Offered(Side.DARK, at, Offer.AGREE), Withdrawn(Side.DARK, at + 1))
    ]
    await store.commit(following(known, *events))
    assert list(await log_of(store, known.id))[1:] == events
    assert len((await read(store, known.id)).match.log) == 2001


async def test_the_rules_come_back_in_full(store: Store) -> None:
    known = await begun(store)
    (created,) = await log_of(store, known.id)
    assert isinstance(created, Created)
    assert created.rules == known.match.game.data
