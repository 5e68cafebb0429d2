"""Settings of a server.

Invariant: every press checks the user's permissions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service import settings as cases
from bot.service.refusals import No, Refusal
from bot.ui.answers import reader_of, show
from bot.ui.pages import errors
from bot.ui.pages import server as pages
from bot.ui.pages.server import ChangeServerSetting, SetUp, ShowServer
from bot.ui.permissions import (
    chosen_channels,
    is_posted_in,
    managed_by,
    posting_channel,
    wall_channel,
)
from bot.ui.router import handles
from bot.ui.slots import SETTINGS_BLOCKS, SETTINGS_LINES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.model.servers import Server
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.words import Words


@handles(ShowServer)
async def server(context: ButtonContext, press: ShowServer) -> None:
    """Show a page of the server's settings."""
    await show_server(context.app, context.interaction, press.page)


@handles(SetUp)
async def set_up(context: ButtonContext, press: SetUp) -> None:
    """Have everything in one channel, if we can post there."""
    number = managed_by(context.interaction)
    values = (str(press.channel),) if press.channel else context.chosen
    if channel := posting_channel(context.interaction, values):
        await cases.set_up(context.app.services, number, channel, context.by)
    await show_server(context.app, context.interaction)


@handles(ChangeServerSetting)
async def set_server(context: ButtonContext, press: ChangeServerSetting) -> None:
    """Change one of the server's settings, by a button or a menu."""
    app = context.app
    number = managed_by(context.interaction)
    values = context.chosen or ((press.value,) if press.value else ())
    if press.setting == pages.PLACES:
        chosen_channels(context.interaction, values)
    if press.setting == pages.NEWS:
        channel = posting_channel(context.interaction, values)
        values = () if channel is None else (str(channel),)
    if press.setting == pages.WALL:
        wall_channel(context.interaction, values)

    def change(server: Server) -> Server:
        return pages.changed_server(server, press.setting, values, app.pictures.themes)

    await cases.change_server(app.services, number, context.by, change)
    await show_server(app, context.interaction, pages.page_of(press.setting))


async def show_server(app: App, interaction: Interaction, page: int = pages.FRONT) -> None:
    """Show a page of the server's settings."""
    server = await app.services.store.servers.guild(managed_by(interaction))
    reader = await reader_of(app, interaction)
    trouble = _trouble(interaction, server, reader.words)
    if there := interaction.guild:  # Discord may refuse a menu with deleted channels
        channels = tuple(channel for channel in server.channels if there.get_channel(channel))
        news = server.news if server.news and there.get_channel(server.news) else None
        wall = server.wall if server.wall and there.get_channel(server.wall) else None
        server = replace(server, channels=channels, news=news, wall=wall)
    if page == pages.CHANNELS:
        more = await app.features.blocks(SETTINGS_BLOCKS, app, interaction, reader)
        shown = pages.channels(server, reader, more, trouble)
    elif page == pages.GAMES:
        shown = pages.games(server, reader)
    elif page == pages.BOARDS:
        may_delete = interaction.app_permissions.manage_messages
        shown = pages.boards(server, reader, app.pictures.themes, may_delete=may_delete)
    else:
        lines = await app.features.lines(SETTINGS_LINES, app, interaction)
        here = interaction.channel_id if is_posted_in(interaction) else None
        shown = pages.front(server, reader, lines, here, trouble)
    await show(app, interaction, shown)


def _trouble(interaction: Interaction, server: Server, words: Words) -> Mapping[str, str]:
    """Return the reasons why the news channel or the wall can't be used, by setting."""
    asked = (
        (pages.NEWS, server.news, posting_channel),
        (pages.WALL, server.wall, wall_channel),
    )
    trouble: dict[str, str] = {}
    for setting, channel, check in asked:
        try:
            check(interaction, () if channel is None else (str(channel),))
        except Refusal as refusal:
            is_gone = refusal.no is No.NO_SUCH_CHANNEL
            said = words(f"server.{setting}-gone") if is_gone else errors.refused(refusal, words)
            trouble[setting] = said
    return trouble
