"""Convert OpenTafl game records to game files, if their rules equal one of our rule sets.

A record names its rules like this: "dim:11 atkf:y sw:s efe:y start:/3ttttt3/.../". They fit a rule
set if board, goal, king's strength, shieldwall, fort, throne and camps agree. If the record has
another start or lets the other side go first, the game starts from its position. `start:` and the
lines of a position begin with rank 1, `starti:` with the top rank.

Not compared: repetition, which records count differently; encirclement; men and squares that our
boards don't have; and a throne that a record calls harmless, as on aagenielsen.dk, although it is
hostile there. Variations are left out.

Invariant: each line of a record becomes one line, so that errors name the right line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core import Side
from games.errors import Fault, Unreadable, at_line
from games.tafl.geometry import SETUPS
from games.tafl.presets import PRESETS
from games.tafl.rules import Goal, Man, Strength, Zone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.tafl.rules import Rules

_RULES = re.compile(r"(?:\[rules: ?)?(dim:\d+ [^\]]*starti?:[^\]\s]+)\]?")
_TAG = re.compile(r"\[([a-z-]+): ?([^\]]*)\]", re.IGNORECASE)
_RANKS = re.compile(r"/[0-9A-Za-z/]+/")
_MOVE = re.compile(
    r"[A-Za-z]?([a-z]\d+)-([a-z]\d+)((?:x[A-Za-z]?[a-z]\d+(?:/[A-Za-z]?[a-z]\d+)*)?)[+-]*"
)
_LONGEST = 1000  # characters of rules
_POINT = re.compile(r"[a-z]\d+")
_RESIGNED = "---"
_NAMES = {"attackers": "Dark", "defenders": "Light"}
_KING = {"y": Strength.FOUR, "s": Strength.FOUR, "c": Strength.TWO_OFF_THRONE}
_GOAL = {"c": Goal.CORNER, "e": Goal.EDGE}
_VARIATION = re.compile(
    r"\d+[ab]\.\S*(?: .*)?"
)  # 8a.1.1a. e5-e3: instead of the first move of turn 8
_SKIPPED_MOVE = re.compile(r"\.{2,}")
# Defaults of options that a record can omit; none of our rule sets has another value.
_ALWAYS = {"kj": "n", "ber": "n", "dfor": ""}
_POSITION_TAG = "position"
_LEFT_OUT = "no "


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A record as a game file; `start` is its own start position and that line's number, if any."""

    text: str
    start: tuple[int, str] | None = None
    variations: bool = False  # whether variations were left out


@dataclass(frozen=True, slots=True)
class _Rules:
    """A record's rules, as read from their line."""

    name: str
    first: Side
    start: str  # empty: the rule set's own


def is_record(text: str) -> bool:
    """Whether a text is an OpenTafl record, judged by its line of rules."""
    return any(_rules_in(line.strip()) for line in _lines(text))


def _lines(text: str) -> list[str]:
    return re.split("\r\n|\r|\n", text)


def _rules_in(line: str) -> str | None:
    """The rules in a line, if any."""
    rules = _RULES.fullmatch(line) if len(line) <= _LONGEST else None
    return rules and rules[1]


def as_game_file(text: str, rules: str | None = None) -> Rewritten:
    """Convert a record to a game file; `rules` apply if the record's rules fit none of ours.

    Raises Spoilt if no rules are known.
    """
    lines: list[str] = []
    said = _Rules(rules or "", Side.DARK, "")
    start: tuple[int, str] | None = None
    inside = variations = False  # a comment can span several lines
    for number, line in enumerate(_lines(text), start=1):
        plain = line.strip()
        tag = None if inside else _TAG.fullmatch(plain)
        rewritten = "#"
        if not inside and (record := _rules_in(plain)):
            with at_line(number):
                said = _read_rules(record, rules)
            rewritten = f"Rules: {said.name}"
            start = (number, f"{said.start} {said.first} 0") if said.start else None
        elif tag and tag[1].lower() == _POSITION_TAG:
            rewritten = _position(tag[2].strip(), said.first)
        elif tag:
            rewritten = _header(tag[1].lower(), tag[2])
        elif inside or plain.startswith("["):
            inside = "]" not in plain
        elif _VARIATION.fullmatch(plain):
            variations = True
        elif _RANKS.fullmatch(plain):
            rewritten = _position(plain, said.first)
        else:
            rewritten = _moves(plain)
        lines.append(rewritten)
    return Rewritten("\n".join(lines), start, variations)


