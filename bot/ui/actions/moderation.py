"""Moderation: the commands of /tablut-mod, and their buttons.

Invariant: each checks the user's permissions itself, since a server can allow anyone to use the
commands.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.model.people import NO_PERSONS
from bot.service import moderation as cases
from bot.service.refusals import No, Refusal
from bot.ui.actions.completion import matching, number_of
from bot.ui.answers import answering, confirm, learn_names, reader_of, reply, show
from bot.ui.components import modal
from bot.ui.localised_commands import command, localised
from bot.ui.pages import moderation as pages
from bot.ui.pages import naming
from bot.ui.pages.moderation import ShowBarred, ShowLog, SubmitStop
from bot.ui.pages.page import text_page
from bot.ui.permissions import moderated_by, moderates
from bot.ui.router import handles
from bot.ui.words import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Listing
    from bot.ui.actions.completion import Completion
    from bot.ui.app import App, ButtonContext, Interaction

_MOST, _LONGEST = 25, 100  # choices that Discord allows, and characters of a choice

_RUNNING = 200  # running games to choose from
_NAMES_WAIT = 1.5  # seconds, of the three that Discord waits for a completion


def moderation_group(app: App) -> app_commands.Group:
    """Return the moderators' commands, by default shown to members with Manage Messages."""
    group = app_commands.Group(
        name=localised("command.tablut-mod.name"),
        description=localised("command.tablut-mod.description"),
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
        default_permissions=discord.Permissions(manage_messages=True),
    )
    for subcommand in _commands(app):
        group.add_command(subcommand)
    return group


def _commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    @command("mod.stop", "game")
    async def stop(interaction: Interaction, game: str) -> None:
        async with answering(app, interaction):
            await ask_to_stop(app, interaction, number_of(game) or 0)

    @command("mod.suspend", "person")
    async def suspend(interaction: Interaction, person: discord.User) -> None:
        async with answering(app, interaction):
            guild = moderated_by(interaction)
            _refuse_bar(interaction, person)
            withdrawn = await cases.bar(app.services, guild, person.id, interaction.user.id)
            words = (await reader_of(app, interaction)).words
            lines = [words("mod.bar", player=naming.person(person.id))]
            lines += [words("mod.bar-withdrawn", count=withdrawn)] if withdrawn else []
            await reply(app, interaction, text_page("\n".join(lines)))

    @command("mod.unsuspend", "person")
    async def unsuspend(interaction: Interaction, person: discord.User) -> None:
        async with answering(app, interaction):
            guild = moderated_by(interaction)
            await cases.unbar(app.services, guild, person.id, interaction.user.id)
            words = (await reader_of(app, interaction)).words
            sentence = words("mod.unbar", player=naming.person(person.id))
            await reply(app, interaction, text_page(sentence))

    @command("mod.suspended")
    async def suspended(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_barred(app, interaction)

    @command("mod.log")
    async def log(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_log(app, interaction)

    stop.autocomplete("game")(_complete_running(app))
    return [stop, suspend, unsuspend, suspended, log]


def _refuse_bar(interaction: Interaction, person: discord.User) -> None:
    """Refuse to suspend bots, and the moderators themselves."""
    if person == interaction.client.user:
        raise Refusal(No.BARS_ME)
    if person.bot:
        raise Refusal(No.BARS_A_BOT, player=person.id)
    if person == interaction.user:
        raise Refusal(No.BARS_THEMSELVES)


def _complete_running(app: App) -> Completion:
    """Return a completion of the server's running games, newest first, by the players' names."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        if interaction.guild_id is None or not moderates(interaction):
            return []
        words = words_of(str(interaction.locale))
        games = await app.services.store.matches.running_in(interaction.guild_id, _RUNNING)
        await _learn_players(app, interaction, games[:_MOST])
        lines = {
            str(game.id): pages.running_line(game, app.names, words)[:_LONGEST] for game in games
        }
        numbers = matching(lines, current)[:_MOST]
        return [Choice(name=lines[number], value=number) for number in numbers]

    return complete


async def _learn_players(app: App, interaction: Interaction, listings: Sequence[Listing]) -> None:
    """Look up the players' names, for as long as a completion can wait.

    Names that come too late are known when the next letter is typed.
    """
    players = {player for listing in listings for player in listing.everyone} - NO_PERSONS
    with suppress(TimeoutError):
        async with asyncio.timeout(_NAMES_WAIT):
            await learn_names(app, interaction.client, players)


async def ask_to_stop(app: App, interaction: Interaction, number: int) -> None:
    """Open the modal that stops a game."""
    record = await cases.stoppable_game(app.services, moderated_by(interaction), number)
    asked = pages.stopping(record, await reader_of(app, interaction), app.names)
    await interaction.response.send_modal(modal(asked))


@handles(SubmitStop)
async def stopped(context: ButtonContext, press: SubmitStop) -> None:
    """Stop a game and notify both players of the reason."""
    app, interaction = context.app, context.interaction
    reason, *_ = (*context.filled.get(pages.REASON, ()), "")
    guild = moderated_by(interaction)
    record = await cases.stop(app.services, guild, press.match, context.by, reason)
    reader = await reader_of(app, interaction)
    await confirm(app, interaction, reader, record, reader.words("mod.stopped", number=record.id))


@handles(ShowLog)
async def log(context: ButtonContext, press: ShowLog) -> None:
    """Show another page of the log."""
    await show_log(context.app, context.interaction, press.page)


async def show_log(app: App, interaction: Interaction, page: int = 0) -> None:
    """Show the log of moderators' actions in this server."""
    lines, page, count = await cases.log_page(app.services, moderated_by(interaction), page)
    await show(app, interaction, pages.log(lines, page, count, await reader_of(app, interaction)))


@handles(ShowBarred)
async def barred(context: ButtonContext, press: ShowBarred) -> None:
    """Show another page of suspended players."""
    await show_barred(context.app, context.interaction, press.page)


async def show_barred(app: App, interaction: Interaction, page: int = 0) -> None:
    """Show the players suspended in this server."""
    bars = await app.services.store.servers.barred(moderated_by(interaction))
    reader = await reader_of(app, interaction)
    await show(app, interaction, pages.barred(bars, reader, page))
