"""Tafl rules as plain data and back, so a stored match keeps the rules it started with.

Each field is written and read by its type; a new field of a known type needs no change here.

>>> data = to_data(Rules(name="edge"))
>>> data["goal"], data["throne"]
('edge', ['K', 'K', 'K'])
>>> from_data(data) == Rules(name="edge")
True
"""

from __future__ import annotations

import re
from dataclasses import fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast, get_args, get_type_hints

from games.errors import Fault, Unreadable
from games.tafl.geometry import SETUPS
from games.tafl.rules import Man, Rules, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

_LETTERS = {Man.ATTACKER: "t", Man.DEFENDER: "T", Man.KING: "K"}
_MEN = {letter: man for man, letter in _LETTERS.items()}
_TYPES: Mapping[str, tuple[type, ...]] = {
    name: get_args(hint) or (hint,) for name, hint in get_type_hints(Rules).items()
}
_TEXTS = {  # text fields; Rules checks that a setup's ranks fit the board
    "name": re.compile("[a-z+-]{1,200}"),
    "setup": re.compile("|".join([*SETUPS, "(?=.*/)[0-9A-Za-z/]{1,200}"])),
}
_WORDS = 3  # of a zone without `always`
# The fields of the first stored matches; this list does not grow.
_ALWAYS_WRITTEN = frozenset(
    {
        *("name", "first", "setup", "goal", "gait", "throne", "corners", "camps", "home_camps"),
        *("open_when_empty", "edge_crushes", "king_captures", "imprisonment", "no_way_out"),
        *("repetition", "quiet_limit", "agreement"),
    }
)


def to_data(rules: Rules) -> dict[str, object]:
    """Every field as text, number, bool or None; every zone as words of men's letters.

    Omits newer fields at their defaults, so equal rules are always equal data.
    """
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    defaults = {field.name: field.default for field in fields(rules)}
    return {
        name: _plain(value)
        for name, value in values.items()
        if name in _ALWAYS_WRITTEN or value != defaults[name]
    }


def _plain(value: object) -> object:
    match value:
        case Man():
            return "".join(letter for man, letter in _LETTERS.items() if man in value)
        case Zone():
            always = [value.always] if value.always else []
            return [_plain(men) for men in (value.stop, value.cross, value.crushes, *always)]
        case StrEnum():
            return value.value
        case _:
            return value


def from_data(data: Mapping[str, object]) -> Rules:
    """Read rules from data; Unreadable if invalid, Contradiction if the rules clash."""
    values: dict[str, Any] = {name: _read_field(name, plain) for name, plain in data.items()}
    if "name" not in values:
        raise Unreadable(Fault.RECORD, "name")
    return Rules(**values)


def _read_field(name: str, plain: object) -> object:
    for kind in _TYPES.get(name, ()):
        if kind is Man:
            return _read_men(name, plain)
        if kind is Zone:
            return _read_zone(name, plain)
        if issubclass(kind, StrEnum) and plain in list(kind):
            return kind(plain)
        if type(plain) is kind:  # not a bool for an int
            return _read_text(name, plain) if isinstance(plain, str) else plain
    raise Unreadable(Fault.RECORD, name)


def _read_text(name: str, text: str) -> str:
    if not _TEXTS[name].fullmatch(text):
        raise Unreadable(Fault.RECORD, name)
    return text


def _read_men(name: str, letters: object) -> Man:
    if not isinstance(letters, str) or not set(letters) <= set(_MEN):
        raise Unreadable(Fault.RECORD, name)
    men = Man.NONE
    for letter in letters:
        men |= _MEN[letter]
    return men


def _read_zone(name: str, plain: object) -> Zone:
    words = cast("list[object]", plain) if isinstance(plain, list) else []
    if len(words) not in (_WORDS, _WORDS + 1):
        raise Unreadable(Fault.RECORD, name)
    return Zone(*(_read_men(name, word) for word in words))
