"""Moderation of a server: stop a game there, bar a person from new ones.

Law: the caller has checked that the moderator is one; nothing here reaches beyond that server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service import challenges
from bot.service.house import retrying
from bot.service.record_event import record_event
from bot.service.refusals import No, Refusal
from games.core import Reason
from games.events import Stopped

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Player, Record


async def running(house: House, guild: int, number: int) -> Record:
    """A game that may be stopped: played in this server and not over."""
    record = await house.store.record(number)
    if record is None or record.place.guild != guild or record.match.verdict:
        raise Refusal(No.NO_GAME_HERE)
    return record


async def stop(house: House, guild: int, number: int) -> Record:
    """End a game without a winner; stopped twice, it is stopped once."""

    async def case() -> Record:
        record = await house.store.record(number)
        verdict = record and record.match.verdict
        if record and record.place.guild == guild and verdict and verdict.reason is Reason.STOPPED:
            return record
        return await record_event(house, await running(house, guild, number), Stopped(house.now()))

    return await retrying(case)


async def bar(house: House, guild: int, player: Player) -> int:
    """Keep a person from beginning games there; returns how many of their challenges it withdrew.

    Games they play already go on.
    """
    return await challenges.bar(house, guild, player)


async def unbar(house: House, guild: int, player: Player) -> None:
    """Let a person begin games there again."""
    if not await house.store.unbar(guild, player):
        raise Refusal(No.NOT_BARRED, player=player)
