"""Deadlines of a match: a reminder, a loss on time, being put aside; and nothing too early."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Terms
from bot.model.people import Person
from bot.model.posts import (
    BoardPost,
    ClockPost,
    LatePing,
    NoticePost,
    NudgePost,
    Post,
    ReminderPost,
)
from bot.model.times import Vacation
from bot.service.challenges import accept, make_challenge
from bot.service.clocks import record_heartbeat
from bot.service.due_matches import nudge_opponent, process_due_match
from bot.service.pings import late_pings
from bot.service.play import give_day, make_move, offer, resign, resume
from bot.service.refusals import No, Refusal
from bot.store.changes import Change, Stale
from bot.store.matches import mark_due
from games.core import Reason, Verdict
from games.events import Flagged, Offer, Resumed, Shelved
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, NOON, D, L, Parlour
from tests.bot.store.model import keep_person, keep_vacation

if TYPE_CHECKING:
    from bot.model.matches import Record

HOUR, DAY = 3600, 86_400  # seconds
FOREVER = 100 * DAY


async def begun(parlour: Parlour, pace: Pace, games: int = 1, moves: int = 0) -> Record:
    """After so many moves, at noon of a Thursday."""
    terms = Terms("ludens", D, pace, games=games)
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    record = await accept(parlour.services, challenge.id, BEN)
    for path in MOVES[:moves]:
        mover = record.player(record.match.turn)
        record = await make_move(parlour.services, record.id, mover, path)
    parlour.hush()
    return record


async def seen(parlour: Parlour, at: int) -> Record:
    """The first match, once time has looked at all that is due then."""
    parlour.time = at
    for number in await parlour.store.matches.due(at, 9):
        await process_due_match(parlour.services, number, at)
    assert await parlour.store.matches.due(at, 9) == []  # it is never looked at again and again
    return await parlour.services.record(1)


def asleep(parlour: Parlour) -> list[Post]:
    """The nudges that were decided since the last look."""
    return [post for post in parlour.told() if isinstance(post, NudgePost)]


async def test_one_reminder_a_turn_when_it_is_wanted(parlour: Parlour) -> None:
    await begun(parlour, Pace(4))
    assert (await seen(parlour, NOON + 3 * DAY - 1)).due == NOON + 3 * DAY
    record = await seen(parlour, NOON + 3 * DAY)
    assert (record.reminded, record.due) == (True, NOON + 4 * DAY)
    assert parlour.told() == [ReminderPost(1, 1, ANNA)]
    await parlour.store.database.write(lambda db: mark_due(db, ANNA, NOON + 4 * DAY - 1))
    await seen(parlour, NOON + 4 * DAY - 1)
    assert parlour.said() == []


async def test_a_day_that_is_given_has_a_reminder_of_its_own(parlour: Parlour) -> None:
    """The store takes the first one off the channel: it told of an earlier time."""
    await begun(parlour, Pace(4))
    assert (await seen(parlour, NOON + 3 * DAY)).reminded
    record = await give_day(parlour.services, 1, BEN)
    assert (record.reminded, record.due) == (False, NOON + 5 * DAY - 5 * DAY // 4)
    parlour.hush()
    assert (await seen(parlour, record.due or 0)).reminded
    assert parlour.told() == [ReminderPost(1, 2, ANNA)]


async def test_who_goes_away_once_reminded_is_reminded_again_when_they_are_back(
    parlour: Parlour,
) -> None:
    """While their opponent is away, nothing changes."""
    await begun(parlour, Pace(4))
    now, back = NOON + 3 * DAY, NOON + 9 * DAY
    assert (await seen(parlour, now)).reminded
    await keep_vacation(parlour.store, Vacation(0, BEN, now, now + HOUR), parlour.time)
    assert (await seen(parlour, now)).reminded
    await keep_vacation(parlour.store, Vacation(0, ANNA, now, back), parlour.time)
    parlour.hush()
    record = await seen(parlour, now)
    assert (record.reminded, record.due) == (False, now + HOUR)  # when BEN is back
    assert (await seen(parlour, now + HOUR)).due == back
    assert ReminderPost(1, 1, ANNA) not in parlour.told()
    record = await seen(parlour, back)
    assert (record.reminded, record.due) == (True, back + DAY)
    assert ReminderPost(1, 1, ANNA) in parlour.told()


async def test_when_the_match_ends_its_turn_is_no_longer_reminded(parlour: Parlour) -> None:
    """The store takes the reminder off the channel by that."""
    await begun(parlour, Pace(4))
    assert (await seen(parlour, NOON + 3 * DAY)).reminded
    assert not (await resign(parlour.services, 1, ANNA)).reminded


async def test_who_wants_no_reminder_gets_none(parlour: Parlour) -> None:
    await keep_person(parlour.store, Person(ANNA, remind=0))
    await begun(parlour, Pace(4))
    assert not (await seen(parlour, NOON + 4 * DAY - 1)).reminded
    assert parlour.said() == []


async def test_when_the_time_is_up_it_is_lost_and_told_once(parlour: Parlour) -> None:
    record = replace(await begun(parlour, Pace(4), moves=4), reminded=True, due=NOON + 4 * DAY)
    parlour.put(record)
    record = await seen(parlour, NOON + 4 * DAY)
    assert record.match.verdict == Verdict(L, Reason.TIME)
    assert record.match.log[-1] == Flagged(NOON + 4 * DAY, D)
    assert (record.clock, record.due) == (None, None)
    assert parlour.said() == [BoardPost(1, 6)]


@pytest.mark.parametrize("moves", [0, 1, 3])
@pytest.mark.parametrize("games", [1, 2])
async def test_before_both_have_moved_twice_it_ends_without_a_result(
    parlour: Parlour, moves: int, games: int
) -> None:
    """A second game does not follow."""
    await begun(parlour, Pace(4), games, moves)
    record = await seen(parlour, NOON + 4 * DAY)
    assert record.match.verdict == Verdict(None, Reason.NOT_BEGUN)
    assert parlour.said() == [BoardPost(1, moves + 2)]


async def test_lost_on_time_the_first_of_two_games_is_followed_by_the_second(
    parlour: Parlour,
) -> None:
    await begun(parlour, Pace(4), games=2, moves=4)
    ended = await seen(parlour, NOON + 4 * DAY)
    assert ended.due == NOON + 4 * DAY + 3600
    assert [type(post) for post in parlour.said()] == [BoardPost]
    await seen(parlour, NOON + 4 * DAY + 3600)
    second = await parlour.services.record(2)
    assert (second.dark, second.first) == (BEN, 1)
    assert second.due == NOON + 7 * DAY + 3600


async def test_a_move_that_comes_before_the_flag_is_committed_counts(parlour: Parlour) -> None:
    await begun(parlour, Pace(4))
    parlour.time = NOON + 4 * DAY
    parlour.store.first = lambda: make_move(parlour.services, 1, ANNA, MOVES[0])
    with pytest.raises(Stale):
        await process_due_match(parlour.services, 1, parlour.time)
    record = await seen(parlour, NOON + 4 * DAY)
    assert record.match.verdict is None
    assert record.match.moves == (MOVES[0],)


async def test_vacations_weekends_and_silences_put_the_end_off(parlour: Parlour) -> None:
    await keep_person(parlour.store, Person(ANNA, remind=0))
    await begun(parlour, Pace(1, weekends=False), moves=4)
    sunday, monday = NOON + 3 * DAY, NOON + 3 * DAY + 12 * HOUR
    await keep_vacation(parlour.store, Vacation(0, ANNA, NOON + HOUR, sunday), parlour.time)
    await record_heartbeat(parlour.services, monday, 60)
    await record_heartbeat(parlour.services, monday + 2 * HOUR, 60)
    end = monday + 2 * HOUR + 35 * HOUR
    assert (await seen(parlour, NOON + DAY)).due == sunday  # the board says that she is back
    assert (await seen(parlour, sunday)).due == end
    await record_heartbeat(parlour.services, end - 1, FOREVER)
    assert (await seen(parlour, end - 1)).due == end
    assert (await seen(parlour, end)).match.verdict == Verdict(L, Reason.TIME)


@pytest.mark.parametrize("player", [ANNA, BEN])
async def test_who_is_back_from_a_vacation_is_no_longer_shown_as_away(
    parlour: Parlour, player: int
) -> None:
    await begun(parlour, Pace(14))
    await keep_vacation(parlour.store, Vacation(0, player, NOON, NOON + 2 * DAY), parlour.time)
    assert parlour.told() == [ClockPost(1)]
    assert (await seen(parlour, NOON)).due == NOON + 2 * DAY
    assert (await seen(parlour, NOON + 2 * DAY - 1)).due == NOON + 2 * DAY
    assert parlour.told() == []
    await seen(parlour, NOON + 2 * DAY)
    assert parlour.told() == [ClockPost(1)]
    await seen(parlour, NOON + 3 * DAY)
    assert parlour.told() == []


async def test_a_clock_that_goes_on_before_its_player_is_back_is_shown(parlour: Parlour) -> None:
    await begun(parlour, Pace(14, away_days=7))
    await keep_vacation(parlour.store, Vacation(0, ANNA, NOON, NOON + 20 * DAY), parlour.time)
    parlour.hush()
    assert (await seen(parlour, NOON)).due == NOON + 7 * DAY
    await seen(parlour, NOON + 7 * DAY - 1)
    assert parlour.told() == []
    await seen(parlour, NOON + 7 * DAY)
    assert parlour.told() == [ClockPost(1)]
    await seen(parlour, NOON + 8 * DAY)
    assert parlour.told() == []


async def test_a_clock_that_goes_on_after_the_weekend_is_shown(parlour: Parlour) -> None:
    await begun(parlour, Pace(14, weekends=False, away_days=2))  # at noon of a Thursday
    await keep_vacation(parlour.store, Vacation(0, ANNA, NOON, NOON + 9 * DAY), parlour.time)
    parlour.hush()
    monday = NOON + 3 * DAY + 12 * HOUR
    assert (await seen(parlour, NOON)).due == monday
    await seen(parlour, monday)
    assert parlour.told() == [ClockPost(1)]


async def test_who_is_back_when_they_are_to_be_reminded_is_both(parlour: Parlour) -> None:
    await begun(parlour, Pace(4))
    await keep_vacation(parlour.store, Vacation(0, BEN, NOON, NOON + 3 * DAY), parlour.time)
    parlour.hush()
    await seen(parlour, NOON + 3 * DAY)
    assert parlour.told() == [ReminderPost(1, 1, ANNA), ClockPost(1)]


async def test_a_reserve_is_used_up_before_it_is_lost(parlour: Parlour) -> None:
    await begun(parlour, Pace(1, 2), moves=2)
    used = NOON + 60 * HOUR  # a day of the two
    await seen(parlour, used)
    parlour.time = used
    await make_move(parlour.services, 1, ANNA, MOVES[2])
    await make_move(parlour.services, 1, BEN, MOVES[3])
    assert (await seen(parlour, used + 60 * HOUR - 1)).match.verdict is None
    assert (await seen(parlour, used + 60 * HOUR)).match.verdict == Verdict(L, Reason.TIME)


async def test_a_vacation_that_ends_while_one_looks_is_not_forgotten(parlour: Parlour) -> None:
    """Its end puts the deadline forward again, and comes just before the commit."""
    await begun(parlour, Pace(4))
    number = await keep_vacation(
        parlour.store, Vacation(0, ANNA, NOON, NOON + 9 * DAY), parlour.time
    )

    async def come_home() -> None:
        await keep_vacation(parlour.store, Vacation(number, ANNA, NOON, NOON + DAY), parlour.time)

    parlour.store.first = come_home
    assert (await seen(parlour, NOON + 3 * DAY)).due == NOON + 4 * DAY


async def test_an_old_row_that_knows_no_time_is_reckoned(parlour: Parlour) -> None:
    parlour.put(replace(await begun(parlour, Pace(4)), clock=None, due=0))
    record = await seen(parlour, NOON + 1)
    assert (record.clock and record.clock.total, record.due) == (4 * DAY, NOON + 3 * DAY)
    parlour.put(replace(record, pace=Pace(), clock=None, due=0))
    assert (await seen(parlour, NOON + 1)).due == NOON + 3 * DAY


async def test_after_sixty_days_a_match_without_a_pace_is_put_aside(parlour: Parlour) -> None:
    await begun(parlour, Pace())
    await offer(parlour.services, 1, ANNA, Offer.AGREE)
    parlour.hush()
    assert not (await seen(parlour, NOON + 60 * DAY - 1)).match.shelved
    assert asleep(parlour) == [NudgePost(1, 2)]  # one, though nobody looked for so long
    record = await seen(parlour, NOON + 60 * DAY)
    assert record.match.log[-1] == Shelved(NOON + 60 * DAY)
    assert (record.match.verdict, record.due) == (None, None)
    assert parlour.said() == [NoticePost(1, 3)]


async def test_time_in_which_no_player_could_play_does_not_put_it_aside(parlour: Parlour) -> None:
    await begun(parlour, Pace())
    await record_heartbeat(parlour.services, NOON, 0)
    await record_heartbeat(parlour.services, NOON + 500 * DAY, 0)
    assert (await seen(parlour, NOON + 500 * DAY)).due == NOON + 503 * DAY


async def test_either_takes_it_up_again_and_the_board_calls_who_is_to_move(
    parlour: Parlour,
) -> None:
    await begun(parlour, Pace())
    await seen(parlour, NOON + 60 * DAY)
    parlour.hush()
    assert await parlour.no(resume(parlour.services, 1, CARL)) is No.NOT_YOUR_GAME
    record = await resume(parlour.services, 1, BEN)
    assert record.match.log[-1] == Resumed(L, NOON + 60 * DAY)
    assert record.due == NOON + 63 * DAY
    assert parlour.said() == [BoardPost(1, 3)]
    assert await resume(parlour.services, 1, ANNA) == record  # both pressed
    assert parlour.said() == []


async def test_a_move_takes_it_up_again_too(parlour: Parlour) -> None:
    await begun(parlour, Pace())
    await seen(parlour, NOON + 60 * DAY)
    record = await make_move(parlour.services, 1, ANNA, MOVES[0])
    assert not record.match.shelved
    assert record.due == NOON + 63 * DAY


async def test_what_is_over_is_never_due_again(parlour: Parlour) -> None:
    await begun(parlour, Pace(4))
    record = await seen(parlour, NOON + 4 * DAY)
    late = replace(record, due=NOON + 4 * DAY)
    await parlour.store.commit(Change(record=late, before=len(record.match.log)))
    assert (await seen(parlour, NOON + 9 * DAY)).due is None


async def test_without_a_clock_one_is_nudged_after_three_days_and_after_fourteen(
    parlour: Parlour,
) -> None:
    await begun(parlour, Pace())
    assert (await parlour.services.record(1)).due == NOON + 3 * DAY
    await seen(parlour, NOON + 3 * DAY - 1)
    assert asleep(parlour) == []
    record = await seen(parlour, NOON + 3 * DAY)
    assert asleep(parlour) == [NudgePost(1, 1)]
    assert (record.reminded, record.due) == (True, NOON + 14 * DAY)
    assert (await seen(parlour, NOON + 14 * DAY)).due == NOON + 60 * DAY
    assert asleep(parlour) == [NudgePost(1, 1)]
    assert (await seen(parlour, NOON + 60 * DAY)).match.shelved
    assert asleep(parlour) == []
    parlour.time += DAY
    await make_move(parlour.services, 1, ANNA, MOVES[0])
    assert (await parlour.services.record(1)).due == NOON + 64 * DAY  # and now the other


@pytest.mark.parametrize("wants", [Person(ANNA, remind=0), Person(BEN, remind=0)])
async def test_who_wants_no_reminder_is_not_nudged_by_time(parlour: Parlour, wants: Person) -> None:
    await keep_person(parlour.store, wants)
    await begun(parlour, Pace())
    await seen(parlour, NOON + 3 * DAY)
    assert len(asleep(parlour)) == (wants.id == BEN)


async def test_who_wants_one_message_a_day_is_nudged_after_fourteen_days_alone(
    parlour: Parlour,
) -> None:
    await keep_person(parlour.store, Person(ANNA, digest=18))
    await begun(parlour, Pace())
    assert (await parlour.services.record(1)).due == NOON + 14 * DAY


async def test_no_nudge_comes_on_a_vacation(parlour: Parlour) -> None:
    await begun(parlour, Pace())
    assert (await parlour.services.record(1)).due == NOON + 3 * DAY
    await keep_vacation(parlour.store, Vacation(0, ANNA, NOON, NOON + 2 * DAY), NOON)
    assert (await seen(parlour, NOON)).due == NOON + 5 * DAY


async def test_after_a_nudge_by_the_opponent_time_waits_three_days(parlour: Parlour) -> None:
    await begun(parlour, Pace())
    parlour.time = NOON + 2 * DAY
    assert await nudge_opponent(parlour.services, 1, BEN) == parlour.time
    assert asleep(parlour) == [NudgePost(1, 1, asked=1)]
    assert (await parlour.services.record(1)).due == NOON + 5 * DAY


async def test_one_nudge_a_week_in_a_game_however_many_press_at_once(parlour: Parlour) -> None:
    await begun(parlour, Pace())
    assert await parlour.no(nudge_opponent(parlour.services, 1, BEN)) is No.NUDGE_LATER
    assert await parlour.no(nudge_opponent(parlour.services, 1, ANNA)) is No.MOVED_ON
    assert await parlour.no(nudge_opponent(parlour.services, 1, CARL)) is No.NOT_YOUR_GAME
    parlour.time = NOON + DAY
    parlour.store.first = lambda: nudge_opponent(parlour.services, 1, BEN)
    with pytest.raises(Refusal):
        await nudge_opponent(parlour.services, 1, BEN)
    assert asleep(parlour) == [NudgePost(1, 1, asked=1)]
    parlour.time = NOON + 8 * DAY - 1
    assert await parlour.no(nudge_opponent(parlour.services, 1, BEN)) is No.NUDGE_LATER
    parlour.time += 1
    await nudge_opponent(parlour.services, 1, BEN)
    await make_move(parlour.services, 1, ANNA, MOVES[0])
    parlour.hush()
    parlour.time += 2 * DAY
    assert (
        await parlour.no(nudge_opponent(parlour.services, 1, ANNA)) is No.NUDGE_LATER
    )  # of the game


async def test_who_is_away_and_who_has_a_clock_is_not_nudged(parlour: Parlour) -> None:
    await begun(parlour, Pace())
    await keep_vacation(parlour.store, Vacation(0, ANNA, NOON, NOON + 5 * DAY), NOON)
    parlour.hush()
    parlour.time = NOON + 2 * DAY
    assert await parlour.no(nudge_opponent(parlour.services, 1, BEN)) is No.NUDGE_AWAY
    timed = await begun(parlour, Pace(14))
    parlour.time = NOON + 4 * DAY
    assert await parlour.no(nudge_opponent(parlour.services, timed.id, BEN)) is No.CLOCK_REMINDS


async def test_at_night_a_nudge_waits_until_the_morning(parlour: Parlour) -> None:
    await keep_person(parlour.store, Person(ANNA, quiet_from=11, quiet_until=15))
    await begun(parlour, Pace())
    parlour.time = NOON + DAY
    morning = parlour.time + 3 * HOUR
    assert await nudge_opponent(parlour.services, 1, BEN) == morning
    (post,) = asleep(parlour)
    assert isinstance(post, NudgePost)
    sleeper = await parlour.store.people.person(ANNA)
    late = LatePing(1, 1, ANNA, nudge=2, due=morning)
    assert late_pings(parlour.services, post, [sleeper]) == [late]
