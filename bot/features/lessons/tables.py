"""Lessons in SQLite: the lessons that each person did or skipped."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bot.features.lessons.model import Progress, Taken
from bot.model.personal_data import moment_text
from bot.store import rows, sql
from bot.store.extension import Extension

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.database import Database

_COLUMNS: Final = rows.columns(Taken)
KEEP_SKIPPED: Final = sql.insert("lesson", _COLUMNS, "INSERT OR IGNORE")
KEEP_DONE: Final = f"""
    {sql.insert("lesson", _COLUMNS)}
    ON CONFLICT (player, name) DO UPDATE SET done = coalesce(done, excluded.done)"""
TAKEN_BY: Final = "SELECT * FROM lesson WHERE player = :player ORDER BY name"
LEARNERS: Final = "SELECT DISTINCT player FROM lesson"  # for files that no bot has open
ERASE_LESSONS: Final = "DELETE FROM lesson WHERE player = :player"


class LessonTables:
    """The progress of people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: Player) -> Progress:
        """Return the lessons that a person has done or skipped."""
        taken = await self._database.many(Taken, TAKEN_BY, player=player)
        done = frozenset(row.name for row in taken if row.done is not None)
        return Progress(done, frozenset(row.name for row in taken) - done)

    async def keep(self, taken: Taken) -> None:
        """Note that a lesson was done or skipped. A lesson that was done keeps its first time."""
        statement = KEEP_SKIPPED if taken.done is None else KEEP_DONE
        await self._database.execute(statement, **rows.row_of(taken))


def _erase(db: sqlite3.Connection, player: Player, _: Instant) -> None:
    db.execute(ERASE_LESSONS, {"player": player})


def _personal_data(
    db: sqlite3.Connection, player: Player
) -> Mapping[str, Sequence[Mapping[str, object]]]:
    taken = rows.many(Taken, db, TAKEN_BY, player=player)
    return {"lessons": [_shown(row) for row in taken]}


def _shown(taken: Taken) -> Mapping[str, object]:
    done = None if taken.done is None else moment_text(taken.done)
    return {"lesson": taken.name, "done": done, "skipped": taken.done is None}


EXTENSION = Extension(
    erase=_erase,
    personal_data=_personal_data,
    people=lambda db: [row["player"] for row in sql.many(db, LEARNERS, {})],
    tables={"lesson": partial(rows.read, Taken)},
)
