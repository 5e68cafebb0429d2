"""Tells Discord our commands, once for every change of them: it allows that only so often."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discord import app_commands

    from bot.service.ports import Store

log = logging.getLogger(__name__)

NOTE = "commands"


async def sync_commands(tree: app_commands.CommandTree[Any], store: Store) -> bool:
    """Whether Discord had to be told; it is not when it knows these very commands."""
    assert tree.translator is not None
    commands = [
        await command.get_translated_payload(tree, tree.translator)
        for command in tree.get_commands()
    ]
    text = json.dumps([tree.client.application_id, commands], sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if await store.note(NOTE) == digest and await tree.fetch_commands():
        return False
    await tree.sync()
    await store.keep_note(NOTE, digest)
    log.info("told Discord our commands")
    return True
