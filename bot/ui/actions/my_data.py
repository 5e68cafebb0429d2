"""A player's stored data: exported as a file, or erased after two questions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bot.service import erasure as cases
from bot.service.rate_limit import EXPORT
from bot.ui.answers import admit, answering, defer, reader_of, reply, show, update
from bot.ui.localised_commands import command
from bot.ui.pages import my_data as pages
from bot.ui.pages.my_data import AskAgain, AskToErase, EraseData, ExportData, KeepData
from bot.ui.pages.page import text_page
from bot.ui.router import handles

if TYPE_CHECKING:
    from discord import app_commands

    from bot.ui.app import App, ButtonContext, Interaction


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut my-data."""

    @command("my-data")
    async def my_data(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_my_data(app, interaction)

    return [my_data]


async def show_my_data(app: App, interaction: Interaction) -> None:
    """Show how much is stored, and what the user can do with it."""
    dossier = await app.services.store.personal_data.of(interaction.user.id, logs=False)
    reader = await reader_of(app, interaction)
    await show(app, interaction, pages.overview(dossier, reader))


@handles(ExportData)
async def export(context: ButtonContext, _: ExportData) -> None:
    """Send the data as a file, which takes a moment to write."""
    app, interaction = context.app, context.interaction
    if not await admit(app, interaction, EXPORT):
        return
    await defer(interaction, thinking=True)
    dossier = await app.services.store.personal_data.of(context.by)
    reader = await reader_of(app, interaction)
    page = await asyncio.to_thread(pages.export, dossier, reader, app.services.now())
    await reply(app, interaction, page)


@handles(AskToErase)
async def ask(context: ButtonContext, _: AskToErase) -> None:
    """Explain what erasing means before anything is erased."""
    running = await context.app.services.store.matches.running(context.by)
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.asking(len(running), reader))


@handles(AskAgain)
async def ask_again(context: ButtonContext, _: AskAgain) -> None:
    """Ask a second time."""
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.asking_again(reader))


@handles(EraseData)
async def erase(context: ButtonContext, _: EraseData) -> None:
    """Erase the data; confirm in the language that the user had set."""
    app, interaction = context.app, context.interaction
    reader = await reader_of(app, interaction)
    await defer(interaction)  # there may be many games to resign
    await cases.erase(app.services, context.by)
    await update(app, interaction, text_page(reader.words("mydata.gone")))


@handles(KeepData)
async def keep(context: ButtonContext, _: KeepData) -> None:
    """Keep the data."""
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, text_page(reader.words("mydata.stays")))
