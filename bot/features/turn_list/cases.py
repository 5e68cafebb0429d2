"""The use cases of turn lists: turned on and off in a channel, and kept up to date."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.turn_list.model import MOST, SHOWN, TurnList
from bot.features.turn_list.tables import TurnListTables
from bot.service.refusals import No, Refusal
from bot.service.settings import setting_entry
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.service.services import Services


async def turn_list(services: Services, channel: int) -> TurnList | None:
    """The turn list of that channel, if it has one."""
    return await TurnListTables(services.store.database).find(channel)


async def turn_on_list(services: Services, place: Place, by: Player) -> None:
    """Post a turn list in this channel and keep it up to date; where there is one, it stays."""
    assert place.guild is not None
    new = TurnList(place.channel, place.guild, services.now())
    entry = setting_entry(services, place.guild, by)
    if not await TurnListTables(services.store.database).turn_on(new, MOST, entry):
        raise Refusal(No.TOO_MANY_TURN_LISTS, limit=MOST)
    services.outbox.wake()


async def turn_off_list(services: Services, place: Place, by: Player) -> None:
    """Delete the turn list of this channel, if there is one, with its message."""
    assert place.guild is not None
    entry = setting_entry(services, place.guild, by)
    await TurnListTables(services.store.database).turn_off(place.channel, entry)
    services.outbox.wake()


async def listed_games(
    services: Services, guild: int, channels: Collection[int]
) -> tuple[Sequence[Listing], int]:
    """The games that the turn list of these channels shows now, and how many more there are."""
    games, count = await TurnListTables(services.store.database).games(guild, channels, SHOWN)
    return games, count - len(games)


async def renew_list(services: Services, old: TurnList) -> bool:
    """A person has deleted its message: whether to post it again. If not, it is turned off."""
    now = services.now()
    again = old.renewed is None or now - old.renewed >= DAY
    new = replace(old, message=None, renewed=now) if again else None
    await TurnListTables(services.store.database).change(old, new)
    return again


async def give_up_list(services: Services, old: TurnList) -> None:
    """Its channel is gone, or it may not be posted there: it is turned off."""
    await TurnListTables(services.store.database).change(old, None)
