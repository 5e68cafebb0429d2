"""How two against two comes together: seats, lots, the beginning, a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.together import cases
from bot.features.together.model import FoursomeAnnouncement, Lobby, Results, Seat, Status, drawn
from bot.features.together.refusals import TogetherNo
from bot.model.people import FORMER
from bot.model.posts import BoardPost
from bot.model.servers import Place, WritablePlace
from bot.service import erasure, moderation
from bot.service.limits import Limits
from bot.service.play import answer, make_move, offer, resign
from bot.service.refusals import No, Refusal
from games.core import Side
from games.events import Offer
from games.pace import DAY
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, Parlour
from tests.bot.store.model import bar, block

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.people import Player

DORA, EVE = 104, 105
D, L = Side.DARK, Side.LIGHT
GUILD = HERE.guild or 0


async def ask(
    parlour: Parlour, by: Player = ANNA, side: Side | None = D, place: Place = HERE
) -> Lobby:
    """A new one in Ludens' rules."""
    return await cases.ask(
        parlour.services, WritablePlace(place), by, rules="ludens", days=3, side=side
    )


async def join(parlour: Parlour, number: int, *seats: tuple[Player, Side | None]) -> Lobby:
    """These take their seats."""
    for player, side in seats:
        await cases.join_foursome(parlour.services, number, GUILD, player, side)
    return await cases.lobby_of(parlour.services, number, GUILD)


async def begun(parlour: Parlour) -> Record:
    """Anna and Carl against Ben and Dora."""
    number = (await ask(parlour)).foursome.id
    lobby = await join(parlour, number, (BEN, L), (CARL, D), (DORA, L))
    return await parlour.services.record(lobby.foursome.match or 0)


def seats(lobby: Lobby) -> list[tuple[Player, Side | None, bool]]:
    """Return each seat's player and side, and whether they have joined."""
    return [(seat.player, seat.side, seat.joined is not None) for seat in lobby.seats]


async def test_the_fourth_begins_the_game_in_the_order_of_joining(parlour: Parlour) -> None:
    number = (await ask(parlour)).foursome.id
    lobby = await join(parlour, number, (BEN, L), (DORA, L))
    assert (lobby.foursome.status, lobby.taken) == (Status.OPEN, 3)
    parlour.hush()
    lobby = await join(parlour, number, (CARL, D))
    assert lobby.foursome.status is Status.BEGUN
    record = await parlour.services.record(lobby.foursome.match or 0)
    assert record.players(D) == (ANNA, CARL)
    assert record.players(L) == (BEN, DORA)
    assert (record.rated, record.pace.days, record.place) == (False, 3, HERE)
    kinds = [type(post) for post in parlour.said()]
    assert kinds.count(BoardPost) == 1
    assert kinds.count(FoursomeAnnouncement) == 1
    await cases.process_due(parlour.services, number)  # a second look starts nothing
    assert len(parlour.records) == 1


async def test_who_is_barred_gives_up_their_seat(parlour: Parlour) -> None:
    number = (await ask(parlour)).foursome.id
    await join(parlour, number, (BEN, L), (CARL, D))
    await moderation.bar(parlour.services, GUILD, BEN, ANNA)
    lobby = await cases.lobby_of(parlour.services, number, GUILD)
    assert [seat.player for seat in lobby.seats] == [ANNA, CARL]


async def test_when_the_game_ends_its_card_is_edited_once(parlour: Parlour) -> None:
    record = await begun(parlour)
    parlour.hush()
    await make_move(parlour.services, record.id, ANNA, MOVES[0])
    assert [post for post in parlour.said() if isinstance(post, FoursomeAnnouncement)] == []
    await resign(parlour.services, record.id, ANNA)
    (card,) = [post for post in parlour.said() if isinstance(post, FoursomeAnnouncement)]
    lobby = await cases.lobby_of(parlour.services, card.foursome, GUILD)
    game = await cases.game_of(parlour.services, lobby)
    assert game
    assert game.match.verdict
    assert lobby.foursome.status is Status.BEGUN


