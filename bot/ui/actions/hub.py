"""/tablut tournaments: group play in a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.ui.answers import answering, reader_of, show
from bot.ui.localised_commands import command
from bot.ui.pages import hub as pages
from bot.ui.pages.hub import ShowHub
from bot.ui.router import handles
from bot.ui.slots import HUB_BLOCKS

if TYPE_CHECKING:
    from discord import app_commands

    from bot.ui.app import App, ButtonContext, Interaction


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut tournaments."""

    @command("tournaments")
    async def tournaments(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_hub(app, interaction)

    return [tournaments]


@handles(ShowHub)
async def open_hub(context: ButtonContext, _: ShowHub) -> None:
    """Show the hub."""
    await show_hub(context.app, context.interaction)


async def show_hub(app: App, interaction: Interaction) -> None:
    """Show the hub with the features' blocks for this user."""
    reader = await reader_of(app, interaction)
    blocks = await app.features.blocks(HUB_BLOCKS, app, interaction, reader)
    await show(app, interaction, pages.hub(blocks, reader))
