"""Team matches: two teams that people join, board against board, and how they stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments import cases
from bot.features.tournaments.forms import state_of
from bot.features.tournaments.forms.teams import BOARDS
from bot.features.tournaments.model import Entry, Status
from bot.features.tournaments.pages import announcement, draft, hub, results
from bot.features.tournaments.pages.boards import TEAMS, board_line, score
from bot.features.tournaments.refusals import TournamentNo
from bot.model.people import FORMER
from bot.service import moderation
from bot.service.refusals import Refusal
from bot.service.strengths import Strengths
from bot.ui.components import modal
from bot.ui.pages.reader import Reader
from games.core import Reason
from games.pace import DAY
from render.versus import Versus
from tests.bot.features.tournaments.hall import GUILD, MAKER, Hall
from tests.bot.features.tournaments.test_pages import NAMES
from tests.bot.features.tournaments.world import (
    ABSENT,
    DARK,
    DRAW,
    FIRST,
    LATE_LIGHT,
    LIGHT,
    NOON,
    STOPPED,
    begun,
    ended,
    step,
    tournament,
)
from tests.bot.ui.model import ALL, CHANNEL, EN, buttons, check, text
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.tournaments.form import State
    from bot.service.refusals import AnyNo
    from bot.store.store import Store

RED, BLUE = TEAMS
A, B, C, D, E, F = range(101, 107)


def signed_up(red: int = 2, blue: int = 2, **changes: Any) -> State:  # noqa: ANN401  any field
    """So many in each team, who joined in turn; it has not started."""
    fields = {"name": "Owls", "versus": "Foxes", "size": 8, **changes}
    match = tournament("teams", **fields)
    order = sorted([(n, RED) for n in range(red)] + [(n, BLUE) for n in range(blue)])
    entries = tuple(
        Entry(tournament=1, seat=seat, player=FIRST + seat - 1, joined=NOON + seat, pool=team)
        for seat, (_, team) in enumerate(order, 1)
    )
    return state_of(replace(match, status=Status.OPEN, began=None), entries)


def started(before: State, ratings: dict[int, float] | None = None) -> State:
    """The same, its games in progress."""
    by_seat = {entry.player: -float(entry.seat) for entry in before.entries}
    placed = {entry.seat: entry for entry in before.form.started(before, ratings or by_seat)}
    entries = tuple(placed.get(entry.seat, entry) for entry in before.entries)
    running = replace(before.tournament, status=Status.RUNNING, began=NOON)
    state = replace(before, tournament=running, entries=entries)
    return begun(state, step(state, NOON))


def running() -> State:
    """Two boards: the first is over, of the second one game."""
    return ended(started(signed_up()), lambda game: DARK if game.board + game.leg < 4 else None)


# Who may join


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store)


async def refused(hall: Hall, player: int, team: int) -> AnyNo:
    """Why they may not join that team."""
    with pytest.raises(Refusal) as refusal:
        await cases.join(hall.services, 1, GUILD, player, team)
    return refusal.value.no


async def test_one_joins_one_team_which_is_never_two_ahead(hall: Hall) -> None:
    await hall.teams((A,), ())
    assert await refused(hall, A, RED) is TournamentNo.IN_THIS_TEAM
    assert await refused(hall, A, BLUE) is TournamentNo.IN_THE_OTHER_TEAM
    assert await refused(hall, B, RED) is TournamentNo.TEAM_IS_AHEAD
    await cases.leave(hall.services, 1, GUILD, A)
    state = await cases.join(hall.services, 1, GUILD, A, BLUE)
    assert [entry.pool for entry in state.entries] == [BLUE]


async def test_a_team_that_is_full_takes_nobody(hall: Hall) -> None:
    await hall.teams((11, 12, 13, 14), (15, 16, 17))
    assert await refused(hall, A, RED) is TournamentNo.TEAM_IS_FULL


@given(st.lists(st.tuples(st.sampled_from(TEAMS), st.booleans()), max_size=40))
def test_whoever_joins_no_team_gets_two_ahead(presses: list[tuple[int, bool]]) -> None:
    state = signed_up(0, 0)
    known: list[Entry] = []
    for number, (team, _) in enumerate(presses):
        try:
            known.append(state.form.seat(state.tournament, known, 500 + number, team, NOON))
        except Refusal:
            continue
    counts = [sum(entry.pool == team for entry in known) for team in TEAMS]
    assert abs(counts[0] - counts[1]) <= 1
    assert max(counts) <= 4


@pytest.mark.parametrize(("size", "boards"), [(0, 2), (2, 2), (6, 3), (64, 10)])
async def test_it_has_two_to_ten_boards(hall: Hall, size: int, boards: int) -> None:
    new = await hall.draft("teams", name="Owls", versus="Foxes", size=size)
    assert new.size == 2 * boards


@pytest.mark.parametrize(
    ("red", "blue", "no"),
    [
        ("Owls", "<@5>", TournamentNo.NO_SUCH_NAME),
        ("", "Owls", TournamentNo.NO_SUCH_NAME),
        ("x" * 25, "Owls", TournamentNo.NO_SUCH_NAME),
        ("Owls", " owls ", TournamentNo.SAME_TEAM_NAMES),
    ],
)
async def test_teams_have_two_names(hall: Hall, red: str, blue: str, no: AnyNo) -> None:
    with pytest.raises(Refusal) as refusal:
        await hall.draft("teams", name=red, versus=blue)
    assert refusal.value.no is no


# Played


async def test_all_boards_start_at_once_by_rating_and_it_ends_with_the_last(store: Store) -> None:
    async def of(*_: object) -> dict[int, float]:
        return {C: 1900.0, B: 1800.0}

    hall = Hall(store)
    hall.states = {Strengths: Strengths(of)}
    await hall.teams((A, C), (B, D))
    await hall.passes(8 * DAY)
    state = await hall.state()
    assert [{state.player(seat) for seat in p.seats} for p in state.pairings] == [{C, B}, {A, D}]
    assert len(await hall.games()) == 4
    await hall.lose(B, D)
    over = await hall.state()
    assert (over.tournament.status, score(over)) == (Status.OVER, (8, 0))
    assert len(await hall.told()) == 1
    assert await hall.tables.won_by(A) == []  # a title is one person's


async def test_it_starts_when_both_teams_are_full(hall: Hall) -> None:
    await hall.teams((11, 12, 13, 14), (15, 16, 17, 18))
    await hall.look()
    assert len(await hall.games()) == 8


async def test_with_an_odd_number_the_last_is_a_substitute(hall: Hall) -> None:
    await hall.teams((A, B, C), (D, E))
    await hall.passes(8 * DAY)
    state = await hall.state()
    assert len(state.pairings) == 2
    assert state.entry[state.seat_of(C) or 0].seed is None
    assert not state.is_out(state.seat_of(C) or 0)


async def test_who_is_barred_or_has_left_the_server_is_replaced(hall: Hall) -> None:
    await hall.teams((A, B, C), (D, E, F))
    await moderation.bar(hall.services, GUILD, A, MAKER)
    hall.gone = {D}
    await hall.passes(8 * DAY)
    playing = {player for record in await hall.games() for player in record.everyone}
    assert playing == {B, C, E, F}


@pytest.mark.parametrize(("red", "blue"), [((A,), (B,)), ((A, B), (C,))])
async def test_one_board_is_no_team_match(
    hall: Hall, red: Sequence[int], blue: Sequence[int]
) -> None:
    await hall.teams(red, blue)
    with pytest.raises(Refusal) as refusal:
        await cases.close_sign_up(hall.services, 1, GUILD)
    assert refusal.value.no is TournamentNo.TEAMS_TOO_SMALL
    await hall.passes(8 * DAY)
    assert (await hall.state()).tournament.status is Status.CALLED_OFF
    assert len(await hall.told()) == 1


async def test_who_leaves_gives_up_their_games(hall: Hall) -> None:
    await hall.teams((A, B), (C, D))
    await hall.passes(8 * DAY)
    await cases.leave(hall.services, 1, GUILD, A)
    assert len(await hall.games()) == 2
    await hall.look()
    assert score(await hall.state()) == (0, 4)


@for_every(
    ("first", "second", "halves"),
    [
        (DARK, DARK, (2, 2)),
        (DARK, LIGHT, (4, 0)),
        (DRAW, LIGHT, (3, 1)),
        (STOPPED, DRAW, (2, 2)),
        (ABSENT, LATE_LIGHT, (0, 4)),
        (ABSENT, ABSENT, (2, 2)),  # the second is the other's
        (DARK, None, (0, 0)),  # the board is not over
    ],
)
def test_the_score_counts_boards_that_are_over(
    first: object, second: object, halves: tuple[int, int]
) -> None:
    state = ended(
        started(signed_up()),
        lambda game: (first, second)[game.leg - 1] if game.board == 1 else None,  # type: ignore[return-value]
    )
    assert score(state) == halves


@for_every("games", [1, 2])
@for_every("count", [2, 3, 10])
def test_each_team_has_each_side_as_often_as_the_other(count: int, games: int) -> None:
    state = started(signed_up(count, count, games=games, size=20))
    dark = sum(state.entry[game.dark].pool == RED for game in state.games)
    assert abs(2 * dark - len(state.games)) <= (count % 2 if games == 1 else 0)


def test_of_the_end_its_last_two_hear_first() -> None:
    state = ended(started(signed_up()), lambda game: DARK if game.board == 1 else None)
    state = ended(state, lambda _: DARK, at=NOON + 2 * DAY)
    last = {state.player(seat) for seat in state.pairings[1].seats}
    assert {*state.form.told(state)} == {101, 102, 103, 104} - last


def test_a_board_whose_entry_is_lost_hides_no_other() -> None:
    state = running()
    former = replace(state.entry[1], player=FORMER, left=0, pool=0)
    lost = replace(state, entries=(former, *state.entries[1:]))
    page = announcement.announcement(lost, CHANNEL, NAMES)
    assert text(page).count("\u2013") >= 2


# What is shown


def test_before_it_starts_it_says_who_is_in_which_team_and_how_to_join() -> None:
    page = announcement.announcement(signed_up(2, 1), CHANNEL, NAMES)
    assert "### Owls \u2013 Foxes" in text(page)
    assert "**Owls** (2 of 4): <@101>, <@103>" in text(page)
    assert "**Foxes** (1 of 4): <@102>" in text(page)
    labels = [*buttons(page)]
    assert labels == ["Join Owls", "Join Foxes", "Leave"]


@for_every("words", ALL)
def test_while_it_is_played_it_has_the_score_and_each_board(words: Any) -> None:  # noqa: ANN401
    state = running()
    page = announcement.announcement(state, Reader(words), NAMES)
    check(page)
    said = text(page)
    assert words("team.to-go", count=1) in said
    (picture,) = page.pictures
    drawn = picture.scene
    assert isinstance(drawn, Versus)
    assert [board.is_over for board in drawn.boards] == [True, False]


def test_it_ends_with_a_winner_or_a_draw() -> None:
    won = ended(started(signed_up()), lambda game: DARK if game.leg == 1 else LIGHT)
    drawn = ended(started(signed_up()), lambda _: DRAW)
    for state, said in ((won, "a draw"), (drawn, "a draw")):
        over = replace(state, tournament=replace(state.tournament, status=Status.OVER))
        assert said in text(announcement.result(over, CHANNEL))
    one = ended(started(signed_up()), lambda game: DARK if game.dark in {1, 3} else LIGHT)
    over = replace(one, tournament=replace(one.tournament, status=Status.OVER))
    assert "victory for Owls" in text(announcement.result(over, CHANNEL)).replace(
        "\u2068", ""
    ).replace("\u2069", "")


@for_every("words", ALL)
@for_every("count", BOARDS)
def test_it_can_be_sent_with_many_boards(words: Any, count: int) -> None:  # noqa: ANN401
    state = started(signed_up(count, count, size=2 * count))
    for reader in (CHANNEL, Reader(EN, 101)):
        check(announcement.own(state, Reader(words, reader.player), NAMES, may_manage=True))


def test_ones_own_board_and_the_line_under_a_result() -> None:
    state, reader = running(), Reader(EN, 103)
    assert "Board 2 against <@104>" in text(hub.own_games(state, {}, reader))
    said = [*results.of_pairing(state, state.pairings[0], EN)]
    assert "board 1" in said[0]
    assert "1 board to go" in said[1]
    assert board_line(state, state.pairings[1], EN).endswith("in progress")


def test_who_was_absent_is_said_under_a_result() -> None:
    state = ended(started(signed_up()), lambda _: ABSENT)
    (game, _) = state.games_of[state.pairings[0].key]
    assert game.reason is Reason.NOT_BEGUN
    assert results.forfeited(state, game, EN)


@for_every("words", ALL)
def test_the_form_asks_for_two_names_and_the_draft_keeps_them(words: Any) -> None:  # noqa: ANN401
    blank = replace(signed_up().tournament, id=0, name="", versus="", status=Status.DRAFT)
    asked = draft.modal(blank, Reader(words))
    assert modal(asked)
    assert [line.id for line in asked.lines] == ["name", "versus"]
    filled = draft.filled(
        blank,
        {"name": ["Owls"], "versus": ["Foxes"], "sign-up": ["5"], "rules": ["bga"]},
    )
    assert (filled.name, filled.versus, filled.signup_days) == ("Owls", "Foxes", 5)
    assert (filled.rules, filled.form) == (blank.rules, "teams")
    check(draft.draft(filled, Reader(words)))
    for number in range(2):
        press = draft.ShowChanges(filled.id, number)
        check(draft.changes(press, filled, Reader(words), may_be_one=True))
