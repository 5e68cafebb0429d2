"""The settings of a server: who may begin games there, how many, where, and on what terms.

Law: a server narrows what the host allows, and never widens it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.model import Guild
from bot.service.refusals import No, Refusal
from games.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.service.house import House
    from bot.service.model import Challenge, Listing, Place, Player


USUAL = "larochelle"  # the default rules
PACES = (0, 1, 2, 3, 5, 7, 14)  # days a move that can be chosen; 0: no clock
RESERVES = (0, 1, 3, 7, 14)  # days


async def server_of(house: House, place: Place) -> Guild:
    """The settings of the server of this place; the defaults outside of servers."""
    return await house.store.guild(place.guild) if place.guild else Guild(0)


async def change(house: House, guild: int, changed: Callable[[Guild], Guild]) -> Guild:
    """Change the settings of a server, as they are at that moment."""
    return await house.store.change_guild(guild, changed)


async def refuse_challenge(house: House, place: Place, by: Player, other: Player | None) -> None:
    """Refuse a challenge that is not allowed there. `other`: None where everyone is challenged."""
    await refuse_barred(house, place, by, other)
    server = await server_of(house, place)
    await refuse_many_games(house, server, by)
    await _refuse_many_challenges(house, server, by)


async def refuse_barred(house: House, place: Place, by: Player, other: Player | None) -> None:
    """Refuse a game between these two where either is barred."""
    barred = await house.store.barred(place.guild) if place.guild else ()
    if by in barred:
        raise Refusal(No.BARRED)
    if other in barred:
        raise Refusal(No.OTHER_BARRED)


async def _refuse_many_challenges(house: House, server: Guild, by: Player) -> None:
    """Refuse one more challenge than allowed, in this server or in all."""
    own = [each for each in await house.store.open_challenges(by) if each.by == by]
    if len(own) >= house.limits.challenges:
        raise Refusal(No.TOO_MANY_CHALLENGES, limit=house.limits.challenges)
    most = server.max_challenges
    if most is not None and _there(own, server) >= most:
        raise Refusal(No.TOO_MANY_CHALLENGES_HERE, limit=most)


async def refuse_many_games(house: House, server: Guild, by: Player) -> None:
    """Refuse one more game than allowed, in this server or in all; shelved games do not count."""
    playing = [each for each in await house.store.running(by) if not each.shelved]
    if len(playing) >= house.limits.games:
        raise Refusal(No.TOO_MANY_GAMES, limit=house.limits.games)
    most = server.max_games
    if most is not None and _there(playing, server) >= most:
        raise Refusal(No.TOO_MANY_GAMES_HERE, limit=most)


def _there(found: Sequence[Challenge | Listing], server: Guild) -> int:
    return sum(each.place.guild == server.id for each in found)


async def refuse_elsewhere(house: House, place: Place, parent: int | None = None) -> Guild:
    """Refuse a challenge outside the chosen channels and their threads (`parent`: their channel).

    Returns the settings of the server.
    """
    server = await server_of(house, place)
    channels = server.channels
    if channels and place.channel not in channels and parent not in channels:
        raise Refusal(No.NOT_IN_THIS_CHANNEL, channels=channels)
    return server


def pace(
    server: Guild,
    days: int | None = None,
    reserve: int | None = None,
    *,
    weekends: bool | None = None,
) -> Pace:
    """The pace that these options mean; an option that is None takes the server's setting.

    With 0 days there is no clock, and the server's reserve and weekends do not apply.
    """
    chosen = server.days if days is None else days or None
    if chosen is None:
        if reserve or weekends is False:
            raise Refusal(No.NEEDS_PACE)
        return Pace()
    return Pace(
        chosen,
        server.reserve if reserve is None else reserve,
        weekends=server.weekends if weekends is None else weekends,
    )
