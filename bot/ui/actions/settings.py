"""Settings of a player and of a server; the people whom a player has blocked.

Law: a server's settings check the user's permissions at every press.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from bot.service import settings as cases
from bot.service.blocks import block, unblock
from bot.service.refusals import No, Refusal
from bot.ui.answers import answering, reader_of, show
from bot.ui.guests import place_of
from bot.ui.pages import blocks as blocks_page
from bot.ui.pages import puzzles, turn_list
from bot.ui.pages import settings as pages
from bot.ui.permissions import managed_by, manages, refuse_missing
from bot.ui.sync import command

if TYPE_CHECKING:
    from discord import app_commands

    from bot.service.model import Guild, Person, Player
    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext

_DIGITS, _LARGEST = 20, 2**63  # of a number that SQLite holds, as no forged one may be


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut settings."""

    @command("settings")
    async def settings(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_settings(app, interaction)

    return [settings]


async def settings(context: ButtonContext) -> None:
    """Change one of the user's settings, by a button or a menu."""
    app, press = context.app, context.press
    value = context.chosen[0] if context.chosen else press.code

    def change(person: Person) -> Person:
        return pages.changed(person, press.of, value, app.pictures.themes)

    await cases.change_person(app.house, context.by, change)
    if press.of == pages.CHALLENGERS:
        await _show_blocks(context)
    else:
        pings = pages.shows_pings(press.of, value)
        await show_settings(app, context.interaction, pings=pings)


async def show_settings(app: App, interaction: Interaction, *, pings: bool = False) -> None:
    """Show a page of the user's settings."""
    person = await app.store.person(interaction.user.id)
    who = await reader_of(app, interaction)
    if pings:
        page = pages.pings(person, who, app.house.now())
    else:
        page = pages.settings(person, who, app.pictures.themes)
    if manages(interaction):
        page = replace(page, blocks=(*page.blocks, pages.button(who)))
    await show(app, interaction, page)


async def blocks(context: ButtonContext) -> None:
    """Show who may challenge the user, and a page of those whom they have blocked."""
    await _show_blocks(context, context.press.page)


async def block_chosen(context: ButtonContext) -> None:
    """Block the person chosen in the menu."""
    player = _chosen_person(context)
    if player is not None:
        await block(context.app.house, context.by, player)
    await _show_blocks(context)


def _chosen_person(context: ButtonContext) -> Player | None:
    """Whom the menu says; refused where it is a bot."""
    chosen = context.chosen[0] if context.chosen else ""
    number = int(chosen) if chosen.isascii() and chosen.isdecimal() and len(chosen) < _DIGITS else 0
    if not 0 < number < _LARGEST:
        return None
    if number == context.interaction.application_id:
        raise Refusal(No.BARS_ME)
    data = cast("dict[str, Any]", context.interaction.data)
    if data.get("resolved", {}).get("users", {}).get(str(number), {}).get("bot"):
        raise Refusal(No.BARS_A_BOT, player=number)
    return number


async def unblock_chosen(context: ButtonContext) -> None:
    """Take a block back; pressed twice, once."""
    await unblock(context.app.house, context.by, context.press.number)
    await _show_blocks(context, context.press.page)


async def _show_blocks(context: ButtonContext, page: int = 0) -> None:
    app, by = context.app, context.by
    person, blocked = await app.store.person(by), await app.store.blocked(by)
    who = await reader_of(app, context.interaction)
    await show(app, context.interaction, blocks_page.blocks(person, blocked, who, page))


async def server(context: ButtonContext) -> None:
    """Show a page of the server's settings."""
    managed_by(context.interaction)
    await _show_server(context, context.press.page)


async def set_server(context: ButtonContext) -> None:
    """Change one of the server's settings, by a button or a menu."""
    app, press = context.app, context.press
    number = managed_by(context.interaction)
    values = context.chosen or ((press.code,) if press.code else ())
    if press.of == turn_list.KEY:
        await _set_turn_list(context)
        return

    def change(guild: Guild) -> Guild:
        return pages.changed_server(guild, press.of, values, app.pictures.themes)

    await cases.change_server(app.house, number, change)
    await _show_server(context, pages.page_of(press.of))


async def _set_turn_list(context: ButtonContext) -> None:
    """Turn the list of whose turn it is on or off, in the channel where the user is."""
    house, place = context.app.house, place_of(context.interaction)
    if context.press.code == turn_list.ON:
        refuse_missing(context.interaction, thread=False)
        await cases.turn_on_list(house, place)
    if context.press.code == turn_list.OFF:
        await cases.turn_off_list(house, place)
    await _show_server(context, pages.LOOK)


async def _show_server(context: ButtonContext, page: int) -> None:
    app, interaction = context.app, context.interaction
    guild = await app.store.guild(managed_by(interaction))
    if there := interaction.guild:  # Discord may refuse a menu with deleted channels
        channels = tuple(each for each in guild.channels if there.get_channel(each))
        guild = replace(guild, channels=channels)
    who = await reader_of(app, interaction)
    limits = app.house.limits
    shown = pages.server(guild, who, app.pictures.themes, limits, page)
    if page != pages.TERMS:
        on = await cases.turn_list(app.house, place_of(interaction).channel) is not None
        *before, last = shown.blocks
        switch = turn_list.switch(on=on, words=who.words)
        shown = replace(shown, blocks=(*before, *switch, last))
    shown = replace(shown, blocks=(*shown.blocks, puzzles.server_button(who)))
    await show(app, interaction, shown)
