r"""Game files: a match as a text that people can read, and the same match read from it again.

Records of OpenTafl are read too, where their rules are one of our rule sets.

Law: read(write(match, ...)) has the rules, start, moves, moments and result of the match. Offers,
and moves that were taken back, are not written.

>>> file = read("Rules: bga\n1. e2-f2 {2026-11-21 07:05:09} c5-c2")
>>> file.match.moves
(('e2', 'f2'), ('c5', 'c2'))
>>> read(write(file.match, {"Dark": "Anna"})).tags["Dark"]
'Anna'
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from games import catalogue, opentafl
from games.core import Side
from games.endings import ending
from games.errors import Fault, Illegal, Unreadable, Why
from games.events import Created, Moved
from games.gamefile_lines import LARGEST, POSITION, on, one_line, read_moment, sort, write_moment
from games.match import begin
from games.notation import is_move, read_move, read_position, step_at, write_move, write_position
from games.result_words import conclude, read_result, write_winner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.core import Game
    from games.gamefile_lines import Entry, Header
    from games.match import Match

_OURS = ("Rules", "Begun", POSITION, "Ended", "Winner", "Reason", "Rules in full")
_LONGEST = 4000  # characters of the rules in full; today's have 500
_DIGITS = 9  # of a number in them


@dataclass(frozen=True, slots=True)
class GameFile:
    """What a file says: the game, and all its other headers."""

    match: Match
    tags: Mapping[str, str]  # as they were given to `write`: Dark, Light, Game, ...


def write(match: Match, tags: Mapping[str, str], about: Sequence[str] = ()) -> str:
    """The file: `about` explains it to people, `tags` are headers that are none of the game's."""
    parts = (
        (f"# {one_line(line)}" for line in about),
        (f"{name}: {one_line(value)}" for name, value in tags.items() if name not in _OURS),
        _head(match),
        ("",),
        _moves(match),
        ("",),
        _end(match),
    )
    return "".join(f"{line}\n" for part in parts for line in part)


def _head(match: Match) -> Iterator[str]:
    yield f"Rules: {match.game.name}"
    yield f"Begun: {write_moment(match.log[0].at)} UTC"
    yield f"{POSITION}: {write_position(match.game, match.start)}"


def _moves(match: Match) -> Iterator[str]:
    """Two to a line, numbered by the pair, each with its moment."""
    written = [
        f"{write_move(ply.move, ply.step.captured)} {{{write_moment(ply.at)}}}"
        for ply in match.plies
    ]
    for i in range(0, len(written), 2):
        yield f"{i // 2 + 1}. {' '.join(written[i : i + 2])}"


def _end(match: Match) -> Iterator[str]:
    if match.verdict:
        yield f"Ended: {write_moment(match.log[-1].at)} UTC"
    yield f"Winner: {write_winner(match.verdict)}"
    if match.verdict:
        yield f"Reason: {match.verdict.reason}"
    yield f"Rules in full: {json.dumps(dict(match.game.data))}"


def read(text: str, rules: str | None = None) -> GameFile:
    """The game in a file, or a position alone; `rules` are those of a file that names none.

    Spoilt for a line that is wrong or a move that may not be made; Unreadable for what no line is
    to blame for. Raises no other error for any text.
    """
    if len(text) <= LARGEST and opentafl.is_record(text):
        text = opentafl.as_game_file(text, rules)
    lines = sort(text, _OURS)
    headers, entries = lines.headers, lines.entries
    if headers.keys().isdisjoint(("Rules", "Rules in full", POSITION)):
        _refuse_nonsense(entries)
    created = _created(_game(headers, rules), headers, entries)
    match = _concluded(_played(begin(created), entries), headers)
    return GameFile(match, {n: one_line(h.value) for n, h in headers.items() if n not in _OURS})


def _refuse_nonsense(entries: Sequence[Entry]) -> None:
    """Refuse a text without a single move, before asking its sender for anything."""
    if not entries:
        raise Unreadable(Fault.FILE_EMPTY)
    if not any(is_move(entry.text) for entry in entries):
        with on(entries[0].line):
            raise Unreadable(Fault.MOVE, entries[0].text)


def _game(headers: Mapping[str, Header], rules: str | None) -> Game:
    """By the rules in full where they are given: a preset may mean something else by now."""
    named, full = headers.get("Rules"), headers.get("Rules in full")
    if full:
        with on(full.line):
            game = catalogue.restore(_data(full.value))
        if named:
            with on(named.line):
                _agree(named.value, game.name)
        return game
    if named:
        with on(named.line):
            return catalogue.game(named.value)
    if rules is None:
        raise Unreadable(Fault.FILE_RULES)
    return catalogue.game(rules)


def _data(text: str) -> Mapping[str, object]:
    try:
        data: object = json.loads(text, parse_int=_number) if len(text) <= _LONGEST else None
    except (ValueError, RecursionError):  # no JSON; or nested as no rules are
        data = None
    if not isinstance(data, dict):
        raise Unreadable(Fault.RECORD, text)
    return cast("dict[str, object]", data)


def _number(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError
    return int(digits)


def _agree(named: str, full: str) -> None:
    """Refuse a name that is not that of the rules in full."""
    if named != full and catalogue.game(named).name != full:
        raise Unreadable(Fault.FILE_NAMES, named, full)


def _created(game: Game, headers: Mapping[str, Header], entries: Sequence[Entry]) -> Created:
    """How it began. The rule set's own start is recognised, however it is written."""
    begun = _moment(headers, "Begun")
    if begun is None:
        begun = next((entry.at for entry in entries if entry.at is not None), 0)
    by_lot = game.data["first"] is None
    written = headers.get(POSITION)
    if not written:
        return Created(begun, game.data, _first(game, entries) if by_lot else None)
    with on(written.line):
        position = read_position(game, written.value)
    lot = position.turn if by_lot else None
    if position == game.start(lot):
        return Created(begun, game.data, lot)
    return Created(begun, game.data, start=write_position(game, position))


def _first(game: Game, entries: Sequence[Entry]) -> Side:
    """Who began where a lot decides it: the side whose man is moved first."""
    if not entries:
        raise Unreadable(Fault.FILE_START, game.name)
    with on(entries[0].line):
        point = read_move(entries[0].text)[0]
    light = game.board.named(game.start(Side.LIGHT).light)
    return Side.LIGHT if point in light else Side.DARK


def _moment(headers: Mapping[str, Header], name: str) -> int | None:
    if name not in headers:
        return None
    with on(headers[name].line):
        return read_moment(headers[name].value)


def _played(match: Match, entries: Sequence[Entry]) -> Match:
    """The match after these moves. One without a moment was made when the last one was."""
    position, verdict, at = match.start, match.verdict, match.log[0].at
    stood = Counter({position.placement: 1})
    moved: list[Moved] = []
    for entry in entries:
        with on(entry.line):
            if verdict:
                raise Illegal(Why.OVER)
            path, step = step_at(match.game, position, entry.text)
        at = at if entry.at is None else entry.at
        moved.append(Moved(position.turn, at, path))
        position = step.after
        stood[position.placement] += 1
        verdict = ending(match.game, position, stood[position.placement])
    return match.after(*moved)


def _concluded(match: Match, headers: Mapping[str, Header]) -> Match:
    ended = _moment(headers, "Ended")
    winner, reason = headers.get("Winner"), headers.get("Reason")
    blamed = reason or winner
    if not blamed:
        return match
    with on(blamed.line):
        result = read_result(winner and winner.value, reason and reason.value)
        return conclude(match, result, match.log[-1].at if ended is None else ended)
