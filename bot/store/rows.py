"""Values <-> rows: a field is kept in the column of its name, read back strictly by its type.

A field that is itself a value (a place, a pace) is kept in the columns of its own fields. So a new
field of such a value needs a migration, and nothing here.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, is_dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args, get_origin, get_type_hints

from bot.service.model import (
    Challenge,
    Guild,
    Listing,
    Person,
    Place,
    Post,
    Record,
    Snapshot,
    Vacation,
)
from bot.service.my_data import Filed
from bot.service.refusals import Bar, Block
from bot.store import checksums
from bot.store.errors import Damaged
from games.core import Side
from games.errors import GameError
from games.events import Event, from_data, to_data
from games.match import Match
from games.pace import Absence, Clock, Pace

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    Row = sqlite3.Row
    Values = Mapping[str, Any]
    Converter = Callable[[Any], object]
    Getter = Callable[[object], Any]
    Column = tuple[str, Collection[type], Converter]

T = TypeVar("T")

# What the model names in annotations alone.
_TYPES = {
    **{each.__name__: each for each in (Match, Clock, Pace, Place, Side)},
    "Event": Event,
    "Player": int,
    "Instant": int,
}
_PLAIN = (int, str, NoneType)
_SMALLEST, _LARGEST = 1e-6, 10_000.0  # floats are points or shares, with six places
_GROWING = ("won", "drawn", "lost", "games")  # counts, to which one is added
_MOST = 10**9
_OF_AN_EVENT = ("kind", "by", "at")  # beside its JSON


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the bot was offline."""

    start: int
    end: int

    def __post_init__(self) -> None:
        """Raise Contradiction where it ends before it begins."""
        Absence(None, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Note:
    """A text that the program stored about itself."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Erasure:
    """A person who is to be erased, as the host asked."""

    player: int
    asked_by: str
    at: int


@dataclass(frozen=True, slots=True)
class Erased:
    """A person who was erased, known by pseudonym alone."""

    pseudonym: int
    asked_by: str
    at: int


@dataclass(frozen=True, slots=True)
class Departed:
    """A server that the bot has left."""

    guild: int
    at: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is to do at one moment."""

    posts: int = 0  # to be posted
    failing: int = 0  # of these, tried in vain so far
    games: int = 0  # not over
    clocks: int = 0  # of these, with a deadline
    due: int = 0  # of these, whose deadline has come
    writes: int = 0  # that wait for the disk


def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, localns=_TYPES)


@cache
def columns(kind: type, *without: str) -> tuple[str, ...]:
    """The columns in which a value of this type is kept, these fields left out."""
    return tuple(path.rpartition(".")[2] for path, _ in _paths(kind, without))


def _paths(kind: type, without: Collection[str] = (), to: str = "") -> Iterator[tuple[str, Any]]:
    """The fields of a type and those of its parts, such as strength.rating, with their types."""
    for name, hint in _hints(kind).items():
        if name in without:
            continue
        if is_dataclass(hint) and isinstance(hint, type):
            yield from _paths(hint, to=f"{to}{name}.")
        else:
            yield to + name, hint


CLOCK = ("clock_since", "clock_total", "clock_reserve", "due", "reminded")
SNAPSHOT = columns(Snapshot)
CHALLENGE = columns(Challenge)
MATCH = (*columns(Record, "match", "earlier", "clock", "due", "reminded"), *SNAPSHOT, *CLOCK)
_CLOCKED = ("clock_since", "clock_total", "clock_reserve", "weekends")
LISTED = ", ".join(f'"{each}"' for each in (*columns(Listing, "clock"), *_CLOCKED))  # for listing()
EVENT = ("match", "number", "by", "at", "kind", "data", "sum")
POST = ("lane", *columns(Post, "after", "place"))
PERSON = columns(Person)
GUILD = columns(Guild)
VACATION = columns(Vacation)
OUTAGE = columns(Outage)
NOTE = columns(Note)
BAR = ("pseudonym", *columns(Bar))
BLOCK = ("pseudonym", *columns(Block))
ERASURE = columns(Erasure)
ERASED = columns(Erased)
DEPARTED = columns(Departed)


def row_of(value: object, *without: str) -> Values:
    """What the columns hold, these fields left out."""
    kept, lists = _written(type(value), *without)
    row: dict[str, Any] = {name: get(value) for name, get in kept}
    for name in lists:
        row[name] = json.dumps(row[name])
    return row


@cache
def _written(kind: type, *without: str) -> tuple[Sequence[tuple[str, Getter]], Sequence[str]]:
    """How to get what each column of a type holds; and which of them hold lists, as JSON."""
    found = [(path.rpartition(".")[2], path, hint) for path, hint in _paths(kind, without)]
    lists = [name for name, _, hint in found if get_origin(hint) is tuple]
    return [(name, attrgetter(path)) for name, path, _ in found], lists


def readable(reader: Callable[[Row], T], found: Iterable[Row]) -> Iterator[T]:
    """The values of those rows that can be read."""
    for row in found:
        with suppress(Damaged):
            yield reader(row)


def read(kind: type[T], row: Row, **given: object) -> T:
    """The value of a row, with these fields as given; Damaged where the row holds none."""
    return _read(kind, _kept(row), given)


def _kept(row: Row) -> Values:
    return dict(zip(row.keys(), row, strict=True))


def _read(kind: type[T], kept: Values, given: Values) -> T:
    own, parts = _readers(kind, *given)
    values = dict(given)
    for name, plain, convert in own:
        value = kept[name]
        try:
            values[name] = value if type(value) in plain else convert(value)
        except (TypeError, ValueError):
            raise Damaged(name) from None
    for name, part in parts:
        values[name] = _read(part, kept, {})
    try:
        return kind(**values)
    except GameError:  # a pace, say, that is none
        raise Damaged(*columns(kind)) from None


