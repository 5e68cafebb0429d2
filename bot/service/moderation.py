"""What those may do who keep order in a server: stop a game there, bar a person from new ones.

Law: nothing here asks who they are, and nothing reaches beyond their own server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.challenges import dismiss
from bot.service.house import retrying
from bot.service.record_event import record_event
from bot.service.refusals import No, Refusal
from games.core import Reason
from games.events import Stopped

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Player, Record


async def running(house: House, guild: int, number: int) -> Record:
    """A game that may be stopped: played in this server, and not over."""
    record = await house.store.record(number)
    if record is None or record.place.guild != guild or record.match.verdict:
        raise Refusal(No.NO_GAME_HERE)
    return record


async def stop(house: House, guild: int, number: int) -> Record:
    """End it; nobody has won. Whoever stops it twice stops it once."""

    async def case() -> Record:
        record = await house.store.record(number)
        verdict = record and record.match.verdict
        if record and record.place.guild == guild and verdict and verdict.reason is Reason.STOPPED:
            return record
        return await record_event(house, await running(house, guild, number), Stopped(house.now()))

    return await retrying(case)


async def bar(house: House, guild: int, player: Player) -> int:
    """He begins no game there any more; how many challenges of his were withdrawn.

    Those he plays go on.
    """
    await house.store.bar(guild, player, barred=True)
    return await dismiss(house, player, guild)


async def unbar(house: House, guild: int, player: Player) -> None:
    """He may begin games there again."""
    if player not in await house.store.barred(guild):
        raise Refusal(No.NOT_BARRED, player=player)
    await house.store.bar(guild, player, barred=False)
