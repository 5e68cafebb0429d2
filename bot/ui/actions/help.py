"""/tablut help. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.ui.answers import answering, reader_of, reply, show
from bot.ui.localised_commands import command
from bot.ui.pages import help as pages
from bot.ui.pages.help import ShowHelp
from bot.ui.permissions import invite_link
from bot.ui.router import handles

if TYPE_CHECKING:
    from discord import app_commands

    from bot.ui.app import App, ButtonContext, Interaction


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut help."""

    @command("help")
    async def help(interaction: Interaction) -> None:  # noqa: A001  the name that players type
        async with answering(app, interaction):
            reader = await reader_of(app, interaction)
            invite = invite_link(interaction.application_id)
            await reply(app, interaction, pages.help_page(reader, 0, invite))

    return [help]


@handles(ShowHelp)
async def help_page(context: ButtonContext, press: ShowHelp) -> None:
    """Show another page of the help."""
    reader = await reader_of(context.app, context.interaction)
    invite = invite_link(context.interaction.application_id)
    page = pages.help_page(reader, press.page, invite)
    await show(context.app, context.interaction, page)
