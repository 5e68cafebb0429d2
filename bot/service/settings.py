"""The settings of a person and of a server: where games can be started there, and on which terms.

Invariant: a server narrows what the host allows, and never widens it. A change is made to the
settings as stored at that moment, in one transaction. Nothing new is posted for a person who can't
write in a channel; people who were invited there can still answer: accept, join, vote, move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.model.moderation import Act, LogEntry
from bot.model.servers import Server, WritablePlace
from bot.service.refusals import No, Refusal
from games.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.model.people import Person, Player
    from bot.model.servers import Place
    from bot.service.services import Services


DEFAULT_DAYS = 3  # for each move
PACES = (0, 1, 2, 3, 5, 7, 14)  # days per move to choose from; 0: no clock
RESERVES = (0, 1, 3, 7, 14)  # extra days for a whole game


async def change_person(
    services: Services, player: Player, changed: Callable[[Person], Person]
) -> Person:
    """Change a person's settings; their matches are marked due if the reminder changed."""
    return await services.store.people.change(player, changed, services.now())


async def note_language(services: Services, player: Player, locale: str) -> None:
    """Store the language Discord gives for a person who plays, for answers to typed messages."""
    if await services.store.matches.running(player) or await services.store.challenges.open_of(
        player
    ):
        await change_person(services, player, lambda person: replace(person, heard=locale))


async def server_of(services: Services, place: Place) -> Server:
    """Return the settings of a place's server; the defaults outside servers."""
    return await services.store.servers.guild(place.guild) if place.guild else Server(0)


async def change_server(
    services: Services, guild: int, by: Player, changed: Callable[[Server], Server]
) -> Server:
    """Change a server's settings, with an entry in its log."""
    entry = setting_entry(services, guild, by)
    return await services.store.servers.change(guild, changed, entry)


async def set_up(services: Services, guild: int, channel: int, by: Player) -> None:
    """Have all that a server can have in one channel, with the usual settings. Repeatable.

    The news here; the features add their own in the same transaction.
    """
    entry = setting_entry(services, guild, by)
    await services.store.servers.set_up(guild, channel, entry)


def setting_entry(services: Services, guild: int, by: Player) -> LogEntry:
    """Return the log entry of a changed setting of a server."""
    return LogEntry(0, guild, services.now(), by, Act.SETTING)


@dataclass(frozen=True, slots=True)
class Access:
    """The rights of the person who asks in a channel."""

    may_write: bool = True
    parent: int | None = None  # of a thread: the channel it belongs to


FREE = Access()


async def place_to_post(
    services: Services, place: Place, access: Access
) -> tuple[WritablePlace, Server]:
    """Return a place where a person's new message can be posted, and its server's settings.

    Refused if they can't write there, and outside the server's chosen channels, their threads and
    the posts on the wall.
    """
    if not access.may_write:
        raise Refusal(No.MAY_NOT_WRITE_THERE, channel=place.channel)
    server = await server_of(services, place)
    channels = server.channels
    if channels and {place.channel, access.parent}.isdisjoint((*channels, server.wall or 0)):
        raise Refusal(No.NOT_IN_THIS_CHANNEL, channels=channels)
    return WritablePlace(place), server


def days_of(server: Server) -> int:
    """Return the days per move for a challenge that doesn't name them; 0: no clock."""
    return DEFAULT_DAYS if server.days is None else server.days


def chosen_pace(server: Server, days: int | None = None) -> Pace:
    """Return a pace of so many days per move (0: no clock), with the server's other settings."""
    chosen = days_of(server) if days is None else days
    return Pace(chosen, weekends=server.weekends) if chosen else Pace()