async def test_the_log_of_moderators_names_all_four(parlour: Parlour) -> None:
    record = await begun(parlour)
    await moderation.stop(parlour.services, GUILD, record.id, EVE)
    ((line,), _, _) = await moderation.log_page(parlour.services, GUILD, 0)
    assert (line.dark, line.light) == ((ANNA, CARL), (BEN, DORA))


async def test_one_person_does_not_take_the_room_of_the_others(parlour: Parlour) -> None:
    """A server has five at a time: who asks in one channel after the other has one of them."""
    await ask(parlour)
    elsewhere = ask(parlour, place=Place(GUILD, 900))
    assert await parlour.no(elsewhere) is TogetherNo.FOURSOME_ASKED_ALREADY
    await ask(parlour, BEN, place=Place(GUILD, 900))
    assert len(await cases.open_in(parlour.services, GUILD)) == 2


async def test_everyone_has_one_seat_however_often_they_press(parlour: Parlour) -> None:
    lobby = await ask(parlour)
    number = lobby.foursome.id
    assert (await ask(parlour)).foursome.id == number
    await join(parlour, number, (ANNA, D), (BEN, D), (BEN, D))
    for player, side, no in (
        (ANNA, L, TogetherNo.HAS_OTHER_SEAT),
        (CARL, D, TogetherNo.NO_FREE_SEAT),
        (CARL, None, TogetherNo.NO_SUCH_FOURSOME),
    ):
        asked = cases.join_foursome(parlour.services, number, GUILD, player, side)
        assert await parlour.no(asked) is no
    there = await cases.lobby_of(parlour.services, number, GUILD)
    assert seats(there) == [(ANNA, D, True), (BEN, D, True)]
    await cases.leave_foursome(parlour.services, number, GUILD, BEN)
    left = cases.leave_foursome(parlour.services, number, GUILD, BEN)
    assert await parlour.no(left) is TogetherNo.HAS_NO_SEAT
    assert await parlour.no(cases.lobby_of(parlour.services, number, GUILD + 1)) is (
        TogetherNo.NO_SUCH_FOURSOME
    )


async def test_two_who_want_the_last_seat_get_one_between_them(parlour: Parlour) -> None:
    number = (await ask(parlour)).foursome.id
    await join(parlour, number, (BEN, L), (CARL, D))

    async def first() -> None:
        await cases.join_foursome(parlour.services, number, GUILD, DORA, L)

    parlour.store.first = first
    with pytest.raises(Refusal) as refused:
        await cases.join_foursome(parlour.services, number, GUILD, EVE, L)
    assert refused.value.no is TogetherNo.FOURSOME_IS_CLOSED
    (record,) = parlour.records.values()
    assert record.players(L) == (BEN, DORA)


async def test_by_lot_two_have_each_side(parlour: Parlour) -> None:
    number = (await ask(parlour, side=None)).foursome.id
    lobby = await join(parlour, number, (BEN, None), (CARL, None), (DORA, None))
    assert len(lobby.of(D)) == len(lobby.of(L)) == 2
    (record,) = parlour.records.values()
    assert {*record.everyone} == {ANNA, BEN, CARL, DORA}
    for side in Side:
        assert [seat.player for seat in lobby.of(side)] == [*record.players(side)]


def test_a_lot_numbers_the_seats_in_its_order() -> None:
    order = [
        Seat(foursome=1, number=player, side=None, player=player, joined=0)
        for player in (3, 1, 4, 2)
    ]
    assert [(s.number, s.player, s.side) for s in drawn(order)] == [
        (1, 3, D),
        (2, 1, D),
        (3, 4, L),
        (4, 2, L),
    ]


async def test_by_lot_the_game_has_four_seats_though_one_was_left_before(parlour: Parlour) -> None:
    number = (await ask(parlour, side=None)).foursome.id
    await join(parlour, number, (BEN, None), (CARL, None))
    await cases.leave_foursome(parlour.services, number, GUILD, BEN)
    lobby = await join(parlour, number, (DORA, None), (EVE, None))
    assert sorted(seat.player for seat in lobby.seats) == [ANNA, CARL, DORA, EVE]
    assert len(lobby.of(D)) == len(lobby.of(L)) == 2
    (record,) = parlour.records.values()
    await offer(parlour.services, record.id, record.dark, Offer.AGREE)
    await answer(parlour.services, record.id, record.light, accepted=True)
    for player in record.everyone:
        assert await cases.tables(parlour.services).results_of(player) == Results(drawn=1)
        stored = await parlour.store.personal_data.of(player)
        assert len(stored.features["foursomes"]) == 1


