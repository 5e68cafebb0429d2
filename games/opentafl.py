"""OpenTafl's game records, rewritten as game files where their rules are one of our rule sets.

A record says its rules as such: "dim:11 atkf:y sw:s efe:y start:/3ttttt3/.../". It fits a rule set
where board, goal, the king's strength, shieldwall, fort, throne and camps agree; where its start or
the side that begins is another one, the game begins from that position. `start:` and the lines of a
position name rank 1 first, `starti:` the top rank.

Not compared: repetition, which records count otherwise, encirclement, and men and squares that our
boards do not have; and a throne that a record calls harmless, as those of aagenielsen.dk do
although it is hostile there. A variation is left out.

Law: each line of a record becomes one line, so that a refusal names the right one.
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
# What a record may leave out, and means by that; none of our rule sets has another value of it.
_ALWAYS = {"kj": "n", "ber": "n", "dfor": ""}
_POSITION_TAG = "position"
_LEFT_OUT = "no "


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A record as a game file; the line and the position it begins from, where that is its own."""

    text: str
    start: tuple[int, str] | None = None
    variations: bool = False  # it has some, which are left out


@dataclass(frozen=True, slots=True)
class _Rules:
    """What the line of the rules says."""

    name: str
    first: Side
    start: str  # empty: that of the rule set


def is_record(text: str) -> bool:
    """Whether a text is such a record: it says its rules as they do."""
    return any(_rules_in(line.strip()) for line in _lines(text))


def _lines(text: str) -> list[str]:
    return re.split("\r\n|\r|\n", text)


def _rules_in(line: str) -> str | None:
    """The rules that a line says."""
    rules = _RULES.fullmatch(line) if len(line) <= _LONGEST else None
    return rules and rules[1]


def as_game_file(text: str, rules: str | None = None) -> Rewritten:
    """The same as a game file; `rules` are taken where those of the record are none of ours.

    Spoilt where neither is known.
    """
    lines: list[str] = []
    said = _Rules(rules or "", Side.DARK, "")
    start: tuple[int, str] | None = None
    inside = variations = False  # a comment may go on for several lines
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
    """The rule set that a record means: one that it fits, else the one that was chosen."""
    said = dict(part.split(":", 1) for part in record.split() if ":" in part)
    start = said["starti"].strip("/") if "starti" in said else _turned(said.get("start", ""))
    first = Side.LIGHT if said.get("atkf", "y") == "n" else Side.DARK
    sized = [rules for rules in PRESETS.values() if said["dim"] == str(rules.side)]
    fitting = [rules for rules in sized if not any(_misfits(rules, said))]
    fitting.sort(key=lambda rules: _setup(rules) != start)  # the one whose start it is comes first
    if fitting and (chosen is None or _setup(fitting[0]) == start):
        rules = fitting[0]
    elif chosen is not None:
        return _Rules(chosen, first, "" if _is_ours(chosen, start, first) else start)
    else:
        raise _refusal(said, [rules for rules in sized if _setup(rules) == start] or sized)
    usual = _setup(rules) == start and rules.first in (None, first)
    return _Rules(rules.name, first, "" if usual else start)


def _turned(ranks: str) -> str:
    """Ranks that begin with rank 1, from the top."""
    return "/".join(reversed(ranks.strip("/").split("/")))


def _setup(rules: Rules) -> str:
    return SETUPS.get(rules.setup, rules.setup)


def _is_ours(name: str, start: str, first: Side) -> bool:
    preset = PRESETS.get(name.partition("+")[0])
    return preset is None or (_setup(preset) == start and preset.first in (None, first))


def _refusal(said: Mapping[str, str], near: Sequence[Rules]) -> Unreadable:
    """Names the options in which it differs from the rule set that comes nearest."""
    differing = [[*_misfits(rules, said)] for rules in near]
    differing.sort(key=lambda options: (len(options), options[0].startswith(_LEFT_OUT)))
    if not differing:
        return Unreadable(Fault.RULES, said.get("name", "dim:" + said["dim"]))
    return Unreadable(Fault.RECORD_OPTION, " ".join(differing[0]))


def _misfits(rules: Rules, said: Mapping[str, str]) -> Iterator[str]:
    """The options of a record that say something else than these rules."""
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
    """A tag as a header of ours: the players; all else is left out."""
    return f"{_NAMES[name]}: {value}" if name in _NAMES else "#"


def _position(ranks: str, turn: Side) -> str:
    """A position to begin from."""
    return f"Start: {_turned(ranks)} {turn} 0"


def _moves(line: str) -> str:
    """The moves as we write them, without a resignation, which ends a record, and without gaps."""
    tokens = (token for token in line.split() if not _SKIPPED_MOVE.fullmatch(token))
    return " ".join(_move(token) for token in tokens if token != _RESIGNED)


def _move(token: str) -> str:
    move = _MOVE.fullmatch(token)
    if move is None:
        return token
    start, end, captures = move.groups()
    return "x".join([f"{start}-{end}", *_POINT.findall(captures)])
