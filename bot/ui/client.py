"""The Discord client: the events it receives and what handles them. Holds no game."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord import app_commands

from bot.clockwork import Clockwork
from bot.discord_reading import ReadingClient, ReadingTree, described
from bot.outbox import finish_tasks
from bot.service.opponent import EngineOpponent
from bot.service.rate_limit import TYPED
from bot.service.servers import compare_servers, greet_servers, note_servers
from bot.service.services import Chore
from bot.ui.actions.commands import groups, handlers, menus
from bot.ui.answers import (
    admit,
    answer_failure,
    answering,
    complete_nothing,
    note_name,
    reply,
)
from bot.ui.channel_io import fail_forum_post_at_once
from bot.ui.guests import GuestChannels
from bot.ui.latency import Latency
from bot.ui.localised_commands import CatalogueTranslator
from bot.ui.pages.page import text_page
from bot.ui.permissions import invite_link
from bot.ui.posting.host import owner_of, send_directly
from bot.ui.posting.poster import DiscordPoster, posting_on
from bot.ui.router import ROUTED, options_are_bounded, refuse, route
from bot.ui.sync import sync_commands, sync_emojis
from bot.ui.typed_moves import TypedMoves
from bot.ui.words import words_of

if TYPE_CHECKING:
    from bot.service.services import Services
    from bot.ui.app import App, Posting

log = logging.getLogger(__name__)

# Seconds without another server arriving, after which all are assumed to have arrived. Posting
# waits for that. Until a late server arrives, posts there are in English.
_SERVERS_WAIT = 0.5

# Seconds that handlers of events get at shutdown, at most twice: together with the outbox's five,
# less than a service manager waits.
_FINISH_WAIT = 2

_WATCH_EVERY = 60  # seconds between two looks for faults
_REPORT_AFTER = 60  # seconds between two log lines about events of one name

# Konakis uses no voice, so discord.py's warnings about missing voice libraries are noise.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class Client(ReadingClient):
    """Konakis on Discord. Uses no privileged intent and caches no message and no member."""

    def __init__(self, app: App, connector: aiohttp.BaseConnector | None = None) -> None:
        self._latency = Latency(app.metrics)
        self._reported: dict[str, float] = {}  # times by an event's name
        hooks = self._latency.trace_config()
        hooks.on_request_end.append(fail_forum_post_at_once)
        super().__init__(
            self._report,
            connector=connector,
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=_SERVERS_WAIT,
            http_trace=hooks,
        )
        self.app = app
        self._guests = GuestChannels()
        self._button_handlers = handlers(app.features)
        self._typed_moves = TypedMoves(app)
        self.tree = ReadingTree(self)
        self.tree.on_error = self._on_command_error
        self.tree.interaction_check = self._on_command
        self._tasks: list[asyncio.Task[None]] = []
        self._handling: set[asyncio.Task[Any]] = set()  # handlers of events: see `_note_handling`
        self.emojis_sent: asyncio.Task[None] | None = None
        self._greeted: set[int] = set()  # the servers when they were last greeted
        self._invited = False  # whether the invite link has been logged

    async def setup_hook(self) -> None:
        """Sync changed commands, and start the outbox and clockwork, before the bot connects."""
        await super().setup_hook()
        await self.tree.set_translator(CatalogueTranslator())
        for command in (*groups(self.app), *menus(self.app)):
            self.tree.add_command(command)
        await sync_commands(self.tree, self.app.services)
        await self.app.outbox.prepare()  # everything in the outbox now is from earlier runs
        self.emojis_sent = asyncio.create_task(self._send_emojis())
        of_features = (run for feature in self.app.features.all for run in feature.tasks)
        self._tasks += [
            asyncio.create_task(self._run_outbox()),
            asyncio.create_task(self._run_clockwork()),
            asyncio.create_task(self._run_opponent()),
            asyncio.create_task(self._watch_for_host()),
            *(asyncio.create_task(run(self.app.services)) for run in of_features),
            self.emojis_sent,
        ]

    async def _send_emojis(self) -> None:
        """Upload the small pictures for buttons, menus and lists to Discord, if the host wants."""
        if not self.app.emojis:
            return
        try:
            self.app.pictures.emojis = await sync_emojis(self)
        except Exception:  # such as when can't reach Discord
            log.exception("could not upload the emojis")

    async def _run_outbox(self) -> None:
        await self.wait_until_ready()  # posts are written in their server's language
        await self.app.outbox.run(DiscordPoster(self._posting()))

    def _posting(self) -> Posting:
        return posting_on(self, self.app, self._guests)

    async def _watch_for_host(self) -> None:
        """Look for faults that only the host can mend, and notify the application's owner."""
        if self.app.host is None:
            return
        await self.wait_until_ready()
        assert self.application
        owner = owner_of(self.application)
        posting = self._posting()
        failed = False
        while True:
            await asyncio.sleep(_WATCH_EVERY)
            try:
                await self.app.host.look(owner, partial(send_directly, posting))
                failed = False
            except Exception:  # logged once, until it works again
                if not failed:
                    log.exception("could not look for faults")
                failed = True

    async def _run_clockwork(self) -> None:
        await self.wait_until_ready()
        greet = Chore("greet the servers", self._greet_servers)
        chores = (greet, *self.app.features.chores)
        await Clockwork(self.app.services, self.is_there, chores).run()

    async def _run_opponent(self) -> None:
        opponent = self.app.services.opponent
        if isinstance(opponent, EngineOpponent):
            await opponent.run(self.app.services)

    async def _greet_servers(self, services: Services) -> None:
        """Greet the servers that added the bot since the last time."""
        present = {guild.id for guild in self.guilds}
        if new := present - self._greeted:
            await greet_servers(services, sorted(new))
        self._greeted = present

    def _note_handling(self) -> None:
        """Note that this task handles an event, so that `close` waits for it."""
        task = asyncio.current_task()
        assert task is not None
        self._handling.add(task)
        task.add_done_callback(self._handling.discard)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that added the bot; its settings from before stay."""
        self._note_handling()
        await note_servers(self.app.services, joined=[guild.id])
        await self._greet_servers(self.app.services)

    async def close(self) -> None:
        """Finish running handlers, then disconnect."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._finish_handling()
        self.app.files.close()
        await super().close()
        await self._finish_handling()  # handlers of events that came in the meantime

    async def _finish_handling(self) -> None:
        await asyncio.sleep(0)  # the newest event is noted when its task starts
        await finish_tasks([*self._handling], _FINISH_WAIT)

    def is_there(self) -> bool:
        """Whether the servers are known and every shard is connected."""
        shards = self.shards.values()
        return (
            self.is_ready()
            and not self.is_closed()
            and not any(shard.is_closed() for shard in shards)
        )

    async def on_ready(self) -> None:
        """Log that the bot is ready; Discord can send this more than once."""
        self._note_handling()
        servers = len(self.guilds)
        log.info("ready in %s %s", servers, "server" if servers == 1 else "servers")
        if self.application_id and not self._invited:
            log.info("to add the bot to a server, open %s", invite_link(self.application_id))
            self._invited = True
        # Servers that Discord can't reach right now are included.
        await compare_servers(self.app.services, {guild.id for guild in self.guilds})

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Keep the settings of a server that is back, for any reason."""
        self._note_handling()
        await note_servers(self.app.services, joined=[guild.id])

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot has left a server; not called for outages of Discord."""
        self._note_handling()
        await note_servers(self.app.services, left=[guild.id])

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle buttons, menus and modals; the command tree handles commands."""
        if interaction.type not in ROUTED:
            return
        self._note_handling()
        try:
            self._note(interaction)
            if await admit(self.app, interaction):
                self._latency.note_arrival(interaction)
                await route(self.app, self._button_handlers, interaction)
        except Exception as error:  # noqa: BLE001  reported
            self._report("INTERACTION_CREATE", error)
            await self.on_unread_interaction(interaction)

    def _note(self, interaction: discord.Interaction[Any]) -> None:
        self._guests.remember(interaction)
        note_name(self.app, interaction.user)

    async def on_unread_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer an unreadable request with a sentence that something went wrong."""
        self._note_handling()
        if interaction.type is discord.InteractionType.autocomplete:
            await complete_nothing(interaction)
            return
        sentence = words_of(str(interaction.locale))("fault.ours")
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await reply(self.app, interaction, text_page(sentence))

    def _report(self, event: str, error: Exception) -> None:
        """Count an event that couldn't be read fully; log at most once a minute."""
        self.app.metrics.unread(event)
        if self.app.host:
            self.app.host.note_unread()
        now = monotonic()
        if now - self._reported.get(event, float("-inf")) >= _REPORT_AFTER:
            self._reported[event] = now
            log.warning("could not read all of %s: %s", event, described(error))

    async def on_message(self, message: discord.Message) -> None:
        """Play a person's reply to a board, if it is a move."""
        self._note_handling()
        if self.user and message.reference and not message.author.bot:
            await self._typed_moves.reply(message, self.user.id)

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:  # noqa: ANN401  discord.py's signature
        """Log an exception that no handler caught, with its traceback."""
        log.error("unhandled exception in %s", event_method, exc_info=True)  # noqa: LOG014  discord.py calls it while handling

    async def _on_command(self, interaction: discord.Interaction[Any]) -> bool:
        """Note the arrival of a command or completion; refuse forged options and floods."""
        self._note_handling()
        self._note(interaction)
        is_completion = interaction.type is discord.InteractionType.autocomplete
        if not await admit(self.app, interaction, TYPED if is_completion else 1):
            return False
        self._latency.note_arrival(interaction)
        if options_are_bounded(interaction):
            return True
        if interaction.type is discord.InteractionType.application_command:
            async with answering(self.app, interaction):
                await refuse(self.app, interaction, "fault.options")
        elif is_completion:
            await complete_nothing(interaction)
        return False

    async def _on_command_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        await answer_failure(self.app, interaction, getattr(error, "original", error))
