"""Puzzles: which one a day has, what counts as solved, streaks, the week's table, daily posts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.features.puzzles.daily import choose_channel, daily_of, post_daily
from bot.features.puzzles.feature import FEATURE
from bot.features.puzzles.model import (
    DEFEND,
    RIGHT,
    SOLVED,
    WRONG,
    Attempt,
    Book,
    Daily,
    DailyPuzzle,
    ShrinkPuzzle,
    date_of,
    record_of,
    streak,
)
from bot.features.puzzles.refusals import PuzzleNo
from bot.features.puzzles.solving import (
    another,
    answer,
    choose_for_day,
    easier,
    of_date,
    sheet,
    solution,
    solved_sheet,
    week,
)
from bot.features.puzzles.stock import book
from bot.features.puzzles.tables import Chosen, PuzzleTables
from bot.model.posts import SentMessage
from bot.model.servers import Place
from bot.service.engine import EngineDown
from bot.service.opponent import EngineOpponent
from bot.service.refusals import AnyNo, No, Refusal
from bot.service.usual import DEFAULT_RULES
from bot.ui.app import Features
from bot.ui.slots import PROFILE_LINES
from bot.ui.words import words_of
from engine.puzzles import USUAL
from games.pace import DAY
from tests.bot.features.puzzles.kept import attempts
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, Parlour

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import date

    from bot.model.matches import Record
    from bot.service.engine import Thought
    from bot.service.services import Services
    from games.core import Move
    from games.match import Match

FIRST = 20_780  # 23 November 2026, by its number since 1970
STOCK = book()


def in_order(day: date) -> int:
    """Return the number of a day's puzzle, in the order of the stock."""
    return (day - date_of(FIRST)).days % len(STOCK.puzzles) + 1


BOOK = replace(
    STOCK,
    puzzles=[replace(puzzle, number=day) for day, puzzle in enumerate(STOCK.puzzles, start=1)],
    first=date_of(FIRST),
    of_day=in_order,
    cycle=len(STOCK.puzzles),
)
NOON = FIRST * DAY + 43_200
ANYWHERE = Place(None, 31)


