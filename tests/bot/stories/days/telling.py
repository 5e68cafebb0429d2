"""Helpers for the stories of days: they search channels, and prepare the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from tests.bot.stories.hours import Hours
    from tests.bot.stories.table import Table

IN_FRENCH = "Ton temps expire"


def reminders(seen: list[MessageView], words: str = "Your time runs out") -> list[MessageView]:
    """Those among these messages."""
    return [message for message in seen if words in message.text]


def reminded(seen: list[MessageView]) -> list[MessageView]:
    """Reminders of turns that are over."""
    return [message for message in seen if "was reminded here." in message.text]


def results(table: Table) -> list[MessageView]:
    """All that was told there of a game that time has ended."""
    ends = ("ran out of time", "before the game got going")
    return [message for message in table.sees() if any(end in message.text for end in ends)]


def in_private(hours: Hours, table: Table, locale: str = "") -> None:
    """The player who begins there wants reminders in private."""
    hours.tell(
        """INSERT OR REPLACE INTO person
        (id, confirm, text, picture, seat, theme, locale, remind, remind_dm)
        VALUES (?, 0, 0, 1, 'own', '', ?, 25, 1)""",
        int(table.deer.id),
        locale,
    )


def keep_boards(hours: Hours, guild: str, *, keeps_boards: bool) -> None:
    """That server keeps all messages of a game, or no longer."""
    hours.tell(
        """INSERT OR REPLACE INTO guild
        (id, locale, theme, thread, rules, weekends, channels, boards)
        VALUES (?, '', '', 0, '', 1, '[]', ?)""",
        int(guild),
        "keep" if keeps_boards else "short",
    )
