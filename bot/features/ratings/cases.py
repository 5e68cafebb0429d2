"""Ratings: a game's stakes and its effect on its players; the end of seasons.

Invariant: nothing is said about a person who isn't listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.ratings import glicko
from bot.features.ratings.glicko import Bias
from bot.features.ratings.model import (
    EVERYWHERE,
    Family,
    Game,
    Rating,
    family_of,
    lost_on_time,
    may_count,
    strength_after,
    weight_of,
)
from bot.features.ratings.standings_tables import StandingTables
from bot.features.ratings.tables import RatingTables
from bot.model.challenges import Standing
from bot.model.matches import Outcome
from bot.model.people import FORMER
from bot.model.seasons import season_of, starts
from bot.service.balance import EVEN
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.features.ratings.honours import Honour
    from bot.features.ratings.model import Books, Seat
    from bot.model.challenges import Challenge, Terms
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant
    from bot.service.services import Services
    from bot.store.store import Store


_NOTE = "season"  # the current season, as far as known


@dataclass(frozen=True, slots=True)
class Stake:
    """The points that a player would win or lose in a game, with one side."""

    player: Player
    side: Side
    won: float
    drawn: float
    lost: float


async def stakes(
    services: Services, place: Place, terms: Terms, players: tuple[Player, Player]
) -> Sequence[Stake]:
    """Return the points that two players can win or lose in a game on these terms, for each side.

    Empty if the game wouldn't count, or if either player isn't listed or known yet.
    """
    people = [await services.store.people.person(player) for player in players]
    if not terms.counts or not all(person.listed for person in people):
        return ()
    sides = (terms.side,) if terms.side and terms.games == 1 else tuple(Side)[::-1]
    start, now = glicko.start_of(services.counted.before_games(terms.rules)), services.now()
    by, opponent = players
    scope = place.guild or EVERYWHERE, family_of(terms.rules)
    game = Game(0, place.guild, terms.rules, by, opponent, winner=None, at=now, start=start)
    books = await RatingTables(services.store.database).books(game)
    if not all(_is_known(books.rating(*scope, player)) for player in players):
        return ()
    challengers = [_stake(game, by, opponent, side, books) for side in sides]
    return (*challengers, *(_stake(game, opponent, by, side.other, books) for side in sides))


def _is_known(rating: Rating | None) -> bool:
    """Whether a player's rating is known well enough to say a game's stakes."""
    return rating is not None and rating.strength.deviation <= glicko.KNOWN


def _stake(game: Game, own: Player, other: Player, side: Side, books: Books) -> Stake:
    """Return the points that the first of two players can win or lose in a game."""
    guild, family = game.guild or EVERYWHERE, family_of(game.rules)
    before, against = (
        books.rating(guild, family, player) or Rating(guild, family, player)
        for player in (own, other)
    )
    learned, strength = books.learned(game.rules), against.now(game.at)
    bias = learned.bias if learned else game.start
    weight, _ = weight_of(game, before, strength, books)
    brought = (
        strength_after(before, strength, side, outcome, bias, game.at, weight).rating
        - before.strength.rating
        for outcome in (Outcome.WON, Outcome.DRAWN, Outcome.LOST)
    )
    return Stake(own, side, *brought)


async def strengths(
    store: Store, guild: int, rules: str, players: Collection[Player], at: Instant | None = None
) -> Mapping[Player, float]:
    """Return the ratings in this server of listed players who have one.

    `at`: only ratings that are certain at that moment.
    """
    tables, family = RatingTables(store.database), family_of(rules)
    known: dict[Player, float] = {}
    for player in players:
        if player != FORMER and (await store.people.person(player)).listed:
            rating = await tables.rating(guild, family, player)
            if rating.games and (at is None or rating.sure(at)):
                known[player] = rating.strength.rating
    return known


async def wanted_share(services: Services, challenge: Challenge) -> float:
    """Return what Light should score among equals, for an even game between two players.

    That is what Dark should score against Light; see balance.evening_handicaps. Half if sides are
    still open or both are played, or if either player isn't known or listed.
    """
    terms, by, opponent = challenge.terms, challenge.by, challenge.opponent
    if opponent is None or terms.side is None or terms.games > 1:
        return EVEN
    players = (opponent, by) if terms.side is Side.LIGHT else (by, opponent)
    if not all([(await services.store.people.person(player)).listed for player in players]):
        return EVEN
    guild, family, now = challenge.place.guild or EVERYWHERE, family_of(terms.rules), services.now()
    dark, light = [
        (await RatingTables(services.store.database).rating(guild, family, player)).now(now)
        for player in players
    ]
    return glicko.expected(dark, light, Bias(0.0, dark.deviation))


@dataclass(frozen=True, slots=True)
class RatingChanges:
    """A game's effect on ratings, if both players are listed."""

    seats: tuple[Seat, ...] = ()  # the winner's first, as in the headline of the result
    honours: tuple[Honour, ...] = ()
    late: Player | None = None  # lost on time; not counted, like further losses on time that day


