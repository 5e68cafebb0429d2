"""Solving puzzles: daily or any other; wrong moves, solutions, the week's table.

Invariant: only the moves decide whether a move is right. A person's tries at a puzzle are one row,
changed as it is at that moment: a second press of the same button changes nothing, since a wrong
move is counted together with the number of wrong moves before.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from bot.features.puzzles.model import (
    DEFEND,
    FOUND,
    RIGHT,
    SOLVED,
    Attempt,
    Book,
    Ranked,
    Sheet,
    date_of,
    day_of,
    longest_streak,
    number_of,
    streak,
)
from bot.features.puzzles.refusals import PuzzleNo
from bot.features.puzzles.tables import DailyTables, PuzzleTables
from bot.service.engine import EngineDown
from bot.service.refusals import No, Refusal
from bot.service.usual import DEFAULT_RULES
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from bot.features.puzzles.model import Puzzle
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant
    from bot.service.services import Services
    from games.core import Move

T = TypeVar("T")

_MONDAY = 3  # 1 January 1970 was a Thursday
_UNSEEN = 30  # days ahead within which daily puzzles are hidden
_FEW = 10  # lines of a week's table
_LARGEST = 2**63 - 1  # the largest number that the store can look up


def book_of(services: Services) -> Book:
    """Return the stock; refuse if the host has turned the engine off, which judges the moves."""
    book = services.state(Book)
    if book is None or not services.plays:
        raise Refusal(PuzzleNo.NO_PUZZLES)
    return book


async def find(services: Services, number: int) -> Puzzle:
    """Find the puzzle with a number."""
    book = book_of(services)
    puzzle = next((one for one in book.puzzles if one.number == number), None)
    if puzzle is None and FOUND < number <= _LARGEST:
        puzzle = await PuzzleTables(services.store.database).found_puzzle(number)
    if puzzle is None:
        raise Refusal(PuzzleNo.NO_SUCH_PUZZLE)
    return puzzle


async def choose_for_day(services: Services, day: int) -> Puzzle:
    """Return the puzzle of a day; once asked for, it never changes."""
    book = book_of(services)
    number = await PuzzleTables(services.store.database).chosen(day)
    if number is None:
        number = await PuzzleTables(services.store.database).choose(day, book.of_day(date_of(day)))
    return await find(services, number)


async def solvers_before(services: Services, guild: int, day: int) -> Sequence[Player]:
    """Return the solvers of the puzzle that a server last had before a day, fewest tries first.

    Only those who solved it on its day and are listed.
    """
    posted = (await DailyTables(services.store.database).of(guild)).posted
    if posted is None or posted >= day:
        return ()
    solved = await PuzzleTables(services.store.database).solved_in(guild, posted * DAY)
    there = [attempt for attempt in solved if attempt.day == posted]
    there.sort(key=lambda attempt: (attempt.tries, attempt.solved))
    return [attempt.player for attempt in there]


async def sheet(
    services: Services, by: Player, number: int | None = None, *, was: bool = False
) -> Sheet:
    """Return a puzzle for a person; None: today's; `was`: a past day's, so never hidden."""
    daily = await choose_for_day(services, day_of(services.now()))
    puzzle = daily if number is None else await find(services, number)
    return _sheet(
        services,
        by,
        puzzle,
        daily,
        await PuzzleTables(services.store.database).attempts(by),
        was=was,
    )


def _sheet(  # noqa: PLR0913  all its parts
    services: Services,
    by: Player,
    puzzle: Puzzle,
    daily: Puzzle,
    attempts: Sequence[Attempt],
    *,
    was: bool = False,
) -> Sheet:
    """Return a puzzle with the person's tries at it and at others."""
    today = day_of(services.now())
    attempt = next((tried for tried in attempts if tried.puzzle == puzzle.number), None)
    _refuse_unseen(book_of(services), puzzle, daily, today, known=was or attempt is not None)
    days = {attempt.day for attempt in attempts if attempt.day is not None}
    return Sheet(
        puzzle,
        attempt or Attempt(by, puzzle.number),
        today=puzzle.number == daily.number,
        streak=streak(days, today),
        next=(today + 1) * DAY,
    )


def _refuse_unseen(book: Book, puzzle: Puzzle, daily: Puzzle, today: int, *, known: bool) -> None:
    ahead = 0 if known else _days_ahead(book, today, _UNSEEN).get(puzzle.number, 0)
    if ahead and puzzle.number != daily.number:
        raise Refusal(PuzzleNo.PUZZLE_TO_COME, last=(today + ahead + 1) * DAY)


