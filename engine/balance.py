"""How even the rule sets are: what was counted in games that the engine played against itself.

>>> balance_of("larochelle").share > 0.5
True

A rule set may have been played at several depths, since many lean otherwise among strong players
than among beginners: `trend` has a row for each. The table engine/balance.json was made by
`python -m tools balance`; docs/BALANCE.md shows it.
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
    """What the king's side scored (Light in Tabal), and how sure that is."""

    share: float  # 0 to 1; a draw is half
    error: float  # standard error
    games: int
    draws: int = 0
    nodes: int = 0  # a move
    engine: str = ""  # which one played: the mark of its weights and code, or the day
    trend: tuple[Balance, ...] = ()  # at every depth that was played, the least first


def counted(won: int, drawn: int, lost: int, nodes: int = 0, engine: str = "") -> Balance:
    """The balance of so many games, as the king's side finished them.

    Its error counts one game won and one lost more, so that few games are never sure.

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
    """The deepest of the rows, which has them all for its trend."""
    trend = tuple(sorted(rows, key=lambda row: row.nodes))
    return replace(trend[-1], trend=trend)


@cache
def table() -> Mapping[str, Balance]:
    """What was measured, by the rule set's name."""
    text = (files("engine") / "balance.json").read_text("utf-8")
    return {
        rules: with_trend(counted(**row) for row in rows)
        for rules, rows in json.loads(text)["rules"].items()
    }


def balance_of(rules: str) -> Balance:
    """The balance of a rule set; where it was not measured, that of the nearest one of its preset.

    The nearest shares most options and adds fewest; a preset that was never played is even.
    """
    measured = table()
    preset, *options = rules.split("+")
    near = {name: set(name.split("+")[1:]) for name in measured if name.split("+")[0] == preset}
    if not near:
        return Balance(0.5, 0.5, 0)
    return measured[min(near, key=lambda name: (len(near[name] ^ set(options)), name))]
