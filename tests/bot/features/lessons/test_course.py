"""Every lesson against the rules: what is asked for can be done, and does what is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.lessons import pages
from bot.features.lessons.course import COURSES, course_of, lessons, others, record_of
from bot.features.lessons.model import Verb, answer_to, is_right, open_ways
from bot.service.usual import DEFAULT_RULES
from bot.ui.pages import rules
from bot.ui.pages.reader import Reader
from bot.ui.pages.rules import RulesOfSet
from games import catalogue
from games.core import FREE, Side
from games.tafl.game import Tafl
from games.tafl.rules import Goal
from tests.bot.ui.model import EN, buttons
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.features.lessons.model import Lesson, Task
    from bot.ui.pages.page import Button
    from games.core import Move
    from games.match import Match

ME = 444
LESSONS = [*lessons().values()]

# The moves that are right, and what they do. Written down here, so that a board that is changed by
# mistake is noticed.
RIGHT = {
    "escape": ["e4-i4"],
    "take": ["d5-d6", "e6-d6"],
    "raichi": ["e5-e7"],
    "tuichi": ["e6-e7"],
    "stop": ["f5-f6", "h3-h6"],
    "king": ["i4-d4"],
    "throne": ["b7-e7"],
    "jump": ["c5-e7"],
    "chain": ["a3-c5-a7", "a3-c5-e7"],
    "dame": ["c8-c9"],
    "king-four": ["i4-d4"],
    "off-camps": ["c5-c9"],
    "corner": ["g3-g1", "g3-g7"],
    "shieldwall": ["c4-c1"],
    "fort": ["g4-g1"],
    "ring": ["d1-d3"],
}


def after(lesson: Lesson, *moves: Move) -> Match:
    """The match after these moves of the lesson."""
    return record_of(lesson, ME, *moves).match


def stages(lesson: Lesson) -> Iterator[tuple[Task, tuple[Move, ...]]]:
    """Each task with every line of right moves and answers that leads to it."""
    lines: list[tuple[Move, ...]] = [()]
    for task in lesson.tasks:
        yield from ((task, line) for line in lines)
        lines = [
            (*line, move, answer)
            for line in lines
            for move in right_moves(lesson, task, line)
            if (answer := answer_to(task, after(lesson, *line, move)))
        ]


def right_moves(lesson: Lesson, task: Task, line: tuple[Move, ...] = ()) -> list[Move]:
    """The legal moves after this line that do what is asked for."""
    match = after(lesson, *line)
    legal = match.game.moves(match.position)
    return [move for move in legal if is_right(task, after(lesson, *line, move))]


def named(lesson: Lesson) -> str:
    return lesson.name


def test_the_right_moves_of_each_lesson_are_those_of_this_list() -> None:
    right = {
        lesson.name: sorted("-".join(move) for move in right_moves(lesson, lesson.tasks[0]))
        for lesson in LESSONS
    }
    assert right == RIGHT


@for_every("lesson", LESSONS)
def test_a_lesson_begins_undecided_and_its_example_does_what_is_asked_for(lesson: Lesson) -> None:
    assert after(lesson).verdict is None
    assert right_moves(lesson, lesson.tasks[0])
    for task, line in stages(lesson):
        assert task.example in right_moves(lesson, task, line)


@for_every("lesson", LESSONS)
def test_each_right_move_but_the_last_has_an_answer_after_which_it_can_go_on(
    lesson: Lesson,
) -> None:
    for number, (task, line) in enumerate(stages(lesson)):
        for move in right_moves(lesson, task, line):
            match = after(lesson, *line, move)
            last = task is lesson.tasks[-1]
            assert (answer_to(task, match) is None) is last, (number, move)
            assert last or match.verdict is None


@for_every("lesson", LESSONS)
def test_a_right_move_does_what_the_sentence_says(lesson: Lesson) -> None:
    for task, line in stages(lesson):
        for move in right_moves(lesson, task, line):
            match = after(lesson, *line, move)
            assert match.last
            step, verdict = match.last.step, match.verdict
            done = {
                Verb.TAKES: step.captured,
                Verb.CALLS: match.callout and match.callout.name == task.words[0],
                Verb.STOPS: open_ways(match) is None and match.callout is None,
                Verb.ENDS: verdict
                and (verdict.winner, verdict.reason) == (match.last.side, task.words[0]),
                Verb.PROMOTES: step.promoted and step.after[move[-1]] in {"q", "Q"},
            }
            assert done[task.verb], move


@for_every("lesson", LESSONS)
def test_no_wrong_move_wins(lesson: Lesson) -> None:
    for task, line in stages(lesson):
        match = after(lesson, *line)
        wrong = {*match.game.moves(match.position)} - {*right_moves(lesson, task, line)}
        assert wrong
        for move in wrong:
            assert after(lesson, *line, move).verdict is None, move


@for_every("lesson", LESSONS)
def test_what_is_marked_is_an_enemy_whom_the_right_moves_take(lesson: Lesson) -> None:
    match = after(lesson)
    enemies = match.game.board.named(match.position.men(match.turn.other))
    for move in right_moves(lesson, lesson.tasks[0]):
        taken = match.game.play(match.position, move).captured
        assert {*lesson.marks} <= {*taken} <= {*enemies}


def test_a_raichi_that_is_to_be_stopped_stands_on_the_board() -> None:
    for lesson in LESSONS:
        if lesson.tasks[0].verb is Verb.STOPS:
            callout = after(lesson).callout
            assert callout
            assert callout.name == "raichi"


def test_the_lesson_of_the_throne_is_one_where_the_throne_helps() -> None:
    lesson = lessons()["throne"]
    for move in right_moves(lesson, lesson.tasks[0]):
        match = after(lesson, move)
        assert match.position["e5"] == FREE
        assert match.last
        assert match.last.step.captured == ("e6",)
    match = after(lesson)
    assert catalogue.game("larochelle").play(match.position, ("b7", "e7")).captured == ()


def test_what_a_course_teaches_holds_in_the_first_game_that_follows() -> None:
    assert {lessons()[name].rules for name in COURSES["tablut"]} == {DEFAULT_RULES}
    assert {lessons()[name].rules for name in COURSES["tabal"]} == {catalogue.TABAL}


def test_a_course_has_lessons_of_both_sides_and_about_eight_boards() -> None:
    sides = {after(lessons()[name]).turn for name in COURSES["tablut"]}
    assert sides == {Side.DARK, Side.LIGHT}
    assert [len(names) for names in COURSES.values()] == [7, 3]
    assert [course_of(name) for name in others()] == [None] * len(others())
    assert {*RIGHT} == {*lessons()}


def try_it(rules_name: str) -> list[tuple[int, Button]]:
    """Return the lesson buttons of a rule set's pages, with their pages."""
    game, who = catalogue.game(rules_name), Reader(EN)
    shown = {
        page: rules.rules(game, who, RulesOfSet(game.name, page), further=pages.rules_buttons)
        for page in range(12)
    }
    return [
        (page, button)
        for page, chapter in shown.items()
        for button in buttons(chapter).values()
        if isinstance(button.press, pages.OpenLesson) and button.press.page == page
    ]


