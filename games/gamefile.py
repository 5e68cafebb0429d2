r"""Game files: write a match as readable text, and read the match back.

OpenTafl records are read too, if their rules equal one of our rule sets.

Invariant: a match written and read back has the same rules, start, moves, times and result.
Offers and moves taken back are not written.

>>> file = read_game_file("Rules: bga\n1. e2-f2 {2026-11-21 07:05:09} c5-c2")
>>> file.match.moves
(('e2', 'f2'), ('c5', 'c2'))
>>> text = write_game_file(file.match, {"Dark": "Anna"})
>>> read_game_file(text).tags["Dark"]
'Anna'
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, cast

from games import catalogue, opentafl
from games.core import Side
from games.endings import ending
from games.errors import Fault, Illegal, Unreadable, Why, at_line
from games.events import Created, Moved
from games.match import begin
from games.notation import is_move, read_move, read_position, step_at, write_move, write_position
from games.result_words import conclude, read_result, write_winner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.core import Game
    from games.match import Match

LARGEST = 500_000  # characters: room for MOST moves with their times
MOST = 10_000  # moves
POSITION = "Start"  # the header of a line that is only a position
_LONGEST_VALUE = 200  # characters, for people
_SKIPPED = ("#", "```")  # comments; and the code fence of a text copied from a chat
_HEADER = re.compile(r"([^\W\d_][^\d:]{0,39}):(.*)")
_TOKEN = re.compile(r"\{[^{}]*\}?|[^ {]+")
_NUMBER = re.compile(r"[0-9]+\.*|\.+")
_NUMBERED = re.compile(r"^[0-9]+\.+(?=[^.])")
_APART = re.compile("(?<=[0-9]) ?([-\u2010-\u2014\u2212\u2192\u00d7:xX]) ?(?=[A-Za-z][1-9])")
_MOMENT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[ Tt]((?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-9]{2})?) ?(?:UTC|Z)?"
)
_OURS = ("Rules", "Begun", POSITION, "Ended", "Winner", "Reason", "Rules in full")
_LONGEST_RULES = 4000  # characters of the rules in full; today's have 500
_DIGITS = 9  # of a number in them


@dataclass(frozen=True, slots=True)
class GameFile:
    """A file's content: the match and all other headers."""

    match: Match
    tags: Mapping[str, str]  # Dark, Light, Game, ..., as given to write_game_file
    variations: bool = False  # whether variations beside the main line were left out


@dataclass(frozen=True, slots=True)
class _Header:
    """A header's value, after the name and colon."""

    line: int
    value: str


@dataclass(frozen=True, slots=True)
class _Entry:
    """A move as written, with its time if given."""

    line: int
    text: str
    at: int | None = None


@dataclass(frozen=True, slots=True)
class _Lines:
    """A file's headers and moves, sorted out."""

    headers: Mapping[str, _Header]  # names have one capital, the first: Rules in full
    entries: Sequence[_Entry]


def write_game_file(match: Match, tags: Mapping[str, str], about: Sequence[str] = ()) -> str:
    """Write a match as a game file: `about` is comments for people, `tags` are extra headers."""
    parts = (
        (f"# {one_line(line)}" for line in about),
        (f"{name}: {one_line(value)}" for name, value in tags.items() if name not in _OURS),
        _head_lines(match),
        ("",),
        _move_lines(match),
        ("",),
        _end_lines(match),
    )
    return "".join(f"{line}\n" for part in parts for line in part)


def _head_lines(match: Match) -> Iterator[str]:
    yield f"Rules: {match.game.name}"
    yield f"Begun: {write_moment(match.log[0].at)} UTC"
    yield f"{POSITION}: {write_position(match.game, match.start)}"


def _move_lines(match: Match) -> Iterator[str]:
    """Two moves per line, numbered in pairs, each with its time."""
    written = [
        f"{write_move(ply.move, ply.step.captured)} {{{write_moment(ply.at)}}}"
        for ply in match.plies
    ]
    for i in range(0, len(written), 2):
        yield f"{i // 2 + 1}. {' '.join(written[i : i + 2])}"


