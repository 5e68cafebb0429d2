"""The pages of every lesson in every language: the question, each wrong move, the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import pytest

from bot.features.lessons import pages
from bot.features.lessons.course import COURSES, course_of, lessons, others, record_of
from bot.features.lessons.model import Progress, Verb, answer_to, is_right
from bot.features.lessons.pages import (
    ChooseLesson,
    ListLessons,
    OpenLesson,
    PlayInLesson,
    Sheet,
    ShowExample,
    SkipLesson,
)
from bot.ui.buttons import Press, read_press
from bot.ui.pages import naming, practice
from bot.ui.pages.differences import differences_in_short
from bot.ui.pages.page import Buttons, Picture, Style, Text
from bot.ui.pages.reader import Reader
from bot.ui.pages.rules import RulesOfSet
from render.scene import Call, Scene, Sign
from tests.bot.ui.model import ALL, EN, FR, buttons, check, menus, text
from tests.every import for_combinations, for_every

if TYPE_CHECKING:
    from bot.features.lessons.model import Lesson
    from bot.ui.pages.page import Button, Page
    from bot.ui.words import Words
    from games.core import Move

P = TypeVar("P", bound=Press)

ME = 444
LESSONS = [*lessons().values()]
NOTHING, EVERYTHING = Progress(), Progress(frozenset(lessons()))
MOST_ROWS = 5  # of buttons: more would not fit on a phone below a board


def sheet(lesson: Lesson, progress: Progress = NOTHING, **opened: object) -> Sheet:
    """The lesson as it is opened first."""
    return Sheet(lesson, progress, OpenLesson(lesson.name, **opened))  # type: ignore[arg-type]


def after(opened: Sheet, press: Press) -> Sheet:
    """The lesson as that button opens it."""
    assert isinstance(press, OpenLesson | PlayInLesson | ShowExample)
    return replace(opened, opened=press)


def presses(page: Page, kind: type[P]) -> list[P]:
    """Return the presses of this kind on a page's buttons."""
    return [button.press for button in in_rows(page) if isinstance(button.press, kind)]


def in_rows(page: Page) -> list[Button]:
    rows = [block.buttons for block in page.blocks if isinstance(block, Buttons)]
    return [button for row in rows for button in row]


def scene(page: Page) -> Scene:
    """Return the scene of a page's one picture, which is above everything else."""
    first, *others = page.blocks
    assert isinstance(first, Picture)
    assert isinstance(first.scene, Scene)
    assert not any(isinstance(block, Picture) for block in others)
    return first.scene


def one_sentence(page: Page, words: Words) -> str:
    """Return the sentence under the title; below the picture there are two lines."""
    _, told, *_ = page.blocks
    assert isinstance(told, Text)
    title, sentence, *differs = told.text.split("\n")
    assert title.startswith("**")
    assert all(line.startswith("-# ") for line in differs)
    assert sentence
    assert "{" not in sentence
    assert words.locale
    return sentence


def named(lesson: Lesson) -> str:
    return lesson.name


def spoken(words: Words) -> str:
    return words.locale


def legal(lesson: Lesson) -> list[Move]:
    match = record_of(lesson, ME).match
    return [*match.game.moves(match.position)]


def right_line(lesson: Lesson) -> list[Move]:
    """The examples of all tasks, with the answers between them."""
    line: list[Move] = []
    for task in lesson.tasks:
        line.append(task.example)
        if answer := answer_to(task, record_of(lesson, ME, *line).match):
            line.append(answer)
    return line


def reachable(lesson: Lesson, reader: Reader) -> set[str]:
    """The first moves to which the buttons lead, each as its line."""
    moves, seen, ahead = set[str](), set[str](), [""]
    while ahead:
        line = ahead.pop()
        page = pages.question(sheet(lesson, line=line), reader)
        check(page)
        rows = [block for block in page.blocks if isinstance(block, Buttons)]
        assert len(rows) <= MOST_ROWS + reader.confirm  # one more with the move to be confirmed
        moves |= {press.line for press in presses(page, PlayInLesson)}
        new = {press.line for press in presses(page, OpenLesson)} - seen
        seen |= new
        ahead += new
    return moves


