"""/tablut profile and its buttons. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord  # noqa: TC002  discord.py reads the annotation at run time

from bot.service.profile import profile as profile_of
from bot.service.ratings import EVERYWHERE, Family
from bot.ui.answers import answering, name_on_discord, reader_of, show
from bot.ui.guests import place_of
from bot.ui.pages import profile as pages
from bot.ui.sync import command

if TYPE_CHECKING:
    from discord import app_commands

    from bot.service.model import Player
    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut profile."""

    @command("profile", "player")
    async def profile(interaction: Interaction, player: discord.User | None = None) -> None:
        async with answering(app, interaction):
            if player:
                app.names.note(player.id, name_on_discord(player))
            await show_profile(app, interaction, player.id if player else interaction.user.id)

    return [profile]


async def profile(context: ButtonContext) -> None:
    """Show the profile by another family of games; the press's number is the player."""
    press = context.press
    family = Family(press.of) if press.of in list(Family) else None
    await show_profile(context.app, context.interaction, press.number, family)


async def show_profile(
    app: App, interaction: Interaction, player: Player, family: Family | None = None
) -> None:
    """Show how a player stands on this server; in private, one's own over all servers."""
    who, by = await reader_of(app, interaction), interaction.user.id
    guild = place_of(interaction).guild
    seen = guild is not None or player == by
    scope = EVERYWHERE if guild is None else guild
    found = await profile_of(app.house, player, by, scope, family) if seen else None
    page = pages.profile(found, who, app.house.now()) if found else pages.none(player, who)
    await show(app, interaction, page)
