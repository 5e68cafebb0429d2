"""Games as files: /tablut export and import, and playing on from an imported position.

Law: a file is downloaded only when it is small enough, and its name is not looked at.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.service import drafts, server_rules
from bot.service.refusals import No, Refusal
from bot.ui.actions.browse import to_see
from bot.ui.actions.completion import complete_game, complete_rules
from bot.ui.answers import answering, reader_of, reply, show
from bot.ui.guests import place_of
from bot.ui.pages import errors
from bot.ui.pages import sharing as pages
from bot.ui.permissions import may_open, parent_of, refuse_missing
from bot.ui.sync import command
from games import gamefile
from games.errors import Fault, GameError, Unreadable
from games.gamefile_lines import LARGEST

if TYPE_CHECKING:
    from discord import app_commands

    from bot.service.model import Challenge, Guild, Record
    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext
    from games.match import Match

_OF_A_CHARACTER = 4  # bytes at most


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


async def show_file(app: App, interaction: Interaction, record: Record) -> None:
    """The game as a file."""
    await reply(app, interaction, pages.exported(record, await reader_of(app, interaction)))


async def text_of(file: discord.Attachment) -> str:
    """What the file says; refused where it cannot be had, is too long, or is no text."""
    if file.size > LARGEST * _OF_A_CHARACTER:
        raise Unreadable(Fault.FILE_SIZE, LARGEST)
    try:
        content = await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        raise Refusal(No.FILE_GONE) from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:  # which holds all of the file
        raise Refusal(No.NO_TEXT) from None
    if len(text) > LARGEST:
        raise Unreadable(Fault.FILE_SIZE, LARGEST)
    if "\0" in text:
        raise Refusal(No.NO_TEXT)
    return text


async def show_imported(
    app: App, interaction: Interaction, text: str, rules: str | None, opponent: discord.User | None
) -> None:
    """The board, and a button where one can play on from there. A long file is read elsewhere."""
    found = await asyncio.to_thread(gamefile.read, text, rules)
    who = await reader_of(app, interaction)
    draft, hindrance = None, ""
    if not found.match.verdict:
        try:
            draft = await _draft(app, interaction, found.match, opponent)
        except (Refusal, GameError) as refused:
            hindrance = errors.refused(refused, who.words)
    await reply(app, interaction, pages.imported(found, who, draft, hindrance))


async def _draft(
    app: App, interaction: Interaction, match: Match, opponent: discord.User | None
) -> Challenge:
    """What the button will open: all that is asked of a challenge is asked already."""
    server = await _refuse_here(app, interaction)
    if opponent is not None and opponent.bot:
        raise Refusal(No.A_BOT)
    thread = server.thread and may_open(interaction)
    terms = drafts.onward(match, server_rules.pace(server), thread=thread)
    return await drafts.draft(
        app.house, place_of(interaction), interaction.user.id, opponent and opponent.id, terms
    )


async def _refuse_here(app: App, interaction: Interaction) -> Guild:
    refuse_missing(interaction, thread=False)
    return await server_rules.refuse_elsewhere(
        app.house, place_of(interaction), parent_of(interaction)
    )


async def open_draft(context: ButtonContext) -> None:
    """The challenge is posted by itself, for all to read."""
    app, interaction = context.app, context.interaction
    await _refuse_here(app, interaction)
    await drafts.open_draft(app.house, context.press.number, context.by)
    who = await reader_of(app, interaction)
    await show(app, interaction, errors.page(who.words("imported.out")))
