"""The composition root: puts the parts together, for running the bot and for `konakis sync`.

Invariant: only this file starts the sandbox, and only if no token is set.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import logging
import os
import random
import sys
import tempfile
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import discord
from discord import app_commands

from bot import logs
from bot.config import Misconfigured, Refused, Settings
from bot.connection import LOGIN_REFUSED, stay_connected, stop_requested
from bot.discord_address import talk_to
from bot.discord_reading import Unreadable
from bot.engine_pool import EnginePool, OwnProcess
from bot.feature_list import EXTENSIONS, load_features
from bot.monitoring import Monitor
from bot.ops.backup import back_up_older
from bot.ops.daily import daily_backups
from bot.ops.health import log_surroundings, warn_of_sqlite
from bot.ops.systemd import Systemd
from bot.outbox import Outbox
from bot.service.balance import all_counted
from bot.service.host import HostWatch
from bot.service.opponent import EngineOpponent
from bot.service.rate_limit import RateLimit
from bot.service.services import USUAL, Rhythm, Services, clock
from bot.service.workers import Worker, keep_folder_out, own_process
from bot.store.store import open_store
from bot.store.worker import USUAL as USUAL_ACCESS
from bot.ui.app import App
from bot.ui.client import Client
from bot.ui.members import Members
from bot.ui.pictures import Pictures, use_fonts
from engine.progress import shown
from games.core import Side
from render.sprites.faces import UnusableFont

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping, Sequence

    from bot.engine_pool import Process
    from bot.model.times import Instant
    from bot.store.store import Store
    from bot.store.worker import Access
    from sandbox.clock import Clock

log = logging.getLogger(__name__)

FEATURES = load_features()
_OF_THE_SANDBOX = Rhythm(gap=366 * 86_400)  # its page moves the time by days: that is no outage
_COLLECT_AFTER = (7_000, 10, 5)  # new objects; rounds of the young; rounds of the middle-aged


def _tune_garbage_collector() -> None:
    """Make full garbage collections rare: each one delays all answers by a tenth of a second.

    Everything loaded by now stays for good. Reference counting frees nearly everything else: only
    discord.py leaves two or three kilobytes of garbage per interaction. So one collection per some
    thousand interactions is enough. While the program loads, there is none at all.
    """
    gc.collect()
    gc.freeze()
    gc.collect()  # later ones compare with the survivors of this one: none
    gc.set_threshold(*_COLLECT_AFTER)
    gc.enable()


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine's parts that the program uses, except the event loop. Tests can replace them.

    `connector`: makes the connections to Discord; None for discord.py's own. `engine`: starts an
    engine process. `tune`: prepares Python once everything is loaded. `systemd`: what started it.
    """

    access: Access = USUAL_ACCESS
    connector: Callable[[], aiohttp.BaseConnector | None] = lambda: None
    engine: Callable[[], Process] = OwnProcess
    tune: Callable[[], object] = _tune_garbage_collector
    systemd: Systemd = field(default_factory=Systemd)


THIS_MACHINE = Machine()


def run_bot(settings: Settings) -> None:
    """Run the bot from start to end; raise Misconfigured or StoreError if it can't start."""
    level = settings.log or ("info" if settings.token else "warning")
    logs.start(level, settings.log_format, settings.token)
    if settings.token:  # the sandbox keeps nothing
        log_surroundings()
    keep_folder_out()
    os.environ.pop("KONAKIS_TOKEN", None)  # its processes do without
    systemd = Systemd.of(os.environ)
    if systemd.patience:
        faulthandler.enable()  # shows where the loop stood when the watchdog ends the bot
    asyncio.run(run(settings, machine=replace(THIS_MACHINE, systemd=systemd)))


