"""Values <-> rows: a field is stored in the column of its name, and read strictly by its type.

A field that is itself a value (a place, a pace) is stored in the columns of its own fields. So a
new field of such a value needs a column in the schema, and nothing here.
"""

from __future__ import annotations

import json
import logging
import re
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache, partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args, get_origin, get_type_hints

from bot.model.matches import Outcome
from bot.model.servers import Place
from bot.store import sql
from bot.store.errors import Damaged
from games.core import Side
from games.errors import GameError
from games.events import Event
from games.match import Match
from games.pace import Clock, Pace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    Row = sqlite3.Row
    Values = Mapping[str, Any]
    Converter = Callable[[Any], object]
    Getter = Callable[[object], Any]
    Column = tuple[str, Collection[type], Converter]

T = TypeVar("T")

if TYPE_CHECKING:
    Kind = type[T] | Callable[[sqlite3.Row], T]  # a dataclass, or a function that reads a row

log = logging.getLogger(__name__)

# Types that the model names only in annotations.
_TYPES = {
    **{kind.__name__: kind for kind in (Match, Clock, Outcome, Pace, Place, Side)},
    "Event": Event,
    "Player": int,
    "Instant": int,
}
_PLAIN = (int, str, NoneType)
_SMALLEST, _LARGEST = 1e-6, 10_000.0  # floats are points or fractions, with six places
_GROWING = ("won", "drawn", "lost", "opponents", "games")  # counts that grow by addition
_MOST = 10**9
# The tables of kinds with other names; for the log.
_TABLES = {
    "Block": "blocked",
    "LogEntry": "moderation",
    "_read_line": "moderation",
    "_read_past": "match",
    "read_filed": "match",
    "read_listing": "match",
    "read_post_row": "post",
}
_IN_A_NAME = re.compile("(?<=[a-z])(?=[A-Z])")  # the start of a word in a class name
# The tables whose id is a Discord ID of a person or a server: no log may hold it.
_WITH_DISCORDS_ID = ("person", "guild")
reported: set[str] = set()  # sentences about unreadable rows and matches so far


def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, localns=_TYPES)


@cache
def columns(kind: type, *without: str) -> tuple[str, ...]:
    """Return the columns that store a value of this type, except these fields."""
    return tuple(path.rpartition(".")[2] for path, _ in _paths(kind, without))


