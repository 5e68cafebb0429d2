"""What follows from members and games: line-ups, sides, scores; examples, and laws over any."""

from __future__ import annotations

import doctest
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.teams import course as courses
from bot.features.teams.course import Course, ended_last, is_ahead, lined_up, sides
from bot.features.teams.model import FEWEST, Game, Member, Team, TeamMatch
from bot.model.club import pace_of
from bot.model.people import FORMER
from games.core import Reason, Side

RED, BLUE = Team.RED, Team.BLUE
NOON = 1_893_499_200
CONTEST = TeamMatch(
    id=1,
    guild=5,
    channel=50,
    card_in=51,
    by=9,
    red="Red",
    blue="Blue",
    boards=3,
    rules="ludens",
    pace=pace_of(3),
    made=NOON,
)
Ending = tuple[Side | None, Reason, Side]  # who won, why it is over, whose turn it was
DARK: Ending = (Side.DARK, Reason.KING_TAKEN, Side.LIGHT)
LIGHT: Ending = (Side.LIGHT, Reason.KING_ESCAPED, Side.DARK)
DRAW: Ending = (None, Reason.AGREED, Side.DARK)
STOPPED: Ending = (None, Reason.STOPPED, Side.DARK)
LATE_DARK: Ending = (None, Reason.NOT_BEGUN, Side.DARK)
LATE_LIGHT: Ending = (None, Reason.NOT_BEGUN, Side.LIGHT)


def members(red: int, blue: int) -> list[Member]:
    """So many of each, in turn; the player of seat 1 is 101."""
    teams = [
        team
        for place in range(max(red, blue))
        for team in Team
        if place < (red, blue)[team is BLUE]
    ]
    return [
        Member(contest=1, seat=seat, team=team, player=100 + seat, joined=NOON + seat)
        for seat, team in enumerate(teams, 1)
    ]


def begun(red: int = 3, blue: int = 3, **changes: int) -> Course:
    """One that is played, as nobody is rated."""
    contest = replace(CONTEST, **changes)
    lined = lined_up(Course(contest, tuple(members(red, blue))), {})
    course = Course(contest, lined)
    games: list[Game] = []
    for board in course.boards:
        for leg, (dark, light) in enumerate(
            sides(board.number, board.red.seat, board.blue.seat, contest.games), 1
        ):
            games.append(
                Game(
                    match=10 * board.number + leg,
                    contest=1,
                    board=board.number,
                    leg=leg,
                    dark=dark,
                    light=light,
                    turn=Side.DARK,
                    winner=None,
                    reason=None,
                    since=NOON,
                )
            )
    return replace(course, games=tuple(games))


def ended(course: Course, *endings: Ending | None) -> Course:
    """The games ended so, one after the other; None: it goes on."""
    after = [
        game
        if ending is None
        else replace(game, winner=ending[0], reason=ending[1], turn=ending[2], since=NOON + number)
        for number, (game, ending) in enumerate(zip(course.games, endings, strict=False), 1)
    ]
    return replace(course, games=(*after, *course.games[len(after) :]))


def test_the_examples_of_its_docstrings_hold() -> None:
    assert doctest.testmod(courses) == (0, 1)


def test_the_strongest_of_each_team_meet_at_the_first_board() -> None:
    course = Course(CONTEST, tuple(members(3, 3)))  # red: 101, 103, 105; blue: 102, 104, 106
    lined = lined_up(course, {103: 1700.0, 101: 1600.0, 106: 1510.0})
    boards = {(member.team, member.board): member.player for member in lined}
    assert [boards[RED, number] for number in (1, 2, 3)] == [103, 101, 105]
    assert [boards[BLUE, number] for number in (1, 2, 3)] == [106, 102, 104]


def test_who_joined_last_of_the_larger_team_is_in_reserve() -> None:
    course = Course(CONTEST, tuple(members(3, 2)))
    lined = lined_up(course, {105: 2000.0})
    assert sorted(member.player for member in lined) == [101, 102, 103, 104]
    shown = replace(course, members=(*lined, course.members[4]))
    assert [member.player for member in shown.reserve] == [105]


def test_who_is_barred_or_has_left_is_replaced_by_the_reserve() -> None:
    course = replace(Course(CONTEST, tuple(members(3, 2))), barred=frozenset({101}))
    assert {m.player for m in lined_up(course, {})} == {103, 105, 102, 104}


@pytest.mark.parametrize(("red", "blue"), [(0, 0), (1, 1), (2, 1), (1, 3)])
def test_one_board_is_no_team_match(red: int, blue: int) -> None:
    assert lined_up(Course(CONTEST, tuple(members(red, blue))), {}) == ()


def test_a_team_is_ahead_by_one_at_most() -> None:
    assert not is_ahead(members(0, 0), RED)
    assert not is_ahead(members(2, 2), BLUE)
    assert is_ahead(members(2, 1), RED)
    assert not is_ahead(members(2, 1), BLUE)


