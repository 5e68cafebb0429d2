"""Puzzles: their stored values, and the stock.

Days are UTC days, numbered since 1970. A daily puzzle comes from the stock, the same wherever the
bot runs, and has the number of its day. Puzzles found in games have their own numbers, above all
that the stock may ever have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from bot.model.matches import record_from
from bot.model.posts import Post
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.times import Instant
    from games.core import Move

RIGHT, SOLVED, WRONG = "right", "solved", "wrong"  # results of a move
DEFEND = "defend"
KINDS = ("win", "take", DEFEND)
GRADES = range(1, 6)
FOUND = 10_000  # puzzles found in games have higher numbers
SHORTEST = 10  # moves of the shortest game to search
MORNING = 8 * 3600  # seconds of the day in UTC when servers get its puzzle
_A_WEEK = 7
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which only one move keeps the result."""

    number: int  # of its day, from 1; others have higher ones, those found in games above FOUND
    rules: str
    kind: str  # one of KINDS: win, capture the king, or defend
    moves: int  # moves to the win, or to the loss after any other move
    grade: int  # one of GRADES: easy to hard
    text: str  # the position's line
    line: str  # the whole puzzle as the engine writes it

    @property
    def found(self) -> bool:
        """Whether the puzzle was found in a game."""
        return self.number > FOUND


@dataclass(frozen=True, slots=True)
class Book:
    """The stock of puzzles, and functions to judge moves, which may take seconds."""

    puzzles: Sequence[Puzzle]  # by number
    first: date  # the first day with a puzzle
    of_day: Callable[[date], int]  # a day's number; a week goes from easy to hard
    cycle: int  # days until they repeat
    # Return the result of the last move (both sides' moves are given) and the opponent's reply.
    # None if the earlier moves aren't right or have other replies.
    follow: Callable[[str, tuple[Move, ...]], tuple[str, Move | None] | None]
    solution: Callable[[str], Sequence[Move]]  # both sides' moves to the end
    threat: Callable[[str], Move | None]  # the move that a defence stops


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's tries at a puzzle."""

    player: Player
    puzzle: int
    tries: int = 0  # wrong ones
    shown: bool = False  # whether the solution was shown before it was found
    solved: Instant | None = None
    day: int | None = None  # the day, if solved as that day's puzzle
    guild: int | None = None  # where it was solved


@dataclass(frozen=True, slots=True)
class Daily:
    """A server's settings for the puzzle of the day, and the last one posted."""

    guild: int
    channel: int | None = None  # None: nowhere
    due: Instant | None = None  # time of the next one
    decided: int | None = None  # the day of the last decided one
    message: int | None = None  # the last one posted
    sent_in: int | None = None  # its channel
    posted: int | None = None  # its day

    def timed(self, now: Instant) -> Daily:
        """Return the settings with the time of the next puzzle."""
        at = morning_of(now)
        due = at if at > now else at + DAY
        return replace(self, due=None if self.channel is None else due)


@dataclass(frozen=True, slots=True)
class Streak:
    """The days in a row on which a person solved the day's puzzle; one missed day a week is free.

    >>> streak({1, 2, 4, 5}, 6), streak({1, 2, 4, 6}, 6).days
    (Streak(days=4, missed=3, last=5), 1)
    """

    days: int = 0
    missed: int | None = None  # the last day that was missed
    last: int = 0  # the last day with a solved puzzle

    def goes_on(self, day: int) -> bool:
        """Whether solving the puzzle of this later day continues the streak."""
        if day - self.last > 2:  # noqa: PLR2004  one day between
            return False
        is_next = day - self.last == 1
        return is_next or self.missed is None or day - 1 - self.missed >= _A_WEEK

    def after(self, day: int) -> Streak:
        """Return the streak after this later day's puzzle was solved."""
        if not self.days or not self.goes_on(day):
            return Streak(1, None, day)
        return Streak(self.days + 1, self.missed if day - self.last == 1 else day - 1, day)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A puzzle, as one person sees it."""

    puzzle: Puzzle
    attempt: Attempt
    today: bool  # whether this is today's puzzle
    streak: Streak
    next: Instant  # time of the next daily puzzle


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a week's table. Solvers with equal counts share a place."""

    place: int
    player: Player
    solved: int
    first: int  # of these, on the first try


@dataclass(frozen=True, slots=True)
class DailyPuzzle(Post):
    """The puzzle of a day, in a server's channel."""

    kind = "daily-puzzle"
    is_news = True

    day: int

    @property
    def lane(self) -> str:
        """The lane of all posts about a server's puzzle of the day."""
        return f"puzzle {self.place.guild}"


@dataclass(frozen=True, slots=True)
class ShrinkPuzzle(Post):
    """Deletes an earlier day's puzzle; shrinks it to a line if people reacted to it."""

    kind = "shrink-puzzle"
    changes_old = True
    only_edits = True

    day: int
    message: int

    @property
    def lane(self) -> str:
        """A lane of its own, so that it delays no new puzzle."""
        return f"old puzzle {self.place.guild}"


def may_hold_one(record: Record) -> bool:
    """Whether to search a game for a puzzle: two people played it from the start to its end.

    Only games in a server.
    """
    verdict, place = record.match.verdict, record.place
    over = verdict is not None and verdict.has_result
    ours = place.guild is not None and not place.remote
    whole = record.start is None and len(record.match.plies) >= SHORTEST
    return over and ours and whole and not record.level


def day_of(at: Instant) -> int:
    """Return the number of a moment's day."""
    return at // DAY


def morning_of(at: Instant) -> Instant:
    """Return the time of a moment's day when servers get its puzzle."""
    return day_of(at) * DAY + MORNING


def date_of(day: int) -> date:
    """Return the date of a day's number.

    >>> date_of(20_779)
    datetime.date(2026, 11, 22)
    """
    return date.fromordinal(_EPOCH + day)


def number_of(day: date) -> int:
    """Return the number of a date.

    >>> number_of(date(2026, 11, 22))
    20779
    """
    return day.toordinal() - _EPOCH


def streaks(days: Iterable[int]) -> Iterator[Streak]:
    """Yield the streak after each of these days, on which a person solved the day's puzzle."""
    streak = Streak()
    for day in sorted(days):
        streak = streak.after(day)
        yield streak


def streak(days: Iterable[int], today: int) -> Streak:
    """Return a person's streak up to today or, if today's puzzle isn't solved, the day before."""
    *_, last = (Streak(), *streaks(days))
    return last if last.last == today or last.goes_on(today) else Streak()


def longest_streak(days: Iterable[int]) -> int:
    """Return the most days in a row.

    >>> longest_streak({1, 2, 4, 7}), longest_streak(set())
    (3, 0)
    """
    return max((streak.days for streak in streaks(days)), default=0)


def record_of(puzzle: Puzzle, player: Player, *moves: Move) -> Record:
    """Return a puzzle after some moves, as this person's game against the engine."""
    return record_from(puzzle.rules, puzzle.text, player, *moves)