async def test_without_four_it_closes_in_time_and_may_be_withdrawn_before(
    parlour: Parlour,
) -> None:
    number = (await ask(parlour)).foursome.id
    other = (await ask(parlour, by=BEN)).foursome.id
    await cases.withdraw(parlour.services, other, GUILD)
    lobby = await cases.withdraw(parlour.services, other, GUILD)
    assert lobby.foursome.status is Status.WITHDRAWN
    parlour.time += 7 * DAY
    late = cases.join_foursome(parlour.services, number, GUILD, CARL, D)
    assert await parlour.no(late) is TogetherNo.FOURSOME_IS_CLOSED
    await cases.process_due_foursomes(parlour.services)
    lobby = await cases.lobby_of(parlour.services, number, GUILD)
    assert lobby.foursome.status is Status.CLOSED
    assert not parlour.records


async def test_what_came_to_nothing_is_deleted_after_thirty_days(parlour: Parlour) -> None:
    services, stored = parlour.services, cases.tables(parlour.services)
    record = await begun(parlour)
    closed = (await ask(parlour)).foursome.id
    withdrawn = (await ask(parlour, by=BEN)).foursome.id
    await cases.withdraw(services, withdrawn, GUILD)
    await cases.process_due(services, withdrawn)
    left_after = (
        (7, [1, closed, withdrawn]),
        (22, [1, closed, withdrawn]),
        (1, [1, closed]),
        (7, [1]),
    )
    for days, left in left_after:
        parlour.time += days * DAY
        await cases.process_due_foursomes(services)
        numbers = range(1, withdrawn + 1)
        assert [number for number in numbers if await stored.one(number)] == left
    assert not (await parlour.store.personal_data.of(BEN)).features["foursomes-begun"]
    assert (await parlour.store.personal_data.of(ANNA)).features["foursomes"]
    await resign(services, record.id, ANNA)


async def test_after_five_that_one_person_has_withdrawn_comes_a_pause(parlour: Parlour) -> None:
    async def withdrawn(by: Player = ANNA) -> None:
        number = (await ask(parlour, by)).foursome.id
        await cases.withdraw(parlour.services, number, GUILD)

    for _ in range(5):
        await withdrawn()
    parlour.time += 599
    with pytest.raises(Refusal) as refused:
        await ask(parlour)
    assert (refused.value.no, refused.value.values) == (
        TogetherNo.MANY_FOURSOMES_WITHDRAWN,
        {"minutes": 10},
    )
    await withdrawn(BEN)
    parlour.time += 1
    for _ in range(5):
        await withdrawn()
    parlour.limits = Limits(pause=0)  # a host may want none
    await withdrawn()


async def test_who_is_barred_or_blocked_does_not_join(parlour: Parlour) -> None:
    number = (await ask(parlour)).foursome.id
    await bar(parlour.store, GUILD, BEN)
    await block(parlour.store, ANNA, CARL)
    for player, no in ((BEN, No.BARRED), (CARL, TogetherNo.MAY_NOT_JOIN_THEM)):
        asked = cases.join_foursome(parlour.services, number, GUILD, player, L)
        assert await parlour.no(asked) is no
    assert await parlour.no(ask(parlour, by=BEN)) is No.BARRED


async def test_who_was_barred_after_they_joined_gives_the_seat_up(parlour: Parlour) -> None:
    number = (await ask(parlour)).foursome.id
    await join(parlour, number, (BEN, L), (CARL, D))
    await bar(parlour.store, GUILD, CARL)
    lobby = await join(parlour, number, (DORA, L))
    assert seats(lobby) == [(ANNA, D, True), (BEN, L, True), (DORA, L, True)]
    lobby = await join(parlour, number, (EVE, D))
    assert lobby.foursome.status is Status.BEGUN


