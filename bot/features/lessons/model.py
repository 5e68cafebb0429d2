"""Lessons: their parts, whether a move does what a task asks for, and a person's progress.

Invariant: a move is judged by what it does, never by where it goes: any move that does it is right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.times import Instant
    from games.core import Callout, Move, Point
    from games.match import Match


class Verb(StrEnum):
    """The effect that a move must have."""

    TAKES = "takes"  # captures at least these pieces, or this many
    CALLS = "calls"  # raichi or tuichi
    STOPS = "stops"  # raichi: leaves the king no way out
    ENDS = "ends"  # wins, for this reason
    PROMOTES = "promotes"  # a piece becomes a king


@dataclass(frozen=True, slots=True)
class Task:
    """One move of the learner: its required effect, and an example."""

    verb: Verb
    words: tuple[str, ...]  # points or a number, a callout's name, or the reason of an end
    example: Move
    answers: tuple[Move, ...] = ()  # the opponent plays the first legal one


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position, with tasks for one or more moves."""

    name: str
    rules: str
    topic: str  # of the pages of rules that offer the lesson; empty: none
    start: str  # the position's line
    marks: tuple[Point, ...]  # pieces to capture
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """A note that a person did or skipped a lesson."""

    player: Player
    name: str
    done: Instant | None = None  # None: skipped


@dataclass(frozen=True, slots=True)
class Progress:
    """The lessons that a person did, and those skipped and not done since."""

    done: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()

    def next_in(self, course: Sequence[str], after: str = "") -> str | None:
        """Return a course's first lesson not done, after the given one if any; None: no more.

        From the start of the course, skipped lessons stay skipped.

        >>> progress = Progress(done=frozenset({"b"}), skipped=frozenset({"a"}))
        >>> progress.next_in("abc"), progress.next_in("abc", after="a")
        ('c', 'c')
        """
        known = self.done if after else self.done | self.skipped
        left = course[course.index(after) + 1 :] if after else course
        return next((name for name in left if name not in known), None)


def is_right(task: Task, match: Match) -> bool:
    """Whether the last move of the match does what the task asks for."""
    assert match.last is not None
    words, step = task.words, match.last.step
    match task.verb:
        case Verb.TAKES if words[0].isdecimal():
            return len(step.captured) >= int(words[0])
        case Verb.TAKES:
            return {*words} <= {*step.captured}
        case Verb.CALLS:
            return match.callout is not None and match.callout.name in words
        case Verb.STOPS:
            return open_ways(match) is None
        case Verb.ENDS:
            verdict = match.verdict
            won = verdict is not None and verdict.winner is match.last.side
            return won and verdict is not None and verdict.reason in words
        case Verb.PROMOTES:
            return step.promoted


def open_ways(match: Match) -> Callout | None:
    """Return the king's ways out, whoever is to move."""
    if match.verdict:
        return None
    return match.game.callout(replace(match.position, turn=Side.DARK))


def answer_to(task: Task, match: Match) -> Move | None:
    """Return the opponent's reply after a task's right move; None if there is none."""
    legal = match.game.legal
    return next((move for move in task.answers if legal(match.position, move)), None)


def follows(lesson: Lesson, play: Callable[..., Match], moves: Sequence[Move]) -> bool:
    """Whether these moves and replies follow a lesson up to the learner's next move.

    `play`: makes the match after some moves of the lesson.
    """
    if len(moves) % 2 or len(moves) // 2 >= len(lesson.tasks):
        return False
    for count, task in zip(range(0, len(moves), 2), lesson.tasks, strict=False):
        match = play(*moves[: count + 1])
        if not is_right(task, match) or answer_to(task, match) != moves[count + 1]:
            return False
    return True


def numbers(course: Collection[str], progress: Progress) -> Mapping[str, int]:
    """Return how many lessons of a course were done, and how many it has, for a sentence."""
    return {"done": len(progress.done.intersection(course)), "count": len(course)}
