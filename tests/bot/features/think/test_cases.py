"""Thinking ahead: tried, kept, replied in the opponent's transaction, or left as a thought."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.think import cases
from bot.features.think.model import DEEPEST, MOST, Thought
from bot.features.think.refusals import ThinkNo
from bot.features.think.tables import ThoughtTables
from bot.model.challenges import Terms
from bot.model.posts import BoardPost
from bot.service.challenges import accept
from bot.service.due_matches import process_due_match
from bot.service.play import answer, give_day, make_move, offer, resign
from bot.service.refusals import No, Refusal
from games.errors import Illegal, Why
from games.events import Moved, Offer
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, MOVES, NOON, D, L

if TYPE_CHECKING:
    from bot.features.think.cases import Thinking
    from games.core import Move
    from tests.bot.service.parlour import Parlour

Line = tuple["Move", ...]
# Anna has played a4-c4; Ben may answer e3-c3, and so on: two replies deep.
DEEP: Line = (MOVES[1], MOVES[2], MOVES[3], ("d2", "d3"))
OTHER: Line = (("e3", "d3"), ("d1", "d2"))


async def tried(parlour: Parlour, *moves: Move, by: int = ANNA) -> Thinking:
    """A person's board after these moves, from the position of the game."""
    here = await cases.open_board(parlour.services, 1, by)
    while here.thought.moves:
        here = await cases.step_back(parlour.services, here.thought.id, by, here.thought.step)
    for move in moves:
        at = here.thought.id, by, here.thought.step
        here = await cases.try_move(parlour.services, *at, move)
    return here


async def kept(parlour: Parlour, *moves: Move, by: int = ANNA) -> Thinking:
    here = await tried(parlour, *moves, by=by)
    return await cases.keep_line(parlour.services, here.thought.id, by, here.thought.step)


async def replying(parlour: Parlour, *lines: Line) -> Thought:
    """Lines of Anna's that reply by themselves."""
    here = await cases.open_board(parlour.services, 1, ANNA)
    for line in lines:
        here = await kept(parlour, *line)
        number = here.thought.kept[-1].number
        here = await cases.reply_automatically(
            parlour.services, here.thought.id, ANNA, number, on=True
        )
    return here.thought


async def waiting(parlour: Parlour, *lines: Line) -> None:
    """A match in which Ben is to move, and Anna has these lines that reply."""
    await parlour.begun(moves=1)
    await replying(parlour, *lines)


async def thought(parlour: Parlour, by: int = ANNA) -> Thought:
    stored = await ThoughtTables(parlour.store.database).of(1, by)
    assert stored
    return stored


async def replies(parlour: Parlour) -> list[str]:
    """The first moves that are still to come of all lines that reply."""
    match = (await parlour.services.record(1)).match
    return [
        " ".join(line.rest(match) or ()) for line in (await thought(parlour)).lines if line.replies
    ]


async def test_a_reply_is_played_in_the_same_commit_with_one_board(parlour: Parlour) -> None:
    await waiting(parlour, DEEP[:2])
    assert parlour.said() == []
    parlour.store.commits, parlour.time = 0, NOON + 7
    record = await make_move(parlour.services, 1, BEN, MOVES[1], 2)
    assert parlour.store.commits == 2  # the first one finds the reply, and writes nothing
    assert record.match.log[-2:] == (
        Moved(L, NOON + 7, MOVES[1]),
        Moved(D, NOON + 7, MOVES[2], prepared=True),
    )
    assert parlour.said() == [BoardPost(1, 4)]
    assert await replies(parlour) == []
    assert await make_move(parlour.services, 1, BEN, MOVES[1], 2) == record  # pressed twice
    assert parlour.said() == []


