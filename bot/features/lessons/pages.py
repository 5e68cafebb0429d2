"""Lessons on one private message: a board with a choice, the effect of a move, the summary.

The buttons carry the moves so far as bot.ui.pages.ahead writes them, and the page of rules
from which the lesson was opened, if any. The words are under the picture, beside the thumb.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.lessons.course import COURSES, course_of, lessons, others, record_of
from bot.features.lessons.model import Progress, Verb, answer_to, follows, numbers, open_ways
from bot.ui.buttons import MovesAhead, Press, RuleSet, Small
from bot.ui.pages import naming, panel, scenes
from bot.ui.pages.ahead import Ahead, write_ahead
from bot.ui.pages.ahead import read_ahead as read_moves
from bot.ui.pages.differences import differences_in_short
from bot.ui.pages.page import Accent, Button, Buttons, Menu, Option, Page, Picture, Style, Text
from bot.ui.pages.rules import RulesOfSet
from games import catalogue
from games.core import FREE, Mark
from render.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.lessons.model import Lesson, Task
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.core import Move
    from games.match import Match

_DONE, _LEFT = "\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}"
_TICK, _OPEN = "\N{HEAVY CHECK MARK}", "\N{WHITE CIRCLE}"


class OpenLessons(Press, verb="learn"):
    """Continue with the user's next lesson."""


class ListLessons(Press, verb="lessons"):
    """Show a course: lessons done and left, with a menu to choose one."""

    course: str


class ChooseLesson(Press, verb="lesson-at"):
    """A menu: open the chosen lesson."""


class _InLesson(Press):
    """A press in a lesson after some moves; `rules`, `page`: the page that opened the lesson."""

    lesson: str
    line: MovesAhead = ""
    rules: RuleSet | None = None
    page: Small = 0


class OpenLesson(_InLesson, verb="lesson"):
    """Open a lesson, or continue choosing a move in it."""


class PlayInLesson(_InLesson, verb="lesson-move"):
    """Make the last move of the line."""


class ShowExample(_InLesson, verb="lesson-show"):
    """Show a right move instead of the line's last move."""