def _days_ahead(book: Book, today: int, most: int) -> Mapping[int, int]:
    """Return the days until each of the coming daily puzzles, by puzzle number."""
    coming = range(most, 0, -1)  # the soonest day wins
    return {book.of_day(date_of(today + ahead)): ahead for ahead in coming}


async def of_date(services: Services, by: Player, text: str) -> Sheet:
    """Return the puzzle of a date written like 2026-11-22."""
    book, today = book_of(services), day_of(services.now())
    try:
        day = number_of(date.fromisoformat(text.strip()))
    except ValueError:
        example = date_of(today).isoformat()
        raise Refusal(PuzzleNo.WHICH_PUZZLE_DAY, text=text, today=example) from None
    if day > today:
        raise Refusal(PuzzleNo.DAY_TO_COME)
    if day < number_of(book.first):
        raise Refusal(PuzzleNo.NO_PUZZLE_THEN, day=book.first.isoformat())
    return await sheet(services, by, (await choose_for_day(services, day)).number, was=True)


async def another(services: Services, by: Player, grade: int | None = None, like: int = 0) -> Sheet:
    """Return a puzzle that this person hasn't solved, of this grade or that of puzzle `like`.

    Puzzles found in games come first, the newest before the others. Then comes the stock, the usual
    rules first: puzzles of no day or of a day just past, then those whose day is farthest off.
    Asking again from each result leads through all puzzles of that grade.
    """
    rather = (await find(services, like)).grade if like else grade
    daily = await choose_for_day(services, day_of(services.now()))
    attempts = await PuzzleTables(services.store.database).attempts(by)
    but = {like, *(attempt.puzzle for attempt in attempts if _is_done(attempt))}
    number = (
        await _found(services, by, like, rather)
        or _of_stock(services, {daily.number, *but}, grade, rather, like)
        or await _found(services, by, like, grade)
    )
    if number is None:
        raise Refusal(PuzzleNo.NO_MORE_PUZZLES)
    return _sheet(services, by, await find(services, number), daily, attempts)


async def _found(services: Services, by: Player, like: int, grade: int | None) -> int | None:
    puzzle = await PuzzleTables(services.store.database).next_found(by, like, grade)
    return puzzle and puzzle.number


def _of_stock(
    services: Services, but: Collection[int], grade: int | None, rather: int | None, like: int
) -> int | None:
    """Return the puzzle in the stock that fits best after `like`; None if none is left."""
    book = book_of(services)
    ahead = _days_ahead(book, day_of(services.now()), book.cycle)

    def fitness(puzzle: Puzzle) -> tuple[bool, bool, int, int]:
        """Rank a puzzle; among equals, the one whose day comes latest, so was seldom seen."""
        is_usual = puzzle.rules.partition("+")[0] == DEFAULT_RULES
        later = ahead.get(puzzle.number, book.cycle)
        return puzzle.grade == rather, is_usual, later, puzzle.number

    fit = [
        fitness(puzzle)
        for puzzle in book.puzzles
        if grade in (None, puzzle.grade)
        and puzzle.number not in but
        and ahead.get(puzzle.number, book.cycle) > _UNSEEN
    ]
    here = next((fitness(puzzle) for puzzle in book.puzzles if puzzle.number == like), None)
    further = [one for one in fit if here and one[0] is here[0] and one < here]
    return max(further or fit)[-1] if fit else None


async def easier(services: Services, by: Player, like: int) -> Sheet:
    """Return the hardest unsolved puzzle that is easier than this one."""
    for grade in range((await find(services, like)).grade - 1, 0, -1):
        with suppress(Refusal):
            return await another(services, by, grade)
    raise Refusal(PuzzleNo.NO_EASIER_PUZZLES)


def _is_done(attempt: Attempt) -> bool:
    return attempt.solved is not None or attempt.shown


async def answer(  # noqa: PLR0913, PLR0917  everything in a press
    services: Services, by: Player, place: Place, number: int, moves: Sequence[Move], seen: int
) -> tuple[Sheet, str, Move | None]:
    """Play the last of these moves (both sides' are given); `seen`: the wrong tries before it.

    Return the sheet, the result, and the opponent's reply, or what a right defence has stopped.
    """
    book = book_of(services)
    puzzle = await find(services, number)
    answered = await _asked(services, by, place, book.follow, puzzle.line, tuple(moves))
    if answered is None:
        raise Refusal(No.MOVED_ON)
    result, reply = answered
    if result != RIGHT:
        await _note(services, by, place, puzzle, seen, solved=result == SOLVED)
    if result == SOLVED and puzzle.kind == DEFEND:
        with suppress(Refusal):  # it is solved, even if the engine fails now
            reply = await _asked(services, by, place, book.threat, puzzle.line)
    return await sheet(services, by, number), result, reply


