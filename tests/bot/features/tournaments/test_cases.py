"""Tournaments in the store: made, joined, begun, played, left, called off; who may be in them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.composition import FEATURES
from bot.features.tournaments import cases
from bot.features.tournaments import tables as stored
from bot.features.tournaments.forms.league import promoted, season_end
from bot.features.tournaments.model import (
    MOST_BEGUN,
    MOST_OPENED,
    Announcement,
    Award,
    PairingReminder,
    SeasonCall,
    Status,
)
from bot.features.tournaments.refusals import TournamentNo
from bot.features.tournaments.reminding import late_players, remind
from bot.features.tournaments.tables import TournamentTables, rebuild
from bot.model.joinable import MOST_JOINED, MOST_OPEN
from bot.model.moderation import Act
from bot.model.people import FORMER, Person
from bot.model.posts import BoardPost, SentMessage
from bot.model.seasons import season_of, starts
from bot.model.servers import Place, Server
from bot.service import blocks, due_matches, erasure, moderation, pings, play
from bot.service.refusals import No, Refusal
from bot.service.strengths import Strengths
from bot.service.usual import DEFAULT_RULES
from bot.store.changes import Change, Stale
from bot.store.check import check
from bot.store.store import open_store
from bot.ui.slots import RESULT_BUTTONS
from games.core import Reason
from games.errors import GameError
from games.pace import DAY
from tests.bot.features.tournaments import world
from tests.bot.features.tournaments.hall import GUILD, HOUR, MAKER, NEWS, ROOM, Hall
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import keep_guild, keep_person
from tests.bot.store.spoil import spoil
from tests.bot.ui.model import EN
from tests.every import by_night, for_every

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping
    from pathlib import Path

    from bot.features.tournaments.form import State
    from bot.model.matches import Record
    from bot.service.refusals import AnyNo
    from bot.store.changes import Committed
    from bot.store.store import Store

A, B, C, D, E, F = range(101, 107)
ROBIN = "round-robin"
SINGLE = world.SINGLE
EVERY = pytest.mark.parametrize("form", SINGLE)
ONCE = pytest.mark.parametrize("form", [form for form in SINGLE if form != "league"])
LEAGUE = "league"
JANUARY = int(datetime(2030, 1, 1, tzinfo=UTC).timestamp())


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store)


async def no(refused: Awaitable[object]) -> AnyNo:
    """Why it is refused."""
    with pytest.raises(Refusal) as refusal:
        await refused
    return refusal.value.no


# Made


async def test_a_draft_is_its_makers_alone_and_the_newest_replaces_the_others(hall: Hall) -> None:
    first = await hall.draft()
    second = await hall.draft(name="Autumn Cup")
    assert (
        await no(cases.draft_of(hall.services, first.id, MAKER)) is TournamentNo.NO_SUCH_TOURNAMENT
    )
    assert (await cases.draft_of(hall.services, second.id, MAKER)).name == "Autumn Cup"
    assert await no(cases.draft_of(hall.services, second.id, A)) is TournamentNo.NO_SUCH_TOURNAMENT
    assert (
        await no(cases.open_draft(hall.services, second.id, A, NEWS))
        is TournamentNo.NO_SUCH_TOURNAMENT
    )
    for seen in (
        cases.state_of(hall.services, second.id, GUILD),
        cases.join(hall.services, second.id, GUILD, A),
    ):
        assert await no(seen) is TournamentNo.NO_SUCH_TOURNAMENT
    await cases.discard(hall.services, second.id, MAKER)
    assert (
        await no(cases.draft_of(hall.services, second.id, MAKER)) is TournamentNo.NO_SUCH_TOURNAMENT
    )


async def test_a_draft_is_forgotten_after_a_month(hall: Hall) -> None:
    await hall.draft()
    await hall.passes(30 * DAY - 1)
    assert await hall.tables.state(1)
    await hall.passes(1)
    assert await hall.tables.state(1) is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 300,
        "<@101> tournament",
        "@everyone",
        "**bold**",
        "`",
        "-tournament",
        "a\N{BELL}",
        "\u3164",
    ],
)
async def test_a_name_that_could_mean_something_else_is_none(hall: Hall, name: str) -> None:
    assert await no(hall.draft(name=name)) is TournamentNo.NO_SUCH_NAME
    assert await no(cases.open_draft(hall.services, 1, MAKER, NEWS)) is TournamentNo.NO_SUCH_NAME


async def test_rules_are_such_as_there_are(hall: Hall) -> None:
    with pytest.raises(GameError):
        await hall.draft(rules="chess")
    assert (await hall.draft(rules="bga")).rules == "bga"


async def test_all_against_all_is_for_six_at_most(hall: Hall) -> None:
    assert (await hall.draft(ROBIN, size=64)).size == 6
    assert (await hall.draft("swiss", size=64)).size == 64
    assert (await hall.draft("swiss", size=999)).size == 64


UNEVEN = {DEFAULT_RULES: 0.9, "ludens": 0.9, "bga": 0.6, "seabattle": 0.6}


async def test_rules_that_lean_are_two_games_a_pairing_except_the_house_game(hall: Hall) -> None:
    hall.leans = UNEVEN
    draft = await hall.draft("knockout", games=1)
    assert (draft.rules, draft.games) == ("ludens", 2)

    async def other(rules: str) -> int:
        change = partial(cases.change_draft, hall.services, draft.id, MAKER)
        changed = await change(lambda before: replace(before, rules=rules))
        assert (await change(lambda before: replace(before, games=2))).games == 2
        return changed.games

    assert [await other(rules) for rules in ("bga", "ludens", DEFAULT_RULES)] == [1, 2, 1]


@for_every(
    ("usual", "rules"),
    [("", DEFAULT_RULES), ("seabattle", "seabattle"), ("ludens", DEFAULT_RULES)],
)
async def test_a_new_tournament_has_even_rules_and_one_game(
    hall: Hall, usual: str, rules: str
) -> None:
    hall.leans = UNEVEN
    server = Server(GUILD, rules=usual)
    new = await cases.usual_tournament(hall.services, server, MAKER, "knockout")
    assert (new.rules, new.games) == (rules, 1)


async def test_opened_twice_it_is_opened_once_and_has_one_card(hall: Hall) -> None:
    number = (await hall.draft()).id
    for _ in range(2):
        tournament = await cases.open_draft(hall.services, number, MAKER, NEWS)
        assert (tournament.status, tournament.closes) == (Status.OPEN, hall.time + 7 * DAY)
    (card,) = await hall.cards()
    assert (card.tournament, card.place, card.changes) == (number, Place(GUILD, NEWS), 0)


async def test_a_server_has_so_many_tournaments_at_a_time(hall: Hall) -> None:
    for number in range(MOST_OPEN):
        await hall.opened(by=number)
    assert await no(hall.opened()) is TournamentNo.TOO_MANY_TOURNAMENTS
    await cases.call_off(hall.services, 1, GUILD, MAKER)
    await hall.opened()


async def test_one_member_does_not_take_the_room_of_the_others(hall: Hall) -> None:
    """A moderator may open as many as the server may have, who can call them off as well."""
    for _ in range(MOST_BEGUN):
        await cases.open_draft(hall.services, (await hall.draft(by=A)).id, A, NEWS, MOST_BEGUN)
    draft = await hall.draft(by=A)
    assert await no(cases.open_draft(hall.services, draft.id, A, NEWS, MOST_BEGUN)) is (
        TournamentNo.TOO_MANY_BEGUN
    )
    await hall.opened(by=B)
    await cases.open_draft(hall.services, draft.id, A, NEWS)


async def test_who_may_open_none_is_told_before_they_fill_in_what_it_needs(hall: Hall) -> None:
    asked = partial(cases.refuse_more, hall.services, GUILD, A, MOST_BEGUN)
    for _ in range(MOST_BEGUN):
        await asked()
        await hall.opened(by=A)
    assert await no(asked()) is TournamentNo.TOO_MANY_BEGUN
    for _ in range(MOST_OPEN - MOST_BEGUN):
        await cases.refuse_more(hall.services, GUILD, B)
        await hall.opened()
    assert await no(cases.refuse_more(hall.services, GUILD, B)) is TournamentNo.TOO_MANY_TOURNAMENTS


async def test_a_draft_that_is_kept_as_it_was_filled_in_is_not_opened(hall: Hall) -> None:
    known = await hall.draft(games=1)
    for before in (known, replace(known, id=0)):
        draft, refusal = await cases.fill_draft(
            *(hall.services, before, MAKER),
            lambda tournament: replace(tournament, name="Cup \N{TROPHY}"),
        )
        assert refusal
        assert refusal.no is TournamentNo.NO_SUCH_NAME
        stored = await cases.draft_of(hall.services, draft.id, MAKER)
        assert (stored.name, stored.games) == ("Cup \N{TROPHY}", known.games)
    opening = partial(cases.open_draft, hall.services, draft.id, MAKER, NEWS)
    assert await no(opening()) is TournamentNo.NO_SUCH_NAME
    filled = await cases.fill_draft(
        *(hall.services, draft, MAKER), lambda tournament: replace(tournament, name=" Cup")
    )
    assert filled == (await cases.draft_of(hall.services, draft.id, MAKER), None)
    assert (await opening()).name == "Cup"


async def test_a_member_opens_three_a_day_whether_they_are_over_or_not(hall: Hall) -> None:
    """Each has a card, in the channel for news; and two accounts win each in a minute."""
    for number in range(1, MOST_OPENED + 1):
        await hall.opened(by=A)
        await cases.call_off(hall.services, number, GUILD, MAKER)
    draft = await hall.draft(by=A)
    opening = partial(cases.open_draft, hall.services, draft.id, A, NEWS)
    for refused in (opening(), cases.refuse_more(hall.services, GUILD, A)):
        assert await no(refused) is TournamentNo.TOO_MANY_TODAY
    await hall.opened(by=B)
    hall.time += DAY
    await opening()


async def test_who_opened_many_while_the_clock_was_ahead_does_not_wait_till_then(
    hall: Hall,
) -> None:
    hall.time += 400 * DAY
    for number in range(1, MOST_OPENED + 1):
        await hall.opened(by=A)
        await cases.call_off(hall.services, number, GUILD, MAKER)
    hall.time -= 400 * DAY
    await hall.opened(by=A)


async def test_what_was_called_off_before_it_began_is_forgotten_after_a_month(hall: Hall) -> None:
    """But not one that was played."""
    await hall.begun(ROBIN, A, B)
    await cases.call_off(hall.services, 1, GUILD, MAKER)
    await hall.opened(ROBIN, C)
    await hall.passes(8 * DAY)
    assert (await hall.state(2)).tournament.status is Status.CALLED_OFF
    hall.time += 31 * DAY
    await hall.opened()
    assert [await hall.tables.one(number) is None for number in (1, 2)] == [False, True]


async def test_who_is_barred_gives_up_the_seats_where_people_still_join(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B)
    tournament = await hall.opened(ROBIN, A, B, C, size=4)
    posted, *_ = [card for card in await hall.cards() if card.tournament == tournament.id]
    await moderation.bar(hall.services, GUILD, A, MAKER)
    assert [entry.player for entry in (await hall.state(tournament.id)).entries] == [B, C]
    (card,) = [card for card in await hall.cards() if card.tournament == tournament.id]
    assert card.changes > posted.changes
    await cases.join(hall.services, tournament.id, GUILD, D)
    await hall.look()
    assert (await hall.state(tournament.id)).tournament.status is Status.OPEN
    await cases.join(hall.services, tournament.id, GUILD, E)
    await hall.look()
    assert len((await hall.state(tournament.id)).pairings) == 2
    assert len((await hall.state(1)).entries) == 2  # what is played goes on


async def test_who_is_barred_keeps_seats_in_other_servers(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A)
    await moderation.bar(hall.services, 99, A, MAKER)
    assert [entry.player for entry in (await hall.state(tournament.id)).entries] == [A]


async def test_who_is_barred_neither_opens_nor_joins(hall: Hall) -> None:
    tournament = await hall.opened()
    await moderation.bar(hall.services, GUILD, A, MAKER)
    assert await no(cases.join(hall.services, tournament.id, GUILD, A)) is No.BARRED
    assert await no(hall.opened(by=A)) is No.BARRED


# Joined and left


async def test_joined_twice_is_refused_and_left_one_may_join_again(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A, B)
    assert (
        await no(cases.join(hall.services, tournament.id, GUILD, A)) is TournamentNo.JOINED_ALREADY
    )
    await cases.leave(hall.services, tournament.id, GUILD, A)
    assert (
        await no(cases.leave(hall.services, tournament.id, GUILD, A))
        is TournamentNo.NOT_IN_TOURNAMENT
    )
    state = await cases.join(hall.services, tournament.id, GUILD, A)
    assert [(entry.seat, entry.player) for entry in state.entries] == [(2, B), (3, A)]


async def test_who_presses_leave_twice_does_not_take_the_seat_of_another(hall: Hall) -> None:
    """The second press had read who has the seat before it was given to somebody else."""
    tournament = await hall.opened(ROBIN, A, B)
    entry = (await hall.state()).entry[2]
    await cases.leave(hall.services, tournament.id, GUILD, B)
    await cases.join(hall.services, tournament.id, GUILD, C)
    again = partial(stored.give_up_seat, before=tournament, entry=entry)
    with pytest.raises(Stale):
        await hall.services.commit(Change(also=again))
    assert (await hall.state()).seat_of(C) == 2


async def test_in_another_server_there_is_no_such_tournament(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A)
    for asked in (cases.join, cases.leave, cases.come_back):
        assert (
            await no(asked(hall.services, tournament.id, 8, B)) is TournamentNo.NO_SUCH_TOURNAMENT
        )
    assert (
        await no(cases.call_off(hall.services, tournament.id, None, MAKER))
        is TournamentNo.NO_SUCH_TOURNAMENT
    )


async def test_who_is_in_a_tournament_may_leave_it_from_anywhere(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A, B)
    state = await cases.leave(hall.services, tournament.id, None, A)
    assert [entry.player for entry in state.entries] == [B]


async def test_two_who_press_for_the_last_seat_are_not_both_in_it(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A, B, C, size=4)
    pressed = [cases.join(hall.services, tournament.id, GUILD, player) for player in (D, E, F)]
    done = await asyncio.gather(*pressed, return_exceptions=True)
    refused = [answer for answer in done if isinstance(answer, Refusal)]
    assert [refusal.no for refusal in refused] == [TournamentNo.TOURNAMENT_IS_FULL] * 2
    state = await hall.state()
    assert [entry.player for entry in state.entries[:3]] == [A, B, C]
    assert len(state.entries) == 4
    await hall.look()  # it is full, and need not wait
    assert (await hall.state()).tournament.status is Status.RUNNING


async def test_one_person_is_in_so_many_tournaments_at_a_time(hall: Hall) -> None:
    tournaments = [await hall.opened(by=number) for number in range(MOST_OPEN)]
    tournaments += [await hall.opened(guild=8) for _ in range(MOST_JOINED + 1 - MOST_OPEN)]
    for tournament in tournaments[:MOST_JOINED]:
        await cases.join(hall.services, tournament.id, tournament.guild, A)
    last = tournaments[-1]
    assert (
        await no(cases.join(hall.services, last.id, last.guild, A)) is TournamentNo.TOO_MANY_JOINED
    )


async def test_after_the_sign_up_nobody_joins(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A, B)
    hall.time = tournament.closes
    assert (
        await no(cases.join(hall.services, tournament.id, GUILD, C)) is TournamentNo.SIGN_UP_IS_OVER
    )
    await hall.look()
    assert (
        await no(cases.join(hall.services, tournament.id, GUILD, C)) is TournamentNo.SIGN_UP_IS_OVER
    )


# Begun


async def test_it_begins_by_itself_with_games_of_its_pace_where_it_says(hall: Hall) -> None:
    state = await hall.begun(ROBIN, A, B, C, D)
    assert state.tournament.status is Status.RUNNING
    assert len(state.pairings) == 2
    records = await hall.games()
    assert [(record.place, record.challenge, record.games) for record in records] == [
        (Place(GUILD, ROOM), None, 1)
    ] * 4
    assert {(r.pace.days, r.pace.first_days, r.pace.away_days) for r in records} == {(3, 3, 7)}
    pairs = [(record.dark, record.light) for record in records]
    assert {(light, dark) for dark, light in pairs} == {*pairs}  # both sides at once
    posts = await hall.store.posts.due(hall.time, 99)
    assert sorted(post.match for post in posts if isinstance(post, BoardPost)) == [
        record.id for record in records
    ]


async def test_too_few_are_no_tournament(hall: Hall) -> None:
    state = await hall.begun(ROBIN, A)
    assert state.tournament.status is Status.CALLED_OFF
    assert await hall.games() == []
    assert await no(cases.close_sign_up(hall.services, (await hall.opened()).id, GUILD)) is (
        TournamentNo.TOO_FEW_JOINED
    )


async def test_its_maker_need_not_wait(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A, B)
    for _ in range(2):
        state = await cases.close_sign_up(hall.services, tournament.id, GUILD)
        assert (state.tournament.status, len(state.games)) == (Status.RUNNING, 2)


async def test_who_is_barred_is_not_counted_where_the_sign_up_is_ended(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A, B)
    await moderation.bar(hall.services, GUILD, B, MAKER)
    assert (
        await no(cases.close_sign_up(hall.services, tournament.id, GUILD))
        is TournamentNo.TOO_FEW_JOINED
    )
    assert (await hall.state()).tournament.status is Status.OPEN


async def test_seeds_are_by_what_is_known_of_strength(hall: Hall) -> None:
    known = {B: 1800.0, D: 1200.0}

    async def of(guild: int, rules: str, players: object, _: object) -> dict[int, float]:
        assert (guild, rules, sorted(players)) == (GUILD, "ludens", [A, B, C, D])  # type: ignore[call-overload]
        return known

    tournament = await hall.opened(ROBIN, A, B, C, D)
    hall.time = tournament.closes
    await cases.process_due_tournaments(replace(hall.services, states={Strengths: Strengths(of)}))
    state = await hall.state()
    assert [state.player(seat) for seat in state.seeds][:2] == [B, D]


async def test_who_is_barred_meanwhile_is_not_in_it_when_it_begins(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A, B, C)
    await moderation.bar(hall.services, GUILD, A, MAKER)
    hall.time = tournament.closes
    await hall.look()
    state = await hall.state()
    assert {r.dark for r in await hall.games()} == {B, C}
    assert [state.player(seat) for seat in state.seeds] == [B, C]
    assert 1 not in state.entry


async def test_a_bar_that_comes_first_is_seen(hall: Hall, store: Store) -> None:
    """Barred between the reading and the writing of a round: nothing of it is written."""
    await hall.opened(ROBIN, A, B, C, D)
    real = store.commit
    barred = False

    async def commit(*changes: object) -> object:
        nonlocal barred
        if not barred and any(change.record for change in changes):  # type: ignore[attr-defined]
            barred = True
            await moderation.bar(hall.services, GUILD, A, MAKER)
        return await real(*changes)  # type: ignore[arg-type]

    store.commit = commit  # type: ignore[method-assign]
    await hall.passes(8 * DAY)
    state = await hall.state()
    assert barred
    assert [p.award for p in state.pairings] == [Award.ONE, Award.BY_GAMES]
    assert len(state.games) == 2
    assert A not in {record.dark for record in await hall.games()}


# Played


@pytest.mark.slow
@ONCE
async def test_a_tournament_of_six_is_played_to_its_winner(hall: Hall, form: str) -> None:
    await hall.begun(form, A, B, C, D, E, F)
    state = await hall.played_out(order=(C, A))
    assert (state.tournament.status, state.winners) == (Status.OVER, (C,))
    assert (state.tournament.due, state.tournament.ended) == (None, hall.time)
    assert [tournament.id for tournament in await hall.tables.won_by(C)] == [1]
    assert await hall.tables.won_by(A) == []
    assert await hall.tables.live_of(C) == []


@EVERY
async def test_looked_at_again_it_is_as_it_is(hall: Hall, form: str) -> None:
    before = await hall.begun(form, A, B, C, D, E)
    for _ in range(3):
        await cases.process_due(hall.services, 1)
    after = await hall.state()
    assert (after.pairings, after.games) == (before.pairings, before.games)


async def test_in_a_knock_out_the_next_tie_begins_when_both_are_free(hall: Hall) -> None:
    await hall.begun("knockout", A, B, C, D, E, F, 107, 108)
    await hall.lose(108)
    assert len((await hall.state()).pairings) == 4
    await hall.lose(E)  # who met D
    state = await hall.state()
    assert [(p.round, p.seats) for p in state.pairings if p.round == 2] == [(2, {1, 4})]


async def test_the_final_is_played_from_the_card_in_a_thread(hall: Hall) -> None:
    await hall.begun("knockout", A, B, C, D)
    assert all(not record.thread for record in await hall.games())
    await hall.lose(C, D)
    final = await hall.games()
    assert [(record.place.channel, record.thread) for record in final] == [(NEWS, True)] * 2


async def level(hall: Hall) -> State:
    """A final whose one game was stopped before the first move."""
    await hall.begun("knockout", A, B, games=1)
    for record in await hall.games():
        await moderation.stop(hall.services, GUILD, record.id, MAKER)
    await hall.look()
    return await hall.state()


async def test_if_both_players_of_a_level_pairing_ask_one_more_game_starts(hall: Hall) -> None:
    before = await level(hall)
    assert (before.tournament.status, len(before.level)) == (Status.RUNNING, 1)
    (game,) = before.games
    record = await hall.services.record(game.match)
    assert await under(hall, record) == [EN("tournament.one-more")]
    asking = partial(cases.ask_for_more, hall.services, 1, GUILD)
    assert await no(asking(C)) is TournamentNo.NOT_LEVEL
    for _ in range(2):
        assert len((await asking(A)).games) == 1
    assert [game.leg for game in (await asking(B)).games] == [1, 2]
    assert await no(asking(B)) is TournamentNo.NOT_LEVEL
    assert await under(hall, record) == []
    await hall.lose(A)
    assert (await hall.state()).winners == (B,)


async def under(hall: Hall, record: Record) -> list[str]:
    """The buttons that a tournament adds under that game's result."""
    (add,) = FEATURES.at(RESULT_BUTTONS)
    return [button.label for button in (await add(hall.services, record))(EN)]


