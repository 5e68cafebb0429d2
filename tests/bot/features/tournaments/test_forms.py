"""How a tournament goes: points, absences, who meets whom next, who wins; for every form of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments.deciding import by_games
from bot.features.tournaments.entries import seeded
from bot.features.tournaments.forms import state_of
from bot.features.tournaments.forms.league import divided, promoted
from bot.features.tournaments.model import Award
from games.core import Reason
from games.pace import DAY
from games.pair import By
from tests.bot.features.tournaments.world import (
    ABSENT,
    DARK,
    DRAW,
    FIRST,
    LATE_LIGHT,
    LIGHT,
    NOON,
    SINGLE,
    STOPPED,
    begun,
    better,
    by_chance,
    ended,
    new_state,
    played_out,
    step,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.features.tournaments.form import State

ROBIN = "round-robin"
EVERY = pytest.mark.parametrize("form", SINGLE)


def pairs(state: State) -> list[frozenset[int]]:
    """Return the pairs that met in games."""
    return [pairing.seats for pairing in state.pairings if pairing.award is Award.BY_GAMES]


# What a pairing brings


def two(first: object, second: object) -> State:
    """One of two, in which the first seed has the attackers in the first game, ended so."""
    before = begun(new_state(ROBIN, 2), step(new_state(ROBIN, 2), NOON))
    return ended(before, lambda game: (first, second)[game.leg - 1])  # type: ignore[return-value]


@for_every(
    ("first", "second", "halves"),
    [
        (DARK, LIGHT, (4, 0)),  # sides change: the attackers of the first game win both
        (DARK, DARK, (2, 2)),
        (DRAW, LIGHT, (3, 1)),
        (STOPPED, DRAW, (2, 2)),
        (ABSENT, LIGHT, (2, 2)),  # they did not begin the first, and won the second
        (ABSENT, ABSENT, (2, 2)),  # each was to begin one, and each loss stands
    ],
)
def test_the_points_of_a_pairing(first: object, second: object, halves: tuple[int, int]) -> None:
    state = two(first, second)
    (decided,) = state.decided.values()
    assert (decided.halves(1), decided.halves(2)) == halves
    rows = {row.entrant: row.halves for row in state.table(0)}
    assert (rows[1], rows[2]) == halves


def test_who_did_not_begin_has_lost_both_games_and_was_absent() -> None:
    state = two(ABSENT, LATE_LIGHT)  # both are the first seed's
    (decided,) = state.decided.values()
    assert (decided.halves(1), decided.halves(2)) == (0, 4)
    assert decided.absent == {1}
    (again,) = two(ABSENT, ABSENT).decided.values()
    assert again.absent == {1, 2}
    (once,) = two(ABSENT, LIGHT).decided.values()
    assert once.absent == frozenset()  # they played the other one


@for_every("first", [DARK, LIGHT, DRAW, STOPPED, ABSENT, LATE_LIGHT])
@for_every("second", [DARK, LIGHT, DRAW, STOPPED, ABSENT, LATE_LIGHT])
def test_a_result_that_was_announced_stands(first: object, second: object) -> None:
    one_over = two(first, None)
    (pairing,) = one_over.pairings
    announced = [one_over.halves_so_far(pairing, seat) for seat in (1, 2)]
    (decided,) = two(first, second).decided.values()
    result = decided.results[0]
    assert [result.dark_halves, result.light_halves] == announced


def test_a_pairing_is_decided_when_both_games_are() -> None:
    before = begun(new_state(ROBIN, 2), step(new_state(ROBIN, 2), NOON))
    state = ended(before, lambda game: DARK if game.leg == 1 else None)
    assert state.decided == {}
    assert step(state, NOON + DAY).is_nothing


def test_men_taken_part_those_who_are_equal() -> None:
    before = begun(new_state(ROBIN, 2), step(new_state(ROBIN, 2), NOON))
    state = ended(before, lambda _: DARK, taken=lambda game: (7, 1) if game.dark == 2 else (3, 2))
    assert [row.entrant for row in state.table(0)] == [2, 1]
    assert step(state, NOON + DAY).winners == (2,)


@for_every("form", [form for form in SINGLE if form != "league"])
@for_every(("plies", "has_title"), [(3, False), (4, True)])
def test_a_pairing_of_fewer_than_four_plies_gives_no_title(
    form: str, plies: int, *, has_title: bool
) -> None:
    state, now = new_state(form, 2), NOON
    while not (last := step(state, now)).over:
        now += DAY
        state = ended(begun(state, last), better(state), now, plies=plies)
    assert bool(last.winners) is has_title


# Seeds


def test_rated_players_are_seeded_by_rating_before_all_others() -> None:
    state = new_state(ROBIN, 4, {FIRST + 2: 1700.0, FIRST: 1400.0})
    assert state.seeds[:2] == (3, 1)
    assert {*state.seeds[2:]} == {2, 4}


def test_unrated_players_are_seeded_at_random_and_always_the_same() -> None:
    entries = new_state("knockout", 8).entries
    drawn = [
        tuple(entry.seat for entry in seeded([replace(e, tournament=n) for e in entries], {}))
        for n in range(1, 41)
    ]
    assert len({*drawn}) == len(drawn)
    assert {seats[0] for seats in drawn} == {*range(1, 9)}  # not whoever pressed *Join* first
    assert drawn[0] == tuple(e.seat for e in seeded([*reversed(entries)], {}))


# Everybody against everybody


@for_every("count", range(2, 9))
@for_every("games", [1, 2])
def test_all_meet_all_once(count: int, games: int) -> None:
    state, last = played_out(new_state(ROBIN, count, games=games), by_chance(count))
    assert Counter(pairs(state)) == Counter(
        frozenset((one, other)) for one in range(1, count + 1) for other in range(1, one)
    )
    assert len(state.games) == games * count * (count - 1) // 2
    assert sum(row.halves for row in state.table(0)) == 2 * len(state.games)
    assert last.winners == tuple(row.entrant for row in state.table(0) if row.place == 1)


def test_a_round_begins_when_that_before_it_is_over_or_at_its_date() -> None:
    state = begun(new_state(ROBIN, 4), step(new_state(ROBIN, 4), NOON))
    assert {pairing.round for pairing in state.pairings} == {1}
    date = NOON + state.tournament.round_days * DAY
    waiting = step(state, date - 1)
    assert (waiting.is_nothing, waiting.due) == (True, date)
    assert {pairing.round for pairing in step(state, date).pairings} == {2}
    over = ended(state, lambda _: DARK)
    assert {pairing.round for pairing in step(over, NOON + 1).pairings} == {2}


def test_a_tournament_is_not_over_while_a_game_of_an_earlier_round_goes_on() -> None:
    state, now = new_state(ROBIN, 3), NOON
    for _ in range(3):
        state = begun(state, step(state, now))
        now += state.tournament.round_days * DAY
        state = ended(state, lambda game: None if game.round == 1 else DARK, now)
    assert step(state, now).is_nothing
    assert step(ended(state, lambda _: DARK, now), now).over


def test_who_left_becomes_a_bye() -> None:
    state = new_state(ROBIN, 3)
    entries = tuple(replace(e, left=NOON if e.seat == 2 else None) for e in state.entries)
    state, _ = played_out(replace(state, entries=entries), lambda _: DRAW)
    rows = {row.entrant: (row.halves, row.games) for row in state.table(0)}
    assert rows == {1: (4 + 2, 2), 3: (4 + 2, 2), 2: (0, 0)}
    assert Counter(pairing.award for pairing in state.pairings) == {Award.ONE: 2, Award.BY_GAMES: 1}


def test_two_who_left_have_nothing_of_each_other() -> None:
    state = new_state(ROBIN, 3)
    entries = tuple(replace(e, left=NOON if e.seat < 3 else None) for e in state.entries)
    state, last = played_out(replace(state, entries=entries), lambda _: DRAW)
    assert [row.halves for row in state.table(0)] == [8, 0, 0]
    assert last.winners == ()  # nor has the third won, who played no game
    assert Award.NOBODY in [pairing.award for pairing in state.pairings]


def test_who_is_barred_or_erased_has_no_further_games() -> None:
    state = replace(new_state(ROBIN, 4), barred=frozenset({FIRST}))
    erased = tuple(replace(e, player=0 if e.seat == 2 else e.player) for e in state.entries)
    state, _ = played_out(replace(state, entries=erased), lambda _: DARK)
    assert pairs(state) == [{3, 4}]


@pytest.mark.parametrize("form", [ROBIN, "groups", "swiss"])
def test_who_was_absent_twice_rests_until_they_are_back(form: str) -> None:
    state, now = new_state(form, 6), NOON
    while not state.rests(1):
        now += DAY
        state = ended(begun(state, step(state, now)), by_chance(3, 1), now)
    assert len([seats for seats in pairs(state) if 1 in seats]) == 2
    without = step(state, now).pairings
    assert not any(1 in p.seats for p in without if p.award is Award.BY_GAMES)
    entries = tuple(replace(e, back=now if e.seat == 1 else None) for e in state.entries)
    back = replace(state, entries=entries)
    assert not back.rests(1)
    assert any(1 in p.seats for p in step(back, now).pairings if p.award is Award.BY_GAMES)


# Swiss


@for_every(
    ("count", "rounds"), [(2, 1), (3, 2), (4, 3), (6, 3), (8, 3), (9, 4), (16, 4), (17, 5), (64, 6)]
)
def test_how_many_rounds_the_swiss_system_has(count: int, rounds: int) -> None:
    assert new_state("swiss", count).form.rounds(new_state("swiss", count)) == rounds


@for_every("count", [2, 3, 5, 8, 13, 16])
def test_in_the_swiss_system_nobody_meets_twice(count: int) -> None:
    state, last = played_out(new_state("swiss", count), by_chance(count))
    assert max(Counter(pairs(state)).values()) == 1
    byes = Counter(pairing.one for pairing in state.pairings if pairing.award is Award.ONE)
    assert max(byes.values(), default=1) == 1
    assert len(byes) == (state.form.rounds(state) if count % 2 else 0)
    assert last.winners == tuple(row.entrant for row in state.table(0) if row.place == 1)


def test_a_swiss_round_waits_for_all_games_of_that_before() -> None:
    state = begun(new_state("swiss", 6), step(new_state("swiss", 6), NOON))
    state = ended(state, lambda game: None if game.board == 3 else DARK)
    assert step(state, NOON + 100 * DAY).is_nothing


# Knock-out


def test_nobody_waits_for_a_whole_round_of_a_knock_out() -> None:
    state = new_state("knockout", 8)
    state = begun(state, step(state, NOON))
    assert len(state.pairings) == 4
    state = ended(state, lambda game: better(state)(game) if game.board <= 2 else None)
    further = step(state, NOON + DAY).pairings
    assert [(pairing.round, pairing.board, pairing.seats) for pairing in further] == [
        (2, 1, {1, 4})
    ]
    assert step(begun(state, step(state, NOON + DAY)), NOON + DAY).is_nothing


@for_every("count", [2, 3, 5, 8, 12, 16, 33, 64])
def test_the_better_seeds_win_a_knock_out_in_which_the_better_win(count: int) -> None:
    before = new_state("knockout", count)
    state, last = played_out(before, better(before))
    assert last.winners == (1,)
    assert len(state.pairings) == count - 1
    final = max(state.pairings, key=lambda pairing: pairing.round)
    assert final.seats == {1, 2}
    assert [pairing for pairing in state.pairings if state.form.in_thread(state, pairing)] == [
        final
    ]


def tie_of_two(*games: tuple[object, int, tuple[int, int]]) -> State:
    """A final whose games ended so, after so many plies, with so many captures of each side."""
    before = new_state("knockout", 2, games=len(games))
    state = begun(before, step(before, NOON))
    for leg, (ending, plies, taken) in enumerate(games, 1):
        state = ended(
            state,
            lambda game, leg=leg, ending=ending: ending if game.leg == leg else None,  # type: ignore[misc]
            taken=lambda _, taken=taken: taken,  # type: ignore[misc]
            plies=plies,
        )
    return state


@for_every(
    ("games", "decision"),
    [
        ([(DARK, 20, (3, 2)), (LIGHT, 20, (3, 2))], (1, By.POINTS)),
        ([(DARK, 30, (3, 2)), (DARK, 20, (3, 2))], (2, By.SHORTER_WIN)),
        ([(DARK, 20, (0, 9)), (DARK, 21, (9, 0))], (1, By.SHORTER_WIN)),  # before captures
        ([(DARK, 20, (3, 2)), (DARK, 20, (4, 2))], (2, By.CAPTURES)),
        ([(ABSENT, 0, (0, 0)), (LIGHT, 9, (0, 5))], (2, By.FORFEIT)),  # who played neither way
        ([(DRAW, 40, (3, 2)), (DRAW, 60, (1, 2))], (1, By.CAPTURES)),
        ([(STOPPED, 8, (0, 0)), (DRAW, 60, (2, 1))], (2, By.CAPTURES)),
        ([(DRAW, 40, (3, 2))], (1, By.CAPTURES)),  # of one game, a draw
        ([(DRAW, 40, (2, 2))], None),
        ([(STOPPED, 2, (0, 0))], None),
        ([(DARK, 20, (3, 2)), (DARK, 20, (3, 2))], None),
        ([(DRAW, 40, (3, 2)), (DRAW, 20, (3, 2))], None),
    ],
)
def test_what_decides_a_tie(
    games: list[tuple[object, int, tuple[int, int]]], decision: tuple[int, By] | None
) -> None:
    state = tie_of_two(*games)
    (pairing,) = state.pairings
    told = by_games(pairing, state.decided[pairing.key])
    assert (told and (told.winner, told.by)) == decision
    assert state.level == ({} if decision else {pairing.key: NOON + 4 * DAY})
    assert step(state, NOON + DAY).winners == ((decision[0],) if decision else ())


LEVEL = [(DRAW, 40, (2, 2))]


def test_who_has_lost_a_tie_has_nothing_to_leave() -> None:
    state = begun(new_state("knockout", 4), step(new_state("knockout", 4), NOON))
    assert all(map(state.may_leave, state.entry))
    over = ended(state, lambda game: DARK if game.dark < game.light else LIGHT)
    assert [seat for seat in over.entry if over.may_leave(seat)] == [1, 2]
    level = ended(state, lambda _: DRAW, taken=lambda _: (2, 2))
    assert all(map(level.may_leave, level.entry))


def test_who_is_not_in_the_final_group_has_nothing_to_leave() -> None:
    state, _ = played_out(new_state("groups", 16), lambda _: DARK)
    assert 1 < len(state.members(0)) < len(state.entry)
    assert {seat for seat in state.entry if state.may_leave(seat)} == {*state.members(0)}


def test_two_who_are_level_have_three_days_to_ask_for_one_more_game() -> None:
    state = tie_of_two(*LEVEL)
    last = NOON + 4 * DAY
    waiting = step(state, last - 1)
    assert (waiting.is_nothing, waiting.due) == (True, last)
    (asked,) = (pairing.asked_by(2) for pairing in state.pairings)
    one_asks = replace(state, pairings=(asked,))
    assert step(one_asks, last - 1).is_nothing
    for alone in (state, one_asks):
        (decided,) = step(alone, last).decided
        assert decided.through == 1  # the higher seed
        over = replace(alone, pairings=(decided,))
        assert (step(over, last).over, step(over, last).winners) == (True, (1,))


def test_if_both_ask_one_more_game_decides() -> None:
    state = tie_of_two(*LEVEL)
    (pairing,) = state.pairings
    state = replace(state, pairings=(pairing.asked_by(2).asked_by(1),))
    for late in (NOON + DAY, NOON + 9 * DAY):  # even if nobody looked in time
        assert [p.key for p in step(state, late).one_more] == [pairing.key]
    playing = begun(state, step(state, NOON + DAY))
    assert [game.leg for game in playing.games] == [1, 2]
    assert step(playing, NOON + 9 * DAY).is_nothing
    assert step(ended(playing, lambda _: LIGHT), NOON + 9 * DAY).winners == (2,)
    drawn = ended(playing, lambda _: DRAW, taken=lambda _: (2, 2))
    assert step(drawn, NOON + 9 * DAY).winners == (1,)  # there is no third


def test_of_two_who_are_level_the_one_who_has_not_left_goes_through_at_once() -> None:
    state = tie_of_two(*LEVEL)
    for gone in (1, 2):
        entries = tuple(replace(e, left=NOON if e.seat == gone else None) for e in state.entries)
        (decided,) = step(replace(state, entries=entries), NOON + DAY).decided
        assert decided.through == 3 - gone
    (pairing,) = state.pairings
    barred = frozenset({state.player(1)})
    both = replace(state, barred=barred, pairings=(pairing.asked_by(1).asked_by(2),))
    assert [p.through for p in step(both, NOON + DAY).decided] == [2]


def test_a_decision_by_seed_stands_when_that_player_leaves() -> None:
    before = new_state("knockout", 4, games=1)
    equal = ended(begun(before, step(before, NOON)), lambda _: DRAW, taken=lambda _: (2, 2))
    state = begun(equal, step(equal, NOON + 9 * DAY))
    assert [tie.winner for tie in state.bracket[0]] == [1, 2]
    entries = tuple(replace(e, left=NOON if e.seat == 1 else None) for e in state.entries)
    assert [tie.winner for tie in replace(state, entries=entries).bracket[0]] == [1, 2]


def test_of_a_tie_that_both_lost_nobody_comes_on() -> None:
    before = new_state("knockout", 4)
    state = ended(
        begun(before, step(before, NOON)),
        lambda game: ABSENT if game.board == 1 else DRAW,
        taken=lambda game: (game.light, 0),
    )
    last = step(state, NOON + DAY)
    assert (last.over, last.winners) == (True, (2,))
    nobody, last = played_out(before, lambda _: ABSENT)
    assert (last.over, last.winners) == (True, ())
    assert len(nobody.pairings) == 2


def test_who_left_a_knock_out_is_passed_over() -> None:
    before = new_state("knockout", 4)
    entries = tuple(replace(e, left=NOON if e.seat == 1 else None) for e in before.entries)
    before = replace(before, entries=entries)
    state, last = played_out(before, better(before))
    assert last.winners == (2,)
    assert [(p.one, p.other) for p in state.pairings if p.award is Award.ONE] == [(4, 1)]


# Groups


@for_every(
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
    assert sorted(map(len, new_state("groups", count).groups), reverse=True) == sizes


def test_groups_are_as_strong_as_each_other() -> None:
    assert new_state("groups", 8).groups == ((1, 4, 6, 7), (2, 3, 5, 8))


def test_the_first_of_each_group_meet_in_a_final_group() -> None:
    before = new_state("groups", 16)
    state, last = played_out(before, better(before))
    assert state.members(0) == (1, 2, 3)
    assert Counter(pairing.pool for pairing in state.pairings) == {0: 3, 1: 15, 2: 10, 3: 10}
    assert last.winners == (1,)


def test_a_tournament_of_one_group_has_no_final() -> None:
    before = new_state("groups", 6)
    state, last = played_out(before, better(before))
    assert {pairing.pool for pairing in state.pairings} == {1}
    assert last.winners == (1,)


def test_a_final_of_two_is_the_final() -> None:
    before = new_state("groups", 8)
    state, _ = played_out(before, better(before))
    assert [p.seats for p in state.pairings if state.form.in_thread(state, p)] == [{1, 2}]


def test_for_one_who_left_the_next_of_their_group_is_in_the_final() -> None:
    before = new_state("groups", 8)
    now = NOON
    state = before
    while not (last := step(state, now)).finalists:
        now += DAY
        state = ended(begun(state, last), better(before), now)
    entries = tuple(replace(e, left=now if e.seat == 1 else None) for e in state.entries)
    assert step(replace(state, entries=entries), now).finalists == (4, 2)


# All of them


@pytest.mark.slow
@EVERY
@given(st.integers(2, 24), st.integers(0, 999), st.data())
def test_every_tournament_ends_and_worked_out_again_it_is_the_same(
    form: str, count: int, seed: int, data: st.DataObject
) -> None:
    count = min(count, 12) if form == "round-robin" else count
    seats = st.sets(st.integers(1, count), max_size=3)
    gone, absent = data.draw(seats), data.draw(seats)
    before = new_state(form, count)
    entries = tuple(replace(e, left=NOON if e.seat in gone else None) for e in before.entries)
    state, last = played_out(replace(before, entries=entries), by_chance(seed, *absent))
    assert not gone & {*last.winners}
    again = state_of(state.tournament, state.entries[::-1], state.pairings[::-1], state.games[::-1])
    for pool in range(len(state.groups) + 1):
        assert again.table(pool) == state.table(pool)
        assert sum(row.games for row in state.table(pool)) == sum(
            2
            for game in state.games
            if (game.pool, game.reason is Reason.NOT_BEGUN) == (pool, False)
        )
    assert step(again, NOON + 999 * DAY).winners == last.winners
    keys = [pairing.key for pairing in state.pairings]
    assert len(keys) == len(set(keys))
    assert not any(gone & p.seats for p in state.pairings if p.award is Award.BY_GAMES)


@EVERY
def test_every_one_plays(form: str) -> None:
    state, _ = played_out(new_state(form, 7), by_chance(7))
    assert set().union(*(pairing.seats for pairing in state.pairings)) >= {2, 3, 4, 5, 6, 7}


# Leagues


@for_every(
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
    state = divided(range(count))
    assert [seat for division in state for seat in division] == [*range(count)]
    assert sizes is None or [len(division) for division in state] == sizes
    assert all(4 <= len(division) <= 7 for division in state) or count < 8


def test_the_first_of_a_division_changes_places_with_the_last_of_that_above() -> None:
    state = new_state("league", 12)
    assert state.groups == ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))
    state, _ = played_out(state, better(state))
    assert promoted(state) == (1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11, 12)


def test_in_a_league_nobody_meets_twice_before_they_have_met_all() -> None:
    state, last = played_out(new_state("league", 6), by_chance(3))
    assert max(Counter(pairs(state)).values()) <= 2
    assert len({frozenset(p) for p in pairs(state)}) == 15
    assert last.winners == (state.table(1)[0].entrant,)


# Winners


@for_every("form", SINGLE)
def test_nobody_wins_a_tournament_in_which_nobody_plays(form: str) -> None:
    """Though one of three or five has no opponent in a round, and the points of it."""
    for count in (3, 5):
        _, last = played_out(new_state(form, count), lambda _: ABSENT)
        assert last.winners == ()


@pytest.mark.parametrize("form", ["round-robin", "swiss", "groups", "league"])
def test_the_better_seed_wins_if_all_else_is_equal(form: str) -> None:
    before = new_state(form, 2)
    state, last = played_out(before, lambda _: DRAW)
    assert [row.place for row in state.table(1 if state.groups else 0)] == [1, 2]
    assert last.winners == (1,)
    gone = tuple(replace(e, left=NOON if e.seat == 1 else None) for e in state.entries)
    assert step(replace(state, entries=gone), NOON + 200 * DAY).winners == (2,)
