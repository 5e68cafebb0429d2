"""Permainan Tabal's rule set as a value, and as plain data for stored matches.

>>> from_data(to_data(Rules())) == Rules()
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from games.core import Ruling, Side
from games.errors import Clash, Contradiction, Fault, Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping


_NAME = re.compile("[a-z+-]{1,200}")


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules that a later source might change. New fields default to the earlier practice."""

    name: str = "tabal"
    first: Side | None = None  # None: either side, at random
    repetition: Ruling = Ruling.COUNT
    quiet_limit: int = 50  # plies without a capture before the men are counted

    def __post_init__(self) -> None:
        if self.quiet_limit < 1:
            raise Contradiction(Clash.VALUE, "quiet_limit", self.quiet_limit)


def to_data(rules: Rules) -> dict[str, object]:
    """Every field as text, a number or None."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def from_data(data: Mapping[str, object]) -> Rules:
    """The rules in these data; Unreadable if the data are invalid."""
    values: dict[str, Any] = {key: _read_field(key, value) for key, value in data.items()}
    if "name" not in values:
        raise Unreadable(Fault.RECORD, "name")
    return Rules(**values)


def _read_field(key: str, value: object) -> object:
    if key == "first" and (value is None or value in list(Side)):
        return None if value is None else Side(value)
    if key == "repetition" and value in list(Ruling):
        return Ruling(value)
    if key == "name" and isinstance(value, str) and _NAME.fullmatch(value):
        return value
    if key == "quiet_limit" and type(value) is int:  # not a bool
        return value
    raise Unreadable(Fault.RECORD, key)