class SkipLesson(Press, verb="lesson-skip"):
    """Skip a lesson."""

    lesson: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A lesson, as one person sees it."""

    lesson: Lesson
    progress: Progress
    opened: _InLesson  # the press that opened it

    def at(self, kind: type[_InLesson], moves: Sequence[Move] = (), path: Move = ()) -> _InLesson:
        """Return the press of this kind after these moves and touched points."""
        line = write_ahead(self.record(0), tuple(moves), path)
        return kind(self.lesson.name, line, self.opened.rules, self.opened.page)

    def record(self, player: Player, *moves: Move) -> Record:
        """Return the lesson after these moves."""
        return record_of(self.lesson, player, *moves)


def greeting_buttons(words: Words) -> tuple[Button, ...]:
    """Return *Learn*, under the greeting."""
    return (Button(words("lesson.learn"), OpenLessons()),)


def rules_buttons(rules: str, page: int, topic: str, words: Words) -> tuple[Button, ...]:
    """Return *Try it*, under a page of rules with a topic that a lesson teaches."""
    teaching = {name: lesson for name, lesson in lessons().items() if lesson.topic == topic}
    return tuple(
        Button(
            _name(lesson.name, words) if len(teaching) > 1 else words("lesson.try"),
            OpenLesson(name, "", rules, page),
        )
        for name, lesson in teaching.items()
    )


# The board with a choice


def read_ahead(sheet: Sheet, player: Player) -> Ahead:
    """Return the lesson after the button's moves; from the start if they don't fit the lesson."""
    start = sheet.record(player)
    ahead = read_moves(start, sheet.opened.line)
    before = ahead.moves[: len(ahead.moves) // 2 * 2]
    right = follows(sheet.lesson, lambda *moves: sheet.record(player, *moves).match, before)
    return ahead if right else Ahead(start)


def question(sheet: Sheet, reader: Reader) -> Page:
    """Return the board, the task, and the choice of a move."""
    ahead = _at_choice(sheet, reader.player or 0)
    record, moves, path = ahead.record, ahead.moves, ahead.path
    page = panel.panel(record, reader, path, _presses(sheet, moves))
    _, _, *controls = page.blocks
    picture = _untitled(scenes.panel(record, reader, path, () if moves else sheet.lesson.marks))
    told = "\n".join((_asked(sheet, moves, reader.words), *_differs(sheet, reader.words)))
    if not path or len(controls) < _rows_before(record, reader, sheet, moves):
        controls.append(Buttons(tuple(_ways_out(sheet, reader.words))))
    return replace(page, blocks=(picture, _lines(sheet, told, reader.words), *controls))


def _rows_before(record: Record, reader: Reader, sheet: Sheet, moves: Sequence[Move]) -> int:
    """Return the rows below the board before a piece is chosen, so that it stays where it is."""
    return len(panel.panel(record, reader, (), _presses(sheet, moves)).blocks) - 1


def _untitled(picture: Picture) -> Picture:
    """Return the board without the number of its move, which says nothing in a lesson."""
    assert isinstance(picture.scene, Scene)
    caption = replace(picture.scene.caption, detail="")
    return replace(picture, scene=replace(picture.scene, caption=caption))


def _differs(sheet: Sheet, words: Words) -> tuple[str, ...]:
    """Return the line about a lesson's rules, unless they are those of its course."""
    rules, course = sheet.lesson.rules, course_of(sheet.lesson.name)
    if sheet.opened.rules and _board(sheet.opened.rules) != _board(rules):
        return (f"-# {words('lesson.other-board')}",)
    differs = () if course else differences_in_short(rules, words)
    return tuple(f"-# {naming.title(rules, words)} · {line}" for line in differs)


def _board(rules: str) -> str:
    return catalogue.board_of(catalogue.game(rules))


def _at_choice(sheet: Sheet, player: Player) -> Ahead:
    """Return the position of the learner's next move; a whole move not made yet is the path."""
    ahead = read_ahead(sheet, player)
    if len(ahead.moves) % 2 == 0:
        return ahead
    *before, last = ahead.moves
    return Ahead(sheet.record(player, *before), tuple(before), last)


def _presses(sheet: Sheet, moves: Sequence[Move]) -> panel.PanelPresses:
    """Return the presses of the panel's buttons after these moves."""
    choose = partial(sheet.at, OpenLesson, moves)
    play = partial(sheet.at, PlayInLesson, moves)
    return panel.PanelPresses(choose, back=choose, play=play, brief=True)


def _asked(sheet: Sheet, moves: Sequence[Move], words: Words) -> str:
    """Say what the learner must do next."""
    values = _values(sheet.lesson, words)
    answer = "-".join(moves[-1]) if moves else ""
    marks = sheet.record(0).match.game.marks
    throne = next((point for point, mark in marks.items() if mark is Mark.THRONE), "")
    return words(_key(sheet.lesson, moves, "do"), **values, answer=answer, throne=throne)


def _key(lesson: Lesson, moves: Sequence[Move], what: str) -> str:
    """Return the key of a sentence about the learner's move after these."""
    return f"lesson.{lesson.name}.{len(moves) // 2 + 1}.{what}"


def _values(lesson: Lesson, words: Words) -> dict[str, str]:
    """Return the names that fill a lesson's sentences."""
    rules = naming.title(lesson.rules, words)
    return {"points": words.join([*lesson.marks]) if lesson.marks else "", "rules": rules}


def _name(lesson: str, words: Words) -> str:
    return words(f"lesson.{lesson}.name")


def _lines(sheet: Sheet, told: str, words: Words) -> Text:
    """Return the lesson's title, progress and text."""
    return Text(f"{_title(sheet, words)}\n{told}")


