"""/tablut club: what a server's people play together, and who may begin that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.service.settings import change_server, server_of
from bot.ui.answers import answering, reader_of, show
from bot.ui.guests import place_of
from bot.ui.localised_commands import command
from bot.ui.pages import club as pages
from bot.ui.pages.club import OFF, ON, ShowClub, ShowCupSettings
from bot.ui.permissions import managed_by
from bot.ui.router import handles

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
    blocks = await app.features.club_blocks(app, interaction, reader)
    await show(app, interaction, pages.club(blocks, reader))


@handles(ShowCupSettings)
async def cup_settings(context: ButtonContext, press: ShowCupSettings) -> None:
    """Show who may begin cups; with a value, change it."""
    app, interaction = context.app, context.interaction
    guild = managed_by(interaction)
    if press.value in {ON, OFF}:
        anyone = press.value == ON
        await change_server(
            *(app.services, guild, context.by), lambda server: replace(server, cups_for_all=anyone)
        )
    server = await server_of(app.services, place_of(interaction))
    await show(app, interaction, pages.settings(server, await reader_of(app, interaction)))