def _end_lines(match: Match) -> Iterator[str]:
    if match.verdict:
        yield f"Ended: {write_moment(match.log[-1].at)} UTC"
    yield f"Winner: {write_winner(match.verdict)}"
    if match.verdict:
        yield f"Reason: {match.verdict.reason}"
    yield f"Rules in full: {json.dumps(dict(match.game.data))}"


def read_game_file(text: str, rules: str | None = None) -> GameFile:
    """Read a game, or a lone position; `rules` apply if the file names none.

    Raises Spoilt for a bad line or an illegal move, Unreadable if no single line is to blame,
    and no other error for any text.
    """
    record = None
    if len(text) <= LARGEST and opentafl.is_record(text):
        record = opentafl.as_game_file(text, rules)
        text = record.text
    lines = _sort_lines(text)
    headers, entries = dict(lines.headers), lines.entries
    if record and record.start:
        headers.setdefault(POSITION, _Header(*record.start))
    if headers.keys().isdisjoint(("Rules", "Rules in full", POSITION)):
        _refuse_nonsense(entries)
    created = _read_start(_read_rules(headers, rules), headers, entries)
    match = _read_result(_play_moves(begin(created), entries), headers)
    tags = {n: one_line(h.value) for n, h in headers.items() if n not in _OURS}
    return GameFile(match, tags, variations=record is not None and record.variations)