async def test_after_three_days_the_higher_seed_of_a_level_pairing_is_through(hall: Hall) -> None:
    state = await level(hall)
    (until,) = state.level.values()
    await hall.passes(until - hall.time - 1)
    await cases.ask_for_more(hall.services, 1, GUILD, B)
    assert (await hall.state()).tournament.is_live
    await hall.passes(1)
    (pairing,) = (await hall.state()).pairings
    assert pairing.through == 1
    assert await no(cases.ask_for_more(hall.services, 1, GUILD, B)) is TournamentNo.NOT_LEVEL


async def test_who_does_not_begin_within_three_days_was_absent(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B)
    for record in await hall.games():
        if record.dark == A:
            await hall.time_out(record)
        else:
            await hall.resign(record, B)
    await hall.look()
    state = await hall.state()
    (decided,) = state.decided.values()
    assert (decided.halves(1), decided.halves(2)) == (2, 2)
    reasons = {game.reason for game in state.games}
    assert reasons == {Reason.NOT_BEGUN, Reason.RESIGNED}


async def test_who_was_absent_twice_rests_until_they_press_the_button(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B, C, D)
    for _ in range(2):
        assert await no(cases.come_back(hall.services, 1, GUILD, A)) is TournamentNo.NOT_RESTING
        await hall.absent(A)
        await hall.lose(C, D)
    state = await hall.state()
    assert state.rests(1)
    (last,) = [p for p in state.pairings if p.round == 3 and 1 in p.seats]
    assert last.award is Award.ONE
    assert last.other == 1
    back = await cases.come_back(hall.services, 1, GUILD, A)
    assert not back.rests(1)
    assert await no(cases.come_back(hall.services, 1, GUILD, A)) is TournamentNo.NOT_RESTING


