"""Blocking a person: no new games between the two, and their open challenges are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.challenges import ended
from bot.service.house import retrying
from bot.service.ports import Change, Counted, Limit
from bot.service.refusals import Block, No, Refusal

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Player

_BLOCKS = 100  # how many people one person may block


async def block(house: House, by: Player, player: Player) -> None:
    """Begin no games with a person from now on; open challenges between the two are closed.

    Games that they play go on.
    """
    if player == by:
        raise Refusal(No.BARS_THEMSELVES)

    async def case() -> None:
        found = await house.store.open_challenges(by)
        between = [each for each in found if player in (each.by, each.opponent)]
        closed = (ended(each, by) for each in between)
        few = Limit(Counted.BLOCKED, by, _BLOCKS, Refusal(No.TOO_MANY_BLOCKS, limit=_BLOCKS))
        await house.commit(Change(block=Block(by, player, house.now()), limits=(few,)), *closed)

    await retrying(case)


async def unblock(house: House, by: Player, number: int) -> None:
    """Take that block of theirs back, unless it was already."""
    await house.store.unblock(by, number)
