"""Boards: the buttons that open or flip one, and which games a user can see.

Invariant: changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.service.clocks import clock_state
from bot.service.lookup import find_game, may_see
from bot.service.refusals import No, Refusal
from bot.ui.actions.completion import number_of
from bot.ui.actions.practice import show_game
from bot.ui.answers import answering, defer, reader_of, reply, show, stop_lines
from bot.ui.buttons import read_presses
from bot.ui.components import ids_of, parts_of
from bot.ui.guests import place_of
from bot.ui.localised_commands import menu
from bot.ui.pages import board as pages
from bot.ui.pages import practice
from bot.ui.pages.offers import AcceptOffer, FlipBoard, ShowMore
from bot.ui.pages.page import Additions
from bot.ui.pages.parts import InMatch, OpenGame, OpenPanel, ShowBoard
from bot.ui.pages.paused import ResumeGame
from bot.ui.pages.replay import OpenReplay
from bot.ui.pages.result import Rematch, StartSecond
from bot.ui.router import handles
from bot.ui.slots import game_buttons, player_buttons

if TYPE_CHECKING:
    from discord import app_commands

    from bot.model.matches import Record
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader


# Buttons on messages in channels that show a match.
_ON_BOARDS = (OpenPanel, ShowMore, AcceptOffer, OpenReplay, Rematch, StartSecond, ResumeGame)


def menus(app: App) -> list[app_commands.ContextMenu]:
    """Return the entry *My board* of a message's menu."""

    @menu("board")
    async def board(interaction: Interaction, message: discord.Message) -> None:
        async with answering(app, interaction):
            record, _ = await shown_by(app, interaction, message)
            await show_board(app, interaction, record)

    return [board]


async def shown_by(
    app: App, interaction: Interaction, message: discord.Message
) -> tuple[Record, int]:
    """Return the match that one of our messages shows, and the number of moves shown."""
    if message.author.id != interaction.application_id:
        raise Refusal(No.NO_GAME_THERE)
    presses = read_presses(ids_of(message.components))
    press = next((press for press in presses if isinstance(press, _ON_BOARDS)), None)
    texts = (e.content for e in parts_of(message.components) if isinstance(e, discord.TextDisplay))
    line = pages.read_line("\n".join(texts))
    number = press.match if press else line and line[0]
    at = await app.services.store.matches.record_at(message.id) if number is None else None
    if number is None and at is None:
        raise Refusal(No.NO_GAME_THERE)
    record = at or await visible(app, interaction, number or 0)
    plies = len(record.match.plies)
    if isinstance(press, InMatch):
        return record, min(plies, len(record.match.as_of(press.seen_events).plies))
    return record, min(plies, line[1]) if line and line[1] is not None else plies


async def find_visible(app: App, interaction: Interaction, game: str | None) -> Record:
    """Find the named game; else the user's only game; else the newest game in this channel."""
    number = number_of(game)
    if number is not None:
        return await visible(app, interaction, number)
    place = place_of(interaction)
    try:
        return await find_game(app.services, interaction.user.id, None, place)
    except Refusal as refusal:
        newest = await app.services.store.matches.newest_in(place.channel)
        if refusal.no is not No.NO_GAMES or newest is None or newest.alone:
            raise
        return newest


async def visible(app: App, interaction: Interaction, number: int) -> Record:
    """Return a match; refuse users who neither play it nor are in its channel."""
    record = await app.services.record(number)
    if not may_see(record, interaction.user.id, interaction.channel_id):
        raise Refusal(No.NOT_YOUR_GAME)
    return record


@handles(ShowBoard)
async def board(context: ButtonContext, press: ShowBoard) -> None:
    """Show a board with the user's side at the bottom."""
    record = await visible(context.app, context.interaction, press.match)
    await show_board(context.app, context.interaction, record)


@handles(OpenGame)
async def open_game(context: ButtonContext, press: OpenGame) -> None:
    """Open a game from a list or a menu."""
    record = await visible(context.app, context.interaction, press.match)
    await _defer_for_film(context.interaction, record)
    reader = await reader_of(context.app, context.interaction)
    await reply(context.app, context.interaction, await board_page(context.app, record, reader))


async def _defer_for_film(interaction: Interaction, record: Record) -> None:
    """Defer for a finished game: its animation takes longer than Discord waits."""
    if record.match.verdict:
        await defer(interaction, thinking=True)


async def board_page(app: App, record: Record, reader: Reader) -> Page:
    """Return the board for a reader; in private practice, with the menus to move."""
    if record.alone:
        return practice.game(record, reader)
    additions = Additions(await stop_lines(app.services, record), game_buttons(app, record))
    clock = await clock_state(app.services, record)
    beside = player_buttons(app, record, reader)
    return pages.again(record, reader, additions, clock=clock, beside=beside)


@handles(FlipBoard)
async def flip(context: ButtonContext, press: FlipBoard) -> None:
    """Show the board from the other side."""
    record = await visible(context.app, context.interaction, press.match)
    await show_board(context.app, context.interaction, record, press.near)


async def show_board(app: App, interaction: Interaction, record: Record, near: str = "") -> None:
    """Show a board privately; for a finished game in private practice, show its end."""
    if record.alone and record.match.verdict:
        await show_game(app, interaction, record)
        return
    if interaction.message is None:
        await _defer_for_film(interaction, record)
    reader = await reader_of(app, interaction)
    if near:
        reader = seated(reader, near)
    await show(app, interaction, await board_page(app, record, reader))


def seated(reader: Reader, near: str) -> Reader:
    """Return the reader with a side at the bottom of the board; `near`: its letter."""
    return replace(reader, seat={"d": "dark", "l": "light"}.get(near, reader.seat))
