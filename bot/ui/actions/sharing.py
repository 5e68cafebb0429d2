"""Games as files: saving them, /tablut import, and playing on from a position.

Invariant: only small files are downloaded, and a file's name is never used.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.model.challenges import Terms
from bot.service import drafts, settings
from bot.service.refusals import No, Refusal
from bot.ui.actions import practice
from bot.ui.actions.challenge import is_me
from bot.ui.actions.completion import complete_rules
from bot.ui.answers import answering, defer, players_in_file, reader_of, reply, show
from bot.ui.localised_commands import command
from bot.ui.pages import errors
from bot.ui.pages import sharing as pages
from bot.ui.pages.page import text_page
from bot.ui.pages.sharing import OpenDraft
from bot.ui.permissions import refuse_missing
from bot.ui.router import handles
from bot.ui.threads import can_open_thread
from bot.ui.writable import access_to, place_here
from games import catalogue
from games.errors import Fault, GameError, Unreadable
from games.gamefile import LARGEST
from games.notation import read_position

if TYPE_CHECKING:
    from discord import app_commands

    from bot.model.challenges import Challenge
    from bot.model.matches import Record
    from bot.ui.app import App, ButtonContext, Interaction

_OF_A_CHARACTER = 4  # bytes at most
_SHORT = 500  # characters that are read without another process: a position, or a few moves


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut import."""

    @command("import", "file", "position", "rules", "opponent")
    async def import_(
        interaction: Interaction,
        file: discord.Attachment | None = None,
        position: str | None = None,
        rules: str | None = None,
        opponent: discord.User | None = None,
    ) -> None:
        async with answering(app, interaction):
            if (file is None) == (position is None):
                raise Refusal(No.FILE_OR_POSITION)
            await defer(interaction, thinking=True)
            text = await read_attachment(file) if file else position or ""
            await show_imported(app, interaction, text, rules, opponent)

    import_.autocomplete("rules")(complete_rules)
    return [import_]


async def show_file(app: App, interaction: Interaction, record: Record) -> None:
    """Send a game as a file."""
    reader = await reader_of(app, interaction)
    names = await players_in_file(app, interaction.client, record, reader.words)
    await reply(app, interaction, pages.exported(record, reader, names))


async def read_attachment(file: discord.Attachment) -> str:
    """Return a file's text; refuse a file that is gone, too long, or not text."""
    if file.size > LARGEST * _OF_A_CHARACTER:
        raise Unreadable(Fault.FILE_SIZE, LARGEST)
    try:
        content = await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise Refusal(No.FILE_GONE) from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:  # its message quotes the file
        raise Refusal(No.NO_TEXT) from None
    if len(text) > LARGEST:
        raise Unreadable(Fault.FILE_SIZE, LARGEST)
    if "\0" in text:
        raise Refusal(No.NO_TEXT)
    return text


async def show_imported(
    app: App, interaction: Interaction, text: str, rules: str | None, opponent: discord.User | None
) -> None:
    """Show an imported game, with a button to play on from its position."""
    reader = await reader_of(app, interaction)
    if len(text) <= _SHORT:
        imported = await asyncio.to_thread(pages.read_game, text, rules, reader)
    else:
        imported = await app.files.run(interaction.user.id, pages.read_game, text, rules, reader)
    draft, obstacle = None, ""
    if imported.onward is not None:
        try:
            if is_me(interaction, opponent) and isinstance(imported.onward, Terms):
                await _go_on(app, interaction, imported.onward)
                return
            draft = await _draft(app, interaction, imported.onward, opponent)
        except (Refusal, GameError) as refused:
            obstacle = errors.refused(refused, reader.words)
    await reply(app, interaction, pages.imported(imported, reader, draft, obstacle))


async def _go_on(app: App, interaction: Interaction, onward: Terms) -> None:
    """Start a game against the bot from an imported position; the user has the side to move."""
    place, _ = await place_here(app, interaction)
    assert onward.start is not None
    side = read_position(catalogue.game(onward.rules), onward.start).turn
    await practice.challenge(app, interaction, place, onward.rules, side, start=onward.start)


async def _draft(
    app: App,
    interaction: Interaction,
    onward: Terms | Refusal | GameError,
    opponent: discord.User | None,
) -> Challenge:
    """Store the challenge that the button opens as a draft; check all that a challenge needs."""
    place, server = await place_here(app, interaction)
    if not isinstance(onward, Terms):
        raise onward
    if opponent is not None and opponent.bot:
        raise Refusal(No.A_BOT)
    thread = server.thread and can_open_thread(interaction)
    terms = replace(onward, pace=settings.chosen_pace(server), thread=thread)
    by, other = interaction.user.id, opponent and opponent.id
    return await drafts.store_draft(app.services, place, by, other, terms)


@handles(OpenDraft)
async def open_draft(context: ButtonContext, press: OpenDraft) -> None:
    """Open a draft as a challenge, which the outbox posts."""
    app, interaction = context.app, context.interaction
    refuse_missing(interaction)
    draft = await app.services.challenge(press.draft)
    access = await access_to(interaction, draft.place)
    await drafts.open_draft(app.services, press.draft, context.by, access)
    reader = await reader_of(app, interaction)
    await show(app, interaction, text_page(reader.words("imported.out")))