async def test_what_goes_on_from_a_reply_replies_again(parlour: Parlour) -> None:
    await waiting(parlour, DEEP, (*OTHER, ("d3", "e3"), ("d2", "d1")))
    await make_move(parlour.services, 1, BEN, MOVES[1])
    assert await replies(parlour) == ["c3-c2 d2-d3"]
    record = await make_move(parlour.services, 1, BEN, MOVES[3])
    assert record.match.moves == (MOVES[0], *DEEP)
    assert await replies(parlour) == []
    assert len((await thought(parlour)).kept) == 2


async def test_a_line_that_is_missed_stays_as_a_thought(parlour: Parlour) -> None:
    await waiting(parlour, DEEP, OTHER)
    record = await make_move(parlour.services, 1, BEN, ("e4", "d4"))
    assert record.match.moves == (MOVES[0], ("e4", "d4"))
    left = await thought(parlour)
    assert [line.replies for line in left.kept] == [False, False]
    assert [line.rest(record.match) for line in left.kept] == [None, None]


async def test_no_line_replies_after_a_takeback_or_while_the_game_is_paused(
    parlour: Parlour,
) -> None:
    await waiting(parlour, DEEP)
    await offer(parlour.services, 1, ANNA, Offer.TAKEBACK)
    assert len(await replies(parlour)) == 1
    await answer(parlour.services, 1, BEN, accepted=True)
    assert await replies(parlour) == []
    await make_move(parlour.services, 1, ANNA, MOVES[0])
    record = await make_move(parlour.services, 1, BEN, MOVES[1])
    assert len(record.match.plies) == 2  # the line is there again, but was turned off


async def test_a_reply_is_never_played_again_after_it_was_taken_back(parlour: Parlour) -> None:
    await waiting(parlour, DEEP)
    await make_move(parlour.services, 1, BEN, MOVES[1])
    await offer(parlour.services, 1, BEN, Offer.TAKEBACK)
    await answer(parlour.services, 1, ANNA, accepted=True)
    record = await make_move(parlour.services, 1, BEN, MOVES[1])
    assert len(record.match.plies) == 2


async def test_no_line_replies_once_the_game_is_paused(parlour: Parlour) -> None:
    await waiting(parlour, DEEP)
    parlour.time += 61 * 86_400
    await process_due_match(parlour.services, 1, parlour.time)
    assert (await parlour.services.record(1)).match.shelved
    assert await replies(parlour) == []


async def test_a_gift_or_a_refused_offer_leaves_it(parlour: Parlour) -> None:
    challenge = await parlour.challenged(terms=Terms("ludens", D, Pace(3)))
    await accept(parlour.services, challenge.id, BEN)
    await make_move(parlour.services, 1, ANNA, MOVES[0])
    await replying(parlour, DEEP)
    await give_day(parlour.services, 1, ANNA)
    await offer(parlour.services, 1, ANNA, Offer.TAKEBACK)
    await answer(parlour.services, 1, BEN, accepted=False)
    assert len(await replies(parlour)) == 1


async def test_with_an_offer_to_see_nothing_is_played_unseen(parlour: Parlour) -> None:
    challenge = await parlour.challenged(terms=Terms("larochelle+attackers-first", D, Pace(None)))
    await accept(parlour.services, challenge.id, BEN)
    await make_move(parlour.services, 1, ANNA, ("e2", "f2"))
    await replying(parlour, (("e4", "f4"), ("f2", "g2")))
    await offer(parlour.services, 1, BEN, Offer.AGREE)
    record = await make_move(parlour.services, 1, BEN, ("e4", "f4"))
    assert record.match.moves == (("e2", "f2"), ("e4", "f4"))
    assert record.match.offer
    assert await replies(parlour) == []


async def test_a_reply_turned_on_while_the_move_is_written_is_played(parlour: Parlour) -> None:
    """It was confirmed to its player, so it must not be lost."""
    await parlour.begun(moves=1)
    here = await kept(parlour, *DEEP)
    number = here.thought.kept[0].number
    parlour.store.first = lambda: cases.reply_automatically(
        parlour.services, here.thought.id, ANNA, number, on=True
    )
    record = await make_move(parlour.services, 1, BEN, MOVES[1])
    assert record.match.moves == (MOVES[0], *DEEP[:2])


