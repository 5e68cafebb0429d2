"""Games against the engine: begun, answered, taken back, given up; with an engine that is told."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest

from bot.model.matches import Outcome, Record, Search
from bot.model.people import ENGINE, FORMER
from bot.model.posts import BoardPost
from bot.service import moderation, practice, record_event
from bot.service.balance import Leans, Measured
from bot.service.due_matches import process_due_match
from bot.service.engine import EngineDown
from bot.service.erasure import erase
from bot.service.history import history_page
from bot.service.limits import Limits
from bot.service.lookup import find_game, games_to_answer, may_see
from bot.service.opponent import EngineOpponent
from bot.service.play import make_move, resign
from bot.service.practice import ALONE, LEVELS, Choice, Onward
from bot.service.refusals import No, Refusal
from bot.store.changes import BrokenMatch
from bot.store.check import check
from bot.ui.actions.practice import profile_lines
from bot.ui.words import words_of
from engine.levels import LEVELS as THEIRS
from games import catalogue
from games.errors import Illegal, Why
from games.events import Answered, Created, Moved, Offer, Shelved
from games.match import fold
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, Parlour
from tests.bot.store.extensions import EXTENSIONS
from tests.every import for_every
from tests.together import until

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.service.engine import Thought
    from bot.service.services import Services
    from games.core import Move
    from games.match import Match

from games.core import Reason, Side

T = TypeVar("T")

DAY = 86_400
QUICK = "larochelle+attackers-first"
WEAK = Choice(1, QUICK, Side.DARK)


def legal(match: Match) -> Move:
    """Any move that may be played."""
    return match.game.moves(match.position)[0]


@dataclass
class Told:
    """An engine's thought."""

    line: Sequence[Move]
    score: int = 0


@dataclass
class FakeEngine:
    """Plays the first move there is, or fails; counts what it was asked."""

    size: int = 1
    asked: list[int] = field(default_factory=list[int])
    down: bool = False
    score: int = 0
    gate: asyncio.Event = field(default_factory=asyncio.Event)  # until it is set, it thinks

    def __post_init__(self) -> None:
        self.gate.set()

    async def think(self, match: Match, level: int, player: Player, place: Place) -> Told:
        """The first move."""
        del player, place
        self.asked.append(level)
        await asyncio.sleep(0)
        await self.gate.wait()
        if self.down:
            raise EngineDown
        return Told([legal(match)], self.score)

    async def run(self, player: int, server: int, work: Callable[..., T], /, *args: object) -> T:
        """It does nothing else."""
        raise EngineDown(player, server, work, args)


@dataclass
class Club(Parlour):
    """A parlour in which the bot plays too."""

    engine: FakeEngine = field(default_factory=FakeEngine)

    def __post_init__(self) -> None:
        self.opponent = EngineOpponent(self.engine)

    @property
    def services(self) -> Services:
        """With the opponent."""
        plain = super().services
        return replace(plain, opponent=self.opponent)

    async def answered(self, record: Record) -> Record:
        """The match once the engine has moved."""
        await practice.answer(self.services, self.engine, record.id)
        return await self.services.record(record.id)

    async def moved(self, record: Record) -> Record:
        """Any move of the person, and the answer."""
        record = await make_move(self.services, record.id, ANNA, legal(record.match))
        return await self.answered(record)


@pytest.fixture
def club(parlour: Parlour) -> Club:
    return Club(parlour.store, parlour.tables)


def test_there_are_as_many_levels_as_the_engine_has() -> None:
    assert list(LEVELS) == list(THEIRS)


async def test_a_game_in_private_is_posted_nowhere(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    assert (record.dark, record.light, record.level) == (ANNA, ENGINE, 1)
    assert record.alone
    record = await club.moved(record)
    assert len(record.match.plies) == 2
    await practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK)
    await resign(club.services, record.id, ANNA)
    assert club.said() == []
    assert not may_see(record, BEN, HERE.channel)
    assert not may_see(record, BEN, record.place.channel)


async def test_the_engine_begins_where_it_has_the_first_move(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, Choice(3, QUICK, Side.LIGHT))
    assert record.engine_to_move
    assert await club.store.matches.engine_to_move() == [record.id]
    record = await club.answered(record)
    assert [ply.side for ply in record.match.plies] == [Side.DARK]
    assert await club.store.matches.engine_to_move() == []
    assert club.engine.asked == [3]


