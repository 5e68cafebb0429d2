"""Rematches: the same terms again with sides swapped; it begins when both players have asked.

Law: of one match there is at most one open rematch; see bot.service.ports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service import settings
from bot.service.challenges import OPEN_FOR, accept, propose
from bot.service.house import retrying
from bot.service.model import FORMER, Challenge, Record, Terms
from bot.service.refusals import No, Refusal
from games import catalogue

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Instant, Player
    from games.core import Side


async def rematch(
    house: House, number: int, by: Player, parent: int | None = None
) -> tuple[Challenge, int] | Record:
    """A new challenge and its post; or the match, when the opponent has already asked.

    Asked twice, the same challenge is returned, with 0 for the post. `parent`: the channel of the
    thread in which they played.
    """

    async def case() -> tuple[Challenge, int] | Record:
        record = await house.record(number)
        side = record.side(by)
        if side is None:
            raise Refusal(No.NOT_YOUR_GAME)
        if record.match.verdict is None:
            raise Refusal(No.NOT_OVER)
        if record.player(side.other) == FORMER:
            raise Refusal(No.FORMER_PLAYER)
        for each in await house.store.open_challenges(by):
            if each.rematch_of == number:
                return (each, 0) if each.by == by else await accept(house, each.id, by)
        if playing := await _under_way(house, record, by):
            return playing
        await settings.refuse_elsewhere(house, record.place, parent)
        return await propose(house, _reversed(record, side, house.now()))

    return await retrying(case)


async def _under_way(house: House, played: Record, by: Player) -> Record | None:
    """The running rematch of this match, if there is one."""
    for each in await house.store.running(by):
        if {each.dark, each.light} == {played.dark, played.light}:
            record = await house.record(each.id)
            origin = record.challenge and await house.store.challenge(record.challenge)
            if origin and origin.rematch_of == played.id:
                return record
    return None


def _reversed(played: Record, side: Side, now: Instant) -> Challenge:
    """The same terms and start, with the player of this side challenging for the other."""
    game = played.match.game
    same = catalogue.game(game.name).data == game.data  # else the position may not fit the rules
    start = played.start if same else None
    return Challenge(
        id=0,
        place=played.place,
        by=played.player(side),
        opponent=played.player(side.other),
        terms=Terms(game.name, side.other, played.pace, games=played.games, start=start),
        made=now,
        until=now + OPEN_FOR,
        rematch_of=played.id,
    )
