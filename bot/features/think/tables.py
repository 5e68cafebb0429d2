"""Thinking boards in SQLite: one row for a person and a match, with its lines as JSON.

Invariant: a row is only read for its player, until the match is over. It is written only if it is
still at the step at which it was read, so no press undoes another.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from bot.features.think.model import (
    DEEPEST,
    MOST,
    Line,
    Thought,
    after_events,
    reply_of,
)
from bot.model.personal_data import moment_text
from bot.store import rows, sql
from bot.store.changes import Stale
from bot.store.errors import Damaged
from bot.store.extension import Extension
from games.events import Answered, Created
from games.notation import is_move

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.features.think.model import Moves
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.database import Database
    from bot.store.extension import MatchWritten
    from games.core import Move

_ENDS = ("", "raichi", "tuichi", "d", "l", "drawn")


@dataclass(frozen=True, slots=True)
class _Stored:
    """A row."""

    id: int
    match: int
    player: int
    step: int
    data: str


_COLUMNS: Final = rows.columns(_Stored)
THOUGHT: Final = "SELECT * FROM thought WHERE id = :id"
THOUGHT_OF: Final = 'SELECT * FROM thought WHERE "match" = :match AND player = :player'
THOUGHTS_IN: Final = 'SELECT * FROM thought WHERE "match" = :match'
THOUGHTS_BY: Final = "SELECT * FROM thought WHERE player = :player"
# Only for a player of a match in progress: they may have been erased since it was read.
ADD_THOUGHT: Final = """
    INSERT INTO thought ("match", player, data) SELECT id, :player, :data FROM "match"
    WHERE id = :match AND reason IS NULL
        AND :player IN (dark, light, coalesce(dark_partner, 0), coalesce(light_partner, 0))"""
KEEP_THOUGHT: Final = """
    UPDATE thought SET step = :step + 1, data = :data WHERE id = :id AND step = :step"""
SAME_MATCH: Final = 'SELECT 1 FROM "match" WHERE id = :match AND version = :version'
FORGET_THOUGHT: Final = "DELETE FROM thought WHERE id = :id"
FORGET_THOUGHT_OF: Final = 'DELETE FROM thought WHERE "match" = :match AND player = :player'
FORGET_THOUGHTS: Final = 'DELETE FROM thought WHERE "match" = :match'
ERASE_THOUGHTS: Final = "DELETE FROM thought WHERE player = :player"
THINKERS: Final = "SELECT DISTINCT player FROM thought"  # for files that no bot has open


class ThoughtTables:
    """The thinking boards of people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, number: int) -> Thought | None:
        """Return a thinking board; None if there is none that can be read."""
        return await self._database.one(read_thought, THOUGHT, id=number)

    async def of(self, match: int, player: Player) -> Thought | None:
        """Return a player's board in a match; None if there is none that can be read."""
        return await self._database.one(read_thought, THOUGHT_OF, match=match, player=player)

    async def all_in(self, match: int) -> Sequence[Thought]:
        """Return all players' boards in a match: only for one that is over."""
        return await self._database.many(read_thought, THOUGHTS_IN, match=match)

    async def add(self, new: Thought) -> Thought:
        """Store a new board; raise Stale if there is one already, or the match is over by now.

        A board that can't be read is replaced.
        """
        asked = {"match": new.match, "player": new.player}

        def job(db: sqlite3.Connection) -> int:
            if rows.one(read_thought, db, THOUGHT_OF, **asked):
                raise Stale
            db.execute(FORGET_THOUGHT_OF, asked)
            added = db.execute(ADD_THOUGHT, {**asked, "data": written_data(new)})
            if not added.rowcount:
                raise Stale
            return sql.inserted(added)

        return replace(new, id=await self._database.write(job))

    async def keep(self, changed: Thought, version: int | None = None) -> Thought:
        """Store a changed board; raise Stale if it was changed since it was read.

        `version`: the number of events that its match must still have, if that matters.
        """

        def job(db: sqlite3.Connection) -> None:
            same = {"match": changed.match, "version": version}
            if version is not None and sql.one(db, SAME_MATCH, same) is None:
                raise Stale
            if not _keep(db, changed):
                raise Stale

        await self._database.write(job)
        return replace(changed, step=changed.step + 1)


def _keep(db: sqlite3.Connection, changed: Thought) -> bool:
    known = {"id": changed.id, "step": changed.step}
    return db.execute(KEEP_THOUGHT, {**known, "data": written_data(changed)}).rowcount == 1


