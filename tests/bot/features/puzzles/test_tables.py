"""Puzzles in the store: who solved which, the puzzle of each day, servers' posts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.puzzles.model import FOUND, Attempt, Daily, DailyPuzzle, Puzzle, ShrinkPuzzle
from bot.features.puzzles.tables import SEARCH_MATCH, DailyTables, PuzzleTables
from bot.model.people import Person
from bot.model.posts import SentMessage
from bot.model.servers import Place
from bot.model.times import Kept
from bot.store.check import check
from bot.store.store import open_store
from tests.bot.features.puzzles.kept import found_puzzle
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import ANNA, BEN, CARL, begun, keep_person
from tests.bot.store.spoil import spoil

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.store.store import Store

DAY = 86_400
HERE = Place(5, 4001)


async def solved(store: Store, player: int, puzzle: int, at: int, guild: int | None = 5) -> Attempt:
    """That person solves that puzzle then."""
    return await PuzzleTables(store.database).change_attempt(
        player, puzzle, lambda attempt: replace(attempt, solved=at, guild=guild)
    )


async def post_of(store: Store, day: int) -> DailyPuzzle:
    """The post of that day, decided for server 5."""
    post = DailyPuzzle(day, place=HERE)
    await DailyTables(store.database).decide(
        5, lambda daily: (replace(daily, channel=HERE.channel), post)
    )
    (due,) = [post for post in await store.posts.due(0, 9) if isinstance(post, DailyPuzzle)]
    return due


async def test_what_a_person_made_of_a_puzzle_is_changed_as_it_is(store: Store) -> None:
    assert await PuzzleTables(store.database).attempts(ANNA) == []
    for tries in (1, 2):
        attempt = await PuzzleTables(store.database).change_attempt(
            ANNA, 7, lambda attempt: replace(attempt, tries=attempt.tries + 1)
        )
        assert attempt == Attempt(ANNA, 7, tries=tries)
    await solved(store, ANNA, 3, 100)
    await solved(store, BEN, 7, 100)
    assert list(await PuzzleTables(store.database).attempts(ANNA)) == [
        Attempt(ANNA, 3, solved=100, guild=5),
        Attempt(ANNA, 7, tries=2),
    ]


async def test_a_change_that_raises_changes_nothing(store: Store) -> None:
    await solved(store, ANNA, 7, 100)

    def refuse(attempt: Attempt) -> Attempt:
        raise LookupError(attempt)

    with pytest.raises(LookupError):
        await PuzzleTables(store.database).change_attempt(ANNA, 7, refuse)
    assert list(await PuzzleTables(store.database).attempts(ANNA)) == [
        Attempt(ANNA, 7, solved=100, guild=5)
    ]


async def test_a_day_keeps_the_puzzle_it_had_first(store: Store) -> None:
    assert await PuzzleTables(store.database).chosen(20_773) is None
    assert await PuzzleTables(store.database).choose(20_773, 4) == 4
    assert await PuzzleTables(store.database).choose(20_773, 5) == 4
    assert await PuzzleTables(store.database).chosen(20_773) == 4
    assert await PuzzleTables(store.database).choose(20_774, 5) == 5


async def test_what_was_solved_in_a_server_lists_those_who_want_it(store: Store) -> None:
    for player, at in ((ANNA, 100), (BEN, 99), (CARL, 200)):
        await solved(store, player, 1, at)
    await solved(store, ANNA, 2, 150, guild=6)
    await solved(store, ANNA, 3, 150, guild=None)
    await PuzzleTables(store.database).change_attempt(
        ANNA, 4, lambda attempt: replace(attempt, tries=1)
    )
    solved_attempts = await PuzzleTables(store.database).solved_in(5, 100)
    assert [(attempt.player, attempt.puzzle) for attempt in solved_attempts] == [
        (CARL, 1),
        (ANNA, 1),
    ]
    await keep_person(store, Person(CARL, listed=False))
    await keep_person(store, Person(ANNA, theme="slate"))
    assert [attempt.player for attempt in await PuzzleTables(store.database).solved_in(5, 100)] == [
        ANNA
    ]


async def test_a_server_has_a_puzzle_posted_when_it_is_due(store: Store) -> None:
    assert await DailyTables(store.database).of(5) == Daily(5)
    await DailyTables(store.database).decide(5, lambda daily: (daily, None))
    assert await store.servers.stored() == []
    for guild, due in ((5, 100), (6, 50), (7, 101), (8, 100 + DAY), (9, 101 + DAY), (10, None)):
        daily = Daily(guild, channel=11, due=due)
        await DailyTables(store.database).decide(guild, lambda _, daily=daily: (daily, None))
        assert await DailyTables(store.database).of(guild) == daily
    assert [daily.guild for daily in await DailyTables(store.database).due(100, 9)] == [6, 5, 9]
    assert [daily.guild for daily in await DailyTables(store.database).due(100, 1)] == [6, 9]


async def test_its_post_has_a_place_and_a_lane_of_its_own(store: Store) -> None:
    post = await post_of(store, 20_773)
    assert (post.day, post.place, post.lane) == (20_773, HERE, "puzzle 5")
    assert post.queue == 4001


async def test_the_message_before_is_to_be_shrunk_once(store: Store) -> None:
    first = await post_of(store, 20_773)
    await store.posts.done(first, SentMessage(700, 4001))
    assert await store.posts.due(0, 9) == []
    second = await post_of(store, 20_774)
    for _ in range(2):
        await store.posts.done(second, SentMessage(701, 4001))
    (past,) = await store.posts.due(0, 9)
    assert past == ShrinkPuzzle(20_773, 700, id=past.id)
    assert (past.place, past.lane) == (HERE, "old puzzle 5")
    await store.posts.done(past, SentMessage(700))
    known = await DailyTables(store.database).of(5)
    assert (known.message, known.sent_in, known.posted) == (701, 4001, 20_774)
    third = await post_of(store, 20_775)
    await store.posts.done(third, SentMessage(None))  # it could not be posted
    assert (await DailyTables(store.database).of(5)).message == 701


async def test_what_a_person_solved_is_theirs_and_goes_with_them(store: Store) -> None:
    await solved(store, ANNA, 1, 100)
    await solved(store, BEN, 1, 100)
    (attempt,) = (await store.personal_data.of(ANNA)).features["puzzles"]
    assert (attempt["number"], attempt["solved"]) == (1, "1970-01-01T00:01:40Z")
    await store.personal_data.erase(ANNA, 9000)
    assert await PuzzleTables(store.database).attempts(ANNA) == []
    assert [attempt.player for attempt in await PuzzleTables(store.database).solved_in(5, 0)] == [
        BEN
    ]


async def test_what_a_server_posts_goes_when_the_bot_has_left_it(store: Store) -> None:
    await post_of(store, 20_773)
    assert await store.servers.stored() == [5]
    await store.servers.note_presence((), (5,), 100)
    assert await store.clear(Kept(0, 0, 0, 101, 0), 9)
    assert await DailyTables(store.database).of(5) == Daily(5)


async def test_the_check_sees_what_is_wrong_with_puzzles(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await solved(store, ANNA, 1, 100)
        await PuzzleTables(store.database).choose(20_773, 4)
        await post_of(store, 20_773)
        assert [*check(path, EXTENSIONS)] == []
        for statement in ("UPDATE attempt SET tries = 'none'", "UPDATE daily SET due = 'x'"):
            spoil(path, statement)
    told = [broken.sentence for broken in check(path, EXTENSIONS)]
    faults = [sentence for sentence in told if "cannot be read" in sentence]
    assert len(faults) == 2
    assert all("of attempt" in sentence or "of daily" in sentence for sentence in faults)


async def waiting(store: Store) -> int:
    """Add a match to be searched for a puzzle."""
    known = await begun(store)
    await store.database.execute(SEARCH_MATCH, match=known.id)
    return known.id


@pytest.fixture
async def store(path: Path) -> AsyncGenerator[Store]:
    """An empty one. Some puzzles that these tests store can't be played, as a check would find."""
    async with open_store(path, EXTENSIONS) as opened:
        yield opened


