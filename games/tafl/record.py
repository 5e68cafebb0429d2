"""Tafl rules as plain data and back, so that a stored match keeps the rules it began with.

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
from typing import TYPE_CHECKING, Any, cast

from games.core import Ruling, Side
from games.errors import Fault, Unreadable
from games.tafl.geometry import SETUPS
from games.tafl.rules import Gait, Goal, Man, Rules, Strength, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

_LETTERS = {Man.ATTACKER: "t", Man.DEFENDER: "T", Man.KING: "K"}
_MEN = {letter: man for man, letter in _LETTERS.items()}
_ENUMS: Mapping[str, type[StrEnum]] = {
    "first": Side,
    "goal": Goal,
    "gait": Gait,
    "king": Strength,
    "repetition": Ruling,
}
_NAME = re.compile("[a-z+-]{1,200}")
_RANKS = re.compile("[0-9A-Za-z/]{1,200}")
_WORDS = 3  # of a zone that crushes none always
_ZONES = ("throne", "corners", "camps")
# Added after the first matches were stored.
_LATER = ("side", "king", "shieldwall", "exit_fort", "encirclement", "times")
_FLAGS = (
    "home_camps",
    "open_when_empty",
    "king_captures",
    "shieldwall",
    "exit_fort",
    "encirclement",
    "imprisonment",
    "no_way_out",
    "agreement",
)
_KINDS = {"side": int, "times": int, "quiet_limit": int} | dict.fromkeys(_FLAGS, bool)


def to_data(rules: Rules) -> dict[str, object]:
    """Every field as text, number, bool or None; every zone as words of men's letters.

    A field of `_LATER` is left out at its default, so the same rules are always the same data.
    """
    return {
        field.name: _plain(value)
        for field in fields(rules)
        if (value := getattr(rules, field.name)) != field.default or field.name not in _LATER
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
    """The same rules again; Unreadable where the data are none, Contradiction where they clash."""
    values: dict[str, Any] = {key: _read(key, value) for key, value in data.items()}
    if "name" not in values:
        raise Unreadable(Fault.RECORD, "name")
    return Rules(**values)


def _read(key: str, value: object) -> object:
    if _is_plain(key, value):
        return value
    if key == "edge_crushes":
        return _men(key, value)
    if key in _ZONES:
        return _zone(key, value)
    if key in _ENUMS and value in list(_ENUMS[key]):
        return _ENUMS[key](value)
    raise Unreadable(Fault.RECORD, key)


def _is_plain(key: str, value: object) -> bool:
    if value is None:
        return key in ("first", "quiet_limit")
    if key == "name":
        return isinstance(value, str) and bool(_NAME.fullmatch(value))
    if key == "setup":
        return isinstance(value, str) and _is_setup(value)
    return type(value) is _KINDS.get(key)


def _is_setup(text: str) -> bool:
    """Whether it may be one; that the ranks fit the board is for Rules to say."""
    return text in SETUPS or ("/" in text and bool(_RANKS.fullmatch(text)))


def _men(key: str, value: object) -> Man:
    if not isinstance(value, str) or not set(value) <= set(_MEN):
        raise Unreadable(Fault.RECORD, key)
    found = Man.NONE
    for letter in value:
        found |= _MEN[letter]
    return found


def _zone(key: str, value: object) -> Zone:
    parts = cast("list[object]", value) if isinstance(value, list) else []
    if len(parts) not in (_WORDS, _WORDS + 1):
        raise Unreadable(Fault.RECORD, key)
    return Zone(*(_men(key, part) for part in parts))
