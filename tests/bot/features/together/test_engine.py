"""Two people against the engine: how they come together, who acts when, and what it leaves."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.features.together import cases
from bot.features.together.model import FoursomeAnnouncement, Lobby, Results, Status
from bot.features.together.refusals import TogetherNo
from bot.model.matches import Outcome, Search, waits_for
from bot.model.people import ENGINE, FORMER, Challengers
from bot.model.posts import BoardPost, DeleteMessage, ReminderPost, RenameThread
from bot.service import challenges, erasure, practice
from bot.service.clocks import clock_state
from bot.service.due_matches import process_due_match
from bot.service.history import between
from bot.service.limits import Limits
from bot.service.play import give_day, make_move, resign
from bot.service.practice import Choice
from bot.service.refusals import No
from bot.service.schedule import IDLE
from bot.service.settings import change_person
from bot.store.check import check
from games.core import Side
from games.events import Offer, Resigned
from games.match import fold
from games.pace import DAY
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, Parlour
from tests.bot.service.test_practice import WEAK, Club, legal
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import block

if TYPE_CHECKING:
    from pathlib import Path

    from bot.model.matches import Record
    from bot.model.people import Player

D, L = Side.DARK, Side.LIGHT
GUILD = HERE.guild or 0
LEVEL = 3


@pytest.fixture
def club(parlour: Parlour) -> Club:
    return Club(parlour.store, parlour.tables)


async def ask(
    club: Club,
    side: Side | None = D,
    *,
    by: Player = ANNA,
    invited: Player | None = None,
    level: int = LEVEL,
) -> Lobby:
    """A new one in Ludens' rules, in which the attackers go first."""
    return await cases.ask(
        *(club.services, HERE, by),
        rules="ludens",
        days=3,
        side=side,
        level=level,
        invited=invited,
    )


async def join(club: Club, lobby: Lobby, player: Player, side: Side | None = D) -> Lobby:
    """Take the seat."""
    number = lobby.foursome.id
    return (await cases.join_foursome(club.services, number, GUILD, player, side))[0]


async def begun(club: Club, side: Side | None = D) -> Record:
    """Anna and Ben play this side against the engine."""
    lobby = await join(club, await ask(club, side), BEN, side)
    record = await club.services.record(lobby.foursome.match or 0)
    await process_due_match(club.services, record.id, club.time)  # its clock begins
    return await club.services.record(record.id)


async def play(club: Club, record: Record, *movers: Player) -> Record:
    """A move of each of these, and each time the answer."""
    for mover in movers:
        record = await make_move(club.services, record.id, mover, legal(record.match))
        record = await club.answered(record)
    return record


@pytest.mark.parametrize("side", [D, L])
async def test_the_second_begins_the_game_and_the_engine_has_the_other_side(
    club: Club, side: Side
) -> None:
    lobby = await ask(club, side)
    assert (lobby.foursome.status, lobby.taken, lobby.foursome.size) == (Status.OPEN, 1, 2)
    club.hush()
    lobby = await join(club, lobby, BEN, side)
    assert lobby.foursome.status is Status.BEGUN
    record = await club.services.record(lobby.foursome.match or 0)
    assert (record.players(side), record.players(side.other)) == ((ANNA, BEN), (ENGINE,))
    assert (record.level, record.rated, record.place, record.of_partners) == (
        *(LEVEL, False, HERE),
        True,
    )
    kinds = [type(post) for post in club.said()]
    assert kinds.count(BoardPost) == (side is D)  # else with the engine's first move
    assert kinds.count(FoursomeAnnouncement) == 1
    if side is L:
        record = await club.answered(record)
        assert [type(post) for post in club.said()].count(BoardPost) == 1
        assert record.side(ANNA) is L


async def test_a_random_side_is_the_same_for_both(club: Club) -> None:
    record = await begun(club, side=None)
    side = record.team(ANNA)
    assert side
    assert {*record.players(side)} == {ANNA, BEN}
    assert record.player(side.other) == ENGINE
    assert club.engine.asked == []


