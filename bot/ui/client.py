"""The connection to Discord: which events we ask for, and who handles them. Keeps nothing."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.clockwork import Clockwork
from bot.leaving import finish
from bot.ui.actions.commands import HANDLERS, groups
from bot.ui.answers import answer_failure
from bot.ui.guests import Voices
from bot.ui.latency import Timing
from bot.ui.poster import DiscordPoster
from bot.ui.router import ROUTED, route
from bot.ui.sync import CatalogueTranslator, sync_commands
from bot.ui.typed_moves import move_by_reply

if TYPE_CHECKING:
    from bot.ui.answers import App

log = logging.getLogger(__name__)

# Seconds without news of another server, after which all are there. What is still to be said waits
# for that; should one come later after all, it is only spoken to in English so far.
_SILENCE = 0.5

# How discord.py calls the tasks in which we answer, and the seconds they are given when we leave:
# with the outbox's five still less than whoever stops us waits.
_ANSWERING = {"CommandTree-invoker", "discord.py: on_interaction", "discord.py: on_message"}
_MANNERS = 2

# Konakis does not speak, so what discord.py lacks for voices is no news to the host.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class Client(discord.AutoShardedClient):
    """Konakis on Discord. Asks for no privileged intent and caches no message and no member."""

    def __init__(self, app: App) -> None:
        self._timing = Timing(app.tallies)
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=_SILENCE,
            http_trace=self._timing.trace(),
        )
        self.app = app
        self._voices = Voices()
        self.tree = app_commands.CommandTree(self)
        self.tree.on_error = self._on_command_error
        self.tree.interaction_check = self._on_command
        self._tasks: list[asyncio.Task[None]] = []

    async def setup_hook(self) -> None:
        """Before the gateway: tell Discord our commands, if they changed; start the outbox."""
        await self.tree.set_translator(CatalogueTranslator())
        for group in groups(self.app):
            self.tree.add_command(group)
        await sync_commands(self.tree, self.app.house.store)
        self._tasks += [
            asyncio.create_task(self._speak()),
            asyncio.create_task(self._keep_time()),
        ]

    async def _speak(self) -> None:
        await self.wait_until_ready()  # posts are worded in their server's language
        await self.app.outbox.run(DiscordPoster(self, self.app, self._voices))

    async def _keep_time(self) -> None:
        await self.wait_until_ready()
        await Clockwork(self.app.house, self.is_there).run()

    async def close(self) -> None:
        """Finish what is under way, then leave."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        answering = {each for each in asyncio.all_tasks() if each.get_name() in _ANSWERING}
        await finish(answering, _MANNERS)
        await super().close()

    def is_there(self) -> bool:
        """Whether we know our servers, and every connection to them stands."""
        shards = self.shards.values()
        return (
            self.is_ready()
            and not self.is_closed()
            and not any(each.is_closed() for each in shards)
        )

    async def on_ready(self) -> None:
        """Say that we are there; Discord may say it often."""
        servers = len(self.guilds)
        log.info("ready in %s %s", servers, "server" if servers == 1 else "servers")

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Buttons, menus and forms; the tree has the commands."""
        self._voices.hear(interaction)
        if interaction.type in ROUTED:
            self._timing.arrived(interaction)
        await route(self.app, HANDLERS, interaction)

    async def on_message(self, message: discord.Message) -> None:
        """A reply to a board may be a move."""
        if message.reference and not message.author.bot:
            await move_by_reply(self.app, message)

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:  # noqa: ANN401  discord.py's signature
        """Whatever no handler caught: our fault, with its traceback."""
        log.error("unhandled in %s", event_method, exc_info=True)  # noqa: LOG014  discord.py calls it while handling

    async def _on_command(self, interaction: discord.Interaction[Any]) -> bool:
        """A command, or an option being typed; let it in."""
        self._timing.arrived(interaction)
        return True

    async def _on_command_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        await answer_failure(self.app, interaction, getattr(error, "original", error))