def _title(sheet: Sheet, words: Words) -> str:
    """Return the title of a lesson; in a course, with its number and a progress bar."""
    course = course_of(sheet.lesson.name)
    if course is None or sheet.opened.rules:
        return words("lesson.title-alone", name=_name(sheet.lesson.name, words))
    names = COURSES[course]
    bar = "".join(_DONE if name in sheet.progress.done else _LEFT for name in names)
    number = names.index(sheet.lesson.name) + 1
    return words("lesson.title", number=number, count=len(names), bar=bar)


def _ways_out(sheet: Sheet, words: Words) -> Iterator[Button]:
    """Yield the buttons that leave a lesson undone: back to the rules, the next, or all lessons."""
    yield _way_on(sheet, words)
    if not sheet.opened.rules:
        yield Button(words("lesson.all"), ListLessons(_course(sheet)))


def _course(sheet: Sheet) -> str:
    """Return the lesson's course, or the first course."""
    return course_of(sheet.lesson.name) or next(iter(COURSES))


def _way_on(sheet: Sheet, words: Words) -> Button:
    """Return the button back to the page of rules, or to the next lesson."""
    if sheet.opened.rules:
        return _back(sheet, words)
    return Button(words("lesson.skip"), SkipLesson(sheet.lesson.name))


def _back(sheet: Sheet, words: Words) -> Button:
    assert sheet.opened.rules
    return Button(words("lesson.back"), RulesOfSet(sheet.opened.rules, sheet.opened.page))


# The effect of a move


def wrong(sheet: Sheet, reader: Reader, moves: Sequence[Move]) -> Page:
    """Return the page after a wrong move: what it did, and the way back to the board."""
    words = reader.words
    record = sheet.record(reader.player or 0, *moves)
    again = Button(words("lesson.again"), sheet.at(OpenLesson, moves[:-1]), Style.MAIN)
    show = Button(words("lesson.show"), sheet.at(ShowExample, moves[:-1]))
    told = _why_wrong(sheet.lesson, moves, record.match, words)
    buttons = (again, show, _way_on(sheet, words))
    blocks = (
        _untitled(scenes.outlook(record, reader)),
        _lines(sheet, told, words),
        Buttons(buttons),
    )
    return Page(blocks, Accent.BOARD)


