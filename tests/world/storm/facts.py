"""The database, read independently of the bot: rows, and games folded from their events."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from bot.model.matches import Seats
from games.events import from_data
from games.match import fold
from sandbox.rules.arrangement import inside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from games.events import Event
    from games.match import Match
    from sandbox.world.model import Message
    from tests.world.life import Life

Row = dict[str, Any]
_CONTROL = re.compile("k:(?:more|vote-other):([0-9]+):")
LIVE = "reason IS NULL AND shelved = 0"  # matches in progress


class Facts:
    """Reads the database, which counts as empty while it can't be read.

    `life`: the bot that has it open. After a power cut, the next bot may find a different file.
    """

    def __init__(self, database: Path, life: Callable[[], Life]) -> None:
        self._where = f"file:{database}?mode=ro"
        self._life = life
        self._reader: tuple[Life, sqlite3.Connection] | None = None
        self._matches: dict[tuple[int, int, int], Match] = {}

    def close(self) -> None:
        """Close the file."""
        if self._reader:
            self._reader[1].close()
        self._reader = None

    def ask(self, statement: str, *values: object) -> list[Row]:
        """Run a statement. Return its rows, by column."""
        life = self._life()
        if self._reader and (self._reader[0] is not life or life.dead):
            self.close()
        try:
            db = self._reader[1] if self._reader else sqlite3.connect(self._where, uri=True)
            if not life.dead:
                self._reader = life, db
            cursor = db.execute(statement, values)
            names = [column for column, *_ in cursor.description]
            rows = [dict(zip(names, row, strict=True)) for row in cursor]
            if life.dead:
                db.close()
        except sqlite3.OperationalError:
            self.close()
            return []
        return rows

    def rows(self, table: str, where: str = "true", *values: object) -> list[Row]:
        """The rows of a table that meet the condition."""
        return self.ask(f'SELECT * FROM "{table}" WHERE {where}', *values)  # noqa: S608  a test's own words

    def match(self, number: int, events: int | None = None) -> Match | None:
        """Fold a match from its log, or its first events only; None if it has fewer."""
        newest = 'SELECT number, "sum" FROM event WHERE "match" = ? ORDER BY number DESC LIMIT 1'
        one = 'SELECT number, "sum" FROM event WHERE "match" = ? AND number = ?'
        last = self.ask(newest, number) if events is None else self.ask(one, number, events)
        if not last:
            return None
        length, checksum = last[0]["number"], last[0]["sum"]
        if (number, length, checksum) not in self._matches:
            where = '"match" = ? AND number <= ? ORDER BY number'
            log = self.rows("event", where, number, length)
            self._matches[number, length, checksum] = fold([_event(row) for row in log])
        return self._matches[number, length, checksum]


def _event(row: Row) -> Event:
    columns = {name: row[name] for name in ("kind", "by", "at") if row[name] is not None}
    return from_data(columns | json.loads(row["data"]))


class Players(Seats):
    """The players of a row's match."""

    def __init__(self, row: Row) -> None:
        self.dark, self.light = row["dark"], row["light"]
        self.dark_partner, self.light_partner = row["dark_partner"], row["light_partner"]


def mover(row: Row, match: Match) -> int:
    """The player whose turn it is."""
    return Players(row).on_turn(match.turn, match.turn, len(match.plies))


def marks_of(components: Sequence[Row]) -> int:
    """The number of the post that a message carries; 0 if it carries none."""
    return int(components[0].get("id") or 0) if components else 0


def ids(message: Message) -> Iterator[str]:
    """The custom IDs of a message's enabled buttons and menus."""
    for _, part in inside(message.components):
        if part.get("custom_id") and not part.get("disabled"):
            yield str(part["custom_id"])


def live_boards(shelves: Iterable[dict[str, Message]], bot: str) -> dict[int, list[Message]]:
    """The bot's messages with live controls of a game, by game."""
    boards: defaultdict[int, list[Message]] = defaultdict(list)
    for message in (message for shelf in shelves for message in shelf.values()):
        if message.author_id == bot and message.owner_id is None:
            games = {m[1] for one in ids(message) if (m := _CONTROL.match(one))}
            for game in games:
                boards[int(game)].append(message)
    return boards


def seen_on(board: Message, game: int) -> int:
    """The number of events that a board of that game shows, by its buttons."""
    starts = f"k:more:{game}:"
    seen = (one.removeprefix(starts) for one in ids(board) if one.startswith(starts))
    return int(next(seen, 1 << 30))