def test_the_score_counts_boards_that_are_over() -> None:
    course = ended(begun(), DARK, DRAW, LIGHT, DARK)  # board 1: red has dark first; 2: blue has
    one, two, three = course.boards
    assert (one.red_halves, one.blue_halves, one.is_over) == (3, 1, True)
    assert (two.red_halves, two.blue_halves, two.is_over) == (4, 0, True)
    assert (three.red_halves, three.blue_halves, three.is_over) == (0, 0, False)
    assert (course.score(RED), course.score(BLUE), course.to_go) == (7, 1, 1)
    assert course.winner is RED
    half = ended(begun(), DARK)
    assert (half.boards[0].red_halves, half.score(RED), half.to_go) == (2, 0, 3)


@pytest.mark.parametrize(
    ("endings", "halves"),
    [
        ((LATE_DARK, LATE_LIGHT), (0, 4)),  # red never came
        ((LATE_LIGHT, LATE_DARK), (4, 0)),
        ((LATE_DARK, LATE_DARK), (0, 0)),  # nobody came
        ((DARK, LATE_LIGHT), (2, 2)),
        ((STOPPED, DARK), (1, 3)),
    ],
)
def test_a_game_that_one_did_not_begin_is_the_others_point(
    endings: tuple[Ending, Ending], halves: tuple[int, int]
) -> None:
    (board, *_) = ended(begun(), *endings).boards
    assert (board.red_halves, board.blue_halves) == halves


def test_equal_teams_draw() -> None:
    course = ended(begun(2, 2), DARK, DARK, LIGHT, LIGHT)
    assert (course.score(RED), course.score(BLUE), course.to_go, course.winner) == (4, 4, 0, None)


def test_of_the_end_its_two_hear_first() -> None:
    course = ended(begun(2, 2), DARK, DARK, LIGHT, LIGHT)
    assert ended_last(course) == {course.games[3].dark, course.games[3].light}
    assert ended_last(replace(course, games=())) == frozenset()


def test_a_board_whose_row_is_lost_is_left_out() -> None:
    course = begun()
    rest = replace(course, members=course.members[1:])
    assert len(rest.boards) == 2


ENDINGS = st.sampled_from([DARK, LIGHT, DRAW, STOPPED, LATE_DARK, LATE_LIGHT, None])


@given(
    st.integers(2, 10), st.integers(2, 10), st.integers(2, 10), st.sampled_from([1, 2]), st.data()
)
def test_the_points_are_those_that_there_are(
    red: int, blue: int, most: int, games: int, data: st.DataObject
) -> None:
    course = begun(red, blue, boards=most, games=games)
    assert len(course.boards) == min(red, blue, most) >= FEWEST
    assert len(course.games) == games * len(course.boards)
    endings = [data.draw(ENDINGS) for _ in course.games]
    after = ended(course, *endings)
    over = [board for board in after.boards if board.is_over]
    assert after.to_go == len(after.boards) - len(over)
    total = after.score(RED) + after.score(BLUE)
    assert total <= 2 * games * len(over)
    if not any(e in {LATE_DARK, LATE_LIGHT} for e in endings):
        assert total == 2 * games * len(over)
    shuffled = list(after.games)
    random.Random(1).shuffle(shuffled)
    again = replace(after, games=tuple(shuffled), members=after.members[::-1])
    assert [again.score(team) for team in Team] == [after.score(team) for team in Team]


@given(st.integers(2, 10), st.sampled_from([1, 2]))
def test_each_team_has_each_side_as_often_as_the_other(count: int, games: int) -> None:
    course = begun(count, count, boards=10, games=games)
    reds = {member.seat for member in course.of(RED)}
    lean = sum(1 if game.dark in reds else -1 for game in course.games)
    assert abs(lean) <= (0 if games == 2 else 1)


@given(
    st.lists(st.sampled_from([RED, BLUE, None]), max_size=30),
    st.dictionaries(st.integers(101, 140), st.floats(800, 2400)),
)
def test_whoever_joins_and_leaves_no_team_gets_two_ahead(
    presses: list[Team | None], ratings: dict[int, float]
) -> None:
    """None: the one who joined first leaves. Boards pair equally many, each by rating."""
    seats: list[Member] = []
    for number, team in enumerate(presses, 1):
        if team is None:
            seats = seats[1:]
        elif not is_ahead(seats, team):
            new = Member(contest=1, seat=number, team=team, player=100 + number, joined=number)
            seats.append(new)
            own = sum(member.team is team for member in seats)
            assert own - (len(seats) - own) <= 1
    lined = lined_up(Course(replace(CONTEST, boards=10), tuple(seats)), ratings)
    for team in Team:
        own = sorted((m for m in lined if m.team is team), key=lambda m: m.board or 0)
        assert [m.board for m in own] == list(range(1, len(lined) // 2 + 1))
        strengths = [ratings.get(m.player, 1500.0) for m in own]
        assert strengths == sorted(strengths, reverse=True)


def test_a_former_player_has_left() -> None:
    (first, *_) = members(1, 0)
    assert courses.has_left(replace(first, player=FORMER))
    assert not courses.has_left(first)
