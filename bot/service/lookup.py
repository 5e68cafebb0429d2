"""Which game a player means, in which order their games are listed, and who may see a game."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from bot.service.model import Listing, Snapshot
from bot.service.ports import BrokenMatch
from bot.service.refusals import No, Refusal
from games.errors import Illegal, Why

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Sequence

    from bot.service.house import House
    from bot.service.model import Instant, Place, Player, Record
    from games.core import Side

_NEVER = float("inf")
_SNAPSHOT = tuple(each.name for each in fields(Snapshot))


async def find(house: House, by: Player, number: int | None, place: Place | None) -> Record:
    """The game of that number, if the player plays it; without one, the only one meant."""
    if number is not None:
        record = await house.record(number)
        side_of(record, by)
        return record
    return await house.record(meant(await house.store.running(by), by, place).id)


def meant(running: Sequence[Listing], by: Player, place: Place | None) -> Listing:
    """The only one of a player's running games that can be meant without a number.

    Those in this channel come first, then all of them, those that they practise in private last;
    of several, the only one that waits for the player.
    """
    if not running:
        raise Refusal(No.NO_GAMES)
    here = [each for each in running if place and each.place.channel == place.channel]
    shared = [each for each in running if not each.alone]
    return _only(by, here or shared or running)


def side_of(record: Record, player: Player) -> Side:
    """Which side a player has; refuses those who do not play this game."""
    side = record.side(player)
    if side is None:
        raise Refusal(No.NOT_YOUR_GAME)
    return side


def side_in_play(record: Record, player: Player) -> Side:
    """The same of a game that is not over; Illegal where it is."""
    side = side_of(record, player)
    if record.match.verdict:
        raise Illegal(Why.OVER)
    return side


def _only(by: Player, listings: Sequence[Listing]) -> Listing:
    waiting = [each for each in listings if waits_for(each, by) and not each.shelved]
    for candidates in (listings, waiting):
        if len(candidates) == 1:
            return candidates[0]
    raise Refusal(No.WHICH_GAME)


async def readable(
    house: House, listings: Iterable[Listing]
) -> AsyncGenerator[tuple[Listing, Record]]:
    """Those of the games that can be read, one after the other, each with its record."""
    for each in listings:
        try:
            record = await house.record(each.id)
        except BrokenMatch:
            continue
        yield each, record


async def in_private(house: House, by: Player) -> tuple[Record | None, int]:
    """The private game of a player that can be read; and how many private games cannot."""
    running = [each for each in await house.store.running(by) if each.alone]
    found = [record async for _, record in readable(house, running)]
    return (found[0] if found else None), len(running) - len(found)


async def waiting(house: House, by: Player) -> list[Listing]:
    """The games that wait for this player, the most urgent first; none of practice in private."""
    return to_answer(await house.store.running(by), by)


def to_answer(running: Iterable[Listing], by: Player) -> list[Listing]:
    """Those of a player's running games that wait for them, in the order that they have."""
    shared = (each for each in running if not each.alone)
    return [each for each in shared if waits_for(each, by) and not each.shelved]


def waits_for(listing: Listing, player: Player) -> bool:
    """Whether it is their turn, or an offer waits for their answer."""
    side = listing.side(player)
    if listing.offer_by is not None and listing.offer_by is not side:
        return True
    return listing.turn is side


def listing_of(record: Record) -> Listing:
    """A match as a line of a list."""
    snapshot = Snapshot.of(record.match)
    return Listing(
        id=record.id,
        place=record.place,
        dark=record.dark,
        light=record.light,
        message=record.message,
        clock=record.clock,
        level=record.level,
        **{name: getattr(snapshot, name) for name in _SNAPSHOT},
    )


def urgency(
    listing: Listing, player: Player, deadline: Instant | None = None
) -> tuple[object, ...]:
    """The sort key of a player's matches: those that wait for them first, soonest deadline first.

    Without the deadline of its ClockState, the clock of the listing is used as if it never stopped.
    """
    clock = listing.clock
    return (
        listing.shelved,
        not waits_for(listing, player),
        deadline or (clock.since + clock.total if clock else _NEVER),
        listing.since,
        listing.id,
    )


def sees(record: Record, player: Player, channel: int | None) -> bool:
    """Whether a match may be shown: to its players anywhere, to others where it is played."""
    return record.side(player) is not None or (not record.alone and record.place.channel == channel)
