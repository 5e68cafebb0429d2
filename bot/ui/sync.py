"""Uploads what Discord stores for the bot: its commands, in every language, and its emojis.

Discord limits how often commands can be synced, so both are only sent if they changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord
from discord import app_commands

from bot.discord_reading import described
from render.emojis import KINDS, PREFIX, emojis

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.service.services import Services
    from bot.ui.components import Emojis

log = logging.getLogger(__name__)

NOTE = "commands"
T = TypeVar("T")


async def sync_commands(tree: app_commands.CommandTree[Any], services: Services) -> bool:
    """Sync the commands if they differ from the last synced ones; return whether it did."""
    assert tree.translator is not None
    commands = [
        await command.get_translated_payload(tree, tree.translator)
        for command in tree.get_commands()
    ]
    text = json.dumps([tree.client.application_id, commands], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await services.note(NOTE) == digest and await _answer(tree.fetch_commands()) != []:
        return False
    await _answer(tree.sync())
    await services.keep_note(NOTE, digest)
    log.info("synced the commands")
    return True


async def _answer(request: Awaitable[T]) -> T | None:
    """Return Discord's answer; None if it can't be read, though the request succeeded."""
    try:
        return await request
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        raise
    except Exception as error:  # noqa: BLE001  logged
        log.warning("could not read which commands Discord has: %s", described(error))
        return None


async def sync_emojis(client: discord.Client) -> Emojis:
    """Upload missing emojis, and delete those of older versions.

    Return all by pieces' letters and calls, without those that Discord refused.
    """
    wanted = await asyncio.to_thread(emojis)
    names = {name for name, _ in wanted.values()}
    sent: dict[str, discord.Emoji] = {}  # by name
    by_key: dict[str, discord.PartialEmoji] = {}
    try:
        for emoji in await client.fetch_application_emojis():
            if emoji.name in names:
                sent[emoji.name] = emoji
            elif emoji.name.startswith(PREFIX):
                await emoji.delete()
        for key, kind in KINDS.items():
            name, image = wanted[kind]
            if name not in sent:
                sent[name] = await client.create_application_emoji(name=name, image=image)
            by_key[key] = discord.PartialEmoji(name=name, id=sent[name].id)
    except discord.HTTPException as error:
        log.info("Discord refused the emojis: %s", error)
    return by_key
