"""A small language to describe the limits of a form as data.

A spec says of a value what is wrong with it, in Discord's codes. A field that may be missing may
also be null.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, cast
from urllib.parse import urlsplit

from sandbox.rules.refusal import Fault, Path


class Spec(Protocol):
    """Anything that can check a value."""

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Yield the faults of a value at that path."""
        ...


def _length(size: int, least: int, most: int | None, path: Path) -> Iterator[Fault]:
    if most is not None and size > most and not least:
        yield Fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    elif most is not None and not least <= size <= most:
        yield Fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    elif size < least:
        yield Fault(path, "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.")


def required(path: Path) -> Fault:
    """The field is missing."""
    return Fault(path, "BASE_TYPE_REQUIRED", "This field is required")


@dataclass(frozen=True, slots=True)
class Text:
    """Characters, counted as Discord does: by code point, without the blanks at both ends."""

    most: int | None = None
    least: int = 0

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not a text, too short or too long."""
        if isinstance(value, str):
            yield from _length(len(value.strip()), self.least, self.most, path)
        else:
            yield Fault(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')


@dataclass(frozen=True, slots=True)
class Pattern:
    """A text that matches a regular expression as a whole."""

    pattern: re.Pattern[str]
    code: str = "STRING_TYPE_REGEX"
    message: str = "String value did not match validation regex."

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not a text, or no match."""
        if not isinstance(value, str):
            yield Fault(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        elif not self.pattern.fullmatch(value):
            yield Fault(path, self.code, self.message)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""

    least: int | None = None
    most: int | None = None

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not a whole number, too small or too great."""
        if isinstance(value, str) and value.isdigit():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            yield Fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif self.least is not None and value < self.least:
            sentence = f"int value should be greater than or equal to {self.least}."
            yield Fault(path, "NUMBER_TYPE_MIN", sentence)
        elif self.most is not None and value > self.most:
            sentence = f"int value should be less than or equal to {self.most}."
            yield Fault(path, "NUMBER_TYPE_MAX", sentence)


@dataclass(frozen=True, slots=True)
class Number:
    """Any number."""

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not a number."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            yield Fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not float.')


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: neither true nor false."""
        if not isinstance(value, bool):
            yield Fault(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


@dataclass(frozen=True, slots=True)
class Id:
    """A snowflake, as text or number."""

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not a snowflake."""
        if isinstance(value, bool) or not re.fullmatch(r"\d{1,20}", str(value)):
            yield Fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


@dataclass(frozen=True, slots=True)
class Url:
    """An address with one of the schemes."""

    schemes: tuple[str, ...] = ("http", "https")
    most: int = 2048

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not an address, too long, or of a wrong scheme."""
        if not isinstance(value, str):
            yield Fault(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return
        yield from _length(len(value), 0, self.most, path)
        scheme, host = urlsplit(value)[:2]
        if not scheme or not host:
            yield Fault(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        elif scheme not in self.schemes:
            sentence = f'Scheme "{scheme}" is not supported. Scheme must be one of {self.schemes}.'
            yield Fault(path, "URL_TYPE_INVALID_SCHEME", sentence)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some values."""

    values: tuple[object, ...]

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: none of them."""
        if isinstance(value, bool) or value not in self.values:
            listed = ", ".join(map(str, self.values))
            yield Fault(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")


@dataclass(frozen=True, slots=True)
class Many:
    """A list of items of one kind."""

    of: Spec
    most: int | None = None
    least: int = 0

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not a list, too short or long, or faults of its items."""
        if not isinstance(value, list):
            yield Fault(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        things = cast("list[object]", value)
        yield from _length(len(things), self.least, self.most, path)
        for index, thing in enumerate(things):
            yield from self.of.faults(thing, (*path, index))


@dataclass(frozen=True, slots=True)
class Shape:
    """An object with required and optional fields; others are ignored."""

    need: Mapping[str, Spec] = field(default_factory=dict[str, Spec])
    may: Mapping[str, Spec] = field(default_factory=dict[str, Spec])

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not an object, missing fields, or faults of its fields."""
        if not isinstance(value, dict):
            sentence = "Only dictionaries may be used in a ModelType"
            yield Fault(path, "MODEL_TYPE_CONVERT", sentence)
            return
        form = cast("dict[str, object]", value)
        for name, spec in self.need.items():
            if form.get(name) is None:
                yield required((*path, name))
            else:
                yield from spec.faults(form[name], (*path, name))
        for name, spec in self.may.items():
            if form.get(name) is not None:
                yield from spec.faults(form[name], (*path, name))


@dataclass(frozen=True, slots=True)
class Kinds:
    """An object whose `type` decides its shape."""

    shapes: Mapping[int, Spec]

    def faults(self, value: object, path: Path) -> Iterator[Fault]:
        """Faults: not an object, of an unknown type, or faults of its shape."""
        form = cast("dict[str, object]", value) if isinstance(value, dict) else {}
        kind = form.get("type")
        if isinstance(kind, int) and kind in self.shapes:
            yield from self.shapes[kind].faults(form, path)
        else:
            listed = _tuple(self.shapes)
            sentence = f'Value of field "type" must be one of {listed}.'
            yield Fault(path, "UNION_TYPE_CHOICES", sentence)


def _tuple(values: Collection[int]) -> str:
    return str(tuple(sorted(values)))
