"""Conditional moves: prepared, played with the opponent's move, or forgotten with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Terms
from bot.model.plans import read_lines, write_lines
from bot.model.posts import BoardPost
from bot.service.challenges import accept
from bot.service.conditional import (
    MAX_ANSWERS,
    MAX_LINES,
    forget_line,
    prepare_line,
    with_line,
)
from bot.service.due_matches import process_due_match
from bot.service.play import answer, give_day, make_move, offer, resign
from bot.service.refusals import No
from games.errors import Illegal, Why
from games.events import Moved, Offer
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, MOVES, NOON, D, L

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.plans import Line
    from tests.bot.service.parlour import Parlour

# Anna has played a4-c4; Ben may answer e3-c3, and so on: two answers deep.
DEEP: Line = (MOVES[1], MOVES[2], MOVES[3], ("d2", "d3"))
OTHER: Line = (("e3", "d3"), ("d1", "d2"))


async def waiting(parlour: Parlour, *lines: Line) -> Record:
    """A match in which Ben is to move, and Anna has prepared these lines."""
    record = await parlour.begun(moves=1)
    for line in lines:
        record = await prepare_line(parlour.services, record.id, ANNA, line, len(record.match.log))
    return record


async def plan(parlour: Parlour) -> tuple[Line, ...]:
    return read_lines((await parlour.services.record(1)).plan)


async def test_the_answer_is_played_in_the_same_commit_with_one_board(parlour: Parlour) -> None:
    await waiting(parlour, DEEP[:2])
    assert parlour.said() == []
    parlour.store.commits, parlour.time = 0, NOON + 7
    record = await make_move(parlour.services, 1, BEN, MOVES[1], 2)
    assert parlour.store.commits == 1
    assert record.match.log[-2:] == (
        Moved(L, NOON + 7, MOVES[1]),
        Moved(D, NOON + 7, MOVES[2], prepared=True),
    )
    assert parlour.said() == [BoardPost(1, 4)]
    assert await plan(parlour) == ()
    assert await make_move(parlour.services, 1, BEN, MOVES[1], 2) == record  # pressed twice
    assert parlour.said() == []


async def test_what_goes_on_from_the_answer_stays_prepared(parlour: Parlour) -> None:
    await waiting(parlour, DEEP, (*OTHER, ("d3", "e3"), ("d2", "d1")))
    await make_move(parlour.services, 1, BEN, MOVES[1])
    assert await plan(parlour) == (DEEP[2:],)
    record = await make_move(parlour.services, 1, BEN, MOVES[3])
    assert record.match.moves == (MOVES[0], *DEEP)
    assert await plan(parlour) == ()


async def test_all_is_forgotten_when_something_else_is_played(parlour: Parlour) -> None:
    await waiting(parlour, DEEP, OTHER)
    record = await make_move(parlour.services, 1, BEN, ("e4", "d4"))
    assert record.match.moves == (MOVES[0], ("e4", "d4"))
    assert record.plan == ""


async def test_all_is_forgotten_at_the_end_a_takeback_and_a_draw(parlour: Parlour) -> None:
    await waiting(parlour, DEEP)
    await offer(parlour.services, 1, ANNA, Offer.TAKEBACK)
    assert await plan(parlour) == (DEEP,)
    await answer(parlour.services, 1, BEN, accepted=True)
    assert await plan(parlour) == ()
    await make_move(parlour.services, 1, ANNA, MOVES[0])
    await prepare_line(parlour.services, 1, ANNA, DEEP, 5)
    await resign(parlour.services, 1, BEN)
    assert await plan(parlour) == ()


async def test_all_is_forgotten_when_the_game_is_put_aside(parlour: Parlour) -> None:
    await waiting(parlour, DEEP)
    parlour.time += 61 * 86_400
    await process_due_match(parlour.services, 1, parlour.time)
    record = await parlour.services.record(1)
    assert (record.match.shelved, record.plan) == (True, "")


async def test_a_gift_or_a_refused_offer_leaves_it(parlour: Parlour) -> None:
    challenge = await parlour.challenged(terms=Terms("ludens", D, Pace(3)))
    await accept(parlour.services, challenge.id, BEN)
    await make_move(parlour.services, 1, ANNA, MOVES[0])
    await prepare_line(parlour.services, 1, ANNA, DEEP, 2)
    await give_day(parlour.services, 1, ANNA)
    await offer(parlour.services, 1, ANNA, Offer.TAKEBACK)
    await answer(parlour.services, 1, BEN, accepted=False)
    assert await plan(parlour) == (DEEP,)


async def test_with_an_offer_to_see_nothing_is_played_unseen(parlour: Parlour) -> None:
    challenge = await parlour.challenged(terms=Terms("larochelle+attackers-first", D, Pace(None)))
    await accept(parlour.services, challenge.id, BEN)
    await make_move(parlour.services, 1, ANNA, ("e2", "f2"))
    await prepare_line(parlour.services, 1, ANNA, (("e4", "f4"), ("f2", "g2")), 2)
    await offer(parlour.services, 1, BEN, Offer.AGREE)
    record = await make_move(parlour.services, 1, BEN, ("e4", "f4"))
    assert record.match.moves == (("e2", "f2"), ("e4", "f4"))
    assert record.match.offer
    assert record.plan == ""


@pytest.mark.parametrize(
    ("by", "line", "why"),
    [
        (CARL, DEEP, No.NOT_YOUR_GAME),
        (BEN, DEEP, No.YOUR_TURN),
        (ANNA, DEEP[:1], No.MOVED_ON),
        (ANNA, (), No.MOVED_ON),
    ],
)
async def test_who_may_prepare_what(parlour: Parlour, by: int, line: Line, why: No) -> None:
    await waiting(parlour)
    assert await parlour.no(prepare_line(parlour.services, 1, by, line, 2)) is why


async def test_only_what_the_rules_allow_is_prepared(parlour: Parlour) -> None:
    await waiting(parlour)
    for line in ((("e3", "f4"), ("d1", "d2")), (MOVES[1], ("d1", "e5"))):
        error = await parlour.unchanged(prepare_line(parlour.services, 1, ANNA, line, 2))
        assert isinstance(error, Illegal)


async def test_nothing_is_prepared_for_a_position_that_is_gone(parlour: Parlour) -> None:
    await waiting(parlour)
    await make_move(parlour.services, 1, BEN, MOVES[1])
    await make_move(parlour.services, 1, ANNA, MOVES[2])
    line: Line = (MOVES[3], ("d2", "d3"))
    assert await parlour.no(prepare_line(parlour.services, 1, ANNA, line, 2)) is No.MOVED_ON
    await prepare_line(parlour.services, 1, ANNA, line, 4)
    await resign(parlour.services, 1, BEN)
    over = await parlour.unchanged(prepare_line(parlour.services, 1, ANNA, line, 4))
    assert isinstance(over, Illegal)
    assert over.why is Why.OVER


async def test_there_are_so_many_lines_and_so_deep(parlour: Parlour) -> None:
    record = await waiting(parlour)
    game, after = record.match.game, record.match
    theirs = [*game.moves(after.position)][: MAX_LINES + 1]
    for n, path in enumerate(theirs):
        answer = next(iter(game.moves(after.after(Moved(L, NOON, path)).position)))
        if n == MAX_LINES:
            refused = prepare_line(parlour.services, 1, ANNA, (path, answer), 2)
            assert await parlour.no(refused) is No.TOO_MANY_PREPARED
        else:
            await prepare_line(parlour.services, 1, ANNA, (path, answer), 2)
    assert len(await plan(parlour)) == MAX_LINES
    deeper: Line = (("e3", "d3"), ("d1", "d2"), ("d3", "e3"), ("d2", "d1")) * (MAX_ANSWERS // 2 + 1)
    assert await parlour.no(prepare_line(parlour.services, 1, ANNA, deeper, 2)) is No.MOVED_ON


async def test_a_line_is_forgotten_and_one_that_is_not_there_too(parlour: Parlour) -> None:
    await waiting(parlour, DEEP, OTHER)
    await forget_line(parlour.services, 1, ANNA, DEEP, 2)
    await forget_line(parlour.services, 1, ANNA, DEEP, 2)
    assert await plan(parlour) == (OTHER,)


async def test_an_answer_prepared_while_the_move_is_written_is_played(parlour: Parlour) -> None:
    """It was confirmed to its player, so it must not be lost."""
    await waiting(parlour)
    parlour.store.first = lambda: prepare_line(parlour.services, 1, ANNA, DEEP, 2)
    record = await make_move(parlour.services, 1, BEN, MOVES[1])
    assert record.match.moves == (MOVES[0], *DEEP[:2])


def test_the_newest_answer_to_the_same_moves_stays() -> None:
    one, two = (("e4", "f4"), ("e2", "d2")), (("e4", "f4"), ("e2", "g2"))
    longer, elsewhere = (*one, ("f4", "g4"), ("d2", "d3")), (("e4", "d4"), ("e2", "d2"))
    assert with_line((one, elsewhere), two) == (elsewhere, two)
    assert with_line((one,), longer) == (longer,)
    assert with_line((longer,), one) == (longer,)
    assert read_lines(write_lines((longer, elsewhere))) == (longer, elsewhere)
    assert read_lines("") == ()
