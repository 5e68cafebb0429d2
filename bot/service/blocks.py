"""Blocking a person: no new games between the two, and their open challenges are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.people import Block
from bot.service.challenges import closing_change
from bot.service.refusals import No, Refusal
from bot.store.changes import Change, Closing, Counted, Limit

if TYPE_CHECKING:
    from bot.model.challenges import Challenge
    from bot.model.people import Player
    from bot.service.services import Services

_BLOCKS = 100  # people that one person can block


async def block(services: Services, by: Player, player: Player) -> None:
    """Block a person: close open challenges between the two, and allow no new ones.

    Games in progress continue.
    """
    if player == by:
        raise Refusal(No.BARS_THEMSELVES)

    def closes(challenge: Challenge) -> Change | None:
        between = player in (challenge.by, challenge.opponent)
        return closing_change(services, challenge, by) if between else None

    limit = Limit(Counted.BLOCKED, by, _BLOCKS, Refusal(No.TOO_MANY_BLOCKS, limit=_BLOCKS))
    blocked = Block(by, player, services.now())
    await services.commit(Change(block=blocked, closing=Closing(by, closes), limits=(limit,)))


async def unblock(services: Services, by: Player, number: int) -> None:
    """Remove a block, unless it is gone already."""
    await services.store.people.unblock(by, number)
