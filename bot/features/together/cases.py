"""Use cases of games with partners: asking, joining, leaving, cancelling; starting once full.

Invariant: each change is decided on one version of the foursome, and written with its posts and the
game that it starts in one transaction. If the bot is killed in between, the next look goes on.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.together.model import (
    A_SIDE,
    CAME_TO_NOTHING,
    KEPT,
    OPEN_FOR,
    Foursome,
    Lobby,
    Seat,
    Status,
    drawn,
)
from bot.features.together.refusals import TogetherNo
from bot.features.together.tables import TogetherTables, announcement, join, keep_step, make
from bot.model.joinable import pace_of
from bot.model.people import ENGINE, FORMER, NO_PERSONS
from bot.model.servers import Place
from bot.service.begin import Beginning, arranged, draws_lot, refuse_level
from bot.service.due_in_features import LATER, at_once, process_each_due
from bot.service.limits import (
    limit_on_engine_games,
    limit_on_games,
    limits_on_invitation,
    unless_barred,
    unless_blocked,
)
from bot.service.refusals import No, Refusal
from bot.service.services import retry_if_stale
from bot.service.settings import FREE, place_to_post
from bot.store.changes import Change, Limit
from games import catalogue
from games.core import Side

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.servers import WritablePlace
    from bot.model.times import Instant
    from bot.service.limits import Limits
    from bot.service.services import Services
    from bot.service.settings import Access
    from bot.store.changes import Committed


class _HasNoRoom(Exception):
    """The player would have more games than allowed."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.player = player


def tables(services: Services) -> TogetherTables:
    """Return the tables of foursomes."""
    return TogetherTables(services.store.database)


async def lobby_of(services: Services, number: int, guild: int | None) -> Lobby:
    """Return a foursome of this server with its seats; refuse if there is none."""
    lobby = await tables(services).lobby(number)
    if lobby is None or lobby.foursome.guild != guild:
        raise Refusal(TogetherNo.NO_SUCH_FOURSOME)
    return lobby


async def game_of(services: Services, lobby: Lobby) -> Record | None:
    """Return the game of a foursome; None if it has not started."""
    match = lobby.foursome.match
    return None if match is None else await services.record(match)


async def open_in(services: Services, guild: int) -> list[Lobby]:
    """Return the foursomes of a server that people can join, the oldest first."""
    foursomes = await tables(services).open_in(guild)
    lobbies = [await tables(services).lobby(foursome.id) for foursome in foursomes]
    return [lobby for lobby in lobbies if lobby]


# Asking


@retry_if_stale
async def ask(  # noqa: PLR0913  all settings of a game
    services: Services,
    place: WritablePlace,
    by: Player,
    *,
    rules: str,
    days: int,
    side: Side | None,
    level: int = 0,
    invited: Player | None = None,
) -> Lobby:
    """Start a game with partners, in which its maker has a seat; random if they choose no side.

    Asking twice in a channel gives the same game. A person has one game at a time in a server.
    `level`: of the engine, if it plays the other side; `invited`: who is asked to be the partner.
    """
    if level:
        refuse_level(services, level)
    if invited == by:
        raise Refusal(TogetherNo.OWN_PARTNER)
    now, name = services.now(), catalogue.game(rules).name
    foursome = Foursome(
        guild=place.guild or 0,
        channel=place.channel,
        by=by,
        rules=name,
        pace=pace_of(days),
        by_lot=side is None,
        level=level,
        side=side if level else None,
        invited=invited,
        made=now,
        closes=now + OPEN_FOR,
        due=now + OPEN_FOR,
    )
    known = await tables(services).asked_in(foursome.guild, by)
    if known is None:
        seats = [_seat_of(foursome, 1, side, by, now)]
        if invited is not None:
            seats.append(_seat_of(foursome, 2, side, invited, None))
        return await _make(services, foursome, seats)
    if _asked_for(known) != _asked_for(foursome):
        raise Refusal(TogetherNo.FOURSOME_ASKED_ALREADY)
    return await lobby_of(services, known.id, known.guild)


