"""Finished games: /tablut history and its pages. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.model.matches import Outcome, Search
from bot.service.history import history_page
from bot.ui.actions.completion import complete_rules
from bot.ui.answers import answering, reader_of, show
from bot.ui.localised_commands import choices, command
from bot.ui.pages import history as pages
from bot.ui.pages.history import ShowHistory
from bot.ui.router import handles
from games import catalogue

if TYPE_CHECKING:
    from bot.ui.app import App, ButtonContext, Interaction

_RESULTS = (Outcome.WON.value, Outcome.LOST.value, Outcome.DRAWN.value)


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut history."""

    @command("history", "opponent", "rules", "result")
    @app_commands.choices(result=choices("result", _RESULTS))
    async def history(
        interaction: Interaction,
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


@handles(ShowHistory)
async def history(context: ButtonContext, press: ShowHistory) -> None:
    """Show another page of a search."""
    search = Search(
        player=context.by,
        opponent=press.opponent,
        rules=press.rules or "",
        outcome=press.outcome,
    )
    await show_history(context.app, context.interaction, search, press.page)


async def show_history(app: App, interaction: Interaction, search: Search, page: int = 0) -> None:
    """Show the finished games that match the search."""
    shelf = await history_page(app.services, search, page)
    await show(app, interaction, pages.history(shelf, search, await reader_of(app, interaction)))
