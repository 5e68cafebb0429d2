"""OpenTafl's game records, rewritten as game files where their rules are one of our rule sets.

A record says its rules as such: "dim:11 atkf:y sw:s efe:y start:/3ttttt3/.../". It fits a rule set
where board, start, goal, who begins, the king's strength, shieldwall, fort, throne and camps agree.
Not compared: repetition, which records count otherwise, and encirclement; and a throne that a
record calls harmless, as those of aagenielsen.dk do although it is hostile there.

Law: each line of a record becomes one line, so that a refusal names the right one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.core import Side
from games.errors import Fault, Unreadable, at_line
from games.tafl.geometry import SETUPS
from games.tafl.presets import PRESETS
from games.tafl.rules import Goal, Man, Strength, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.tafl.rules import Rules

_RULES = re.compile(r"(?:\[rules: ?)?(dim:\d+ [^\]]*start:[^\]\s]+)\]?")
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


def is_record(text: str) -> bool:
    """Whether a text is such a record: it says its rules as they do."""
    return any(_rules_in(line.strip()) for line in _lines(text))


def _lines(text: str) -> list[str]:
    return re.split("\r\n|\r|\n", text)


def _rules_in(line: str) -> str | None:
    """The rules that a line says."""
    rules = _RULES.fullmatch(line) if len(line) <= _LONGEST else None
    return rules and rules[1]


def as_game_file(text: str, rules: str | None = None) -> str:
    """The same as a game file; `rules` are taken where those of the record are none of ours.

    Spoilt where neither is known.
    """
    lines: list[str] = []
    name, inside = rules or "", False  # a comment may go on for several lines
    for number, line in enumerate(_lines(text), start=1):
        plain = line.strip()
        if said := _rules_in(plain):
            with at_line(number):
                name = _rule_set(said, rules)
            lines.append(f"Rules: {name}")
        elif tag := _TAG.fullmatch(plain):
            lines.append(_header(tag[1].lower(), tag[2]))
        elif inside or plain.startswith("["):
            inside = "]" not in plain
            lines.append("#")
        else:
            lines.append(_position(plain, name) if _RANKS.fullmatch(plain) else _moves(plain))
    return "\n".join(lines)


def _rule_set(record: str, chosen: str | None) -> str:
    """The rule set that a record means."""
    said = dict(part.split(":", 1) for part in record.split() if ":" in part)
    preset = next((name for name, rules in PRESETS.items() if _fits(rules, said)), chosen)
    if preset is None:
        raise Unreadable(Fault.RULES, said.get("name", record))
    return preset


def _fits(rules: Rules, said: Mapping[str, str]) -> bool:
    """Whether a record says of its rules what these are; what it leaves out is as it says below."""
    first = Side.DARK if said.get("atkf", "y") == "y" else Side.LIGHT
    helps = not said.get("cenhe", "all") or Man.SOLDIERS in rules.throne.crushes
    return (
        said["dim"] == str(rules.side)
        and said["start"].strip("/") == SETUPS.get(rules.setup, rules.setup)
        and _GOAL.get(said.get("esc", "c")) is rules.goal
        and rules.first in (None, first)
        and (said.get("ka", "y") == "y") is rules.king_captures
        and _KING.get(said.get("ks", "y")) is rules.king
        and (said.get("sw", "n") != "n") is rules.shieldwall
        and (said.get("efe", "n") == "y") is rules.exit_fort
        and bool(said.get("cen", "e")) is (rules.throne != Zone())
        and bool(said.get("afor", "")) is rules.home_camps
        and (rules.throne == Zone() or helps)
    )


def _header(name: str, value: str) -> str:
    """A tag as a header of ours: the players; all else is left out."""
    return f"{_NAMES[name]}: {value}" if name in _NAMES else "#"


def _position(ranks: str, name: str) -> str:
    """A position to begin from, where the side that begins as a rule is to move."""
    preset = PRESETS.get(name.partition("+")[0])
    turn = preset.first if preset and preset.first else Side.DARK
    return f"Start: {ranks.strip('/')} {turn} 0"


def _moves(line: str) -> str:
    """The moves as we write them; a resignation, which ends a record, is left out."""
    return " ".join(_move(token) for token in line.split() if token != _RESIGNED)


def _move(token: str) -> str:
    move = _MOVE.fullmatch(token)
    if move is None:
        return token
    start, end, captures = move.groups()
    return "x".join([f"{start}-{end}", *_POINT.findall(captures)])
