"""All commands, buttons, menus and modals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.ui.actions import (
    blocks,
    board,
    challenge,
    games,
    history,
    hub,
    moderation,
    move,
    my_data,
    offers,
    practice,
    replay,
    rules,
    server,
    settings,
    sharing,
    time_off,
)
from bot.ui.actions import help as help_pages
from bot.ui.localised_commands import CONTEXTS, INSTALLS, localised
from bot.ui.router import press_handlers
from bot.ui.showing import public_pages_of

if TYPE_CHECKING:
    from bot.ui.app import App, Features
    from bot.ui.router import Handlers
    from bot.ui.showing import PublicPages


def handlers(features: Features) -> Handlers:
    """Return the handler of each kind of button, menu and modal, of core and features."""
    of_features = (module for feature in features.all for module in feature.actions)
    return press_handlers(*_CORE, *_PRESSED, *of_features)


def public_pages(features: Features) -> PublicPages:
    """Return the writers of all pages that can be shared."""
    of_features = (module for feature in features.all for module in feature.actions)
    return public_pages_of(*_CORE, *of_features)


def groups(app: App) -> tuple[app_commands.Group, ...]:
    """The two groups: every player's commands, and the moderators'."""
    return tablut_group(app), moderation.moderation_group(app)


def menus(app: App) -> tuple[app_commands.ContextMenu, ...]:
    """Return the entries for the menus of a person and of a message."""
    return (*challenge.menus(app), *games.menus(app), *board.menus(app), *replay.menus(app))


def tablut_group(app: App) -> app_commands.Group:
    """Return the group of commands under /tablut, in the order in which Discord lists them."""
    group = app_commands.Group(
        name=localised("command.tablut.name"),
        description=localised("command.tablut.description"),
        allowed_contexts=CONTEXTS,
        allowed_installs=INSTALLS,
    )
    core = (command for module in _CORE for command in module.commands(app))
    makers = (make for feature in app.features.all for make in feature.commands)
    of_features = (command for make in makers for command in make(app))
    for command in sorted((*core, *of_features), key=_place):
        group.add_command(command)
    return group


def _place(command: app_commands.Command[Any, ..., Any]) -> int:
    """The command's place in the list: the first ones, then all others as they are declared."""
    return _FIRST.index(command.name) if command.name in _FIRST else len(_FIRST)


_FIRST = ("challenge", "move", "learn", "practice", "puzzle")  # by what newcomers look for

_PRESSED = (blocks, board, moderation, offers, server)  # no command under /tablut

_CORE = (
    challenge,
    move,
    games,
    time_off,
    rules,
    help_pages,
    settings,
    history,
    replay,
    sharing,
    my_data,
    hub,
    practice,
)
