"""Reminders that a person sends to those a pairing waits for, each at most once per pairing.

Those who wait in a pairing can send them, and whoever manages the tournament.

Invariant: the mark that a player was reminded is written with the post that reminds them.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.features.tournaments import cases
from bot.features.tournaments import tables as store
from bot.features.tournaments.model import PairingReminder, Status
from bot.features.tournaments.refusals import TournamentNo
from bot.model.people import FORMER
from bot.service.refusals import Refusal
from bot.store.changes import Change, Stale
from games.tournament.outcomes import on_turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Game, Now, Pairing
    from bot.model.people import Player
    from bot.service.services import Services
    from games.tournament.standings import Entrant


class Late(NamedTuple):
    """A player who can be reminded."""

    pairing: Pairing
    game: Game
    seat: Entrant
    player: Player


async def late_players(
    services: Services, state: State, now: Now, by: Player, *, manages: bool
) -> Sequence[Late]:
    """Return the players whom this person can have reminded, each once per pairing.

    Leaves out those who have turned reminders off, and those who have blocked this person.
    """
    late: list[Late] = []
    for one in _late(state, now, by, manages=manages):
        person = await services.store.people.person(one.player)
        blocks = await services.store.people.blocked_by(one.player)
        if person.remind and by not in {block.player for block in blocks}:
            late.append(one)
    return late


def _late(state: State, now: Now, by: Player, *, manages: bool) -> Iterator[Late]:
    if state.tournament.status is not Status.RUNNING:
        return
    for pairing in state.undecided:
        waits = by in map(state.player, pairing.seats)
        for seat in pairing.seats if waits or manages else ():
            games = [g for g in state.games_of.get(pairing.key, ()) if g.match in now.late]
            game = next((game for game in games if on_turn(game) == seat), None)
            player = state.player(seat)
            if game and pairing.reminded(seat) is None and player not in {by, FORMER}:
                yield Late(pairing, game, seat, player)


async def remind(
    services: Services, number: int, guild: int | None, by: Player, *, manages: bool
) -> Sequence[Player]:
    """Remind all whom this person can have reminded; return them. Refused if nobody is left.

    Leaves out those whom somebody else has had reminded in the meantime.
    """
    state = await cases.state_of(services, number, guild, by)
    now = await cases.now_in(services, state)
    reminded: list[Player] = []
    for late in await late_players(services, state, now, by, manages=manages):
        record = await services.record(late.game.match)
        post = PairingReminder(record.id, len(record.match.log))
        also = partial(store.note_reminded, pairing=late.pairing, seat=late.seat, at=services.now())
        with suppress(Stale):
            await services.commit(Change(posts=(post,), also=also))
            reminded.append(late.player)
    if not reminded:
        raise Refusal(TournamentNo.NOBODY_IS_LATE)
    return reminded
