"""The menu of channels with a turn list, among the settings of a server."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.turn_list import cases, pages
from bot.features.turn_list.pages import ChooseTurnLists
from bot.ui.actions.server import show_server
from bot.ui.pages import server
from bot.ui.permissions import managed_by, may_pin, posting_channels
from bot.ui.router import handles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ui.app import App, ButtonContext, Interaction, Lines
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader


async def chosen(app: App, interaction: Interaction, reader: Reader) -> Sequence[Block]:
    """Return the menu, with the channels that have a list now."""
    return pages.chosen(await _channels(app, interaction), reader.words)


async def lines(app: App, interaction: Interaction) -> Lines:
    """Say in which channels a list is, and where we can't pin it."""
    channels = await _channels(app, interaction)
    loose = [channel for channel in channels if not may_pin(interaction.guild, channel)]
    return partial(pages.where, channels, loose)


@handles(ChooseTurnLists)
async def choose_turn_lists(context: ButtonContext, _: ChooseTurnLists) -> None:
    """Turn lists on in the chosen channels, and off in others that the menu showed."""
    guild = managed_by(context.interaction)
    before = await _channels(context.app, context.interaction)
    listed = [str(channel) for channel in before]
    new = [channel for channel in context.chosen if channel not in listed]
    added = posting_channels(context.interaction, new, threads=True)
    gone = [channel for channel in before if str(channel) not in context.chosen]
    await cases.choose_lists(context.app.services, guild, added, gone, context.by)
    await show_server(context.app, context.interaction, server.CHANNELS)


async def _channels(app: App, interaction: Interaction) -> list[int]:
    """Return the channels with a list; Discord may refuse a menu with unknown channels."""
    there, guild = interaction.guild, interaction.guild_id or 0
    lists = await cases.lists_in(app.services, guild)
    return [one.channel for one in lists if there and there.get_channel_or_thread(one.channel)]
