"""The balance of the rule sets, counted in games of the engine against itself, and of people.

>>> balance_of("larochelle").share > 0.5
True
>>> balance_of("copenhagen").share > people()["copenhagen"].share > 0.5
True

The engine's table is engine/balance.json: `python -m tools balance` makes it, with a row for each
depth. People's results are in engine/people.json, each with its source. docs/STRENGTH.md has both.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Balance:
    """The defenders' score (Light's in Tabal), with its standard error."""

    share: float  # 0 to 1; a draw is half
    error: float  # standard error
    games: int
    draws: int = 0
    nodes: int = 0  # per move
    engine: str = ""  # the engine that played: a mark of its weights and code, or the day
    trend: tuple[Balance, ...] = ()  # at every depth played, lowest first


@dataclass(frozen=True, slots=True)
class PeoplesBalance:
    """The defenders' score among people, as a source has counted it."""

    share: float  # 0 to 1; a draw is half
    source: str
    about: str
    error: float = 0.0  # standard error; 0: unknown
    games: int = 0  # 0: unknown
    similar: bool = False  # counted with the nearest rules, not with exactly these


def counted(won: int, drawn: int, lost: int, nodes: int = 0, engine: str = "") -> Balance:
    """The balance of finished games, counted for the defenders.

    Its error includes one extra win and one extra loss, so that few games never look certain.

    >>> counted(30, 0, 10).share
    0.75
    """
    games = won + drawn + lost
    share = (won + drawn / 2) / games
    mean = (won + 1 + drawn / 2) / (games + 2)
    squares = (won + 1) * (1 - mean) ** 2 + drawn * (0.5 - mean) ** 2 + (lost + 1) * mean**2
    error = math.sqrt(squares) / (games + 2)
    return Balance(round(share, 3), round(error, 3), games, drawn, nodes, engine)


def with_trend(rows: Iterable[Balance]) -> Balance:
    """The deepest row, with all rows as its trend."""
    trend = tuple(sorted(rows, key=lambda row: row.nodes))
    return replace(trend[-1], trend=trend)


@cache
def table() -> Mapping[str, Balance]:
    """Measured balances, by rule set."""
    text = (files("engine") / "balance.json").read_text("utf-8")
    return {
        rules: with_trend(counted(**row) for row in rows)
        for rules, rows in json.loads(text)["rules"].items()
    }


@cache
def people() -> Mapping[str, PeoplesBalance]:
    """People's results, by rule set."""
    text = (files("engine") / "people.json").read_text("utf-8")
    return {rules: PeoplesBalance(**row) for rules, row in json.loads(text)["rules"].items()}


def balance_of(rules: str) -> Balance:
    """The balance of a rule set, or of the nearest measured rule set of its preset.

    The nearest shares most options and adds fewest; a preset that was never measured is even.
    """
    measured = table()
    preset, *options = rules.split("+")
    near = {name: set(name.split("+")[1:]) for name in measured if name.split("+")[0] == preset}
    if not near:
        return Balance(0.5, 0.5, 0)
    return measured[min(near, key=lambda name: (len(near[name] ^ set(options)), name))]
