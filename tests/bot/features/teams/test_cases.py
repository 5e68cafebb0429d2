"""Team matches in the store: made, joined, begun, played, left, called off; who may be in them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.features.teams import cases
from bot.features.teams.model import BOARDS, Team, TeamResult
from bot.features.teams.refusals import TeamNo
from bot.features.teams.tables import CONTESTS, TeamTables
from bot.model.club import MOST_JOINED, MOST_OPEN, Status
from bot.model.people import FORMER
from bot.model.posts import BoardPost, SentMessage
from bot.model.servers import Place
from bot.service import erasure, moderation, play
from bot.service.balance import Measured
from bot.service.club import card_is_gone
from bot.service.refusals import No, Refusal
from bot.store.changes import Change, Stale
from bot.store.check import check
from bot.store.store import open_store
from games.core import Reason
from games.errors import GameError
from games.pace import DAY
from tests.bot.features.teams.arena import GUILD, MAKER, NEWS, ROOM, Arena
from tests.bot.store.extensions import EXTENSIONS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable
    from pathlib import Path

    from bot.service.refusals import AnyNo
    from bot.store.store import Store

A, B, C, D, E, F = range(101, 107)
PILED = "a" + 4 * "\N{COMBINING ACUTE ACCENT}"
RED, BLUE = Team.RED, Team.BLUE


@pytest.fixture
async def store(path: Path) -> AsyncGenerator[Store]:
    async with open_store(path, EXTENSIONS) as opened:
        yield opened
    assert [*check(path, EXTENSIONS)] == []


@pytest.fixture
def arena(store: Store) -> Arena:
    return Arena(store)


async def no(refused: Awaitable[object]) -> AnyNo:
    """Why it is refused."""
    with pytest.raises(Refusal) as refusal:
        await refused
    return refusal.value.no


async def joins(arena: Arena, player: int, team: Team = RED, number: int = 1) -> object:
    return await cases.join_team(arena.services, number, GUILD, player, team)


# Made


async def test_a_draft_is_its_makers_alone_and_the_newest_replaces_the_others(arena: Arena) -> None:
    first = await arena.draft()
    second = await arena.draft(red="Fire")
    assert await no(cases.draft_of(arena.services, first.id, MAKER)) is TeamNo.NO_SUCH_TEAM_MATCH
    assert (await cases.draft_of(arena.services, second.id, MAKER)).red == "Fire"
    assert await no(cases.draft_of(arena.services, second.id, A)) is TeamNo.NO_SUCH_TEAM_MATCH
    assert await no(joins(arena, A, number=second.id)) is TeamNo.NO_SUCH_TEAM_MATCH
    await arena.passes(30 * DAY)
    assert await arena.tables.course(second.id) is None


@pytest.mark.parametrize("team", ["red", "blue"])
@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 300,
        "x" * 25,
        "<@101>",
        "@everyone",
        "**bold**",
        "`",
        "-a",
        "a\N{BELL}",
        PILED,
        "\u3164",
    ],
)
async def test_a_name_that_could_mean_something_else_is_none(
    arena: Arena, team: str, name: str
) -> None:
    names = {"red": "Red", "blue": "Blue", team: name}
    asked = arena.draft(red=names["red"], blue=names["blue"])
    assert await no(asked) is No.NO_CUP_NAME
    assert await no(cases.open_draft(arena.services, 1, MAKER, NEWS)) is No.NO_CUP_NAME


async def test_two_teams_of_one_name_are_none(arena: Arena) -> None:
    assert await no(arena.draft(red="Owls", blue=" owls ")) is TeamNo.SAME_TEAM_NAMES


@pytest.mark.parametrize(("asked", "boards"), [(1, 2), (0, 2), (-3, 2), (2, 2), (99, max(BOARDS))])
async def test_a_match_has_two_to_ten_boards(arena: Arena, asked: int, boards: int) -> None:
    assert (await arena.draft(boards=asked)).boards == boards


async def test_rules_that_there_are_not_are_refused(arena: Arena) -> None:
    with pytest.raises(GameError):
        await arena.draft(rules="chess")


async def test_a_board_is_one_game_only_where_the_rules_were_measured_even(arena: Arena) -> None:
    assert (await arena.draft(games=1)).games == 2
    measured = {"ludens": Measured(0.5, 0.03, 60)}
    services = replace(arena.services, measured=measured)
    draft = await cases.change_draft(services, 1, MAKER, lambda c: replace(c, games=1))
    assert draft.games == 1


async def test_opened_twice_it_is_opened_once_and_has_one_card(arena: Arena) -> None:
    number = (await arena.draft()).id
    for _ in range(2):
        contest = await cases.open_draft(arena.services, number, MAKER, NEWS)
        assert (contest.status, contest.closes) == (Status.OPEN, arena.time + 3 * DAY)
    (card,) = await arena.cards()
    assert (card.contest, card.place, card.changes) == (number, Place(GUILD, NEWS), 0)


async def test_a_server_has_so_many_at_a_time(arena: Arena) -> None:
    for number in range(MOST_OPEN):
        await arena.opened(by=number)
    assert await no(arena.opened()) is TeamNo.TOO_MANY_TEAM_MATCHES
    await cases.call_off(arena.services, 1, GUILD)
    await arena.opened()


# Joined and left


async def test_joining_twice_or_both_teams_is_refused(arena: Arena) -> None:
    await arena.opened("1", "4")
    assert await no(joins(arena, A)) is TeamNo.IN_THIS_TEAM
    assert await no(joins(arena, A, BLUE)) is TeamNo.IN_THE_OTHER_TEAM
    assert [member.player for member in (await arena.course()).members] == [A, D]


async def test_a_team_that_is_one_ahead_waits_for_the_other(arena: Arena) -> None:
    await arena.opened("1")
    assert await no(joins(arena, B)) is TeamNo.TEAM_IS_AHEAD
    await joins(arena, D, BLUE)
    await joins(arena, B)
    assert [m.player for m in (await arena.course()).of(RED)] == [A, B]


async def test_a_team_that_is_full_is_refused(arena: Arena) -> None:
    await arena.opened("12", "3", boards=2)
    assert await no(joins(arena, D)) is TeamNo.TEAM_IS_FULL


async def test_who_is_barred_neither_opens_nor_joins(arena: Arena) -> None:
    await arena.opened()
    await moderation.bar(arena.services, GUILD, A, MAKER)
    assert await no(joins(arena, A)) is No.BARRED
    assert await no(arena.opened(by=A)) is No.BARRED


async def test_two_who_press_for_the_last_seat_are_not_both_in_it(arena: Arena) -> None:
    await arena.opened("12", "3", boards=2)
    pressed = [joins(arena, player, BLUE) for player in (D, E, F)]
    done = await asyncio.gather(*pressed, return_exceptions=True)
    refused = [answer for answer in done if isinstance(answer, Refusal)]
    assert [refusal.no for refusal in refused] == [TeamNo.TEAM_IS_FULL] * 2
    await arena.look()  # both are full, and need not wait
    assert (await arena.course()).contest.status is Status.RUNNING


async def test_one_person_is_in_so_many_at_a_time(arena: Arena) -> None:
    contests = [await arena.opened(by=number) for number in range(MOST_OPEN)]
    contests.append(await arena.opened(guild=8))
    for contest in contests[:MOST_JOINED]:
        await joins(arena, A, number=contest.id)
    asked = cases.join_team(arena.services, contests[-1].id, 8, A, RED)
    assert await no(asked) is TeamNo.TOO_MANY_TEAMS_JOINED


async def test_left_one_may_join_again_and_the_other_team_too(arena: Arena) -> None:
    await arena.opened("1", "4")
    await cases.leave_team(arena.services, 1, GUILD, A)
    assert await no(cases.leave_team(arena.services, 1, GUILD, A)) is No.NOT_IN_CUP
    assert await no(joins(arena, A, BLUE)) is TeamNo.TEAM_IS_AHEAD
    await joins(arena, A)


async def test_who_presses_leave_twice_does_not_take_the_seat_of_another(arena: Arena) -> None:
    """The second press had read who has the seat before it was given to somebody else."""
    contest = await arena.opened("1", "2")
    member = (await arena.course()).member(B)
    assert member
    await cases.leave_team(arena.services, 1, GUILD, B)
    await joins(arena, C, BLUE)
    again = partial(CONTESTS.give_up_seat, before=contest, seat=member)
    with pytest.raises(Stale):
        await arena.services.commit(Change(also=again))
    assert (await arena.course()).member(C)


async def test_in_another_server_there_is_none_but_for_who_is_in_it(arena: Arena) -> None:
    await arena.opened("1")
    asked = cases.join_team(arena.services, 1, 8, B, BLUE)
    assert await no(asked) is TeamNo.NO_SUCH_TEAM_MATCH
    assert await no(cases.call_off(arena.services, 1, None)) is TeamNo.NO_SUCH_TEAM_MATCH
    await cases.leave_team(arena.services, 1, None, A)
    assert (await arena.course()).members == ()


async def test_after_the_sign_up_nobody_joins(arena: Arena) -> None:
    contest = await arena.opened("12", "45")
    arena.time = contest.closes
    assert await no(joins(arena, C)) is No.CUP_IS_CLOSED
    await arena.look()
    assert await no(joins(arena, C)) is No.CUP_IS_CLOSED


# Begun


async def test_it_begins_by_itself_with_all_its_games(arena: Arena) -> None:
    course = await arena.begun("123", "456")
    assert course.contest.status is Status.RUNNING
    records = await arena.games()
    assert [(r.place, r.challenge, r.games) for r in records] == [(Place(GUILD, ROOM), None, 1)] * 6
    assert {(r.pace.days, r.pace.first_days, r.pace.away_days) for r in records} == {(3, 3, 7)}
    pairs = [(record.dark, record.light) for record in records]
    assert pairs == [(A, D), (D, A), (E, B), (B, E), (C, F), (F, C)]
    posts = await arena.store.posts.due(arena.time, 99)
    assert sorted(p.match for p in posts if isinstance(p, BoardPost)) == [r.id for r in records]


async def test_boards_are_paired_by_what_is_known_of_strength(store: Store) -> None:
    arena = Arena(store, {B: 1800.0, F: 1700.0})
    course = await arena.begun("123", "456")
    assert [(b.red.player, b.blue.player) for b in course.boards] == [(B, F), (A, D), (C, E)]


async def test_it_begins_at_once_when_both_teams_are_full(arena: Arena) -> None:
    await arena.opened("12", "45", boards=2)
    await arena.look()
    course = await arena.course()
    assert (course.contest.status, course.contest.closes) == (Status.RUNNING, arena.time)


async def test_with_an_odd_number_one_is_in_reserve(arena: Arena) -> None:
    course = await arena.begun("123", "45")
    assert len(course.boards) == 2
    assert [member.player for member in course.reserve] == [C]
    assert C not in {r.dark for r in await arena.games()}


@pytest.mark.parametrize(("red", "blue"), [("", ""), ("1", ""), ("1", "4"), ("12", "4")])
async def test_too_few_are_no_match(arena: Arena, red: str, blue: str) -> None:
    course = await arena.begun(red, blue)
    assert course.contest.status is Status.CALLED_OFF
    assert await arena.games() == []
    await arena.opened(red, blue)
    assert await no(cases.close_sign_up(arena.services, 2, GUILD)) is TeamNo.TEAMS_TOO_SMALL


async def test_its_maker_need_not_wait(arena: Arena) -> None:
    await arena.opened("12", "45")
    for _ in range(2):
        course = await cases.close_sign_up(arena.services, 1, GUILD)
        assert (course.contest.status, len(course.games)) == (Status.RUNNING, 4)


async def test_who_is_barred_meanwhile_is_not_in_it_when_it_begins(arena: Arena) -> None:
    await arena.opened("123", "45")
    await moderation.bar(arena.services, GUILD, A, MAKER)
    await arena.passes(4 * DAY)
    course = await arena.course()
    assert {r.dark for r in await arena.games()} == {B, C, D, E}
    assert A not in [member.player for member in course.members]


async def test_a_bar_that_comes_first_is_seen(arena: Arena, store: Store) -> None:
    """Barred between the reading and the writing: it is decided again without them."""
    await arena.opened("123", "456")
    real, barred = store.commit, False

    async def commit(*changes: object) -> object:
        nonlocal barred
        if not barred and any(change.record for change in changes):  # type: ignore[attr-defined]
            barred = True
            await moderation.bar(arena.services, GUILD, A, MAKER)
        return await real(*changes)  # type: ignore[arg-type]

    store.commit = commit  # type: ignore[method-assign]
    await arena.passes(4 * DAY)
    course = await arena.course()
    assert barred
    assert len(course.boards) == 2
    assert A not in {record.dark for record in await arena.games()}


# Played


async def test_it_is_played_to_its_end_and_told_once(arena: Arena) -> None:
    await arena.begun("123", "456")
    await arena.lose(D)
    course = await arena.course()
    assert (course.score(RED), course.score(BLUE), course.to_go) == (4, 0, 2)
    await arena.lose(B, F)
    course = await arena.course()
    assert (course.score(RED), course.score(BLUE), course.to_go) == (8, 4, 0)
    assert (course.contest.status, course.contest.ended) == (Status.OVER, arena.time)
    assert (course.winner, course.contest.due) == (RED, None)
    for _ in range(2):
        await cases.look_at(arena.services, 1)
    posts = await arena.store.posts.due(arena.time + DAY, 99)
    (told,) = [post for post in posts if isinstance(post, TeamResult)]
    assert (told.contest, told.place) == (1, Place(GUILD, NEWS))


async def test_that_too_few_joined_is_told_once_if_somebody_did(arena: Arena) -> None:
    await arena.opened("12", "4")
    for _ in range(2):
        await arena.passes(4 * DAY)
    assert (await arena.course()).contest.status is Status.CALLED_OFF
    posts = await arena.store.posts.due(arena.time + DAY, 99)
    assert [post.contest for post in posts if isinstance(post, TeamResult)] == [1]


async def test_who_never_comes_gives_their_opponent_the_points(arena: Arena) -> None:
    await arena.begun("12", "45")
    await arena.absent(A)
    course = await arena.course()
    assert (course.boards[0].red_halves, course.boards[0].blue_halves) == (0, 4)
    assert Reason.NOT_BEGUN in {game.reason for game in course.games}


async def test_who_leaves_gives_up_their_games(arena: Arena) -> None:
    await arena.begun("12", "45")
    course = await cases.leave_team(arena.services, 1, GUILD, A)
    assert all(A not in {r.dark, r.light} for r in await arena.games())
    assert course.members[0].left == arena.time
    assert await no(cases.leave_team(arena.services, 1, GUILD, A)) is No.NOT_IN_CUP
    await arena.look()
    assert (await arena.course()).score(BLUE) == 4


async def test_killed_in_leaving_one_leaves_all_the_same(arena: Arena, store: Store) -> None:
    await arena.begun("12", "45")
    real = store.commit

    async def commit(*changes: object) -> object:
        if any(change.record for change in changes):  # type: ignore[attr-defined]
            raise ConnectionError
        return await real(*changes)  # type: ignore[arg-type]

    store.commit = commit  # type: ignore[method-assign]
    with pytest.raises(ConnectionError):
        await cases.leave_team(arena.services, 1, GUILD, A)
    store.commit = real  # type: ignore[method-assign]
    await cases.leave_team(arena.services, 1, GUILD, A)
    assert all(A not in {r.dark, r.light} for r in await arena.games())


async def test_called_off_it_has_no_winner_and_its_games_go_on(arena: Arena) -> None:
    await arena.begun("12", "45")
    for _ in range(2):
        course = await cases.call_off(arena.services, 1, GUILD)
        assert course.contest.status is Status.CALLED_OFF
    assert len(await arena.games()) == 4
    await arena.lose(A, B)
    assert (await arena.course()).contest.status is Status.CALLED_OFF
    assert await no(cases.leave_team(arena.services, 1, GUILD, A)) is No.CUP_IS_OVER


# Erased, away, gone


async def test_who_is_erased_stays_as_a_former_player(arena: Arena, store: Store) -> None:
    await arena.begun("12", "45")
    before = await store.personal_data.of(A)
    (told,) = before.features["team-matches"]
    assert told["teams"] == ["Red", "Blue"]
    assert (told["team"], told["board"], told["left"]) == ("Red", 1, None)
    await erasure.erase(arena.services, A)
    await arena.look()
    course = await arena.course()
    assert course.members[0].player == FORMER
    assert (course.score(BLUE), course.to_go) == (4, 1)
    assert (await store.personal_data.of(A)).features["team-matches"] == []


async def test_what_was_read_before_does_not_name_an_erased_maker_again(arena: Arena) -> None:
    await arena.opened("1", "2")
    before = (await arena.course()).contest
    await erasure.erase(arena.services, MAKER)
    with pytest.raises(Stale):
        await arena.tables.change(before)


async def test_what_one_has_left_is_not_listed_in_their_club(arena: Arena) -> None:
    await arena.begun()
    await cases.leave_team(arena.services, 1, GUILD, A)
    assert await arena.tables.live_of(A) == []


async def test_those_that_cannot_be_looked_at_hide_no_other(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = await arena.opened("12", "34")
    for number in range(20):
        await arena.draft(by=200 + number)
    arena.time += 40 * DAY
    await arena.tables.change(replace((await arena.course(last.id)).contest, due=arena.time))
    monkeypatch.setattr(TeamTables, "delete_draft", _fails)
    with pytest.raises(ExceptionGroup):
        await arena.look()
    await arena.look()
    assert (await arena.course(last.id)).contest.status is Status.RUNNING


async def _fails(*_: object) -> None:
    raise OSError


async def test_who_is_erased_before_it_begins_has_no_seat(arena: Arena) -> None:
    await arena.opened("12", "45", by=A)
    await erasure.erase(arena.services, A)
    course = await arena.course()
    assert [member.player for member in course.members] == [D, B, E]
    assert course.contest.by == FORMER


async def test_while_the_bot_is_away_nothing_begins_and_after_that_it_does(arena: Arena) -> None:
    await arena.opened("12", "45")
    await arena.store.servers.note_presence((), (GUILD,), arena.time)
    await arena.passes(8 * DAY)
    assert (await arena.course()).contest.status is Status.OPEN
    assert await arena.tables.due(arena.time, 9) == []
    await arena.store.servers.note_presence((GUILD,), (), arena.time)
    await arena.passes(3600)
    assert (await arena.course()).contest.status is Status.RUNNING


async def test_a_server_that_was_left_long_ago_has_none(arena: Arena, store: Store) -> None:
    await arena.begun("12", "45")
    assert GUILD in await store.servers.stored()
    await store.servers.note_presence((), (GUILD,), arena.time)
    arena.time += 40 * DAY
    await erasure.clear(arena.services)
    assert await arena.tables.course(1) is None
    assert GUILD not in await store.servers.stored()


async def test_of_two_who_ask_for_the_card_anew_one_is_posted(arena: Arena) -> None:
    """Both have seen that the old card is gone, and so has an edit on its way."""
    seen = await arena.opened()
    await cases.card_again(arena.services, seen, NEWS)
    (post,) = await arena.cards()
    await arena.store.posts.done(post, SentMessage(6))
    await cases.card_again(arena.services, replace(seen, message=5), NEWS)
    await card_is_gone(cases.tables(arena.services), replace(seen, message=5))
    assert (await arena.course()).contest.message == 6


async def test_a_clock_that_was_ahead_and_is_set_right_holds_up_no_end(arena: Arena) -> None:
    await arena.begun()
    games, right = await arena.games(), arena.time
    arena.time += 400 * DAY
    for record in games:
        await play.resign(arena.services, record.id, record.dark)
    arena.time = right
    await arena.store.times.clock_set_back(right)
    await arena.look()
    assert (await arena.course()).contest.status is Status.OVER


async def test_who_is_barred_gives_up_their_seat_before_it_begins(arena: Arena) -> None:
    await arena.opened("12", "45")
    await moderation.bar(arena.services, GUILD, B, MAKER)
    assert [member.player for member in (await arena.course()).members] == [A, D, E]


async def test_who_may_open_none_is_told_before_they_fill_in_what_it_needs(arena: Arena) -> None:
    for number in range(MOST_OPEN):
        await cases.refuse_more(arena.services, GUILD, A)
        await arena.opened(by=number)
    refused = cases.refuse_more(arena.services, GUILD, A)
    assert await no(refused) is TeamNo.TOO_MANY_TEAM_MATCHES
