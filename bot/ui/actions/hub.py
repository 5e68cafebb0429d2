"""/tablut tournaments: group play in a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.ui.answers import answering, reader_of, show
from bot.ui.localised_commands import command
from bot.ui.pages import hub as pages
from bot.ui.pages.hub import ShowHub, ShowRarer
from bot.ui.router import handles
from bot.ui.slots import HUB_PARTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord import app_commands

    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.hub import HubPart
    from bot.ui.pages.reader import Reader


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


@handles(ShowRarer)
async def open_rarer(context: ButtonContext, _: ShowRarer) -> None:
    """Show what is started more rarely."""
    app, interaction = context.app, context.interaction
    reader = await reader_of(app, interaction)
    await show(app, interaction, pages.rarer(await _parts(app, interaction, reader), reader))


async def show_hub(app: App, interaction: Interaction) -> None:
    """Show the hub with the features' parts for this user."""
    reader = await reader_of(app, interaction)
    await show(app, interaction, pages.hub(await _parts(app, interaction, reader), reader))


async def _parts(app: App, interaction: Interaction, reader: Reader) -> Sequence[HubPart]:
    parts = [await add(app, interaction, reader) for add in app.features.at(HUB_PARTS)]
    return sorted(parts, key=lambda part: not part.leads)