def _why_wrong(lesson: Lesson, moves: Sequence[Move], match: Match, words: Words) -> str:
    """Say what the last move did, and what was asked for."""
    assert match.last
    task = lesson.tasks[(len(moves) - 1) // 2]
    ways, step = open_ways(match), match.last.step
    values = {
        **_values(lesson, words),
        "move": "-".join(match.last.move),
        "taken": words.join([*step.captured]) if step.captured else "",
        "ways": words.join([way[-1] for way in ways.ways]) if ways else "",
        "free": _free_sides(match, words),
        "goal": task.example[-1],
    }
    return words(_key_of_wrong(lesson, task, moves, match), **values)


def _key_of_wrong(lesson: Lesson, task: Task, moves: Sequence[Move], match: Match) -> str:
    """Return the key of the sentence that says why a move is wrong for a task."""
    assert match.last
    if task.verb is Verb.TAKES and lesson.marks and match.last.step.captured:
        return "lesson.wrong.others"
    if task.verb is Verb.CALLS and match.callout:
        return f"lesson.wrong.{match.callout.name}"
    return _key(lesson, moves[:-1], "no")


def _free_sides(match: Match, words: Words) -> str:
    """Return the free squares beside the king."""
    position, board = match.position, match.game.board
    beside = (
        board.points[arm[0]]
        for king in board.named(position.crowned)
        for arm in board.arms[board.index[king]]
    )
    free = sorted(point for point in beside if position[point] == FREE)
    return words.join(free) if free else ""


def right(sheet: Sheet, reader: Reader, moves: Sequence[Move]) -> Page:
    """Return the page after a right move: what it did, and the way on."""
    words = reader.words
    record = sheet.record(reader.player or 0, *moves)
    told = words(_key(sheet.lesson, moves[:-1], "yes"), **_values(sheet.lesson, words))
    blocks = (
        _untitled(scenes.board(record, reader)),
        _lines(sheet, told, words),
        Buttons((replace(_onward(sheet, record, moves, words), style=Style.MAIN),)),
    )
    return Page(blocks, Accent.OVER)


def _onward(sheet: Sheet, record: Record, moves: Sequence[Move], words: Words) -> Button:
    """Return the button to go on: next move, rules, next lesson, or the finished course's list."""
    name, course = sheet.lesson.name, course_of(sheet.lesson.name)
    if answer := answer_to(sheet.lesson.tasks[len(moves) // 2], record.match):
        return Button(words("lesson.go-on"), sheet.at(OpenLesson, (*moves, answer)))
    if sheet.opened.rules:
        return _back(sheet, words)
    if course is None:
        return Button(words("lesson.all"), ListLessons(_course(sheet)))
    if following := sheet.progress.next_in(COURSES[course], after=name):
        return Button(words("lesson.next", name=_name(following, words)), OpenLesson(following))
    return Button(words("lesson.finish"), ListLessons(course))


def example(sheet: Sheet, reader: Reader) -> Page:
    """Return a right move for the learner's task, if they want to see one."""
    words, moves = reader.words, _at_choice(sheet, reader.player or 0).moves
    shown = sheet.lesson.tasks[len(moves) // 2].example
    record = sheet.record(reader.player or 0, *moves, shown)
    told = words("lesson.shown", move="-".join(shown))
    again = Button(words("lesson.now-you"), sheet.at(OpenLesson, moves), Style.MAIN)
    buttons = (again, _way_on(sheet, words))
    blocks = (_untitled(scenes.board(record, reader)), _lines(sheet, told, words), Buttons(buttons))
    return Page(blocks, Accent.BOARD)


# The summary


def overview(course: str, progress: Progress, reader: Reader, play: Sequence[Button]) -> Page:
    """Return a course: lessons done and left, and a first game. `play`: that game's buttons."""
    words, names = reader.words, COURSES[course]
    left = next((name for name in names if name not in progress.done), None)
    heading = "lesson.end" if left is None else "lesson.so-far"
    lines = [
        words(f"{heading}.{course}", **numbers(names, progress)),
        *(_learned(name, progress, words) for name in names),
        *([] if left else [words(f"lesson.also.{course}")]),
    ]
    return Page(
        (
            Text("\n".join(lines)),
            Buttons(tuple(_begun(course, left, progress, words, play))),
            Menu(ChooseLesson(), words("lesson.choose"), tuple(_options(progress, words))),
        ),
        Accent.BOARD if left else Accent.OVER,
    )


def _learned(name: str, progress: Progress, words: Words) -> str:
    if name in progress.done:
        return f"{_TICK} {words(f'lesson.{name}.rule')}"
    return f"{_OPEN} {_name(name, words)}"


def _begun(
    course: str, left: str | None, progress: Progress, words: Words, play: Sequence[Button]
) -> Iterator[Button]:
    """Yield the buttons of a course in progress: its next lesson, a game, the other course."""
    if left:
        begun = progress.done.intersection(COURSES[course])
        label = words("lesson.next" if begun else "lesson.begin", name=_name(left, words))
        yield Button(label, OpenLesson(left), Style.MAIN)
    yield from (replace(button, style=Style.PLAIN) if left else button for button in play)
    for other in COURSES:
        if other != course:
            yield Button(words(f"lesson.course.{other}"), ListLessons(other))


def _options(progress: Progress, words: Words) -> Iterator[Option]:
    for name in (*(name for names in COURSES.values() for name in names), *others()):
        tick = _TICK if name in progress.done else _OPEN
        about = naming.title(lessons()[name].rules, words)
        yield Option(f"{tick} {_name(name, words)}", name, about)