def at(squares: str, grade: int = 1) -> Puzzle:
    """A puzzle with the king on c1, and these seven squares above him."""
    known = found_puzzle(grade=grade)
    text = known.text.replace("/7/2K4", f"/{squares}/2K4")
    return replace(known, text=text, line=known.line.replace(known.text, text))


async def keep(store: Store, puzzle: Puzzle) -> None:
    """It was found in a match of its own."""
    await PuzzleTables(store.database).keep_found(await waiting(store), puzzle)


async def test_a_match_waits_for_a_search_until_that_is_kept(store: Store) -> None:
    await begun(store)
    numbers = [await waiting(store) for _ in range(3)]
    assert await PuzzleTables(store.database).unsearched(2) == numbers[:2]
    await PuzzleTables(store.database).keep_found(numbers[0], None)
    await PuzzleTables(store.database).keep_found(numbers[1], found_puzzle())
    assert await PuzzleTables(store.database).unsearched(9) == [numbers[2]]
    assert await PuzzleTables(store.database).found_puzzle(FOUND + 1) == replace(
        found_puzzle(), number=FOUND + 1
    )
    assert await PuzzleTables(store.database).found_puzzle(FOUND) is None


async def test_a_match_that_was_searched_brings_nothing_more(store: Store) -> None:
    number = await waiting(store)
    await PuzzleTables(store.database).keep_found(number, None)
    await PuzzleTables(store.database).keep_found(number, found_puzzle())
    assert await PuzzleTables(store.database).found_puzzle(FOUND + 1) is None


