"""Reviews in SQLite, one JSON row each. They name no person, so erasing a player leaves them.

An unreadable review counts as missing, so that it is made again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from bot.features.review.model import WHOLE, Moment, Reason, Review
from bot.store import rows, sql
from bot.store.errors import Damaged
from bot.store.extension import Extension
from games.core import Reason as Ending
from games.core import Side

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from bot.store.database import Database
    from games.core import Move


@dataclass(frozen=True, slots=True)
class _Stored:
    """A row."""

    match: int
    version: int
    data: str


REVIEW: Final = 'SELECT * FROM review WHERE "match" = :match'
KEEP_REVIEW: Final = sql.keep("review", rows.columns(_Stored))
FORGET_REVIEW: Final = 'DELETE FROM review WHERE "match" = :match'


class ReviewTables:
    """The reviews of games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, match: int) -> Review | None:
        """Return the review of a match; None if there is none that can be read."""
        return await self._database.one(read_review, REVIEW, match=match)

    async def keep(self, match: int, review: Review) -> None:
        """Store a review, replacing an older one."""
        row = rows.row_of(_Stored(match, review.version, _written(review)))
        await self._database.execute(KEEP_REVIEW, **row)


def _written(review: Review) -> str:
    """Write a review as JSON."""
    moments = [
        {
            **asdict(moment),
            "played": _path(moment.played),
            "better": _path(moment.better),
            "line": list(map(_path, moment.line)),
            "reply": list(map(_path, moment.reply)),
        }
        for moment in review.moments
    ]
    return json.dumps({"curve": review.curve, "moments": moments}, separators=(",", ":"))


def _path(move: Move) -> str:
    return "-".join(move)


def read_review(row: sqlite3.Row) -> Review:
    """Read a review from its row; Damaged if the row holds none."""
    stored = rows.read(_Stored, row)
    try:
        data: Any = json.loads(stored.data)
        moments = tuple(_moment(**moment) for moment in data["moments"])
        return Review(stored.version, tuple(map(_chance, data["curve"])), moments)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise Damaged("data") from None


def _moment(**stored: Any) -> Moment:  # noqa: ANN401  the contents of JSON
    """Read a moment from JSON."""
    return Moment(
        ply=_count(stored["ply"]),
        side=Side(stored["side"]),
        played=_move(stored["played"]),
        better=_move(stored["better"]),
        before=_chance(stored["before"]),
        after=_chance(stored["after"]),
        reason=Reason(stored["reason"]),
        points=tuple(map(_point, stored["points"])),
        line=_moves(stored["line"]),
        reply=_moves(stored["reply"]),
        ways=_count(stored["ways"]),
        end=Ending(stored["end"]) if stored["end"] else None,
        again=tuple(map(_count, stored["again"])),
        room=tuple(map(_count, stored["room"])),
    )


def _count(stored: object) -> int:
    if type(stored) is not int or stored < 0:
        raise ValueError(stored)
    return stored


def _chance(stored: object) -> int:
    if _count(stored) > WHOLE:
        raise ValueError(stored)
    return cast("int", stored)


def _moves(stored: Iterable[object]) -> tuple[Move, ...]:
    return tuple(map(_move, stored))


def _move(stored: object) -> Move:
    return tuple(map(_point, str(stored).split("-")))


def _point(stored: object) -> str:
    """Read a point's name, on any board."""
    text = str(stored)
    if not (text[:1].isalpha() and text[1:].isdecimal()):
        raise ValueError(stored)
    return text


def _forget(db: sqlite3.Connection, match: int) -> None:
    """Delete a match's review, since it names moves."""
    db.execute(FORGET_REVIEW, {"match": match})


EXTENSION = Extension(tables={"review": read_review}, moves_forgotten=_forget)