@pytest.mark.slow
@for_combinations(lesson=LESSONS, careful=[False, True])
def test_buttons_lead_to_every_legal_first_move(lesson: Lesson, *, careful: bool) -> None:
    reader = Reader(EN, ME, confirm=careful)
    opened = sheet(lesson)
    lines = reachable(lesson, reader)
    moves = {
        pages.read_ahead(after(opened, PlayInLesson(lesson.name, line)), ME).moves for line in lines
    }
    assert moves == {(move,) for move in legal(lesson)}


@pytest.mark.slow
@for_combinations(words=ALL, lesson=LESSONS)
def test_every_wrong_first_move_is_answered_on_the_board(lesson: Lesson, words: Words) -> None:
    reader, opened = Reader(words, ME), sheet(lesson)
    for move in legal(lesson):
        if is_right(lesson.tasks[0], record_of(lesson, ME, move).match):
            continue
        page = pages.wrong(opened, reader, (move,))
        check(page)
        assert "-".join(move) in one_sentence(page, words)
        assert scene(page).path == move
        again, *_ = in_rows(page)
        assert (again.label, again.style) == (words("lesson.again"), Style.MAIN)
        assert again.press == OpenLesson(lesson.name)
        assert presses(page, PlayInLesson) == []


@for_every("words", ALL)
@for_every("lesson", LESSONS)
def test_a_right_move_has_its_banner_and_the_men_it_took(lesson: Lesson, words: Words) -> None:
    reader, line = Reader(words, ME), right_line(lesson)
    for number, task in enumerate(lesson.tasks):
        moves = line[: 2 * number + 1]
        page = pages.right(sheet(lesson, EVERYTHING), reader, moves)
        check(page)
        assert one_sentence(page, words).startswith("**")
        shown = scene(page)
        assert shown.path == task.example
        match = record_of(lesson, ME, *moves).match
        assert match.last
        assert {point for point, _ in shown.ghosts} == {*match.last.step.captured}
        if task.verb is Verb.CALLS:
            assert shown.call == task.words[0]
            assert len(shown.ways) == (1 if shown.call is Call.RAICHI else 2)
        if task.verb is Verb.ENDS:
            assert shown.call is Call.WON
            assert shown.caption.carved == words("picture.carved.won")
        (onward,) = in_rows(page)
        assert onward.style is Style.MAIN


@for_every("words", ALL)
@for_every("lesson", LESSONS)
def test_each_page_of_a_lesson_can_be_sent(lesson: Lesson, words: Words) -> None:
    reader, line = Reader(words, ME, text=True), right_line(lesson)
    for number in range(len(lesson.tasks)):
        opened = sheet(lesson)
        at = opened.at(OpenLesson, line[: 2 * number])
        for page in (
            pages.question(after(opened, at), reader),
            pages.example(after(opened, replace(at)), reader),
        ):
            check(page)
            assert one_sentence(page, words)
            assert page.pings == ()
            assert scene(page)


def test_the_men_to_be_taken_are_marked_and_the_kings_way_is_drawn() -> None:
    reader = Reader(EN, ME)
    shown = scene(pages.question(sheet(lessons()["take"]), reader))
    assert [point for point, sign in shown.signs if sign is Sign.PREY] == ["c6"]
    assert (
        "Would be captured: c6" in pages.question(sheet(lessons()["take"]), reader).pictures[0].alt
    )
    escape = scene(pages.question(sheet(lessons()["escape"]), reader))
    assert [way[-1] for way in escape.ways] == ["i4"]
    stop = scene(pages.question(sheet(lessons()["stop"]), reader))
    assert (stop.call, [way[-1] for way in stop.ways]) == (Call.RAICHI, ["i6"])
    still_open = scene(pages.wrong(sheet(lessons()["stop"]), reader, (("c6", "b6"),)))
    assert [way[-1] for way in still_open.ways] == ["i6"]


