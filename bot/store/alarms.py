"""Alarms: a transaction that makes something due wakes the task that does it, whoever wrote it.

Invariant: triggers note every due time that is written to any table, so no caller can forget to
wake a task, and a new table needs nothing but its column `due`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from bot.model.times import Instant

_POSTS = "post"  # the table that the outbox works off; the clockwork looks at all others
_TABLES = """
    SELECT s.name FROM main.sqlite_schema AS s JOIN pragma_table_info(s.name) AS c
    WHERE s.type = 'table' AND c.name = 'due'"""


class Alarm:
    """Wakes one task early when something is due sooner than it meant to look."""

    def __init__(self) -> None:
        self._soonest: float = inf  # of what was written since the task began to look
        self._sooner = asyncio.Event()

    def reset(self) -> None:
        """Forget what was written so far: the task looks at that now."""
        self._soonest = inf

    def ring(self, due: Instant = 0) -> None:
        """Something is due then; without a time, look now."""
        if due < self._soonest:
            self._soonest = due
            self._sooner.set()

    async def sleep(self, seconds: float, now: Callable[[], Instant]) -> None:
        """Sleep so long, but only until something is due that was written since the reset."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := min(end - loop.time(), self._soonest - now())) > 0:
            self._sooner.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(left):  # wait_for of 3.11 can miss that we are cancelled
                    await self._sooner.wait()


class Alarms:
    """The outbox's alarm and the clockwork's."""

    def __init__(self) -> None:
        self.posts, self.clocks = Alarm(), Alarm()
        self._written: dict[bool, Instant] = {}  # the soonest of a transaction, of posts or others

    def watch(self, db: sqlite3.Connection) -> None:
        """Note what this connection writes."""
        db.create_function("note_due", 2, self._note)
        for (table,) in db.execute(_TABLES).fetchall():
            for name, event in (("added", "INSERT"), ("changed", "UPDATE OF due")):
                db.execute(f"""
                    CREATE TEMP TRIGGER "{table}_{name}" AFTER {event} ON main."{table}"
                    WHEN typeof(NEW.due) = 'integer'
                    BEGIN SELECT note_due('{table}', NEW.due); END""")

    def _note(self, table: str, due: Instant) -> None:
        """Note a due time, in the thread of the connection."""
        is_post = table == _POSTS
        self._written[is_post] = min(due, self._written.get(is_post, due))

    def committed(self) -> None:
        """Ring for what was written. After a rollback the task looks and finds nothing."""
        written, self._written = self._written, {}
        for is_post, due in written.items():
            (self.posts if is_post else self.clocks).ring(due)

    def ring(self) -> None:
        """Have everything looked at now: the clock was moved."""
        self.posts.ring()
        self.clocks.ring()
