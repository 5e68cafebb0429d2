"""Events: all that can happen in a match, each as a value and as plain data. Decides nothing.

Law: an event names seats, never persons, so that a log can outlive its players' names.

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

_LAST_SECOND = 253_402_300_799  # of the year 9999: what every calendar can still show


class Offer(StrEnum):
    """What one player can propose to the other."""

    AGREE = "agree"  # what the rule set lets them agree on: a draw, or to stop and count
    TAKEBACK = "takeback"  # the asker's own last move comes back


@dataclass(frozen=True, slots=True)
class Created:
    """The match begins, by these rules in full, so that no later preset changes it."""

    kind: ClassVar[str] = "created"
    by: ClassVar[None] = None
    at: int  # Unix seconds, here and in every event
    rules: Mapping[str, object] = field(hash=False)  # Game.data
    lot: Side | None = None  # who begins, where that was drawn
    start: str | None = None  # a position's line, where it is not the rule set's own start


@dataclass(frozen=True, slots=True)
class Moved:
    """A player made a move."""

    kind: ClassVar[str] = "moved"
    by: Side
    at: int
    path: Move
    prepared: bool = False  # it was chosen before the opponent's move, and played with it


@dataclass(frozen=True, slots=True)
class Offered:
    """A player proposes something."""

    kind: ClassVar[str] = "offered"
    by: Side
    at: int
    what: Offer


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The player who made the offer takes it back."""

    kind: ClassVar[str] = "withdrawn"
    by: Side
    at: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The opponent says yes or no to the offer that stands."""

    kind: ClassVar[str] = "answered"
    by: Side
    at: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player gives up."""

    kind: ClassVar[str] = "resigned"
    by: Side
    at: int


@dataclass(frozen=True, slots=True)
class Flagged:
    """The clock ran out for a side. That it did is for games.pace to say."""

    kind: ClassVar[str] = "flagged"
    by: ClassVar[None] = None
    at: int
    side: Side
    void: bool = False  # both sides had not moved twice yet: the game ends without a result


@dataclass(frozen=True, slots=True)
class Given:
    """A player gives the other a day. Whether a clock runs at all is for games.pace to say."""

    kind: ClassVar[str] = "given"
    by: Side
    at: int


@dataclass(frozen=True, slots=True)
class Shelved:
    """Nothing has happened for long: the match is put aside, not lost."""

    kind: ClassVar[str] = "shelved"
    by: ClassVar[None] = None
    at: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """A player takes the match up again."""

    kind: ClassVar[str] = "resumed"
    by: Side
    at: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """A moderator of the place where it is played ended the match; neither side has won."""

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
    """The event as text, numbers, truths, lists and mappings; from_data makes the same of it."""
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
    """The event that the data record; Unreadable for anything else, a kind unknown here included.

    Whether its rules are any and its move may be made is for games.match to say.
    """
    # What is wrong is named by its key: the value may be too deep or too long to be shown.
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


_READERS: Mapping[str, Callable[[object], object]] = {  # a part means the same in every event
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
