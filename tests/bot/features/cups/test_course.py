"""How a cup goes: points, absences, who meets whom next, who wins; for every form of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.cups.course import Course, divided, ends_cup, promoted, rules_of, step
from bot.features.cups.model import Form, Given
from games.pace import DAY
from tests.bot.features.cups.world import (
    ABSENT,
    DARK,
    DRAW,
    FIRST,
    LATE_LIGHT,
    LIGHT,
    NOON,
    STOPPED,
    begun,
    better,
    by_chance,
    cup,
    ended,
    new_course,
    played_out,
)

ROBIN = Form.ROBIN
EVERY = pytest.mark.parametrize("form", Form)


def pairs(course: Course) -> list[frozenset[int]]:
    """Who met whom with games."""
    return [pairing.seats for pairing in course.pairings if pairing.given is Given.PLAYED]


# What a pairing brings


def two(first: object, second: object) -> Course:
    """A cup of two, of which the first seed has the attackers in the first game, ended so."""
    before = begun(new_course(ROBIN, 2), step(new_course(ROBIN, 2), NOON))
    return ended(before, lambda game: (first, second)[game.leg - 1])  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("first", "second", "halves"),
    [
        (DARK, LIGHT, (4, 0)),  # sides change: the attackers of the first game win both
        (DARK, DARK, (2, 2)),
        (DRAW, LIGHT, (3, 1)),
        (STOPPED, DRAW, (2, 2)),
        (ABSENT, LIGHT, (2, 2)),  # they did not begin the first, and won the second
        (ABSENT, ABSENT, (0, 0)),  # each was to begin one: a loss for both
    ],
)
def test_the_points_of_a_pairing(first: object, second: object, halves: tuple[int, int]) -> None:
    course = two(first, second)
    (decided,) = course.decided.values()
    assert (decided.halves(1), decided.halves(2)) == halves
    rows = {row.entrant: row.halves for row in course.table(0)}
    assert (rows[1], rows[2]) == halves


def test_who_did_not_begin_has_lost_both_games_and_was_absent() -> None:
    course = two(ABSENT, LATE_LIGHT)  # both are the first seed's
    (decided,) = course.decided.values()
    assert (decided.halves(1), decided.halves(2)) == (0, 4)
    assert decided.absent == {1}
    (again,) = two(ABSENT, ABSENT).decided.values()
    assert again.absent == {1, 2}
    (once,) = two(ABSENT, LIGHT).decided.values()
    assert once.absent == frozenset()  # they played the other one


def test_a_pairing_is_decided_when_both_games_are() -> None:
    before = begun(new_course(ROBIN, 2), step(new_course(ROBIN, 2), NOON))
    course = ended(before, lambda game: DARK if game.leg == 1 else None)
    assert course.decided == {}
    assert step(course, NOON + DAY).is_nothing


def test_men_taken_part_those_who_are_equal() -> None:
    before = begun(new_course(ROBIN, 2), step(new_course(ROBIN, 2), NOON))
    course = ended(before, lambda _: DARK, taken=lambda game: (7, 1) if game.dark == 2 else (3, 2))
    assert [row.entrant for row in course.table(0)] == [2, 1]
    assert step(course, NOON + DAY).winners == (2,)


@pytest.mark.parametrize("form", [form for form in Form if form is not Form.LEAGUE])
@pytest.mark.parametrize(("plies", "has_title"), [(3, False), (4, True)])
def test_a_pairing_of_fewer_than_four_plies_gives_no_title(
    form: Form, plies: int, *, has_title: bool
) -> None:
    course, now = new_course(form, 2), NOON
    while not (last := step(course, now)).over:
        now += DAY
        course = ended(begun(course, last), better(course), now, plies=plies)
    assert bool(last.winners) is has_title


# Seeds


def test_the_strongest_is_the_first_seed_then_who_joined_first() -> None:
    course = new_course(ROBIN, 4, {FIRST + 2: 1700.0, FIRST: 1400.0})
    assert course.seeds == (3, 2, 4, 1)


# Everybody against everybody


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("games", [1, 2])
def test_all_meet_all_once(count: int, games: int) -> None:
    course, last = played_out(new_course(ROBIN, count, games=games), by_chance(count))
    assert Counter(pairs(course)) == Counter(
        frozenset((one, other)) for one in range(1, count + 1) for other in range(1, one)
    )
    assert len(course.games) == games * count * (count - 1) // 2
    assert sum(row.halves for row in course.table(0)) == 2 * len(course.games)
    assert last.winners == tuple(row.entrant for row in course.table(0) if row.place == 1)


def test_a_round_begins_when_that_before_it_is_over_or_at_its_date() -> None:
    course = begun(new_course(ROBIN, 4), step(new_course(ROBIN, 4), NOON))
    assert {pairing.round for pairing in course.pairings} == {1}
    date = NOON + course.cup.round_days * DAY
    waiting = step(course, date - 1)
    assert (waiting.is_nothing, waiting.due) == (True, date)
    assert {pairing.round for pairing in step(course, date).pairings} == {2}
    over = ended(course, lambda _: DARK)
    assert {pairing.round for pairing in step(over, NOON + 1).pairings} == {2}


def test_a_cup_is_not_over_while_a_game_of_an_earlier_round_goes_on() -> None:
    course, now = new_course(ROBIN, 3), NOON
    for _ in range(3):
        course = begun(course, step(course, now))
        now += course.cup.round_days * DAY
        course = ended(course, lambda game: None if game.round == 1 else DARK, now)
    assert step(course, now).is_nothing
    assert step(ended(course, lambda _: DARK, now), now).over


def test_who_left_becomes_a_bye() -> None:
    course = new_course(ROBIN, 3)
    entries = tuple(replace(e, left=NOON if e.seat == 2 else None) for e in course.entries)
    course, _ = played_out(replace(course, entries=entries), lambda _: DRAW)
    rows = {row.entrant: (row.halves, row.games) for row in course.table(0)}
    assert rows == {1: (4 + 2, 2), 3: (4 + 2, 2), 2: (0, 0)}
    assert Counter(pairing.given for pairing in course.pairings) == {Given.ONE: 2, Given.PLAYED: 1}


def test_two_who_left_have_nothing_of_each_other() -> None:
    course = new_course(ROBIN, 3)
    entries = tuple(replace(e, left=NOON if e.seat < 3 else None) for e in course.entries)
    course, last = played_out(replace(course, entries=entries), lambda _: DRAW)
    assert [row.halves for row in course.table(0)] == [8, 0, 0]
    assert last.winners == ()  # nor has the third won, who played no game
    assert Given.NOBODY in [pairing.given for pairing in course.pairings]


def test_who_is_barred_or_erased_has_no_further_games() -> None:
    course = replace(new_course(ROBIN, 4), barred=frozenset({FIRST}))
    erased = tuple(replace(e, player=0 if e.seat == 2 else e.player) for e in course.entries)
    course, _ = played_out(replace(course, entries=erased), lambda _: DARK)
    assert pairs(course) == [{3, 4}]


@pytest.mark.parametrize("form", [ROBIN, Form.GROUPS, Form.SWISS])
def test_who_was_absent_twice_rests_until_they_are_back(form: Form) -> None:
    course, now = new_course(form, 6), NOON
    while not course.rests(1):
        now += DAY
        course = ended(begun(course, step(course, now)), by_chance(3, 1), now)
    assert len([seats for seats in pairs(course) if 1 in seats]) == 2
    without = step(course, now).pairings
    assert not any(1 in p.seats for p in without if p.given is Given.PLAYED)
    entries = tuple(replace(e, back=now if e.seat == 1 else None) for e in course.entries)
    back = replace(course, entries=entries)
    assert not back.rests(1)
    assert any(1 in p.seats for p in step(back, now).pairings if p.given is Given.PLAYED)


# Swiss


@pytest.mark.parametrize(
    ("count", "rounds"), [(2, 1), (3, 2), (4, 3), (6, 3), (8, 3), (9, 4), (16, 4), (17, 5), (64, 6)]
)
def test_how_many_rounds_the_swiss_system_has(count: int, rounds: int) -> None:
    assert new_course(Form.SWISS, count).rounds_planned == rounds


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 16])
def test_in_the_swiss_system_nobody_meets_twice(count: int) -> None:
    course, last = played_out(new_course(Form.SWISS, count), by_chance(count))
    assert max(Counter(pairs(course)).values()) == 1
    byes = Counter(pairing.one for pairing in course.pairings if pairing.given is Given.ONE)
    assert max(byes.values(), default=1) == 1
    assert len(byes) == (course.rounds_planned if count % 2 else 0)
    assert last.winners == tuple(row.entrant for row in course.table(0) if row.place == 1)


def test_a_swiss_round_waits_for_all_games_of_that_before() -> None:
    course = begun(new_course(Form.SWISS, 6), step(new_course(Form.SWISS, 6), NOON))
    course = ended(course, lambda game: None if game.board == 3 else DARK)
    assert step(course, NOON + 100 * DAY).is_nothing


# Knock-out


def test_nobody_waits_for_a_whole_round_of_a_knock_out() -> None:
    course = new_course(Form.KNOCKOUT, 8)
    course = begun(course, step(course, NOON))
    assert len(course.pairings) == 4
    course = ended(course, lambda game: better(course)(game) if game.board <= 2 else None)
    further = step(course, NOON + DAY).pairings
    assert [(pairing.round, pairing.board, pairing.seats) for pairing in further] == [
        (2, 1, {1, 4})
    ]
    assert step(begun(course, step(course, NOON + DAY)), NOON + DAY).is_nothing


@pytest.mark.parametrize("count", [2, 3, 5, 8, 12, 16, 33, 64])
def test_the_better_seeds_win_a_knock_out_in_which_the_better_win(count: int) -> None:
    before = new_course(Form.KNOCKOUT, count)
    course, last = played_out(before, better(before))
    assert last.winners == (1,)
    assert len(course.pairings) == count - 1
    final = max(course.pairings, key=lambda pairing: pairing.round)
    assert final.seats == {1, 2}
    assert [pairing for pairing in course.pairings if ends_cup(course, pairing)] == [final]


def test_where_two_are_equal_in_all_the_better_seed_is_through() -> None:
    before = new_course(Form.KNOCKOUT, 4)
    course, last = played_out(before, lambda _: DRAW)
    assert last.winners == (1,)
    equal = ended(begun(before, step(before, NOON)), lambda _: DRAW, taken=lambda g: (g.dark, 0))
    through = [tie.winner for tie in equal.bracket[0]]
    assert through == [4, 3]  # by the men they took
    assert course.bracket[-1][0].winner == 1


def test_of_a_tie_that_both_lost_nobody_comes_on() -> None:
    before = new_course(Form.KNOCKOUT, 4)
    course = ended(
        begun(before, step(before, NOON)), lambda game: ABSENT if game.board == 1 else DRAW
    )
    last = step(course, NOON + DAY)
    assert (last.over, last.winners) == (True, (2,))
    nobody, last = played_out(before, lambda _: ABSENT)
    assert (last.over, last.winners) == (True, ())
    assert len(nobody.pairings) == 2


def test_who_left_a_knock_out_is_passed_over() -> None:
    before = new_course(Form.KNOCKOUT, 4)
    entries = tuple(replace(e, left=NOON if e.seat == 1 else None) for e in before.entries)
    before = replace(before, entries=entries)
    course, last = played_out(before, better(before))
    assert last.winners == (2,)
    assert [(p.one, p.other) for p in course.pairings if p.given is Given.ONE] == [(4, 1)]


# Groups


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (4, [4]),
        (6, [6]),
        (8, [4, 4]),
        (12, [6, 6]),
        (16, [6, 5, 5]),
        (25, [5] * 5),
        (64, [8] * 8),
    ],
)
def test_groups_have_about_five_and_are_eight_at_most(count: int, sizes: list[int]) -> None:
    assert sorted(map(len, new_course(Form.GROUPS, count).groups), reverse=True) == sizes


def test_groups_are_as_strong_as_each_other() -> None:
    assert new_course(Form.GROUPS, 8).groups == ((1, 4, 6, 7), (2, 3, 5, 8))


def test_the_first_of_each_group_meet_in_a_final_group() -> None:
    before = new_course(Form.GROUPS, 16)
    course, last = played_out(before, better(before))
    assert course.members(0) == (1, 2, 3)
    assert Counter(pairing.pool for pairing in course.pairings) == {0: 3, 1: 15, 2: 10, 3: 10}
    assert last.winners == (1,)


def test_a_cup_of_one_group_has_no_final() -> None:
    before = new_course(Form.GROUPS, 6)
    course, last = played_out(before, better(before))
    assert {pairing.pool for pairing in course.pairings} == {1}
    assert last.winners == (1,)


def test_a_final_of_two_is_the_final() -> None:
    before = new_course(Form.GROUPS, 8)
    course, _ = played_out(before, better(before))
    assert [p.seats for p in course.pairings if ends_cup(course, p)] == [{1, 2}]


def test_for_one_who_left_the_next_of_their_group_is_in_the_final() -> None:
    before = new_course(Form.GROUPS, 8)
    now = NOON
    course = before
    while not (last := step(course, now)).finalists:
        now += DAY
        course = ended(begun(course, last), better(before), now)
    entries = tuple(replace(e, left=now if e.seat == 1 else None) for e in course.entries)
    assert step(replace(course, entries=entries), now).finalists == (4, 2)


# All of them


@pytest.mark.slow
@EVERY
@given(st.integers(2, 24), st.integers(0, 999), st.data())
@settings(max_examples=30, deadline=None)
def test_every_cup_ends_and_worked_out_again_it_is_the_same(
    form: Form, count: int, seed: int, data: st.DataObject
) -> None:
    count = min(count, 12) if form is Form.ROBIN else count
    seats = st.sets(st.integers(1, count), max_size=3)
    gone, absent = data.draw(seats), data.draw(seats)
    before = new_course(form, count)
    entries = tuple(replace(e, left=NOON if e.seat in gone else None) for e in before.entries)
    course, last = played_out(replace(before, entries=entries), by_chance(seed, *absent))
    assert not gone & {*last.winners}
    again = Course(course.cup, course.entries[::-1], course.pairings[::-1], course.games[::-1])
    for pool in range(len(course.groups) + 1):
        assert again.table(pool) == course.table(pool)
        assert sum(row.games for row in course.table(pool)) == sum(
            2 for game in course.games if game.pool == pool
        )
    assert step(again, NOON + 999 * DAY).winners == last.winners
    keys = [pairing.key for pairing in course.pairings]
    assert len(keys) == len(set(keys))
    assert not any(gone & p.seats for p in course.pairings if p.given is Given.PLAYED)


@EVERY
def test_every_one_plays(form: Form) -> None:
    course, _ = played_out(new_course(form, 7), by_chance(7))
    assert set().union(*(pairing.seats for pairing in course.pairings)) >= {2, 3, 4, 5, 6, 7}


# Rules by lot


def test_each_round_has_one_of_the_rule_sets_and_none_comes_again_before_all() -> None:
    several = cup(ROBIN, rules="larochelle bga brandubh")
    drawn = [rules_of(several, 0, number) for number in range(1, 10)]
    for lap in range(0, 9, 3):
        assert sorted(drawn[lap : lap + 3]) == ["bga", "brandubh", "larochelle"]
    assert drawn == [rules_of(several, 0, number) for number in range(1, 10)]
    others = {
        tuple(rules_of(replace(several, id=number), 0, round_) for round_ in range(1, 4))
        for number in range(30)
    }
    assert len(others) > 3


# Leagues


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (2, [2]),
        (7, [7]),
        (8, [4, 4]),
        (11, [5, 6]),
        (12, [6, 6]),
        (23, [4, 5, 4, 5, 5]),
        (64, None),
    ],
)
def test_divisions_have_about_five(count: int, sizes: list[int] | None) -> None:
    course = divided(range(count))
    assert [seat for division in course for seat in division] == [*range(count)]
    assert sizes is None or [len(division) for division in course] == sizes
    assert all(4 <= len(division) <= 7 for division in course) or count < 8


def test_the_first_of_a_division_changes_places_with_the_last_of_that_above() -> None:
    course = new_course(Form.LEAGUE, 12)
    assert course.groups == ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))
    course, _ = played_out(course, better(course))
    assert promoted(course) == (1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11, 12)


def test_in_a_league_nobody_meets_twice_before_they_have_met_all() -> None:
    course, last = played_out(new_course(Form.LEAGUE, 6), by_chance(3))
    assert max(Counter(pairs(course)).values()) <= 2
    assert len({frozenset(p) for p in pairs(course)}) == 15
    assert last.winners == (course.table(1)[0].entrant,)


# Who has won


@pytest.mark.parametrize("form", Form)
def test_nobody_wins_a_cup_in_which_nobody_plays(form: Form) -> None:
    """Though one of three or five has no opponent in a round, and the points of it."""
    for count in (3, 5):
        _, last = played_out(new_course(form, count), lambda _: ABSENT)
        assert last.winners == ()


@pytest.mark.parametrize("form", [Form.ROBIN, Form.SWISS, Form.GROUPS, Form.LEAGUE])
def test_who_share_the_first_place_have_all_won(form: Form) -> None:
    before = new_course(form, 2)
    course, last = played_out(before, lambda _: DRAW)
    assert {row.place for row in course.table(1 if course.groups else 0)} == {1}
    assert last.winners == (1, 2)
    gone = tuple(replace(e, left=NOON if e.seat == 1 else None) for e in course.entries)
    assert step(replace(course, entries=gone), NOON + 200 * DAY).winners == (2,)
