"""Which game a player means, in which order their games are listed, and who may see a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.refusals import No, Refusal
from games.errors import Illegal, Why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.house import House
    from bot.service.model import Instant, Listing, Place, Player, Record
    from games.core import Side

_NEVER = float("inf")


async def find(house: House, by: Player, number: int | None, place: Place | None) -> Record:
    """The game of that number; without a number, the only game that can be meant.

    The player's games in this channel come first, then all of them, those that they practise in
    private last; of several, the only one that waits for the player.
    """
    if number is not None:
        record = await house.record(number)
        side_of(record, by)
        return record
    mine = await house.store.running(by)
    if not mine:
        raise Refusal(No.NO_GAMES)
    here = [each for each in mine if place and each.place.channel == place.channel]
    shared = [each for each in mine if not each.alone]
    return await house.record(_only(by, here or shared or mine).id)


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


async def waiting(house: House, by: Player) -> list[Listing]:
    """The games that wait for this player, the most urgent first; none of practice in private."""
    running = [each for each in await house.store.running(by) if not each.alone]
    found = [each for each in running if waits_for(each, by) and not each.shelved]
    return sorted(found, key=lambda each: urgency(each, by))


def waits_for(listing: Listing, player: Player) -> bool:
    """Whether it is their turn, or an offer waits for their answer."""
    side = listing.side(player)
    if listing.offer_by is not None and listing.offer_by is not side:
        return True
    return listing.turn is side


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