async def test_only_so_many_are_open_or_joined(parlour: Parlour) -> None:
    for person in range(5):
        lobby = await ask(parlour, by=200 + person)
        await join(parlour, lobby.foursome.id, (ANNA, D))
    assert await parlour.no(ask(parlour, by=BEN)) is TogetherNo.TOO_MANY_FOURSOMES
    elsewhere = Place(GUILD + 1, 1)
    assert await parlour.no(ask(parlour, place=elsewhere)) is TogetherNo.TOO_MANY_FOURSOMES_JOINED


async def test_who_plays_as_many_games_as_they_may_does_not_join(parlour: Parlour) -> None:
    await begun(parlour)
    parlour.limits = Limits(games=1)
    number = (await ask(parlour, by=EVE)).foursome.id
    late = cases.join_foursome(parlour.services, number, GUILD, DORA, L)
    assert await parlour.no(late) is No.TOO_MANY_GAMES


async def test_who_has_no_room_for_the_game_as_it_begins_gives_the_seat_up(
    parlour: Parlour,
) -> None:
    parlour.limits = Limits(games=1)
    first, second = [(await ask(parlour, by=by)).foursome.id for by in (ANNA, 201)]
    for number in (first, second):
        await join(parlour, number, (EVE, L))
    await join(parlour, first, (BEN, L), (CARL, D))
    await join(parlour, second, (202, L))
    lobby, is_short = await cases.join_foursome(parlour.services, second, GUILD, 203, D)
    assert is_short
    assert seats(lobby) == [(201, D, True), (202, L, True), (203, D, True)]
    assert lobby.foursome.due == lobby.foursome.closes
    assert len(await parlour.store.matches.running(EVE)) == 1
    again = cases.join_foursome(parlour.services, second, GUILD, EVE, L)
    assert await parlour.no(again) is No.TOO_MANY_GAMES
    lobby, is_short = await cases.join_foursome(parlour.services, second, GUILD, 204, L)
    assert not is_short
    assert lobby.foursome.status is Status.BEGUN


async def test_a_rematch_keeps_the_seats_with_the_sides_changed(parlour: Parlour) -> None:
    record = await begun(parlour)
    services = parlour.services
    assert await parlour.no(cases.rematch(services, record.id, ANNA)) is No.NOT_OVER
    await resign(services, record.id, ANNA)
    assert await parlour.no(cases.rematch(services, record.id, EVE)) is No.NOT_YOUR_GAME
    lobby = await cases.rematch(services, record.id, DORA)
    number = lobby.foursome.id
    assert (await cases.rematch(services, record.id, DORA)).foursome.id == number
    assert seats(lobby) == [
        (BEN, D, False),
        (DORA, D, True),
        (ANNA, L, False),
        (CARL, L, False),
    ]
    late = cases.join_foursome(services, number, GUILD, EVE, L)
    assert await parlour.no(late) is TogetherNo.SEATS_ARE_KEPT
    await cases.leave_foursome(services, number, GUILD, CARL)
    await join(parlour, number, (EVE, L), (BEN, D))
    lobby = await cases.rematch(services, record.id, ANNA)  # *Rematch* takes a seat that is kept
    assert lobby.foursome.status is Status.BEGUN
    again = await services.record(lobby.foursome.match or 0)
    assert (again.players(D), again.players(L)) == ((BEN, DORA), (ANNA, EVE))
    assert (await cases.rematch(services, record.id, CARL)).foursome.id == number


@pytest.mark.parametrize(("by", "other"), [(ANNA, CARL), (CARL, ANNA)])
async def test_who_was_blocked_or_has_blocked_another_asks_for_no_rematch(
    parlour: Parlour, by: Player, other: Player
) -> None:
    record = await begun(parlour)
    await resign(parlour.services, record.id, ANNA)
    await block(parlour.store, by, other)
    asked = cases.rematch(parlour.services, record.id, ANNA)
    assert await parlour.no(asked) is TogetherNo.MAY_NOT_JOIN_THEM
    await cases.rematch(parlour.services, record.id, BEN)