async def test_a_reply_turned_off_while_the_move_is_written_is_not_played(
    parlour: Parlour,
) -> None:
    await waiting(parlour, DEEP)
    line = (await thought(parlour)).kept[0].number

    async def found() -> None:  # by the first commit; turned off before the second
        parlour.store.first = lambda: cases.reply_automatically(
            parlour.services, 1, ANNA, line, on=False
        )

    parlour.store.first = found
    record = await make_move(parlour.services, 1, BEN, MOVES[1])
    assert len(record.match.plies) == 2


async def test_a_takeback_at_the_same_moment_comes_before_or_after(parlour: Parlour) -> None:
    """Anna has asked to take back; Ben moves and agrees at once: one of the two is refused."""
    await waiting(parlour, DEEP)
    await offer(parlour.services, 1, ANNA, Offer.TAKEBACK)
    parlour.store.first = lambda: answer(parlour.services, 1, BEN, accepted=True)
    with pytest.raises((Illegal, Refusal)):
        await make_move(parlour.services, 1, BEN, MOVES[1], 3)
    assert (await parlour.services.record(1)).match.plies == ()
    assert await replies(parlour) == []


async def test_a_move_that_was_replied_to_is_not_taken_back_by_an_older_answer(
    parlour: Parlour,
) -> None:
    """The other way round: Ben's move, with Anna's reply, comes before he agrees."""
    await waiting(parlour, DEEP)
    await offer(parlour.services, 1, ANNA, Offer.TAKEBACK)
    parlour.store.first = lambda: make_move(parlour.services, 1, BEN, MOVES[1], 3)
    with pytest.raises((Illegal, Refusal)):
        await answer(parlour.services, 1, BEN, accepted=True, seen=3)
    assert (await parlour.services.record(1)).match.moves == (MOVES[0], *DEEP[:2])


async def test_of_two_replies_to_the_same_moves_the_newest_is_on(parlour: Parlour) -> None:
    await waiting(parlour, DEEP[:2], OTHER, (DEEP[0], ("d1", "c1")))
    assert sorted(await replies(parlour)) == ["e3-c3xc4 d1-c1", "e3-d3 d1-d2"]


async def test_who_may_think_and_have_a_line_reply(parlour: Parlour) -> None:
    await parlour.begun(moves=1)
    assert await parlour.no(cases.open_board(parlour.services, 1, CARL)) is No.NOT_YOUR_GAME
    here = await kept(parlour, MOVES[1], MOVES[2], by=BEN)
    at = here.thought.id, BEN, here.thought.kept[0].number
    own = cases.reply_automatically(parlour.services, *at, on=True)
    assert await parlour.no(own) is ThinkNo.YOUR_TURN
    short = await kept(parlour, MOVES[1])
    at = short.thought.id, ANNA, short.thought.kept[0].number
    assert await parlour.no(cases.reply_automatically(parlour.services, *at, on=True)) is (
        ThinkNo.NO_REPLY
    )
    for forged in (
        cases.look(parlour.services, here.thought.id, ANNA),
        cases.delete_line(parlour.services, here.thought.id, ANNA, 1),
        cases.look(parlour.services, 99, ANNA),
    ):
        assert await parlour.no(forged) is ThinkNo.NO_SUCH_THOUGHT
    await resign(parlour.services, 1, BEN)
    over = await parlour.unchanged(cases.open_board(parlour.services, 1, ANNA))
    assert isinstance(over, Illegal)
    assert over.why is Why.OVER


async def test_only_what_the_rules_allow_is_tried(parlour: Parlour) -> None:
    await parlour.begun(moves=1)
    here = await tried(parlour)
    at = here.thought.id, ANNA, here.thought.step
    error = await parlour.unchanged(cases.try_move(parlour.services, *at, ("e3", "f4")))
    assert isinstance(error, Illegal)


