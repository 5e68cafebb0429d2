"""The settings of a person, and of a server: who may begin games there, where, on what terms.

Law: a server narrows what the host allows, and never widens it. A change is made to what is stored
at that moment, in one transaction.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.model import Guild, Standing
from bot.service.ports import Counted, Limit
from bot.service.refusals import No, Refusal
from games.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from bot.service.house import House
    from bot.service.model import Challenge, Person, Place, Player


USUAL = "larochelle"  # the default rules
PACES = (0, 1, 2, 3, 5, 7, 14)  # days a move that can be chosen; 0: no clock
RESERVES = (0, 1, 3, 7, 14)  # days
_PAUSES = (1, 10, 60)  # how often the pause, after one, two and three that came to nothing


async def change_person(
    house: House, player: Player, changed: Callable[[Person], Person]
) -> Person:
    """Change the settings of a person; their matches are due anew where the reminder changed."""
    after = await house.store.change_person(player, changed, house.now())
    house.outbox.wake()  # what was to be told later may be told now
    return after


async def note_language(house: House, player: Player, locale: str) -> None:
    """Keep what Discord says is the language of a person who plays, for what they only type."""
    if (await house.store.person(player)).heard == locale:
        return
    if await house.store.running(player) or await house.store.open_challenges(player):
        await change_person(house, player, lambda person: replace(person, heard=locale))


async def unblock(house: House, by: Player, number: int) -> None:
    """Take that block of theirs back, unless it was already; see challenges.block."""
    await house.store.unblock(by, number)


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


async def challenge_limits(house: House, made: Challenge) -> tuple[Limit, ...]:
    """The limits of a challenge that is made, or of a draft: it must have room to be opened."""
    server = await server_of(house, made.place)
    room = 1 if made.standing is Standing.DRAFT else 0
    return (
        *_bars(made.place, made.by, made.opponent),
        *_welcome(made),
        *_pauses(house, made),
        *_games(house, server, made.by, room=1),
        *_challenges(house, server, made.by, room),
    )


async def accept_limits(house: House, found: Challenge, by: Player) -> tuple[Limit, ...]:
    """The limits of the game that begins when this person accepts."""
    server = await server_of(house, found.place)
    busy = (
        replace(each, refusal=Refusal(No.OPPONENT_BUSY))
        for each in _games(house, server, found.by, room=0)
    )
    return (
        *_bars(found.place, by, found.by),
        *_blocks(by, found.by),
        *_games(house, server, by, room=0),
        *busy,
    )


def _bars(place: Place, by: Player, other: Player | None) -> Iterator[Limit]:
    """Neither of these two is barred there."""
    for player, no in ((by, No.BARRED), (other, No.OTHER_BARRED)):
        if place.guild and player is not None:
            yield Limit(Counted.BARS, player, 0, Refusal(no), place.guild)


def _welcome(made: Challenge) -> Iterator[Limit]:
    """Neither has blocked the other, and the opponent has asked, or wants to be asked by them."""
    if made.opponent is None:
        return
    yield from _blocks(made.by, made.opponent)
    if made.counter_of is None:
        yield Limit(Counted.UNWELCOME, made.by, 0, Refusal(No.NOT_WELCOME), other=made.opponent)


def _blocks(by: Player, other: Player) -> Iterator[Limit]:
    """Neither has blocked the other. What the other has set is never told more closely."""
    yield Limit(Counted.BLOCKS, other, 0, Refusal(No.YOU_BLOCKED), other=by)
    yield Limit(Counted.BLOCKS, by, 0, Refusal(No.NOT_WELCOME), other=other)


def _pauses(house: House, made: Challenge) -> Iterator[Limit]:
    """The more challenges to the same person came to nothing lately, the longer the pause."""
    if made.opponent is None or not house.limits.pause:
        return
    for most, factor in reversed([*enumerate(_PAUSES)]):  # the longest pause is named
        minutes = house.limits.pause * factor
        refusal, since = Refusal(No.TOO_SOON, minutes=minutes), house.now() - 60 * minutes
        yield Limit(Counted.CLOSED, made.by, most, refusal, other=made.opponent, since=since)


def _challenges(house: House, server: Guild, by: Player, room: int) -> Iterator[Limit]:
    """Open challenges of one person, in all and in this server; `room`: so many fewer."""
    here, most = server.max_challenges, house.limits.challenges
    refusal = Refusal(No.TOO_MANY_CHALLENGES, limit=most)
    yield Limit(Counted.CHALLENGES, by, most - room, refusal)
    if here is not None:
        refusal = Refusal(No.TOO_MANY_CHALLENGES_HERE, limit=here)
        yield Limit(Counted.CHALLENGES, by, here - room, refusal, server.id)


def _games(house: House, server: Guild, by: Player, room: int) -> Iterator[Limit]:
    """Games of one person that are not shelved; `room`: so many fewer."""
    here, most = server.max_games, house.limits.games
    yield Limit(Counted.GAMES, by, most - room, Refusal(No.TOO_MANY_GAMES, limit=most))
    if here is not None:
        refusal = Refusal(No.TOO_MANY_GAMES_HERE, limit=here)
        yield Limit(Counted.GAMES, by, here - room, refusal, server.id)


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