async def test_partners_move_in_turn_and_the_engine_answers_each(club: Club) -> None:
    record = await begun(club)
    for mover, waits in ((ANNA, BEN), (BEN, ANNA), (ANNA, BEN)):
        refused = make_move(club.services, record.id, waits, legal(record.match))
        assert await club.no(refused) is No.PARTNER_ACTS
        listings = {p: await club.store.matches.running(p) for p in (ANNA, BEN)}
        assert [p for p in (ANNA, BEN) if waits_for(listings[p][0], p)] == [mover]
        record = await make_move(club.services, record.id, mover, legal(record.match))
        assert await club.no(resign(club.services, record.id, waits)) is No.ENGINE_MOVES
        record = await club.answered(record)
    assert club.engine.asked == [LEVEL] * 3
    assert record.player(D) == BEN


async def test_both_can_take_back_whoever_is_on_turn(club: Club) -> None:
    for by in (ANNA, BEN):
        record = await play(club, await begun(club), ANNA)  # now it is Ben's turn
        record = await practice.offer(club.services, record.id, by, Offer.TAKEBACK)
        assert (record.match.plies, record.player(D)) == ((), ANNA)
        await resign(club.services, record.id, ANNA)
    record = await begun(club)
    record = await make_move(club.services, record.id, ANNA, legal(record.match))
    record = await practice.offer(club.services, record.id, BEN, Offer.TAKEBACK)
    assert not record.match.plies  # while the engine was thinking
    assert await club.no(practice.offer(club.services, record.id, CARL, Offer.TAKEBACK)) is (
        No.NOT_YOUR_GAME
    )
    draw = practice.offer(club.services, record.id, BEN, Offer.AGREE)
    assert await club.no(draw) is No.PARTNER_ACTS  # that is for whoever is on turn


async def test_a_move_and_a_takeback_at_once_are_one_of_both(club: Club) -> None:
    record = await play(club, await begun(club), ANNA)
    seen = len(record.match.log)
    await practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK, seen)
    late = make_move(club.services, record.id, BEN, legal(record.match), seen)
    assert await club.no(late) is No.PARTNER_ACTS
    record = await play(club, await club.services.record(record.id), ANNA)
    seen = len(record.match.log)
    await make_move(club.services, record.id, BEN, legal(record.match), seen)
    late = practice.offer(club.services, record.id, ANNA, Offer.TAKEBACK, seen)
    assert await club.no(late) is No.MOVED_ON


async def test_the_clock_runs_for_people_alone(club: Club) -> None:
    record = await play(club, await begun(club), ANNA)
    state = await clock_state(club.services, record)
    assert state
    assert state.deadline == club.time + 3 * DAY
    record = await make_move(club.services, record.id, BEN, legal(record.match))
    assert (await clock_state(club.services, record), record.clock) == (None, None)
    club.time += 5 * DAY  # the engine is down for so long
    await club.services.keep_note("alive", str(club.time))
    await process_due_match(club.services, record.id, club.time)
    record = await club.answered(record)
    assert record.match.verdict is None
    state = await clock_state(club.services, record)
    assert state
    assert state.deadline == club.time + 3 * DAY
    assert await club.no(give_day(club.services, record.id, ANNA)) is No.ENGINE_HAS_NO_CLOCK
    club.hush()
    club.time = state.deadline - DAY // 2
    await club.services.keep_note("alive", str(club.time))
    await process_due_match(club.services, record.id, club.time)
    assert ReminderPost in [type(post) for post in club.said()]
    club.time = state.deadline
    await club.services.keep_note("alive", str(club.time))
    await process_due_match(club.services, record.id, club.time)
    record = await club.services.record(record.id)
    assert record.match.verdict
    assert record.match.verdict.winner is L


async def test_an_engine_that_never_answers_has_the_game_paused(club: Club) -> None:
    record = await begun(club)
    record = await make_move(club.services, record.id, ANNA, legal(record.match))
    club.time += IDLE
    await club.services.keep_note("alive", str(club.time))
    await process_due_match(club.services, record.id, club.time)
    assert (await club.services.record(record.id)).match.shelved


