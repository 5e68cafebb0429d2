"""Practice against the engine: /tablut practice, and the buttons of such a game."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.service import practice as cases
from bot.service import settings as setting_cases
from bot.service.ports import EngineDown
from bot.service.practice import LEVELS, Choice
from bot.service.refusals import No, Refusal
from bot.ui import custom_ids
from bot.ui.actions.completion import complete_rules
from bot.ui.answers import answering, channel_reader, confirm, reader_of, show, update
from bot.ui.channel_io import send
from bot.ui.guests import place_of
from bot.ui.pages import practice as pages
from bot.ui.permissions import NEEDED
from bot.ui.sync import choices, command
from games import catalogue
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.model import Record
    from bot.ui.answers import App, Interaction
    from bot.ui.components import Message
    from bot.ui.pages.page import Page
    from bot.ui.router import ButtonContext

log = logging.getLogger(__name__)

SIDES = ("lot", Side.DARK.value, Side.LIGHT.value)

_SOON = 0.8  # seconds in which an answer is shown together with the move
_PATIENCE = 20  # seconds until a player is told to look again


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut practice."""

    @command("practice", "level", "rules", "side")
    @app_commands.choices(level=choices("level", LEVELS), side=choices("side", SIDES))
    async def practice(
        interaction: Interaction,
        level: int | None = None,
        rules: str | None = None,
        side: str | None = None,
    ) -> None:
        async with answering(app, interaction):
            cases.engine_of(app.house)
            by = interaction.user.id
            last, found = await cases.last_choice(app.house, by), await cases.current(app.house, by)
            choice = Choice(
                level=last.level if level is None else level,
                rules=last.rules if rules is None else catalogue.game(rules).name,
                side=last.side if side is None else side_of(side),
            )
            who = await reader_of(app, interaction)
            if found and choice != last:
                await show(app, interaction, pages.under_way(found, choice, who))
                return
            record = found or await cases.begin(app.house, by, choice)
            note = who.words("practice.resumed") if found else ""
            await show_game(app, interaction, record, note)

    practice.autocomplete("rules")(complete_rules)
    return [practice]


def side_of(named: str) -> Side | None:
    """The side that a choice names; None where it is to be drawn by lot."""
    return Side(named) if named in list(Side) else None


async def show_game(app: App, interaction: Interaction, record: Record, note: str = "") -> None:
    """Show a game of practice, with a note, once the engine has moved, where it has to."""
    who = await reader_of(app, interaction)
    if record.engine_to_move:
        waiting = asyncio.create_task(_answered(app, record.id))
        done, _ = await asyncio.wait({waiting}, timeout=_SOON)
        if not done:
            await _show(app, interaction, pages.thinking(record, who))
        try:
            async with asyncio.timeout(_PATIENCE):
                thought = await waiting
        except TimeoutError:
            thought = False
        record = await app.house.record(record.id)
        if record.engine_to_move:
            down = "" if thought else who.words("no.ENGINE_DOWN")
            await _show(app, interaction, pages.thinking(record, who, down))
            return
    if record.match.verdict:
        step = await cases.step(app.house, interaction.user.id, record.level)
        await _show(app, interaction, pages.over(record, who, step))
    else:
        await _show(app, interaction, pages.game(record, who, note=note))


async def _answered(app: App, number: int) -> bool:
    """Wait for the engine's move; whether it could make one."""
    if app.answers is None:
        return False
    with suppress(EngineDown):
        await app.answers.answer(number)
        return True
    return False


async def _defer(interaction: Interaction) -> None:
    """The search may take nearly as long as Discord waits."""
    pressed = interaction.message
    if pressed is not None and pressed.flags.ephemeral:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _show(app: App, interaction: Interaction, page: Page) -> None:
    """Answer, or replace what was answered."""
    shown = update if interaction.response.is_done() else show
    await shown(app, interaction, page)


async def practice(context: ButtonContext) -> None:
    """Open the game under way, or begin one: at the level of the button, or as the last time."""
    app, by = context.app, context.by
    who = await reader_of(app, context.interaction)
    if found := await cases.current(app.house, by):
        await show_game(app, context.interaction, found, who.words("practice.resumed"))
        return
    choice = await cases.last_choice(app.house, by)
    if context.press.page:
        choice = Choice(context.press.page)
    await show_game(app, context.interaction, await cases.begin(app.house, by, choice))


