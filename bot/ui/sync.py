"""Uploads what Discord keeps of the bot: its commands, in every language, and its emojis.

Discord limits how often commands may be synced, so both are sent only where they changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands

from bot.ui.answers import is_late, log_fault, note_late
from bot.ui.words import default, words_for
from render.emojis import KINDS, PREFIX, emojis

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.service.house import House
    from bot.ui.answers import App, Interaction
    from bot.ui.components import Emojis
    from bot.ui.words import Words

    Callback = Callable[..., Awaitable[None]]

log = logging.getLogger(__name__)

NOTE = "commands"

# In servers, direct messages, and where a user installed us: a player who can no longer reach the
# server or the channel reaches the games from our direct messages.
CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
INSTALLS = app_commands.AppInstallationType(guild=True, user=True)


async def sync_commands(tree: app_commands.CommandTree[Any], house: House) -> bool:
    """Sync the commands if they differ from the last ones synced; returns whether it did."""
    assert tree.translator is not None
    commands = [
        await command.get_translated_payload(tree, tree.translator)
        for command in tree.get_commands()
    ]
    text = json.dumps([tree.client.application_id, commands], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await house.note(NOTE) == digest and await tree.fetch_commands():
        return False
    await tree.sync()
    await house.keep_note(NOTE, digest)
    log.info("synced the commands")
    return True


async def sync_emojis(client: discord.Client) -> Emojis:
    """Send the pictures that Discord lacks, and delete those of older versions.

    Returns all by men's letters and calls; what Discord refuses is missing.
    """
    wanted = await asyncio.to_thread(emojis)
    names = {name for name, _ in wanted.values()}
    there: dict[str, discord.Emoji] = {}
    found: dict[str, discord.PartialEmoji] = {}
    try:
        for each in await client.fetch_application_emojis():
            if each.name in names:
                there[each.name] = each
            elif each.name.startswith(PREFIX):
                await each.delete()
        for key, kind in KINDS.items():
            name, image = wanted[kind]
            if name not in there:
                there[name] = await client.create_application_emoji(name=name, image=image)
            found[key] = discord.PartialEmoji(name=name, id=there[name].id)
    except discord.HTTPException as error:
        log.info("Discord did not take the small pictures: %s", error)
    return found


def localised(key: str) -> app_commands.locale_str:
    """The text of a key in the default language, with the key for the other languages."""
    return app_commands.locale_str(_text(default(), key), key=key)


class CatalogueTranslator(app_commands.Translator):
    """Our catalogues, as discord.py asks for them."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002  discord.py's signature
    ) -> str | None:
        """The text in that language; None where it is the default one."""
        key, words = string.extras.get("key"), words_for(str(locale))
        if key is None or words is None or words is default():
            return None
        return _text(words, key)


def _text(words: Words, key: str) -> str:
    """Falls back to the text shared by all commands: option.move.game.name to option.game.name."""
    if key not in words and key.startswith("option."):
        key = ".".join(["option", *key.split(".")[-2:]])
    return words.raw(key)


def command(name: str, *options: str) -> Callable[[Callback], app_commands.Command[Any, ..., Any]]:
    """Make a command of a function whose parameters after the interaction are these options."""

    def make(callback: Callback) -> app_commands.Command[Any, ..., Any]:
        if options:
            callback = app_commands.rename(
                **{each: localised(f"option.{name}.{each}.name") for each in options}
            )(callback)
            callback = app_commands.describe(
                **{each: localised(f"option.{name}.{each}.description") for each in options}
            )(callback)
        return _Command(
            name=localised(f"command.{name}.name"),
            description=localised(f"command.{name}.description"),
            callback=cast("Any", callback),  # its parameters are known at run time
        )

    return make


def menu(name: str) -> Callable[[Callback], app_commands.ContextMenu]:
    """Make an entry of the menu at a person or a message, whichever the function takes."""

    def make(callback: Callback) -> app_commands.ContextMenu:
        return app_commands.ContextMenu(
            name=localised(f"menu.{name}"),
            callback=cast("Any", callback),
            allowed_contexts=CONTEXTS,
            allowed_installs=INSTALLS,
        )

    return make


class _Command(app_commands.Command[Any, ..., Any]):
    """A command whose completions may fail without a word of who typed.

    discord.py logs a completion's failure with the number of the person, each time.
    """

    async def _invoke_autocomplete(
        self, interaction: Interaction, name: str, namespace: app_commands.Namespace
    ) -> None:
        app: App = interaction.client.app  # a bot.ui.client.Client has it
        try:
            await super()._invoke_autocomplete(interaction, name, namespace)
        except Exception as error:  # noqa: BLE001  after any error nothing more can be answered
            if is_late(error):
                note_late(app, interaction)
            else:
                log_fault(app, interaction, error)


def choices(kind: str, values: Sequence[str | int]) -> list[app_commands.Choice[Any]]:
    """The fixed choices of an option."""
    return [
        app_commands.Choice(name=localised(f"choice.{kind}.{value}"), value=value)
        for value in values
    ]
