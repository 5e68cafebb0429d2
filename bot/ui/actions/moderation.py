"""Moderation: /tablut-mod stop, bar, unbar, barred, and their buttons.

Law: each checks the user's permissions itself: Discord's own list can be set up to show the
commands to everybody.
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
from bot.ui.pages import errors, naming
from bot.ui.pages import moderation as pages
from bot.ui.permissions import moderated_by, moderates
from bot.ui.sync import command, localised
from bot.ui.words import words_of

if TYPE_CHECKING:
    from bot.ui.actions.completion import Completion
    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext

_MOST, _LONGEST = 25, 100  # choices that Discord shows, and characters of one

_LOOKED_AT = 200  # games, of which some are offered


def moderation_group(app: App) -> app_commands.Group:
    """Their commands, shown to whoever may manage messages."""
    group = app_commands.Group(
        name=localised("command.tablut-mod.name"),
        description=localised("command.tablut-mod.description"),
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
        default_permissions=discord.Permissions(manage_messages=True),
    )
    for each in _commands(app):
        group.add_command(each)
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
            _refuse(interaction, person)
            withdrawn = await cases.bar(app.house, guild, person.id)
            words = (await reader_of(app, interaction)).words
            lines = [words("mod.bar", player=naming.person(person.id))]
            lines += [words("mod.bar-withdrawn", count=withdrawn)] if withdrawn else []
            await reply(app, interaction, errors.page("\n".join(lines)))

    @command("mod.unbar", "person")
    async def unbar(interaction: Interaction, person: discord.User) -> None:
        async with answering(app, interaction):
            await cases.unbar(app.house, moderated_by(interaction), person.id)
            words = (await reader_of(app, interaction)).words
            sentence = words("mod.unbar", player=naming.person(person.id))
            await reply(app, interaction, errors.page(sentence))

    @command("mod.barred")
    async def barred(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_barred(app, interaction)

    stop.autocomplete("game")(_complete_running(app))
    return [stop, bar, unbar, barred]


def _refuse(interaction: Interaction, person: discord.User) -> None:
    """Nobody is kept from games who starts none, and no warden locks himself out by a slip."""
    if person == interaction.client.user:
        raise Refusal(No.BARS_ME)
    if person.bot:
        raise Refusal(No.BARS_A_BOT, player=person.id)
    if person == interaction.user:
        raise Refusal(No.BARS_HIMSELF)


def _complete_running(app: App) -> Completion:
    """The games under way in the server, the newest first."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        if interaction.guild_id is None or not moderates(interaction):
            return []
        words, found = words_of(str(interaction.locale)), list[Choice[str]]()
        for each in await app.house.store.running_in(interaction.guild_id, _LOOKED_AT):
            rules = naming.title(each.rules, words)
            name = words("mod.choice", number=each.id, rules=rules, plies=each.plies)
            if current.lower() in name.lower():
                found.append(Choice(name=name[:_LONGEST], value=str(each.id)))
            if len(found) == _MOST:
                break
        return found

    return complete


async def ask_to_stop(app: App, interaction: Interaction, number: int) -> None:
    """The question, with its two buttons."""
    record = await cases.running(app.house, moderated_by(interaction), number)
    who = await reader_of(app, interaction)
    await reply(app, interaction, pages.stopping(record, who))


async def stop(context: ButtonContext) -> None:
    """End the game."""
    app, interaction = context.app, context.interaction
    record = await cases.stop(app.house, moderated_by(interaction), context.press.number)
    who = await reader_of(app, interaction)
    await confirm(app, interaction, who, record, who.words("mod.stopped", number=record.id))


async def stop_not(context: ButtonContext) -> None:
    """Never mind."""
    who = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, errors.page(who.words("mod.kept")))


async def barred(context: ButtonContext) -> None:
    """Another page of who is barred."""
    await show_barred(context.app, context.interaction, context.press.page)


async def show_barred(app: App, interaction: Interaction, page: int = 0) -> None:
    """Who is barred in this server."""
    players = await app.house.store.barred(moderated_by(interaction))
    who = await reader_of(app, interaction)
    await show(app, interaction, pages.barred(players, who, page))
