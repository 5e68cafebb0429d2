"""Use cases of turn lists: choosing channels, and keeping the lists up to date."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.turn_list.model import (
    LONG,
    LOOKED_AT,
    SHOWN,
    WATCHED,
    Standing,
    Watched,
    Why,
)
from bot.features.turn_list.tables import TurnListTables
from bot.service.clocks import clock_states
from bot.service.lookup import readable_records
from bot.service.settings import setting_entry
from bot.service.strengths import strengths
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from bot.features.turn_list.model import TurnList
    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.service.services import Services

_NOTE = "turn-lists"  # the day of the last daily update


async def turn_list(services: Services, channel: int) -> TurnList | None:
    """Return the turn list of a channel, if it has one."""
    return await TurnListTables(services.store.database).find(channel)


async def lists_in(services: Services, guild: int) -> Sequence[TurnList]:
    """Return the turn lists of a server."""
    return await TurnListTables(services.store.database).of_guild(guild)


async def choose_lists(
    services: Services, guild: int, channels: Collection[int], gone: Collection[int], by: Player
) -> None:
    """Turn lists on in these channels of a server, and off in those that are `gone`."""
    entry = setting_entry(services, guild, by)
    await TurnListTables(services.store.database).choose(channels, gone, entry)


async def standing(services: Services, guild: int, channels: Collection[int]) -> Standing:
    """Return the games in progress in these channels of a server, and those worth watching."""
    listings, count = await TurnListTables(services.store.database).games(
        guild, channels, LOOKED_AT
    )
    shown = listings[:SHOWN]
    watched = await _worth_watching(services, guild, listings)
    clocks = await clock_states(services, shown)
    return Standing(shown, count - len(shown), watched, clocks)


async def _worth_watching(
    services: Services, guild: int, listings: Sequence[Listing]
) -> Sequence[Watched]:
    """Return the games that are best to watch now, each once, with the reason."""
    called = [
        Watched(listing, Why(callout.name))
        async for listing, record in readable_records(services, listings)
        if (callout := record.match.callout)
    ]
    called.sort(key=lambda watched: [*Why].index(watched.why))
    several = listings if len(listings) > 1 else ()  # a single game can't stand out
    known = await _strengths(services, guild, several)
    chosen: dict[int, Watched] = {}
    for watched in (*called, *_strongest(several, known), *_longest(several)):
        chosen.setdefault(watched.listing.id, watched)
    return [*chosen.values()][:WATCHED]


async def _strengths(
    services: Services, guild: int, listings: Sequence[Listing]
) -> Mapping[int, float]:
    """Return the sum of both players' strengths, by game, if both are known for sure."""
    by_rules: dict[str, list[Listing]] = {}
    for listing in listings:
        by_rules.setdefault(listing.rules, []).append(listing)
    together: dict[int, float] = {}
    for rules, those in by_rules.items():
        players = {player for listing in those for player in (listing.dark, listing.light)}
        known = await strengths(services, guild, rules, players, sure=True)
        together |= {
            listing.id: known[listing.dark] + known[listing.light]
            for listing in those
            if {listing.dark, listing.light} <= known.keys()
        }
    return together


def _strongest(listings: Sequence[Listing], together: Mapping[int, float]) -> Iterator[Watched]:
    known = [listing for listing in listings if listing.id in together]
    if known:
        yield Watched(max(known, key=lambda listing: together[listing.id]), Why.STRONG)


def _longest(listings: Sequence[Listing]) -> Iterator[Watched]:
    longest = max(listings, key=lambda listing: listing.plies, default=None)
    if longest and longest.plies >= LONG:
        yield Watched(longest, Why.LONG)


async def renew_list(services: Services, old: TurnList) -> bool:
    """Return whether to repost a list that a person deleted. If not, turn it off."""
    now = services.now()
    again = old.renewed is None or now - old.renewed >= DAY
    new = replace(old, message=None, renewed=now, pinned=False) if again else None
    await TurnListTables(services.store.database).change(old, new)
    return again


async def give_up_list(services: Services, old: TurnList) -> None:
    """Turn off a turn list that can no longer be posted in its channel."""
    await TurnListTables(services.store.database).change(old, None)


async def note_pinned(services: Services, channel: int) -> None:
    """Note that a channel's list is pinned."""
    await TurnListTables(services.store.database).note_pinned(channel, services.now())


async def renew_daily(services: Services) -> None:
    """Update all lists once a day, since they name days."""
    today = str(services.now() // DAY)
    if await services.note(_NOTE) != today:
        await TurnListTables(services.store.database).update_all_lists(services.now())
        await services.keep_note(_NOTE, today)
