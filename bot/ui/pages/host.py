"""The DM about faults that only the bot's host can mend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.host import Fault
from bot.ui.pages.page import Accent, Page, Text

if TYPE_CHECKING:
    from bot.ui.words import Words


def faults(sum_of_faults: int, words: Words) -> Page:
    """Return the message about these faults, each with the remedy."""
    there = [fault for fault in Fault if fault.value & sum_of_faults]
    lines = [words("host.title"), *(words(f"host.{fault.name}") for fault in there)]
    return Page((Text("\n\n".join([*lines, words("host.why")])),), Accent.STOP)