@dataclass
class Hands:
    """An engine that does all work at once, here."""

    size: int = 1
    down: bool = False
    asked: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    async def think(self, match: Match, level: int, player: int, place: Place) -> Thought:
        """It plays no games."""
        raise EngineDown(match, level, player, place)

    async def run(self, player: int, server: int, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401  what the work returns
        """Do the work."""
        self.asked.append((player, server))
        if self.down:
            raise EngineDown
        return work(*args)


class Club(Parlour):
    """A parlour with puzzles, at noon of the first day."""

    def __init__(self, parlour: Parlour) -> None:
        super().__init__(parlour.store, parlour.tables)
        self.hands = Hands()
        self.time = NOON

    @property
    def services(self) -> Services:
        """As the use cases want it."""
        return replace(super().services, opponent=EngineOpponent(self.hands), states={Book: BOOK})

    async def solve(self, player: int, number: int, place: Place = HERE, seen: int = 0) -> str:
        """Play the solution of a puzzle; what the last move was."""
        line = BOOK.solution(BOOK.puzzles[number - 1].line)
        _, result, _ = await answer(self.services, player, place, number, line, seen)
        return result

    async def miss(self, player: int, number: int, seen: int = 0) -> Move | None:
        """A wrong first move; what the opponent answers."""
        _, result, reply = await answer(self.services, player, HERE, number, (wrong(number),), seen)
        assert result == WRONG
        return reply

    async def daily(self, channel: int | None) -> Daily:
        """Choose a channel for the first server's daily puzzle, and return that."""
        await choose_channel(self.services, 1, ANNA, channel)
        return await daily_of(self.services, 1)

    async def day_passes(self, days: int = 1) -> None:
        """So many days later, at the same hour, with what the clock does then."""
        self.time += days * DAY
        await post_daily(self.services)


def wrong(number: int) -> Move:
    """A first move of a puzzle that is not right."""
    record = club_record(number)
    right = BOOK.solution(BOOK.puzzles[number - 1].line)[0]
    game, position = record.match.game, record.match.position
    return next(move for move in game.moves(position) if move != right)


def club_record(number: int) -> Record:
    """A puzzle before it is solved."""
    return record_of(BOOK.puzzles[number - 1], ANNA)


@pytest.fixture
def club(parlour: Parlour) -> Club:
    """An empty one."""
    return Club(parlour)


async def no(work: Awaitable[object]) -> AnyNo:
    """Why it is refused."""
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.no


async def test_a_day_has_the_same_puzzle_for_all_and_keeps_it(club: Club) -> None:
    assert (await choose_for_day(club.services, FIRST)).number == 1
    assert (await choose_for_day(club.services, FIRST + 9)).number == 10
    club.tables.put("puzzle_day", Chosen(FIRST, 7))  # as an older stock had it
    assert (await sheet(club.services, ANNA)).puzzle.number == 7
    assert (await sheet(club.services, BEN)).puzzle.number == 7
    await club.day_passes()
    opened = await of_date(club.services, ANNA, "2026-11-23")
    assert (opened.puzzle.number, opened.today) == (7, False)


async def test_right_moves_lead_on_to_the_end(club: Club) -> None:
    number = next(
        puzzle.number for puzzle in BOOK.puzzles if puzzle.moves == 3 and puzzle.kind == "win"
    )
    line = BOOK.solution(BOOK.puzzles[number - 1].line)
    club.tables.put("attempt", Attempt(ANNA, number))  # opened before
    for count in range(1, len(line), 2):
        _, result, reply = await answer(club.services, ANNA, HERE, number, line[:count], 0)
        assert (result, reply) == (RIGHT, line[count])
    assert attempts(club.tables)[ANNA, number].solved is None
    _, result, reply = await answer(club.services, ANNA, HERE, number, line, 0)
    assert (result, reply) == (SOLVED, None)
    attempt = attempts(club.tables)[ANNA, number]
    assert attempt == Attempt(ANNA, number, solved=NOON, guild=1)
    assert set(club.hands.asked) == {(ANNA, 1)}


async def test_a_defence_is_solved_even_if_the_engine_fails_to_say_what_it_stops(
    club: Club,
) -> None:
    puzzle = next(puzzle for puzzle in BOOK.puzzles if puzzle.kind == DEFEND)
    line = BOOK.solution(puzzle.line)
    failing = {Book: replace(BOOK, threat=Mock(side_effect=EngineDown))}
    services = replace(club.services, states=failing)
    _, result, threat = await answer(services, ANNA, HERE, puzzle.number, line, 0)
    assert (result, threat) == (SOLVED, None)


async def test_moves_that_no_puzzle_allows_count_nothing(club: Club) -> None:
    line = BOOK.solution(BOOK.puzzles[0].line)
    forged = (wrong(1), *line[1:])
    assert await no(answer(club.services, ANNA, HERE, 1, forged, 0)) is No.MOVED_ON
    assert await no(answer(club.services, ANNA, HERE, 1, line[:2], 0)) is No.MOVED_ON
    assert await no(answer(club.services, ANNA, HERE, 1, (), 0)) is No.MOVED_ON
    assert await no(answer(club.services, ANNA, HERE, 9999, line, 0)) is PuzzleNo.NO_SUCH_PUZZLE
    assert attempts(club.tables) == {}


async def test_a_wrong_move_is_answered_and_counted_once(club: Club) -> None:
    assert await club.miss(ANNA, 1) is not None
    assert await club.miss(ANNA, 1) is not None  # pressed twice
    assert (await sheet(club.services, ANNA)).attempt.tries == 1
    await club.miss(ANNA, 1, seen=1)
    assert await club.solve(ANNA, 1, seen=2) == SOLVED
    await club.miss(ANNA, 1, seen=2)  # afterwards nothing counts
    club.time += 60
    assert await club.solve(ANNA, 1, seen=2) == SOLVED
    assert (await sheet(club.services, ANNA)).attempt == Attempt(
        ANNA, 1, tries=2, solved=NOON, day=FIRST, guild=1
    )


async def test_who_has_seen_the_solution_has_not_solved_it(club: Club) -> None:
    assert await no(solution(club.services, ANNA, HERE, 1)) is PuzzleNo.TRY_FIRST
    await club.miss(ANNA, 1)
    moves = await solution(club.services, ANNA, HERE, 1)
    assert tuple(moves) == BOOK.solution(BOOK.puzzles[0].line)
    assert await club.solve(ANNA, 1, seen=1) == SOLVED
    attempt = (await sheet(club.services, ANNA)).attempt
    assert (attempt.shown, attempt.solved) == (True, None)
    assert await no(solved_sheet(club.services, ANNA, 1)) is PuzzleNo.NOT_SOLVED
    assert await club.solve(BEN, 1) == SOLVED
    await solution(club.services, BEN, HERE, 1)  # after it is solved, it takes nothing away
    attempt = (await sheet(club.services, BEN)).attempt
    assert (attempt.shown, attempt.solved) == (False, NOON)


async def test_days_in_a_row_are_those_solved_on_their_day(club: Club) -> None:
    for number in (1, 2, 3):
        await club.solve(ANNA, number)
        await club.day_passes()
    assert (await sheet(club.services, ANNA)).streak.days == 3
    await club.day_passes()
    await club.solve(ANNA, 4)  # of yesterday: it comes too late
    assert (await sheet(club.services, ANNA)).streak.days == 3
    await club.day_passes()
    assert (await sheet(club.services, ANNA)).streak.days == 0
    await club.solve(ANNA, 6)
    today = await sheet(club.services, ANNA)
    assert (today.streak.days, today.today, today.next) == (1, True, (FIRST + 6) * DAY)


@pytest.mark.parametrize(
    ("days", "count"),
    [
        ({1, 2, 4}, 3),
        ({1, 2, 4, 6}, 1),  # a second day off within a week
        ({1, 2, 4, 5, 6, 7, 8, 9, 11}, 9),  # a week later
        ({1, 2, 5}, 1),  # two days off in a row
    ],
)
def test_one_missed_day_a_week_breaks_no_streak(days: set[int], count: int) -> None:
    assert streak(days, max(days)).days == count


async def test_a_profile_has_the_days_in_a_row_and_the_longest_run_once_it_is_broken(
    club: Club,
) -> None:
    async def told() -> list[str]:
        return [
            *(await Features(FEATURE).lines(PROFILE_LINES, club.services, ANNA))(words_of("en"))
        ]

    assert await told() == []
    for number in (1, 2):
        await club.solve(ANNA, number)
        await club.day_passes()
    solved = "Puzzles: 2 solved, 2 on the first try"
    assert await told() == [solved, "Daily puzzle streak: 2 days"]
    await club.day_passes(2)
    assert await told() == [solved, "Longest daily puzzle streak: 2 days"]


async def test_what_was_solved_before_counts_again_on_its_day(club: Club) -> None:
    day = FIRST + 200
    number = BOOK.of_day(date_of(day))
    await club.solve(ANNA, number)
    assert (await sheet(club.services, ANNA, number)).attempt.day is None
    club.time += 200 * DAY
    await club.solve(ANNA, number)
    today = await sheet(club.services, ANNA)
    assert (today.attempt.day, today.attempt.solved, today.streak.days) == (day, NOON, 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-11-24", PuzzleNo.DAY_TO_COME),
        ("2026-11-22", PuzzleNo.NO_PUZZLE_THEN),
        ("9999-12-31", PuzzleNo.DAY_TO_COME),
        ("0001-01-01", PuzzleNo.NO_PUZZLE_THEN),
        ("yesterday", PuzzleNo.WHICH_PUZZLE_DAY),
        ("2026-02-30", PuzzleNo.WHICH_PUZZLE_DAY),
        ("", PuzzleNo.WHICH_PUZZLE_DAY),
    ],
)
async def test_a_day_that_has_none_is_refused(club: Club, text: str, why: PuzzleNo) -> None:
    assert await no(of_date(club.services, ANNA, text)) is why


