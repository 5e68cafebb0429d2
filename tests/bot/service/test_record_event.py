"""Recording an event; the second of two games, which a player or the time starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Terms
from bot.model.posts import BoardPost, ClockPost, ReminderPost, SentMessage
from bot.service.challenges import accept, make_challenge, rematch
from bot.service.due_matches import process_due_match
from bot.service.erasure import erase
from bot.service.limits import Limits
from bot.service.play import answer, make_move, offer, resign
from bot.service.record_event import record_event
from bot.service.refusals import No
from bot.service.second_game import start_second
from games.core import Side
from games.events import Created, Offer, Stopped
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, D, L
from tests.bot.store.model import match_of

if TYPE_CHECKING:
    from bot.model.matches import Record
    from tests.bot.service.parlour import Parlour

HOUR, DAY = 3600, 86_400  # seconds


async def begun(parlour: Parlour, rules: str = "ludens") -> Record:
    terms = Terms(rules, D, Pace(3), games=2)
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    record = await accept(parlour.services, challenge.id, BEN)
    parlour.hush()
    return record


async def second_of(parlour: Parlour, first: Record) -> Record:
    return await start_second(parlour.services, first.id, BEN)


async def test_the_second_game_follows_with_the_sides_changed(parlour: Parlour) -> None:
    first = await begun(parlour)
    assert (first.games, first.first, first.earlier) == (2, None, None)
    parlour.time += 60
    ended = await resign(parlour.services, first.id, ANNA)
    assert parlour.said() == [BoardPost(first.id, 2)]
    assert len(parlour.records) == 1
    assert ended.awaits_second
    parlour.time += 60
    second = await second_of(parlour, first)
    assert (second.dark, second.light) == (BEN, ANNA)
    assert (second.games, second.first, second.earlier) == (2, first.id, ended.match)
    assert second.clock
    assert (second.clock.side, second.clock.since) == (D, parlour.time)
    assert not (await parlour.services.record(first.id)).awaits_second
    assert [type(post) for post in parlour.told()] == [ClockPost, BoardPost]


async def test_the_second_game_starts_by_itself_after_an_hour(parlour: Parlour) -> None:
    first = await begun(parlour)
    ended = await resign(parlour.services, first.id, ANNA)
    assert ended.due == parlour.time + HOUR
    parlour.time += HOUR - 1
    await process_due_match(parlour.services, first.id, parlour.time)  # the clock was set back
    assert len(parlour.records) == 1
    parlour.time += 1
    for _ in range(2):  # repeated, it does nothing
        await process_due_match(parlour.services, first.id, parlour.time)
        assert len(parlour.records) == 2
    second = await second_of(parlour, first)
    assert (second.dark, second.first) == (BEN, first.id)
    assert second.clock
    assert second.clock.since == parlour.time
    assert await parlour.store.matches.due(parlour.time, 9) == []


async def test_of_two_who_start_the_second_game_at_once_both_get_the_same(
    parlour: Parlour,
) -> None:
    first = await begun(parlour)
    await resign(parlour.services, first.id, ANNA)
    parlour.store.first = lambda: start_second(parlour.services, first.id, ANNA)
    second = await start_second(parlour.services, first.id, BEN)
    assert (second.first, len(parlour.records)) == (first.id, 2)


async def test_only_its_players_start_the_second_game_and_once_the_first_is_over(
    parlour: Parlour,
) -> None:
    first = await begun(parlour)
    assert await parlour.no(start_second(parlour.services, first.id, ANNA)) is No.MOVED_ON
    await resign(parlour.services, first.id, ANNA)
    assert await parlour.no(start_second(parlour.services, first.id, CARL)) is No.NOT_YOUR_GAME


async def test_there_is_no_second_game_with_who_was_erased(parlour: Parlour) -> None:
    first = await begun(parlour)
    await erase(parlour.services, ANNA)
    parlour.time += HOUR
    await process_due_match(parlour.services, first.id, parlour.time)
    assert len(parlour.records) == 1
    assert await parlour.store.matches.due(parlour.time, 9) == []


async def test_a_game_of_two_people_that_is_too_long_is_only_ended(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = await parlour.begun(moves=2)
    monkeypatch.setattr("bot.service.record_event.LONGEST", 3)
    assert await parlour.no(make_move(parlour.services, record.id, ANNA, MOVES[2])) is No.TOO_LONG
    takeback = offer(parlour.services, record.id, BEN, Offer.TAKEBACK)
    assert await parlour.no(takeback) is No.TOO_LONG
    await offer(parlour.services, record.id, BEN, Offer.AGREE)
    ended = await answer(parlour.services, record.id, ANNA, accepted=True)
    assert ended.match.verdict


async def test_its_first_board_waits_for_the_result_before_it(parlour: Parlour) -> None:
    first = await begun(parlour)
    await resign(parlour.services, first.id, ANNA)
    await second_of(parlour, first)
    result, _ = await parlour.store.posts.due(parlour.time, 9)
    assert match_of(result) == first.id
    await parlour.store.posts.done(result, SentMessage(501))
    posts = await parlour.store.posts.due(parlour.time, 9)
    (board,) = (post for post in posts if isinstance(post, BoardPost))
    assert match_of(board) == (await second_of(parlour, first)).id


async def test_other_posts_of_the_second_game_wait_for_its_first_board(
    parlour: Parlour,
) -> None:
    first = await begun(parlour)
    await resign(parlour.services, first.id, ANNA)
    second = await second_of(parlour, first)
    await make_move(parlour.services, second.id, BEN, MOVES[0])
    parlour.time += 3 * DAY - 3600
    await process_due_match(parlour.services, second.id, parlour.time)
    said = [post for post in parlour.said() if not isinstance(post, ClockPost)]
    assert [type(post) for post in said] == [*[BoardPost] * 3, ReminderPost]
    assert {post.lane for post in said[:-1]} == {f"match {first.id}"}


@pytest.mark.parametrize("lot", Side)
async def test_the_player_who_began_by_lot_begins_again(parlour: Parlour, lot: Side) -> None:
    parlour.lots = [lot]
    first = await begun(parlour, "larochelle")
    parlour.lots = [lot.other]
    await resign(parlour.services, first.id, ANNA)
    second = await second_of(parlour, first)
    begin = second.match.log[0]
    assert isinstance(begin, Created)
    assert (begin.lot, second.match.turn) == (lot, lot)


async def test_after_the_second_game_there_is_no_third(parlour: Parlour) -> None:
    first = await begun(parlour)
    await resign(parlour.services, first.id, ANNA)
    second = await second_of(parlour, first)
    await resign(parlour.services, second.id, ANNA)
    assert len(parlour.records) == 2
    challenge = await rematch(parlour.services, second.id, BEN)
    assert isinstance(challenge, tuple)
    again, _ = challenge
    assert (again.terms.games, again.terms.side) == (2, L)


async def test_a_match_that_is_stopped_has_no_second_game(parlour: Parlour) -> None:
    first = await begun(parlour)
    stopped = await record_event(parlour.services, first, Stopped(parlour.time))
    assert stopped.match.verdict
    assert len(parlour.records) == 1


async def test_a_game_by_itself_has_none(parlour: Parlour) -> None:
    record = await parlour.begun()
    await resign(parlour.services, record.id, ANNA)
    assert len(parlour.records) == 1


async def test_a_match_that_waits_for_its_second_game_counts_as_a_game(parlour: Parlour) -> None:
    first = await begun(parlour)
    parlour.limits = Limits(games=1)
    await resign(parlour.services, first.id, BEN)
    for by in (ANNA, BEN):
        asked = make_challenge(parlour.services, HERE, by, CARL, Terms("ludens", D, Pace()))
        assert await parlour.no(asked) is No.TOO_MANY_GAMES
    second = await second_of(parlour, first)
    await resign(parlour.services, second.id, BEN)
    await make_challenge(parlour.services, HERE, ANNA, CARL, Terms("ludens", D, Pace()))


async def test_the_limit_of_games_ends_no_match_of_two(parlour: Parlour) -> None:
    first = await begun(parlour)
    parlour.limits = Limits(games=1)
    await make_move(parlour.services, first.id, ANNA, MOVES[0])
    await resign(parlour.services, first.id, BEN)
    assert (await second_of(parlour, first)).light == ANNA
