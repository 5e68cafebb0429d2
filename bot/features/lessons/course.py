"""The lessons, read from words/lessons/; tafl.txt explains their format.

Each of the two courses leads to a first game. The other lessons are opened from pages of rules.
"""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.features.lessons.model import Lesson, Task, Verb
from bot.model.matches import record_from
from bot.ui.words import FOLDER
from games import catalogue, diagram
from games.core import Side
from games.notation import read_move, write_position

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from games.core import Move

COURSES: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "tablut": ("escape", "take", "raichi", "tuichi", "stop", "king", "throne"),
        "tabal": ("jump", "chain", "dame"),
    }
)

_LESSON = re.compile(r"(?m)^(?=\[)")
_HEADING = re.compile(r"\[(\S+)\] (\S+)(?: about (\S+))?")
_LINE = re.compile(r"(marks|by|(?:light|dark) (?:takes|calls|stops|ends|promotes|answers))( .*)?")
_SIDES = {"dark": Side.DARK, "light": Side.LIGHT}


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return all lessons by name: the courses' in their order, then the others."""
    read = {
        lesson.name: lesson
        for file in sorted((FOLDER / "lessons").glob("*.txt"))
        for lesson in map(_read_lesson, _LESSON.split(file.read_text("utf-8"))[1:])
    }
    taught = [name for course in COURSES.values() for name in course]
    return MappingProxyType({name: read[name] for name in dict.fromkeys((*taught, *read))})


def others() -> tuple[str, ...]:
    """Return the lessons outside of courses."""
    return tuple(name for name in lessons() if course_of(name) is None)


def course_of(name: str) -> str | None:
    """Return the course that a lesson belongs to."""
    return next((course for course, names in COURSES.items() if name in names), None)


def record_of(lesson: Lesson, player: Player, *moves: Move) -> Record:
    """Return a lesson after some moves, as a game of this person."""
    return record_from(lesson.rules, lesson.start, player, *moves)


def _read_lesson(text: str) -> Lesson:
    """Read a lesson from its text: heading, board, and tasks."""
    heading, *lines = text.splitlines()
    headed = _HEADING.fullmatch(heading)
    assert headed, heading
    name, rules, topic = headed.groups()
    said = [(line[1], (line[2] or "").split()) for line in map(_LINE.fullmatch, lines) if line]
    board = [line for line in lines if not _LINE.fullmatch(line) and not line.startswith("#")]
    tasks = tuple(_read_tasks(said))
    side = next(what.split()[0] for what, _ in said if " " in what)
    game = catalogue.game(rules)
    position = diagram.read_diagram(game, "\n".join(board), _SIDES[side])
    return Lesson(
        name=name,
        rules=game.name,
        topic=topic or "",
        start=write_position(game, position),
        marks=tuple(point for what, points in said if what == "marks" for point in points),
        tasks=tasks,
    )


def _read_tasks(said: Sequence[tuple[str, list[str]]]) -> Iterator[Task]:
    """Yield a task for each line that asks for one, made of the lines up to the next such line."""
    starts = [i for i, (what, _) in enumerate(said) if what.partition(" ")[2] in {*Verb}]
    for start, end in zip(starts, [*starts[1:], len(said)], strict=True):
        (asked, words), *rest = said[start:end]
        ways = {what.split()[-1]: tuple(map(read_move, moves)) for what, moves in rest}
        verb = Verb(asked.split()[1])
        yield Task(verb, tuple(words), ways["by"][0], ways.get("answers", ()))