def test_the_usual_rules_of_the_days_are_the_house_game() -> None:
    assert USUAL == DEFAULT_RULES


@pytest.mark.parametrize("number", [0, -1, 10_000, 10_001, 2**60, 2**70])
async def test_a_number_that_has_none_is_refused(club: Club, number: int) -> None:
    assert await no(sheet(club.services, ANNA, number)) is PuzzleNo.NO_SUCH_PUZZLE


async def test_the_puzzles_of_the_next_days_stay_closed(club: Club) -> None:
    in_thirty, in_thirty_one = (BOOK.of_day(date_of(FIRST + days)) for days in (30, 31))
    assert await no(sheet(club.services, ANNA, 2)) is PuzzleNo.PUZZLE_TO_COME
    assert await no(sheet(club.services, ANNA, in_thirty)) is PuzzleNo.PUZZLE_TO_COME
    assert (await sheet(club.services, ANNA, in_thirty_one)).puzzle.number == in_thirty_one
    await club.day_passes()
    assert (await sheet(club.services, ANNA, 2)).today
    assert not (await sheet(club.services, ANNA, 1)).today
    assert await no(sheet(club.services, ANNA, in_thirty_one)) is PuzzleNo.PUZZLE_TO_COME


async def test_another_one_is_not_solved_and_not_to_come(club: Club) -> None:
    club.time += 100 * DAY
    today = FIRST + 100
    coming = {BOOK.of_day(date_of(today + days)) for days in range(31)}
    for grade in (1, 5):
        seen = set[int]()
        while True:
            try:
                number = (await another(club.services, ANNA, grade)).puzzle.number
            except Refusal as refusal:
                assert refusal.no is PuzzleNo.NO_MORE_PUZZLES  # noqa: PT017  the last one
                break
            assert number not in seen | coming
            seen.add(number)
            club.tables.put("attempt", Attempt(ANNA, number, solved=1))
        of_grade = {puzzle.number for puzzle in BOOK.puzzles if puzzle.grade == grade}
        assert seen == of_grade - coming


