"""The lines of a game's file: headers, moves, moments. Knows how they look, not what they mean.

Law: every refusal says which line it is for.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from games.errors import Fault, GameError, Spoilt, Unreadable

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Mapping, Sequence

LARGEST = 500_000  # characters: room for MOST moves with their moments
MOST = 10_000  # moves
POSITION = "Start"  # the header that a line with nothing but a position stands for
_LONGEST = 200  # characters of a value for people
_SKIPPED = ("#", "```")  # for people; and the fence of a text that was copied from a chat
_HEADER = re.compile(r"([^\W\d_][^\d:]{0,39}):(.*)")
_TOKEN = re.compile(r"\{[^{}]*\}?|[^ {]+")
_NUMBER = re.compile(r"[0-9]+\.*|\.+")
_NUMBERED = re.compile(r"^[0-9]+\.+(?=[^.])")
_APART = re.compile("(?<=[0-9]) ?([-\u2010-\u2014\u2212\u2192\u00d7:xX]) ?(?=[A-Za-z][1-9])")
_MOMENT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[ Tt]((?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-9]{2})?) ?(?:UTC|Z)?"
)


@dataclass(frozen=True, slots=True)
class Header:
    """What stands behind a name and a colon."""

    line: int
    value: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A move as it is written, and when it was made if that is written too."""

    line: int
    text: str
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """A file's lines, sorted."""

    headers: Mapping[str, Header]  # each name with one capital, the first: Rules in full
    entries: Sequence[Entry]


@contextmanager
def on(line: int) -> Generator[None]:
    """What is refused within the block is refused for that line."""
    try:
        yield
    except GameError as error:
        raise Spoilt(line, error) from error


def sort(text: str, once: Collection[str]) -> Lines:
    """The file's headers and moves; `once` are the headers of which a second one is refused."""
    if len(text) > LARGEST:
        raise Unreadable(Fault.FILE_SIZE, LARGEST)
    headers: dict[str, Header] = {}
    entries: list[Entry] = []
    for number, line in enumerate(re.split("\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        plain = " ".join(line.split())
        if not plain or plain.startswith(_SKIPPED):
            continue
        with on(number):
            if header := _header(plain):
                name, value = header
                if name in headers and name in once:
                    raise Unreadable(Fault.TWICE, name)
                headers.setdefault(name, Header(number, value))
            else:
                _enter(entries, number, plain)
    return Lines(headers, entries)


def _header(line: str) -> tuple[str, str] | None:
    if found := _HEADER.fullmatch(line):
        return found[1].strip().capitalize(), found[2].strip()
    if line.split(" ", 1)[0].count("/") > 1:  # and/or is no position
        return POSITION, line
    return None


def _enter(entries: list[Entry], number: int, line: str) -> None:
    """Add the moves of a line. A moment belongs to the move before it, wherever that stands."""
    for token in _TOKEN.findall(_APART.sub(r"\1", line)):
        if token[0] == "{":
            at = _braced(token)
            if at is not None and entries:
                entries[-1] = replace(entries[-1], at=at)
        elif not _NUMBER.fullmatch(token):
            if len(entries) == MOST:
                raise Unreadable(Fault.FILE_MOVES, MOST)
            entries.append(Entry(number, _NUMBERED.sub("", token)))


def _braced(token: str) -> int | None:
    """The moment in braces; None for a remark, which does not begin with a digit."""
    if token[-1] != "}":
        raise Unreadable(Fault.MOMENT, token)
    inside = token[1:-1].strip()
    return read_moment(inside) if inside[:1].isdecimal() else None


def write_moment(at: int) -> str:
    """A second, in UTC.

    >>> write_moment(0)
    '1970-01-01 00:00:00'
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def read_moment(text: str) -> int:
    """The second that is meant; the seconds may be left out. Unreadable when there is none such."""
    try:
        if found := _MOMENT.fullmatch(text):
            moment = datetime.fromisoformat(f"{found[1]} {found[2]}").replace(tzinfo=UTC)
            if moment.year >= 1970:  # noqa: PLR2004  where the seconds begin
                return int(moment.timestamp())
    except ValueError:  # the thirtieth of February
        pass
    raise Unreadable(Fault.MOMENT, text)


def one_line(text: str) -> str:
    r"""A text as a header's value: printable, on one line, not long.

    >>> one_line("two\n  words")
    'two words'
    """
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.split())[:_LONGEST].strip()