def test_a_lesson_beside_the_courses_says_how_its_rules_differ() -> None:
    for lesson in LESSONS:
        shown = text(pages.question(sheet(lesson), Reader(EN, ME))).split("\n")[2:]
        differs = () if course_of(lesson.name) else differences_in_short(lesson.rules, EN)
        title = naming.title(lesson.rules, EN)
        assert shown == [f"-# {title} · {line}" for line in differs]


def test_a_green_button_makes_the_move_and_no_other_does() -> None:
    for lesson in LESSONS:
        for path in ((), lesson.tasks[0].example[:1]):
            opened = sheet(lesson).at(OpenLesson, (), path)
            page = pages.question(replace(sheet(lesson), opened=opened), Reader(EN, ME))
            for button in in_rows(page):
                assert (button.style is Style.GOOD) is isinstance(button.press, PlayInLesson)


def test_the_task_stays_while_a_place_is_chosen_and_the_board_says_no_number() -> None:
    for lesson in LESSONS:
        first = pages.question(sheet(lesson), Reader(EN, ME))
        opened = sheet(lesson).at(OpenLesson, (), lesson.tasks[0].example[:1])
        then = pages.question(replace(sheet(lesson), opened=opened), Reader(EN, ME))
        assert text(then) == text(first)
        assert len(then.blocks) >= len(first.blocks)
        assert scene(then).caption.detail == scene(first).caption.detail == ""


def test_a_lesson_on_another_board_than_the_rules_says_so() -> None:
    ring = lessons()["ring"]
    opened = OpenLesson("ring", "", "copenhagen", 3)
    shown = text(pages.question(replace(sheet(ring), opened=opened), Reader(EN, ME)))
    assert "It's a different board here, but the same rule." in shown


def test_a_wrong_move_says_what_it_did() -> None:
    def said(name: str, move: str, words: Words = EN) -> str:
        page = pages.wrong(sheet(lessons()[name]), Reader(words, ME), (tuple(move.split("-")),))
        return one_sentence(page, words)

    edge = "**e4-e3**: the king isn't on the edge yet. Follow the line to i4."
    assert said("escape", "e4-e3") == edge
    assert said("take", "e4-b4") == "**e4-b4** captures b5. Nice, but go for c6 this time."
    assert said("tuichi", "e6-d6").startswith("**e6-d6** gives one way out: raichi.")
    assert said("stop", "c6-b6") == "After **c6-b6** the king still escapes, to i6."
    assert said("king", "i4-e4").startswith("**i4-e4** doesn't capture him.")
    assert said("king-four", "c5-c6") == "After **c5-c6** the king still has room: c5 and d4."
    assert said("chain", "c1-c3").startswith("**c1-c3** only captures c2.")
    assert said("stop", "c6-b6", FR) == "Après **c6-b6**, le roi sort encore, en i6."


def test_a_lesson_of_two_moves_goes_on_with_the_answer() -> None:
    reader, lesson = Reader(EN, ME), lessons()["tuichi"]
    page = pages.right(sheet(lesson), reader, right_line(lesson)[:1])
    (onward,) = presses(page, OpenLesson)
    further = pages.question(after(sheet(lesson), onward), reader)
    assert one_sentence(further, EN) == "They blocked one with **g8-g7**. Use the other!"
    assert scene(further).path == ("g8", "g7")
    wrong = pages.wrong(sheet(lesson), reader, (*right_line(lesson)[:2], ("e7", "e6")))
    assert presses(wrong, OpenLesson) == [onward]


@pytest.mark.parametrize("line", ["zzz", "00", "0000", "000000"])
def test_a_line_that_is_not_of_the_lesson_begins_anew(line: str) -> None:
    begun = pages.question(sheet(lessons()["tuichi"]), Reader(EN, ME))
    assert pages.question(sheet(lessons()["tuichi"], line=line), Reader(EN, ME)).blocks[
        0
    ] == begun.blocks[0] or len(line) == len("00")