def _sort_lines(text: str) -> _Lines:
    """The file's headers and moves. Knows their looks, not their meaning."""
    if len(text) > LARGEST:
        raise Unreadable(Fault.FILE_SIZE, LARGEST)
    headers: dict[str, _Header] = {}
    entries: list[_Entry] = []
    for number, line in enumerate(re.split("\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        plain = " ".join(line.split())
        if not plain or plain.startswith(_SKIPPED):
            continue
        with at_line(number):
            if header := _split_header(plain):
                name, value = header
                if name in headers and name in _OURS:
                    raise Unreadable(Fault.TWICE, name)
                headers.setdefault(name, _Header(number, value))
            else:
                _add_moves(entries, number, plain)
    return _Lines(headers, entries)


def _split_header(line: str) -> tuple[str, str] | None:
    if header := _HEADER.fullmatch(line):
        return header[1].strip().capitalize(), header[2].strip()
    if line.split(" ", 1)[0].count("/") > 1:  # and/or is no position
        return POSITION, line
    return None


def _add_moves(entries: list[_Entry], number: int, line: str) -> None:
    """Add the moves of a line. A time belongs to the move before, even on an earlier line."""
    for token in _TOKEN.findall(_APART.sub(r"\1", line)):
        if token[0] == "{":
            at = _read_braces(token)
            if at is not None and entries:
                entries[-1] = replace(entries[-1], at=at)
        elif not _NUMBER.fullmatch(token):
            if len(entries) == MOST:
                raise Unreadable(Fault.FILE_MOVES, MOST)
            entries.append(_Entry(number, _NUMBERED.sub("", token)))


def _read_braces(token: str) -> int | None:
    """The time in braces; None for a comment, which never begins with a digit."""
    if token[-1] != "}":
        raise Unreadable(Fault.MOMENT, token)
    inside = token[1:-1].strip()
    return read_moment(inside) if inside[:1].isdecimal() else None


def _refuse_nonsense(entries: Sequence[_Entry]) -> None:
    """Refuse a text without any move, before asking the sender for missing parts."""
    if not entries:
        raise Unreadable(Fault.FILE_EMPTY)
    if not any(is_move(entry.text) for entry in entries):
        with at_line(entries[0].line):
            raise Unreadable(Fault.MOVE, entries[0].text)


def _read_rules(headers: Mapping[str, _Header], rules: str | None) -> Game:
    """The file's rules. Full rules outrank the name, since presets can change."""
    named, full = headers.get("Rules"), headers.get("Rules in full")
    if full:
        with at_line(full.line):
            game = catalogue.restore(_read_rules_in_full(full.value))
        if named:
            with at_line(named.line):
                _refuse_other_name(named.value, game.name)
        return game
    if named:
        with at_line(named.line):
            return catalogue.game(named.value)
    if rules is None:
        raise Unreadable(Fault.FILE_RULES)
    return catalogue.game(rules)


def _read_rules_in_full(text: str) -> Mapping[str, object]:
    try:
        data: object = (
            json.loads(text, parse_int=_bounded_int) if len(text) <= _LONGEST_RULES else None
        )
    except (ValueError, RecursionError):  # no JSON, or nested too deep
        data = None
    if not isinstance(data, dict):
        raise Unreadable(Fault.RECORD, text)
    return cast("dict[str, object]", data)


def _bounded_int(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError
    return int(digits)


def _refuse_other_name(named: str, full: str) -> None:
    """Refuse a name that doesn't belong to the rules in full."""
    if named != full and catalogue.game(named).name != full:
        raise Unreadable(Fault.FILE_NAMES, named, full)


def _read_start(game: Game, headers: Mapping[str, _Header], entries: Sequence[_Entry]) -> Created:
    """The Created event of the file. Recognises the rule set's own start, however written."""
    begun_at = _read_header_moment(headers, "Begun")
    if begun_at is None:
        begun_at = next((entry.at for entry in entries if entry.at is not None), 0)
    by_lot = game.data["first"] is None
    written = headers.get(POSITION)
    if not written:
        return Created(begun_at, game.data, _first_side(game, entries) if by_lot else None)
    with at_line(written.line):
        position = read_position(game, written.value)
    lot = position.turn if by_lot else None
    if position == game.start(lot):
        return Created(begun_at, game.data, lot)
    return Created(begun_at, game.data, start=write_position(game, position))


def _first_side(game: Game, entries: Sequence[_Entry]) -> Side:
    """The side that went first, if the rule set leaves that open: the first man's owner."""
    if not entries:
        raise Unreadable(Fault.FILE_START, game.name)
    with at_line(entries[0].line):
        point = read_move(entries[0].text)[0]
    light = game.board.named(game.start(Side.LIGHT).light)
    return Side.LIGHT if point in light else Side.DARK


def _read_header_moment(headers: Mapping[str, _Header], name: str) -> int | None:
    if name not in headers:
        return None
    with at_line(headers[name].line):
        return read_moment(headers[name].value)


def _play_moves(match: Match, entries: Sequence[_Entry]) -> Match:
    """The match after these moves. A move without a time gets the time of the move before."""
    position, verdict, at = match.start, match.verdict, match.log[0].at
    stood = Counter({position.placement: 1})
    events: list[Moved] = []
    for entry in entries:
        with at_line(entry.line):
            if verdict:
                raise Illegal(Why.OVER)
            path, step = step_at(match.game, position, entry.text)
        at = at if entry.at is None else entry.at
        events.append(Moved(position.turn, at, path))
        position = step.after
        stood[position.placement] += 1
        verdict = ending(match.game, position, stood[position.placement])
    return match.after(*events)


def _read_result(match: Match, headers: Mapping[str, _Header]) -> Match:
    ended = _read_header_moment(headers, "Ended")
    winner, reason = headers.get("Winner"), headers.get("Reason")
    blamed = reason or winner
    if not blamed:
        return match
    with at_line(blamed.line):
        result = read_result(winner and winner.value, reason and reason.value)
        return conclude(match, result, match.log[-1].at if ended is None else ended)


def write_moment(at: int) -> str:
    """A time in UTC, to the second.

    >>> write_moment(0)
    '1970-01-01 00:00:00'
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def read_moment(text: str) -> int:
    """Parse a time to Unix seconds; Unreadable if no such time exists."""
    try:
        if parts := _MOMENT.fullmatch(text):
            moment = datetime.fromisoformat(f"{parts[1]} {parts[2]}").replace(tzinfo=UTC)
            if moment.year >= 1970:  # noqa: PLR2004  Unix time starts there
                return int(moment.timestamp())
    except ValueError:  # such as 30 February
        pass
    raise Unreadable(Fault.MOMENT, text)


def one_line(text: str) -> str:
    r"""A text as a header value: printable, on one line, not too long.

    >>> one_line("two\n  words")
    'two words'
    """
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.split())[:_LONGEST_VALUE].strip()
