"""/tablut export, import: a game as a text file, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.service.refusals import No, Refusal
from bot.ui.answers import answering
from bot.ui.commands.completion import complete_game, complete_rules
from bot.ui.commands.look import to_see
from bot.ui.commands.naming import command
from bot.ui.handlers.sharing import show_file, show_imported, text_of

if TYPE_CHECKING:
    from discord import app_commands

    from bot.ui.app import App

Interaction = discord.Interaction[Any]


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The two commands."""

    @command("export", "game")
    async def export(interaction: Interaction, game: str | None = None) -> None:
        async with answering(app, interaction):
            await show_file(app, interaction, await to_see(app, interaction, game))

    @command("import", "file", "position", "rules", "opponent")
    async def import_(
        interaction: Interaction,
        file: discord.Attachment | None = None,
        position: str | None = None,
        rules: str | None = None,
        opponent: discord.User | None = None,
    ) -> None:
        async with answering(app, interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            text = await _only(file, position)
            await show_imported(app, interaction, text, rules, opponent)

    export.autocomplete("game")(complete_game(app, over=True))
    import_.autocomplete("rules")(complete_rules)
    return [export, import_]


async def _only(file: discord.Attachment | None, position: str | None) -> str:
    """What the one of the two says that was given."""
    if file is not None and position is None:
        return await text_of(file)
    if file is None and position is not None:
        return position
    raise Refusal(No.FILE_OR_POSITION)