async def test_another_one_is_like_that_before_it(club: Club) -> None:
    like = await another(club.services, ANNA, 3)
    other = await another(club.services, ANNA, like=like.puzzle.number)
    assert other.puzzle.grade == 3
    assert other.puzzle.number != like.puzzle.number


async def test_another_and_another_leads_through_all_of_a_grade_the_usual_rules_first(
    club: Club,
) -> None:
    number = (await another(club.services, ANNA, 2)).puzzle.number
    seen = list[int]()
    while number not in seen:
        seen.append(number)
        number = (await another(club.services, ANNA, like=number)).puzzle.number
    coming = {BOOK.of_day(date_of(FIRST + days)) for days in range(31)}
    of_grade = {puzzle.number for puzzle in BOOK.puzzles if puzzle.grade == 2}
    assert set(seen) == of_grade - coming
    assert number == seen[0]
    usual = [BOOK.puzzles[number - 1].rules == DEFAULT_RULES for number in seen]
    assert usual == sorted(usual, reverse=True)
    assert len(set(usual)) == 2


async def test_an_easier_one_is_a_little_easier_or_as_easy_as_there_are(club: Club) -> None:
    hard = next(puzzle.number for puzzle in BOOK.puzzles if puzzle.grade == 4)
    assert (await easier(club.services, ANNA, hard)).puzzle.grade == 3
    for puzzle in BOOK.puzzles:
        if puzzle.grade in (2, 3):
            club.tables.put("attempt", Attempt(ANNA, puzzle.number, solved=1))
    assert (await easier(club.services, ANNA, hard)).puzzle.grade == 1
    easy = next(puzzle.number for puzzle in BOOK.puzzles if puzzle.grade == 1)
    assert await no(easier(club.services, ANNA, easy)) is PuzzleNo.NO_EASIER_PUZZLES
    assert await no(easier(club.services, ANNA, 9999)) is PuzzleNo.NO_SUCH_PUZZLE


