"""Reviews: made once however many ask, kept, made anew by a newer engine; tries from a moment."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from bot.service import practice
from bot.service.model import Place, Record
from bot.service.play import make_move
from bot.service.ports import EngineDown
from bot.service.practice import Answers, Choice
from bot.service.refusals import No, Refusal
from bot.service.review import (
    LEAST,
    Reason,
    Review,
    Reviews,
    can_be_reviewed,
    position_before,
    try_it,
)
from engine.review import Reason as Theirs
from games import catalogue
from games.core import Side
from games.events import Created, Moved, Resigned, Shelved, Stopped
from games.match import fold
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, MOVES, Parlour
from tests.bot.service.test_practice import FakeEngine
from tests.bot.store.memory import MemoryReviews

if TYPE_CHECKING:
    from bot.service.model import Player
    from games.match import Match

OVER = Resigned(Side.DARK, 9)


def game(number: int = 1, plies: int = len(MOVES), *more: object) -> Record:
    """A game with so many of the moves, and what came after them."""
    match = fold((Created(0, catalogue.game("ludens").data),))
    for move in MOVES[:plies]:
        match = match.after(Moved(match.turn, 1, move))
    for event in more:
        match = match.after(event)  # type: ignore[arg-type]
    return Record(number, HERE, ANNA, BEN, match, Pace())


@dataclass
class Slow:
    """Makes a review when the test lets it; counts how often it was asked."""

    version: int = 1
    size: int = 1
    asked: list[Player] = field(default_factory=list[int])
    go: asyncio.Event = field(default_factory=asyncio.Event)
    down: bool = False

    async def review(self, match: Match, person: Player, place: Place) -> Review:
        """As long as the game."""
        del place
        self.asked.append(person)
        await self.go.wait()
        if self.down:
            raise EngineDown
        return Review(self.version, (500,) * (len(match.plies) + 1), ())


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def reviews(slow: Slow) -> Reviews:
    return Reviews(slow, MemoryReviews())


def refused(error: pytest.ExceptionInfo[Refusal]) -> No:
    return error.value.no


def test_the_reasons_are_those_of_the_engine() -> None:
    assert [each.value for each in Reason] == [each.value for each in Theirs]


@pytest.mark.parametrize(
    ("record", "can"),
    [
        (game(1, 4, OVER), True),
        (game(1, 3, OVER), False),
        (game(1, 0, OVER), False),
        (game(1, 4), False),
        (game(1, 4, Shelved(9)), False),
        (game(1, 4, Stopped(9)), False),
    ],
)
async def test_which_games_can_be_reviewed(reviews: Reviews, record: Record, can: bool) -> None:  # noqa: FBT001  a parameter
    assert LEAST == 4
    assert can_be_reviewed(record) is can
    if can:
        assert await reviews.find(record, ANNA) is None
        return
    with pytest.raises(Refusal) as error:
        await reviews.find(record, ANNA)
    assert refused(error) is No.NO_REVIEW


async def test_asked_for_twice_at_once_it_is_made_once_and_kept(
    reviews: Reviews, slow: Slow
) -> None:
    over = game(1, 4, OVER)
    asked = [asyncio.create_task(reviews.make(over, who)) for who in (ANNA, BEN, ANNA)]
    await asyncio.sleep(0.01)
    slow.go.set()
    first, *others = await asyncio.gather(*asked)
    assert len(first.curve) == 5
    assert others == [first, first]
    assert slow.asked == [ANNA]
    assert await reviews.find(over, BEN) == first
    assert await reviews.make(over, BEN) == first
    assert len(slow.asked) == 1


async def test_it_is_made_even_when_the_one_who_asked_waits_no_longer(
    reviews: Reviews, slow: Slow
) -> None:
    over = game(1, 4, OVER)
    asked = asyncio.create_task(reviews.make(over, ANNA))
    await asyncio.sleep(0.01)
    asked.cancel()
    slow.go.set()
    assert len((await reviews.make(over, BEN)).curve) == 5
    assert slow.asked == [ANNA]


async def test_a_person_has_one_review_made_at_a_time_and_others_wait_for_theirs(
    reviews: Reviews, slow: Slow
) -> None:
    first = asyncio.create_task(reviews.make(game(1, 4, OVER), ANNA))
    await asyncio.sleep(0.01)
    for ask in (reviews.find, reviews.make):
        with pytest.raises(Refusal) as error:
            await ask(game(2, 4, OVER), ANNA)
        assert refused(error) is No.REVIEW_UNDER_WAY
    second = asyncio.create_task(reviews.make(game(2, 4, OVER), BEN))
    await asyncio.sleep(0.01)
    assert slow.asked == [ANNA]  # there is one process
    slow.go.set()
    await asyncio.gather(first, second)
    assert slow.asked == [ANNA, BEN]
    assert await reviews.make(game(3, 4, OVER), ANNA)


async def test_a_newer_engine_makes_it_again() -> None:
    kept, over, asked = MemoryReviews(), game(1, 4, OVER), list[int]()
    for version in (1, 1, 2, 1):
        slow = Slow(version)
        slow.go.set()
        await Reviews(slow, kept).make(over, ANNA)
        asked.append(len(slow.asked))
    assert asked == [1, 0, 1, 0]
    assert kept.kept[1].version == 2


async def test_without_an_engine_those_that_are_kept_are_shown(slow: Slow) -> None:
    kept, over = MemoryReviews(), game(1, 4, OVER)
    slow.go.set()
    made = await Reviews(slow, kept).make(over, ANNA)
    none = Reviews(Slow(version=9, size=0), kept)
    assert await none.find(over, BEN) == made
    with pytest.raises(Refusal) as error:
        await none.find(game(2, 4, OVER), BEN)
    assert refused(error) is No.NO_REVIEWS_HERE


async def test_one_that_could_not_be_made_is_made_when_it_is_asked_for_again(
    reviews: Reviews, slow: Slow
) -> None:
    slow.down = True
    slow.go.set()
    with pytest.raises(Refusal) as error:
        await reviews.make(game(1, 4, OVER), ANNA)
    assert refused(error) is No.ENGINE_DOWN
    slow.down = False
    assert await reviews.make(game(1, 4, OVER), ANNA)


@dataclass
class Club(Parlour):
    """A parlour in which the bot plays too."""

    @property
    def house(self):  # noqa: ANN201  a House
        """With the opponent."""
        return replace(super().house, opponent=Answers(FakeEngine()))


async def test_a_try_begins_before_the_move_with_the_side_that_made_it() -> None:
    club, over = Club(), game(1, 4, OVER)
    for ply, side in ((0, Side.DARK), (3, Side.LIGHT)):
        begun, new = await try_it(club.house, over, ply, BEN, instead=ply)
        assert new
        assert begun.alone
        assert begun.side(BEN) is side
        assert begun.match.turn is side
        assert begun.start == position_before(over, ply)
        assert begun.match.game.name == "ludens"


async def test_pressed_twice_it_is_the_same_try_and_another_game_is_given_up_only_when_asked() -> (
    None
):
    club, over = Club(), game(1, 4, OVER)
    mine = await practice.begin(club.house, ANNA, Choice(3, "bga", Side.DARK))
    mine = await make_move(club.house, mine.id, ANNA, ("a4", "a3"))
    assert await try_it(club.house, over, 2, ANNA) == (mine, False)
    begun, new = await try_it(club.house, over, 2, ANNA, instead=mine.id)
    assert new
    assert begun.level == 3
    assert await try_it(club.house, over, 2, ANNA, instead=mine.id) == (begun, True)
    assert await try_it(club.house, over, 2, ANNA) == (begun, True)
    assert [each.id for each in await club.store.running(ANNA)] == [begun.id]
    other, new = await try_it(club.house, over, 0, ANNA)  # nothing was played in the first one
    assert new
    assert [each.id for each in await club.store.running(ANNA)] == [other.id]


@pytest.mark.parametrize(("record", "ply"), [(game(1, 4, OVER), 4), (game(1, 4), 0)])
async def test_there_is_no_try_from_elsewhere(record: Record, ply: int) -> None:
    with pytest.raises(Refusal) as error:
        await try_it(Club().house, record, ply, ANNA)
    assert refused(error) is No.NO_REVIEW
