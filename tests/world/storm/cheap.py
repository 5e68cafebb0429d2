"""Make storms cheap: nothing is painted, the engine searches little, heartbeats are rare.

Storms don't test any of these. A picture only identifies its scene, and commands are translated
only once.
"""

from __future__ import annotations

import struct
import zlib
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, cast
from unittest import mock

from discord import app_commands

from bot import composition, engine_pool
from bot.features.puzzles.finder import puzzle_in
from bot.ui import films, pictures
from bot.ui.client import Client
from engine import tafl_search
from engine.tafl_values import Values
from tests.world.machine import EngineInline

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from bot.ui.films import FilmOrder
    from engine.tafl_rules import TaflRules
    from engine.tafl_values import Weights

HEARTBEAT = 600.0  # seconds, of the gateway
_TRANSLATED: dict[str, Any] = {}  # commands, by name
_LOOKS = 3  # at the engine's deadline, per search


class Painted:
    """Painted pictures, and the scene of each."""

    def __init__(self) -> None:
        self._pictures: dict[object, bytes] = {}
        self.scenes: dict[bytes, object] = {}

    def paint(self, scene: object, theme: str, _margin: int = 0) -> bytes:
        """Return a picture of one pixel, unique to the scene and theme."""
        if (scene, theme) not in self._pictures:
            picture = _png(len(self._pictures))
            self._pictures[scene, theme] = picture
            self.scenes[picture] = scene
        return self._pictures[scene, theme]

    def film(self, order: FilmOrder) -> bytes:
        """Return a picture in place of an animation."""
        return self.paint(order, "")


class _Deadline:
    """A deadline that comes after being read a few times."""

    def __init__(self) -> None:
        self._left = _LOOKS

    @property
    def value(self) -> float:
        """The time at which the search must end: never at first, then at once."""
        self._left -= 1
        return float("inf") if self._left > 0 else 0.0


class QuickEngine(EngineInline):
    """An engine that ends each search soon."""

    def ask(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401  as it is declared
        """Do the work, except finding puzzles, which takes seconds per game."""
        if work is puzzle_in:
            return None
        engine_pool.own().deadline = cast("Any", _Deadline())
        return work(*args)


class _PatientClient(Client):
    """A client that puts up with rare heartbeats."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401  a client's
        super().__init__(*arguments, **options)
        self._connection.heartbeat_timeout = 2 * HEARTBEAT


@cache
def _values(rules: TaflRules) -> Values:
    return Values(rules, tafl_search.learned(rules))


def _known_values(rules: TaflRules, weights: Weights) -> Values:
    del weights
    return _values(rules)


async def _prepare(_: pictures.Pictures) -> None:
    """Draw nothing in advance."""


def _translated_once(kind: type[Any]) -> Any:  # noqa: ANN401  a patch
    """Translate each command of a kind only once, instead of at each start of a bot."""
    translate, known = kind.get_translated_payload, _TRANSLATED

    async def payload(command: Any, *arguments: object) -> Any:  # noqa: ANN401  as it is declared
        if command.qualified_name not in known:
            known[command.qualified_name] = await translate(command, *arguments)
        return known[command.qualified_name]

    return mock.patch.object(kind, "get_translated_payload", payload)


@contextmanager
def cheaply() -> Generator[Painted]:
    """Make the bot cheap to run inside this block."""
    painted = Painted()
    with (
        mock.patch.object(pictures, "_paint", painted.paint),
        mock.patch.object(pictures.Pictures, "prepare", _prepare),
        mock.patch.object(films, "make_film", painted.film),
        mock.patch.object(composition, "Client", _PatientClient),
        mock.patch.object(tafl_search, "Values", _known_values),
        _translated_once(app_commands.Group),
        _translated_once(app_commands.Command),
        _translated_once(app_commands.ContextMenu),
    ):
        yield painted


def _png(number: int) -> bytes:
    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    line = zlib.compress(b"\0\0")
    parts = (b"IHDR", head), (b"tEXt", b"scene\0%d" % number), (b"IDAT", line), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
