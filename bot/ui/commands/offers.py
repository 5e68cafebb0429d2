"""/tablut draw, takeback, resign: what More has as buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service.lookup import find
from bot.ui.answers import answering
from bot.ui.commands.completion import complete_game, number_of
from bot.ui.commands.naming import command
from bot.ui.guests import place_of
from bot.ui.handlers.match import ask_to_resign, offer
from games.events import Offer

if TYPE_CHECKING:
    import discord
    from discord import app_commands

    from bot.ui.app import App


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The three commands."""

    async def offered(interaction: discord.Interaction[Any], game: str | None, what: Offer) -> None:
        async with answering(app, interaction):
            place = place_of(interaction)
            record = await find(app.house, interaction.user.id, number_of(game), place)
            await offer(app, interaction, record.id, what)

    @command("draw", "game")
    async def draw(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await offered(interaction, game, Offer.AGREE)

    @command("takeback", "game")
    async def takeback(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        await offered(interaction, game, Offer.TAKEBACK)

    @command("resign", "game")
    async def resign(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async with answering(app, interaction):
            place = place_of(interaction)
            record = await find(app.house, interaction.user.id, number_of(game), place)
            await ask_to_resign(app, interaction, record)

    made = [draw, takeback, resign]
    for each in made:
        each.autocomplete("game")(complete_game(app))
    return made