async def test_another_one_takes_one_look_at_what_the_person_solved(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[str]()

    def note(name: str) -> None:
        real = getattr(PuzzleTables, name)

        async def noted(tables: PuzzleTables, about: int) -> object:
            looks.append(name)
            return await real(tables, about)

        monkeypatch.setattr(PuzzleTables, name, noted)

    note("attempts")
    note("chosen")
    monkeypatch.setattr(
        PuzzleTables, "next_found", AsyncMock(return_value=None)
    )  # it looks for itself
    await another(club.services, ANNA)
    assert sorted(looks) == ["attempts", "chosen"]


async def test_without_an_engine_there_are_none(club: Club) -> None:
    club.hands.size = 0
    assert await no(sheet(club.services, ANNA)) is PuzzleNo.NO_PUZZLES
    assert await no(daily_of(club.services, 1)) is PuzzleNo.NO_PUZZLES
    await post_daily(club.services)
    club.hands = Hands(down=True)
    assert await no(club.solve(ANNA, 1)) is No.ENGINE_DOWN
    assert attempts(club.tables) == {}


async def test_a_week_counts_what_was_solved_there(club: Club) -> None:
    last = len(BOOK.puzzles)
    for number in (last, last - 1):
        await club.solve(ANNA, number)
    await club.miss(BEN, last)
    for number in (last, last - 1):
        await club.solve(BEN, number, seen=1)
    await club.solve(CARL, last, ANYWHERE)
    table = await week(club.services, 1, ANNA)
    assert [(ranked.place, ranked.player, ranked.solved, ranked.first) for ranked in table] == [
        (1, ANNA, 2, 2),
        (2, BEN, 2, 1),
    ]
    assert await week(club.services, 2, ANNA) == []
    await club.day_passes(6)  # Sunday
    assert len(await week(club.services, 1, ANNA)) == 2
    await club.day_passes()
    assert await week(club.services, 1, ANNA) == []


async def test_a_table_is_short_has_ties_and_the_reader(club: Club) -> None:
    for player in range(200, 212):
        attempt = Attempt(player, 1, solved=NOON, guild=1)
        club.tables.put("attempt", attempt)
    club.tables.put("attempt", Attempt(211, 2, solved=NOON, guild=1))
    table = await week(club.services, 1, 210)
    assert [ranked.place for ranked in table] == [1, *[2] * 10]
    assert [ranked.player for ranked in table] == [211, *range(200, 209), 210]


async def test_who_has_not_solved_it_has_nothing_to_show(club: Club) -> None:
    assert await no(solved_sheet(club.services, ANNA, 1)) is PuzzleNo.NOT_SOLVED
    await club.solve(ANNA, 1)
    assert (await solved_sheet(club.services, ANNA, 1)).attempt.solved == NOON


def at(hour: int, day: int = FIRST) -> int:
    """That hour of a day."""
    return day * DAY + hour * 3600


async def test_a_server_has_it_once_a_day_in_the_morning(club: Club) -> None:
    assert await daily_of(club.services, 1) == Daily(1)
    club.time = at(6)
    assert (await club.daily(11)).due == at(8)
    for hour, posted in ((7, 0), (8, 1), (9, 1), (23, 1), (24, 1), (32, 2)):
        club.time = at(hour)
        await post_daily(club.services)
        await post_daily(club.services)
        assert len(club.posts) == posted
    first, second = club.posts.values()
    assert first == DailyPuzzle(FIRST, id=first.id)
    assert (first.place, first.lane, first.queue) == (Place(1, 11), "puzzle 1", 11)
    assert second == DailyPuzzle(FIRST + 1, id=second.id)


def days(club: Club) -> list[int]:
    """Return the days whose puzzles wait to be posted."""
    return [post.day for post in club.posts.values() if isinstance(post, DailyPuzzle)]


@pytest.mark.parametrize(("hours", "posted"), [(3, [FIRST]), (17, []), (25, [FIRST + 1])])
async def test_what_was_missed_comes_the_same_day_or_not_at_all(
    club: Club, hours: int, posted: list[int]
) -> None:
    club.time = at(6)
    await club.daily(11)
    club.time = at(8 + hours)
    await post_daily(club.services)
    assert days(club) == posted
    following = at(8, FIRST + 1) if hours < 24 else at(8, FIRST + 2)
    assert (await daily_of(club.services, 1)).due == following


async def test_another_channel_brings_no_second_one_that_day(club: Club) -> None:
    club.time = at(6)
    await club.daily(11)
    club.time = at(8)
    await post_daily(club.services)
    await club.daily(None)
    assert (await club.daily(12)).due == at(8, FIRST + 1)
    await post_daily(club.services)
    assert len(club.posts) == 1


async def test_a_clock_that_was_ahead_takes_no_day_away(club: Club) -> None:
    await club.daily(11)
    club.time = at(15, FIRST + 400)
    await post_daily(club.services)
    club.time = at(15)
    await post_daily(club.services)
    assert days(club) == [FIRST + 400, FIRST]
    assert (await daily_of(club.services, 1)).due == at(8, FIRST + 1)


async def test_the_one_before_is_shrunk_when_the_next_is_posted(club: Club) -> None:
    club.time = at(6)
    await club.daily(11)
    for day, message in ((FIRST, 700), (FIRST + 1, 701)):
        club.time = at(8, day)
        await post_daily(club.services)
        (post,) = club.posts.values()
        await club.store.posts.done(post, SentMessage(message))
        await club.store.posts.done(post, SentMessage(message))  # done twice is done once
    (past,) = club.posts.values()
    assert past == ShrinkPuzzle(FIRST, 700, id=past.id)
    assert past.place == Place(1, 11)