async def test_a_game_with_a_partner_is_no_practice(club: Club) -> None:
    """It counts in no level, no run of wins, and no last choice; and hides no practice."""
    own = await practice.begin(club.services, ANNA, WEAK, HERE)
    record = await begun(club)
    alike = Choice(LEVEL, "ludens", D)
    newer = await practice.begin(club.services, ANNA, alike, HERE, after=own.id)
    assert newer.id not in (own.id, record.id)
    await resign(club.services, own.id, ANNA)
    await resign(club.services, newer.id, ANNA)
    assert (await practice.last_choice(club.services, ANNA)) == alike
    assert (await practice.last_choice(club.services, BEN)) == Choice()
    assert await club.no(practice.hint(club.services, record.id, BEN)) is No.PARTNER_ACTS
    won = fold((*record.match.log, Resigned(L, club.time)))
    club.put(replace(record, match=won))
    past = await club.store.matches.finished(Search(ANNA, opponent=ENGINE), 0, 9)
    assert Outcome.WON in [game.outcome(ANNA) for game in past]
    assert not await club.store.matches.levels_beaten(ANNA)
    assert await practice.wins_in_a_row(club.services, ANNA) == (0, 0)


async def test_a_result_is_in_the_history_of_both_and_in_no_score(
    club: Club, tmp_path: Path
) -> None:
    record = await play(club, await begun(club), ANNA, BEN)
    await resign(club.services, record.id, ANNA)
    for player, partner in ((ANNA, BEN), (BEN, ANNA)):
        (past,) = await club.store.matches.finished(Search(player), 0, 5)
        assert (past.everyone, past.partner(player)) == ((ANNA, BEN, ENGINE), partner)
        assert (await club.store.matches.tally(Search(player))).of() == 0
        tables = cases.tables(club.services)
        assert await tables.results_of(player, engine=True) == Results(lost=1)
        assert await tables.results_of(player) == Results()
    assert await club.store.matches.finished(Search(ANNA, opponent=BEN), 0, 5) == []
    tally = await between(club.services, ANNA, BEN)
    assert tally is None or tally.of() == 0
    assert [*check(tmp_path / "parlour.db", EXTENSIONS)] == []


async def test_a_rematch_is_of_the_same_two_on_the_other_side(club: Club) -> None:
    record = await begun(club)
    assert await club.no(cases.rematch(club.services, record.id, BEN)) is No.NOT_OVER
    await resign(club.services, record.id, ANNA)
    refused = challenges.rematch(club.services, record.id, BEN)
    assert await club.no(refused) is No.PARTNERS_BEGIN_ANEW
    lobby = await cases.rematch(club.services, record.id, BEN)
    foursome = lobby.foursome
    assert (foursome.level, foursome.side, foursome.size) == (LEVEL, L, 2)
    assert [(seat.player, seat.side) for seat in lobby.seats] == [(ANNA, L), (BEN, L)]
    assert lobby.called == (ANNA,)
    lobby = await cases.rematch(club.services, record.id, ANNA)
    again = await club.services.record(lobby.foursome.match or 0)
    assert (again.players(L), again.player(D), again.level) == ((ANNA, BEN), ENGINE, LEVEL)


@pytest.mark.parametrize("gone", [ANNA, BEN])
async def test_one_plays_on_alone_when_their_partner_is_erased(
    club: Club, gone: Player, tmp_path: Path
) -> None:
    stays = ANNA + BEN - gone
    record = await play(club, await begun(club), ANNA)
    await erasure.erase(club.services, gone)
    record = await club.services.record(record.id)
    assert record.match.verdict is None
    record = await play(club, record, stays, stays)
    assert record.players(D) in ((stays, FORMER), (FORMER, stays))
    await erasure.erase(club.services, stays)
    record = await club.services.record(record.id)
    assert record.match.verdict
    assert record.match.verdict.winner is L
    assert [*check(tmp_path / "parlour.db", EXTENSIONS)] == []


@pytest.mark.parametrize("home", [None, HERE.channel])
async def test_its_post_on_the_wall_no_longer_names_a_partner_who_is_erased(
    club: Club, home: int | None
) -> None:
    record = await begun(club)
    club.tables.put_record(replace(record, home=home, passing=(70,)))  # about their turn
    club.said()
    await erasure.erase(club.services, ANNA)
    told = club.said()
    renamed = [post.match for post in told if isinstance(post, RenameThread)]
    assert renamed == ([record.id] if home else [])
    assert [post.message for post in told if isinstance(post, DeleteMessage)] == [70]