def _asked_for(foursome: Foursome) -> tuple[object, ...]:
    """Return all that tells a game apart from another of the same maker."""
    opponents = foursome.level, foursome.side, foursome.by_lot
    return foursome.channel, foursome.rules, *opponents, foursome.invited


async def _make(services: Services, foursome: Foursome, seats: Sequence[Seat]) -> Lobby:
    """Store a new foursome with its seats, and return it."""
    limits = (
        *_invitation(foursome),
        *_limits(Lobby(foursome, tuple(seats)), foursome.by),
        _room_for(services.limits, foursome, foursome.by, 1),
    )
    numbers: list[int] = []

    def also(db: sqlite3.Connection, _: Committed) -> None:
        numbers.append(make(db, foursome, seats, services.limits.pause))

    await services.commit(Change(also=also, limits=limits))
    return await lobby_of(services, numbers[-1], foursome.guild)


def _invitation(foursome: Foursome) -> tuple[Limit, ...]:
    """Return the limits on asking a person by name, if one is asked."""
    if foursome.invited is None:
        return ()
    return limits_on_invitation(foursome.announcement_place, foursome.by, foursome.invited)


def _room_for(limits: Limits, foursome: Foursome, player: Player, room: int) -> Limit:
    """Return the limit on one person's games of that kind; `room`: leave so many free."""
    return (limit_on_engine_games if foursome.level else limit_on_games)(limits, player, room)


def _seat_of(
    foursome: Foursome, number: int, side: Side | None, player: Player, joined: Instant | None
) -> Seat:
    return Seat(foursome=foursome.id, number=number, side=side, player=player, joined=joined)


@retry_if_stale
async def rematch(services: Services, match: int, by: Player, access: Access = FREE) -> Lobby:
    """Ask the same people for a rematch with sides swapped; their seats are kept for them.

    The person who asks takes their own seat. Asking again, by any of them, gives the same game.
    `access`: to the place of the match.
    """
    record = await services.record(match)
    side = record.team(by)
    if not record.of_partners or side is None:
        raise Refusal(No.NOT_YOUR_GAME)
    if record.match.verdict is None:
        raise Refusal(No.NOT_OVER)
    known = await tables(services).rematch_of(match)
    if known and known.status is Status.OPEN:
        lobby, _ = await join_foursome(services, known.id, known.guild, by, side.other)
        return lobby
    if known:
        return await lobby_of(services, known.id, known.guild)
    if record.level:
        refuse_level(services, record.level)
    await place_to_post(services, record.place, access)
    foursome = _rematch_of(record, by, services.now())
    barred = {bar.player for bar in await services.store.servers.barred(foursome.guild)}
    seats = [seat for seat in _kept(foursome, record) if seat.player not in barred]
    return await _make(services, foursome, seats)


def _rematch_of(record: Record, by: Player, now: Instant) -> Foursome:
    """Return a foursome for a rematch of a match with partners, with the same rules and pace."""
    peoples = record.team(by)
    return Foursome(
        guild=record.place.guild or 0,
        channel=record.place.channel,
        by=by,
        rules=record.match.game.name,
        pace=record.pace,
        by_lot=False,
        level=record.level,
        side=peoples.other if record.level and peoples else None,
        made=now,
        closes=now + OPEN_FOR,
        due=now + OPEN_FOR,
        rematch_of=record.id,
    )


def _kept(foursome: Foursome, record: Record) -> Iterator[Seat]:
    """Yield a seat on the other side for each person who played, except erased players."""
    players = [(side, player) for side in Side for player in record.players(side.other)]
    for number, (side, player) in enumerate(players, 1):
        joined = foursome.made if player == foursome.by else None
        if player not in NO_PERSONS:
            yield _seat_of(foursome, number, side, player, joined)


# Joining, leaving, cancelling


async def join_foursome(
    services: Services, number: int, guild: int | None, player: Player, side: Side | None
) -> tuple[Lobby, bool]:
    """Give a person a seat; the last one starts the game. A second press changes nothing.

    Also return whether the game didn't start because another player had to give up their seat.
    """
    joined = await _take_seat(services, number, guild, player, side)
    await at_once(process_due(services, number))
    lobby = await lobby_of(services, number, guild)
    return lobby, joined.is_full and not lobby.is_full


