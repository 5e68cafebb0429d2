"""Presses: small classes for the requests of buttons, menus and modals. They give the custom IDs.

    >>> class Wave(Press, verb="wave"):
    ...     match: int
    ...     path: Move = ()
    >>> Wave(7, ("e4", "e6")).custom_id
    'k:wave:7:e4-e6'
    >>> read_press("k:wave:7")
    Wave(match=7, path=())
    >>> read_press("k:wave:seven")

A class is in the file of the page that shows its button, and its handler in the actions of the
same subject (see `bot.ui.router.handles`). Years-old messages hold these IDs, so a verb never
changes its meaning, and a field that is added later comes last and has a default.

Invariant: a custom ID holds everything that a button knows. Reading it never raises: it may be old
or forged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping  # noqa: TC003  the hints of Press are read at run time
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from games import catalogue
from games.core import Move
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")

LONGEST = 100  # characters that Discord allows
LONGEST_LINE = 48  # of these, characters for moves ahead
_MARK = "k"  # the start of all our custom IDs
_DIGITS, _LARGEST = 19, 2**63 - 1  # the limits of a number in SQLite
_POINT = "[a-z][1-9][0-9]?"


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """The way to write values of one type in a custom ID, without colons.

    `read` raises ValueError for a text that means no value.
    """

    write: Callable[[T], str]
    read: Callable[[str], T]


def read_number(text: str, most_digits: int = _DIGITS) -> int | None:
    """Read a number in plain digits; None if the text has none, or one too large for SQLite."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= most_digits
    return int(text) if is_number and int(text) <= _LARGEST else None


def _number(most_digits: int = _DIGITS) -> Codec[int]:
    """Return the codec of a number with up to so many digits."""

    def read(text: str) -> int:
        number = read_number(text, most_digits)
        if number is None:
            raise ValueError(text)
        return number

    return Codec(str, read)


def _word(pattern: str) -> Codec[str]:
    compiled = re.compile(pattern)
    return Codec(str, lambda text: _matching(compiled, text))


