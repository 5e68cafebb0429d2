"""/tablut board, games, rules, settings, help: what changes no match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.service.lookup import find
from bot.service.refusals import No, Refusal
from bot.service.server_rules import USUAL
from bot.ui import custom_ids
from bot.ui.answers import answering, reader_of, reply
from bot.ui.commands.completion import complete_game, complete_rules, number_of
from bot.ui.commands.naming import command
from bot.ui.guests import place_of
from bot.ui.handlers import reading
from bot.ui.pages import browse as browse_pages
from bot.ui.pages import rules as rules_pages
from games import catalogue

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.app import App

Interaction = discord.Interaction[Any]


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The five commands."""

    @command("board", "game")
    async def board(interaction: Interaction, game: str | None = None) -> None:
        async with answering(app, interaction):
            record = await to_see(app, interaction, game)
            await reading.show_board(app, interaction, record.id)

    @command("games")
    async def games(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await reading.show_games(app, interaction)

    @command("rules", "rules")
    async def rules(interaction: Interaction, rules: str = USUAL) -> None:
        async with answering(app, interaction):
            game = catalogue.game(rules)
            press = custom_ids.Press(custom_ids.Verb.RULES, of="r", code=custom_ids.code(game.name))
            who = await reader_of(app, interaction)
            await reply(app, interaction, rules_pages.rules(game, who, press))

    @command("settings")
    async def settings(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await reading.show_settings(app, interaction)

    @command("help")
    async def help(interaction: Interaction) -> None:  # noqa: A001  what players type
        async with answering(app, interaction):
            who = await reader_of(app, interaction)
            await reply(app, interaction, browse_pages.help_page(who))

    rules.autocomplete("rules")(complete_rules)
    board.autocomplete("game")(complete_game(app, over=True))
    return [board, games, rules, settings, help]


async def to_see(app: App, interaction: Interaction, game: str | None) -> Record:
    """The game named; else the only one of his that can be meant; else the channel's newest."""
    number = number_of(game)
    if number is not None:
        return await reading.visible(app, interaction, number)
    place = place_of(interaction)
    try:
        return await find(app.house, interaction.user.id, None, place)
    except Refusal as refusal:
        newest = await app.house.store.newest_in(place.channel)
        if refusal.no is not No.NO_GAMES or newest is None:
            raise
        return newest
