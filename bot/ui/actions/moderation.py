"""Moderation: /tablut-mod stop, bar, unbar, barred, and their buttons.

Law: each checks the user's permissions itself, since a server can allow anyone the commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.service import moderation as cases
from bot.service.refusals import No, Refusal
from bot.ui.actions.completion import number_of
from bot.ui.answers import answering, confirm, reader_of, reply, show
from bot.ui.localised_commands import command, localised
from bot.ui.pages import moderation as pages
from bot.ui.pages import naming
from bot.ui.pages.moderation import LeaveRunning, ShowBarred, StopGame
from bot.ui.pages.page import text_page
from bot.ui.permissions import moderated_by, moderates
from bot.ui.router import handles
from bot.ui.words import words_of

if TYPE_CHECKING:
    from bot.ui.actions.completion import Completion
    from bot.ui.app import App, ButtonContext, Interaction

_MOST, _LONGEST = 25, 100  # choices that Discord allows, and characters of one

_RUNNING = 200  # running games to choose from


def moderation_group(app: App) -> app_commands.Group:
    """The moderators' commands, shown by default to members who may manage messages."""
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

    @command("mod.bar", "person")
    async def bar(interaction: Interaction, person: discord.User) -> None:
        async with answering(app, interaction):
            guild = moderated_by(interaction)
            _refuse_bar(interaction, person)
            withdrawn = await cases.bar(app.services, guild, person.id)
            words = (await reader_of(app, interaction)).words
            lines = [words("mod.bar", player=naming.person(person.id))]
            lines += [words("mod.bar-withdrawn", count=withdrawn)] if withdrawn else []
            await reply(app, interaction, text_page("\n".join(lines)))

    @command("mod.unbar", "person")
    async def unbar(interaction: Interaction, person: discord.User) -> None:
        async with answering(app, interaction):
            await cases.unbar(app.services, moderated_by(interaction), person.id)
            words = (await reader_of(app, interaction)).words
            sentence = words("mod.unbar", player=naming.person(person.id))
            await reply(app, interaction, text_page(sentence))

    @command("mod.barred")
    async def barred(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_barred(app, interaction)

    stop.autocomplete("game")(_complete_running(app))
    return [stop, bar, unbar, barred]


def _refuse_bar(interaction: Interaction, person: discord.User) -> None:
    """Refuse to bar bots, and moderators themselves."""
    if person == interaction.client.user:
        raise Refusal(No.BARS_ME)
    if person.bot:
        raise Refusal(No.BARS_A_BOT, player=person.id)
    if person == interaction.user:
        raise Refusal(No.BARS_THEMSELVES)


def _complete_running(app: App) -> Completion:
    """The running games of the server, the newest first."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        if interaction.guild_id is None or not moderates(interaction):
            return []
        words, choices = words_of(str(interaction.locale)), list[Choice[str]]()
        for game in await app.services.store.matches.running_in(interaction.guild_id, _RUNNING):
            rules = naming.title(game.rules, words)
            name = words("mod.choice", number=game.id, rules=rules, count=game.plies)
            if current.lower() in name.lower():
                choices.append(Choice(name=name[:_LONGEST], value=str(game.id)))
            if len(choices) == _MOST:
                break
        return choices

    return complete


async def ask_to_stop(app: App, interaction: Interaction, number: int) -> None:
    """Ask for confirmation, with two buttons."""
    record = await cases.stoppable_game(app.services, moderated_by(interaction), number)
    who = await reader_of(app, interaction)
    await reply(app, interaction, pages.stopping(record, who))


@handles(StopGame)
async def stop(context: ButtonContext, press: StopGame) -> None:
    """Stop the game."""
    app, interaction = context.app, context.interaction
    record = await cases.stop(app.services, moderated_by(interaction), press.match)
    who = await reader_of(app, interaction)
    await confirm(app, interaction, who, record, who.words("mod.stopped", number=record.id))


@handles(LeaveRunning)
async def stop_not(context: ButtonContext, _: LeaveRunning) -> None:
    """Leave the game running."""
    who = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, text_page(who.words("mod.kept")))


@handles(ShowBarred)
async def barred(context: ButtonContext, press: ShowBarred) -> None:
    """Show another page of the barred players."""
    await show_barred(context.app, context.interaction, press.page)


async def show_barred(app: App, interaction: Interaction, page: int = 0) -> None:
    """Show the players barred in this server."""
    bars = await app.services.store.servers.barred(moderated_by(interaction))
    who = await reader_of(app, interaction)
    await show(app, interaction, pages.barred(bars, who, page))