def _matching(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(text)
    return text


def or_none(codec: Codec[T], none: str = "") -> Codec[T | None]:
    """Return a codec that also reads and writes None, as a special text."""
    return Codec(
        lambda value: none if value is None else codec.write(value),
        lambda text: None if text == none else codec.read(text),
    )


_OTHER = re.compile(f"[a-z0-9./-]{{1,{LONGEST}}}")
_PATH = re.compile(f"(?:{_POINT}(?:-{_POINT})*)?")


def _read_path(text: str) -> Move:
    path = _matching(_PATH, text)
    return tuple(path.split("-")) if path else ()


def _read_switch(text: str) -> bool:
    return {"on": True, "off": False}[_matching(re.compile("on|off"), text)]


def _write_rules(name: str) -> str:
    """Write the preset, and its options as bits of a hexadecimal number.

    An option's bit is its place among the preset's options, so a new option must come last.
    """
    preset, *chosen = name.split("+")
    bits = sum(1 << i for i, name in enumerate(catalogue.options(preset)) if name in chosen)
    return f"{preset}.{bits:x}"


def _read_line_of_rules(text: str) -> str:
    """Return a rule set's preset and options, which may not fit together."""
    preset, _, bits = text.partition(".")
    if preset not in catalogue.NAMES or not re.fullmatch("[0-9a-f]{1,8}", bits):
        raise ValueError(text)
    options = catalogue.options(preset)
    return "+".join([preset, *(name for i, name in enumerate(options) if int(bits, 16) >> i & 1)])


def _read_rules(text: str) -> str:
    try:
        return catalogue.game(_read_line_of_rules(text)).name
    except GameError as error:
        raise ValueError(text) from error


# The types of fields, besides int (a number that SQLite holds), bool, str (a short word), Move and
# every StrEnum. Each can be `| None`.

Small = Annotated[int, _number(9)]  # a page, ply, level or version
ZeroIsNone = Annotated[int | None, or_none(_number(), "0")]
RuleSet = Annotated[str, Codec(_write_rules, _read_rules)]  # its full name
UncheckedRuleSet = Annotated[str, Codec(_write_rules, _read_line_of_rules)]
OtherId = Annotated[  # the custom ID of another press
    str,
    Codec(
        lambda custom_id: custom_id.removeprefix(f"{_MARK}:").replace(":", "/"),
        lambda text: f"{_MARK}:{_matching(_OTHER, text).replace('/', ':')}",
    ),
]
MovesAhead = Annotated[str, _word(f"[a-z0-9]{{0,{LONGEST_LINE}}}")]  # see pages.ahead

_CODECS: Mapping[Any, Codec[Any]] = {
    int: _number(),
    bool: Codec(lambda on: "on" if on else "off", _read_switch),
    str: _word("[a-z0-9.-]{0,40}"),
    Move: Codec("-".join, _read_path),
}


def _codec_of(kind: object) -> Codec[Any]:
    """Return the codec of a field by its annotation; TypeError if its type has none."""
    if get_origin(kind) is Annotated:
        _, codec = get_args(kind)
        return codec
    if get_origin(kind) in {Union, UnionType}:
        (inner,) = (part for part in get_args(kind) if part is not NoneType)
        return or_none(_codec_of(inner))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Codec(str, kind)
    if kind not in _CODECS:
        raise TypeError(f"no custom id can hold a field of type {kind}")
    return _CODECS[kind]


@dataclass_transform(frozen_default=True)
class Press:
    """A pressed button, a used menu or a submitted modal, read from its custom ID.

    Every subclass is a frozen dataclass. A subclass without a verb only lends its fields to others.
    A verb of two words, such as `rules:match`, is the verb and the first part of the ID.
    """

    verb: ClassVar[str] = ""
    codecs: ClassVar[Mapping[str, Codec[Any]]] = {}
    required: ClassVar[int] = 0  # the number of fields without a default

    def __init_subclass__(cls, verb: str = "") -> None:
        """Make the subclass a dataclass, and have its custom IDs read."""
        dataclass(frozen=True)(cls)
        hints, parts = get_type_hints(cls, include_extras=True), fields(cast("Any", cls))
        cls.verb = verb
        cls.codecs = {part.name: _codec_of(hints[part.name]) for part in parts}
        cls.required = sum(part.default is MISSING for part in parts)
        if verb in _KINDS:
            raise TypeError(f"{cls.__name__} and {_KINDS[verb].__name__} have the verb {verb!r}")
        if verb:
            _KINDS[verb] = cls

    @property
    def custom_id(self) -> str:
        """The press as the text that Discord stores with a button."""
        texts = (codec.write(getattr(self, name)) for name, codec in self.codecs.items())
        text = ":".join((_MARK, self.verb, *texts))
        assert len(text) <= LONGEST, text
        return text


_KINDS: dict[str, type[Press]] = {}  # by verb


class ChosenPress(Press, verb="which"):
    """A menu whose options are the custom IDs of other presses.

    `among`: the menu's subject, if a message has several such menus.
    """

    among: str = ""


def kinds() -> tuple[type[Press], ...]:
    """Return every kind of press declared so far."""
    return tuple(_KINDS.values())


def read_press(custom_id: str) -> Press | None:
    """Return the press that a custom ID means; None if it isn't ours."""
    mark, *parts = custom_id.split(":") if len(custom_id) <= LONGEST else ("",)
    if mark == _MARK:
        for words in (2, 1):
            if kind := _KINDS.get(":".join(parts[:words])):
                return _read_fields(kind, parts[words:])
    return None


def read_presses(custom_ids: Iterable[str]) -> list[Press]:
    """Return the presses of these custom IDs, skipping foreign ones."""
    return [press for press in map(read_press, custom_ids) if press]


def _read_fields(kind: type[Press], texts: list[str]) -> Press | None:
    """Read the fields of a press; None if one is invalid, missing or too many."""
    codecs = kind.codecs.values()
    if not kind.required <= len(texts) <= len(codecs):
        return None
    try:
        return kind(*(codec.read(text) for codec, text in zip(codecs, texts, strict=False)))
    except ValueError:
        return None
