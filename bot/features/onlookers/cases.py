"""Following a game that others play: who may.

Law: none of those who play it does, nor one who is barred from its server, nor one whom a
player has blocked. Both are looked at again before anything is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.onlookers.model import Following, is_public
from bot.features.onlookers.refusals import OnlookerNo
from bot.features.onlookers.tables import OnlookerTables
from bot.service.limits import unless_barred
from bot.service.refusals import Refusal
from bot.store.changes import Counted, Limit
from games.errors import Illegal, Why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.services import Services


async def follow(services: Services, record: Record, by: Player) -> None:
    """Have a person told of this game from now on.

    Refused to those who play it, and to all if it is played out of sight, or over.
    """
    if record.team(by) is not None:
        raise Refusal(OnlookerNo.PLAYS_IT)
    if not is_public(record):
        raise Refusal(OnlookerNo.NO_ONLOOKERS)
    if record.match.verdict:
        raise Illegal(Why.OVER)
    new = Following(record.id, by, services.now())
    await OnlookerTables(services.store.database).follow(new, bars(record, by))


def bars(record: Record, by: Player) -> Sequence[Limit]:
    """Return the limits that keep a person from following a game."""
    barred, blocked = Refusal(OnlookerNo.MAY_NOT_LOOK_ON), Refusal(OnlookerNo.NOT_WITH_THEM)
    return (
        *unless_barred(by, record.place.guild, barred),
        *(Limit(Counted.BLOCKS, by, 0, blocked, other=player) for player in record.everyone),
    )


async def unfollow(services: Services, match: int, by: Player) -> None:
    """Tell them of it no more."""
    await OnlookerTables(services.store.database).unfollow(match, by)
