"""/tablut history: one's finished games, all of them or some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.service.history import Outcome, Search
from bot.ui.answers import answering
from bot.ui.commands.completion import complete_rules
from bot.ui.commands.naming import choices, command
from bot.ui.handlers.history import show_history
from games import catalogue

if TYPE_CHECKING:
    from bot.ui.app import App

_RESULTS = (Outcome.WON.value, Outcome.LOST.value, Outcome.DRAWN.value)


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The command."""

    @command("history", "opponent", "rules", "result")
    @app_commands.choices(result=choices("result", _RESULTS))
    async def history(
        interaction: discord.Interaction[Any],
        opponent: discord.User | None = None,
        rules: str | None = None,
        result: str | None = None,
    ) -> None:
        async with answering(app, interaction):
            search = Search(
                player=interaction.user.id,
                opponent=opponent and opponent.id,
                rules=catalogue.game(rules).name if rules else "",
                outcome=Outcome(result) if result else None,
            )
            await show_history(app, interaction, search)

    history.autocomplete("rules")(complete_rules)
    return [history]
