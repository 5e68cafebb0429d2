"""The settings of a person, and of a server: who may begin games there, where, on what terms.

Law: a server narrows what the host allows, and never widens it. A change is made to what is stored
at that moment, in one transaction.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.model import Guild
from bot.service.refusals import No, Refusal
from bot.service.uptime import ALIVE
from games.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from bot.service.house import House
    from bot.service.model import Person, Place, Player


USUAL = "larochelle"  # the default rules
PACES = (0, 1, 2, 3, 5, 7, 14)  # days a move that can be chosen; 0: no clock
RESERVES = (0, 1, 3, 7, 14)  # days
_GREETED = "greeted"  # the note of the first run; with its number, that of each server


async def change_person(
    house: House, player: Player, changed: Callable[[Person], Person]
) -> Person:
    """Change the settings of a person; their matches are due anew where the reminder changed."""
    after = await house.store.change_person(player, changed, house.now())
    house.outbox.wake()  # what was to be told later may be told now
    return after


async def note_language(house: House, player: Player, locale: str) -> None:
    """Keep what Discord says is the language of a person who plays, for what they only type."""
    if await house.store.running(player) or await house.store.open_challenges(player):
        await change_person(house, player, lambda person: replace(person, heard=locale))


async def server_of(house: House, place: Place) -> Guild:
    """The settings of the server of this place; the defaults outside of servers."""
    return await house.store.guild(place.guild) if place.guild else Guild(0)


async def change_server(house: House, guild: int, changed: Callable[[Guild], Guild]) -> Guild:
    """Change the settings of a server."""
    return await house.store.change_guild(guild, changed)


async def note_servers(
    house: House, joined: Collection[int] = (), left: Collection[int] = ()
) -> None:
    """The bot was added to servers, or removed: the settings of those go some time later."""
    await house.store.note_guilds(joined, left, house.now())


async def compare_servers(house: House, present: Collection[int]) -> None:
    """The bot is in these servers and no others: some may have gone while it was offline."""
    stored = await house.store.stored_guilds()
    await note_servers(house, present, [each for each in stored if each not in present])


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


async def meet(house: House, guilds: Sequence[int]) -> list[int]:
    """Of these servers, those that the bot meets for the first time: they are to be greeted, once.

    Where an older version knew its servers already, none of those that are there.
    """
    first_run = await house.note(_GREETED) is None
    quiet = first_run and await house.note(ALIVE) is not None
    new = [each for each in guilds if await house.note(f"{_GREETED} {each}") is None]
    for each in new:
        await house.keep_note(f"{_GREETED} {each}", "quiet" if quiet else "yes")
    if first_run:
        await house.keep_note(_GREETED, "yes")
    return [] if quiet else new
