"""/tablut mydata: what is kept about oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.ui.answers import answering
from bot.ui.commands.naming import command
from bot.ui.handlers.mydata import show_mydata

if TYPE_CHECKING:
    import discord
    from discord import app_commands

    from bot.ui.app import App


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The command."""

    @command("mydata")
    async def mydata(interaction: discord.Interaction[Any]) -> None:
        async with answering(app, interaction):
            await show_mydata(app, interaction)

    return [mydata]
