"""The faults that only the bot's host can mend."""

from __future__ import annotations

from enum import Flag, auto


class Fault(Flag):
    """A fault that the host gets a DM about. A post stores faults as the sum of their values."""

    NO_BACKUP = auto()  # for a day
    UNREADABLE_ROW = auto()
    DISK_FULL = auto()
    UNSENT_POST = auto()  # for a day
    UNREADABLE_EVENT = auto()  # of Discord
