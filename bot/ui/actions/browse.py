"""Viewing boards, the list of games, the rules and the help. Changes nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from bot.service.clocks import clock_state, clock_states
from bot.service.lookup import find, readable, sees, waiting
from bot.service.refusals import No, Refusal
from bot.service.settings import USUAL
from bot.ui import custom_ids
from bot.ui.actions.completion import complete_game, complete_rules, number_of
from bot.ui.answers import answering, name_on_discord, reader_of, reply, show
from bot.ui.components import ids_of, parts_of
from bot.ui.custom_ids import Verb
from bot.ui.guests import place_of
from bot.ui.pages import board as board_pages
from bot.ui.pages import browse as browse_pages
from bot.ui.pages import practice as practice_pages
from bot.ui.pages import rules as rules_pages
from bot.ui.pages.page import text_page
from bot.ui.permissions import invite_link
from bot.ui.sync import command, menu
from games import catalogue

if TYPE_CHECKING:
    from discord import app_commands

    from bot.service.model import Record
    from bot.ui.answers import App, Interaction
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader
    from bot.ui.router import ButtonContext
    from games.core import Game


_ON_BOARDS = (Verb.MOVE, Verb.MORE, Verb.YES, Verb.REPLAY, Verb.REMATCH, Verb.RESUME)


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut board, games, next, rules and help."""

    @command("board", "game")
    async def board(interaction: Interaction, game: str | None = None) -> None:
        async with answering(app, interaction):
            record = await find_visible(app, interaction, game)
            await show_board(app, interaction, record)

    @command("games")
    async def games(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_games(app, interaction)

    @command("next")
    async def next_(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await open_next(app, interaction)

    @command("rules", "rules")
    async def rules(interaction: Interaction, rules: str = USUAL) -> None:
        async with answering(app, interaction):
            game = catalogue.game(rules)
            press = custom_ids.Press(custom_ids.Verb.RULES, of="r", code=custom_ids.code(game.name))
            who = await reader_of(app, interaction)
            page = rules_pages.rules(game, who, press, app.house.measured)
            await reply(app, interaction, page)

    @command("help")
    async def help(interaction: Interaction) -> None:  # noqa: A001  what players type
        async with answering(app, interaction):
            who = await reader_of(app, interaction)
            invite = invite_link(interaction.application_id)
            await reply(app, interaction, browse_pages.help_page(who, 0, invite))

    rules.autocomplete("rules")(complete_rules)
    board.autocomplete("game")(complete_game(app, over=True))
    return [board, games, next_, rules, help]


def menus(app: App) -> list[app_commands.ContextMenu]:
    """*Our games*, at a person, and *My board*, at a message."""

    @menu("games")
    async def games(interaction: Interaction, user: discord.User) -> None:
        async with answering(app, interaction):
            app.names.note(user.id, name_on_discord(user))
            await show_games_with(app, interaction, user.id)

    @menu("board")
    async def board(interaction: Interaction, message: discord.Message) -> None:
        async with answering(app, interaction):
            record, _ = await shown_by(app, interaction, message)
            await show_board(app, interaction, record)

    return [games, board]


async def shown_by(
    app: App, interaction: Interaction, message: discord.Message
) -> tuple[Record, int]:
    """The match that a message of ours shows, and after how many moves."""
    if message.author.id != interaction.application_id:
        raise Refusal(No.NO_GAME_THERE)
    found = [each for each in map(custom_ids.read, ids_of(message.components)) if each]
    press = next((each for each in found if each.verb in _ON_BOARDS), None)
    texts = (e.content for e in parts_of(message.components) if isinstance(e, discord.TextDisplay))
    line = board_pages.read_line("\n".join(texts))
    number = press.number if press else line and line[0]
    at = await app.store.record_at(message.id) if number is None else None
    if number is None and at is None:
        raise Refusal(No.NO_GAME_THERE)
    record = at or await visible(app, interaction, number or 0)
    plies = len(record.match.plies)
    if press and press.seen is not None:
        return record, min(plies, len(record.match.as_of(press.seen).plies))
    return record, min(plies, line[1]) if line and line[1] is not None else plies


async def find_visible(app: App, interaction: Interaction, game: str | None) -> Record:
    """The named game; else the user's only one; else the newest in this channel."""
    number = number_of(game)
    if number is not None:
        return await visible(app, interaction, number)
    place = place_of(interaction)
    try:
        return await find(app.house, interaction.user.id, None, place)
    except Refusal as refusal:
        newest = await app.store.newest_in(place.channel)
        if refusal.no is not No.NO_GAMES or newest is None or newest.alone:
            raise
        return newest


async def visible(app: App, interaction: Interaction, number: int) -> Record:
    """The match; refuses users who neither play it nor are in its channel."""
    record = await app.house.record(number)
    if not sees(record, interaction.user.id, interaction.channel_id):
        raise Refusal(No.NOT_YOUR_GAME)
    return record


async def board(context: ButtonContext) -> None:
    """Show the board, facing the user."""
    record = await visible(context.app, context.interaction, context.press.number)
    await show_board(context.app, context.interaction, record)


async def open_game(context: ButtonContext) -> None:
    """Open a game from a list or a menu."""
    record = await visible(context.app, context.interaction, context.press.number)
    await _defer_for_film(context.interaction, record)
    who = await reader_of(context.app, context.interaction)
    await reply(context.app, context.interaction, await _board_page(context.app, record, who))


async def _defer_for_film(interaction: Interaction, record: Record) -> None:
    """Defer for a finished game: its film takes longer to make than Discord waits."""
    if record.match.verdict:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _board_page(app: App, record: Record, who: Reader) -> Page:
    if record.alone:
        return practice_pages.game(record, who)
    return board_pages.again(record, who, clock=await clock_state(app.house, record))


async def flip(context: ButtonContext) -> None:
    """Show the board from the other side."""
    record = await visible(context.app, context.interaction, context.press.number)
    await show_board(context.app, context.interaction, record, context.press.of)


async def show_board(app: App, interaction: Interaction, record: Record, near: str = "") -> None:
    """Show the board privately."""
    if interaction.message is None:
        await _defer_for_film(interaction, record)
    who = await reader_of(app, interaction)
    if near:
        who = seated(who, near)
    await show(app, interaction, await _board_page(app, record, who))


def seated(who: Reader, near: str) -> Reader:
    """The reader with that side at the bottom of the board."""
    return replace(who, seat={"d": "dark", "l": "light"}.get(near, who.seat))


async def rules(context: ButtonContext) -> None:
    """Show a page of the rules of a challenge, a match, or any rule set."""
    game = await _game(context)
    who = await reader_of(context.app, context.interaction)
    page = rules_pages.rules(game, who, context.press, context.app.house.measured)
    await show(context.app, context.interaction, page)


async def _game(context: ButtonContext) -> Game:
    """The rule set; of a challenge or match only where the user may see that."""
    press = context.press
    if press.of == "m":
        return (await visible(context.app, context.interaction, press.number)).match.game
    if press.of == "c":
        challenge = await context.app.house.challenge(press.number)
        here = challenge.place.channel == context.interaction.channel_id
        if not here and context.by not in (challenge.by, challenge.opponent):
            raise Refusal(No.NO_SUCH_CHALLENGE)
        return catalogue.game(challenge.terms.rules)
    return catalogue.game(custom_ids.name_of(press.code) or catalogue.NAMES[0])


async def games(context: ButtonContext) -> None:
    """Show another page of the user's games."""
    await show_games(context.app, context.interaction, context.press.page)


async def open_next(app: App, interaction: Interaction) -> None:
    """Show the most urgent of the games that wait for the user."""
    found = await waiting(app.house, interaction.user.id)
    who = await reader_of(app, interaction)
    async for _, record in readable(app.house, found):
        await reply(app, interaction, await _board_page(app, record, who))
        return
    await reply(app, interaction, text_page(who.words("games.nothing-waits")))


async def show_games(app: App, interaction: Interaction, page: int = 0) -> None:
    """Show the user's games and challenges, the most urgent first."""
    store, by = app.store, interaction.user.id
    who = await reader_of(app, interaction)
    listings, challenges = await store.running(by), await store.open_challenges(by)
    shown = await clock_states(app.house, listings)
    await show(app, interaction, browse_pages.games(listings, challenges, who, page, shown))


async def show_games_with(app: App, interaction: Interaction, other: int) -> None:
    """Show the games and challenges between the user and another person; with themselves, all."""
    store, by = app.store, interaction.user.id
    if other == by:
        await show_games(app, interaction)
        return
    who = await reader_of(app, interaction)
    listings = [each for each in await store.running(by) if other in (each.dark, each.light)]
    pending = await store.open_challenges(by)
    challenges = [each for each in pending if other in (each.by, each.opponent)]
    shown = await clock_states(app.house, listings)
    await show(app, interaction, browse_pages.games_with(other, listings, challenges, who, shown))


async def help_page(context: ButtonContext) -> None:
    """Show another page of the help."""
    who = await reader_of(context.app, context.interaction)
    invite = invite_link(context.interaction.application_id)
    page = browse_pages.help_page(who, context.press.page, invite)
    await show(context.app, context.interaction, page)