async def test_an_answer_is_made_once_however_often_it_is_asked_for(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    await make_move(club.services, record.id, ANNA, legal(record.match))
    asked = (practice.answer(club.services, club.engine, record.id) for _ in range(5))
    await asyncio.gather(*asked)
    assert len((await club.services.record(record.id)).match.plies) == 2


async def test_an_answer_to_what_was_taken_back_is_none(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    await make_move(club.services, record.id, ANNA, legal(record.match))

    async def take_back() -> None:
        await practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK)

    club.store.first = take_back
    await practice.answer(club.services, club.engine, record.id)
    assert (await club.services.record(record.id)).match.plies == ()


async def test_two_moves_have_one_board_in_public(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK, HERE)
    assert [type(post) for post in club.said()] == [BoardPost]
    record = await make_move(club.services, record.id, ANNA, legal(record.match))
    assert club.said() == []
    await club.answered(record)
    (post,) = club.said()
    assert post == BoardPost(1, 3)


async def test_what_waits_when_the_bot_starts_is_answered(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    await make_move(club.services, record.id, ANNA, legal(record.match))
    task = asyncio.create_task(club.opponent.run(club.services))
    async with asyncio.timeout(60):
        while await club.store.matches.engine_to_move():
            pass
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert len((await club.services.record(record.id)).match.plies) == 2


async def test_a_commit_wakes_the_engine(club: Club) -> None:
    task = asyncio.create_task(club.opponent.run(club.services))
    await asyncio.sleep(0)
    record = await practice.begin(club.services, ANNA, WEAK)
    await make_move(club.services, record.id, ANNA, legal(record.match))
    async with asyncio.timeout(60):
        while await club.store.matches.engine_to_move():
            pass
    await club.opponent.answer(record.id)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert club.engine.asked == [1]


async def test_who_took_back_meanwhile_and_moved_again_waits_for_the_answer_to_that(
    club: Club,
) -> None:
    """The earlier thought is no answer, nor a reason to say that one is awaited."""
    club.engine.gate.clear()
    task = asyncio.create_task(club.opponent.run(club.services))
    await asyncio.sleep(0)
    record = await practice.begin(club.services, ANNA, WEAK)
    await make_move(club.services, record.id, ANNA, legal(record.match))
    await until(lambda: bool(club.engine.asked))
    record = await practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK)
    _, another, *_ = record.match.game.moves(record.match.position)
    await make_move(club.services, record.id, ANNA, another)
    asked = asyncio.create_task(club.opponent.answer(record.id))
    await asyncio.sleep(0)
    club.engine.gate.set()
    await asked
    plies = (await club.services.record(record.id)).match.plies
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert [ply.side for ply in plies] == [Side.DARK, Side.LIGHT]


async def test_an_engine_that_fails_is_asked_again(club: Club) -> None:
    club.engine.down = True
    task = asyncio.create_task(club.opponent.run(club.services))
    await asyncio.sleep(0)
    record = await practice.begin(club.services, ANNA, WEAK)
    await make_move(club.services, record.id, ANNA, legal(record.match))
    with pytest.raises(EngineDown):
        await club.opponent.answer(record.id)
    club.engine.down = False
    await club.opponent.answer(record.id)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert len((await club.services.record(record.id)).match.plies) == 2


async def test_taking_back_is_free_as_often_as_one_likes(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    for _ in range(5):
        record = await club.moved(record)
        record = await practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK)
        assert record.match.plies == ()
    seen = len(record.match.log)
    record = await club.moved(record)
    seen = len(record.match.log)
    once = await practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK, seen)
    twice = await practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK, seen)
    assert once.match == twice.match
    with pytest.raises(Illegal) as refused:
        await practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK)
    assert refused.value.why is Why.NOTHING_TO_TAKE_BACK


