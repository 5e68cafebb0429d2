"""Whose clock runs, and until when. Every time is in UTC; 2026-03-02 is a Monday."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from games.core import Side
from games.errors import Clash, Contradiction
from games.events import Answered, Created, Given, Offer, Offered, Resigned
from games.match import fold
from games.pace import LATEST, Absence, Clock, Pace, seconds_for_move
from games.pace import clock as find_clock
from tests.every import for_every
from tests.games.runners import Runners, step

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.match import Match

D, L = Side.DARK, Side.LIGHT
HOUR = 3600
DAY = 24 * HOUR


def stands_still(clock: Clock, now: int) -> bool:
    return clock.resumes(now) > now


def second(day: int, hour: int = 0, month: int = 3) -> int:
    return int(datetime(2026, month, day, hour, tzinfo=UTC).timestamp())


MONDAY = second(2)
SATURDAY = second(7)


def played(*times: int, begun: int = MONDAY) -> Match:
    """A match in which a ply is made on each of these seconds."""
    small = Runners(lengths=(99, 99))
    match = fold([Created(begun, small.data)], small.restore)
    for n, at in enumerate(times):
        match = match.after(step(match, n // 2 + 2, at))
    return match


def running(pace: Pace, match: Match, *absences: Absence) -> Clock:
    clock = find_clock(pace, match, absences)
    assert clock
    return clock


# whose clock


def test_without_a_pace_no_clock_runs() -> None:
    assert find_clock(Pace(), played()) is None


def test_after_the_end_no_clock_runs() -> None:
    assert find_clock(Pace(3), played().after(Resigned(D, MONDAY))) is None


def test_the_clock_of_the_side_to_move_runs_from_the_last_move_on() -> None:
    clock = running(Pace(3), played(second(3, 7)))
    assert clock.side is L
    assert clock.since == second(3, 7)
    assert clock.total == 3 * DAY
    assert clock.deadline == second(6, 7)


def test_the_first_clock_runs_from_the_beginning_on() -> None:
    clock = running(Pace(1), played())
    assert (clock.side, clock.deadline) == (D, second(3, 12))


def test_an_offer_stops_no_clock() -> None:
    match = played(second(3))
    offered = match.after(Offered(D, second(4), Offer.AGREE))
    assert find_clock(Pace(3), offered) == find_clock(Pace(3), match)


def test_a_takeback_gives_the_asker_his_days_anew_from_the_answer_on() -> None:
    match = played(second(3), second(4))
    match = match.after(
        Offered(D, second(5), Offer.TAKEBACK), Answered(L, second(6, 9), accepted=True)
    )
    clock = running(Pace(3), match)
    assert (clock.side, clock.deadline) == (D, second(9, 9))


# how much is left


def test_what_is_left_goes_down_to_nothing_at_the_deadline() -> None:
    clock = running(Pace(2), played())
    assert clock.left(MONDAY) == 2 * DAY
    assert clock.left(second(3, 23)) == HOUR
    assert clock.left(second(4) - 1) == 1
    assert clock.left(second(4)) == 0
    assert clock.left(second(20)) == 0


def test_a_clock_of_the_house_that_was_set_back_takes_nothing() -> None:
    clock = running(Pace(2), played(second(5)))
    assert clock.left(second(4)) == 2 * DAY
    assert not stands_still(clock, second(4))


def test_when_so_much_is_left() -> None:
    clock = running(Pace(2), played())
    assert clock.when(12 * HOUR) == second(3, 12)
    assert clock.when(0) == clock.deadline == second(4)
    assert clock.when(5 * DAY) == MONDAY


def test_summer_time_changes_nothing() -> None:
    # In Paris the night of 29 March 2026 is an hour short, that of 25 October an hour long.
    for begun in (second(28, 12), second(24, 12, month=10)):
        assert running(Pace(2), played(begun=begun)).deadline == begun + 48 * HOUR


# the first move


def test_the_first_move_of_each_side_has_days_of_its_own() -> None:
    pace = Pace(1, reserve=5, first_days=3)
    assert running(pace, played()).deadline == second(5)
    assert running(pace, played(second(4))).deadline == second(7)  # the other side's
    third = running(pace, played(second(4), second(5)))
    assert third.deadline == second(5) + 36 * HOUR + 5 * DAY
    assert third.reserve == 5 * DAY


def test_a_day_that_is_given_adds_to_the_days_of_the_first_move() -> None:
    given = played().after(Given(L, MONDAY))
    clock = running(Pace(7, reserve=5, first_days=3), given)
    assert (clock.deadline, clock.reserve) == (second(6), DAY)
    late = given.after(step(given, 2, second(5, 12)))  # half of the day given is used
    late = late.after(step(late, 2, second(6)))
    assert running(Pace(7, reserve=5, first_days=3), late).reserve == 5 * DAY + DAY // 2


# vacation


@for_every(("away_days", "back"), [(None, 10), (9, 10), (7, 10), (5, 8), (1, 4), (0, 3)])
def test_a_pace_may_grant_only_so_many_days_of_vacation(away_days: int | None, back: int) -> None:
    away = Absence(D, second(3), second(10))
    clock = running(Pace(3, away_days=away_days), played(), away)
    assert clock.deadline == second(back) + 2 * DAY
    assert stands_still(clock, second(back) - 1) is (back > 3)
    assert not stands_still(clock, second(back))


def test_the_days_that_are_granted_are_those_of_the_whole_match() -> None:
    before = Absence(D, second(1), second(3))  # one of its days lies in the match
    again = Absence(D, second(4), second(9))
    clock = running(Pace(3, away_days=3), played(), before, again)
    assert clock.deadline == second(5) + 3 * DAY
    offline = Absence(None, second(20), second(21))
    assert running(Pace(30, away_days=0), played(), offline).deadline == second(2) + 31 * DAY


def test_a_vacation_stops_ones_own_clock() -> None:
    away = Absence(D, second(3), second(10))
    clock = running(Pace(3), played(), away)
    assert clock.deadline == second(12)
    assert clock.left(second(3)) == clock.left(second(8)) == clock.left(second(10)) == 2 * DAY
    assert clock.left(second(11)) == DAY


def test_a_vacation_never_stops_the_opponents_clock() -> None:
    away = Absence(L, second(3), second(10))
    clock = running(Pace(3), played(), away)
    assert clock.deadline == second(5)
    assert not stands_still(clock, second(4))


def test_a_vacation_gives_back_nothing_that_was_used() -> None:
    away = Absence(D, second(4, 23), second(20))
    clock = running(Pace(3), played(), away)
    assert clock.left(second(19)) == HOUR
    assert clock.deadline == second(20, 1)


def test_a_vacation_that_begins_after_the_deadline_saves_no_player() -> None:
    for start in (second(5), second(6)):
        clock = running(Pace(3), played(), Absence(D, start, second(20)))
        assert clock.deadline == second(5)
        assert clock.left(second(5)) == 0


def test_a_turn_that_begins_in_a_vacation_begins_with_all_its_days() -> None:
    away = Absence(L, second(3), second(10))
    clock = running(Pace(3), played(second(5)), away)
    assert clock.left(second(9)) == 3 * DAY
    assert clock.deadline == second(13)


def test_a_vacation_before_the_turn_adds_nothing_to_it() -> None:
    away = Absence(L, second(2), second(3))
    assert running(Pace(3), played(second(5)), away).deadline == second(8)


def test_vacations_that_overlap_or_touch_count_once() -> None:
    away = [
        Absence(D, second(6), second(8)),
        Absence(D, second(3), second(6)),
        Absence(D, second(4), second(5)),
        Absence(D, second(7), second(7, 12)),
    ]
    clock = running(Pace(3), played(), *away)
    assert clock.deadline == second(10)
    assert clock.left(second(9)) == DAY


def test_a_clock_is_stopped_from_the_first_second_of_a_vacation_to_the_last() -> None:
    clock = running(Pace(3), played(), Absence(D, second(3), second(10)))
    assert [stands_still(clock, second(3) + n) for n in (-1, 0)] == [False, True]
    assert [stands_still(clock, second(10) + n) for n in (-1, 0)] == [True, False]


def test_a_clock_that_stands_still_knows_when_it_goes_on() -> None:
    absences = (Absence(D, second(3), second(5)), Absence(D, second(4), second(7)))
    free = running(Pace(3, weekends=False), played(), *absences)
    assert free.resumes(second(3) - 1) == second(3) - 1
    assert free.resumes(second(3)) == second(9)  # one runs into the other, and into the weekend
    assert free.resumes(second(9)) == second(9)


def test_an_absence_does_not_end_before_it_begins() -> None:
    with pytest.raises(Contradiction) as refusal:
        Absence(D, 5, 4)
    assert refusal.value.clash is Clash.VALUE
    assert Absence(D, 5, 5).side is D


@pytest.mark.parametrize("end", [LATEST, 2**63 - 1])
def test_an_absence_ends_within_the_lives_of_the_players(end: int) -> None:
    with pytest.raises(Contradiction):
        Absence(None, MONDAY, end)


@pytest.mark.parametrize("weekends", [True, False])
@pytest.mark.parametrize("number", [2**63 - 1, -(2**63)])
def test_no_number_makes_a_clock_endless(number: int, *, weekends: bool) -> None:
    resting = Clock(D, MONDAY, 3 * DAY, 0, ((MONDAY, number), (MONDAY + DAY, number)), weekends)
    for clock in (resting, replace(resting, since=number), replace(resting, total=abs(number))):
        assert clock.deadline <= LATEST
        assert clock.when(DAY) <= LATEST
        assert clock.left(number) >= 0
        assert clock.resumes(MONDAY) >= MONDAY
    assert resting.deadline == (LATEST if number > 0 else resting.deadline)


# the house's own absence


@pytest.mark.parametrize("plies", [(), (second(2, 1),)])
def test_time_in_which_the_house_was_down_is_given_back_to_either_side(
    plies: tuple[int, ...],
) -> None:
    match = played(*plies)
    down = Absence(None, second(3), second(4))
    plain = running(Pace(3), match)
    clock = running(Pace(3), match, down)
    assert clock.deadline == plain.deadline + DAY
    assert stands_still(clock, second(3, 5))


def test_an_outage_across_a_deadline_loses_no_match() -> None:
    clock = running(Pace(3), played(), Absence(None, second(4, 22), second(6, 8)))
    assert clock.left(second(6, 8)) == 2 * HOUR
    assert clock.deadline == second(6, 10)


# weekends


def test_where_weekends_are_free_no_clock_runs_on_them() -> None:
    clock = running(Pace(7, weekends=False), played())
    assert clock.deadline == second(11)
    assert [stands_still(clock, SATURDAY + n) for n in (-1, 0)] == [False, True]
    assert [stands_still(clock, second(9) + n) for n in (-1, 0)] == [True, False]
    assert clock.left(SATURDAY) == clock.left(second(9)) == 2 * DAY


def test_a_turn_that_begins_on_a_free_weekend_runs_from_monday_on() -> None:
    clock = running(Pace(1, weekends=False), played(second(8, 15)))
    assert clock.deadline == second(10, 12)


def test_from_a_date_on_a_move_has_36_hours_at_most() -> None:
    for days, late in ((3, 36 * HOUR), (1, 36 * HOUR), (7, 36 * HOUR)):
        pace = Pace(days, hurry_from=second(8))
        before, after = played(second(4), second(8) - 1), played(second(4), second(8))
        assert running(pace, before).total == seconds_for_move(days)
        assert running(pace, after).total == late


def test_who_plays_every_evening_at_eight_or_nine_never_runs_out_of_a_day_per_move() -> None:
    evenings = [second(day, hour) for day, hour in ((3, 20), (4, 21), (5, 20), (6, 22))]
    turns = [at for evening in evenings for at in (evening, evening + HOUR)]
    for count in range(2, len(turns)):
        assert running(Pace(1), played(*turns[:count])).deadline > turns[count]


def test_many_free_weekends() -> None:
    assert running(Pace(14, weekends=False), played()).deadline == second(20)
    assert running(Pace(365, weekends=False), played()).deadline == MONDAY + 509 * DAY


def test_where_weekends_are_played_they_count() -> None:
    assert running(Pace(7), played()).deadline == second(9)


def test_a_vacation_over_a_free_weekend_counts_once() -> None:
    away = Absence(D, second(6), second(10))
    clock = running(Pace(5, weekends=False), played(), away)
    assert clock.deadline == second(11)


# the reserve


def test_the_reserve_comes_after_the_days_of_a_move() -> None:
    clock = running(Pace(3, reserve=2), played())
    assert clock.total == 5 * DAY
    assert clock.deadline == second(7)
    assert clock.reserve_left(second(5)) == 2 * DAY
    assert clock.reserve_left(second(6)) == DAY
    assert clock.reserve_left(second(7)) == 0


def test_what_was_used_of_the_reserve_is_gone() -> None:
    match = played(second(6), second(6))  # dark took four days, light none
    clock = running(Pace(3, reserve=2), match)
    assert (clock.side, clock.reserve) == (D, DAY)
    assert clock.deadline == second(10)


def test_a_day_that_is_given_is_the_opponents_reserve() -> None:
    match = played(second(3)).after(Given(D, second(4)))
    assert running(Pace(2), match).deadline == second(6)
    assert running(Pace(2), match).reserve == DAY
    match = match.after(step(match, 2, second(6)))
    assert running(Pace(2), match).deadline == second(8)
    assert running(Pace(2), match.after(step(match, 3, second(7)))).reserve == 0


def test_each_player_has_his_own_reserve() -> None:
    clock = running(Pace(3, reserve=2), played(second(6)))
    assert (clock.side, clock.reserve) == (L, 2 * DAY)


def test_quick_moves_save_nothing_for_the_reserve() -> None:
    match = played(second(2, 1), second(2, 2))
    assert running(Pace(3, reserve=2), match).total == 5 * DAY


def test_a_vacation_uses_nothing_of_the_reserve() -> None:
    away = Absence(D, second(3), second(8))
    match = played(second(9), second(9))
    assert running(Pace(3, reserve=2), match, away).reserve == 2 * DAY


def test_free_weekends_use_nothing_of_the_reserve() -> None:
    match = played(second(9, 12), second(9, 12), begun=second(5))
    assert running(Pace(2, reserve=2, weekends=False), match).reserve == 2 * DAY - DAY // 2


def test_a_reserve_overdrawn_by_a_move_that_came_in_time_for_the_house_is_just_empty() -> None:
    match = played(second(12), second(12))
    clock = running(Pace(3, reserve=2), match)
    assert (clock.reserve, clock.total) == (0, 3 * DAY)


def test_a_takeback_gives_back_nothing_of_the_reserve() -> None:
    match = played(second(6))
    match = match.after(
        Offered(D, second(6), Offer.TAKEBACK), Answered(L, second(6), accepted=True)
    )
    clock = running(Pace(3, reserve=2), match)
    assert (clock.side, clock.reserve, clock.deadline) == (D, DAY, second(10))


# what is no pace


@for_every(
    ("make_pace", "clash"),
    [
        (lambda: Pace(0), Clash.VALUE),
        (lambda: Pace(-1), Clash.VALUE),
        (lambda: Pace(366), Clash.VALUE),
        (lambda: Pace(3, reserve=-1), Clash.VALUE),
        (lambda: Pace(3, reserve=366), Clash.VALUE),
        (lambda: Pace(reserve=2), Clash.NEEDS),
        (lambda: Pace(weekends=False), Clash.NEEDS),
        (lambda: Pace(first_days=3), Clash.NEEDS),
        (lambda: Pace(away_days=0), Clash.NEEDS),
        (lambda: Pace(3, first_days=0), Clash.VALUE),
        (lambda: Pace(3, first_days=366), Clash.VALUE),
        (lambda: Pace(3, away_days=-1), Clash.VALUE),
        (lambda: Pace(hurry_from=9), Clash.NEEDS),
        (lambda: Pace(3, hurry_from=-1), Clash.VALUE),
    ],
)
def test_a_pace_that_cannot_be_is_refused(make_pace: Callable[[], Pace], clash: Clash) -> None:
    with pytest.raises(Contradiction) as refusal:
        make_pace()
    assert refusal.value.clash is clash


@pytest.mark.parametrize(
    ("days", "first", "fewer"), [(7, 3, 3), (3, 3, None), (2, 3, None), (7, None, None)]
)
def test_the_first_move_of_a_pace_may_have_fewer_days(
    days: int, first: int | None, fewer: int | None
) -> None:
    assert Pace(days=days, first_days=first).fewer_first_days == fewer


def test_the_longest_pace_there_is() -> None:
    assert running(Pace(365, reserve=365), played()).deadline == MONDAY + 730 * DAY
