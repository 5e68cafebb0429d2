"""Limits on one person's challenges, games and requests, and the conditions for a new game.

Invariant: each limit is checked in the transaction that writes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.model.challenges import Standing
from bot.service.refusals import No, Refusal
from bot.store.changes import Counted, Limit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.model.challenges import Challenge
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant

OPEN_FOR = 7 * 24 * 3600  # seconds
_PAUSES = (1, 10, 60)  # factors of the pause after one, two and three failed challenges
_TO_ONE = 3  # open challenges to the same person, whom each of them pings
MANY_WITHDRAWN, AWHILE = 5, 10  # cancelled challenges to everyone, within this many times the pause


@dataclass(frozen=True, slots=True)
class Limits:
    """One person's limits; the host sets them."""

    challenges: int = 10  # open at a time
    games: int = 30  # at a time
    vacation: int = 30  # days in a calendar year
    pause: int = 1  # minutes after a failed challenge to the same person; 0: none
    requests: int = 120  # per minute: presses, commands, typed moves
    engine_games: int = 5  # against the engine in channels, at a time
    practice_games: int = 5  # against the engine in private, at a time


def limits_on_challenge(limits: Limits, challenge: Challenge, now: Instant) -> tuple[Limit, ...]:
    """Return the limits on a new challenge; a draft must leave room to open it."""
    room = 1 if challenge.standing is Standing.DRAFT else 0
    too_many = Refusal(No.TOO_MANY_CHALLENGES, limit=limits.challenges)
    return (
        *_bars(challenge.place, challenge.by, challenge.opponent),
        *_wishes(challenge),
        *_pauses(limits, challenge, now),
        limit_on_games(limits, challenge.by, room=1),
        Limit(Counted.CHALLENGES, challenge.by, limits.challenges - room, too_many),
    )


def limits_on_acceptance(limits: Limits, challenge: Challenge, by: Player) -> tuple[Limit, ...]:
    """Return the limits on the game that starts when this person accepts."""
    challengers_games = limit_on_games(limits, challenge.by, room=0)
    return (
        *_bars(challenge.place, by, challenge.by),
        *_blocks(by, challenge.by),
        limit_on_games(limits, by, room=0),
        replace(challengers_games, refusal=Refusal(No.OPPONENT_BUSY)),
    )


def unless_barred(player: Player, guild: int | None, refusal: Exception) -> tuple[Limit, ...]:
    """Return a limit that refuses a person who is suspended in this server; none outside one."""
    return (Limit(Counted.BARS, player, 0, refusal, guild),) if guild else ()


def unless_blocked(one: Player, other: Player, refusal: Exception) -> tuple[Limit, ...]:
    """Return limits that refuse if either has blocked the other."""
    return (
        Limit(Counted.BLOCKS, one, 0, refusal, other=other),
        Limit(Counted.BLOCKS, other, 0, refusal, other=one),
    )


def limit_on_engine_games(limits: Limits, by: Player, room: int) -> Limit:
    """Return the limit on one person's games against the engine in channels; `room`: as below."""
    most = limits.engine_games
    refusal = Refusal(No.TOO_MANY_ENGINE_GAMES, limit=most)
    return Limit(Counted.ENGINE_GAMES, by, most - room, refusal)


def limits_on_invitation(place: Place, by: Player, other: Player) -> tuple[Limit, ...]:
    """Return the limits on asking a person by name: bars, blocks, and whom they play."""
    return (*_bars(place, by, other), *_blocks(by, other), _welcome(by, other))


def _bars(place: Place, by: Player, other: Player | None) -> Iterator[Limit]:
    """Yield limits that refuse if the challenger or the opponent is suspended there."""
    yield from unless_barred(by, place.guild, Refusal(No.BARRED))
    if other is not None:
        yield from unless_barred(other, place.guild, Refusal(No.OTHER_BARRED))


def _wishes(challenge: Challenge) -> Iterator[Limit]:
    """Yield limits that refuse if either blocked the other, or the opponent wants no challenge."""
    if challenge.opponent is None:
        return
    yield from _blocks(challenge.by, challenge.opponent)
    if challenge.counter_of is None:
        yield _welcome(challenge.by, challenge.opponent)


def _welcome(by: Player, other: Player) -> Limit:
    """Return the limit that refuses if the other takes no new games with this person."""
    return Limit(Counted.UNWELCOME, by, 0, Refusal(No.NOT_WELCOME), other=other)


def _blocks(by: Player, other: Player) -> Iterator[Limit]:
    """Yield limits that refuse if either blocked the other. The other's block isn't revealed."""
    yield Limit(Counted.BLOCKS, other, 0, Refusal(No.YOU_BLOCKED), other=by)
    yield Limit(Counted.BLOCKS, by, 0, Refusal(No.NOT_WELCOME), other=other)


def _pauses(limits: Limits, challenge: Challenge, now: Instant) -> Iterator[Limit]:
    """Yield limits that make a challenger wait; each failed challenge makes the pause longer.

    There are none if the host has turned pauses off.
    """
    if not limits.pause:
        return
    if challenge.opponent is None:
        minutes = limits.pause * AWHILE
        refusal, since = Refusal(No.MANY_WITHDRAWN, minutes=minutes), _until_after(now, minutes)
        yield Limit(Counted.CLOSED, challenge.by, MANY_WITHDRAWN - 1, refusal, since=since)
        return
    room = 1 if challenge.standing is Standing.DRAFT else 0
    refusal = Refusal(No.TOO_MANY_TO_THEM, limit=_TO_ONE)
    yield Limit(Counted.CHALLENGES, challenge.by, _TO_ONE - room, refusal, other=challenge.opponent)
    for most, factor in reversed([*enumerate(_PAUSES)]):  # the longest pause is named
        minutes = limits.pause * factor
        refusals = {
            str(standing): Refusal(No.TOO_SOON, minutes=minutes, standing=standing)
            for standing in (Standing.WITHDRAWN, Standing.DECLINED)
        }
        yield Limit(
            *(Counted.CLOSED, challenge.by, most, refusals[Standing.WITHDRAWN]),
            other=challenge.opponent,
            since=_until_after(now, minutes),
            by_standing=refusals,
        )


def _until_after(now: Instant, minutes: int) -> Instant:
    """Return the earliest `until` of a challenge opened in the last `minutes` minutes.

    The time of making doesn't count: a draft may be opened long after.
    """
    return now - 60 * minutes + OPEN_FOR


def limit_on_games(limits: Limits, by: Player, room: int) -> Limit:
    """Return the limit on one person's games that aren't paused; `room`: leave so many free."""
    most = limits.games
    return Limit(Counted.GAMES, by, most - room, Refusal(No.TOO_MANY_GAMES, limit=most))
