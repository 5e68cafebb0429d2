"""The puzzle of the day in a server: posted in a channel each morning (UTC).

Invariant: the day's decision is one transaction with its post; so a kill at any moment neither
loses a post nor sends it twice. A missed post comes later the same day.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.puzzles.model import DailyPuzzle, day_of, morning_of
from bot.features.puzzles.solving import book_of, choose_for_day
from bot.features.puzzles.tables import DailyTables
from bot.model.servers import Place
from bot.service.refusals import Refusal
from bot.service.settings import setting_entry
from games.pace import DAY

if TYPE_CHECKING:
    from bot.features.puzzles.model import Daily, Puzzle
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.times import Instant
    from bot.service.services import Services

_AT_ONCE = 100  # posts decided in one round


async def daily_of(services: Services, guild: int) -> Daily:
    """Return where a server has its puzzle of the day; refused without an engine."""
    book_of(services)
    return await DailyTables(services.store.database).of(guild)


async def newest_of(services: Services, guild: int) -> tuple[Daily, Puzzle] | None:
    """Return the last puzzle posted in a server, if that was today or yesterday."""
    daily = await DailyTables(services.store.database).of(guild)
    if daily.message is None or daily.posted is None or daily.channel is None:
        return None
    if daily.posted < day_of(services.now()) - 1:
        return None
    with suppress(Refusal):  # the host has turned the engine off
        return daily, await choose_for_day(services, daily.posted)
    return None


async def choose_channel(services: Services, guild: int, by: Player, channel: int | None) -> None:
    """Choose where a server gets its puzzle; None: nowhere. Never twice a day."""
    book_of(services)
    entry = setting_entry(services, guild, by)
    await DailyTables(services.store.database).choose_channel(channel, entry)


async def post_daily(services: Services) -> None:
    """Decide the daily posts that are due; missed posts come later the same day."""
    now = services.now()
    due = await DailyTables(services.store.database).due(now, _AT_ONCE)
    with suppress(Refusal):  # the host has turned the engine off
        for daily in due:
            await choose_for_day(services, day_of(now))
            await DailyTables(services.store.database).decide(daily.guild, partial(_decided, now))


def _decided(now: Instant, daily: Daily) -> tuple[Daily, Post | None]:
    """Return the settings with their next time, and the post if the puzzle's hour has come."""
    if daily.due is None or daily.channel is None or now < daily.due <= now + DAY:
        return daily, None
    after, today = daily.timed(now), day_of(now)
    if today == daily.decided or now < morning_of(now):
        return after, None
    place = Place(daily.guild, daily.channel)
    return replace(after, decided=today), DailyPuzzle(today, place=place)