async def test_who_leaves_gives_up_their_games_and_is_a_bye(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B, C)
    state = await cases.leave(hall.services, 1, GUILD, B)
    assert all(B not in {r.dark, r.light} for r in await hall.games())
    assert state.entry[2].left == hall.time
    assert await no(cases.leave(hall.services, 1, GUILD, B)) is TournamentNo.NOT_IN_TOURNAMENT
    await hall.look()
    state = await hall.played_out()
    assert state.winners == (A,)
    assert Award.ONE in {pairing.award for pairing in state.pairings}
    assert await no(cases.leave(hall.services, 1, GUILD, A)) is TournamentNo.TOURNAMENT_IS_OVER


async def test_killed_after_leaving_the_games_can_still_be_given_up(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B)
    state = await hall.state()
    entry = replace(state.entry[2], left=hall.time)
    await hall.store.database.execute(
        "UPDATE tournament_entrant SET left = :left WHERE tournament = 1 AND seat = 2",
        left=entry.left,
    )
    assert len(await hall.games()) == 2
    await cases.leave(hall.services, 1, GUILD, B)
    assert await hall.games() == []


async def test_the_log_says_who_opened_and_who_called_off(hall: Hall) -> None:
    await hall.opened(ROBIN, A, B)
    for _ in range(2):
        await cases.call_off(hall.services, 1, GUILD, C)
    entries = [line.entry for line in await hall.store.moderation.lines(GUILD, 0, 9)]
    assert [(entry.act, entry.by, entry.text) for entry in entries] == [
        (Act.CALL_OFF, C, "Spring Cup"),
        (Act.OPEN, MAKER, "Spring Cup"),
    ]
    await erasure.erase(hall.services, MAKER)
    entries = [line.entry for line in await hall.store.moderation.lines(GUILD, 0, 9)]
    assert [(entry.by, entry.text) for entry in entries] == [(C, ""), (FORMER, "")]