def written_data(thought: Thought) -> str:
    """Write a board's moves and lines as JSON."""
    data = {
        "start": thought.start,
        "position": thought.position,
        "moves": " ".join(thought.moves),
        "numbers": thought.numbers,
        "lines": [
            [
                line.number,
                line.start,
                line.position,
                " ".join(line.moves),
                line.kept,
                line.end,
                line.replies,
            ]
            for line in thought.lines
        ],
    }
    return json.dumps(data, separators=(",", ":"))


def read_thought(row: sqlite3.Row) -> Thought:
    """Read a board from its row; Damaged if the row holds none."""
    stored = rows.read(_Stored, row)
    try:
        data: Any = json.loads(stored.data)
        lines = tuple(_line(*line) for line in data["lines"][: 2 * MOST])
        return Thought(
            stored.id,
            stored.match,
            stored.player,
            stored.step,
            _count(data["start"]),
            _text(data["position"]),
            _moves(data["moves"]),
            lines,
            _count(data["numbers"]),
        )
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise Damaged("data") from None


def _line(  # noqa: PLR0913, PLR0917  the parts of a line
    number: object,
    start: object,
    position: object,
    moves: object,
    kept_at: object,
    end: object,
    replies: object,
) -> Line:
    """Read a line from its parts in JSON."""
    if end not in _ENDS or replies not in (True, False):
        raise ValueError(end)
    return Line(
        _count(number),
        _count(start),
        _text(position),
        _moves(moves),
        None if kept_at is None else _count(kept_at),
        _text(end),
        replies is True,
    )


def _count(stored: object) -> int:
    if type(stored) is not int or stored < 0:
        raise ValueError(stored)
    return stored


def _text(stored: object) -> str:
    if not isinstance(stored, str):
        raise TypeError(stored)
    return stored


def _moves(stored: object) -> Moves:
    moves = tuple(_text(stored).split())
    if len(moves) > DEEPEST or not all(map(is_move, moves)):
        raise ValueError(stored)
    return moves


# As a part of others' jobs


def _planned_reply(db: sqlite3.Connection, record: Record) -> Move | None:
    """Return the move that the player to move has planned for this position."""
    asked = {"match": record.id, "player": record.player(record.match.turn)}
    thought = rows.one(read_thought, db, THOUGHT_OF, **asked)
    return reply_of(thought, record.match) if thought else None


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """Turn off the replies of lines that the game has left; after the end, keep kept lines only."""
    if isinstance(written.events[0], Created):
        return
    record, match = written.record, written.record.match
    taken_back = any(isinstance(event, Answered) and event.accepted for event in written.events)
    for thought in rows.many(read_thought, db, THOUGHTS_IN, match=written.number):
        to_move = record.team(thought.player) is match.turn
        cancelled = taken_back or match.shelved or to_move
        after = after_events(thought, match, cancelled=cancelled)
        if match.verdict and not after.kept:
            db.execute(FORGET_THOUGHT, {"id": thought.id})
        elif after != thought:
            _keep(db, after)


def _forget(db: sqlite3.Connection, match: int) -> None:
    db.execute(FORGET_THOUGHTS, {"match": match})


def _erase(db: sqlite3.Connection, player: Player, _: Instant) -> None:
    db.execute(ERASE_THOUGHTS, {"player": player})


def _personal_data(
    db: sqlite3.Connection, player: Player
) -> Mapping[str, Sequence[Mapping[str, object]]]:
    thoughts = rows.many(read_thought, db, THOUGHTS_BY, player=player)
    return {"thoughts": [_shown(thought) for thought in thoughts]}


def _shown(thought: Thought) -> Mapping[str, object]:
    return {
        "match": thought.match,
        "board": " ".join(thought.moves),
        "lines": [
            {
                "after": line.start,
                "moves": " ".join(line.moves),
                "kept": None if line.kept is None else moment_text(line.kept),
                "replies": line.replies,
            }
            for line in thought.lines
        ],
    }


EXTENSION = Extension(
    planned_reply=_planned_reply,
    match_written=_match_written,
    moves_forgotten=_forget,
    retire=_erase,  # as they leave their partner's games
    erase=_erase,
    personal_data=_personal_data,
    people=lambda db: [row["player"] for row in sql.many(db, THINKERS, {})],
    tables={"thought": read_thought},
)
