"""The program uses the public parts of its libraries, except in two files that say so.

Names without an underscore that no document explains are watched too: discord.py's modules for
requests, the gateway and its state.
"""

from __future__ import annotations

import importlib
import inspect
import re
from typing import TYPE_CHECKING

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.discord_address import talk_to
from tests.test_layout import imported, modules

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = modules("bot", "render", "engine", "games", "sandbox")
LIBRARIES = ("discord", "aiosqlite", "PIL")
SEALED = {"bot.discord_address", "bot.discord_reading"}
REPLACED = {
    "bot.discord_reading.ReadingClient": {"_connection", "_get_state", "_handlers", "_hooks"},
    "bot.discord_reading.ReadingTree": {"_call"},
    "bot.discord_reading._State": {"_get_guild", "_get_guild_channel"},
}
INTERNAL = {
    *(f"discord.{name}" for name in ("client", "gateway", "http", "shard", "state", "webhook")),
    *("aiosqlite.core", "aiosqlite.cursor", "PIL.ImageFile"),
}


def is_internal(name: str) -> bool:
    """Whether this is a part of a library that its documents do not name."""
    parts = name.split(".")
    return parts[0] in LIBRARIES and (
        any(part.startswith("_") for part in parts)
        or any(name == module or name.startswith(f"{module}.") for module in INTERNAL)
    )


@pytest.mark.slow
def test_two_files_alone_import_internal_modules_of_a_library() -> None:
    internal = {name for name, path in PROGRAM.items() if any(map(is_internal, imported(path)))}
    assert internal == SEALED


def subclasses() -> Iterator[tuple[str, type]]:
    """The program's classes that are made of a library's."""
    for name, path in PROGRAM.items():
        if path.name != "__main__.py" and any(
            imports.startswith(LIBRARIES) for imports in imported(path)
        ):
            for kind in vars(importlib.import_module(name)).values():
                if inspect.isclass(kind) and kind.__module__ == name and library_bases(kind):
                    yield f"{name}.{kind.__name__}", kind


def library_bases(kind: type) -> list[type]:
    """Those of a library, among the classes that it is made of."""
    return [base for base in kind.__mro__ if base.__module__.startswith(LIBRARIES)]


@pytest.mark.slow
def test_no_class_uses_or_replaces_what_its_library_keeps_to_itself() -> None:
    """Not by accident either: a name of ours may be one of theirs in the next version."""
    kinds = dict(subclasses())
    assert "bot.ui.client.Client" in kinds
    theirs = {
        name: {private for base in library_bases(kind) for private in private_names(base)}
        for name, kind in kinds.items()
    }
    used = {name: private_names(kind) & theirs[name] for name, kind in kinds.items()}
    assert {name: names for name, names in used.items() if names} == REPLACED


def private_names(kind: type) -> set[str]:
    """The names with one underscore that a class defines, or reads of itself."""
    source = inspect.getsource(kind)
    named = re.findall(r"(?:\b(?:self|cls)|super\(\))\.(_[a-z]\w*)|\bdef (_[a-z]\w*)", source)
    return {name for names in named for name in names if name}


@pytest.fixture
def _addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    monkeypatch.setattr(discord.Asset, "BASE", discord.Asset.BASE)


@pytest.mark.usefixtures("_addresses")
def test_discord_py_still_has_what_bot_discord_address_changes() -> None:
    """Fails with a version of discord.py in which nobody has looked: look there, then here."""
    assert discord.version_info[:2] == (2, 7)
    assert {type(Route.BASE), type(DiscordWebSocket.DEFAULT_GATEWAY)} == {str, URL}
    talk_to("http://127.0.0.1:9/api/v10", "ws://127.0.0.1:9/gateway")
    assert Route("GET", "/users/@me").url == "http://127.0.0.1:9/api/v10/users/@me"
    assert URL("ws://127.0.0.1:9/gateway") == DiscordWebSocket.DEFAULT_GATEWAY
    assert discord.Asset.BASE == "http://127.0.0.1:9"
