"""The slash commands, all under /tablut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.ui.commands import (
    calendar,
    challenge,
    history,
    look,
    move,
    mydata,
    offers,
    replay,
    sharing,
)
from bot.ui.commands.order import order_group
from bot.ui.translator import localised

if TYPE_CHECKING:
    from bot.ui.app import App


def groups(app: App) -> tuple[app_commands.Group, ...]:
    """All there are: everybody's, and of those who keep order."""
    return tablut_group(app), order_group(app)


def tablut_group(app: App) -> app_commands.Group:
    """Every command: in servers, in our direct messages, and wherever a person brings us along.

    Whoever lost the server, or the channel, reaches his games in our direct messages.
    """
    group = app_commands.Group(
        name=localised("command.tablut.name"),
        description=localised("command.tablut.description"),
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        ),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )
    for part in (challenge, move, offers, calendar, look, history, replay, sharing, mydata):
        for command in part.commands(app):
            group.add_command(command)
    return group