@retry_if_stale
async def _take_seat(
    services: Services, number: int, guild: int | None, player: Player, side: Side | None
) -> Lobby:
    """Give a person a seat, if they have none; refuse if none is free."""
    lobby, now = await lobby_of(services, number, guild), services.now()
    foursome = lobby.foursome
    _refuse_closed(foursome, now)
    seat = _free_seat(lobby, player, side, now)
    if seat is None:
        return lobby
    is_last = lobby.taken + 1 == foursome.size
    after = replace(foursome, due=now if is_last else foursome.closes)
    change = Change(
        posts=(announcement(foursome, now),),
        also=partial(join, after=after, seat=seat),
        limits=(
            *_limits(lobby, player),
            _room_for(services.limits, foursome, player, 1),
        ),
    )
    await services.commit(change)
    return await lobby_of(services, number, guild)


def _refuse_closed(foursome: Foursome, now: Instant) -> None:
    if foursome.status is not Status.OPEN or now >= foursome.closes:
        raise Refusal(TogetherNo.FOURSOME_IS_CLOSED)


def _free_seat(lobby: Lobby, player: Player, side: Side | None, now: Instant) -> Seat | None:
    """Return a person's new seat; None if they have one already. Refuse if none is free."""
    foursome, own = lobby.foursome, lobby.seat(player)
    if foursome.by_lot != (side is None) or (foursome.level and side is not foursome.side):
        raise Refusal(TogetherNo.NO_SUCH_FOURSOME)
    if own and own.side is not side:
        raise Refusal(TogetherNo.HAS_OTHER_SEAT)
    if own:
        return None if own.joined is not None else replace(own, joined=now)
    if not lobby.has_room(side):
        is_kept = any(seat.joined is None for seat in lobby.seats if seat.side is side)
        raise Refusal(TogetherNo.SEATS_ARE_KEPT if is_kept else TogetherNo.NO_FREE_SEAT)
    number = max((seat.number for seat in lobby.seats), default=0) + 1
    return _seat_of(foursome, number, side, player, now)


def _limits(lobby: Lobby, player: Player) -> Iterator[Limit]:
    """Yield limits: a person must not be suspended, or have a block with another of them."""
    yield from unless_barred(player, lobby.foursome.guild, Refusal(No.BARRED))
    blocked = Refusal(TogetherNo.MAY_NOT_JOIN_THEM)
    others = {seat.player for seat in lobby.seats} - {player, FORMER}
    for other in sorted(others):
        yield from unless_blocked(player, other, blocked)


@retry_if_stale
async def leave_foursome(
    services: Services, number: int, guild: int | None, player: Player
) -> Lobby:
    """Give up a person's seat, taken or kept for them."""
    lobby, now = await lobby_of(services, number, guild), services.now()
    seat = lobby.seat(player)
    if lobby.foursome.status is not Status.OPEN:
        raise Refusal(TogetherNo.FOURSOME_IS_CLOSED)
    if seat is None:
        raise Refusal(TogetherNo.HAS_NO_SEAT)
    await _give_up(services, lobby.foursome, now, (seat,))
    return await lobby_of(services, number, guild)


@retry_if_stale
async def withdraw(services: Services, number: int, guild: int | None) -> Lobby:
    """Cancel a foursome; harmless if repeated."""
    lobby, now = await lobby_of(services, number, guild), services.now()
    if lobby.foursome.status is Status.BEGUN:
        raise Refusal(TogetherNo.FOURSOME_IS_CLOSED)
    if lobby.foursome.status is Status.OPEN:
        await _write_step(services, _ended(lobby.foursome, Status.WITHDRAWN, now), now)
    return await lobby_of(services, number, guild)


def _ended(foursome: Foursome, status: Status, now: Instant) -> Foursome:
    """Return a foursome as failed; it is deleted when it is next due."""
    return replace(foursome, status=status, due=now + KEPT)


