"""Puzzles: the values that are stored of them, and the protocol of the store that keeps them.

Days are those of UTC, by their numbers since 1970. The puzzle of a day is one of the stock, the
same wherever the bot runs. Those found in the games that people play here have numbers of their
own, above all that the stock may come to have: so no puzzle's number ever changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from bot.model.matches import record_from
from bot.model.posts import Post
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.times import Instant
    from games.core import Move

RIGHT, SOLVED, WRONG = "right", "solved", "wrong"  # what a move was
KINDS = ("win", "take", "defend")
GRADES = range(1, 6)
FOUND = 10_000  # above it are the numbers of the puzzles found in games
SHORTEST = 10  # moves of a game in which one is looked for
MORNING = 8  # the hour at which a server has its puzzle, unless it chooses another
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move keeps the result."""

    number: int  # from 1, or from FOUND + 1; it stays the same
    rules: str
    kind: str  # one of KINDS: to win, to take the king, to defend
    moves: int  # in how many it is won, or lost by every other move
    grade: int  # one of GRADES: easy to hard
    text: str  # the position's line
    line: str  # all of this as the engine writes it

    @property
    def found(self) -> bool:
        """Whether the puzzle was found in a game."""
        return self.number > FOUND


@dataclass(frozen=True, slots=True)
class Book:
    """The stock of puzzles; and what answers their solvers, which may take seconds."""

    puzzles: Sequence[Puzzle]  # by number
    first: date  # the first day that has one
    of_day: Callable[[date], int]  # the number of a day's; a week rises from easy to hard
    cycle: int  # after how many days they come again
    # What the last of these moves, both sides', was, and what the opponent answers to it; None
    # where those before it are not right, or not answered as they are.
    follow: Callable[[str, tuple[Move, ...]], tuple[str, Move | None] | None]
    solution: Callable[[str], Sequence[Move]]  # both sides' moves to the end


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a person has made of a puzzle."""

    player: Player
    puzzle: int
    tries: int = 0  # wrong ones
    shown: bool = False  # whether the solution was shown before it was found
    solved: Instant | None = None
    day: int | None = None  # the day whose puzzle it was, where it was solved on that day
    guild: int | None = None  # where it was solved


@dataclass(frozen=True, slots=True)
class Daily:
    """Where and when a server has the puzzle of the day posted, and what was posted last."""

    guild: int
    channel: int | None = None  # its own; None: see `news`
    hour: int = MORNING  # in UTC
    due: Instant | None = None  # when the next one is
    decided: int | None = None  # the day of the last one that was decided
    message: int | None = None  # the last one that was posted
    sent_in: int | None = None  # its channel
    posted: int | None = None  # its day
    news: bool = False  # where it has no channel of its own: where the server has its news

    @property
    def is_posted(self) -> bool:
        """Whether the server has a puzzle of the day."""
        return self.news or self.channel is not None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A puzzle as one person has it before them."""

    puzzle: Puzzle
    attempt: Attempt
    today: bool  # whether it is today's
    streak: int  # days in a row whose puzzle they solved that day, up to now
    next: Instant  # when the next puzzle of a day comes


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a week's table. Those who solved as much share a place."""

    place: int
    player: Player
    solved: int
    first: int  # of these, at the first try


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
    """Makes a line of the puzzle of an earlier day."""

    kind = "shrink-puzzle"
    only_edits = True

    day: int
    message: int

    @property
    def lane(self) -> str:
        """The lane of all posts about a server's puzzle of the day."""
        return f"puzzle {self.place.guild}"


def may_hold_one(record: Record) -> bool:
    """Whether a puzzle is to be looked for: in a game of two people to its end, from the start.

    On a server alone, where someone can say no to it for all: see Server.puzzles.
    """
    verdict, place = record.match.verdict, record.place
    over = verdict is not None and verdict.has_result
    ours = place.guild is not None and not place.remote
    whole = record.start is None and len(record.match.plies) >= SHORTEST
    return over and ours and whole and not record.level


def day_of(at: Instant) -> int:
    """The day of a moment."""
    return at // DAY


def date_of(day: int) -> date:
    """Return the date of a day's number.

    >>> date_of(20_779)
    datetime.date(2026, 11, 22)
    """
    return date.fromordinal(_EPOCH + day)


def number_of(day: date) -> int:
    """The day's number.

    >>> number_of(date(2026, 11, 22))
    20779
    """
    return day.toordinal() - _EPOCH


def streak(days: set[int], today: int) -> int:
    """Return how many days in a row a person solved, up to today or yesterday.

    >>> streak({1, 3, 4, 5}, 6), streak({1, 3, 4, 5}, 7)
    (3, 0)
    """
    last = today if today in days else today - 1
    return next(count for count in range(len(days) + 1) if last - count not in days)


def longest_streak(days: set[int]) -> int:
    """The most days in a row.

    >>> longest_streak({1, 3, 4, 5}), longest_streak(set())
    (3, 0)
    """
    return max((streak(days, day) for day in days), default=0)


def record_of(puzzle: Puzzle, player: Player, *moves: Move) -> Record:
    """The puzzle after these moves, as a game of this person's against the engine."""
    return record_from(puzzle.rules, puzzle.text, player, *moves)
