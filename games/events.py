"""Events: everything that can happen in a match, as values and as plain data. Decides nothing.

Invariant: an event names seats, never people, so a log can outlive its players' names.

>>> from_data({"kind": "moved", "by": "d", "at": 60, "path": ["e2", "f2"]})
Moved(by=<Side.DARK: 'd'>, at=60, path=('e2', 'f2'), prepared=False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast, get_args

from games.core import Side
from games.errors import Fault, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core import Move

T = TypeVar("T")

_LAST_SECOND = 253_402_300_799  # of the year 9999, the last that every calendar can show


class Offer(StrEnum):
    """The offers that a player can make to the opponent."""

    AGREE = "agree"  # to end the game as the rule set allows: a draw, or a count of men
    TAKEBACK = "takeback"  # to take back the asker's own last move


@dataclass(frozen=True, slots=True)
class Created:
    """The match starts, with its full rules, so that later changes to a preset don't matter."""

    kind: ClassVar[str] = "created"
    by: ClassVar[None] = None
    at: int  # Unix seconds, here and in every event
    rules: Mapping[str, object] = field(hash=False)  # Game.data
    lot: Side | None = None  # the side drawn to go first, if the rule set leaves that open
    start: str | None = None  # a position's line, unless the rule set's own start


@dataclass(frozen=True, slots=True)
class Moved:
    """A player made a move."""

    kind: ClassVar[str] = "moved"
    by: Side
    at: int
    path: Move
    prepared: bool = False  # planned before the opponent's move, and played right after


@dataclass(frozen=True, slots=True)
class Offered:
    """A player makes an offer."""

    kind: ClassVar[str] = "offered"
    by: Side
    at: int
    what: Offer


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A player withdraws their own offer."""

    kind: ClassVar[str] = "withdrawn"
    by: Side
    at: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The opponent accepts or declines the open offer."""

    kind: ClassVar[str] = "answered"
    by: Side
    at: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player resigns."""

    kind: ClassVar[str] = "resigned"
    by: Side
    at: int


@dataclass(frozen=True, slots=True)
class Flagged:
    """A side ran out of time, as games.pace decides."""

    kind: ClassVar[str] = "flagged"
    by: ClassVar[None] = None
    at: int
    side: Side
    void: bool = False  # before both sides had moved twice: no result


@dataclass(frozen=True, slots=True)
class Given:
    """A player gives the opponent a day. games.pace decides whether any clock is running."""

    kind: ClassVar[str] = "given"
    by: Side
    at: int


@dataclass(frozen=True, slots=True)
class Shelved:
    """The match is paused after a long silence; nobody loses."""

    kind: ClassVar[str] = "shelved"
    by: ClassVar[None] = None
    at: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """A player resumes the match."""

    kind: ClassVar[str] = "resumed"
    by: Side
    at: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """A moderator ends the match without a result."""

    kind: ClassVar[str] = "stopped"
    by: ClassVar[None] = None
    at: int


Event = (
    Created
    | Moved
    | Offered
    | Withdrawn
    | Answered
    | Resigned
    | Flagged
    | Given
    | Shelved
    | Resumed
    | Stopped
)

_KINDS: Mapping[str, type[Event]] = {kind.kind: kind for kind in get_args(Event)}


def to_data(event: Event) -> dict[str, object]:
    """The event as plain data for from_data: text, numbers, booleans, lists and mappings."""
    values = ((part, getattr(event, part.name)) for part in fields(event))
    told = {p.name: _plain(value) for p, value in values if value or p.default is not False}
    return {"kind": event.kind, **told}


def _plain(value: object) -> object:
    match value:
        case StrEnum():
            return value.value
        case tuple():
            return list(cast("tuple[object, ...]", value))
        case Mapping():
            return dict(cast("Mapping[str, object]", value))
        case _:
            return value


def from_data(data: object) -> Event:
    """The event in these data; Unreadable for anything else, including unknown kinds.

    Doesn't check rules or moves: games.match does.
    """
    # Errors name the key, since the value could be too deep or too long to show.
    record = _read_part("an event", _mapping, data)
    kind = _read_part("kind", _text, record.pop("kind", None))
    if kind not in _KINDS:
        raise Unreadable(Fault.RECORD, kind)
    parts = {part.name: part for part in fields(_KINDS[kind])}
    for name in sorted(record.keys() ^ parts.keys()):
        if name in record or parts[name].default is MISSING:
            raise Unreadable(Fault.RECORD, name)
    values = {
        name: None
        if value is None and parts[name].default is None
        else _read_part(name, _READERS[name], value)
        for name, value in record.items()
    }
    return cast("Callable[..., Event]", _KINDS[kind])(**values)


def _read_part(name: str, reader: Callable[[object], T], value: object) -> T:
    try:
        return reader(value)
    except (TypeError, ValueError):
        raise Unreadable(Fault.RECORD, name) from None


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError
    return {_text(key): part for key, part in cast("Mapping[object, object]", value).items()}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _side(value: object) -> Side:
    return Side(_text(value))


def _offer(value: object) -> Offer:
    return Offer(_text(value))


def _path(value: object) -> Move:
    if not isinstance(value, list):
        raise TypeError
    return tuple(map(_text, cast("list[object]", value)))


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _second(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    if not 0 <= value <= _LAST_SECOND:
        raise ValueError
    return value


_READERS: Mapping[str, Callable[[object], object]] = {  # a field means the same in every event
    "by": _side,
    "at": _second,
    "rules": _mapping,
    "lot": _side,
    "start": _text,
    "path": _path,
    "what": _offer,
    "accepted": _truth,
    "prepared": _truth,
    "side": _side,
    "void": _truth,
}
