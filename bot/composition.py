"""The composition root: puts the parts together, for running the bot and for `konakis sync`.

Law: the one place that may start the sandbox, and only where no token is set.
"""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot import logs
from bot.config import Misconfigured, Settings
from bot.connection import stay_connected, stop_requested
from bot.engine_pool import EnginePool
from bot.monitoring import Monitor, open_port
from bot.ops.backup import back_up_older
from bot.ops.daily import daily_backups
from bot.ops.health import log_surroundings
from bot.ops.ratings import renew_ratings
from bot.outbox import Outbox
from bot.puzzle_finder import PuzzleFinder, told
from bot.review import PoolReviewer
from bot.service.house import USUAL, House, Rhythm, clock
from bot.service.pacing import Pacing, Worker, keep_folder_out, own_process
from bot.service.practice import Answers
from bot.service.puzzles import Book
from bot.service.review import Reviews
from bot.store.store import open_store
from bot.ui.answers import App
from bot.ui.client import Client
from bot.ui.pictures import Pictures
from engine import puzzles
from engine.balance import lean, table
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from bot.service.model import Instant
    from bot.store.store import SqliteStore

_COLLECT_AFTER = (7_000, 10, 100)  # new objects; rounds of the young; rounds of the middle-aged


def run_bot(settings: Settings) -> None:
    """Run from the start to the end; Misconfigured or StoreError when it cannot."""
    level = settings.log or ("info" if settings.token else "warning")
    logs.start(level, settings.log_format, settings.token)
    if settings.token:  # the sandbox keeps nothing
        log_surroundings()
    keep_folder_out()
    asyncio.run(run(settings))


async def run(
    settings: Settings, now: Callable[[], Instant] = clock, rhythm: Rhythm = USUAL
) -> None:
    """Be on Discord until told to stop; without a token, on the sandbox's."""
    async with AsyncExitStack() as stack:
        stop = stop_requested()
        if not settings.token:
            settings = await stack.enter_async_context(_sandbox(settings))
        await asyncio.to_thread(back_up_older, settings.database, settings.backups, now())
        parts = await stack.enter_async_context(composed(settings, now, rhythm))
        await stack.enter_async_context(daily_backups(settings.database, settings.backups, now))
        await parts.pictures.prepare()
        _tune_garbage_collector()
        if settings.metrics_port:
            port = open_port(parts.monitor, settings.metrics_host, settings.metrics_port)
            await stack.enter_async_context(port)
        await stay_connected(parts.client, settings.token, stop)


@dataclass(frozen=True, slots=True)
class Parts:
    """What lasts from the start to the end, while clients come and go."""

    settings: Settings
    now: Callable[[], Instant]
    rhythm: Rhythm
    store: SqliteStore
    pictures: Pictures
    monitor: Monitor
    engine: EnginePool
    reviews: Reviews

    def client(self) -> Client:
        """A new client for Discord, with an outbox of its own."""
        outbox, answers = Outbox(self.store, self.now, self.rhythm.nap), Answers(self.engine)
        limits = self.settings.limits
        needs = (self.store, outbox, self.now, draw_lot, limits, self.rhythm, answers)
        house = House(*needs, leans=lean, measured=table(), puzzles=book())
        app = App(
            house,
            outbox,
            self.pictures,
            self.monitor.metrics,
            pacing=Pacing(limits.requests),
            files=Worker(own_process),
            answers=answers,
            reviews=self.reviews,
            emojis=self.settings.emojis,
        )
        made = Client(app, PuzzleFinder(self.engine))
        self.monitor.client = made
        return made


@asynccontextmanager
async def composed(
    settings: Settings, now: Callable[[], Instant] = clock, rhythm: Rhythm = USUAL
) -> AsyncGenerator[Parts]:
    """Inside this block the database is open and clients can be made."""
    _point_at(settings)
    async with open_store(settings.database) as store:
        await renew_ratings(store)
        pictures, engine = Pictures(), EnginePool(settings.engine_processes)
        try:
            reviews, monitor = Reviews(PoolReviewer(engine), store.reviews), Monitor(store, now)
            yield Parts(settings, now, rhythm, store, pictures, monitor, engine, reviews)
        finally:
            engine.close()
            pictures.close()


@cache
def book() -> Book:
    """The stock of puzzles, as the use cases know it."""
    return Book(
        [*map(told, puzzles.load())],
        puzzles.FIRST_DAY,
        lambda day: puzzles.of_day(day).number,
        puzzles.follow,
        puzzles.solution,
    )


def _tune_garbage_collector() -> None:
    """Search long-lived objects for garbage seldom: it stops every answer for a tenth of a second.

    What is loaded by now stays for good. What is cached or done with is freed by reference counts,
    without the collector.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)


@asynccontextmanager
async def _sandbox(settings: Settings) -> AsyncGenerator[Settings]:
    """Inside this block the sandbox runs; the settings for it, with a database as short-lived."""
    from sandbox.sample import Cast  # noqa: PLC0415  a bot with a token never loads the sandbox
    from sandbox.server import PortTaken, Sandbox  # noqa: PLC0415  the same

    async with AsyncExitStack() as stack:
        try:
            box = await stack.enter_async_context(Sandbox(settings.port, cast=Cast("Konakis")))
        except PortTaken as taken:
            raise Misconfigured(f"{taken} KONAKIS_PORT names it.") from taken
        print(f"No token in .env, so Konakis plays here: open {box.url}", flush=True)  # noqa: T201  the one line a newcomer needs
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="konakis-")))
        yield replace(
            settings,
            token=box.token,
            api=box.api,
            gateway=box.gateway,
            database=folder / "konakis.db",
            backups=None,
        )


def _point_at(settings: Settings) -> None:
    """Have discord.py talk to another Discord than its own, where the settings name one."""
    if settings.api:
        Route.BASE = settings.api
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.gateway)
        discord.Asset.BASE = str(URL(settings.api).origin())  # pyright: ignore[reportAttributeAccessIssue]  declared as the one address


def draw_lot() -> Side:
    """A side, by chance."""
    return random.SystemRandom().choice(list(Side))


def sync(settings: Settings) -> list[str]:
    """The commands that Discord has now; Misconfigured when it could not be reached."""
    if not settings.token:
        raise Misconfigured("KONAKIS_TOKEN is not set, so there is no bot whose commands to send.")
    try:
        return asyncio.run(_sync(settings))
    except discord.LoginFailure:
        raise Misconfigured(
            "Discord does not know this token. Copy it again into KONAKIS_TOKEN in .env."
        ) from None
    except (OSError, aiohttp.ClientError, discord.DiscordException) as error:
        (line, *_) = str(error).splitlines() or [type(error).__name__]
        raise Misconfigured(
            f"Discord did not take the commands ({line[:200]}); try again later."
        ) from error


async def _sync(settings: Settings) -> list[str]:
    """Log in as the bot does, with an empty database: so it knows nothing of what Discord has."""
    with tempfile.TemporaryDirectory(prefix="konakis-") as folder:
        fresh = replace(settings, database=Path(folder) / "konakis.db")
        async with composed(fresh) as parts, parts.client() as client:
            await client.login(settings.token)
            if client.emojis_sent:
                await client.emojis_sent
            return [
                f"/{each.name}" if isinstance(each, app_commands.Group) else each.name
                for each in client.tree.get_commands()
            ]
