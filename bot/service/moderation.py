"""Moderation of a server: stops its games, and bars people from new ones.

Invariant: the caller has checked that the moderator is one; nothing here reaches beyond that
server.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.model.moderation import LONGEST_REASON, Act, LogEntry
from bot.model.servers import Bar
from bot.service.challenges import closing_change
from bot.service.paging import page_among
from bot.service.record_event import record_event
from bot.service.refusals import No, Refusal
from bot.service.services import retry_if_stale
from bot.store.changes import Change, Closing, ForgottenMatch
from games.core import Reason
from games.events import Stopped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.challenges import Challenge
    from bot.model.matches import Record
    from bot.model.moderation import LogLine
    from bot.model.people import Player
    from bot.service.services import Services

A_PAGE = 10  # entries of the log


async def stoppable_game(services: Services, guild: int, number: int) -> Record:
    """Return a game that can be stopped: played in this server and in progress."""
    record = await _record(services, number)
    if record is None or record.place.guild != guild or record.match.verdict:
        raise Refusal(No.NO_GAME_HERE)
    return record


async def _record(services: Services, number: int) -> Record | None:
    """Return a game, if it exists; a private game with only its result left counts as none."""
    with suppress(ForgottenMatch):
        return await services.store.matches.record(number)
    return None


@retry_if_stale
async def stop(services: Services, guild: int, number: int, by: Player, reason: str = "") -> Record:
    """End a game without a winner. Stopping it twice does no harm.

    `reason`: shown to both players.
    """
    why = " ".join(reason.split())[:LONGEST_REASON]

    record = await _record(services, number)
    verdict = record and record.match.verdict
    if record and record.place.guild == guild and verdict and verdict.reason is Reason.STOPPED:
        return record
    game, now = await stoppable_game(services, guild, number), services.now()
    entry = LogEntry(0, guild, now, by, Act.STOP, match=number, text=why)
    return await record_event(services, game, Stopped(now), entry=entry)


async def bar(services: Services, guild: int, player: Player, by: Player) -> int:
    """Bar a person from starting games in a server; return the number of cancelled challenges.

    Their games in progress continue; they lose their place in sign-ups.
    """

    def closes(challenge: Challenge) -> Change | None:
        made_there = challenge.by == player and challenge.place.guild == guild
        return closing_change(services, challenge, player) if made_there else None

    now = services.now()
    barred, entry = Bar(guild, player, now), LogEntry(0, guild, now, by, Act.BAR, player)
    change = Change(bar=barred, entry=entry, closing=Closing(player, closes))
    return (await services.commit(change)).closed


async def unbar(services: Services, guild: int, player: Player, by: Player) -> None:
    """Let a person start games in a server again."""
    entry = LogEntry(0, guild, services.now(), by, Act.UNBAR, player)
    if not await services.store.servers.unbar(guild, player, entry):
        raise Refusal(No.NOT_BARRED, player=player)


async def log_page(
    services: Services, guild: int, page: int = 0
) -> tuple[Sequence[LogLine], int, int]:
    """Return a page of a server's log, newest first: its lines, its number, the number of pages.

    Returns the last page if there are fewer.
    """
    log = services.store.moderation
    page, pages = page_among(await log.count(guild), A_PAGE, page)
    return await log.lines(guild, page * A_PAGE, A_PAGE), page, pages
