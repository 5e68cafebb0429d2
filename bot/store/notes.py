"""Notes in SQLite: texts that the program stores about itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.store import rows, sql
from bot.store.posts import add_posts

if TYPE_CHECKING:
    import sqlite3

    from bot.model.posts import Post
    from bot.store.database import Database

PSEUDONYMS = "pseudonyms"  # the note with the key of all pseudonyms


@dataclass(frozen=True, slots=True)
class Note:
    """A text that the program stored about itself."""

    name: str
    text: str


NOTE = rows.columns(Note)
ONE_NOTE: Final = "SELECT * FROM note WHERE name = :name"
KEEP_NOTE: Final = sql.keep("note", NOTE)
KEEP_NOTE_ONCE: Final = sql.insert("note", NOTE, "INSERT OR IGNORE")


class Notes:
    """Reads and writes notes by their names."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, name: str) -> str | None:
        """Return a text that the program stored about itself."""
        return await self._database.read(lambda db: read_note(db, name))

    async def keep(self, name: str, text: str, *posts: Post) -> None:
        """Store a text that the program needs again, and posts that go with it."""

        def job(db: sqlite3.Connection) -> None:
            db.execute(KEEP_NOTE, {"name": name, "text": text})
            add_posts(db, posts)

        await self._database.write(job)


def read_note(db: sqlite3.Connection, name: str) -> str | None:
    """Read a note as part of a job."""
    note = rows.one(Note, db, ONE_NOTE, name=name)
    return note and note.text