def _read_rules(record: str, chosen: str | None) -> _Rules:
    """The rule set that the record's rules fit, else the chosen one."""
    said = dict(part.split(":", 1) for part in record.split() if ":" in part)
    start = said["starti"].strip("/") if "starti" in said else _turned(said.get("start", ""))
    first = Side.LIGHT if said.get("atkf", "y") == "n" else Side.DARK
    sized = [rules for rules in PRESETS.values() if said["dim"] == str(rules.side)]
    fitting = [rules for rules in sized if not any(_misfits(rules, said))]
    fitting.sort(key=lambda rules: _setup(rules) != start)  # prefer a rule set with this start
    if fitting and (chosen is None or _setup(fitting[0]) == start):
        rules = fitting[0]
    elif chosen is not None:
        return _Rules(chosen, first, "" if _is_ours(chosen, start, first) else start)
    else:
        raise _refusal(said, [rules for rules in sized if _setup(rules) == start] or sized)
    usual = _setup(rules) == start and rules.first in (None, first)
    return _Rules(rules.name, first, "" if usual else start)


def _turned(ranks: str) -> str:
    """Turn ranks around: from rank 1 first to the top rank first."""
    return "/".join(reversed(ranks.strip("/").split("/")))


def _setup(rules: Rules) -> str:
    return SETUPS.get(rules.setup, rules.setup)


def _is_ours(name: str, start: str, first: Side) -> bool:
    preset = PRESETS.get(name.partition("+")[0])
    return preset is None or (_setup(preset) == start and preset.first in (None, first))


def _refusal(said: Mapping[str, str], near: Sequence[Rules]) -> Unreadable:
    """Name the options that differ from the nearest rule set."""
    differing = [[*_misfits(rules, said)] for rules in near]
    differing.sort(key=lambda options: (len(options), options[0].startswith(_LEFT_OUT)))
    if not differing:
        return Unreadable(Fault.RULES, said.get("name", "dim:" + said["dim"]))
    return Unreadable(Fault.RECORD_OPTION, " ".join(differing[0]))


def _misfits(rules: Rules, said: Mapping[str, str]) -> Iterator[str]:
    """The record's options that differ from these rules."""
    of_rules = {
        "esc": _GOAL.get(said.get("esc", "c")) is rules.goal,
        "ka": (said.get("ka", "y") == "y") is rules.king_captures,
        "ks": _KING.get(said.get("ks", "y")) is rules.king,
        "sw": said.get("sw", "n") == ("s" if rules.shieldwall else "n"),
        "swf": said.get("swf", "y") == "y" or not rules.shieldwall,
        "efe": (said.get("efe", "n") == "y") is rules.exit_fort,
        "cen": bool(said.get("cen", "e")) is (rules.throne != Zone()),
        "afor": bool(said.get("afor", "")) is rules.home_camps,
        "cenhe": rules.throne == Zone()
        or not said.get("cenhe", "all")
        or Man.SOLDIERS in rules.throne.crushes,
    }
    fixed = {key: said.get(key, usual) == usual for key, usual in _ALWAYS.items()}
    for key, fits in (of_rules | fixed).items():
        if not fits:
            yield f"{key}:{said[key]}" if key in said else f"{_LEFT_OUT}{key}:"


def _header(name: str, value: str) -> str:
    """A tag as one of our headers: players are kept, everything else dropped."""
    return f"{_NAMES[name]}: {value}" if name in _NAMES else "#"


def _position(ranks: str, turn: Side) -> str:
    """A header with a start position."""
    return f"Start: {_turned(ranks)} {turn} 0"


def _moves(line: str) -> str:
    """The moves in our notation, without gaps and without the final resignation."""
    tokens = (token for token in line.split() if not _SKIPPED_MOVE.fullmatch(token))
    return " ".join(_move(token) for token in tokens if token != _RESIGNED)


def _move(token: str) -> str:
    move = _MOVE.fullmatch(token)
    if move is None:
        return token
    start, end, captures = move.groups()
    return "x".join([f"{start}-{end}", *_POINT.findall(captures)])
