"""How much one person may have: challenges, games, requests; what a new game must keep to.

Law: each is counted in the transaction that writes; a server narrows what the host allows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.service.model import Standing
from bot.service.ports import Counted, Limit
from bot.service.refusals import No, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.service.model import Challenge, Guild, Instant, Place, Player

OPEN_FOR = 7 * 24 * 3600  # seconds
_PAUSES = (1, 10, 60)  # how often the pause, after one, two and three that came to nothing
_TO_ONE = 3  # open challenges to the same person, who is pinged by each
_WITHDRAWN, _AWHILE = 5, 10  # open to all and withdrawn, in so many times the pause


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one person may have; a host sets them."""

    challenges: int = 10  # open at a time
    games: int = 30  # at a time
    vacation: int = 30  # days in a calendar year
    pause: int = 1  # minutes before the same person is challenged again, in vain once; 0: none
    requests: int = 120  # a minute: presses, commands, typed moves
    engine_games: int = 5  # against the engine where others see it, at a time


def of_challenge(limits: Limits, server: Guild, made: Challenge, now: Instant) -> tuple[Limit, ...]:
    """What a challenge that is made must keep to; a draft must have room to be opened."""
    room = 1 if made.standing is Standing.DRAFT else 0
    return (
        *_bars(made.place, made.by, made.opponent),
        *_welcome(made),
        *_pauses(limits, made, now),
        *_games(limits, server, made.by, room=1),
        *_challenges(limits, server, made.by, room),
    )


def of_acceptance(limits: Limits, server: Guild, found: Challenge, by: Player) -> tuple[Limit, ...]:
    """What the game must keep to that begins when this person accepts."""
    busy = (
        replace(each, refusal=Refusal(No.OPPONENT_BUSY))
        for each in _games(limits, server, found.by, room=0)
    )
    return (
        *_bars(found.place, by, found.by),
        *_blocks(by, found.by),
        *_games(limits, server, by, room=0),
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


def _pauses(limits: Limits, made: Challenge, now: Instant) -> Iterator[Limit]:
    """The more challenges to the same person came to nothing lately, the longer the pause.

    None of this where the host wants no pause.
    """
    if not limits.pause:
        return
    if made.opponent is None:
        minutes = limits.pause * _AWHILE
        many, since = Refusal(No.MANY_WITHDRAWN, minutes=minutes), _opened(now, minutes)
        yield Limit(Counted.CLOSED, made.by, _WITHDRAWN - 1, many, since=since)
        return
    to_them, room = Refusal(No.TOO_MANY_TO_THEM, limit=_TO_ONE), made.standing is Standing.DRAFT
    yield Limit(Counted.CHALLENGES, made.by, _TO_ONE - room, to_them, other=made.opponent)
    for most, factor in reversed([*enumerate(_PAUSES)]):  # the longest pause is named
        minutes = limits.pause * factor
        refusal, since = Refusal(No.TOO_SOON, minutes=minutes), _opened(now, minutes)
        yield Limit(Counted.CLOSED, made.by, most, refusal, other=made.opponent, since=since)


def _opened(now: Instant, minutes: int) -> Instant:
    """The earliest `until` of a challenge that was opened in the last so many minutes.

    When it was made says nothing: a draft may be opened long after.
    """
    return now - 60 * minutes + OPEN_FOR


def _challenges(limits: Limits, server: Guild, by: Player, room: int) -> Iterator[Limit]:
    """Open challenges of one person, in all and in this server; `room`: so many fewer."""
    here, most = server.max_challenges, limits.challenges
    refusal = Refusal(No.TOO_MANY_CHALLENGES, limit=most)
    yield Limit(Counted.CHALLENGES, by, most - room, refusal)
    if here is not None:
        refusal = Refusal(No.TOO_MANY_CHALLENGES_HERE, limit=here)
        yield Limit(Counted.CHALLENGES, by, here - room, refusal, server.id)


def _games(limits: Limits, server: Guild, by: Player, room: int) -> Iterator[Limit]:
    """Games of one person that are not shelved; `room`: so many fewer."""
    here, most = server.max_games, limits.games
    yield Limit(Counted.GAMES, by, most - room, Refusal(No.TOO_MANY_GAMES, limit=most))
    if here is not None:
        refusal = Refusal(No.TOO_MANY_GAMES_HERE, limit=here)
        yield Limit(Counted.GAMES, by, here - room, refusal, server.id)