async def test_of_a_position_there_is_one_puzzle_and_numbers_stay(store: Store) -> None:
    for squares in ("t6", "t6", "1t5"):
        await keep(store, at(squares))
    await keep(store, replace(at("t6"), rules="tawlbwrdd"))
    tables = PuzzleTables(store.database)
    puzzles = [await tables.found_puzzle(FOUND + count) for count in range(1, 5)]
    assert [(puzzle.rules, puzzle.text.split("/")[5]) for puzzle in puzzles if puzzle] == [
        ("brandubh", "t6"),
        ("brandubh", "1t5"),
        ("tawlbwrdd", "t6"),
    ]


async def test_the_newest_comes_that_the_player_has_not_done(store: Store) -> None:
    for squares, grade in (("t6", 1), ("1t5", 2), ("2t4", 2), ("3t3", 3)):
        await keep(store, at(squares, grade))

    async def following(but: int = 0, grade: int | None = None) -> int | None:
        puzzle = await PuzzleTables(store.database).next_found(ANNA, but, grade)
        return puzzle and puzzle.number - FOUND

    assert await following() == 4
    assert await following(FOUND + 4) == 3
    assert (await following(grade=2), await following(grade=1)) == (3, 1)
    assert await following(grade=5) is None
    await solved(store, ANNA, FOUND + 4, 100)
    await solved(store, BEN, FOUND + 3, 100)
    await PuzzleTables(store.database).change_attempt(
        ANNA, FOUND + 3, lambda attempt: replace(attempt, tries=2)
    )
    assert (await following(), await following(grade=2)) == (3, 3)
    await PuzzleTables(store.database).change_attempt(
        ANNA, FOUND + 3, lambda attempt: replace(attempt, shown=True)
    )
    assert (await following(), await following(grade=2)) == (2, 2)


@pytest.mark.parametrize(
    "damage",
    [
        "number = 7",
        "kind = 'draw'",
        "moves = 0",
        "grade = 6",
        "text = '2K4/7/7/7/7/7/8 l 0'",
        "rules = 'chess'",
        "line = 'brandubh | win 2 | 1 | 7/7/7/7/7/7/2K4 l 0 | c1-d2'",
        "line = 'brandubh | win 3 | 1 | 7/7/7/7/7/7/2K4 l 0 | c1-c2'",
    ],
)
async def test_the_check_sees_a_found_puzzle_that_is_none(path: Path, damage: str) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await keep(store, found_puzzle())
        await waiting(store)
        assert [*check(path, EXTENSIONS)] == []
        await store.database.execute(f"UPDATE found_puzzle SET {damage}")  # noqa: S608
    (sentence,) = [broken.sentence for broken in check(path, EXTENSIONS)]
    assert "of found_puzzle" in sentence


async def test_nothing_says_whose_game_a_puzzle_is_from(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await keep(store, found_puzzle())
        columns = await store.database.rows("PRAGMA table_info(found_puzzle)")
    assert [column["name"] for column in columns] == [
        "number",
        "rules",
        "kind",
        "moves",
        "grade",
        "text",
        "line",
    ]
