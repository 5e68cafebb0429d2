"""Settings of a player: /tablut settings and its pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.service import settings as cases
from bot.ui.actions.blocks import show_blocks
from bot.ui.answers import answering, reader_of, show
from bot.ui.localised_commands import command
from bot.ui.pages import server
from bot.ui.pages import settings as pages
from bot.ui.pages.settings import ChangeSetting
from bot.ui.permissions import manages
from bot.ui.router import handles

if TYPE_CHECKING:
    from discord import app_commands

    from bot.model.people import Person
    from bot.ui.app import App, ButtonContext, Interaction


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut settings."""

    @command("settings")
    async def settings(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_settings(app, interaction)

    return [settings]


@handles(ChangeSetting)
async def settings(context: ButtonContext, press: ChangeSetting) -> None:
    """Change one of the user's settings, by a button or a menu."""
    app, setting = context.app, press.setting
    value = context.chosen[0] if context.chosen else press.value

    def change(person: Person) -> Person:
        return pages.changed(person, setting, value, app.pictures.themes)

    await cases.change_person(app.services, context.by, change)
    page = pages.page_of(setting, value)
    if page == "blocks":
        await show_blocks(context)
    else:
        await show_settings(app, context.interaction, page)


async def show_settings(app: App, interaction: Interaction, page: str = "look") -> None:
    """Show a page of the user's settings."""
    person = await app.services.store.people.person(interaction.user.id)
    reader = await reader_of(app, interaction)
    shown = pages.settings(person, reader, app.pictures.themes, page, app.services.now())
    if manages(interaction):
        shown = replace(shown, blocks=(*shown.blocks, server.button(reader)))
    await show(app, interaction, shown)
