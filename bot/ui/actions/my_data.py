"""What is stored about a player: exported as a file, or erased after two questions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bot.service import erasure as cases
from bot.service.pacing import EXPORT
from bot.ui.answers import admit, answering, reader_of, reply, show, update
from bot.ui.pages import my_data as pages
from bot.ui.pages.page import text_page
from bot.ui.sync import command

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from discord import app_commands

    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut mydata."""

    @command("mydata")
    async def mydata(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_my_data(app, interaction)

    return [mydata]


async def my_data(context: ButtonContext) -> None:
    """The buttons of the page, told apart by their `of`."""
    handler = _HANDLERS.get(context.press.of)
    if handler is None:
        await show_my_data(context.app, context.interaction)
    else:
        await handler(context)


async def show_my_data(app: App, interaction: Interaction) -> None:
    """Show how much is stored, and what the user can do about it."""
    kept = await app.store.dossier(interaction.user.id, logs=False)
    who = await reader_of(app, interaction)
    await show(app, interaction, pages.overview(kept, who))


async def _export(context: ButtonContext) -> None:
    """Send the data as a file, which takes a moment to write."""
    app, interaction = context.app, context.interaction
    if not await admit(app, interaction, EXPORT):
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    kept = await app.store.dossier(context.by)
    who = await reader_of(app, interaction)
    page = await asyncio.to_thread(pages.export, kept, who, app.house.now())
    await reply(app, interaction, page)


async def _ask(context: ButtonContext) -> None:
    """Explain what erasing means, before anything is done."""
    running = await context.app.store.running(context.by)
    who = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.asking(len(running), who))


async def _sure(context: ButtonContext) -> None:
    """Ask the second time."""
    who = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.asking_again(who))


async def _erase(context: ButtonContext) -> None:
    """Erase the data; confirm in the language that was set until now."""
    app, interaction = context.app, context.interaction
    who = await reader_of(app, interaction)
    await interaction.response.defer()  # there may be many games to resign
    await cases.erase(app.house, context.by)
    await update(app, interaction, text_page(who.words("mydata.gone")))


async def _keep(context: ButtonContext) -> None:
    """Keep the data."""
    who = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, text_page(who.words("mydata.stays")))


_HANDLERS: Mapping[str, Callable[[ButtonContext], Awaitable[None]]] = {
    pages.EXPORT: _export,
    pages.ASK: _ask,
    pages.SURE: _sure,
    pages.ERASE: _erase,
    pages.KEEP: _keep,
}
