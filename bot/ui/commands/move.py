"""/tablut move: the move typed, with its completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service import play as cases
from bot.service.lookup import find
from bot.ui.answers import answering, confirm, reader_of, reply
from bot.ui.commands.completion import complete_game, complete_move, number_of
from bot.ui.commands.naming import command
from bot.ui.guests import place_of
from bot.ui.pages import panel
from games.errors import Illegal, Unreadable

if TYPE_CHECKING:
    import discord
    from discord import app_commands

    from bot.ui.app import App


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The command."""

    @command("move", "move", "game")
    async def move(
        interaction: discord.Interaction[Any], move: str, game: str | None = None
    ) -> None:
        async with answering(app, interaction):
            place = place_of(interaction)
            by = interaction.user.id
            record = await find(app.house, by, number_of(game), place)
            who = await reader_of(app, interaction)
            try:
                played = await cases.play_text(app.house, record.id, by, move)
            except (Illegal, Unreadable) as refused:
                if record.match.verdict or record.side(by) is not record.match.turn:
                    raise
                await reply(app, interaction, panel.refused(record, who, refused, move))
                return
            await confirm(app, interaction, who, played, panel.played(played, who.words))

    move.autocomplete("move")(complete_move(app))
    move.autocomplete("game")(complete_game(app))
    return [move]
