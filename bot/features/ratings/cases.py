"""Ranks: what a game would bring its players, and what it brought them; the end of seasons.

Law: of a person who is not listed nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.ratings import glicko
from bot.features.ratings.glicko import Bias
from bot.features.ratings.model import EVERYWHERE, family_of, strength_after
from bot.features.ratings.standings import season_of
from bot.features.ratings.standings_tables import StandingTables
from bot.features.ratings.tables import RatingTables
from bot.model.challenges import Standing
from bot.model.matches import Outcome
from bot.model.people import FORMER
from bot.service.balance import EQUALS, Pairing
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.ratings.honours import Honour
    from bot.features.ratings.model import Rating, Seat
    from bot.model.challenges import Challenge, Terms
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant
    from bot.service.services import Services


_NOTE = "season"  # the one that runs, as far as is known


@dataclass(frozen=True, slots=True)
class Stake:
    """The points that a game would bring one player, with one side."""

    player: Player
    side: Side
    won: float
    drawn: float
    lost: float


async def stakes(
    services: Services, place: Place, terms: Terms, players: tuple[Player, Player]
) -> Sequence[Stake]:
    """What a game on these terms would bring these two, the challenger first, with each side.

    Nothing where it would not count, or where one of them is not listed.
    """
    people = [await services.store.people.person(each) for each in players]
    if not terms.counts or not all(each.listed for each in people):
        return ()
    sides = (terms.side,) if terms.side and terms.games == 1 else tuple(Side)[::-1]
    known = await RatingTables(services.store.database).learned(terms.rules)
    bias = known.bias if known else glicko.start_of(services.balance(terms.rules))
    guild, family = place.guild or EVERYWHERE, family_of(terms.rules)
    by, to = [
        await RatingTables(services.store.database).rating(guild, family, each) for each in players
    ]
    now = services.now()
    found = [_stake(by, to, side, bias, now) for side in sides]
    return (*found, *(_stake(to, by, side.other, bias, now) for side in sides))


def _stake(own: Rating, other: Rating, side: Side, bias: Bias, now: Instant) -> Stake:
    against = other.now(now)
    brought = (
        strength_after(own, against, side, outcome, bias, now).rating - own.strength.rating
        for outcome in (Outcome.WON, Outcome.DRAWN, Outcome.LOST)
    )
    return Stake(own.player, side, *brought)


async def pairing(services: Services, challenge: Challenge) -> Pairing:
    """How strong the two are, and what Light should score among equals for an even game.

    That is what Dark should score against Light; see balance.evening_handicaps. Half where sides
    are still open or both are played, and where one of the two is not known or not listed.
    """
    terms, by, opponent = challenge.terms, challenge.by, challenge.opponent
    if opponent is None:
        return EQUALS
    players = (opponent, by) if terms.side is Side.LIGHT else (by, opponent)
    if not all([(await services.store.people.person(player)).listed for player in players]):
        return EQUALS
    guild, family, now = challenge.place.guild or EVERYWHERE, family_of(terms.rules), services.now()
    dark, light = [
        (await RatingTables(services.store.database).rating(guild, family, player)).now(now)
        for player in players
    ]
    rating = (dark.rating + light.rating) / 2
    if terms.side is None or terms.games > 1:
        return Pairing(rating=rating)
    return Pairing(glicko.expected(dark, light, Bias(0.0, dark.deviation)), rating)


@dataclass(frozen=True, slots=True)
class Told:
    """What the end of a game says of it: to those who are listed, where it was played."""

    seats: tuple[Seat, ...] = ()
    honours: tuple[Honour, ...] = ()


async def told(services: Services, record: Record) -> Told:
    """What a game that is over changed, and the marks of honour that it brought."""
    listed = {
        each
        for each in (record.dark, record.light)
        if each != FORMER and (await services.store.people.person(each)).listed
    }
    seats = await RatingTables(services.store.database).seats(record.id)
    here = record.place.guild or EVERYWHERE
    honours = await RatingTables(services.store.database).honours_in(record.id)
    return Told(
        tuple(each for each in seats if each.guild == here and each.player in listed),
        tuple(each for each in honours if each.player in listed),
    )


async def stakes_of(services: Services, found: Challenge) -> Sequence[Stake]:
    """What an open challenge to a person would bring the two."""
    if found.opponent is None or found.standing is not Standing.OPEN:
        return ()
    return await stakes(services, found.place, found.terms, (found.by, found.opponent))


async def end_seasons(services: Services) -> None:
    """End the seasons that are over, each once: those who have them are told who stands where.

    A season ends no game: each counts where it ends. A server that fails is no obstacle to others.
    """
    current, note = season_of(services.now()), await services.note(_NOTE) or ""
    known = int(note) if note.isdecimal() else None  # the first run; or it is damaged
    if known is not None and known >= current:
        return
    failed: list[Exception] = []
    for season in range(current if known is None else known, current):
        for guild in await StandingTables(services.store.database).season_guilds():
            try:
                if await StandingTables(services.store.database).end_season(guild, season):
                    services.outbox.wake()
            except Exception as error:  # noqa: BLE001  raised below
                failed.append(error)
    if failed:
        raise ExceptionGroup("seasons could not be ended", failed)
    await services.keep_note(_NOTE, str(current))
