"""Who may set what a server likes, and who keeps order there. Asked at every press and command.

Law: what counts is what somebody may do in the whole server: rights that a channel alone gives
him reach no further than that channel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.service.refusals import No, Refusal

if TYPE_CHECKING:
    Interaction = discord.Interaction[Any]


def manages(interaction: Interaction) -> bool:
    """Whether he may manage the server that it comes from, and we are at home there."""
    at_home = interaction.guild_id is not None and interaction.is_guild_integration()
    return at_home and _rights(interaction).manage_guild


def managed_by(interaction: Interaction) -> int:
    """The server, for whoever manages it; refuses everybody else."""
    if interaction.guild_id is None or not manages(interaction):
        raise Refusal(No.NOT_A_MANAGER)
    return interaction.guild_id


def moderates(interaction: Interaction) -> bool:
    """Whether he keeps order in the server that it comes from."""
    rights = _rights(interaction)
    return interaction.guild_id is not None and (rights.manage_messages or rights.moderate_members)


def moderated_by(interaction: Interaction) -> int:
    """The server, for whoever keeps order there; refuses everybody else."""
    if interaction.guild_id is None or not moderates(interaction):
        raise Refusal(No.NOT_A_MODERATOR)
    return interaction.guild_id


def _rights(interaction: Interaction) -> discord.Permissions:
    user, guild = interaction.user, interaction.guild
    if (
        isinstance(user, discord.Member) and guild and guild.get_role(guild.id)
    ):  # its roles are known
        return user.guild_permissions
    return interaction.permissions