async def begin(context: ButtonContext) -> None:
    """Begin a new game in the place of another, as the button says."""
    press, app = context.press, context.app
    rules = custom_ids.name_of(press.code)
    if rules is None:
        raise Refusal(No.MOVED_ON)
    chosen = context.chosen[0] if context.chosen else str(press.page)
    level = int(chosen) if chosen.isascii() and chosen.isdecimal() and len(chosen) == 1 else 0
    choice = Choice(level, rules, side_of(press.of))
    record = await cases.begin(app.house, context.by, choice, instead=press.number)
    await show_game(app, context.interaction, record)


async def again(context: ButtonContext) -> None:
    """Go on from before the last move in a game that is over."""
    record = await cases.again(context.app.house, context.press.number, context.by)
    await show_game(context.app, context.interaction, record)


async def hint(context: ButtonContext) -> None:
    """First the man that the engine would move, then where to."""
    app, press = context.app, context.press
    who = await reader_of(app, context.interaction)
    if press.path:
        record = await cases.own_game(app.house, press.number, context.by)
        if len(record.match.log) == press.seen:
            note = who.words("practice.hint-move", move="-".join(press.path))
            page = pages.game(record, who, press.path, hint=press.path, note=note)
            await show(app, context.interaction, page)
            return
    await _defer(context.interaction)
    record, found = await cases.hint(app.house, press.number, context.by)
    move = tuple(found)
    note = who.words("practice.hint-man", man=move[0])
    page = pages.game(record, who, move[:1], hint=move, note=note)
    await _show(app, context.interaction, page)


async def why(context: ButtonContext) -> None:
    """Show what answered the player's last move."""
    app, number = context.app, context.press.number
    await _defer(context.interaction)
    record, before, thought = await cases.refutation(app.house, number, context.by)
    who = await reader_of(app, context.interaction)
    await _show(app, context.interaction, pages.why(record, before, thought, who))


async def coach(context: ButtonContext) -> None:
    """Explain the first moves, or no longer."""
    app, on = context.app, context.press.of == "on"
    record = await cases.own_game(app.house, context.press.number, context.by)
    await setting_cases.change_person(
        app.house, context.by, lambda person: replace(person, coach=on)
    )
    await show_game(app, context.interaction, record)


async def challenge(  # noqa: PLR0913  what a game begins with
    app: App,
    interaction: Interaction,
    choice: Choice,
    *,
    level: int | None = None,
    games: int = 1,
    start: str | None = None,
) -> None:
    """Begin a game against the engine where all can watch; level None: as the last time."""
    cases.engine_of(app.house)
    last = await cases.last_choice(app.house, interaction.user.id)
    choice = replace(choice, level=last.level if level is None else level)
    place = place_of(interaction)
    by = interaction.user.id
    record = await cases.begin(app.house, by, choice, place, games=games, start=start)
    await _say_begun(app, interaction, record)


async def rematch(app: App, interaction: Interaction, number: int, parent: int | None) -> None:
    """The same again with the sides changed."""
    record = await cases.rematch(app.house, number, interaction.user.id, parent)
    if record.alone:
        await show_game(app, interaction, record)
    else:
        await _say_begun(app, interaction, record)


async def _say_begun(app: App, interaction: Interaction, record: Record) -> None:
    who = await reader_of(app, interaction)
    sentence = who.words("practice.begins", level=record.level)
    await confirm(app, interaction, who, record, sentence)


async def greet(app: App, guilds: Sequence[discord.Guild]) -> None:
    """Greet those of these servers that the bot meets for the first time."""
    new = await setting_cases.meet(app.house, [guild.id for guild in guilds])
    for guild in guilds:
        channel = _speaking_place(guild) if guild.id in new else None
        if channel is None:
            continue
        who = await channel_reader(app.store, guild.id, guild.preferred_locale)

        async def say(made: Message, to: discord.TextChannel = channel) -> None:
            await to.send(**made.sending())

        try:
            await send(app.pictures, pages.greeting(who, plays=app.house.plays), say)
        except discord.HTTPException as error:
            log.info("could not greet a server: %s", error)


def _speaking_place(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for such messages, or the first one, where the bot may speak."""
    first = [guild.system_channel] if guild.system_channel else []
    for channel in (*first, *guild.text_channels):
        allowed = channel.permissions_for(guild.me)
        if all(getattr(allowed, name) for name in NEEDED):
            return channel
    return None
