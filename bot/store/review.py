"""The reviews of games, kept as JSON in a row each. They name no person: erasing one leaves them.

A review that cannot be read counts as none, so that it is made again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from bot.service.review import WHOLE, Moment, Reason, Review
from bot.store import rows, sql
from bot.store.errors import Damaged
from games.core import Side

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from bot.store.connection import Connection
    from bot.store.writer import Writer
    from games.core import Move


@dataclass(frozen=True, slots=True)
class _Kept:
    """A row."""

    match: int
    version: int
    data: str


REVIEW: Final = 'SELECT * FROM review WHERE "match" = :match'
KEEP_REVIEW: Final = sql.keep("review", rows.columns(_Kept))


class StoredReviews:
    """The part of the store that knows reviews."""

    def __init__(self, writer: Writer, reader: Connection) -> None:
        self._writer = writer
        self._reader = reader

    async def find(self, match: int) -> Review | None:
        """That of a match; None where there is none that can be read."""
        found = await self._reader.run(lambda db: sql.many(db, REVIEW, {"match": match}))
        return next(rows.readable(read, found), None)

    async def keep(self, match: int, review: Review) -> None:
        """Store it, in the place of an older one."""
        row = rows.row_of(_Kept(match, review.version, _written(review)))
        await self._writer.write(lambda db: db.execute(KEEP_REVIEW, row))


def _written(review: Review) -> str:
    moments = [
        {
            **asdict(each),
            "played": _path(each.played),
            "better": _path(each.better),
            "line": list(map(_path, each.line)),
            "reply": list(map(_path, each.reply)),
        }
        for each in review.moments
    ]
    return json.dumps({"curve": review.curve, "moments": moments}, separators=(",", ":"))


def _path(move: Move) -> str:
    return "-".join(move)


def read(row: sqlite3.Row) -> Review:
    """The review of a row; Damaged where it holds none."""
    kept = rows.read(_Kept, row)
    try:
        data: Any = json.loads(kept.data)
        moments = tuple(_moment(**each) for each in data["moments"])
        return Review(kept.version, tuple(map(_chance, data["curve"])), moments)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise Damaged("data") from None


def _moment(**kept: Any) -> Moment:  # noqa: ANN401  what JSON holds
    return Moment(
        ply=_count(kept["ply"]),
        side=Side(kept["side"]),
        played=_move(kept["played"]),
        better=_move(kept["better"]),
        before=_chance(kept["before"]),
        after=_chance(kept["after"]),
        reason=Reason(kept["reason"]),
        points=tuple(map(_point, kept["points"])),
        line=_moves(kept["line"]),
        reply=_moves(kept["reply"]),
        ways=_count(kept["ways"]),
    )


def _count(kept: object) -> int:
    if type(kept) is not int or kept < 0:
        raise ValueError(kept)
    return kept


def _chance(kept: object) -> int:
    if _count(kept) > WHOLE:
        raise ValueError(kept)
    return cast("int", kept)


def _moves(kept: Iterable[object]) -> tuple[Move, ...]:
    return tuple(map(_move, kept))


def _move(kept: object) -> Move:
    return tuple(map(_point, str(kept).split("-")))


def _point(kept: object) -> str:
    """A point's name, of any board."""
    text = str(kept)
    if not (text[:1].isalpha() and text[1:].isdecimal()):
        raise ValueError(kept)
    return text
