"""What we need to be allowed in a channel where a match is to be played."""

from __future__ import annotations

from typing import Any

import discord

from bot.service.refusals import No, Refusal
from bot.ui.voices import is_guest

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")


def refuse_missing(interaction: discord.Interaction[Any], *, thread: bool) -> None:
    """Refuse, naming what is missing, before anything is begun."""
    if is_guest(interaction):
        if thread:
            raise Refusal(No.NO_THREADS_HERE)
        return  # we only answer, which needs nothing
    if interaction.guild_id is None:
        raise Refusal(No.NOT_IN_A_SERVER)
    allowed = interaction.app_permissions
    inside = isinstance(interaction.channel, discord.Thread)
    needed = (*(IN_THREAD if inside else NEEDED), *(("create_public_threads",) if thread else ()))
    missing = [name for name in needed if not getattr(allowed, name)]
    if missing:
        raise Refusal(No.MISSING_PERMISSIONS, missing=tuple(missing))
