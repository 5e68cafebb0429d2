"""The buttons *Show here* and *Remove*."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot.features.showing import cases, pages
from bot.features.showing.pages import RemoveShown, ShowHere
from bot.ui.actions.commands import public_pages
from bot.ui.answers import defer, reader_here, reader_of, reply
from bot.ui.app import no_buttons
from bot.ui.buttons import read_press
from bot.ui.guests import is_guest, place_of
from bot.ui.pages.page import text_page
from bot.ui.permissions import moderates
from bot.ui.router import handles
from bot.ui.showing import View, public_page
from bot.ui.writable import place_here

if TYPE_CHECKING:
    from bot.ui.app import App, ButtonContext, Interaction, ViewButtons


async def buttons(_: App, interaction: Interaction) -> ViewButtons:
    """Return *Show here* for private pages; nothing in DMs with the bot.

    In a channel where the user can't use it, pressing the button says why.
    """
    place = place_of(interaction)
    return no_buttons if place.guild is None and not place.remote else pages.buttons


@handles(ShowHere)
async def show_here(context: ButtonContext, press: ShowHere) -> None:
    """Post a page for everyone in the channel, once."""
    app, interaction = context.app, context.interaction
    place, _server = await place_here(app, interaction)
    opened = read_press(press.page)
    page = public_page(public_pages(app.features), opened)
    here = await reader_here(app, interaction)
    view = View(app, interaction.client, context.by, place, here)
    await page.write(view, opened)
    about = await page.about(view, opened)
    await cases.show(app.services, context.by, place, press.page, about)
    words = (await reader_of(app, interaction)).words
    await reply(app, interaction, text_page(words("showing.done")))


@handles(RemoveShown)
async def remove(context: ButtonContext, press: RemoveShown) -> None:
    """Remove a page, for its sharer, the person it is about, and moderators."""
    app, interaction = context.app, context.interaction
    moderated = interaction.guild_id if moderates(interaction) else None
    await cases.remove(app.services, press.showing, context.by, moderated)
    if is_guest(interaction):  # later we could no longer reach the message
        await defer(interaction)
        with suppress(discord.HTTPException):
            await interaction.delete_original_response()
    words = (await reader_of(app, interaction)).words
    await reply(app, interaction, text_page(words("showing.removed")))