async def _asked(
    services: Services, by: Player, place: Place, work: Callable[..., T], *args: object
) -> T:
    """Run work in an engine process when it is this person's turn, and return the result."""
    try:
        return await services.engine.run(by, place.guild or by, work, *args)
    except EngineDown:
        raise Refusal(No.ENGINE_DOWN) from None


async def _note(  # noqa: PLR0913  what is noted
    services: Services, by: Player, place: Place, puzzle: Puzzle, seen: int, *, solved: bool
) -> None:
    """Store the result of a try."""
    now = services.now()
    daily = await choose_for_day(services, day_of(now))
    day = day_of(now) if daily.number == puzzle.number else None
    guild = None if place.remote else place.guild

    def change(attempt: Attempt) -> Attempt:
        if solved:
            return _solved(attempt, now, day, guild)
        return attempt if _is_done(attempt) or attempt.tries != seen else _missed(attempt)

    await PuzzleTables(services.store.database).change_attempt(by, puzzle.number, change)


def _missed(attempt: Attempt) -> Attempt:
    return replace(attempt, tries=attempt.tries + 1)


def _solved(attempt: Attempt, now: Instant, day: int | None, guild: int | None) -> Attempt:
    """Return the attempt as solved: the first time, or again on a later day with that puzzle."""
    if attempt.shown:
        return attempt
    if attempt.solved is None:
        return replace(attempt, solved=now, day=day, guild=guild)
    return replace(attempt, day=attempt.day if day is None else day)


async def solution(services: Services, by: Player, place: Place, number: int) -> Sequence[Move]:
    """Return the moves to the end, after one try or more; the puzzle then counts as unsolved."""
    book = book_of(services)
    puzzle = await find(services, number)
    moves = await _asked(services, by, place, book.solution, puzzle.line)

    def change(attempt: Attempt) -> Attempt:
        tried = attempt.tries and attempt.solved is None
        return replace(attempt, shown=True) if tried else attempt

    after = await PuzzleTables(services.store.database).change_attempt(by, number, change)
    if not _is_done(after):
        raise Refusal(PuzzleNo.TRY_FIRST)
    return moves


async def solved_sheet(services: Services, by: Player, number: int) -> Sheet:
    """Return a solved puzzle, for sharing; refuse if this person hasn't solved it."""
    asked = await sheet(services, by, number)
    if asked.attempt.solved is None:
        raise Refusal(PuzzleNo.NOT_SOLVED)
    return asked


async def week(services: Services, guild: int, by: Player) -> Sequence[Ranked]:
    """Return a server's puzzle counts since Monday: the top solvers', and this person's."""
    today = day_of(services.now())
    monday = today - (today + _MONDAY) % 7
    solved_attempts = await PuzzleTables(services.store.database).solved_in(guild, monday * DAY)
    counts: dict[Player, tuple[int, int]] = {}
    for attempt in solved_attempts:
        solved, first = counts.get(attempt.player, (0, 0))
        counts[attempt.player] = solved + 1, first + (attempt.tries == 0)
    scores = sorted(counts.values(), reverse=True)
    order = sorted(counts, key=lambda player: (scores.index(counts[player]), player))
    table = [Ranked(scores.index(counts[player]) + 1, player, *counts[player]) for player in order]
    return [*table[:_FEW], *(ranked for ranked in table[_FEW:] if ranked.player == by)]


@dataclass(frozen=True, slots=True)
class Solved:
    """The puzzles that a person has solved so far."""

    puzzles: int
    first: int  # of these, on the first try
    days: int  # current streak of days with that day's puzzle solved
    most_days: int  # longest streak ever


async def solved_by(services: Services, player: Player) -> Solved:
    """Return a person's solved puzzles, in all and at the first try, and their streaks of days."""
    attempts = await PuzzleTables(services.store.database).attempts(player)
    tries = [attempt.tries for attempt in attempts if attempt.solved is not None]
    days = {attempt.day for attempt in attempts if attempt.day is not None}
    now = streak(days, day_of(services.now())).days
    return Solved(len(tries), tries.count(0), now, longest_streak(days))
