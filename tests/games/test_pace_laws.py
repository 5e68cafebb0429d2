"""Invariants of every clock, with any pace and any absences."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.core import Side
from games.pace import Absence, Pace
from tests.games.test_pace import DAY, MONDAY, played, running

D, L = Side.DARK, Side.LIGHT
SECONDS = st.integers(0, 60 * DAY)
ABSENCES = st.lists(
    st.tuples(st.sampled_from([D, L, None]), SECONDS, SECONDS).map(
        lambda a: Absence(a[0], MONDAY + min(a[1:]), MONDAY + max(a[1:]))
    ),
    max_size=5,
)
FEW = st.none() | st.integers(1, 9)
PACES = st.builds(Pace, st.integers(1, 14), st.integers(0, 9), st.booleans(), FEW, FEW)
TIMES = st.lists(SECONDS, max_size=4).map(lambda times: [MONDAY + t for t in sorted(times)])


@given(PACES, TIMES, ABSENCES, SECONDS)
def test_a_clock_agrees_with_itself(
    pace: Pace, times: list[int], absences: list[Absence], later: int
) -> None:
    clock = running(pace, played(*times), *absences)
    now = clock.since + later
    assert (clock.left(now) == 0) == (now >= clock.deadline)
    assert clock.left(clock.since) == clock.total
    spent = clock.left(now) - clock.left(now + 1)
    assert spent == (0 if clock.resumes(now) > now or now >= clock.deadline else 1)
    for left in (1, DAY // 4, DAY):
        moment = clock.when(left)
        assert clock.left(moment) == left
        assert clock.left(moment - 1) in (left, left + 1)
        assert clock.since <= moment < clock.deadline
    assert clock.reserve_left(now) <= clock.reserve <= pace.reserve * DAY


@given(TIMES, ABSENCES, SECONDS, SECONDS)
def test_free_weekends_are_rests_like_others(
    times: list[int], absences: list[Absence], now: int, left: int
) -> None:
    free = running(Pace(9, weekends=False), played(*times), *absences)
    saturday = MONDAY - 2 * DAY
    weekends = [(saturday + n * 7 * DAY, saturday + n * 7 * DAY + 2 * DAY) for n in range(60)]
    told = replace(free, rests=tuple(sorted([*free.rests, *weekends])), weekends=True)
    now += free.since
    assert (free.left(now), free.resumes(now)) == (told.left(now), told.resumes(now))
    assert (free.deadline, free.when(left)) == (told.deadline, told.when(left))


@given(PACES, TIMES, ABSENCES, ABSENCES)
def test_an_absence_never_brings_a_deadline_nearer_and_the_opponents_does_nothing(
    pace: Pace, times: list[int], absences: list[Absence], more: list[Absence]
) -> None:
    match = played(*times)
    clock = running(pace, match, *absences)
    if pace.away_days is not None:  # the first vacations use the limit up, so these come later
        latest = max((absence.start for absence in absences), default=0)
        more = [absence for absence in more if absence.start >= latest]
    assert running(pace, match, *absences, *more).deadline >= clock.deadline
    others = [absence for absence in more if absence.side is match.turn.other]
    assert running(pace, match, *absences, *others) == clock