async def test_called_off_its_games_go_on(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B, C, D)
    before = await hall.games()
    for _ in range(2):
        state = await cases.call_off(hall.services, 1, GUILD, MAKER)
        assert (state.tournament.status, state.winners) == (Status.CALLED_OFF, ())
    await hall.lose(A, B, C, D)
    assert before
    assert await hall.games() == []
    assert len((await hall.state()).pairings) == 2


# Reminders of late pairings


async def test_whoever_waits_reminds_the_other_once_and_a_manager_all_the_others(
    hall: Hall,
) -> None:
    await hall.begun(ROBIN, A, B, C, D)
    await hall.look()
    for record in await hall.games():
        await due_matches.process_due_match(hall.services, record.id, hall.time)
    one = (await hall.games())[0]
    other, by = one.player(one.match.turn), one.player(one.match.turn.other)

    async def reminded(player: int, *, manages: bool = False) -> set[int]:
        return {*await remind(hall.services, 1, GUILD, player, manages=manages)}

    assert await no(reminded(by)) is TournamentNo.NOBODY_IS_LATE  # of three days none is over
    hall.time += 2 * DAY
    assert await no(reminded(E)) is TournamentNo.NOBODY_IS_LATE  # who isn't in it
    assert await reminded(by) == {other}
    assert await no(reminded(by)) is TournamentNo.NOBODY_IS_LATE
    rest = await reminded(by, manages=True)
    assert rest == {A, B, C, D} - {by, other}
    assert await reminded(MAKER, manages=True) == {by}
    assert await no(reminded(MAKER, manages=True)) is TournamentNo.NOBODY_IS_LATE
    posts = [*await hall.store.posts.due(hall.time, 99)]
    asked = [post for post in posts if isinstance(post, PairingReminder)]
    assert len(asked) == len({post.match for post in asked})