def test_the_title_says_which_lesson_it_is_and_how_far_one_is() -> None:
    progress = Progress(frozenset({"escape", "take"}))
    shown = text(pages.question(sheet(lessons()["raichi"], progress), Reader(EN, ME)))
    assert shown.startswith("**Lesson 3 of 7** ●●○○○○○\n")
    alone = text(pages.question(sheet(lessons()["fort"]), Reader(EN, ME)))
    assert alone.startswith("**Lesson · The fort**\n")


def test_a_lesson_that_was_opened_from_the_rules_leads_back_there() -> None:
    reader, lesson = Reader(EN, ME), lessons()["corner"]
    opened = sheet(lesson, rules="fetlar", page=3)
    back = RulesOfSet("fetlar", 3)
    question = pages.question(opened, reader)
    assert presses(question, RulesOfSet) == [back]
    assert presses(question, SkipLesson) == []
    for page in (
        pages.wrong(opened, reader, (("g3", "g4"),)),
        pages.right(opened, reader, (("g3", "g7"),)),
        pages.example(opened, reader),
    ):
        assert presses(page, RulesOfSet) == [back]
    chosen = presses(question, OpenLesson)[0]
    assert (chosen.rules, chosen.page) == ("fetlar", 3)


def test_after_a_lesson_comes_the_next_that_is_not_done() -> None:
    reader, lesson = Reader(EN, ME), lessons()["escape"]
    done = Progress(frozenset({"escape", "take"}), skipped=frozenset({"raichi"}))
    page = pages.right(sheet(lesson, done), reader, right_line(lesson))
    assert presses(page, OpenLesson) == [OpenLesson("raichi")]
    last = lessons()["throne"]
    page = pages.right(sheet(last, EVERYTHING), reader, right_line(last))
    assert presses(page, ListLessons) == [ListLessons("tablut")]
    alone = lessons()["fort"]
    page = pages.right(sheet(alone, EVERYTHING), reader, right_line(alone))
    assert presses(page, ListLessons) == [ListLessons("tablut")]


@for_every("words", ALL)
@for_every("course", [*COURSES])
def test_the_last_page_says_what_was_learned_and_begins_a_game(course: str, words: Words) -> None:
    play = [practice.play_button(words)]
    page = pages.overview(course, EVERYTHING, Reader(words, ME), play)
    check(page)
    for name in COURSES[course]:
        assert words(f"lesson.{name}.rule") in text(page)
    assert text(page).endswith(words(f"lesson.also.{course}"))
    first, *_ = in_rows(page)
    assert (first.press, first.style) == (practice.OpenPractice(1), Style.MAIN)
    (menu,) = menus(page)
    assert isinstance(menu.press, ChooseLesson)
    assert [option.value for option in menu.options] == [*lessons()]
    assert {*others()} < {*lessons()}


def test_a_course_that_is_not_over_goes_on_where_it_was_left() -> None:
    progress = Progress(frozenset({"escape", "raichi"}), skipped=frozenset({"take"}))
    page = pages.overview("tablut", progress, Reader(EN, ME), [practice.play_button(EN)])
    assert text(page).startswith("### Tablut · lessons: 2 of 7\n✔ The king wins")
    assert "○ Capture a piece" in text(page)
    assert buttons(page)["Next: Capture a piece"].style is Style.MAIN
    assert buttons(page)["Play against me"].style is Style.PLAIN
    fresh = pages.overview("tabal", progress, Reader(EN, ME), ())
    assert buttons(fresh)["Start: Jump"].press == OpenLesson("jump")


def test_the_longest_ids_can_be_sent() -> None:
    for lesson in LESSONS:
        full = "larochelle+goal-off-camps+king-not-in-camps+camps-open-when-empty+king-four+diamond"
        press = PlayInLesson(lesson.name, "z" * 48, full, 99)
        assert read_press(press.custom_id) == press


@for_every("words", ALL)
def test_the_lesson_about_the_throne_says_where_it_is(words: Words) -> None:
    shown = text(pages.question(sheet(lessons()["throne"]), Reader(words, ME)))
    assert "e5" in shown
    assert "e6" in shown
