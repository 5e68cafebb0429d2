"""Solving puzzles: today's, older ones, another one; wrong moves, solutions, the week's table.

Law: whether a move is right is found out from the moves alone, and what a person made of a puzzle
is one row that is changed as it is at that moment: a second press of the same button changes
nothing. A wrong move is counted with how many there were before it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, TypeVar

from bot.service.ports import EngineDown
from bot.service.practice import engine_of
from bot.service.puzzles import (
    FOUND,
    RIGHT,
    SOLVED,
    Attempt,
    Ranked,
    Sheet,
    date_of,
    day_of,
    number_of,
    streak,
)
from bot.service.refusals import No, Refusal
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from bot.service.house import House
    from bot.service.model import Instant, Place, Player
    from bot.service.puzzles import Book, Puzzle
    from games.core import Move

T = TypeVar("T")

_MONDAY = 3  # 1 January 1970 was a Thursday
_UNSEEN = 30  # days before which the puzzle of a day is shown to no one
_FEW = 10  # lines of a week's table
_AGAIN = 60  # seconds before the same is shared once more
_LARGEST = 2**63 - 1  # number that the store can be asked for


def book_of(house: House) -> Book:
    """The puzzles; refuses where the host wants no engine, which answers their solvers."""
    if house.puzzles is None or not house.plays:
        raise Refusal(No.NO_PUZZLES)
    return house.puzzles


async def find(house: House, number: int) -> Puzzle:
    """The puzzle of that number."""
    book = book_of(house)
    if 0 < number <= len(book.puzzles):
        return book.puzzles[number - 1]
    found = await house.store.puzzles.found(number) if FOUND < number <= _LARGEST else None
    if found is None:
        raise Refusal(No.NO_SUCH_PUZZLE, limit=len(book.puzzles), number=FOUND + 1)
    return found


async def of_day(house: House, day: int) -> Puzzle:
    """The puzzle of a day, which stays its puzzle once it was asked for."""
    book = book_of(house)
    number = await house.store.puzzles.chosen(day)
    if number is None:
        number = await house.store.puzzles.choose(day, book.of_day(date_of(day)))
    return await find(house, number)


async def sheet(house: House, by: Player, number: int | None = None, *, was: bool = False) -> Sheet:
    """A puzzle as this person has it before them; None: today's; `was`: that of a day before."""
    daily = await of_day(house, day_of(house.now()))
    puzzle = daily if number is None else await find(house, number)
    return _sheet(house, by, puzzle, daily, await house.store.puzzles.attempts(by), was=was)


def _sheet(  # noqa: PLR0913  all that it is made of
    house: House,
    by: Player,
    puzzle: Puzzle,
    daily: Puzzle,
    attempts: Sequence[Attempt],
    *,
    was: bool = False,
) -> Sheet:
    """The puzzle, with what this person made of it and of others."""
    today = day_of(house.now())
    attempt = next((each for each in attempts if each.puzzle == puzzle.number), None)
    _refuse_unseen(book_of(house), puzzle, daily, today, known=was or attempt is not None)
    days = {each.day for each in attempts if each.day is not None}
    return Sheet(
        puzzle,
        attempt or Attempt(by, puzzle.number),
        today=puzzle.number == daily.number,
        streak=streak(days, today),
        next=(today + 1) * DAY,
    )


def _refuse_unseen(book: Book, puzzle: Puzzle, daily: Puzzle, today: int, *, known: bool) -> None:
    ahead = _days_ahead(book, puzzle, daily)
    if 0 < ahead <= _UNSEEN and not known:
        raise Refusal(No.PUZZLE_TO_COME, last=(today + ahead + 1) * DAY)


def _days_ahead(book: Book, puzzle: Puzzle, daily: Puzzle) -> int:
    """In how many days it is the puzzle of the day; 0: today, or never."""
    if puzzle.found:
        return 0
    return (puzzle.number - daily.number) % len(book.puzzles)


async def of_date(house: House, by: Player, text: str) -> Sheet:
    """The puzzle of a day that is written as 2026-11-22."""
    book, today = book_of(house), day_of(house.now())
    try:
        day = number_of(date.fromisoformat(text.strip()))
    except ValueError:
        raise Refusal(No.WHICH_PUZZLE_DAY, text=text, today=date_of(today).isoformat()) from None
    if day > today:
        raise Refusal(No.DAY_TO_COME)
    if day < number_of(book.first):
        raise Refusal(No.NO_PUZZLE_THEN, day=book.first.isoformat())
    return await sheet(house, by, (await of_day(house, day)).number, was=True)


async def another(house: House, by: Player, grade: int | None = None, like: int = 0) -> Sheet:
    """One that this person has not solved, of this grade, or else rather of that of puzzle `like`.

    What was found in games comes first, the newest before the others; then of the stock the days
    that have just been, and then those that are farthest off.
    """
    rather = (await find(house, like)).grade if like else grade
    daily = await of_day(house, day_of(house.now()))
    attempts = await house.store.puzzles.attempts(by)
    but = {like, *(each.puzzle for each in attempts if _is_done(each))}
    number = (
        await _found(house, by, like, rather)
        or _of_stock(book_of(house), daily, but, grade, rather)
        or await _found(house, by, like, grade)
    )
    if number is None:
        raise Refusal(No.NO_MORE_PUZZLES)
    return _sheet(house, by, await find(house, number), daily, attempts)