async def test_a_game_that_is_too_long_is_only_ended(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_event, "LONGEST", 8)
    record = await practice.begin(club.services, ANNA, WEAK)
    record = await club.moved(record)
    record = await practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK)
    record = await club.moved(record)
    assert len(record.match.log) == 7
    record = await make_move(club.services, record.id, ANNA, legal(record.match))
    record = await club.answered(record)  # it never waits for the engine without need
    assert len(record.match.log) == 9
    takeback = practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK)
    assert await club.no(takeback) is No.TOO_LONG
    move = make_move(club.services, record.id, ANNA, legal(record.match))
    assert await club.no(move) is No.TOO_LONG
    assert await club.why(make_move(club.services, record.id, ANNA, ("z9", "z8"))) is Why.OFF_BOARD
    record = await practice.offer(club.services, record.id, ANNA, Offer.AGREE)
    assert (await resign(club.services, record.id, ANNA)).match.verdict


async def test_a_draw_is_declined_early_and_agreed_when_long_and_even(club: Club) -> None:
    rules = "bga"
    record = await practice.begin(club.services, ANNA, Choice(1, rules, Side.DARK))
    record = await club.moved(record)
    record = await practice.offer(club.services, record.id, ANNA, Offer.AGREE)
    newest = record.match.log[-1]
    assert isinstance(newest, Answered)
    assert not newest.accepted
    assert record.match.verdict is None


async def test_games_in_channels_have_a_pause_after_many_that_ended_at_once(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK, HERE)
    await resign(club.services, record.id, ANNA)
    for _ in range(4):
        club.time += 60
        record = await practice.rematch(club.services, record.id, ANNA)
        await resign(club.services, record.id, ANNA)
    club.hush()
    begin = practice.begin(club.services, ANNA, WEAK, HERE)
    assert await club.no(begin) is No.TOO_MANY_LATELY
    rematch = practice.rematch(club.services, record.id, ANNA)
    assert await club.no(rematch) is No.TOO_MANY_LATELY
    assert await practice.begin(club.services, ANNA, WEAK)
    assert await practice.begin(club.services, BEN, WEAK, HERE)
    club.time += 360  # ten minutes after the first one ended
    assert await practice.begin(club.services, ANNA, WEAK, HERE)


