"""The moderation log, kept for a year: what moderators did, and who started tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.times import Instant

LONGEST_REASON = 200  # characters


class Act(StrEnum):
    """An action of a moderator, a manager, or a tournament's maker."""

    STOP = "stop"  # a game
    BAR = "bar"
    UNBAR = "unbar"
    SETTING = "setting"  # changed
    OPEN = "open"  # a tournament
    CALL_OFF = "call-off"


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
    # The reason for stopping it; a setting with its new value as JSON: "days=3"; or the tournament.
    text: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as listed: with the players of its game, if it has one."""

    entry: LogEntry
    dark: tuple[Player, ...] = ()  # one, or two partners
    light: tuple[Player, ...] = ()