async def _write_step(
    services: Services, after: Foursome, now: Instant, gone: Sequence[Seat] = ()
) -> None:
    also = partial(keep_step, after=after, gone=gone)
    await services.commit(Change(posts=(announcement(after, now),), also=also))


async def announce_again(services: Services, foursome: Foursome) -> None:
    """Post a deleted announcement again."""
    await tables(services).announce_again(foursome, services.now())


# Due work


async def process_due_foursomes(services: Services) -> None:
    """Process all due foursomes; a failing one doesn't delay the others."""
    await process_each_due(services, tables(services), process_due)


@retry_if_stale
async def process_due(services: Services, number: int) -> None:
    """Start a full foursome, close a late one, or delete one that failed long ago."""
    lobby, now = await tables(services).lobby(number), services.now()
    if lobby is None:  # can't be read
        await tables(services).put_off(number, now, now + LATER)
        return
    foursome = lobby.foursome
    if foursome.status in CAME_TO_NOTHING and foursome.due is not None and now >= foursome.due:
        await tables(services).delete(number)
    if foursome.status is not Status.OPEN:
        return
    if await services.store.servers.has_departed(foursome.guild):
        await tables(services).change(replace(foursome, due=now + LATER))
    elif lobby.out and lobby.is_full:  # one of them was suspended in the meantime
        await _give_up(services, foursome, now, lobby.out)
    elif lobby.is_full:
        await _begin(services, lobby, now)
    elif now >= foursome.closes:
        await _write_step(services, _ended(foursome, Status.CLOSED, now), now)
    elif foursome.due != foursome.closes:
        await tables(services).change(replace(foursome, due=foursome.closes))


async def _give_up(
    services: Services, foursome: Foursome, now: Instant, seats: Sequence[Seat]
) -> None:
    """Free these seats and wait for other players."""
    await _write_step(services, replace(foursome, due=foursome.closes), now, seats)


async def _begin(services: Services, lobby: Lobby, now: Instant) -> None:
    """Start the game; the first player to join a side goes first for it.

    A player who would have more games than allowed gives up their seat instead.
    """
    foursome, seats = lobby.foursome, list(lobby.seats)
    if foursome.by_lot:
        lot = random.Random(f"{foursome.id} {foursome.made} {now}")  # noqa: S311  no secret
        lot.shuffle(seats)
        first = lot.choice([*Side]) if foursome.level else Side.DARK
        seats = list(drawn(seats, first))
    teams = {side: [seat.player for seat in seats if seat.side is side] for side in Side}
    (dark, dark_partner), (light, light_partner) = (
        (*(teams[side] or [ENGINE]), None)[:A_SIDE] for side in Side
    )
    assert dark is not None
    assert light is not None
    beginning = Beginning(
        place=Place(foursome.guild, foursome.channel),
        dark=dark,
        light=light,
        dark_partner=dark_partner,
        light_partner=light_partner,
        level=foursome.level,
        rules=foursome.rules,
        pace=foursome.pace,
        lot=services.draw_lot() if draws_lot(foursome.rules) else None,
        rated=False,
    )
    after = replace(foursome, status=Status.BEGUN, due=None)
    # Random sides renumber the seats.
    also = partial(keep_step, after=after, seats=seats, gone=lobby.seats)
    change = arranged(beginning, now, also)
    posts = (*change.posts, announcement(after, now))
    people = [seat.player for seat in seats]
    limits = (*change.limits, *_rooms(services.limits, foursome, people))
    try:
        await services.commit(replace(change, posts=posts, limits=limits))
    except _HasNoRoom as busy:
        seat = lobby.seat(busy.player)
        assert seat
        await _give_up(services, foursome, now, (seat,))


def _rooms(limits: Limits, foursome: Foursome, players: Iterable[Player]) -> Iterator[Limit]:
    """Yield a limit for each player: no more games than they can have."""
    for player in players:
        yield replace(_room_for(limits, foursome, player, 0), refusal=_HasNoRoom(player))