@cache
def _readers(kind: type, *given: str) -> tuple[Sequence[Column], Sequence[tuple[str, type]]]:
    """The columns of a type's fields; and the fields that are values themselves, by their types."""
    hints = _hints(kind)
    names = [name for name in hints if name not in given]
    own = [_column(name, hints[name]) for name in names if not is_dataclass(hints[name])]
    return own, [(name, hints[name]) for name in names if is_dataclass(hints[name])]


def _column(name: str, hint: Any) -> Column:  # noqa: ANN401  a type, or a union of types
    """A column: the types of what is a value as it is kept, and what converts anything else."""
    if name in _GROWING:
        return name, (), _count
    optional = isinstance(hint, UnionType)
    kind = next(each for each in get_args(hint) if each is not NoneType) if optional else hint
    plain = {each for each in (get_args(hint) if optional else (kind,)) if each in _PLAIN}
    return name, plain, _converter(kind)


def _converter(kind: Any) -> Converter:  # noqa: ANN401  a type
    """What turns what SQLite keeps into this type; ValueError where it keeps something else."""
    if get_origin(kind) is tuple:
        return _numbers
    if kind is bool:
        return _truth
    if kind is float:
        return _number
    return kind if issubclass(kind, StrEnum) else _refused


def _refused(kept: object) -> object:
    raise ValueError(kept)


def _truth(kept: object) -> bool:
    if type(kept) is not int or kept not in (0, 1):
        raise ValueError(kept)
    return kept == 1


def _number(kept: object) -> float:
    if type(kept) is not float or not (kept == 0 or _SMALLEST <= abs(kept) <= _LARGEST):
        raise ValueError(kept)  # none that can be reckoned with
    return kept


def _count(kept: object) -> int:
    if type(kept) is not int or not 0 <= kept <= _MOST:
        raise ValueError(kept)
    return kept


def _numbers(kept: str) -> tuple[int, ...]:
    if kept == "[]":
        return ()  # as most often
    found: object = json.loads(kept)
    if not isinstance(found, list):
        raise ValueError(kept)  # noqa: TRY004  as for anything else that is no such value
    numbers = tuple(cast("list[object]", found))
    if any(type(each) is not int for each in numbers):
        raise ValueError(kept)
    return cast("tuple[int, ...]", numbers)


def match_row(record: Record) -> Values:
    """Every column of a match."""
    own = row_of(record, "match", "earlier", "clock")
    return {**own, **snapshot(record.match), **clock_row(record)}


def clock_row(record: Record) -> Values:
    """What a match's row knows of time."""
    clock = record.clock
    return {
        "clock_since": clock and clock.since,
        "clock_total": clock and clock.total,
        "clock_reserve": clock and clock.reserve,
        "due": record.due,
        "reminded": record.reminded,
    }


def snapshot(match: Match) -> Values:
    """What a match's row repeats of its events."""
    return row_of(Snapshot.of(match))


def record(row: Row, match: Match, earlier: Match | None = None) -> Record:
    """The record of a match's row. Its events make the match, the first game's `earlier`."""
    kept = _kept(row)
    return _read(Record, kept, {"match": match, "earlier": earlier, "clock": _clock(kept)})


def listing(row: Row) -> Listing:
    """A match in one line of a list."""
    kept = _kept(row)
    return _read(Listing, kept, {"clock": _clock(kept)})


@dataclass(frozen=True, slots=True)
class _Passing:
    passing: tuple[int, ...]


def passing(row: Row) -> tuple[int, ...]:
    """The messages that go when the next board comes, of a row that has them."""
    return read(_Passing, row).passing


def filed(row: Row) -> Filed:
    """The match of a row, without its log."""
    return read(Filed, row, log=())


@dataclass(frozen=True, slots=True)
class _KeptClock:
    turn: Side
    weekends: bool
    clock_since: int
    clock_total: int
    clock_reserve: int


def _clock(kept: Values) -> Clock | None:
    if kept["clock_since"] is None:
        return None
    found = _read(_KeptClock, kept, {})
    times = found.clock_since, found.clock_total, found.clock_reserve
    return Clock(found.turn, *times, (), found.weekends)


def event_rows(match: int, first: int, events: Sequence[Event], before: int) -> list[Values]:
    """Every column of events; `first` is the first one's number, `before` the checksum before."""
    found: list[Values] = []
    for number, event in enumerate(events, first):
        data = to_data(event)
        own = {name: data.pop(name, None) for name in _OF_AN_EVENT}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        row = {"match": match, "number": number, "data": text, **own}
        before = checksums.of_event(before, [_bytes(row[each]) for each in EVENT[:-1]])
        found.append({**row, "sum": before})
    return found


def _bytes(value: object) -> bytes | None:
    return None if value is None else str(value).encode()


def event(row: Row) -> Event:
    """The event of a row; Damaged or Unreadable where it is none."""
    own = {name: row[name] for name in _OF_AN_EVENT if row[name] is not None}
    try:
        return from_data(own | json.loads(row["data"]))
    except GameError:
        raise
    except (TypeError, ValueError, RecursionError):
        raise Damaged("data") from None


def post_row(post: Post) -> Values:
    """Every column of a post."""
    return {"lane": post.lane, **row_of(post.place, "remote"), **row_of(post, "after", "place")}


@dataclass(frozen=True, slots=True)
class _Queue:
    guild: int | None
    queue: int


def post(row: Row) -> Post:
    """The post of a row, with the place it is for. What comes before it in its lane is not kept."""
    kept = read(_Queue, row)
    return read(Post, row, after=None, place=Place(kept.guild, abs(kept.queue)))