async def test_a_press_on_an_older_board_changes_nothing(parlour: Parlour) -> None:
    await parlour.begun(moves=1)
    first = await tried(parlour)
    second = await tried(parlour, MOVES[1])
    at = first.thought.id, ANNA, first.thought.step
    late = await cases.try_move(parlour.services, *at, ("e4", "d4"))
    assert (late.outdated, late.thought) == (True, second.thought)


async def test_the_board_goes_where_the_game_goes(parlour: Parlour) -> None:
    await parlour.begun(moves=1)
    await tried(parlour, *DEEP)
    await make_move(parlour.services, 1, BEN, MOVES[1])
    here = await cases.open_board(parlour.services, 1, ANNA)
    assert (here.moved, here.thought.moves, here.thought.start) == (True, (), 2)
    (line,) = here.thought.branches(here.record.match)
    assert line.rest(here.record.match) == ("d1-d2", "c3-c2", "d2-d3")
    await make_move(parlour.services, 1, ANNA, ("d1", "c1"))
    here = await cases.open_board(parlour.services, 1, ANNA)
    assert here.thought.lines == ()  # it was only tried


async def test_there_are_so_many_lines_and_so_deep(parlour: Parlour) -> None:
    record = await parlour.begun(moves=1)
    theirs = [*record.match.game.moves(record.match.position)]
    for path in theirs[:MOST]:
        await kept(parlour, path)
    more = await tried(parlour, theirs[MOST])
    at = more.thought.id, ANNA, more.thought.step
    assert await parlour.no(cases.keep_line(parlour.services, *at)) is ThinkNo.TOO_MANY_LINES
    for path in theirs[MOST:]:
        more = await tried(parlour, path)
    assert len(more.thought.lines) <= 2 * MOST
    there_and_back: Line = (("e3", "d3"), ("d1", "d2"), ("d3", "e3"), ("d2", "d1"))
    here = await tried(parlour)
    for number in range(DEEPEST + 1):
        if here.match.verdict:
            break
        at = here.thought.id, ANNA, here.thought.step
        here = await cases.try_move(parlour.services, *at, there_and_back[number % 4])
    assert len(here.thought.moves) <= DEEPEST


async def test_a_line_is_deleted_and_one_that_is_not_there_too(parlour: Parlour) -> None:
    await parlour.begun(moves=1)
    here = await kept(parlour, *DEEP)
    for _ in range(2):
        here = await cases.delete_line(parlour.services, here.thought.id, ANNA, 2)
    assert here.thought.kept == ()


async def test_after_the_end_the_kept_lines_are_there_for_both_unless_closed(
    parlour: Parlour,
) -> None:
    await waiting(parlour, DEEP)
    await tried(parlour, *OTHER)
    record = await parlour.services.record(1)
    assert await parlour.no(cases.planned(parlour.services, record, ANNA)) is ThinkNo.LINES_CLOSED
    record = await resign(parlour.services, 1, BEN)
    for by in (ANNA, BEN, None):
        (one,) = await cases.planned(parlour.services, record, by)
        assert (one.player, len(one.lines), len(one.kept)) == (ANNA, 1, 1)
    await parlour.store.people.change(ANNA, lambda who: replace(who, lines=False), NOON)
    assert await cases.planned(parlour.services, record, BEN) == []
    assert len(await cases.planned(parlour.services, record, ANNA)) == 1


async def test_a_board_without_kept_lines_is_gone_with_the_game(parlour: Parlour) -> None:
    await parlour.begun(moves=1)
    await tried(parlour, *DEEP)
    await resign(parlour.services, 1, BEN)
    assert await ThoughtTables(parlour.store.database).all_in(1) == []


async def test_a_board_is_gone_when_its_player_leaves_their_seats(parlour: Parlour) -> None:
    await parlour.begun(moves=1)
    await kept(parlour, MOVES[1], by=BEN)
    await parlour.store.personal_data.retire(BEN, NOON)
    assert await ThoughtTables(parlour.store.database).all_in(1) == []