def offered(rules_name: str) -> set[str]:
    presses = [button.press for _, button in try_it(rules_name)]
    return {press.lesson for press in presses if isinstance(press, pages.OpenLesson)}


@for_every("lesson", LESSONS)
def test_a_lesson_with_a_topic_is_opened_from_the_rules_by_which_it_is_played(
    lesson: Lesson,
) -> None:
    assert (lesson.name in offered(lesson.rules)) is bool(lesson.topic)
    assert lesson.topic or course_of(lesson.name)


@for_every("name", [*catalogue.NAMES, "larochelle+goal-off-camps"])
def test_each_goal_and_each_special_rule_has_its_lesson(name: str) -> None:
    game, taught = catalogue.game(name), offered(name)
    if not isinstance(game, Tafl):
        assert taught == {"jump", "chain", "dame"}
        return
    goals = {Goal.EDGE: "escape", Goal.EDGE_OFF_CAMPS: "off-camps", Goal.CORNER: "corner"}
    assert set(goals) == set(Goal)
    special = {
        "shieldwall": game.rules.shieldwall,
        "fort": game.rules.exit_fort,
        "ring": game.rules.encirclement,
    }
    assert taught & {*goals.values()} == {goals[game.rules.goal]}
    assert taught & {*special} == {lesson for lesson, there in special.items() if there}


def test_the_button_on_a_page_of_rules_leads_back_to_it() -> None:
    for page, button in try_it("copenhagen"):
        press = button.press
        assert isinstance(press, pages.OpenLesson)
        assert (press.rules, press.page) == ("copenhagen", page)
