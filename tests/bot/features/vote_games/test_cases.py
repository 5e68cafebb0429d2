"""Vote games in the store: votes, rounds that close, what comes between, what a check finds."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from bot.features.vote_games import cases
from bot.features.vote_games.actions import hub_part
from bot.features.vote_games.model import State
from bot.features.vote_games.refusals import VoteGameNo
from bot.features.vote_games.round import Tally
from bot.features.vote_games.tables import rebuild
from bot.model.challenges import Standing, Terms
from bot.model.people import CHANNEL, ENGINE
from bot.model.posts import ClockPost, DeleteReply
from bot.model.servers import Place, WritablePlace
from bot.service import challenges, moderation, play
from bot.service.begin import Beginning, begins, new_match
from bot.service.erasure import clear
from bot.service.limits import Limits
from bot.service.record_event import record_event
from bot.service.refusals import No, Refusal
from bot.store.changes import Stale
from bot.store.check import check
from bot.store.folded import FoldedMatches
from bot.store.store import open_store
from bot.ui.pages.reader import public
from games.core import Side
from games.errors import Illegal
from games.events import Moved, Offer, Resigned
from games.pace import DAY, Pace
from tests.bot.features.vote_games.room import FIRST, GUILD, OPPONENT, ROOM, Room
from tests.bot.store.extensions import EXTENSIONS

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.store import Store

A, B, C, D = range(101, 105)
ONE, TWO, THREE = FIRST


@pytest.fixture
def room(store: Store) -> Room:
    return Room(store)


async def moves(room: Room, match: int) -> list[tuple[str, ...]]:
    """The moves that were made."""
    return [ply.move for ply in (await room.record(match)).match.plies]


async def test_a_vote_is_one_for_each_and_may_be_changed(room: Room) -> None:
    match = await room.begin()
    await room.vote(match, A, ONE)
    await room.vote(match, A, ONE)  # pressed twice
    await room.vote(match, B, TWO)
    ballot = await room.vote(match, A, TWO)
    assert ballot.votes.tallies == (Tally("e2-c2", 2, first=2),)
    assert ballot.game.votes_cast == 3


async def test_of_as_many_votes_the_move_wins_that_was_voted_for_first(room: Room) -> None:
    match = await room.begin()
    for who, path in ((A, TWO), (B, ONE), (C, ONE), (D, TWO)):
        await room.vote(match, who, path)
    await room.passes(DAY - 1)
    assert await moves(room, match) == []
    await room.passes(1)
    assert await moves(room, match) == [TWO]
    game = (await room.ballot(match)).game
    assert (game.votes_for, game.votes_in, game.round, game.opened) == (2, 4, 1, None)


async def test_who_is_barred_meanwhile_has_no_vote_any_more(room: Room) -> None:
    match = await room.begin()
    for who, path in ((A, ONE), (B, ONE), (C, TWO)):
        await room.vote(match, who, path)
    await moderation.bar(room.services, GUILD, A, D)
    await moderation.bar(room.services, GUILD, B, D)
    assert (await room.ballot(match)).votes.voters == 1
    await room.passes(DAY)
    assert await moves(room, match) == [TWO]


async def test_a_vote_that_changes_the_winner_meanwhile_is_counted(room: Room) -> None:
    match = await room.begin()
    await room.vote(match, A, ONE)
    before = await room.record(match)  # decided on this
    await room.vote(match, B, TWO)
    await room.vote(match, C, TWO)
    with pytest.raises(Stale):
        await record_event(room.services, before, Moved(Side.DARK, room.time, ONE))
    assert await moves(room, match) == []
    await room.passes(DAY)
    assert await moves(room, match) == [TWO]


async def test_many_at_once_have_a_vote_each(room: Room) -> None:
    match = await room.begin()
    await asyncio.gather(*(room.vote(match, who, ONE) for who in range(1000, 1040)))
    ballot = await room.ballot(match)
    assert ballot.votes.voters == 40
    waiting = await room.store.posts.due(room.time + DAY, 9)
    edits = [post for post in waiting if isinstance(post, ClockPost)]
    assert len(edits) == 1  # one edit tells of all of them


@pytest.mark.parametrize("move", [("e2", "e9"), ("e5", "e6"), ("z9", "z8"), ("e2",), ()])
async def test_a_move_that_cannot_be_made_is_no_vote(room: Room, move: tuple[str, ...]) -> None:
    match = await room.begin()
    with pytest.raises(Illegal):
        await room.vote(match, A, move)
    assert (await room.ballot(match)).votes.voters == 0


async def test_who_may_not_vote_and_when_nobody_may(room: Room) -> None:
    match = await room.begin()
    refused = [(OPPONENT, 1, VoteGameNo.OPPONENT_HAS_NO_VOTE), (A, 2, No.VOTE_IS_OVER)]
    for who, seen_round, no in refused:
        with pytest.raises(Refusal) as raised:
            await room.vote(match, who, ONE, seen_round)
        assert raised.value.no is no
    await room.vote(match, A, ONE)
    await room.passes(DAY)
    with pytest.raises(Refusal) as raised:  # the opponent is to move
        await room.vote(match, B, TWO)
    assert raised.value.no is No.VOTE_IS_OVER


async def test_a_channel_plays_one_game_at_a_time(room: Room) -> None:
    match = await room.begin()
    with pytest.raises(Refusal) as raised:
        await room.begin()
    assert raised.value.no is VoteGameNo.CHANNEL_PLAYS_ALREADY
    await room.begin(channel=71)
    record = await room.record(match)
    await record_event(room.services, record, Resigned(Side.LIGHT, room.time))
    assert (await room.ballot(match)).game.state is State.OVER
    await room.begin()


async def test_a_paused_game_stays_in_the_hub_and_the_channel_can_resume_it(room: Room) -> None:
    match = await room.begin()
    await room.passes(DAY)
    assert (await room.ballot(match)).game.state is State.ASIDE
    here = Place(GUILD, ROOM)
    there = Mock(guild_id=GUILD, channel_id=ROOM)
    words = public("en-US").words
    part = await hub_part(Mock(services=room.services), there, public("en-US"))
    assert [words("vote.aside") in line for line in part.here] == [True]
    assert [button.label for button in part.start] == [words("rest.take-up")]
    with pytest.raises(Refusal) as refused:
        await room.begin()
    assert refused.value.no is VoteGameNo.CHANNEL_PLAYS_ALREADY
    with pytest.raises(Refusal) as refused:
        await cases.refuse_second(room.services, here, A)
    assert refused.value.no is VoteGameNo.CHANNEL_PLAYS_ALREADY
    for who, where in ((OPPONENT, here), (A, Place(GUILD, 71))):
        with pytest.raises(Refusal):
            await cases.resume(room.services, match, who, where)
    assert (await room.record(match)).match.shelved
    for _ in range(2):  # pressed twice
        await cases.resume(room.services, match, A, here)
        ballot = await room.ballot(match)
        assert (ballot.game.state, ballot.game.round) == (State.RUNNING, 2)


async def test_a_channel_is_offered_nothing_and_given_no_day(room: Room) -> None:
    match = await room.begin()
    for asked in (
        play.offer(room.services, match, OPPONENT, Offer.AGREE),
        play.offer(room.services, match, OPPONENT, Offer.TAKEBACK),
    ):
        with pytest.raises((Refusal, Illegal)):
            await asked
    assert len((await room.record(match)).match.log) == 1


async def test_without_an_engine_a_game_in_which_nobody_votes_is_put_aside(room: Room) -> None:
    match = await room.begin()
    await room.passes(DAY)
    record = await room.record(match)
    assert record.match.shelved
    ballot = await room.vote(match, A, ONE, seen_round=1)
    assert not (await room.record(match)).match.shelved
    assert (ballot.game.round, ballot.votes.voters) == (2, 1)


async def test_while_the_bot_is_not_in_the_server_no_round_closes(room: Room) -> None:
    match = await room.begin()
    await room.vote(match, A, ONE)
    await room.store.servers.note_presence([], [GUILD], room.time)
    for _ in range(3):
        await room.passes(DAY)
    assert await moves(room, match) == []


@pytest.mark.parametrize("returns", [False, True])
async def test_a_game_outlives_what_is_deleted_of_a_server_that_was_left(
    room: Room, *, returns: bool
) -> None:
    over, match = await room.begin(), await room.begin(ROOM + 1)
    await play.resign(room.services, over, OPPONENT)
    await room.store.servers.note_presence([], [GUILD], room.time)
    await room.passes(31 * DAY)
    while await clear(room.services):
        pass
    assert await cases.tables(room.services).ballot(over) is None
    if returns:
        await room.store.servers.note_presence([GUILD], [], room.time)
        await cases.vote(room.services, match, A, ROOM + 1, None, ONE)
        assert (await room.ballot(match)).votes.voters == 1
    else:
        await room.passes(DAY)
        await room.passes(DAY)
        assert (await room.record(match)).match.shelved


async def test_a_check_finds_what_is_not_as_the_match_says_and_a_repair_mends_it(
    room: Room, path: Path
) -> None:
    match = await room.begin()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE vote_game SET state = 'over', opened = NULL, due = NULL")
    (broken,) = check(path, EXTENSIONS)
    assert broken.sentence == f"game {match} of a channel is running and not over"
    with closing(sqlite3.connect(path)) as db, db:
        db.row_factory = sqlite3.Row
        rebuild(db)
    ballot = await room.vote(match, A, ONE)
    assert (ballot.game.state, ballot.votes.voters) == (State.RUNNING, 1)
    assert (await room.record(match)).player(Side.DARK) == CHANNEL


async def test_a_game_that_cannot_be_read_is_left_out_of_the_club(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        room, there = Room(store), Mock(guild_id=GUILD, channel_id=ROOM)
        shown = partial(hub_part, Mock(services=room.services), there, public("en-US"))
        assert (await shown()).here == []
        await room.begin()
        assert len((await shown()).here) == 1
        assert (await shown()).start  # pressed, it says why not
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("DELETE FROM event")
        store.database.folded = FoldedMatches(0)
        assert (await shown()).here == []


async def test_what_the_bot_cannot_accept_it_declines_and_begins_the_others(room: Room) -> None:
    """One whose challenger has too many games by now is no obstacle to those of others."""
    asked = [await challenged(room, by, guild) for by, guild in ((A, GUILD), (B, 8))]
    other = Beginning(place=Place(8, 80), dark=B, light=C, rules="bga", pace=Pace())
    for _ in range(2):
        await room.services.commit(begins(new_match(other, room.time)))
    await cases.accept_for_bot(replace(room.services, limits=Limits(games=1)))
    challenges_now = [await room.services.challenge(number) for number in asked]
    assert [challenge.standing for challenge in challenges_now] == [
        Standing.ACCEPTED,
        Standing.DECLINED,
    ]
    assert await cases.tables(room.services).live_in(GUILD)


async def challenged(room: Room, by: int, guild: int) -> int:
    """Have a channel of a server challenge the bot, and post the challenge."""
    terms = Terms("bga", None, Pace(), thread=True, rated=False, by_vote=True, level=3)
    place = WritablePlace(Place(guild, ROOM))
    challenge, post = await challenges.make_challenge(room.services, place, by, ENGINE, terms)
    await challenges.note_posted(room.services, challenge, post, 5000 + by)
    return challenge.id


async def test_a_typed_vote_counts_as_one_of_a_button_and_its_reply_goes(room: Room) -> None:
    match = await room.begin()
    await room.vote(match, A, ONE)
    record = await room.record(match)
    await cases.vote_typed(room.services, record, A, TWO, 55)
    await cases.vote_typed(room.services, record, B, TWO, None)
    assert (await room.ballot(match)).votes.tallies == (Tally("e2-c2", 2, first=2),)
    going = "SELECT json_extract(data, '$.message') AS reply FROM post WHERE kind = :kind"
    gone = await room.store.database.rows(going, kind=DeleteReply.kind)
    assert [row["reply"] for row in gone] == [55]
    with pytest.raises(Refusal) as refused:
        await cases.vote_typed(room.services, record, OPPONENT, ONE, 56)
    assert refused.value.no is VoteGameNo.OPPONENT_HAS_NO_VOTE


async def test_while_a_channel_votes_no_clock_is_due_and_a_check_finds_that_right(
    room: Room, path: Path
) -> None:
    match = await room.begin(pace=Pace(3))
    assert (await room.record(match)).due is None
    assert [*check(path, EXTENSIONS)] == []
    await room.vote(match, A, ONE)
    await room.passes(DAY)
    assert (await room.record(match)).due is not None  # the opponent's