async def run(
    settings: Settings,
    now: Callable[[], Instant] = clock,
    rhythm: Rhythm = USUAL,
    when_moved: Callable[[Callable[[], None]], object] = lambda _: None,
    machine: Machine = THIS_MACHINE,
) -> None:
    """Run on Discord until stopped; without a token, run on the sandbox and by its clock.

    `when_moved`: gets a function to call each time somebody moves the clock that `now` reads.
    """
    in_sandbox = not settings.token
    parts: Parts | None = None
    _use_fonts(settings.fonts)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(
            machine.systemd.watching(lambda: parts is not None and parts.monitor.ready)
        )
        stop = stop_requested()
        if in_sandbox:
            settings, time = await stack.enter_async_context(_sandbox(settings))
            now, rhythm, when_moved = time.whole_seconds, _OF_THE_SANDBOX, time.when_moved
        with shown(None if sys.stderr.isatty() else log.info):  # an update takes a while
            await asyncio.to_thread(back_up_older, settings.database, settings.backups, now())
            parts = await stack.enter_async_context(composed(settings, now, rhythm, machine))
        when_moved(parts.store.alarms.ring)
        if not in_sandbox:  # the sandbox keeps nothing
            await warn_of_sqlite(parts.store.notes)
        backups = daily_backups(settings.database, settings.backups, now)
        daily = await stack.enter_async_context(backups)
        if parts.host and daily:
            parts.host.lacks_backup = daily.are_overdue
        await parts.pictures.prepare()
        machine.tune()
        if settings.metrics_port:
            from bot.metrics_port import open_port  # noqa: PLC0415  few hosts need aiohttp's server

            port = open_port(parts.monitor, settings.metrics_host, settings.metrics_port)
            await stack.enter_async_context(port)
        await stay_connected(parts.client, settings.token, stop)
        machine.systemd.tell("STOPPING=1")


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that last from start to end, while clients come and go."""

    settings: Settings
    now: Callable[[], Instant]
    rhythm: Rhythm
    store: Store
    pictures: Pictures
    monitor: Monitor
    engine: EnginePool
    states: Mapping[type, object]  # of the features
    machine: Machine
    host: HostWatch | None  # None: the host wants no DMs

    def client(self) -> Client:
        """Return a new client for Discord, with an outbox of its own."""
        outbox = Outbox(self.store, self.now)
        limits, members = self.settings.limits, Members()
        services = Services(
            self.store,
            self.now,
            draw_lot,
            limits,
            self.rhythm,
            EngineOpponent(self.engine),
            counted=all_counted(),
            states=self.states,
            left=members.left,
        )
        app = App(
            services,
            outbox,
            self.pictures,
            self.monitor.metrics,
            rate_limit=RateLimit(limits.requests),
            files=Worker(own_process),
            features=FEATURES,
            emojis=self.settings.emojis,
            host=self.host,
        )
        client = Client(app, self.machine.connector())
        self.monitor.client = members.client = client
        return client


@asynccontextmanager
async def composed(
    settings: Settings,
    now: Callable[[], Instant] = clock,
    rhythm: Rhythm = USUAL,
    machine: Machine = THIS_MACHINE,
) -> AsyncGenerator[Parts]:
    """Inside this block the database is open and clients can be made."""
    if settings.api:
        talk_to(settings.api, settings.gateway)
    async with open_store(settings.database, EXTENSIONS, machine.access) as store:
        pictures = Pictures()
        engine = EnginePool(settings.engine_processes, machine.engine)
        try:
            states = {
                type(state): state
                for feature in FEATURES.all
                for state in feature.states(store, engine)
            }
            monitor = Monitor(store, now)
            host = HostWatch(store, now) if settings.tell_owner else None
            yield Parts(
                *(settings, now, rhythm, store, pictures, monitor, engine, states, machine, host)
            )
        finally:
            engine.close()
            pictures.close()


def _use_fonts(files: Sequence[Path]) -> None:
    """Load the host's fonts; Misconfigured if one is missing or isn't a font."""
    try:
        use_fonts(files)
    except UnusableFont as error:
        raise Misconfigured(
            f"KONAKIS_FONTS names {error.file}, which is missing or not a usable font."
        ) from error


@asynccontextmanager
async def _sandbox(settings: Settings) -> AsyncGenerator[tuple[Settings, Clock]]:
    """Inside this block the sandbox runs; yield its settings and the clock of its chat page.

    Its database lasts as long as the sandbox.
    """
    from sandbox.sample import Cast  # noqa: PLC0415  a bot with a token never loads the sandbox
    from sandbox.server import PortTaken, Sandbox  # noqa: PLC0415  the same

    async with AsyncExitStack() as stack:
        try:
            box = await stack.enter_async_context(
                Sandbox(settings.port, cast=Cast("Konakis"), offers_time=True)
            )
        except PortTaken as taken:
            raise Misconfigured(f"{taken} KONAKIS_PORT names it.") from taken
        print(f"No token set. Open {box.url} to try Konakis in your browser.", flush=True)  # noqa: T201  the one line a newcomer needs
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="konakis-")))
        on_sandbox = replace(
            settings,
            token=box.token,
            api=box.api,
            gateway=box.gateway,
            database=folder / "konakis.db",
            backups=None,
        )
        yield on_sandbox, box.clock


def draw_lot() -> Side:
    """Return a random side."""
    return random.SystemRandom().choice(list(Side))


def sync(settings: Settings) -> list[str]:
    """Send Discord the commands and return their names; raise Misconfigured if that fails."""
    if not settings.token:
        raise Misconfigured("KONAKIS_TOKEN is not set, so there is no bot whose commands to send.")
    try:
        return asyncio.run(_sync(settings))
    except discord.LoginFailure:
        raise Refused(LOGIN_REFUSED) from None
    except (OSError, aiohttp.ClientError, discord.DiscordException, Unreadable) as error:
        (line, *_) = str(error).splitlines() or [type(error).__name__]
        raise Misconfigured(
            f"Discord did not take the commands ({line[:200]}); try again later."
        ) from error


async def _sync(settings: Settings) -> list[str]:
    """Log in with an empty database, so that everything is sent again, and return the commands."""
    with tempfile.TemporaryDirectory(prefix="konakis-") as folder:
        fresh = replace(settings, database=Path(folder) / "konakis.db")
        async with composed(fresh) as parts, parts.client() as client:
            await client.login(settings.token)
            if client.emojis_sent:
                await client.emojis_sent
            return [
                f"/{command.name}" if isinstance(command, app_commands.Group) else command.name
                for command in client.tree.get_commands()
            ]
