"""/tablut replay: step through a game, or make it an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.ui.answers import answering
from bot.ui.commands.completion import complete_game
from bot.ui.commands.look import to_see
from bot.ui.commands.naming import command
from bot.ui.handlers.replaying import begin, show_film
from bot.ui.translator import localised

if TYPE_CHECKING:
    from bot.ui.app import App

Number = app_commands.Range[int, 0, 9999]


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The command."""
    themes = [
        app_commands.Choice(name=localised(f"settings.theme.{each}"), value=each)
        for each in app.pictures.themes
    ]

    @command("replay", "game", "theme", "since", "until")
    @app_commands.choices(theme=themes)
    async def replay(
        interaction: discord.Interaction[Any],
        game: str | None = None,
        theme: str | None = None,
        since: Number | None = None,
        until: Number | None = None,
    ) -> None:
        async with answering(app, interaction):
            record = await to_see(app, interaction, game)
            if theme is None and since is None and until is None:
                await begin(app, interaction, record)
                return
            await show_film(
                app, interaction, record, theme=theme or "", first=since or 0, last=until
            )

    replay.autocomplete("game")(complete_game(app, over=True))
    return [replay]
