"""Following other people's games, and who can do so.

Invariant: excluded are the game's players, people suspended from its server, and people blocked by
a player. Suspensions and blocks are checked again before any news is sent.
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
    """Send a person news about a game from now on.

    Refused to its players, and to all if the game isn't public or is over.
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
    """Stop sending a person news about a game."""
    await OnlookerTables(services.store.database).unfollow(match, by)