async def _found(house: House, by: Player, like: int, grade: int | None) -> int | None:
    puzzle = await house.store.puzzles.next_found(by, like, grade)
    return puzzle and puzzle.number


def _of_stock(
    book: Book, daily: Puzzle, but: Collection[int], grade: int | None, rather: int | None
) -> int | None:
    found = [
        (puzzle.grade == rather, ahead, puzzle.number)
        for puzzle in book.puzzles
        if grade in (None, puzzle.grade)
        and puzzle.number not in but
        and not 0 < (ahead := _days_ahead(book, puzzle, daily)) <= _UNSEEN
    ]
    return max(found)[-1] if found else None


def _is_done(attempt: Attempt) -> bool:
    return attempt.solved is not None or attempt.shown


async def answer(  # noqa: PLR0913, PLR0917  all that a press says
    house: House, by: Player, place: Place, number: int, moves: Sequence[Move], seen: int
) -> tuple[Sheet, str, Move | None]:
    """Play the last of these moves, of both sides; `seen`: how many tries were wrong before it.

    Returns what it was, and what the opponent answers.
    """
    book = book_of(house)
    puzzle = await find(house, number)
    found = await _asked(house, by, place, book.follow, puzzle.line, tuple(moves))
    if found is None:
        raise Refusal(No.MOVED_ON)
    result, reply = found
    if result != RIGHT:
        await _note(house, by, place, puzzle, seen, solved=result == SOLVED)
    return await sheet(house, by, number), result, reply


async def _asked(
    house: House, by: Player, place: Place, work: Callable[..., T], *args: object
) -> T:
    """What the work returns that the engine's processes do, in this person's turn."""
    try:
        return await engine_of(house).run(by, place.guild or by, work, *args)
    except EngineDown:
        raise Refusal(No.ENGINE_DOWN) from None


async def _note(  # noqa: PLR0913  what is noted
    house: House, by: Player, place: Place, puzzle: Puzzle, seen: int, *, solved: bool
) -> None:
    """Write what came of it."""
    now = house.now()
    daily = await of_day(house, day_of(now))
    day = day_of(now) if daily.number == puzzle.number else None
    guild = None if place.remote else place.guild

    def change(attempt: Attempt) -> Attempt:
        if solved:
            return _solved(attempt, now, day, guild)
        return attempt if _is_done(attempt) or attempt.tries != seen else _missed(attempt)

    await house.store.puzzles.change_attempt(by, puzzle.number, change)


def _missed(attempt: Attempt) -> Attempt:
    return replace(attempt, tries=attempt.tries + 1)


def _solved(attempt: Attempt, now: Instant, day: int | None, guild: int | None) -> Attempt:
    """Solved for the first time; or again on a later day whose puzzle it is too."""
    if attempt.shown:
        return attempt
    if attempt.solved is None:
        return replace(attempt, solved=now, day=day, guild=guild)
    return replace(attempt, day=attempt.day if day is None else day)


async def solution(house: House, by: Player, place: Place, number: int) -> Sequence[Move]:
    """The moves to the end, for those who have tried; from then on it does not count as solved."""
    book = book_of(house)
    puzzle = await find(house, number)
    found = await _asked(house, by, place, book.solution, puzzle.line)

    def change(attempt: Attempt) -> Attempt:
        tried = attempt.tries and attempt.solved is None
        return replace(attempt, shown=True) if tried else attempt

    after = await house.store.puzzles.change_attempt(by, number, change)
    if not _is_done(after):
        raise Refusal(No.TRY_FIRST)
    return found


async def share(house: House, by: Player, number: int) -> Sheet:
    """What is to be shown to others of a puzzle that this person solved; refused twice in a row."""
    now = house.now()

    def change(attempt: Attempt) -> Attempt:
        if attempt.solved is None:
            raise Refusal(No.NOT_SOLVED)
        if 0 <= now - attempt.shared < _AGAIN:
            raise Refusal(No.SHARED_ALREADY)
        return replace(attempt, shared=now)

    await house.store.puzzles.change_attempt(by, number, change)
    return await sheet(house, by, number)


async def week(house: House, guild: int, by: Player) -> Sequence[Ranked]:
    """Who solved how many puzzles there since Monday: the first few, and this person."""
    today = day_of(house.now())
    monday = today - (today + _MONDAY) % 7
    found = await house.store.puzzles.solved_in(guild, monday * DAY)
    counts: dict[Player, tuple[int, int]] = {}
    for each in found:
        solved, first = counts.get(each.player, (0, 0))
        counts[each.player] = solved + 1, first + (each.tries == 0)
    scores = sorted(counts.values(), reverse=True)
    order = sorted(counts, key=lambda player: (scores.index(counts[player]), player))
    table = [Ranked(scores.index(counts[each]) + 1, each, *counts[each]) for each in order]
    return [*table[:_FEW], *(each for each in table[_FEW:] if each.player == by)]