def _paths(kind: type, without: Collection[str] = (), to: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of a type and of its parts, such as strength.rating, with their types."""
    for name, hint in _hints(kind).items():
        if name in without:
            continue
        if is_dataclass(hint) and isinstance(hint, type):
            yield from _paths(hint, to=f"{to}{name}.")
        else:
            yield to + name, hint


def row_of(value: object, *without: str) -> Values:
    """Return a value as columns, without these fields."""
    getters, lists = _getters(type(value), *without)
    row: dict[str, Any] = {name: get(value) for name, get in getters}
    for name in lists:
        row[name] = json.dumps(row[name])
    return row


@cache
def _getters(kind: type, *without: str) -> tuple[Sequence[tuple[str, Getter]], Sequence[str]]:
    """Return a getter of each column's value for a type, and the columns that are JSON lists."""
    paths = [(path.rpartition(".")[2], path, hint) for path, hint in _paths(kind, without)]
    lists = [name for name, _, hint in paths if get_origin(hint) is tuple]
    return [(name, attrgetter(path)) for name, path, _ in paths], lists


def one(kind: Kind[T], db: sqlite3.Connection, statement: str, **values: object) -> T | None:
    """Return the value of the first row that can be read, if there is one."""
    return next(iter(many(kind, db, statement, **values)), None)


def many(kind: Kind[T], db: sqlite3.Connection, statement: str, **values: object) -> list[T]:
    """Return the values of all rows that can be read."""
    return [*readable(kind, sql.many(db, statement, values))]


def readable(kind: Kind[T], stored: Iterable[Row]) -> Iterator[T]:
    """Yield the values of the readable rows; log each unreadable row once."""
    reader = _reader(kind)
    for row in stored:
        try:
            yield reader(row)
        except Damaged as damaged:
            _report(kind, row, damaged)


def _reader(kind: Kind[T]) -> Callable[[Row], T]:
    if isinstance(kind, type):
        return partial(read, cast("type[T]", kind))
    return kind


def name_of(table: str, row: Row | Values) -> str:
    """Return a row's name for logs and reports, never with a person's ID."""
    if table == "event":
        return f"event {row['number']} of match {row['match']}"
    ours = "id" in row.keys() and table not in _WITH_DISCORDS_ID  # noqa: SIM118  sqlite3.Row
    return f"row {row['id']} of {table}" if ours else f"a row of {table}"


def _report(kind: Kind[T], row: Row, damaged: Damaged) -> None:
    name = kind.__name__
    table = _TABLES.get(name) or _IN_A_NAME.sub("_", name.removeprefix("read_")).lower()
    sentence = f"{name_of(table, row)} is left out: {damaged}"
    if sentence not in reported:
        reported.add(sentence)
        log.warning("%s", sentence)


def read(kind: type[T], row: Row, **given: object) -> T:
    """Return the value of a row, with the given fields; raise Damaged if it can't be read."""
    return read_values(kind, values_of(row), given)


def values_of(row: Row) -> Values:
    """Return a row's columns as values."""
    return dict(zip(row.keys(), row, strict=True))


def read_values(kind: type[T], stored: Values, given: Values) -> T:
    """Make a value from columns by name and the given fields; raise Damaged for a bad column."""
    fields, parts = _readers(kind, *given)
    values = dict(given)
    for name, plain, convert in fields:
        value = stored[name]
        try:
            values[name] = value if type(value) in plain else convert(value)
        except (TypeError, ValueError):
            raise Damaged(name) from None
    for name, part in parts:
        values[name] = read_values(part, stored, {})
    try:
        return kind(**values)
    except GameError:  # such as an impossible pace
        raise Damaged(*columns(kind)) from None


@cache
def _readers(kind: type, *given: str) -> tuple[Sequence[Column], Sequence[tuple[str, type]]]:
    """Return the columns of a type's plain fields, and its fields that are values themselves."""
    hints = _hints(kind)
    names = [name for name in hints if name not in given]
    plain = [_column(name, hints[name]) for name in names if not is_dataclass(hints[name])]
    return plain, [(name, hints[name]) for name in names if is_dataclass(hints[name])]


def _column(name: str, hint: Any) -> Column:  # noqa: ANN401  a type, or a union of types
    """Return a column: the types stored unchanged, and the converter of any other."""
    if name in _GROWING:
        return name, (), _count
    optional = isinstance(hint, UnionType)
    kind = next(part for part in get_args(hint) if part is not NoneType) if optional else hint
    parts = get_args(hint) if optional else (kind,)
    plain = {part for part in parts if part in _PLAIN}
    return name, plain, _converter(kind)


def _converter(kind: Any) -> Converter:  # noqa: ANN401  a type
    """Return a converter of stored values to this type; it raises ValueError for a bad one."""
    if get_origin(kind) is tuple:
        return _numbers
    if kind is bool:
        return _truth
    if kind is float:
        return _number
    return kind if issubclass(kind, StrEnum) else _refused


def _refused(stored: object) -> object:
    raise ValueError(stored)


def _truth(stored: object) -> bool:
    if type(stored) is not int or stored not in (0, 1):
        raise ValueError(stored)
    return stored == 1


def _number(stored: object) -> float:
    if type(stored) is not float or not (stored == 0 or _SMALLEST <= abs(stored) <= _LARGEST):
        raise ValueError(stored)  # not usable in calculations
    return stored


def _count(stored: object) -> int:
    if type(stored) is not int or not 0 <= stored <= _MOST:
        raise ValueError(stored)
    return stored


def _numbers(stored: str) -> tuple[int, ...]:
    if stored == "[]":
        return ()  # the usual case
    loaded: object = json.loads(stored)
    if not isinstance(loaded, list):
        raise ValueError(stored)  # noqa: TRY004  handled like any other bad value
    numbers = tuple(cast("list[object]", loaded))
    if any(type(number) is not int for number in numbers):
        raise ValueError(stored)
    return cast("tuple[int, ...]", numbers)
