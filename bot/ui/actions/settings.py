"""Settings of a player and of a server.

Law: a server's settings check the user's permissions at every press.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.service import settings as cases
from bot.ui.answers import answering, reader_of, show
from bot.ui.pages import settings as pages
from bot.ui.permissions import managed_by, manages
from bot.ui.sync import command

if TYPE_CHECKING:
    from discord import app_commands

    from bot.service.model import Guild, Person
    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut settings."""

    @command("settings")
    async def settings(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_settings(app, interaction)

    return [settings]


async def settings(context: ButtonContext) -> None:
    """Change one of the user's settings, by a button or a menu."""
    app, press = context.app, context.press
    value = context.chosen[0] if context.chosen else press.code

    def change(person: Person) -> Person:
        return pages.changed(person, press.of, value)

    await cases.change_person(app.house, context.by, change)
    await show_settings(app, context.interaction)


async def show_settings(app: App, interaction: Interaction) -> None:
    """Show the user's settings."""
    person = await app.store.person(interaction.user.id)
    who = await reader_of(app, interaction)
    page = pages.settings(person, who, app.pictures.themes)
    if manages(interaction):
        page = replace(page, blocks=(*page.blocks, pages.button(who)))
    await show(app, interaction, page)


async def server(context: ButtonContext) -> None:
    """Show a page of the server's settings."""
    managed_by(context.interaction)
    await _show_server(context, context.press.page)


async def set_server(context: ButtonContext) -> None:
    """Change one of the server's settings, by a button or a menu."""
    app, press = context.app, context.press
    number = managed_by(context.interaction)
    values = context.chosen or ((press.code,) if press.code else ())

    def change(guild: Guild) -> Guild:
        return pages.changed_server(guild, press.of, values, app.pictures.themes)

    await cases.change_server(app.house, number, change)
    await _show_server(context, pages.page_of(press.of))


async def _show_server(context: ButtonContext, page: int) -> None:
    app, interaction = context.app, context.interaction
    guild = await app.store.guild(managed_by(interaction))
    if there := interaction.guild:  # Discord may refuse a menu with deleted channels
        channels = tuple(each for each in guild.channels if there.get_channel(each))
        guild = replace(guild, channels=channels)
    who = await reader_of(app, interaction)
    limits = app.house.limits
    await show(app, interaction, pages.server(guild, who, app.pictures.themes, limits, page))
