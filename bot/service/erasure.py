"""Erases a person, if they or the host ask for it; and clears data that is no longer needed.

Invariant: a person's challenges and games are ended first: each ending is a commit with its posts,
and the deletion is one more. If the bot is killed anywhere in between, everything done so far is
posted, and asking again does the rest. Clearing is limited to a few hundred rows at a time.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.logs import log_event
from bot.model.times import Kept
from bot.service.challenges import close_challenges
from bot.service.play import resign
from bot.service.services import retry_if_stale
from bot.store.changes import BrokenMatch
from games.errors import Illegal
from games.pace import DAY

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.service.services import Services

log = logging.getLogger(__name__)

_CHALLENGES = 30 * DAY  # how long challenges that led to no match are kept
_PAUSES = 60  # or this many times the pause between two challenges, if that is longer
_ERASED = 42 * DAY  # longer than any backup is kept
_SERVERS = 30 * DAY
_MODERATION = 365 * DAY  # how long a server's log is kept
_AT_ONCE = 300  # rows of a kind
_DELAY = 3  # seconds until the posts are sent: by then no message can name the person


@retry_if_stale
async def erase(services: Services, player: Player, asked_by: str = "") -> None:
    """Close a person's challenges, resign their games, and delete everything that names them.

    `asked_by`: the host's note, if the host asks; it names no player.
    """
    quiet = replace(services, delay=_DELAY)
    await quiet.store.personal_data.retire(player, services.now())
    await close_challenges(quiet, player)
    skipped: set[int] = set()
    while running := await _running(services, player, skipped):
        for number in running:
            try:
                await resign(quiet, number, player)
            except (Illegal, BrokenMatch):  # it is over already, or can't be read
                skipped.add(number)
    await services.store.personal_data.erase(player, services.now(), asked_by)
    log_event(log, "person-erased", asked=asked_by or "the person")


async def _running(services: Services, player: Player, broken: set[int]) -> set[int]:
    """Return the numbers of the player's games that can be resigned."""
    return {listing.id for listing in await services.store.matches.running(player)} - broken


async def erase_requested(services: Services) -> None:
    """Erase every person that the host asked to erase; if one fails, the others still are."""
    failed: list[Exception] = []
    for player, asked_by in await services.store.personal_data.erasures():
        try:
            await erase(services, player, asked_by)
        except Exception as error:  # noqa: BLE001  raised below
            failed.append(error)
    if failed:
        raise ExceptionGroup("people could not be erased", failed)


async def empty_log(services: Services) -> None:
    """Overwrite erased data in the files once no other program reads the database."""
    await services.store.personal_data.empty_log()


async def clear(services: Services) -> bool:
    """Delete some of the data that is no longer needed; return whether there may be more."""
    now = services.now()
    challenges = max(_CHALLENGES, _PAUSES * 60 * services.limits.pause)
    oldest = Kept(
        challenges=now - challenges,
        vacations=_year(now),
        erased=now - _ERASED,
        servers=now - _SERVERS,
        moderation=now - _MODERATION,
    )
    return await services.store.clear(oldest, _AT_ONCE)


def _year(now: Instant) -> Instant:
    """Return when this year began: its vacations count against the yearly limit."""
    return int(datetime(datetime.fromtimestamp(now, UTC).year, 1, 1, tzinfo=UTC).timestamp())
