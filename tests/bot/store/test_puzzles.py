"""What the store knows of puzzles: who solved what, which one a day has, what servers post."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.model import Kept, Kind, Person, Place, Post
from bot.service.ports import Change
from bot.service.puzzles import FOUND, Attempt, Daily, Puzzle
from bot.store.check import check
from bot.store.store import open_store
from tests.bot.store.model import ANNA, BEN, CARL, begun, found_puzzle, keep_person

if TYPE_CHECKING:
    from pathlib import Path

    from bot.service.ports import Store

DAY = 86_400
HERE = Place(5, 4001)


async def solved(store: Store, player: int, puzzle: int, at: int, guild: int | None = 5) -> Attempt:
    """That person solves that puzzle then."""
    return await store.puzzles.change_attempt(
        player, puzzle, lambda each: replace(each, solved=at, guild=guild)
    )


async def post_of(store: Store, day: int) -> Post:
    """The post of that day, decided for server 5."""
    post = Post(Kind.PUZZLE, number=day, place=HERE)
    await store.daily.change(5, lambda each: (replace(each, channel=HERE.channel), post))
    (found,) = [each for each in await store.due_posts(0, 9) if each.kind is Kind.PUZZLE]
    return found


async def test_what_a_person_made_of_a_puzzle_is_changed_as_it_is(store: Store) -> None:
    assert await store.puzzles.attempts(ANNA) == []
    for tries in (1, 2):
        found = await store.puzzles.change_attempt(
            ANNA, 7, lambda each: replace(each, tries=each.tries + 1)
        )
        assert found == Attempt(ANNA, 7, tries=tries)
    await solved(store, ANNA, 3, 100)
    await solved(store, BEN, 7, 100)
    assert list(await store.puzzles.attempts(ANNA)) == [
        Attempt(ANNA, 3, solved=100, guild=5),
        Attempt(ANNA, 7, tries=2),
    ]


async def test_a_change_that_raises_changes_nothing(store: Store) -> None:
    await solved(store, ANNA, 7, 100)

    def refuse(attempt: Attempt) -> Attempt:
        raise LookupError(attempt)

    with pytest.raises(LookupError):
        await store.puzzles.change_attempt(ANNA, 7, refuse)
    assert list(await store.puzzles.attempts(ANNA)) == [Attempt(ANNA, 7, solved=100, guild=5)]


async def test_a_day_keeps_the_puzzle_it_had_first(store: Store) -> None:
    assert await store.puzzles.chosen(20_773) is None
    assert await store.puzzles.choose(20_773, 4) == 4
    assert await store.puzzles.choose(20_773, 5) == 4
    assert await store.puzzles.chosen(20_773) == 4
    assert await store.puzzles.choose(20_774, 5) == 5


async def test_what_was_solved_in_a_server_lists_those_who_want_it(store: Store) -> None:
    for player, at in ((ANNA, 100), (BEN, 99), (CARL, 200)):
        await solved(store, player, 1, at)
    await solved(store, ANNA, 2, 150, guild=6)
    await solved(store, ANNA, 3, 150, guild=None)
    await store.puzzles.change_attempt(ANNA, 4, lambda each: replace(each, tries=1))
    found = await store.puzzles.solved_in(5, 100)
    assert [(each.player, each.puzzle) for each in found] == [(CARL, 1), (ANNA, 1)]
    await keep_person(store, Person(CARL, listed=False))
    await keep_person(store, Person(ANNA, theme="slate"))
    assert [each.player for each in await store.puzzles.solved_in(5, 100)] == [ANNA]


async def test_a_server_has_a_puzzle_posted_when_it_is_due(store: Store) -> None:
    assert await store.daily.of(5) == Daily(5)
    assert await store.daily.change(5, lambda each: (each, None)) == Daily(5)
    assert await store.stored_guilds() == []
    for guild, due in ((5, 100), (6, 50), (7, 101), (8, 100 + DAY), (9, 101 + DAY), (10, None)):
        made = Daily(guild, channel=11, due=due)
        assert await store.daily.change(guild, lambda _, made=made: (made, None)) == made
    assert [each.guild for each in await store.daily.due(100, 9)] == [6, 5, 9]
    assert [each.guild for each in await store.daily.due(100, 1)] == [6, 9]


async def test_its_post_has_a_place_and_a_lane_of_its_own(store: Store) -> None:
    found = await post_of(store, 20_773)
    assert (found.number, found.place, found.lane) == (20_773, HERE, "puzzle 5")
    assert (found.match, found.challenge, found.queue) == (None, None, 4001)


async def test_the_message_before_is_to_be_shrunk_once(store: Store) -> None:
    first = await post_of(store, 20_773)
    await store.post_done(first, 700, 4001)
    assert await store.due_posts(0, 9) == []
    second = await post_of(store, 20_774)
    for _ in range(2):
        await store.post_done(second, 701, 4001)
    (past,) = await store.due_posts(0, 9)
    assert (past.kind, past.number, past.message) == (Kind.PUZZLE_PAST, 20_773, 700)
    assert (past.place, past.lane) == (HERE, "puzzle 5")
    await store.post_done(past, 700)
    known = await store.daily.of(5)
    assert (known.message, known.sent_in, known.posted) == (701, 4001, 20_774)
    third = await post_of(store, 20_775)
    await store.post_done(third, None)  # it could not be posted
    assert (await store.daily.of(5)).message == 701


async def test_what_a_person_solved_is_theirs_and_goes_with_them(store: Store) -> None:
    await solved(store, ANNA, 1, 100)
    await solved(store, BEN, 1, 100)
    assert (await store.dossier(ANNA)).puzzles == (Attempt(ANNA, 1, solved=100, guild=5),)
    await store.erase(ANNA, 9000)
    assert await store.puzzles.attempts(ANNA) == []
    assert [each.player for each in await store.puzzles.solved_in(5, 0)] == [BEN]


async def test_what_a_server_posts_goes_when_the_bot_has_left_it(store: Store) -> None:
    await post_of(store, 20_773)
    assert await store.stored_guilds() == [5]
    await store.note_guilds((), (5,), 100)
    assert await store.clear(Kept(0, 0, 0, 101), 9)
    assert await store.daily.of(5) == Daily(5)


async def test_the_check_sees_what_is_wrong_with_puzzles(path: Path) -> None:
    async with open_store(path) as store:
        await solved(store, ANNA, 1, 100)
        await store.puzzles.choose(20_773, 4)
        await post_of(store, 20_773)
        assert [broken async for broken in check(path)] == []
        damage = "UPDATE attempt SET tries = 'none'", "UPDATE puzzle_day SET puzzle = 9"
        for statement in (*damage, "UPDATE daily SET hour = 99"):
            await store._writer.write(lambda db, do=statement: db.execute(do))  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    found = [broken.sentence async for broken in check(path)]
    assert len(found) == 4  # the first one is no number either
    assert all("of attempt" in f or "of puzzle_day" in f or "of daily" in f for f in found)


async def waiting(store: Store) -> int:
    """A match in which a puzzle is to be looked for."""
    known = await begun(store)
    await store.commit(Change(record=known, before=len(known.match.log), search=True))
    return known.id


def at(squares: str, grade: int = 1) -> Puzzle:
    """A puzzle with the king on c1, and these seven squares above him."""
    known = found_puzzle(grade=grade)
    text = known.text.replace("/7/2K4", f"/{squares}/2K4")
    return replace(known, text=text, line=known.line.replace(known.text, text))


async def keep(store: Store, puzzle: Puzzle) -> None:
    """It was found in a match of its own."""
    await store.puzzles.keep_found(await waiting(store), puzzle)


async def test_a_match_waits_for_a_search_until_that_is_kept(store: Store) -> None:
    await begun(store)
    numbers = [await waiting(store) for _ in range(3)]
    assert await store.puzzles.unsearched(2) == numbers[:2]
    await store.puzzles.keep_found(numbers[0], None)
    await store.puzzles.keep_found(numbers[1], found_puzzle())
    assert await store.puzzles.unsearched(9) == [numbers[2]]
    assert await store.puzzles.found(FOUND + 1) == replace(found_puzzle(), number=FOUND + 1)
    assert await store.puzzles.found(FOUND) is None


async def test_a_match_that_was_searched_brings_nothing_more(store: Store) -> None:
    number = await waiting(store)
    await store.puzzles.keep_found(number, None)
    await store.puzzles.keep_found(number, found_puzzle())
    assert await store.puzzles.found(FOUND + 1) is None


async def test_of_a_position_there_is_one_puzzle_and_numbers_stay(store: Store) -> None:
    for squares in ("t6", "t6", "1t5"):
        await keep(store, at(squares))
    await keep(store, replace(at("t6"), rules="tawlbwrdd"))
    texts = [await store.puzzles.found(FOUND + count) for count in range(1, 5)]
    found = [(each.rules, each.text.split("/")[5]) for each in texts if each]
    assert found == [("brandubh", "t6"), ("brandubh", "1t5"), ("tawlbwrdd", "t6")]


async def test_the_newest_comes_that_the_player_has_not_done(store: Store) -> None:
    for squares, grade in (("t6", 1), ("1t5", 2), ("2t4", 2), ("3t3", 3)):
        await keep(store, at(squares, grade))

    async def following(but: int = 0, grade: int | None = None) -> int | None:
        found = await store.puzzles.next_found(ANNA, but, grade)
        return found and found.number - FOUND

    assert await following() == 4
    assert await following(FOUND + 4) == 3
    assert (await following(grade=2), await following(grade=1)) == (3, 1)
    assert await following(grade=5) is None
    await solved(store, ANNA, FOUND + 4, 100)
    await solved(store, BEN, FOUND + 3, 100)
    await store.puzzles.change_attempt(ANNA, FOUND + 3, lambda each: replace(each, tries=2))
    assert (await following(), await following(grade=2)) == (3, 3)
    await store.puzzles.change_attempt(ANNA, FOUND + 3, lambda each: replace(each, shown=True))
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
    async with open_store(path) as store:
        await keep(store, found_puzzle())
        await waiting(store)
        assert [broken async for broken in check(path)] == []
        await store._writer.write(lambda db: db.execute(f"UPDATE found_puzzle SET {damage}"))  # noqa: S608, SLF001  # pyright: ignore[reportPrivateUsage]
    found = [broken.sentence async for broken in check(path)]
    assert len(found) == 2  # the checksum is wrong too
    assert all("of found_puzzle" in each for each in found)


async def test_nothing_says_whose_game_a_puzzle_is_from(path: Path) -> None:
    async with open_store(path) as store:
        await keep(store, found_puzzle())
        columns = await store._reader.run(  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
            lambda db: [row["name"] for row in db.execute("PRAGMA table_info(found_puzzle)")]
        )
    assert columns == ["number", "rules", "kind", "moves", "grade", "text", "line", "sum"]
