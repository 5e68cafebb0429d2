"""Following a game that others play, and guessing who wins it: who may.

Law: none of those who play it does, nor one who is barred from its server, nor one whom a
player has blocked. Both are looked at again before anything is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.onlookers.guess_tables import GuessTables
from bot.features.onlookers.model import GUESSED, Following, Guess, is_public
from bot.features.onlookers.refusals import OnlookerNo
from bot.features.onlookers.tables import OnlookerTables
from bot.service.limits import unless_barred
from bot.service.refusals import Refusal
from bot.store.changes import Counted, Limit
from games.errors import Illegal, Why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.onlookers.model import Guesser, Guesses
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.service.services import Services
    from games.core import Side

_BEST = 3  # in the post of a season


async def follow(services: Services, record: Record, by: Player) -> None:
    """Have a person told of this game from now on."""
    _refuse(record, by, Refusal(OnlookerNo.PLAYS_IT))
    new = Following(record.id, by, services.now())
    await OnlookerTables(services.store.database).follow(new, bars(record, by))


async def guess(services: Services, record: Record, by: Player, side: Side) -> None:
    """Note that a person guesses this side to win; until GUESSED moves they may change it."""
    _refuse(record, by, Refusal(OnlookerNo.WINS_THEMSELVES))
    new = Guess(record.id, by, record.place.guild or 0, side)
    tables = GuessTables(services.store.database)
    await tables.guess(new, bars(record, by), services.now())
    services.outbox.wake()


def _refuse(record: Record, by: Player, plays: Refusal) -> None:
    """Refuse those who play the game, and all where it is played out of sight, or over."""
    if record.team(by) is not None:
        raise plays
    if not is_public(record):
        raise Refusal(OnlookerNo.NO_ONLOOKERS)
    if record.match.verdict:
        raise Illegal(Why.OVER)


async def guesses(services: Services, record: Record) -> Guesses | None:
    """How many guess what; None where nobody may guess any more, or where nobody ever may."""
    if not is_public(record) or len(record.match.plies) >= GUESSED:
        return None
    return await GuessTables(services.store.database).guesses(record.id)


async def outcome(services: Services, record: Record) -> Guesses | None:
    """How many were right about a game that is over; None where no side has won."""
    verdict = record.match.verdict
    if not is_public(record) or verdict is None or verdict.winner is None:
        return None
    return await GuessTables(services.store.database).guesses(record.id)


async def best(services: Services, guild: int, since: Instant, until: Instant) -> Sequence[Guesser]:
    """Who was right most often about games that ended in a server in that time."""
    return await GuessTables(services.store.database).best(guild, since, until, _BEST)


def bars(record: Record, by: Player) -> Sequence[Limit]:
    """What keeps a person from looking on."""
    barred, blocked = Refusal(OnlookerNo.MAY_NOT_LOOK_ON), Refusal(OnlookerNo.NOT_WITH_THEM)
    return (
        *unless_barred(by, record.place.guild, barred),
        *(Limit(Counted.BLOCKS, by, 0, blocked, other=player) for player in record.everyone),
    )


async def unfollow(services: Services, match: int, by: Player) -> None:
    """Tell them of it no more."""
    await OnlookerTables(services.store.database).unfollow(match, by)
