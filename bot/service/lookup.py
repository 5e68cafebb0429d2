"""Finds the games that a player means or must answer, and says who can see a game."""

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
    """Return the game with this number, if the player plays it.

    Without a number, the one that the player must mean.
    """
    if number is not None:
        record = await services.record(number)
        side_of(record, by)
        return record
    return await services.record(game_meant(await services.store.matches.running(by), by, place).id)


def game_meant(running: Sequence[Listing], by: Player, place: Place | None) -> Listing:
    """Return the player's running game that is meant when no number is given.

    Games in this channel come first, then all games, private practice last; of several, the only
    one that waits for the player.
    """
    if not running:
        raise Refusal(No.NO_GAMES)
    here = [listing for listing in running if place and listing.place.channel == place.channel]
    shared = [listing for listing in running if not listing.alone]
    return _only(by, here or shared or running)


def side_of(record: Record, player: Player) -> Side:
    """Return the side that a player acts for.

    Refuse other people, and a partner who isn't on turn.
    """
    side = record.side(player)
    if side is None and record.engine_to_move and record.team(player):
        raise Refusal(No.ENGINE_MOVES)
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
    """Return a game; None if it can't be read."""
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


async def private_games(services: Services, by: Player) -> tuple[list[Record], int]:
    """Return a player's readable private games, the oldest first; and how many can't be read."""
    private = [listing for listing in await services.store.matches.running(by) if listing.alone]
    records = [record async for _, record in readable_records(services, private)]
    records.sort(key=lambda record: record.id)
    return records, len(private) - len(records)


async def games_to_answer(services: Services, by: Player) -> list[Listing]:
    """Return the games that wait for this player, most urgent first, without private practice."""
    return listings_to_answer(await services.store.matches.running(by), by)


def listings_to_answer(running: Iterable[Listing], by: Player) -> list[Listing]:
    """Return a player's games in progress that wait for them, in the same order."""
    return _waiting((listing for listing in running if not listing.alone), by)


def _waiting(listings: Iterable[Listing], player: Player) -> list[Listing]:
    return [listing for listing in listings if waits_for(listing, player) and not listing.shelved]


def may_see(record: Record, player: Player, channel: int | None) -> bool:
    """Whether a match can be shown: to its players anywhere, to others in its channel."""
    return record.team(player) is not None or (not record.alone and record.place.channel == channel)
