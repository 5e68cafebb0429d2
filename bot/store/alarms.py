"""Alarms: a transaction that writes a due time wakes the task that processes it.

Invariant: triggers note every due time written to any table, so no caller can forget to wake a
task, and a new table only needs a column `due`.
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

_POSTS = "post"  # the outbox's table; the clockwork looks at all others
_TABLES = """
    SELECT s.name FROM main.sqlite_schema AS s JOIN pragma_table_info(s.name) AS c
    WHERE s.type = 'table' AND c.name = 'due'"""


class Alarm:
    """Wakes a task early if something is due before its next planned look."""

    def __init__(self) -> None:
        self._soonest: float = inf  # due time written since the task began to look
        self._sooner = asyncio.Event()

    def reset(self) -> None:
        """Forget the due times written so far: the task is about to read them."""
        self._soonest = inf

    def ring(self, due: Instant = 0) -> None:
        """Wake the task at a due time; without a time, now."""
        if due < self._soonest:
            self._soonest = due
            self._sooner.set()

    async def sleep(self, seconds: float, now: Callable[[], Instant]) -> None:
        """Sleep this long, or until a due time that was written since the reset."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := min(end - loop.time(), self._soonest - now())) > 0:
            self._sooner.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(left):  # 3.11's wait_for can miss a cancellation
                    await self._sooner.wait()


class Alarms:
    """The alarms of the outbox and the clockwork."""

    def __init__(self) -> None:
        self.posts, self.clocks = Alarm(), Alarm()
        self._written: dict[bool, Instant] = {}  # a transaction's soonest, of posts or others

    def watch(self, db: sqlite3.Connection) -> None:
        """Note the due times that this connection writes."""
        db.create_function("note_due", 2, self._note)
        for (table,) in db.execute(_TABLES).fetchall():
            for name, event in (("added", "INSERT"), ("changed", "UPDATE OF due")):
                db.execute(f"""
                    CREATE TEMP TRIGGER "{table}_{name}" AFTER {event} ON main."{table}"
                    WHEN typeof(NEW.due) = 'integer'
                    BEGIN SELECT note_due('{table}', NEW.due); END""")

    def _note(self, table: str, due: Instant) -> None:
        """Note a due time. Runs in the connection's thread."""
        is_post = table == _POSTS
        self._written[is_post] = min(due, self._written.get(is_post, due))

    def committed(self) -> None:
        """Ring for the noted due times. After a rollback the task looks and finds nothing."""
        written, self._written = self._written, {}
        for is_post, due in written.items():
            (self.posts if is_post else self.clocks).ring(due)

    def ring(self) -> None:
        """Have everything looked at now, since the clock was moved."""
        self.posts.ring()
        self.clocks.ring()
