"""What those who moderate or manage a server did there, as its log has it for a year."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.times import Instant

LONGEST_REASON = 200  # characters


class Act(StrEnum):
    """What was done."""

    STOP = "stop"  # a game
    BAR = "bar"
    UNBAR = "unbar"
    SETTING = "setting"  # changed


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One thing that was done. A person who was erased since is FORMER."""

    id: int  # 0 until it is stored
    guild: int
    at: Instant
    by: Player
    act: Act
    player: Player | None = None  # who was barred, or is no more
    match: int | None = None  # which game was stopped
    # Why it was stopped; or which setting it is, with its new value as JSON: "days=3".
    text: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as it is listed: with the players of the game, where there are any."""

    entry: LogEntry
    dark: tuple[Player, ...] = ()  # one, or two partners
    light: tuple[Player, ...] = ()
