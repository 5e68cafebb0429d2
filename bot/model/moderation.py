"""The moderation log: actions of a server's moderators and managers, kept for a year."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.times import Instant

LONGEST_REASON = 200  # characters


class Act(StrEnum):
    """An action of a moderator or manager."""

    STOP = "stop"  # a game
    BAR = "bar"
    UNBAR = "unbar"
    SETTING = "setting"  # changed


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log. A person who was erased since is FORMER."""

    id: int  # 0 until it is stored
    guild: int
    at: Instant
    by: Player
    act: Act
    player: Player | None = None  # the person who is barred, or no longer is
    match: int | None = None  # the game that was stopped
    # The reason for stopping it; or a setting with its new value as JSON: "days=3".
    text: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as listed: with the players of its game, if it has one."""

    entry: LogEntry
    dark: tuple[Player, ...] = ()  # one, or two partners
    light: tuple[Player, ...] = ()
