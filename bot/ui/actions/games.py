"""/tablut games: the list of the user's games, or one game they can see. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord  # noqa: TC002  discord.py reads the annotation at run time

from bot.service.clocks import clock_states
from bot.service.lookup import games_to_answer, readable_records
from bot.ui.actions.board import board_page, find_visible, show_board
from bot.ui.actions.completion import complete_game
from bot.ui.answers import answering, note_name, reader_of, reply, show
from bot.ui.guests import is_guest
from bot.ui.localised_commands import command, menu
from bot.ui.pages import games as pages
from bot.ui.pages.challenge import AskWhom
from bot.ui.pages.games import ShowGames
from bot.ui.pages.page import Button, text_page
from bot.ui.pages.parts import OpenNext
from bot.ui.pages.practice import play_button
from bot.ui.router import handles
from bot.ui.slots import GREETING_BUTTONS, PERSON_BUTTONS

if TYPE_CHECKING:
    from discord import app_commands

    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.words import Words


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut games."""

    @command("games", "game")
    async def games(interaction: Interaction, game: str | None = None) -> None:
        async with answering(app, interaction):
            if game is None:
                await show_games(app, interaction)
                return
            await show_board(app, interaction, await find_visible(app, interaction, game))

    games.autocomplete("game")(complete_game(app, over=True))
    return [games]


def menus(app: App) -> list[app_commands.ContextMenu]:
    """Return the entry *Our games* of a person's menu."""

    @menu("games")
    async def games(interaction: Interaction, user: discord.User) -> None:
        async with answering(app, interaction):
            note_name(app, user)
            await show_games_with(app, interaction, user)

    return [games]


@handles(ShowGames)
async def games(context: ButtonContext, press: ShowGames) -> None:
    """Show another page of the user's games."""
    await show_games(context.app, context.interaction, press.page)


@handles(OpenNext)
async def open_next(context: ButtonContext, press: OpenNext) -> None:
    """Open the most urgent game that waits for the user, below all they have seen."""
    app, interaction, by = context.app, context.interaction, context.by
    waiting = await games_to_answer(app.services, by)
    others = [listing for listing in waiting if listing.id != press.done]
    reader = await reader_of(app, interaction)
    async for _listing, record in readable_records(app.services, others):
        offer = record.match.offer
        is_asked = offer is not None and record.player(offer.by) != by
        if is_asked or record.player(record.match.turn) != by:
            await reply(app, interaction, await board_page(app, record, reader))
        else:
            await reply(app, interaction, pages.turn(record, reader))
        return
    await reply(app, interaction, text_page(reader.words("games.nothing-waits")))


async def show_games(app: App, interaction: Interaction, page: int = 0) -> None:
    """Show the user's games and challenges, most urgent first."""
    store, by = app.services.store, interaction.user.id
    reader = await reader_of(app, interaction)
    listings, challenges = await store.matches.running(by), await store.challenges.open_of(by)
    shown = await clock_states(app.services, listings)
    first = ways_to_play(app, interaction, reader.words)
    await show(
        app, interaction, pages.games(listings, challenges, reader, page, shown, first=first)
    )


def ways_to_play(app: App, interaction: Interaction, words: Words) -> tuple[Button, ...]:
    """Return the buttons for a user without games: the bot, features' buttons, a challenge."""
    play = [play_button(words)] if app.services.plays else []
    others = interaction.guild_id is not None or is_guest(interaction)
    friend = [Button(words("greeting.challenge"), AskWhom())] if others else []
    return (*play, *app.features.buttons(GREETING_BUTTONS, words), *friend)


async def show_games_with(app: App, interaction: Interaction, user: discord.User) -> None:
    """Show games and challenges between the user and another person; for themselves, show all."""
    store, by, other = app.services.store, interaction.user.id, user.id
    if other == by:
        await show_games(app, interaction)
        return
    reader = await reader_of(app, interaction)
    listings = [game for game in await store.matches.running(by) if other in game.everyone]
    pending = await store.challenges.open_of(by)
    challenges = [challenge for challenge in pending if other in (challenge.by, challenge.opponent)]
    shown = await clock_states(app.services, listings)
    more = app.features.buttons(PERSON_BUTTONS, interaction, other, reader.words)
    more = () if user.bot else more
    page = pages.games_with(other, listings, challenges, reader, shown, more=more)
    await show(app, interaction, page)
