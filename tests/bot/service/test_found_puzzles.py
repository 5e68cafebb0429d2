"""Puzzles that were found in games: their numbers, when they come, in which games one is sought."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.play import make_move, resign
from bot.service.puzzles import FOUND, SHORTEST, SOLVED, Attempt, may_hold_one
from bot.service.refusals import No
from bot.service.solving import another, answer, of_day, share, sheet, solution, week
from games.core import Side
from games.events import Created, Resigned, Stopped
from games.match import fold
from games.notation import write_position
from tests.bot.service.parlour import ANNA, HERE
from tests.bot.service.test_puzzles import ANYWHERE, BOOK, FIRST, NOON, Club, no

if TYPE_CHECKING:
    from bot.service.model import Place, Record
    from bot.service.puzzles import Puzzle


@pytest.fixture
def club() -> Club:
    """An empty one."""
    return Club()


def keep(club: Club, like: int) -> Puzzle:
    """One that was found: that of the stock with this number, with the next of the others."""
    number = max(club.store.puzzles.kept, default=FOUND) + 1
    club.store.puzzles.kept[number] = made = replace(BOOK.puzzles[like - 1], number=number)
    return made


def test_the_numbers_of_the_stock_stay_below_those_of_others() -> None:
    assert len(BOOK.puzzles) < FOUND


async def test_one_that_was_found_is_opened_and_solved_by_its_number(club: Club) -> None:
    made = keep(club, 40)
    opened = await sheet(club.house, ANNA, made.number)
    assert (opened.puzzle, opened.today, opened.puzzle.found) == (made, False, True)
    line = BOOK.solution(made.line)
    _, result, _ = await answer(club.house, ANNA, HERE, made.number, line, 0)
    assert result == SOLVED
    assert tuple(await solution(club.house, ANNA, HERE, made.number)) == line
    assert (await share(club.house, ANNA, made.number)).puzzle == made
    assert [(each.player, each.solved) for each in await week(club.house, 1, ANNA)] == [(ANNA, 1)]


async def test_days_have_the_same_puzzles_whatever_was_found(club: Club) -> None:
    days = (FIRST, FIRST + 9, FIRST + len(BOOK.puzzles))
    for like in (40, 41):
        keep(club, like)
    assert [(await of_day(club.house, day)).number for day in days] == [1, 10, 1]


async def test_what_was_found_comes_first_among_others_the_newest_before_all(club: Club) -> None:
    easy, hard = (
        next(each.number for each in BOOK.puzzles[50:] if each.grade == grade) for grade in (1, 3)
    )
    first, second, third = (keep(club, like) for like in (easy, hard, easy))
    assert (await another(club.house, ANNA)).puzzle == third
    assert (await another(club.house, ANNA, 3)).puzzle == second
    assert (await another(club.house, ANNA, like=third.number)).puzzle == first
    await club.store.puzzles.change_attempt(
        ANNA, first.number, lambda each: replace(each, solved=NOON)
    )
    following = (await another(club.house, ANNA, like=third.number)).puzzle
    assert (following.found, following.grade) == (False, 1)
    assert not (await another(club.house, ANNA, 5)).puzzle.found


async def test_when_all_of_the_stock_is_done_those_of_another_grade_remain(club: Club) -> None:
    easy, *_ = (each.number for each in BOOK.puzzles if each.grade == 1)
    made = keep(club, easy)
    for each in BOOK.puzzles:
        club.store.puzzles.tried[ANNA, each.number] = Attempt(ANNA, each.number, solved=NOON)
    hard, *_ = (each.number for each in BOOK.puzzles if each.grade == 5)
    assert (await another(club.house, ANNA, like=hard)).puzzle == made
    assert await no(another(club.house, ANNA, 5)) is No.NO_MORE_PUZZLES


async def played(club: Club, plies: int, place: Place = HERE) -> Record:
    """A game of so many moves by chance."""
    record = await club.begun(place=place)
    chance = random.Random(7)
    for _ in range(plies):
        match = record.match
        path = chance.choice(match.game.moves(match.position))
        record = await make_move(club.house, record.id, record.player(match.turn), path)
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
    assert club.store.puzzles.waiting == set()
    await resign(club.house, record.id, ANNA)
    assert club.store.puzzles.waiting == ({record.id} if waits else set())


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