async def test_a_rematch_that_was_withdrawn_is_asked_for_again_after_a_pause(
    parlour: Parlour,
) -> None:
    """Its announcement pings only players who weren't pinged before."""
    services = parlour.services
    record = await begun(parlour)
    await resign(services, record.id, ANNA)
    for by, called in ((ANNA, (BEN, DORA, CARL)), (ANNA, ()), (BEN, (ANNA,)), (CARL, ())):
        number = (await cases.rematch(services, record.id, by)).foursome.id
        lobby = await cases.lobby_of(services, number, GUILD)
        assert lobby.called == called
        await cases.withdraw(services, number, GUILD)
        parlour.time += 59
        with pytest.raises(Refusal) as refused:
            await cases.rematch(services, record.id, DORA)
        assert (refused.value.no, refused.value.values) == (
            TogetherNo.REMATCH_WITHDRAWN,
            {"minutes": 1},
        )
        parlour.time += 1


async def test_a_rematch_that_was_withdrawn_while_the_clock_was_ahead_is_asked_for_again(
    parlour: Parlour,
) -> None:
    services = parlour.services
    record = await begun(parlour)
    await resign(services, record.id, ANNA)
    parlour.time += 400 * DAY
    number = (await cases.rematch(services, record.id, ANNA)).foursome.id
    await cases.withdraw(services, number, GUILD)
    parlour.time -= 400 * DAY
    assert (await cases.rematch(services, record.id, ANNA)).foursome.id > number


async def test_a_rematch_keeps_no_seat_for_who_is_barred(parlour: Parlour) -> None:
    record = await begun(parlour)
    await resign(parlour.services, record.id, ANNA)
    await bar(parlour.store, GUILD, DORA)
    lobby = await cases.rematch(parlour.services, record.id, ANNA)
    assert {seat.player for seat in lobby.seats} == {ANNA, BEN, CARL}
    assert DORA not in lobby.called


async def test_a_profile_says_how_the_games_of_four_ended(parlour: Parlour) -> None:
    record = await begun(parlour)
    stored = cases.tables(parlour.services)
    assert await stored.results_of(CARL) == Results()
    for move in MOVES:
        await make_move(parlour.services, record.id, record.player(record.match.turn), move)
        record = await parlour.services.record(record.id)
    await resign(parlour.services, record.id, ANNA)
    results = [await stored.results_of(player) for player in (ANNA, CARL, BEN, DORA)]
    assert results == [Results(lost=1), Results(lost=1), Results(won=1), Results(won=1)]


async def test_two_who_ask_for_a_rematch_at_once_ask_for_one(parlour: Parlour) -> None:
    record = await begun(parlour)
    await resign(parlour.services, record.id, ANNA)

    async def first() -> None:
        await cases.rematch(parlour.services, record.id, BEN)

    parlour.store.first = first
    lobby = await cases.rematch(parlour.services, record.id, CARL)
    assert [seat for seat in seats(lobby) if seat[2]] == [(BEN, D, True), (CARL, L, True)]


async def test_who_is_erased_gives_up_the_seat_and_is_named_nowhere(parlour: Parlour) -> None:
    record = await begun(parlour)
    number = (await ask(parlour, by=CARL)).foursome.id
    await erasure.erase(parlour.services, CARL)
    lobby = await cases.lobby_of(parlour.services, number, GUILD)
    assert seats(lobby) == []
    assert lobby.foursome.by == FORMER
    assert (await parlour.services.record(record.id)).players(D) == (ANNA, FORMER)
    first = await cases.lobby_of(parlour.services, 1, GUILD)
    assert [seat.player for seat in first.of(D)] == [ANNA, FORMER]


@pytest.mark.parametrize("seat", [0, 1])
async def test_what_is_stored_of_a_person_says_where_they_joined(
    parlour: Parlour, seat: int
) -> None:
    await begun(parlour)
    features = (await parlour.store.personal_data.of((ANNA, BEN)[seat])).features
    (told,) = features["foursomes"]
    assert (told["side"], told["match"]) == (("d", 1), ("l", 1))[seat]
    assert len(features["foursomes-begun"]) == 1 - seat
