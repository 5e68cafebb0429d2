"""Reviews as the pool makes them: in small parts between which others have their turn."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine_pool import EnginePool
from bot.features.review import reviewer as review
from bot.features.review.model import WHOLE
from bot.features.review.reviewer import PoolReviewer
from bot.model.servers import Place
from bot.service.engine import EngineDown
from engine.review import VERSION, Effort, Look, can_judge
from engine.tafl_search import TaflSearch
from games import catalogue
from games.catalogue import TABAL
from games.core import Side
from games.events import Created, Moved
from games.match import fold
from tests.quiet_games import quiet_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.limits import SearchResult
    from engine.tafl_game import State
    from games.core import Position
    from games.match import Match

FEW = Effort(nodes=300, again=900, stretch=900)
PLACE = Place(5, 6)


class Inline:
    """A process of the pool that is none, and remembers what it did."""

    def __init__(self, done: list[str] | None = None) -> None:
        self.done = [] if done is None else done

    def ask(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401  what it returns
        """Do it here."""
        self.done.append(work.__name__)
        return work(*args)

    def stop_at(self, moment: float) -> None:
        """It cannot be stopped."""

    def end(self) -> None:
        """There is nothing to end."""


def played(rules: str, plies: int = 10) -> Match:
    """A game of moves by chance."""
    game, chooser = catalogue.game(rules), random.Random(3)
    lot = Side.DARK if game.data["first"] is None else None
    match = fold((Created(0, game.data, lot=lot),))
    while len(match.plies) < plies and not match.verdict:
        match = match.after(Moved(match.turn, 1, chooser.choice(match.game.moves(match.position))))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["larochelle", "copenhagen", TABAL])
async def test_a_match_is_reviewed_the_same_each_time(rules: str) -> None:
    """Of every rule set, `tests/engine/test_review.py` holds it."""
    match, pool = played(rules), EnginePool(1, Inline)
    review = await PoolReviewer(pool, FEW).review(match, 1, PLACE)
    assert review.version == VERSION
    assert len(review.curve) == (len(match.plies) + 1 if can_judge(match.game) else 0)
    assert all(0 <= chance <= WHOLE for chance in review.curve)
    for moment in review.moments:
        position = match.positions[moment.ply]
        assert position.turn is moment.side
        assert match.game.legal(position, moment.better)
        assert moment.line[0] == moment.better
        assert moment.before > moment.after
    await PoolReviewer(pool, FEW).review(played("bga", 4), 1, PLACE)  # which leaves no trace
    assert await PoolReviewer(pool, FEW).review(match, 1, PLACE) == review
    pool.close()


@pytest.mark.slow
async def test_others_have_their_turn_between_two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "_PART", FEW.nodes)  # a position is a part
    done = list[str]()
    pool = EnginePool(1, lambda: Inline(done))
    reviewing = asyncio.create_task(PoolReviewer(pool, FEW).review(played("bga"), 1, PLACE))
    while not done:  # noqa: ASYNC110  it works in a thread
        await asyncio.sleep(0)
    await asyncio.gather(*(pool.run(who, 7, str, who) for who in (2, 3)))
    await reviewing
    assert done[0] == "scores_of"
    assert done[:5].count("str") == 2  # neither waits for the end of the review
    assert done.count("scores_of") == 11
    pool.close()


@pytest.mark.parametrize(("plies", "parts"), [(9, 3), (99, 25), (999, 29), (1998, 37)])
def test_a_part_takes_about_as_long_in_a_short_game_as_in_a_long_one(
    plies: int, parts: int
) -> None:
    divided = PoolReviewer(EnginePool(0)).parts(plies)
    assert len(divided) == parts
    assert [ply for part in divided for ply in part] == [*range(plies + 1)]


def test_a_part_is_smaller_where_more_came_before_it() -> None:
    divided = PoolReviewer(EnginePool(0)).parts(1998)
    sizes = [len(part) for part in divided[:-1]]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < sizes[0]


def test_a_part_puts_no_position_of_a_long_game_into_numbers_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, effort, counts = quiet_game(300), Effort(nodes=30), Counter[str]()
    state = TaflSearch.state

    def counting(search: TaflSearch, position: Position) -> State:
        counts["states"] += 1
        return state(search, position)

    monkeypatch.setattr(TaflSearch, "state", counting)
    for part in (range(40), range(260, 300)):
        counts.clear()
        review.scores_of(match.log, part, effort)
        # Each as one that came before, and those of the part as what is searched.
        assert counts["states"] <= len(match.positions) + len(part)


def test_a_look_goes_on_where_the_process_ended_it_and_finds_the_same_as_from_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log, search, nodes = played("bga").log, TaflSearch.search, list[int | None]()

    def counting(self: TaflSearch, *args: Any, **named: Any) -> SearchResult:  # noqa: ANN401
        nodes.append(args[2].nodes)
        return search(self, *args, **named)

    def looked(ply: int, *stretches: int) -> object:
        nodes.clear()
        return review.answer_to(log, Look(ply, stretches), FEW)

    monkeypatch.setattr(TaflSearch, "search", counting)
    first = looked(3, 700)
    second = looked(3, 700, 800)
    assert nodes == [800]
    assert looked(3, 700, 800) == second
    assert nodes == [700, 800]
    assert looked(4, 700)
    assert looked(3, 700, 800) == second  # another position was looked at in between
    assert nodes == [700, 800]
    assert looked(3, 700) == first


def test_a_search_that_was_stopped_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    log = played("bga").log
    review.answer_to(log, Look(3, (700,)), FEW)
    with monkeypatch.context() as failing:
        failing.setattr(TaflSearch, "search", _fail)
        with pytest.raises(MemoryError):
            review.answer_to(log, Look(3, (700, 800)), FEW)
    calls = list[int]()
    search = TaflSearch.search

    def counting(self: TaflSearch, *args: Any, **named: Any) -> SearchResult:  # noqa: ANN401
        calls.append(args[2].nodes)
        return search(self, *args, **named)

    monkeypatch.setattr(TaflSearch, "search", counting)
    review.answer_to(log, Look(3, (700, 800)), FEW)
    assert calls == [700, 800]


def _fail(*_: object, **__: object) -> SearchResult:
    raise MemoryError


async def test_without_a_process_there_is_none() -> None:
    reviewer = PoolReviewer(EnginePool(0))
    assert reviewer.size == 0
    with pytest.raises(EngineDown):
        await reviewer.review(played("bga"), 1, PLACE)