async def test_of_two_partners_who_press_at_once_only_the_one_on_turn_moves(club: Club) -> None:
    record = await begun(club)
    seen, (move, other, *_) = len(record.match.log), record.match.game.moves(record.match.position)
    pressed = partial(make_move, club.services, record.id, BEN)
    assert await club.no(pressed(other, seen)) is No.PARTNER_ACTS
    record = await make_move(club.services, record.id, ANNA, move, seen)
    assert await club.no(pressed(other, seen)) is No.ENGINE_MOVES
    record = await club.answered(record)
    assert await club.no(pressed(other, seen)) is No.MOVED_ON
    assert (await pressed(move, seen)).match == record.match  # that one is made already


async def test_someone_asked_by_name_has_a_seat_kept_and_is_called(club: Club) -> None:
    lobby = await ask(club, invited=BEN)
    assert lobby.called == (BEN,)
    assert await club.no(join(club, lobby, CARL)) is TogetherNo.SEATS_ARE_KEPT
    assert (await ask(club, invited=BEN)).foursome.id == lobby.foursome.id
    assert await club.no(ask(club, invited=CARL)) is TogetherNo.FOURSOME_ASKED_ALREADY
    lobby = await join(club, lobby, BEN)
    assert lobby.foursome.status is Status.BEGUN
    other = await ask(club, invited=BEN)
    await cases.leave_foursome(club.services, other.foursome.id, GUILD, BEN)  # no, thanks
    lobby = await join(club, other, CARL)
    assert lobby.foursome.status is Status.BEGUN


async def test_no_one_is_asked_who_does_not_want_it_or_too_often(club: Club) -> None:
    assert await club.no(ask(club, invited=ANNA)) is TogetherNo.OWN_PARTNER
    unwelcome = partial(replace, challengers=Challengers.NONE)
    await change_person(club.services, CARL, unwelcome)
    assert await club.no(ask(club, invited=CARL)) is No.NOT_WELCOME
    await block(club.store, BEN, ANNA)
    assert await club.no(ask(club, invited=BEN)) is No.NOT_WELCOME
    assert await club.no(ask(club, by=BEN, invited=ANNA)) is No.YOU_BLOCKED
    lobby = await ask(club, invited=104)
    await cases.withdraw(club.services, lobby.foursome.id, GUILD)
    club.time += 5 * 60
    assert await club.no(ask(club, invited=104)) is TogetherNo.INVITED_LATELY
    club.time += 5 * 60
    assert (await ask(club, invited=104)).called == (104,)


async def test_who_was_asked_by_name_is_forgotten_when_erased(club: Club) -> None:
    lobby = await ask(club, invited=BEN)
    data = await club.store.personal_data.of(BEN)
    assert len(data.features["foursomes-invited"]) == 1
    await erasure.erase(club.services, BEN)
    lobby = await cases.lobby_of(club.services, lobby.foursome.id, GUILD)
    assert (lobby.foursome.invited, [seat.player for seat in lobby.seats]) == (None, [ANNA])


async def test_games_with_a_partner_count_as_those_against_the_engine(club: Club) -> None:
    club.limits = Limits(engine_games=1)
    await begun(club)
    assert await club.no(ask(club)) is No.TOO_MANY_ENGINE_GAMES
    begin = practice.begin(club.services, BEN, WEAK, HERE)
    assert await club.no(begin) is No.TOO_MANY_ENGINE_GAMES
    assert (await ask(club, level=0)).foursome.size == 4  # another kind


@pytest.mark.parametrize(("level", "no"), [(9, No.NO_SUCH_LEVEL), (LEVEL, No.NO_PRACTICE)])
async def test_a_level_that_no_one_plays_is_refused(club: Club, level: int, no: No) -> None:
    club.engine.size = 0 if no is No.NO_PRACTICE else 1
    assert await club.no(ask(club, level=level)) is no


async def test_a_forged_side_gives_no_seat(club: Club) -> None:
    lobby = await ask(club, D)
    for side in (L, None):
        assert await club.no(join(club, lobby, BEN, side)) is TogetherNo.NO_SUCH_FOURSOME