async def test_who_is_reminded_by_another_meanwhile_leaves_the_others_named(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begun(ROBIN, A, B, C, D)
    for record in await hall.games():
        await due_matches.process_due_match(hall.services, record.id, hall.time)
    hall.time += 2 * DAY
    commit, commits = hall.store.commit, list[Change]()

    async def second_is_late(change: Change, *more: Change) -> Committed:
        commits.append(change)
        if len(commits) == 2:
            await commit(change, *more)
        return await commit(change, *more)

    monkeypatch.setattr(hall.store, "commit", second_is_late)
    assert len({*await remind(hall.services, 1, GUILD, MAKER, manages=True)}) == 3


async def test_who_has_blocked_somebody_or_wants_no_reminders_is_not_reminded(hall: Hall) -> None:
    """Nor is there a button."""
    await hall.begun(ROBIN, A, B)
    for record in await hall.games():
        await due_matches.process_due_match(hall.services, record.id, hall.time)
    hall.time += 2 * DAY

    async def nobody_for(player: int) -> None:
        assert await no(remind(hall.services, 1, GUILD, player, manages=False)) is (
            TournamentNo.NOBODY_IS_LATE
        )
        state = await hall.state()
        now = await cases.now_in(hall.services, state)
        assert not await late_players(hall.services, state, now, player, manages=False)

    await blocks.block(hall.services, A, B)
    await nobody_for(B)
    await keep_person(hall.store, Person(B, remind=0))
    await nobody_for(A)


# Its end


@pytest.mark.slow
@ONCE
async def test_its_end_is_told_once_where_its_card_stands(hall: Hall, form: str) -> None:
    await hall.begun(form, A, B, C, D)
    await hall.played_out()
    for _ in range(2):
        await cases.process_due(hall.services, 1)
    (told,) = await hall.told()
    assert (told.tournament, told.place) == (1, Place(GUILD, NEWS))


async def test_played_again_it_invites_the_same_people_and_pings_nobody(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B, C, size=4, games=2, round_days=21)
    with pytest.raises(Refusal):  # not yet
        await cases.play_again(hall.services, 1, GUILD, E)
    await hall.played_out()
    draft = await cases.play_again(hall.services, 1, GUILD, E)
    assert (draft.by, draft.edition, draft.status) == (E, 2, Status.DRAFT)
    same = ("name", "form", "rules", "pace", "size", "games", "round_days", "signup_days")
    before = (await hall.state()).tournament
    assert all(getattr(draft, name) == getattr(before, name) for name in same)
    await cases.open_draft(hall.services, draft.id, E, NEWS)
    assert (await hall.state(draft.id)).invited == (A, B, C)
    await cases.join(hall.services, draft.id, GUILD, B)
    assert (await hall.state(draft.id)).invited == (A, C)
    await erasure.erase(hall.services, A)
    assert (await hall.state(draft.id)).invited == (C,)


async def test_that_it_did_not_begin_is_told_once_if_somebody_joined(hall: Hall) -> None:
    await hall.begun(ROBIN, A)
    assert (await hall.state()).tournament.status is Status.CALLED_OFF
    await hall.passes(DAY)
    assert [post.tournament for post in await hall.told()] == [1]
    await hall.opened(ROBIN)
    await hall.passes(9 * DAY)
    assert (await hall.state(2)).tournament.status is Status.CALLED_OFF
    assert [post.tournament for post in await hall.told()] == [1]


async def test_who_calls_it_off_tells_nobody_of_it_but_by_the_card(hall: Hall) -> None:
    await hall.opened(ROBIN, A, B)
    await cases.call_off(hall.services, 1, GUILD, MAKER)
    assert await hall.told() == []


async def test_one_of_two_who_are_equal_has_won(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B)
    one, two = await hall.games()
    await hall.resign(one, one.dark)
    await hall.resign(two, two.dark)
    await hall.look()
    assert (await hall.state()).winners == (A,)
    won = [[cup.id for cup in await hall.tables.won_by(player)] for player in (A, B)]
    assert won == [[1], []]


async def test_tournaments_that_are_over_are_listed_by_their_end(hall: Hall) -> None:
    for _ in range(3):
        await hall.opened(ROBIN, A, B)
    await hall.passes(8 * DAY)
    for number in (3, 1, 2):
        await hall.lose(B, number=number)
    assert [tournament.id for tournament in await hall.tables.over_in(GUILD, 2)] == [2, 1]


# People and servers who go


async def test_erased_while_it_is_played_a_seat_is_a_former_players(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B, C, D)
    await erasure.erase(hall.services, A)
    state = await hall.state()
    assert [entry.player for entry in state.entries] == [0, B, C, D]
    state = await hall.played_out()
    assert state.winners == (B,)
    assert all(A not in {r.dark, r.light} for r in await hall.games())


async def test_erased_before_it_begins_they_are_not_in_it(hall: Hall) -> None:
    await hall.opened(ROBIN, A, B)
    await erasure.erase(hall.services, A)
    assert [entry.player for entry in (await hall.state()).entries] == [B]


async def test_the_maker_and_the_winner_may_be_erased(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B, by=A)
    await hall.played_out()
    await hall.draft(by=A)
    await erasure.erase(hall.services, A)
    state = await hall.state()
    assert (state.tournament.by, state.winners, state.entry[1].won) == (0, (0,), True)
    assert await hall.tables.state(2) is None


async def test_a_tournament_that_was_read_before_does_not_name_them_again(hall: Hall) -> None:
    """A decision made before the maker, or a player, was erased is made again."""
    await hall.opened(ROBIN, A, B)
    before = (await hall.state()).tournament
    await erasure.erase(hall.services, MAKER)
    with pytest.raises(Stale):
        await hall.tables.change(before)
    await cases.call_off(hall.services, 1, GUILD, MAKER)
    over = (await hall.state()).tournament
    await erasure.erase(hall.services, B)
    with pytest.raises(Stale):
        await hall.tables.change(over)


async def test_what_is_stored_of_a_person(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B, by=A)
    await hall.played_out()
    stored = (await hall.store.personal_data.of(A)).features
    assert [
        (entry["tournament"], entry["server"], entry["won"]) for entry in stored["tournaments"]
    ] == [("Spring Cup", str(GUILD), True)]
    assert [entry["tournament"] for entry in stored["tournaments-begun"]] == ["Spring Cup"]


async def test_what_is_stored_of_a_round_is_who_was_reminded_and_wanted_one_more(
    hall: Hall,
) -> None:
    (pairing,) = (await level(hall)).pairings
    also = partial(stored.note_reminded, pairing=pairing, seat=1, at=0)
    await hall.services.commit(Change(also=also))
    await cases.ask_for_more(hall.services, 1, GUILD, B)

    async def rounds(player: int) -> list[Mapping[str, object]]:
        (entry,) = (await hall.store.personal_data.of(player)).features["tournaments"]
        return entry["rounds"]

    assert await rounds(A) == [{"round": 1, "reminded": "1970-01-01T00:00:00Z", "one-more": False}]
    assert await rounds(B) == [{"round": 1, "reminded": None, "one-more": True}]


async def test_while_the_bot_is_away_nothing_begins_and_after_that_it_does(hall: Hall) -> None:
    await hall.opened(ROBIN, A, B)
    await hall.store.servers.note_presence((), (GUILD,), hall.time)
    await hall.passes(8 * DAY)
    assert (await hall.state()).tournament.status is Status.OPEN
    assert await hall.tables.due(hall.time, 9) == []  # it is not asked all the time
    await hall.store.servers.note_presence((GUILD,), (), hall.time)
    await hall.passes(3600)
    assert (await hall.state()).tournament.status is Status.RUNNING


async def test_a_server_that_was_left_long_ago_has_no_tournaments(hall: Hall, store: Store) -> None:
    await hall.begun(ROBIN, A, B)
    assert GUILD in await store.servers.stored()
    await store.servers.note_presence((), (GUILD,), hall.time)
    hall.time += 40 * DAY
    await erasure.clear(hall.services)
    assert await hall.tables.state(1) is None
    assert GUILD not in await store.servers.stored()


# The next season


async def test_the_next_season_is_announced_where_the_news_are_now(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B)
    await keep_guild(hall.store, Server(GUILD, news=99))
    await hall.passes(100 * DAY)
    await hall.look()
    assert (await hall.state(2)).tournament.announced_in == 99


async def test_a_league_that_was_called_off_has_no_further_season(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B)
    await cases.call_off(hall.services, 1, GUILD, MAKER)
    await hall.passes(200 * DAY)
    assert await hall.tables.state(2) is None


async def test_a_league_that_a_person_calls_off_after_a_lapsed_season_has_not_failed(
    hall: Hall,
) -> None:
    """Its announcement stays, with the line that it was called off."""
    await hall.begun(LEAGUE, A)
    await hall.look()
    assert [(await hall.state(number)).has_failed for number in (1, 2)] == [True, False]
    off = await cases.call_off(hall.services, 2, GUILD, MAKER)
    assert off.tournament.status is Status.CALLED_OFF
    assert not off.has_failed


async def test_a_league_of_which_that_is_said_has_no_further_season(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B)
    for _ in range(2):
        state = await cases.repeat_no_more(hall.services, 1, GUILD)
        assert not state.tournament.repeats
    await hall.passes(200 * DAY)
    assert (await hall.state()).tournament.status is Status.OVER
    assert await hall.tables.state(2) is None


# Leagues


@pytest.mark.slow
async def test_a_league_goes_on_season_after_season(hall: Hall) -> None:
    await hall.begun(LEAGUE, *range(201, 212))
    first = await hall.state()
    assert (first.tournament.repeats, first.tournament.size) == (True, 64)
    assert [len(group) for group in first.groups] == [5, 6]
    assert {(p.pool, p.round) for p in first.pairings} == {(1, 1), (2, 1)}
    over = await hall.played_out()
    assert (over.tournament.status, over.winners) == (Status.OVER, (201,))
    assert 0 <= (over.tournament.ended or 0) - season_end(first.tournament.began or 0) < DAY
    assert 5 <= max(pairing.round for pairing in over.pairings) <= 6
    second = await hall.state(2)
    assert (second.tournament.status, second.tournament.edition, second.tournament.began) == (
        *(Status.RUNNING, 2, over.tournament.ended),
    )
    players = [[second.player(seat) for seat in group] for group in second.groups]
    assert players == [[201, 202, 203, 204, 206], [205, *range(207, 212)]]
    assert second.pairings == ()  # it waits until its card is posted, from which its thread opens
    await hall.passes(HOUR)
    assert {pairing.round for pairing in (await hall.state(2)).pairings} == {1}
    assert [tournament.id for tournament in await hall.tables.won_by(201)] == [1]


async def test_a_round_of_a_league_waits_for_nobody(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    await hall.passes(14 * DAY - 1)
    assert {pairing.round for pairing in (await hall.state()).pairings} == {1}
    await hall.passes(1)
    assert {pairing.round for pairing in (await hall.state()).pairings} == {1, 2}
    await hall.passes(14 * DAY)  # two pairings of each are under way: they have enough to do
    state = await hall.state()
    assert {pairing.round for pairing in state.pairings} == {1, 2}
    await hall.lose(D)
    await hall.lose(C)
    await hall.passes(DAY)
    newest = [p for p in (await hall.state()).pairings if p.round == 3]
    assert sorted(p.award for p in newest) == [Award.BY_GAMES, Award.HALF]


async def test_one_may_join_a_league_at_any_time_at_the_bottom(hall: Hall) -> None:
    await hall.begun(LEAGUE, *range(201, 209))
    assert [len(group) for group in (await hall.state()).groups] == [4, 4]
    for player in range(301, 307):
        await cases.join(hall.services, 1, GUILD, player)
    state = await hall.state()
    assert [len(group) for group in state.groups] == [4, 8, 2]
    await hall.lose(*range(201, 209))
    await hall.passes(14 * DAY)
    newest = [p for p in (await hall.state()).pairings if p.round == 2]
    assert {p.pool for p in newest} == {1, 2, 3}
    assert await no(cases.join(hall.services, 1, GUILD, 301)) is TournamentNo.JOINED_ALREADY


async def test_who_left_a_league_may_come_back_to_their_place(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    await cases.leave(hall.services, 1, GUILD, A)
    state = await cases.join(hall.services, 1, GUILD, A)
    assert len(state.entries) == 4
    assert (state.entry[1].left, state.entry[1].pool) == (None, 1)


@pytest.mark.slow
async def missed(hall: Hall, player: int) -> None:
    """A person misses two rounds of a league in a row."""
    for number in (1, 2):
        await hall.absent(player)
        if number == 1:
            await hall.lose(C, D)
            await hall.passes(14 * DAY)


async def test_two_missed_rounds_in_a_row_rest_and_one_costs_points(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    for plays in (False, True, False, False):
        assert not (await hall.state()).rests(1)
        if plays:
            await hall.lose(A)
        else:
            await hall.absent(A)
        (own,) = (row for row in (await hall.state()).table(1) if row.entrant == 1)
        assert own.halves == 0
        await hall.lose(C, D)
        await hall.passes(14 * DAY)
    assert (await hall.state()).rests(1)


async def test_who_rests_is_not_in_the_next_season(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    await missed(hall, A)
    assert (await hall.state()).rests(1)
    await hall.lose(C, D)
    await hall.passes(14 * DAY)
    newest = [p for p in (await hall.state()).pairings if p.round == 3]
    assert not any(1 in pairing.seats for pairing in newest if pairing.award is Award.BY_GAMES)
    await hall.played_out()
    assert (await hall.state()).rests(1)
    assert {entry.player for entry in (await hall.state(2)).entries} == {B, C, D}


async def test_who_sat_out_is_told_once_that_the_next_season_starts(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    await missed(hall, A)
    await keep_person(hall.store, Person(A, quiet_from=0, quiet_until=7))  # it ends at midnight
    await hall.played_out()
    opened = (await hall.state(2)).tournament.made

    async def calls() -> list[SeasonCall]:
        posts = [*await hall.store.posts.due(hall.time + DAY, 99)]
        return [post for post in posts if isinstance(post, SeasonCall)]

    (call,) = await calls()
    assert (call.tournament, call.before, call.place) == (2, 1, Place(GUILD, NEWS))
    quiet = pings.quiet_end(Person(A, quiet_from=0, quiet_until=7), opened)
    assert call.at == call.due == (quiet or opened)
    assert await cases.called(hall.services, 2, 1, call.at) == [A]
    await hall.passes(HOUR)
    assert await calls() == [call]
    await cases.join(hall.services, 2, GUILD, A)
    assert await cases.called(hall.services, 2, 1, call.at) == []


async def test_who_sat_out_is_not_told_if_they_left_or_want_no_reminders(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    await missed(hall, A)
    await keep_person(hall.store, Person(A, remind=0))
    await hall.played_out()
    posts = [*await hall.store.posts.due(hall.time + DAY, 99)]
    assert not [post for post in posts if isinstance(post, SeasonCall)]


async def test_who_rests_in_a_league_is_back_with_join_too(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    await missed(hall, A)
    hall.time += 1
    state = await cases.join(hall.services, 1, GUILD, A)
    assert not state.rests(1)
    assert [entry.player for entry in state.entries] == [A, B, C, D]
    assert await no(cases.join(hall.services, 1, GUILD, A)) is TournamentNo.JOINED_ALREADY


async def test_who_rests_and_is_barred_does_not_come_back(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    await missed(hall, A)
    await moderation.bar(hall.services, GUILD, A, MAKER)
    for back in (cases.join, cases.come_back):
        assert await no(back(hall.services, 1, GUILD, A)) is No.BARRED
    assert (await hall.state()).rests(1)


@EVERY
async def test_who_has_left_the_server_has_no_seed_and_no_game(hall: Hall, form: str) -> None:
    hall.gone = {B}
    state = await hall.begun(form, A, B, C, D)
    assert {entry.player for entry in state.entries} == {A, C, D}
    assert len(state.seeds) == 3
    assert all(B not in record.everyone for record in await hall.games())


async def test_where_one_has_left_the_server_their_seat_is_free_again(hall: Hall) -> None:
    hall.gone = {B}
    await hall.opened(ROBIN, A, B, C, D, size=4)
    await hall.look()
    state = await hall.state()
    assert state.tournament.status is Status.OPEN
    assert [entry.player for entry in state.entries] == [A, C, D]


async def test_who_leaves_the_server_has_no_game_in_the_next_round(hall: Hall) -> None:
    state = await hall.begun(ROBIN, A, B, C, D)
    hall.gone = {D}
    await hall.lose(C, D)
    await hall.lose(B)
    state = await hall.state()
    assert state.has_left(4)
    assert all(D not in record.everyone for record in await hall.games())
    walkovers = [pairing for pairing in state.pairings if pairing.round > 1 and 4 in pairing.seats]
    assert walkovers
    assert {pairing.award for pairing in walkovers} == {Award.ONE}


async def test_a_league_without_players_opens_once_more_and_then_no_more(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B)
    await cases.leave(hall.services, 1, GUILD, A)
    for _ in range(120):
        await hall.passes(DAY)
    second = await hall.state(2)
    assert (second.tournament.status, [e.player for e in second.entries]) == (
        Status.CALLED_OFF,
        [B],
    )
    third = await hall.state(3)
    assert third.tournament.status is Status.CALLED_OFF
    assert await hall.tables.state(4) is None


async def test_a_bot_that_was_away_begins_one_round_not_all_that_were_missed(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    await hall.lose(C, D)
    await hall.passes(45 * DAY)
    assert {pairing.round for pairing in (await hall.state()).pairings} == {1, 2}


@pytest.mark.parametrize("day", range(1, 91, 3))
async def test_a_leagues_season_is_the_servers_and_has_room_for_two_rounds(
    hall: Hall, day: int
) -> None:
    hall.time = JANUARY + day * DAY
    april = starts(season_of(JANUARY) + 1)
    opened = await hall.opened(LEAGUE, A, B, C, D)
    late = opened.closes == april
    assert late == (35 * DAY > april - hall.time - 7 * DAY > 0)
    if april - hall.time < 35 * DAY:
        early = cases.close_sign_up(hall.services, 1, GUILD)
        assert await no(early) is TournamentNo.STARTS_WITH_SEASON
    await hall.passes(opened.closes - hall.time + 1)
    began = (await hall.state()).tournament.began or 0
    assert (await hall.state()).tournament.status is Status.RUNNING
    assert began >= opened.closes
    assert season_end(began) == starts(season_of(began) + 1)
    assert season_end(began) - began > 34 * DAY


async def test_a_league_whose_bot_was_off_until_late_in_a_season_waits_for_the_next(
    hall: Hall,
) -> None:
    hall.time = JANUARY
    await hall.opened(LEAGUE, A, B, C, D)
    await hall.passes(70 * DAY)
    state = await hall.state()
    assert state.tournament.status is Status.OPEN
    assert state.tournament.closes == starts(season_of(JANUARY) + 1)
    assert await hall.cards()  # which says the new date


async def test_a_season_in_which_nobody_played_has_no_champion_and_moves_nobody(hall: Hall) -> None:
    await hall.begun(LEAGUE, *range(201, 209))
    before = await hall.state()
    entries = [replace(entry, left=hall.time) for entry in before.entries]
    unplayed = replace(before, pairings=(), games=())
    assert promoted(unplayed) == tuple(range(1, 9))
    assert promoted(replace(unplayed, entries=tuple(entries))) == ()
    over = world.step(unplayed, season_end(before.tournament.began or 0))
    assert (over.over, over.winners) == (True, ())


async def league(hall: Hall, player: int = A, guild: int | None = GUILD) -> State:
    """Someone presses the button under a season's post."""
    return await cases.join_league(hall.services, guild, player, "League")


@pytest.fixture
async def seasons(hall: Hall) -> Hall:
    """A server that has seasons, and is told of them."""
    await keep_guild(hall.store, Server(GUILD, news=NEWS, rules="saami", rated=False))
    return hall


async def test_the_first_who_presses_opens_the_league_and_the_others_join_it(seasons: Hall) -> None:
    state = await league(seasons)
    tournament = state.tournament
    assert (tournament.name, tournament.form, tournament.status, tournament.repeats) == (
        *("League", LEAGUE, Status.OPEN, True),
    )
    assert (tournament.by, tournament.channel, tournament.announced_in) == (FORMER, NEWS, NEWS)
    assert (tournament.rules, tournament.rated, tournament.closes) == (
        "saami",
        False,
        seasons.time + 7 * DAY,
    )
    (card,) = await seasons.cards()
    assert card.changes == 0  # the first player is in it from the start
    assert await no(league(seasons)) is TournamentNo.JOINED_ALREADY
    again = await league(seasons, B)
    assert [entry.player for entry in again.entries] == [A, B]
    await seasons.passes(8 * DAY)
    assert [entry.player for entry in (await league(seasons, C)).entries] == [A, B, C]


async def test_two_who_press_at_once_are_in_one_league(seasons: Hall) -> None:
    await asyncio.gather(league(seasons), league(seasons, B), league(seasons, C))
    state = await seasons.state()
    assert {entry.player for entry in state.entries} == {A, B, C}
    assert await seasons.tables.state(2) is None


async def test_where_there_are_no_seasons_there_is_no_league(hall: Hall) -> None:
    assert await no(league(hall)) is TournamentNo.NO_LEAGUE
    assert await no(league(hall, guild=None)) is TournamentNo.NO_LEAGUE
    assert await hall.tables.state(1) is None


async def test_who_is_barred_opens_no_league(seasons: Hall) -> None:
    await moderation.bar(seasons.services, GUILD, A, MAKER)
    assert await no(league(seasons)) is No.BARRED
    assert await seasons.tables.state(1) is None


async def test_one_that_was_called_off_is_opened_anew_by_who_presses(seasons: Hall) -> None:
    await league(seasons)
    await cases.call_off(seasons.services, 1, GUILD, MAKER)
    assert (await league(seasons, B)).tournament.id == 2


@pytest.mark.slow
async def test_the_games_of_such_a_league_are_in_a_thread_of_its_card(seasons: Hall) -> None:
    for player in (A, B, C, D):
        await league(seasons, player)
    await seasons.passes(8 * DAY)
    await seasons.passes(HOUR)
    records = await seasons.games()
    assert [(record.thread, record.place.channel) for record in records] == [(True, NEWS)] * 2
    await keep_guild(seasons.store, Server(GUILD, news=99))
    await seasons.played_out()
    tournament = (await seasons.state(2)).tournament
    assert (tournament.channel, tournament.announced_in) == (99, 99)


async def test_once_its_card_is_posted_a_league_does_not_wait(seasons: Hall) -> None:
    await league(seasons)
    await league(seasons, B)
    (card,) = await seasons.cards()
    await seasons.store.posts.done(replace(card, changes=2), SentMessage(500))
    await seasons.passes(8 * DAY)
    assert len(await seasons.games()) == 1


# Cards


async def test_one_post_waits_for_all_changes_of_a_card(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A, B, C)
    (card,) = await hall.cards()
    assert card.changes == 3
    await hall.store.posts.done(replace(card, changes=1), SentMessage(500))
    (again,) = await hall.cards()  # two more came while it was sent
    assert (again.id, again.due) > (card.id, card.due)
    await hall.store.posts.done(again, SentMessage(500))
    assert await hall.cards() == []
    assert (tournament.message, (await hall.state()).tournament.message) == (None, 500)


async def test_a_card_is_brought_up_to_date_when_a_game_has_more_time(hall: Hall) -> None:
    await hall.begun(ROBIN, A, B)

    async def cards() -> int:
        told = await hall.cards()
        for card in told:
            await hall.store.posts.done(card, SentMessage(500))
        return len(told)

    assert await cards() == 1
    assert await cards() == 0
    record, *_ = await hall.games()
    await play.give_day(hall.services, record.id, record.player(record.match.turn.other))
    assert await cards() == 1
    await hall.store.times.keep_outage(hall.time - HOUR, hall.time)
    assert await cards() == 1
    await cases.call_off(hall.services, 1, GUILD, MAKER)
    assert await cards() == 1
    await play.give_day(hall.services, record.id, record.player(record.match.turn.other))
    await hall.store.times.keep_outage(hall.time, hall.time + HOUR)
    assert await cards() == 0  # it doesn't say who must move any more


async def test_a_card_that_was_deleted_comes_back_only_where_it_is_asked_for(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A)
    await cases.announcement_is_gone(hall.services, tournament)
    assert (await hall.state()).tournament.message == 0
    await cases.announce_again(hall.services, (await hall.state()).tournament, NEWS)
    assert (await hall.state()).tournament.message is None
    assert isinstance((await hall.cards())[0], Announcement)


async def test_pressed_twice_and_posted_in_between_it_is_not_posted_once_more(hall: Hall) -> None:
    """Both who press have seen that the old card is gone, and so has an edit on its way."""
    seen = await hall.opened(ROBIN, A)
    await cases.announce_again(hall.services, seen, NEWS)
    (post,) = await hall.cards()
    await hall.store.posts.done(post, SentMessage(6))
    await cases.announce_again(hall.services, replace(seen, message=5), NEWS)
    await cases.announcement_is_gone(hall.services, replace(seen, message=5))
    assert (await hall.state()).tournament.message == 6


async def test_a_card_whose_edit_waits_for_a_channel_that_is_gone_comes_in_the_other(
    hall: Hall,
) -> None:
    tournament = await hall.opened(ROBIN, A)
    (post,) = await hall.cards()
    await hall.store.posts.done(replace(post, changes=1), SentMessage(500))
    hall.time += 1
    await cases.join(hall.services, tournament.id, GUILD, B)
    await cases.announce_again(hall.services, (await hall.state()).tournament, ROOM)
    (post,) = await hall.cards()
    assert (post.place, post.queue) == (Place(GUILD, ROOM), -ROOM)
    assert post.due <= hall.time


async def test_a_card_that_is_to_stand_elsewhere_while_it_is_posted_comes_there(hall: Hall) -> None:
    tournament = await hall.opened(ROBIN, A)
    (post,) = await hall.cards()
    await cases.announce_again(hall.services, tournament, ROOM)
    await hall.store.posts.done(post, SentMessage(500))  # in the channel of before
    assert (await hall.state()).tournament.message is None
    (post,) = await hall.cards()
    assert post.place == Place(GUILD, ROOM)


# What follows from the games


async def test_a_check_sees_what_is_not_as_the_games_say_and_a_repair_mends_it(
    path: Path,
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        hall = Hall(store)
        await hall.begun(ROBIN, A, B)
        await hall.played_out()
        before = await hall.state()
        await store.database.execute("UPDATE tournament_game SET dark_taken = 7 WHERE leg = 1")
    (fault,) = [*check(path, EXTENSIONS)]
    assert "is not what its moves say" in str(fault)
    async with open_store(path, EXTENSIONS) as store:
        await store.database.write(rebuild)
        assert (await Hall(store).state()).games == before.games
    assert [*check(path, EXTENSIONS)] == []


@pytest.mark.slow
@EVERY
@by_night("seat", 1, 3, 5)
async def test_without_an_entry_that_cannot_be_read_the_others_play_on(
    hall: Hall, store: Store, form: str, seat: int
) -> None:
    before = await hall.begun(form, A, B, C, D, E)
    await store.database.execute("DELETE FROM tournament_entrant WHERE seat = :seat", seat=seat)
    state = await hall.state()
    assert state.player(seat) == 0
    assert len(state.seeds) == len(before.seeds)
    assert state.decided.keys() == before.decided.keys()
    if form == "knockout":
        assert [[tie.key for tie in ties] for ties in state.bracket] == (
            [[tie.key for tie in ties] for ties in before.bracket]
        )
    state = await hall.played_out()
    assert state.tournament.status is Status.OVER
    assert state.winners in {(A,), (B,)}


async def test_tournaments_that_cannot_be_looked_at_hide_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = await hall.opened(ROBIN, A, B, signup_days=2)
    for number in range(20):
        await hall.draft(by=200 + number)
    hall.time += 40 * DAY
    delete = TournamentTables.delete_draft
    monkeypatch.setattr(TournamentTables, "delete_draft", _fails)
    await hall.tables.change(replace((await hall.state(last.id)).tournament, due=hall.time))
    with pytest.raises(ExceptionGroup):
        await hall.look()
    await hall.look()
    assert (await hall.state(last.id)).tournament.status is Status.RUNNING
    monkeypatch.setattr(TournamentTables, "delete_draft", delete)
    await hall.passes(HOUR)
    assert await hall.tables.state(2) is None


async def _fails(*_: object) -> None:
    raise OSError


async def test_a_damaged_tournament_is_one_damaged_tournament(hall: Hall, store: Store) -> None:
    await hall.opened(ROBIN, A, B)
    await hall.opened(ROBIN, C, D)
    await store.database.execute("UPDATE tournament SET form = 'chess' WHERE id = 1")
    await hall.passes(8 * DAY)
    assert (await hall.state(2)).tournament.status is Status.RUNNING
    assert await hall.tables.state(1) is None
    await store.database.execute("UPDATE tournament SET form = 'round-robin' WHERE id = 1")


async def test_the_games_of_a_tournament_that_are_under_way_are_listed(hall: Hall) -> None:
    state = await hall.begun("round-robin", 11, 12, 13, 14)
    await hall.begun("round-robin", 15, 16, by=MAKER + 1)
    record, *others = await hall.games()
    await hall.resign(record, record.dark)
    running = await hall.tables.running(state.tournament.id)
    assert {*running} == {other.id for other in others}
    assert len(running) == 3
    assert {listing.place.channel for listing in running.values()} == {ROOM}


async def test_a_clock_that_was_ahead_and_is_set_right_holds_up_no_round(hall: Hall) -> None:
    await hall.begun("swiss", A, B, C, D)
    games, right = await hall.games(), hall.time
    hall.time += 400 * DAY
    for record in games:
        await hall.resign(record, record.dark)
    hall.time = right
    await hall.store.times.clock_set_back(right)
    await hall.look()
    assert max(pairing.round for pairing in (await hall.state()).pairings) == 2


async def test_a_league_that_went_on_while_the_clock_was_ahead_goes_on_now(hall: Hall) -> None:
    await hall.begun(LEAGUE, A, B, C, D)
    right = hall.time
    hall.time += 400 * DAY
    await hall.look()
    assert not (await hall.state(2)).pairings  # the next season, with no game yet
    hall.time = right
    await hall.store.times.clock_set_back(right)
    for record in await hall.games():
        await hall.resign(record, record.dark)
    await hall.passes(30 * DAY)
    assert (await hall.state(2)).pairings


async def test_what_was_decided_while_the_clock_was_ahead_is_decided_again(hall: Hall) -> None:
    tournament = (await hall.begun(ROBIN, A, B, C, D)).tournament
    await hall.store.times.clock_set_back(hall.time)
    with pytest.raises(Stale):
        await hall.tables.change(replace(tournament, due=hall.time + 400 * DAY))


async def test_a_clock_set_right_forgets_no_draft(hall: Hall) -> None:
    draft = await hall.draft()
    await hall.store.times.clock_set_back(hall.time)
    await hall.look()
    assert await cases.draft_of(hall.services, draft.id, MAKER) == draft


async def test_a_row_that_fits_no_table_holds_up_no_other_when_the_clock_is_set_right(
    hall: Hall, store: Store, path: Path
) -> None:
    for players in ((A, B), (C, D)):
        await hall.opened(ROBIN, *players)
    spoil(path, "UPDATE tournament SET rules = x'ff' WHERE id = 1")
    await store.times.clock_set_back(hall.time)
    assert await hall.tables.due(hall.time, 9) == [2]
    spoil(path, "UPDATE tournament SET rules = 'ludens' WHERE id = 1")