async def rating_changes(services: Services, record: Record) -> RatingChanges:
    """Return a finished game's effect on ratings, and its achievements.

    Empty if either player isn't listed: the other's gain would reveal both.
    """
    for player in (record.dark, record.light):
        if player == FORMER or not (await services.store.people.person(player)).listed:
            return RatingChanges()
    tables = RatingTables(services.store.database)
    seats = await tables.seats(record.id)
    here = record.place.guild or EVERYWHERE
    first = record.player(record.winner or Side.DARK)
    return RatingChanges(
        tuple(
            sorted(
                (seat for seat in seats if seat.guild == here),
                key=lambda seat: seat.player != first,
            )
        ),
        tuple(await tables.honours_in(record.id)),
        _late(record) if not seats and may_count(record) else None,
    )


def _late(record: Record) -> Player | None:
    """Return who lost a match on time; None if nobody did."""
    verdict = record.match.verdict
    side = verdict and lost_on_time(verdict.reason, verdict.winner)
    return record.player(side) if side else None


async def stakes_of(services: Services, challenge: Challenge) -> Sequence[Stake]:
    """Return the points that both players can win or lose by an open challenge to a person."""
    if challenge.opponent is None or challenge.standing is not Standing.OPEN:
        return ()
    return await stakes(
        services, challenge.place, challenge.terms, (challenge.by, challenge.opponent)
    )


async def family_at(services: Services, guild: int) -> Family:
    """Return the family to show first: the most played, else that of the server's rules."""
    played = await RatingTables(services.store.database).most_played(guild)
    rules = (await services.store.servers.guild(guild)).rules
    return played or (family_of(rules) if rules else Family.TABLUT)


async def season_end(services: Services, guild: int) -> Instant | None:
    """Return when a server's season ends; None if it has none."""
    if (await services.store.servers.guild(guild)).news is None:
        return None
    return starts(season_of(services.now()) + 1)


async def end_seasons(services: Services) -> None:
    """End the seasons that are over, once each; servers with seasons get a post in their news.

    A season ends no game: a game counts in the season in which it ends. A failing server doesn't
    delay others.
    """
    current, note = season_of(services.now()), await services.note(_NOTE) or ""
    known = int(note) if note.isdecimal() else None  # None: the first run, or a damaged note
    if known is not None and known >= current:
        return
    failed: list[Exception] = []
    for season in range(current if known is None else known, current):
        for guild in await StandingTables(services.store.database).season_guilds():
            try:
                tables, newest = StandingTables(services.store.database), season + 1 == current
                await tables.end_season(guild, season, newest=newest)
            except Exception as error:  # noqa: BLE001  raised below
                failed.append(error)
    if failed:
        raise ExceptionGroup("seasons could not be ended", failed)
    await services.keep_note(_NOTE, str(current))
