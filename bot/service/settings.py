"""The settings of a person, and of a server: who may begin games there, on what terms; turn lists.

Law: a server narrows what the host allows, and never widens it. A change is made to what is stored
at that moment, in one transaction.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.model import Guild
from bot.service.refusals import No, Refusal
from bot.service.turn_list import MOST, SHOWN, TurnList
from bot.service.uptime import ALIVE
from games.pace import DAY, Pace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from bot.service.house import House
    from bot.service.model import Listing, Person, Place, Player


USUAL = "larochelle"  # the default rules
PACES = (0, 1, 2, 3, 5, 7, 14)  # days a move that can be chosen; 0: no clock
RESERVES = (0, 1, 3, 7, 14)  # days
_OLDER = "older"
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
    after = await house.store.change_guild(guild, changed)
    house.outbox.wake()  # its turn lists may have another language
    return after


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


async def note_first_run(house: House) -> None:
    """Before the first heartbeat of a run: note whether a version ran that greeted no server."""
    if await house.note(_GREETED) is None:
        older = await house.note(ALIVE) is not None
        await house.keep_note(_GREETED, _OLDER if older else "yes")


async def meet(house: House, guilds: Sequence[int]) -> list[int]:
    """Of these servers, those that the bot meets for the first time: they are to be greeted, once.

    Where an older version knew its servers already, none of those that are there.
    """
    quiet = await house.note(_GREETED) == _OLDER
    new = [each for each in guilds if await house.note(f"{_GREETED} {each}") is None]
    for each in new:
        await house.keep_note(f"{_GREETED} {each}", "quiet" if quiet else "yes")
    if quiet:
        await house.keep_note(_GREETED, "yes")
    return [] if quiet else new


async def turn_list(house: House, channel: int) -> TurnList | None:
    """The turn list of that channel, if it has one."""
    return await house.store.turn_lists.find(channel)


async def turn_on_list(house: House, place: Place) -> None:
    """Post a turn list in this channel and keep it up to date; where there is one, it stays."""
    assert place.guild is not None
    new = TurnList(place.channel, place.guild, house.now())
    if not await house.store.turn_lists.turn_on(new, MOST):
        raise Refusal(No.TOO_MANY_TURN_LISTS, limit=MOST)
    house.outbox.wake()


async def turn_off_list(house: House, place: Place) -> None:
    """Delete the turn list of this channel, if there is one, with its message."""
    await house.store.turn_lists.turn_off(place.channel)
    house.outbox.wake()


async def listed_games(
    house: House, guild: int, channels: Collection[int]
) -> tuple[Sequence[Listing], int]:
    """The games that the turn list of these channels shows now, and how many more there are."""
    games, count = await house.store.turn_lists.games(guild, channels, SHOWN)
    return games, count - len(games)


async def renew_list(house: House, old: TurnList) -> bool:
    """A person has deleted its message: whether to post it again. If not, it is turned off."""
    now = house.now()
    again = old.renewed is None or now - old.renewed >= DAY
    new = replace(old, message=None, renewed=now) if again else None
    await house.store.turn_lists.change(old, new)
    return again


async def give_up_list(house: House, old: TurnList) -> None:
    """Its channel is gone, or it may not be posted there: it is turned off."""
    await house.store.turn_lists.change(old, None)