async def test_no_person_fills_the_file_with_games_given_up_in_private(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    for _ in range(40):
        record = await practice.begin(club.services, ANNA, WEAK, after=record.id)
    assert await club.no(practice.begin(club.services, ANNA, WEAK)) is No.PRACTICE_LATELY
    assert await running(club) == [record.id]  # refused, it gives way to no other game
    await resign(club.services, record.id, ANNA)
    assert await club.no(practice.begin(club.services, ANNA, WEAK)) is No.PRACTICE_LATELY
    assert await practice.begin(club.services, BEN, WEAK)
    assert await practice.begin(club.services, ANNA, WEAK, HERE)
    club.time += 600
    assert await practice.begin(club.services, ANNA, WEAK)


async def test_one_question_of_a_person_is_thought_about_at_a_time(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    match, earlier = (await club.moved(record)).match, record.match
    club.engine.asked.clear()

    async def ask(about: Match) -> Thought:
        return await club.opponent.advise(about, ANNA, record.place)

    *same, other = await asyncio.gather(
        ask(match), ask(match), ask(match), ask(earlier), return_exceptions=True
    )
    assert club.engine.asked == [0]
    assert same == [Told([legal(match)])] * 3
    assert isinstance(other, Refusal)
    assert other.no is No.THINKING
    assert await ask(earlier) == Told([legal(earlier)])


async def test_a_hint_is_the_engines_move_and_a_refutation_its_reply(club: Club) -> None:
    record = await club.moved(await practice.begin(club.services, ANNA, WEAK))
    assert (await practice.hint(club.services, record.id, ANNA))[1] == legal(record.match)
    assert (await practice.refutation(club.services, record.id, ANNA))[0].id == record.id
    club.engine.down = True
    for _ in range(2):
        assert await club.no(practice.hint(club.services, record.id, ANNA)) is No.ENGINE_DOWN


async def running(club: Club) -> list[int]:
    """Return the numbers of Anna's games in progress, the oldest first."""
    return sorted(game.id for game in await club.store.matches.running(ANNA))


async def test_a_second_press_starts_no_second_game(club: Club) -> None:
    begun = await asyncio.gather(
        *(practice.begin(club.services, ANNA, WEAK, after=0) for _ in range(3))
    )
    (first,) = {record.id for record in begun}
    await make_move(club.services, first, ANNA, legal(begun[0].match))
    presses = [practice.begin(club.services, ANNA, WEAK, after=first) for _ in range(3)]
    (second,) = {record.id for record in await asyncio.gather(*presses)}
    assert await running(club) == [first, second]
    other = await practice.begin(club.services, ANNA, replace(WEAK, rules="bga"), after=first)
    assert other.id > second


async def test_games_in_private_run_side_by_side_up_to_a_limit(club: Club) -> None:
    club.limits = Limits(practice_games=2)
    games = list[int]()
    for _ in range(2):
        record = await practice.begin(club.services, ANNA, WEAK)
        await club.moved(record)
        games.append(record.id)
    begin = practice.begin(club.services, ANNA, WEAK)
    assert await club.no(begin) is No.TOO_MANY_PRACTICE_GAMES
    assert await running(club) == games
    await resign(club.services, games[0], ANNA)
    assert (await practice.begin(club.services, ANNA, WEAK)).id > games[1]


async def test_a_game_without_a_move_gives_way_to_a_new_one(club: Club) -> None:
    first = await practice.begin(club.services, ANNA, replace(WEAK, side=Side.LIGHT))
    second = await practice.begin(club.services, ANNA, WEAK)
    assert (await club.services.record(first.id)).match.verdict
    assert await running(club) == [second.id]


async def test_a_broken_game_in_private_keeps_no_one_from_another(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, read = await practice.begin(club.services, ANNA, WEAK), club.store.matches.record

    async def record(number: int) -> Record | None:
        if number == broken.id:
            raise BrokenMatch
        return await read(number)

    monkeypatch.setattr(club.store.matches, "record", record)
    club.limits = Limits(practice_games=1)
    assert await practice.in_progress(club.services, ANNA) == []
    begun = await asyncio.gather(
        *(practice.begin(club.services, ANNA, WEAK, after=broken.id) for _ in range(3))
    )
    assert len({record.id for record in begun} - {broken.id}) == 1
    assert await practice.in_progress(club.services, ANNA) == begun[:1]
    newest = await practice.begin(club.services, ANNA, WEAK, HERE)
    assert (await practice.begin(club.services, ANNA, WEAK, HERE, after=1)).id == newest.id
    broken = newest
    assert (await practice.begin(club.services, ANNA, WEAK, HERE, after=1)).id > newest.id


async def test_games_in_public_have_a_limit_of_their_own(club: Club) -> None:
    club.limits = Limits(games=1, engine_games=2)
    for _ in range(2):
        await practice.begin(club.services, ANNA, WEAK, HERE)
    begin = practice.begin(club.services, ANNA, WEAK, HERE)
    assert await club.no(begin) is No.TOO_MANY_ENGINE_GAMES
    await club.begun()  # those with people are counted apart


async def test_a_barred_person_begins_no_game_there(club: Club) -> None:
    assert HERE.guild
    await moderation.bar(club.services, HERE.guild, ANNA, BEN)
    assert await club.no(practice.begin(club.services, ANNA, WEAK, HERE)) is No.BARRED
    await practice.begin(club.services, ANNA, WEAK)


@pytest.mark.parametrize("level", [0, -1, 9, 99])
async def test_a_level_that_there_is_not(club: Club, level: int) -> None:
    begun = practice.begin(club.services, ANNA, Choice(level, QUICK))
    assert await club.no(begun) is No.NO_SUCH_LEVEL


async def test_a_host_may_want_no_engine(club: Club) -> None:
    club.engine.size = 0
    assert await club.no(practice.begin(club.services, ANNA, WEAK)) is No.NO_PRACTICE
    without = replace(club.services, opponent=None)
    assert await club.no(practice.begin(without, ANNA, WEAK)) is No.NO_PRACTICE


async def test_the_last_choice_is_remembered(club: Club) -> None:
    assert await practice.last_choice(club.services, ANNA) == Choice()
    record = await practice.begin(club.services, ANNA, Choice(5, "ludens", Side.DARK))
    assert await practice.last_choice(club.services, ANNA) == Choice(5, "ludens", Side.DARK)
    await resign(club.services, record.id, ANNA)
    assert await practice.last_choice(club.services, ANNA) == Choice(5, "ludens", Side.DARK)
    assert await practice.last_choice(club.services, BEN) == Choice()


async def test_the_last_choice_of_tablut_is_remembered_after_a_game_of_tabal(club: Club) -> None:
    for choice in (Choice(5, "ludens", Side.DARK), Choice(3, "tabal", Side.LIGHT)):
        record = await practice.begin(club.services, ANNA, choice)
        await resign(club.services, record.id, ANNA)
    last = practice.last_choice
    assert await last(club.services, ANNA, "seabattle") == Choice(5, "ludens", Side.DARK)
    assert await last(club.services, ANNA, "tabal") == Choice(3, "tabal", Side.LIGHT)
    assert await last(club.services, BEN, "seabattle") == Choice(rules="seabattle")
    await practice.begin(club.services, BEN, Choice(2, "tabal"))
    assert await last(club.services, BEN, "bga") == Choice(rules="bga")


async def test_a_lost_game_leads_down_a_level_unless_it_was_given_up_as_it_began(
    club: Club,
) -> None:
    for level, plays, step in ((4, True, -1), (4, False, 0), (1, True, 0)):
        record = await practice.begin(club.services, ANNA, Choice(level, QUICK, Side.DARK))
        if plays:
            record = await club.moved(await club.moved(record))
        record = await resign(club.services, record.id, ANNA)
        onward = await practice.onward(club.services, record, ANNA)
        assert replace(onward, harder=None) == Onward(step)


async def test_each_won_game_leads_up_a_level_and_the_first_is_known(club: Club) -> None:
    start = "9/9/9/4t4/2K6/9/9/9/8t l 0"
    for level, onward in ((1, Onward(1, first_win=True)), (2, Onward(1)), (8, Onward(0))):
        choice = Choice(level, "seabattle", Side.LIGHT)
        record = await practice.begin(club.services, ANNA, choice, start=start)
        record = await make_move(club.services, record.id, ANNA, ("c5", "a5"))
        assert record.match.verdict
        assert await practice.onward(club.services, record, ANNA) == onward
        club.time += 1


async def test_a_profile_has_the_levels_beaten_each_once(club: Club) -> None:
    words = words_of("en")
    assert list((await profile_lines(club.services, ANNA))(words)) == []
    start = "9/9/9/4t4/2K6/9/9/9/8t l 0"
    for level in (3, 1, 3):
        choice = Choice(level, "seabattle", Side.LIGHT)
        record = await practice.begin(club.services, ANNA, choice, start=start)
        await make_move(club.services, record.id, ANNA, ("c5", "a5"))
        club.time += 1
    lost = await practice.begin(club.services, ANNA, WEAK)
    await resign(club.services, lost.id, ANNA)
    told = (await profile_lines(club.services, ANNA))(words)
    assert list(told) == ["Levels beaten: 1 and 3", "Against me: 3 wins in a row"]
    of_tabal = await profile_lines(club.services, ANNA, lambda rules: rules == catalogue.TABAL)
    assert list(of_tabal(words)) == []


async def test_a_profile_has_the_wins_in_a_row_and_the_longest_run_once_it_is_broken(
    club: Club,
) -> None:
    async def play(side: Side) -> list[str]:
        """A game in which the king escapes, and then what the profile says of runs."""
        start = f"9/9/9/4t4/2K6/9/9/9/8t {side} 0"
        choice = Choice(1, "seabattle", side)
        record = await practice.begin(club.services, ANNA, choice, start=start)
        if side is Side.DARK:
            record = await make_move(club.services, record.id, ANNA, ("i1", "i2"))
        king = ANNA if side is Side.LIGHT else ENGINE
        await make_move(club.services, record.id, king, ("c5", "a5"))
        club.time += 1
        _, *runs = (await profile_lines(club.services, ANNA))(words_of("en"))
        return runs

    assert await play(Side.LIGHT) == []  # one is no run
    assert await play(Side.LIGHT) == ["Against me: 2 wins in a row"]
    assert await play(Side.DARK) == ["Longest streak against me: 2 wins"]
    assert await play(Side.LIGHT) == ["Longest streak against me: 2 wins"]
    assert await play(Side.LIGHT) == ["Against me: 2 wins in a row"]
    assert await practice.wins_in_a_row(club.services, BEN) == (0, 0)


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        (Choice(1, "saami", Side.DARK), True),
        (Choice(2, "bga", Side.DARK), True),
        (Choice(2, "bga-rim", Side.DARK), False),  # leans to the attackers
        (Choice(1, "larochelle+king-steps", Side.DARK), False),  # nobody counted these games
        (Choice(3, "saami", Side.DARK), False),
        (Choice(2, "saami", Side.LIGHT), False),
        (Choice(1, "ashton", Side.DARK), False),  # both sides are alike
        (Choice(2, "brandubh", Side.DARK), False),
        (Choice(1, "tabal", Side.DARK), False),
    ],
)
async def test_who_starts_with_the_harder_side_at_a_low_level_is_told_once(
    club: Club, choice: Choice, *, told: bool
) -> None:
    leans = defaultdict(lambda: Measured(0.5, 0.04), {"bga-rim": Measured(0.28, 0.04)})
    services = replace(club.services, counted=Leans(nearest=leans.__getitem__))

    async def harder(record: Record) -> bool:
        return await practice.is_harder_for_beginners(services, record, ANNA)

    record = await practice.begin(club.services, ANNA, choice)
    assert await harder(record) is told
    if not told:
        return
    assert (
        await practice.onward(club.services, await over(club, record), ANNA)
    ).harder is Side.DARK
    again = await practice.begin(club.services, ANNA, choice, after=record.id)
    assert not await harder(again)


async def over(club: Club, record: Record) -> Record:
    return await resign(club.services, record.id, ANNA)


async def test_after_the_first_move_the_harder_side_is_no_longer_told(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, Choice(2, "saami", Side.DARK))
    moved = await make_move(club.services, record.id, ANNA, ("d1", "c1"))
    assert not await practice.is_harder_for_beginners(club.services, moved, ANNA)


async def test_the_harder_side_is_the_one_the_rules_give_less_to(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, Choice(4, QUICK, Side.LIGHT))
    record = await resign(club.services, record.id, ANNA)
    for share, harder in ((0.9, Side.DARK), (0.52, None), (0.2, Side.LIGHT)):
        lean = Measured(share, 0.04, 60)
        leans = Leans(nearest={record.match.game.name: lean}.__getitem__)
        services = replace(club.services, counted=leans)
        assert (await practice.onward(services, record, ANNA)).harder is harder


@pytest.mark.parametrize(
    ("rules", "harder"),
    [
        *((name, Side.DARK) for name in ("larochelle", "ludens", "fortresses", "bga", "bga-rim")),
        *((name, Side.DARK) for name in ("saami", "seabattle", "brandubh")),
        *((name, None) for name in ("ashton", "copenhagen", "fetlar", "tawlbwrdd", "tabal")),
    ],
)
async def test_against_the_first_level_the_king_is_easier_or_both_are_alike(
    club: Club, rules: str, harder: Side | None
) -> None:
    lean = Measured(0.1, 0.04, 60)  # of players who stop ways
    services = replace(club.services, counted=Leans(nearest={rules: lean}.__getitem__))
    record = await practice.begin(services, ANNA, Choice(1, rules, Side.LIGHT))
    record = await resign(services, record.id, ANNA)
    assert (await practice.onward(services, record, ANNA)).harder is harder


async def test_the_other_side_comes_next_where_one_side_mostly_wins(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, Choice(4, QUICK, Side.LIGHT))
    record = await resign(club.services, record.id, ANNA)
    for share, two in ((0.9, True), (0.6, False), (0.2, True)):
        lean = Measured(share, 0.04, 60)
        leans = Leans(nearest={record.match.game.name: lean}.__getitem__)
        services = replace(club.services, counted=leans)
        assert (await practice.onward(services, record, ANNA)).two is two


async def test_practice_counts_in_no_score(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    await resign(club.services, record.id, ANNA)
    shown = await history_page(club.services, Search(ANNA))
    assert [(past.id, past.level) for past in shown.matches] == [(record.id, 1)]
    assert shown.tally.of() == 0
    assert shown.tally.listed(Outcome.LOST) == 1


async def test_practice_hides_no_other_game(club: Club) -> None:
    await practice.begin(club.services, ANNA, WEAK)
    real = await club.begun()
    assert (await find_game(club.services, ANNA, None, None)).id == real.id
    assert [listing.id for listing in await games_to_answer(club.services, ANNA)] == [real.id]


async def test_practice_is_put_aside_in_silence(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    club.time += 61 * DAY
    await process_due_match(club.services, record.id, club.time)
    record = await club.services.record(record.id)
    assert isinstance(record.match.log[-1], Shelved)
    assert club.said() == []
    assert await practice.in_progress(club.services, ANNA)


async def test_an_erased_person_leaves_nothing_behind(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    await club.moved(record)
    await erase(club.services, ANNA)
    left = await club.services.record(record.id)
    assert {left.dark, left.light} == {FORMER, ENGINE}


async def test_a_hint_is_for_the_player_alone(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    _, move = await practice.hint(club.services, record.id, ANNA)
    assert move == legal(record.match)
    assert await club.no(practice.hint(club.services, record.id, BEN)) is No.NOT_YOUR_GAME
    club.engine.down = True
    assert await club.no(practice.hint(club.services, record.id, ANNA)) is No.ENGINE_DOWN


async def test_a_game_that_is_over_goes_on_from_before_the_last_move(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    record = await club.moved(await club.moved(record))
    await resign(club.services, record.id, ANNA)
    again = await practice.again(club.services, record.id, ANNA)
    assert again.id != record.id
    assert again.match.position.placement == record.match.plies[1].step.after.placement
    assert (await practice.again(club.services, record.id, ANNA)).id == again.id


async def test_it_goes_on_in_no_newer_game_that_is_only_like_it(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    record = await club.moved(await club.moved(record))
    await resign(club.services, record.id, ANNA)
    newer = await practice.begin(club.services, ANNA, WEAK)
    club.time += 60
    newer = await club.moved(await club.moved(newer))  # the same moves
    again = await practice.again(club.services, record.id, ANNA)
    assert again.id != newer.id
    assert len(again.match.plies) == 2
    assert (await practice.again(club.services, record.id, ANNA)).id == again.id


async def test_a_move_taken_back_in_a_lost_game_is_not_the_last_that_can_be(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    record = await club.moved(await club.moved(await club.moved(record)))
    await resign(club.services, record.id, ANNA)
    again = await practice.again(club.services, record.id, ANNA)
    assert [ply.move for ply in again.match.plies] == [ply.move for ply in record.match.plies[:-2]]
    for left in (2, 0):
        again = await practice.offer(club.services, again.id, ANNA, Offer.TAKEBACK)
        assert len(again.match.plies) == left


async def test_the_refutation_is_that_of_the_last_own_move(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    with pytest.raises(Refusal) as refused:
        await practice.refutation(club.services, record.id, ANNA)
    assert refused.value.no is No.MOVED_ON
    record = await club.moved(record)
    _, before, thought = await practice.refutation(club.services, record.id, ANNA)
    assert len(before.plies) == 1
    assert thought.line == [legal(before)]


async def test_a_rematch_changes_the_sides_once(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK, HERE)
    await resign(club.services, record.id, ANNA)
    rematches = [practice.rematch(club.services, record.id, ANNA) for _ in range(2)]
    first, second = [await rematch for rematch in rematches]
    assert first.id == second.id
    assert (first.dark, first.light, first.place) == (ENGINE, ANNA, HERE)


async def test_the_engine_moves_as_any_player_does(club: Club) -> None:
    record = await practice.begin(club.services, ANNA, WEAK)
    record = await club.moved(record)
    newest = record.match.log[-1]
    assert isinstance(newest, Moved)
    assert record.player(newest.by) == ENGINE
    assert ALONE.guild is None


# Rules, position, the person's side, their move and the engine's answer; whether it lost at once.
LOST = (
    ("bga", "9/9/9/9/9/9/t7t/1t1t5/3K1t3 d 0", Side.DARK, ("f1-e1", "d1-a1"), True),  # the end
    ("bga", "9/9/9/9/9/9/t7t/1t1t5/3K1t3 d 0", Side.DARK, ("f1-e1", "d1-c1"), True),  # overlooked
    ("bga", "9/9/9/9/9/9/t7t/1t1t5/3K1t3 d 0", Side.DARK, ("b2-b1", "d1-c1"), False),
    ("larochelle", "9/9/3t5/2tKt4/9/9/9/3t5/8T l 0", Side.LIGHT, ("i1-i2", "d2-d5"), True),
    ("larochelle", "9/9/3t5/2tKt4/9/9/9/3t5/8T l 0", Side.LIGHT, ("i1-i2", "d2-d1"), True),
    (
        "larochelle",
        "9/3t5/9/3K5/9/9/9/3t5/t7T d 0",
        Side.DARK,
        ("a1-a2", "d6-c6"),
        True,
    ),  # two ways
    ("tabal", "3/3/5/2m2/5/2M2/5/3/3 l 0", Side.LIGHT, ("c4-c5", "c6-c4"), True),
)


@for_every(("rules", "start", "side", "moves", "lost"), LOST)
def test_why_not_is_asked_where_a_move_lost_at_once_even_if_the_engine_overlooked_it(
    rules: str, start: str, side: Side, moves: tuple[str, str], *, lost: bool
) -> None:
    match = fold((Created(0, catalogue.game(rules).data, start=start),))
    for move in moves:
        match = match.after(Moved(match.turn, 1, tuple(move.split("-"))))
    players = (ANNA, ENGINE) if side is Side.DARK else (ENGINE, ANNA)
    record = Record(1, ALONE, *players, match, Pace(), level=1)
    assert practice.lost_at_once(record) is lost


START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/t8/4ttt2 d 3"


async def test_a_game_from_a_position_has_its_rules_and_the_players_side(club: Club) -> None:
    begun = await practice.play_from(club.services, BEN, "ludens", START, Side.DARK)
    assert begun.alone
    assert begun.side(BEN) is Side.DARK
    assert begun.start == START
    assert begun.match.game.name == "ludens"


async def test_begun_twice_from_a_position_it_is_the_same_game(club: Club) -> None:
    mine = await practice.begin(club.services, ANNA, Choice(3, "bga", Side.DARK))
    mine = await make_move(club.services, mine.id, ANNA, ("a4", "a3"))
    asked = (club.services, ANNA, "ludens", START, Side.DARK)
    begun = await practice.play_from(*asked)
    assert begun.level == 3
    assert await practice.play_from(*asked) == begun
    assert await running(club) == [mine.id, begun.id]


# What is kept of older games in private


async def ended(club: Club, number: int) -> list[int]:
    """So many games in private, one after the other; their numbers, the oldest first."""
    games = list[int]()
    for _ in range(number):
        club.time += 60
        record = await practice.begin(club.services, ANNA, WEAK)
        await resign(club.services, record.id, ANNA)
        games.append(record.id)
    return games


async def test_the_newest_fifty_keep_their_moves_and_older_ones_their_result(club: Club) -> None:
    public = await practice.begin(club.services, ANNA, WEAK, HERE)
    await resign(club.services, public.id, ANNA)
    games = await ended(club, 52)
    for number in games[:2]:
        with pytest.raises(Refusal) as refused:
            await club.services.record(number)
        assert refused.value.no is No.MOVES_FORGOTTEN
    for number in (public.id, *games[2:]):
        assert (await club.services.record(number)).match.verdict
    asked = 'SELECT DISTINCT "match" FROM event ORDER BY 1'
    remembered = [row[0] for row in club.tables.db.execute(asked)]
    assert remembered == [public.id, *games[2:]]
    past = await club.store.matches.finished(Search(ANNA), 0, 60)
    assert [line.forgotten for line in past] == [False] * 50 + [True, True, False]
    assert {line.reason for line in past} == {Reason.RESIGNED}
    tally = await club.store.matches.tally(Search(ANNA))
    assert tally.unrated[Outcome.LOST] == 53
    (_, _, file) = club.tables.db.execute("PRAGMA database_list").fetchone()
    assert [*check(Path(file), EXTENSIONS)] == []


async def test_what_piled_up_before_goes_little_by_little(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.record_event.PRIVATE_GAMES", 60)
    games = await ended(club, 60)
    monkeypatch.setattr("bot.service.record_event.PRIVATE_GAMES", 50)
    await ended(club, 1)
    forgotten = 'SELECT id FROM "match" WHERE forgotten ORDER BY id'
    assert (await club.services.record(games[7])).match.verdict
    assert [row[0] for row in club.tables.db.execute(forgotten)] == games[8:11]
