"""The balance of the rule sets, counted in games that the engine played against itself.

>>> balance_of("larochelle").share > 0.5
True

A rule set can have results for several depths, since many favour another side among strong players
than among beginners: `trend` has a row for each. `python -m tools balance` makes the table
engine/balance.json; docs/BALANCE.md shows it.
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
