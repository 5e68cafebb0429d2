"""The finished matches of one person: a page of them, and how many were won, drawn and lost.

Law: only the person's own rows are read, by an index that has them in order; nothing is folded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.model import Outcome, Past, Tally
from bot.store import rows, sql
from games.core import Side

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from bot.service.model import Search


def finished(db: sqlite3.Connection, search: Search, skip: int, most: int) -> list[Past]:
    """Up to `most` matches that are searched for, after the first `skip`; the newest first."""
    values = {**_sought(search), "outcome": search.outcome, "skip": skip, "most": most}
    found = rows.readable(_past, sql.many(db, sql.FINISHED, values))
    return sorted(found, key=lambda each: (each.ended, each.id), reverse=True)


def tally(db: sqlite3.Connection, search: Search) -> Tally:
    """How many were won, drawn, lost or stopped. The outcome searched for is ignored."""
    counted, unrated = (
        {
            (Side(row["side"]), how): int(row[how])
            for row in sql.many(db, sql.TALLY, {**_sought(search), "rated": rated})
            for how in Outcome
        }
        for rated in (True, False)
    )
    return Tally(counted, {how: sum(unrated[side, how] for side in Side) for how in Outcome})


def _sought(search: Search) -> Mapping[str, object]:
    return {
        "player": search.player,
        "opponent": search.opponent,
        "rules": search.rules or None,
        "more": None if "+" in search.rules else f"{search.rules}+%",
    }


def _past(row: sqlite3.Row) -> Past:
    return rows.read(Past, row, ended=row["since"])
