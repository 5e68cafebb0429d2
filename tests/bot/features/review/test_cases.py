"""Reviews: made once however many ask, kept, made again by a newer engine; tries from a moment."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bot.features.review.cases import LEAST, Reviews, can_be_reviewed, position_before, start_of_try
from bot.features.review.model import Reason, Review
from bot.features.review.refusals import ReviewNo
from bot.features.review.tables import ReviewTables
from bot.model.matches import Record
from bot.service.engine import EngineDown
from bot.service.refusals import AnyNo, No, Refusal
from engine.review import Reason as Theirs
from games import catalogue
from games.core import Side
from games.events import Created, Moved, Resigned, Shelved, Stopped
from games.match import fold
from games.notation import read_position
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, MOVES
from tests.together import until

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.store.store import Store
    from games.match import Match
    from tests.bot.store.tables import Tables

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

    async def review(self, match: Match, player: Player, place: Place) -> Review:
        """As long as the game."""
        del place
        self.asked.append(player)
        await self.go.wait()
        if self.down:
            raise EngineDown
        return Review(self.version, (500,) * (len(match.plies) + 1), ())


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture(autouse=True)
def _games(tables: Tables) -> None:
    """Three games are stored."""
    for number in (1, 2, 3):
        tables.put_record(game(number, 4, OVER))


@pytest.fixture
def reviews(slow: Slow, store: Store) -> Reviews:
    return Reviews(slow, ReviewTables(store.database))


def refused(error: pytest.ExceptionInfo[Refusal]) -> AnyNo:
    return error.value.no


def test_the_reasons_are_those_of_the_engine() -> None:
    assert [reason.value for reason in Reason] == [reason.value for reason in Theirs]


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
    assert refused(error) is ReviewNo.NO_REVIEW


async def test_asked_for_twice_at_once_it_is_made_once_and_kept(
    reviews: Reviews, slow: Slow
) -> None:
    over = game(1, 4, OVER)
    asked = [asyncio.create_task(reviews.make(over, who)) for who in (ANNA, BEN, ANNA)]
    await until(lambda: bool(slow.asked))
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
    await until(lambda: bool(slow.asked))
    asked.cancel()
    slow.go.set()
    assert len((await reviews.make(over, BEN)).curve) == 5
    assert slow.asked == [ANNA]


async def test_a_person_has_one_review_made_at_a_time_and_others_wait_for_theirs(
    reviews: Reviews, slow: Slow
) -> None:
    first = asyncio.create_task(reviews.make(game(1, 4, OVER), ANNA))
    await until(lambda: bool(slow.asked))
    for ask in (reviews.find, reviews.make):
        with pytest.raises(Refusal) as error:
            await ask(game(2, 4, OVER), ANNA)
        assert refused(error) is ReviewNo.REVIEW_UNDER_WAY
    second = asyncio.create_task(reviews.make(game(2, 4, OVER), BEN))
    await asyncio.sleep(0.01)
    assert slow.asked == [ANNA]  # there is one process
    slow.go.set()
    await asyncio.gather(first, second)
    assert slow.asked == [ANNA, BEN]
    assert await reviews.make(game(3, 4, OVER), ANNA)


async def test_a_newer_engine_makes_it_again(store: Store) -> None:
    tables, over, asked = ReviewTables(store.database), game(1, 4, OVER), list[int]()
    for version in (1, 1, 2, 1):
        slow = Slow(version)
        slow.go.set()
        await Reviews(slow, tables).make(over, ANNA)
        asked.append(len(slow.asked))
    assert asked == [1, 0, 1, 0]
    review = await tables.find(over.id)
    assert review
    assert review.version == 2


async def test_without_an_engine_those_that_are_kept_are_shown(slow: Slow, store: Store) -> None:
    tables, over = ReviewTables(store.database), game(1, 4, OVER)
    slow.go.set()
    review = await Reviews(slow, tables).make(over, ANNA)
    none = Reviews(Slow(version=9, size=0), tables)
    assert await none.find(over, BEN) == review
    with pytest.raises(Refusal) as error:
        await none.find(game(2, 4, OVER), BEN)
    assert refused(error) is ReviewNo.NO_REVIEWS_HERE


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


def test_a_try_begins_before_the_move_with_the_side_that_made_it() -> None:
    over = game(1, 4, OVER)
    for ply, side in ((0, Side.DARK), (3, Side.LIGHT)):
        assert start_of_try(over, ply) == (position_before(over, ply), side)
        assert read_position(over.match.game, position_before(over, ply)).turn is side


@pytest.mark.parametrize(("record", "ply"), [(game(1, 4, OVER), 4), (game(1, 4), 0)])
def test_there_is_no_try_from_elsewhere(record: Record, ply: int) -> None:
    with pytest.raises(Refusal) as error:
        start_of_try(record, ply)
    assert refused(error) is ReviewNo.NO_REVIEW
