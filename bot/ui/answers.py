"""Answers to interactions: a page in reply, a page in the old one's place, a sentence when not.

Law: whoever pressed or typed something gets an answer. An answer that Discord has had already
(40060), or will not have any more (10062), is no fault: everything was committed before it.
"""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import discord

from bot.service.model import Guild
from bot.service.refusals import Refusal
from bot.tallies import Tallies, Why
from bot.ui.guests import keep_promise, spoken
from bot.ui.latency import asked_of
from bot.ui.pages import errors, reader
from bot.ui.sending import send
from bot.ui.words import words_of
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bot.outbox import Outbox
    from bot.service.house import House
    from bot.service.model import Person, Record
    from bot.ui.components import Message
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader
    from bot.ui.pictures import Pictures

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

ALREADY_ANSWERED, UNKNOWN_INTERACTION, _UNKNOWN_MESSAGE = 40060, 10062, 10008
_PATIENCE = 10  # seconds to wait for the board, before saying nothing about it


@dataclass(frozen=True, slots=True)
class App:
    """What every action is given: the use cases, the outbox, the pictures, the figures.

    Holds no game.
    """

    house: House
    outbox: Outbox
    pictures: Pictures
    tallies: Tallies = field(default_factory=Tallies)


async def reader_of(app: App, interaction: Interaction) -> Reader:
    """For whom the answer is."""
    person = await app.house.store.person(interaction.user.id)
    return reader.private(person, str(interaction.locale))


async def reader_here(app: App, interaction: Interaction) -> Reader:
    """For those who read the channel where something was pressed or typed."""
    return await channel_reader(app.house, interaction.guild_id, spoken(interaction))


async def channel_reader(
    house: House, guild: int | None, locale: object, *players: Person
) -> Reader:
    """For those who read there, in the language and look that the server chose, if it did.

    `locale`: what Discord says of the server; empty for nothing.
    """
    server = await house.store.guild(guild) if guild else Guild(0)
    return reader.public(server.locale or str(locale or ""), *players, theme=server.theme)


async def reply(app: App, interaction: Interaction, page: Page, *, private: bool = True) -> None:
    """A new message; or, after a deferred answer, the message that was promised."""
    response = interaction.response

    async def how(made: Message) -> None:
        if response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(**made.editing())
            keep_promise(interaction)
        elif response.is_done():
            await interaction.followup.send(**made.sending(), ephemeral=private)
        else:
            await response.send_message(**made.sending(), ephemeral=private)

    await send(app.pictures, page, how)


async def update(app: App, interaction: Interaction, page: Page) -> None:
    """The page in place of the message that was pressed; as a new one when that is gone."""

    async def how(made: Message) -> None:
        if interaction.response.is_done():
            await interaction.edit_original_response(**made.editing())
        else:
            await interaction.response.edit_message(**made.editing())

    try:
        await send(app.pictures, page, how)
    except discord.NotFound as error:
        if error.code != _UNKNOWN_MESSAGE or interaction.response.is_done():
            raise
        await reply(app, interaction, page)


async def show(app: App, interaction: Interaction, page: Page) -> None:
    """In place of a private message; as a new private one when a public one was pressed."""
    pressed = interaction.message
    if pressed is not None and pressed.flags.ephemeral:
        await update(app, interaction, page)
    else:
        await reply(app, interaction, page)


async def confirm(
    app: App, interaction: Interaction, who: Reader, record: Record, sentence: str
) -> None:
    """Say privately that it is done; and, should the channel not hear of it, why not."""
    await show(app, interaction, errors.page(sentence))
    if trouble := await trouble_of(app, who, record):
        await update(app, interaction, errors.page(f"{sentence}\n{trouble}"))


async def trouble_of(app: App, who: Reader, record: Record) -> str | None:
    """What hinders saying the newest event of a match where it is played, and what to do."""
    trouble = await app.outbox.outcome(record.id, len(record.match.log), _PATIENCE)
    return trouble and errors.trouble(trouble, who.words)


@asynccontextmanager
async def answering(app: App, interaction: Interaction) -> AsyncGenerator[None]:
    """Whatever goes wrong inside is answered, once, here."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  nobody is left without an answer
        await answer_failure(app, interaction, error)


async def answer_failure(app: App, interaction: Interaction, error: Exception) -> None:
    """A sentence for the player; the log hears only of our own faults."""
    if getattr(error, "code", None) in (ALREADY_ANSWERED, UNKNOWN_INTERACTION):
        log.info("answered before, or too late: %s", error)
        app.tallies.failed(asked_of(interaction), Why.LATE)
        return
    if isinstance(error, (Refusal, GameError)):
        sentence = errors.refused(error, (await reader_of(app, interaction)).words)
    else:
        if isinstance(error.__context__, GameError):
            error.__context__ = None  # it quotes what somebody wrote
        log.error("while answering %s", _asked(interaction), exc_info=error)
        app.tallies.failed(asked_of(interaction), Why.FAULT)
        sentence = words_of(str(interaction.locale))("fault.ours")  # the store may be at fault
    try:
        await reply(app, interaction, errors.page(sentence))
    except discord.HTTPException as failed:
        log.warning("could not even say why: %s", failed)


def _asked(interaction: Interaction) -> str:
    """What was pressed or called, without a word of what somebody wrote, or whom it names."""
    command = interaction.command
    return command.qualified_name if command else str((interaction.data or {}).get("custom_id"))
