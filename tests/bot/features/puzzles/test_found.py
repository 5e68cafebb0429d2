"""Puzzles that were found in games: their numbers, when they come, in which games one is sought."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.puzzles.model import FOUND, SHORTEST, SOLVED, Attempt, may_hold_one
from bot.features.puzzles.refusals import PuzzleNo
from bot.features.puzzles.solving import (
    another,
    answer,
    choose_for_day,
    sheet,
    solution,
    solved_sheet,
    week,
)
from bot.features.puzzles.tables import PuzzleTables
from bot.service.play import make_move, resign
from games.core import Side
from games.events import Created, Resigned, Stopped
from games.match import fold
from games.notation import write_position
from tests.bot.features.puzzles.kept import found_puzzles, unsearched
from tests.bot.features.puzzles.test_solving import ANYWHERE, BOOK, FIRST, NOON, Club, no
from tests.bot.service.parlour import ANNA, HERE, Parlour

if TYPE_CHECKING:
    from bot.features.puzzles.model import Puzzle
    from bot.model.matches import Record
    from bot.model.servers import Place


@pytest.fixture
def club(parlour: Parlour) -> Club:
    """An empty one."""
    return Club(parlour)


def keep(club: Club, like: int) -> Puzzle:
    """One that was found: that of the stock with this number, with the next of the others."""
    number = max(found_puzzles(club.tables), default=FOUND) + 1
    puzzle = replace(BOOK.puzzles[like - 1], number=number)
    club.tables.put("found_puzzle", puzzle)
    return puzzle


def test_the_numbers_of_the_stock_stay_below_those_of_others() -> None:
    assert len(BOOK.puzzles) < FOUND


async def test_one_that_was_found_is_opened_and_solved_by_its_number(club: Club) -> None:
    puzzle = keep(club, 40)
    opened = await sheet(club.services, ANNA, puzzle.number)
    assert (opened.puzzle, opened.today, opened.puzzle.found) == (puzzle, False, True)
    line = BOOK.solution(puzzle.line)
    _, result, _ = await answer(club.services, ANNA, HERE, puzzle.number, line, 0)
    assert result == SOLVED
    assert tuple(await solution(club.services, ANNA, HERE, puzzle.number)) == line
    assert (await solved_sheet(club.services, ANNA, puzzle.number)).puzzle == puzzle
    assert [(ranked.player, ranked.solved) for ranked in await week(club.services, 1, ANNA)] == [
        (ANNA, 1)
    ]


async def test_days_have_the_same_puzzles_whatever_was_found(club: Club) -> None:
    days = (FIRST, FIRST + 9, FIRST + 14)
    for like in (40, 41):
        keep(club, like)
    assert [(await choose_for_day(club.services, day)).number for day in days] == [1, 10, 15]


async def test_what_was_found_comes_first_among_others_the_newest_before_all(club: Club) -> None:
    easy, hard = (
        next(puzzle.number for puzzle in BOOK.puzzles[50:] if puzzle.grade == grade)
        for grade in (1, 3)
    )
    also_easy = next(p.number for p in BOOK.puzzles[easy:] if p.grade == 1)
    first, second, third = (keep(club, like) for like in (easy, hard, also_easy))
    assert (await another(club.services, ANNA)).puzzle == third
    assert (await another(club.services, ANNA, 3)).puzzle == second
    assert (await another(club.services, ANNA, like=third.number)).puzzle == first
    await PuzzleTables(club.store.database).change_attempt(
        ANNA, first.number, lambda attempt: replace(attempt, solved=NOON)
    )
    following = (await another(club.services, ANNA, like=third.number)).puzzle
    assert (following.found, following.grade) == (False, 1)
    assert not (await another(club.services, ANNA, 5)).puzzle.found


async def test_when_all_of_the_stock_is_done_those_of_another_grade_remain(club: Club) -> None:
    easy, *_ = (puzzle.number for puzzle in BOOK.puzzles if puzzle.grade == 1)
    puzzle = keep(club, easy)
    for other in BOOK.puzzles:
        club.tables.put("attempt", Attempt(ANNA, other.number, solved=NOON))
    hard, *_ = (puzzle.number for puzzle in BOOK.puzzles if puzzle.grade == 5)
    assert (await another(club.services, ANNA, like=hard)).puzzle == puzzle
    assert await no(another(club.services, ANNA, 5)) is PuzzleNo.NO_MORE_PUZZLES


async def played(club: Club, plies: int, place: Place = HERE) -> Record:
    """A game of so many moves by chance."""
    record = await club.begun(place=place)
    chance = random.Random(7)
    for _ in range(plies):
        match = record.match
        path = chance.choice(match.game.moves(match.position))
        record = await make_move(club.services, record.id, record.player(match.turn), path)
    return record


@pytest.mark.parametrize(
    ("plies", "place", "waits"),
    [
        (SHORTEST, HERE, True),
        (SHORTEST - 1, HERE, False),
        (SHORTEST, ANYWHERE, False),
        (SHORTEST, replace(HERE, remote=True), False),
    ],
)
async def test_a_game_of_two_people_in_a_server_is_searched_when_it_is_over(
    club: Club, plies: int, place: Place, *, waits: bool
) -> None:
    record = await played(club, plies, place)
    assert unsearched(club.tables) == set()
    await resign(club.services, record.id, ANNA)
    assert unsearched(club.tables) == ({record.id} if waits else set())


async def test_what_was_stopped_or_set_up_or_played_by_the_engine_is_not(club: Club) -> None:
    record = await played(club, SHORTEST)
    over = replace(record, match=record.match.after(Resigned(Side.DARK, NOON)))
    assert may_hold_one(over)
    assert not may_hold_one(record)
    assert not may_hold_one(replace(over, level=3))
    stopped = record.match.after(Stopped(NOON))
    assert not may_hold_one(replace(over, match=stopped))
    created = record.match.log[0]
    assert isinstance(created, Created)
    line = write_position(record.match.game, record.match.start)
    set_up = fold((replace(created, start=line), *over.match.log[1:]))
    assert not may_hold_one(replace(over, match=set_up))
