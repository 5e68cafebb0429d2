"""Reviews name the moves that decided, what was better, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from engine.balance import balance_of
from engine.limits import WIN, Limits, SearchResult
from engine.player import Player
from engine.review import (
    Effort,
    Look,
    Moment,
    Reason,
    Request,
    Review,
    Reviewer,
    Weigh,
    can_judge,
    given_away,
    overlooked,
    review,
    review_requests,
    suspects,
)
from engine.start import start_of
from games import catalogue
from games.catalogue import NAMES
from games.core import Move, Side
from games.core import Reason as Ending
from games.notation import read_move, read_position
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

LA, ATTACKED = "larochelle", "t2tttT2/2t2K1t1/1t1T1T2t/7T1/t8/4T3t/t8/3tt4/1T2tT1t1 l 8"
QUIET = "3ttt3/4t4/5T3/t3T3t/ttTTKTTtt/t1T5t/T8/4t4/3ttt3 d 6"
NEARLY_OUT = "3ttt3/7t1/1t2T4/t3T3t/t1TT1TTtt/t1T5t/T3K4/t8/3ttt3 d 6"
# Rules, position, the move played, what a search said was best and what it answered; then why.
TOLD = (
    (LA, ATTACKED, "f8-e8", "f7-h7 e2-g2", "h1-g1 e8-e6", Reason.LOSES_MEN, ("f1",)),
    (LA, ATTACKED, "f8-e8", "f7-h7 e2-g2", "a5-a4 e8-e6 h1-g1", Reason.LOSES_MEN_SOON, ("f1",)),
    (LA, ATTACKED, "f8-e8", "f7-h7 e2-g2", "a5-a4 e8-e6", Reason.WEAKENS, ("a4",)),
    (LA, QUIET, "i6-h6", "e2-e4 a3-e3", "e5-e3 f1-f3", Reason.ALLOWS_RAICHI, ("i3",)),
    (LA, QUIET, "i6-h6", "e2-e4 a3-e3", "a3-a2 d1-c1 e5-e3", Reason.RAICHI_SOON, ("a3", "i3")),
    (
        *(LA, "3ttt3/4t4/4T4/t5T1t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d 2"),
        *("e1-a1", "a6-e6 c5-c1", "e5-e6 a1-a3", Reason.MISSES_CAPTURE, ("e7",)),
    ),
    (
        *("bga", "3ttt3/7t1/tT1t5/4T3t/ttTT1TT1t/t6Kt/3TT4/7t1/3ttt3 d 10"),
        *("i4-i3", "a4-d4 c5-c3 d7-c7", "h4-b4 h2-b2", Reason.MISSES_MEN_SOON, ("b7",)),
    ),
    (
        *("bga", "4tt3/4t2tt/1tT1T1K2/t4t3/1t1T5/8t/4T1T2/1t2t4/2t6 l 3"),
        *("e3-e6", "g7-g9 h8-h9", "i4-d4 g7-g9", Reason.MISSES_RAICHI, ("i9",)),
    ),
)
FACTS = {
    *(Reason.MISSES_WIN, Reason.LEAVES_WAY, Reason.LEAVES_KING),
    *(Reason.ALLOWS_WIN, Reason.MISSES_FORCED),
    *(Reason.LOSES_MEN, Reason.MISSES_CAPTURE, Reason.LOSES_MEN_SOON, Reason.MISSES_MEN_SOON),
}
FEW = Effort(nodes=600, again=3000, stretch=3000)
# Rules, position, the move that decides, why, and the points that the reason speaks of.
MOMENTS = (
    ("bga", "9/9/9/9/9/9/t7t/1t1t5/3K1t3 d 0", "f1-e1", Reason.LEAVES_WAY, ("a1",)),
    ("larochelle", "9/9/3t5/2tK4t/3t5/9/9/7TT/9 l 0", "h2-h3", Reason.LEAVES_KING, ("e6",)),
    ("larochelle", "9/9/3t5/2tKt4/9/9/9/9/3t5 d 0", "d1-c1", Reason.MISSES_WIN, ("d5",)),
)


def of_one(rules: str, text: str, move: str) -> Review:
    game = catalogue.game(rules)
    return review(game, read_position(game, text), [read_move(move)], FEW)


@pytest.mark.parametrize(("rules", "text", "move", "reason", "points"), MOMENTS)
def test_a_moment_says_why(
    rules: str, text: str, move: str, reason: Reason, points: tuple[str, ...]
) -> None:
    (moment,) = of_one(rules, text, move).moments
    assert moment.played == read_move(move)
    assert moment.reason is reason
    assert moment.points == points
    assert moment.before - moment.after > 0.1
    assert moment.better == moment.line[0]


def result_of(line: str, score: int) -> SearchResult:
    return SearchResult(tuple(map(read_move, line.split())), score, 1, 1)


@for_every(("rules", "text", "move", "best", "reply", "reason", "points"), TOLD)
def test_a_reason_is_what_can_be_seen_on_the_board(  # noqa: PLR0913, PLR0917  one row of the table
    rules: str,
    text: str,
    move: str,
    best: str,
    reply: str,
    reason: Reason,
    points: tuple[str, ...],
) -> None:
    game = catalogue.game(rules)
    reviewer = Reviewer(game, read_position(game, text), [read_move(move)], FEW)
    moment = reviewer.weigh(0, result_of(best, 200), result_of(reply, 300))
    assert moment
    assert (moment.reason, moment.points) == (reason, points)
    assert moment.answer == read_move(reply.split(maxsplit=1)[0])


def test_what_is_worth_nothing_is_no_draw_while_the_game_goes_on() -> None:
    rules, text, move, best, reply, reason, _ = TOLD[0]
    game = catalogue.game(rules)
    reviewer = Reviewer(game, read_position(game, text), [read_move(move)], FEW)
    moment = reviewer.weigh(0, result_of(best, 200), result_of(reply, 0))
    assert moment
    assert moment.reason is reason


@pytest.mark.slow
def test_its_searches_can_be_made_apart_each_remembering_nothing() -> None:
    game, moves = catalogue.game("bga"), weak_game("bga", 24)
    first, player = start_of(game), Player()

    def fresh() -> Reviewer:
        return Reviewer(game, first, moves, FEW, search=player.fresh(game))

    plies = range(len(moves) + 1)
    scores = [fresh().scores([ply])[0] for ply in plies]
    backwards = [fresh().scores([ply])[0] for ply in reversed(plies)]
    assert scores == backwards[::-1]
    course = finished(review_requests(scores, first.turn, FEW), lambda request: fresh().do(request))
    assert course.moments
    for moment in course.moments:
        follow("bga", moves, moment)


def finished(
    going: Generator[Request, Any, Review],
    answer: Callable[[Request], SearchResult | Moment | None],
) -> Review:
    """The review, each request answered so."""
    try:
        request = next(going)
        while True:
            request = going.send(answer(request))
    except StopIteration as done:
        return done.value


def test_what_is_told_is_looked_at_twice_and_longest_where_it_has_not_settled() -> None:
    moves = {0: "a4-a3", 2: "i4-i3"}
    wavering = iter(["d1-d2", "d1-d3", "d1-d2", "d1-d4"])
    looks: list[Look] = []

    def answer(request: Request) -> SearchResult | Moment | None:
        if isinstance(request, Look):
            looks.append(request)
            better = moves.get(request.ply, f"e{request.ply}-e9")
            if request.ply == 2 and request.stretches[0] == 9:
                better = next(wavering)
            return result_of(better, 100)
        assert request.answer
        return a_moment(request.ply, request.best.move, request.answer.move)

    effort = Effort(again=5, stretch=9, stretches=2, longest=4)
    course = finished(review_requests([0, -900, -300, -900, 0], Side.LIGHT, effort), answer)
    assert [moment.ply for moment in course.moments] == [0, 2]
    second = [(look.ply, len(look.stretches)) for look in looks if look.stretches[0] == 9]
    longest = [(2, 1), (2, 2), (2, 3), (2, 4)]
    assert second == [(0, 1), (0, 2), (1, 1), (1, 2), *longest, (3, 1), (3, 2)]


def a_moment(ply: int, better: Move, reply: Move) -> Moment:
    """One that cost half a win."""
    played, side = ("a1", f"b{ply + 1}"), Side.LIGHT if ply % 2 == 0 else Side.DARK
    told = Reason.WEAKENS, ()
    return Moment(ply, side, played, better, 0.7, 0.2, *told, (better,), (reply,))


def test_all_stretches_are_used_up_at_some_time() -> None:
    looks: list[Look] = []

    def answer(request: Request) -> SearchResult | Moment | None:
        if isinstance(request, Look):
            looks.append(request)
            return result_of(f"a{request.ply + 1}-b{request.ply + 1}", 100)
        assert request.answer
        return a_moment(request.ply, request.best.move, request.answer.move)

    effort = Effort(again=5, stretch=9, all_stretches=3)
    course = finished(review_requests([0, -900, 0, -900, 0, -900], Side.LIGHT, effort), answer)
    assert len(course.moments) == 3
    assert sum(look.stretches[0] == 9 for look in looks) == 4  # the last search goes to its end


# Scores of the positions of a game in which light moves first, and what was overlooked in it.
WON, LOST = WIN - 1, 1 - WIN
OVERLOOKED: tuple[tuple[list[int], dict[int, tuple[int, ...]]], ...] = (
    ([WON, 50, 60], {0: ()}),
    ([WON, WIN], {}),
    ([WON - 2, 50], {}),
    ([0, LOST, 50, LOST, 0, 20, 0, LOST, -WIN], {1: (3,)}),
    ([WON, LOST, WON, LOST, 0, 0, WON, 0], {0: (2,), 1: (3,), 6: ()}),
)


@for_every(("scores", "runs"), OVERLOOKED)
def test_overlooked_wins_are_told_from_the_scores(
    scores: list[int], runs: dict[int, tuple[int, ...]]
) -> None:
    assert overlooked(scores, Side.LIGHT) == runs


# The same, and the moves that let the opponent win on theirs.
GIVEN_AWAY: tuple[tuple[list[int], list[int]], ...] = (
    ([-900, LOST, -WIN], [0]),
    ([-900, LOST], [0]),
    ([900, 900, WON, WIN], [1]),
    ([-900, LOST + 2, LOST + 1, LOST, -WIN], []),  # every move of light's allowed it
    ([-900, LOST + 3, LOST + 3, LOST, -WIN], [2]),
    ([0, 900, -900, 0], []),
)


@for_every(("scores", "plies"), GIVEN_AWAY)
def test_wins_given_away_are_told_from_the_scores(scores: list[int], plies: list[int]) -> None:
    assert given_away(scores, Side.LIGHT) == plies


def test_a_win_given_away_in_a_bad_position_is_a_moment() -> None:
    game, moves = catalogue.game("larochelle"), [read_move("b7-b6"), read_move("e3-i3")]
    course = review(game, read_position(game, NEARLY_OUT), moves, FEW)
    assert course.curve[0] > 0.9  # the king's chances, hardly better than at the start
    (moment,) = course.moments
    assert (moment.ply, moment.reason, moment.points) == (0, Reason.LEAVES_WAY, ("i3",))
    assert moment.ways == 1  # which the better move closes


def test_a_win_given_away_is_told_beside_those_that_were_overlooked() -> None:
    scores = [WON, 0, 0, LOST, 0, 0, WON, 0, 0, 0, 900, 900, WON, WIN]

    def answer(request: Request) -> SearchResult | Moment | None:
        if isinstance(request, Look):
            return result_of(f"a{request.ply % 7 + 1}-b{request.ply // 7 + 1}", WON)
        assert request.answer
        told = a_moment(request.ply, request.best.move, request.answer.move)
        return replace(told, reason=Reason.LEAVES_WAY if request.ply == 11 else Reason.MISSES_WIN)

    course = finished(review_requests(scores, Side.LIGHT, FEW), answer)
    assert [(moment.ply, moment.again) for moment in course.moments] == [
        (0, (6,)),
        (3, ()),
        (11, ()),
    ]


def test_every_overlooked_win_is_a_moment_or_stands_with_one_of_its_side() -> None:
    scores = [WON, 0, WON, 0, 0, 0, WON, 0, 0, LOST, 0, 0, WON, 0, 0, LOST, 0]

    def answer(request: Request) -> SearchResult | Moment | None:
        if isinstance(request, Look):
            return result_of(f"a{request.ply % 7 + 1}-b2", WON)
        assert request.answer
        told = a_moment(request.ply, request.best.move, request.answer.move)
        return replace(told, reason=Reason.MISSES_WIN)

    course = finished(review_requests(scores, Side.LIGHT, FEW), answer)
    assert [(moment.ply, moment.again) for moment in course.moments] == [
        (0, (2,)),
        (6, (12,)),
        (9, (15,)),
    ]


def test_a_mistake_and_the_missed_answer_to_it_are_one_moment() -> None:
    opened, shut = "9/9/9/9/9/9/t7t/1t1t5/3K1t3 d 0", ["f1-e1", "d1-d2"]
    game = catalogue.game("bga")
    course = review(game, read_position(game, opened), list(map(read_move, shut)), FEW)
    (moment,) = course.moments
    assert (moment.ply, moment.reason, moment.end) == (1, Reason.MISSES_WIN, Ending.KING_ESCAPED)
    assert moment.better == read_move("d1-a1")


# What would have been best, and what followed the move played; what that says of men.
OF_MEN = (
    ("c3-c4 d7-d6", "d7-d3 i8-i7", Reason.LOSES_MEN),
    ("c3-c4 d7-d6", "d7-d3 h4-d4", Reason.EXCHANGES),
    ("i9-i7 d7-d3", "d7-d3 i8-i7", Reason.LOSES_ANYWAY),
    ("c3-c4 d7-d6", "d7-d8 a9-a3", Reason.TAKES_MEN),
    ("c3-c4 d7-d6", "d7-d8 i8-i7", Reason.WEAKENS),
)


@for_every(("best", "reply", "reason"), OF_MEN)
def test_what_is_said_of_men_is_what_the_line_shows(best: str, reply: str, reason: Reason) -> None:
    text = "t7t/6T2/3T1TKT1/6T2/9/7t1/1Tt6/3t5/9 d 0"
    game = catalogue.game("larochelle")
    reviewer = Reviewer(game, read_position(game, text), [read_move("i9-i8")], FEW)
    moment = reviewer.weigh(0, result_of(best, 200), result_of(reply, 100))
    assert moment
    assert moment.reason is reason


# Position, the move, what would have been best and how it is answered, and the answer to what was
# played; why, and to how many squares the king can go after it, and with the better one.
FREED, SHUT = "9/9/9/4tT3/1t2K1T2/4T4/8t/9/9 d 0", "9/9/2t1t4/9/1t2K2t1/9/4t4/9/2T1T4 l 0"
ROOM = (
    (FREED, "i3-i2", "b5-d5 g5-h5", "g5-g9 i2-i3", "frees-king", (6, 2)),
    (FREED, "i3-i2", "b5-d5 g5-h5", "f6-f9 i2-i3", "weakens", ()),
    (SHUT, "c1-c2", "e1-e2 h5-h6", "h5-f5 e1-e2", "shuts-king", (4, 8)),
)


@pytest.mark.parametrize(("text", "move", "best", "reply", "reason", "room"), ROOM)
def test_the_kings_room_is_a_reason_where_it_changes_much(  # noqa: PLR0913, PLR0917  a row of the table
    text: str, move: str, best: str, reply: str, reason: str, room: tuple[int, ...]
) -> None:
    game = catalogue.game("bga")
    reviewer = Reviewer(game, read_position(game, text), [read_move(move)], FEW)
    moment = reviewer.weigh(0, result_of(best, 200), result_of(reply, 100))
    assert moment
    assert (moment.reason, moment.room) == (Reason(reason), room)


def test_in_a_game_without_a_king_there_is_no_room_to_count() -> None:
    game = catalogue.game("tabal")
    text, move = "3/3/5/m4/5/5/4M/1QM/3 l 0", "c2-c3"
    reviewer = Reviewer(game, read_position(game, text), [read_move(move)], FEW)
    moment = reviewer.weigh(0, result_of("d2-c3 a6-b6", 100), result_of("a6-b6 c3-c4", 100))
    assert moment
    assert (moment.reason, moment.room) == (Reason.WEAKENS, ())


def test_a_forced_win_is_told_to_its_end() -> None:
    rules, text, move = "larochelle", "9/9/3t5/9/9/t2K4t/9/3t5/9 l 0", "d4-d5"
    game = catalogue.game(rules)
    reviewer = Reviewer(game, read_position(game, text), [read_move(move)], FEW)
    best = SearchResult((read_move("d4-e4"),), WIN - 3, 1, 1)
    moment = reviewer.weigh(0, best, result_of("a4-a5", 100))
    assert moment
    assert moment.reason is Reason.MISSES_FORCED
    assert len(moment.line) == 3
    assert moment.end is Ending.KING_ESCAPED


def test_the_moves_that_cost_their_side_most_are_weighed_the_worst_one_first() -> None:
    scores = [0, 0, -300, -600, 900, 880, -900, -900, 0]  # light moves first
    assert suspects(scores, Side.LIGHT) == [3, 7, 2]
    assert suspects(scores, Side.DARK) == [5, 1]


def test_the_better_move_closes_the_way() -> None:
    moment = of_one("bga", MOMENTS[0][1], "f1-e1").moments[0]
    assert moment.better == read_move("b2-b1")
    assert moment.ways == 1
    assert moment.answer == read_move("d1-a1")


def test_the_draw_of_a_won_game_is_told() -> None:
    game = catalogue.game("larochelle")
    moves = [read_move(move) for move in ("d1-c1", "c5-c6", "c1-d1", "c6-c5") * 2]
    course = review(game, start_of(game), moves, FEW)
    assert course.curve[-1] == 0.5
    assert course.curve[-2] > 0.8
    last = course.moments[-1]
    assert (last.ply, last.reason, last.after) == (7, Reason.DRAWS, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["saami", "fortresses", "bga-rim"])
def test_the_course_begins_with_the_chances_that_were_measured(rules: str) -> None:
    game = catalogue.game(rules)
    (begun,) = review(game, start_of(game), [], Effort(nodes=12_000)).curve
    assert abs(begun - balance_of(rules).share) < 0.03


def test_on_the_large_board_with_corners_nobody_is_said_to_be_ahead() -> None:
    unjudged = {name for name in NAMES if not can_judge(catalogue.game(name))}
    assert unjudged == {"copenhagen", "fetlar"}
    game = catalogue.game("fetlar")
    assert review(game, start_of(game), weak_game("fetlar", 4), FEW).curve == ()


@for_every("reason", Reason)
def test_without_judging_only_forced_lines_and_lost_men_are_told(reason: Reason) -> None:
    move = ("d1", "c1")
    moment = Moment(1, Side.DARK, move, ("e1", "e2"), 0.9, 0.1, reason, (), (), ())

    def answer(request: Request) -> SearchResult | Moment | None:
        return moment if isinstance(request, Weigh) else result_of("d1-d2", 200)

    told = finished(review_requests([0, -900, 900], Side.LIGHT, FEW, judges=False), answer)
    assert bool(told.moments) is (reason in FACTS)
    assert finished(review_requests([0, -900, 900], Side.LIGHT, FEW), answer).moments


@pytest.mark.parametrize("rules", ["larochelle", "ludens"])
def test_no_start_is_told_to_be_won(rules: str) -> None:
    assert balance_of(rules).share == 1
    game = catalogue.game(rules)
    (begun,) = review(game, start_of(game), [], Effort(nodes=12_000)).curve
    assert 0.92 < begun < 0.97


def test_a_good_move_is_no_moment() -> None:
    course = of_one("bga", MOMENTS[0][1], "b2-b1")
    assert course.moments == ()
    assert len(course.curve) == 2


def test_a_draw_that_was_not_needed_is_told() -> None:
    game = catalogue.game("larochelle")
    first = read_position(game, "8t/9/9/4T4/3TKT3/4T4/9/7T1/t8 d 0")
    there, back = ["a1-a2", "h2-h3"], ["a2-a1", "h3-h2"]
    moves = [read_move(move) for move in (*there, *back) * 2]
    last = review(game, first, moves, FEW).moments[-1]
    assert last.reason is Reason.DRAWS
    assert last.ply == 7
    assert last.answer is None


@pytest.mark.nightly
@for_every("name", NAMES)
def test_a_review_is_the_same_each_time_and_can_be_followed(name: str) -> None:
    game = catalogue.game(name)
    moves, first = weak_game(name), start_of(game)
    course = review(game, first, moves, FEW)
    assert course == review(game, first, moves, FEW)
    assert len(course.curve) == (len(moves) + 1 if can_judge(game) else 0)
    assert all(0 <= share <= 1 for share in course.curve)
    assert len(course.moments) <= 3
    assert [moment.ply for moment in course.moments] == sorted(m.ply for m in course.moments)
    for moment in course.moments:
        follow(name, moves, moment)


def weak_game(name: str, plies: int = 12) -> list[Move]:
    game, player = catalogue.game(name), Player()
    positions, moves = [start_of(game)], list[Move]()
    while len(moves) < plies and not game.verdict(positions[-1]):
        nodes = 5 if positions[-1].turn is Side.DARK else 200
        limits = Limits(nodes=nodes)
        moves.append(player.choose(game, positions[-1], positions[:-1], limits).move)
        positions.append(game.after(positions[-1], moves[-1]))
    return moves


def follow(name: str, moves: list[Move], moment: Moment) -> None:
    """Everything that a moment names can be played."""
    game = catalogue.game(name)
    position = start_of(game)
    for move in moves[: moment.ply]:
        position = game.after(position, move)
    assert position.turn is moment.side
    assert moment.played == moves[moment.ply]
    if moment.answer:
        assert game.legal(game.after(position, moment.played), moment.answer)
    for move in moment.line:
        position = game.play(position, move).after
