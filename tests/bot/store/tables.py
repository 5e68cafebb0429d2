"""A test's own view of a database that a store has open: all rows, read and written past it."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, TypeVar

from bot.model.challenges import Challenge
from bot.model.times import Vacation
from bot.store import events, matches, rows
from bot.store.posts import kinds_of, post_reader
from bot.store.times import Outage
from tests.bot.store.extensions import EXTENSIONS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bot.model.matches import Record
    from bot.model.posts import Post
    from bot.store.rows import Kind
    from games.match import Match

T = TypeVar("T")
_read_post = post_reader(kinds_of(EXTENSIONS))


class Tables:
    """All stored rows, by number, read again at each look."""

    def __init__(self, path: Path) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.row_factory = sqlite3.Row

    def close(self) -> None:
        """Look no more."""
        self.db.close()

    @property
    def posts(self) -> dict[int, Post]:
        """The posts that wait."""
        return {post.id: post for post in self.all(_read_post, "post")}

    @property
    def challenges(self) -> dict[int, Challenge]:
        """Every challenge."""
        return {challenge.id: challenge for challenge in self.all(Challenge, "challenge")}

    @property
    def vacations(self) -> dict[int, Vacation]:
        """Every vacation."""
        return {vacation.id: vacation for vacation in self.all(Vacation, "vacation")}

    @property
    def outages(self) -> list[tuple[int, int]]:
        """Every outage, from when and up to when."""
        return [(outage.start, outage.end) for outage in self.all(Outage, "outage")]

    @property
    def notes(self) -> dict[str, str]:
        """Every note."""
        return dict(self.db.execute("SELECT name, text FROM note").fetchall())

    @property
    def records(self) -> dict[int, Record]:
        """Every match, folded from its events."""
        stored = self.db.execute('SELECT * FROM "match" ORDER BY id').fetchall()
        folded = {row["id"]: self._fold(row["id"]) for row in stored}
        return {
            row["id"]: matches.record_of(row, folded[row["id"]], folded.get(row["first"]))
            for row in stored
        }

    def record(self, number: int) -> Record:
        """One match, which is no second game."""
        (row,) = self.db.execute('SELECT * FROM "match" WHERE id = ?', (number,)).fetchall()
        return matches.record_of(row, self._fold(number))

    def _fold(self, number: int) -> Match:
        return matches.folded(number, None, events.events_of(self.db, number))

    def all(self, kind: Kind[T], table: str) -> list[T]:
        """Every row of a table, as a value of this kind."""
        return [*rows.readable(kind, self.db.execute(f'SELECT * FROM "{table}" ORDER BY 1'))]  # noqa: S608

    def put_record(self, record: Record) -> None:
        """Have this match there, as it is, in the place of one of that number."""
        self._put("match", matches.match_row(record))
        self.db.execute('DELETE FROM event WHERE "match" = ?', (record.id,))
        for row in events.event_rows(record.id, 1, record.match.log, record.id):
            self._put("event", row)

    def put(self, table: str, value: object) -> None:
        """Have this value there, in the place of one of that number."""
        self._put(table, rows.row_of(value))

    def _put(self, table: str, row: Mapping[str, object]) -> None:
        names = ", ".join(f'"{name}"' for name in row)
        values = ", ".join(f":{name}" for name in row)
        self.db.execute(f'INSERT OR REPLACE INTO "{table}" ({names}) VALUES ({values})', row)  # noqa: S608
