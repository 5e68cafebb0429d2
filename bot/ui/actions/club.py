"""/tablut club: what a server's people play together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.ui.answers import answering, reader_of, show
from bot.ui.localised_commands import command
from bot.ui.pages import club as pages
from bot.ui.pages.club import ShowClub
from bot.ui.router import handles
from bot.ui.slots import CLUB_BLOCKS

if TYPE_CHECKING:
    from discord import app_commands

    from bot.ui.app import App, ButtonContext, Interaction


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut club."""

    @command("club")
    async def club(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_club(app, interaction)

    return [club]


@handles(ShowClub)
async def open_club(context: ButtonContext, _: ShowClub) -> None:
    """Show the club."""
    await show_club(context.app, context.interaction)


async def show_club(app: App, interaction: Interaction) -> None:
    """Show what there is in it for the user."""
    reader = await reader_of(app, interaction)
    blocks = await app.features.blocks(CLUB_BLOCKS, app, interaction, reader)
    await show(app, interaction, pages.club(blocks, reader))
