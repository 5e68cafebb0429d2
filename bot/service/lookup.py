"""Which game a player means, which games wait for them, and who may see or play a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.matches import waits_for
from bot.service.refusals import No, Refusal
from bot.store.changes import BrokenMatch
from games.errors import Illegal, Why

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Sequence

    from bot.model.matches import Listing, Record
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.service.services import Services
    from games.core import Side


async def find_game(
    services: Services, by: Player, number: int | None, place: Place | None
) -> Record:
    """The game of that number, if the player plays it; without one, the only one meant."""
    if number is not None:
        record = await services.record(number)
        side_of(record, by)
        return record
    return await services.record(game_meant(await services.store.matches.running(by), by, place).id)


def game_meant(running: Sequence[Listing], by: Player, place: Place | None) -> Listing:
    """The only one of a player's running games that can be meant without a number.

    Those in this channel come first, then all of them, those that they practise in private last;
    of several, the only one that waits for the player.
    """
    if not running:
        raise Refusal(No.NO_GAMES)
    here = [listing for listing in running if place and listing.place.channel == place.channel]
    shared = [listing for listing in running if not listing.alone]
    return _only(by, here or shared or running)


def side_of(record: Record, player: Player) -> Side:
    """For which side a player acts; refuses those who do not play this game, and who waits."""
    side = record.side(player)
    if side is None and (partner := record.partner(player)) is not None:
        raise Refusal(No.PARTNER_ACTS, player=partner)
    if side is None:
        raise Refusal(No.NOT_YOUR_GAME)
    return side


def side_in_play(record: Record, player: Player) -> Side:
    """Return the side that a player has in a match; Illegal if the match is over."""
    side = side_of(record, player)
    if record.match.verdict:
        raise Illegal(Why.OVER)
    return side


def _only(by: Player, listings: Sequence[Listing]) -> Listing:
    for candidates in (listings, _waiting(listings, by)):
        if len(candidates) == 1:
            return candidates[0]
    raise Refusal(No.WHICH_GAME)


async def readable_record(services: Services, number: int) -> Record | None:
    """A game; None where it cannot be read."""
    try:
        return await services.record(number)
    except BrokenMatch:
        return None


async def readable_records(
    services: Services, listings: Iterable[Listing]
) -> AsyncGenerator[tuple[Listing, Record]]:
    """Yield the listings whose matches can be read, each with its record."""
    for listing in listings:
        if record := await readable_record(services, listing.id):
            yield listing, record


async def private_game(services: Services, by: Player) -> tuple[Record | None, int]:
    """The private game of a player that can be read; and how many private games cannot."""
    private = [listing for listing in await services.store.matches.running(by) if listing.alone]
    records = [record async for _, record in readable_records(services, private)]
    return (records[0] if records else None), len(private) - len(records)


async def games_to_answer(services: Services, by: Player) -> list[Listing]:
    """The games that wait for this player, the most urgent first; none of practice in private."""
    return listings_to_answer(await services.store.matches.running(by), by)


def listings_to_answer(running: Iterable[Listing], by: Player) -> list[Listing]:
    """Return a player's games in progress that wait for them, in the same order."""
    return _waiting((listing for listing in running if not listing.alone), by)


def _waiting(listings: Iterable[Listing], player: Player) -> list[Listing]:
    return [listing for listing in listings if waits_for(listing, player) and not listing.shelved]


def may_see(record: Record, player: Player, channel: int | None) -> bool:
    """Whether a match may be shown: to its players anywhere, to others where it is played."""
    return record.team(player) is not None or (not record.alone and record.place.channel == channel)
