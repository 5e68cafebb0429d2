"""How even the rule sets are: what was counted in games that the engine played against itself.

>>> balance_of("larochelle").share > 0.5
True

The table engine/balance.json was made by `python -m tools balance`; docs/BALANCE.md shows it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Balance:
    """What the king's side scored (Light in Tabal), and how sure that is."""

    share: float  # 0 to 1; a draw is half
    error: float  # standard error
    games: int
    draws: int = 0


@cache
def table() -> Mapping[str, Balance]:
    """What was measured, by the rule set's name."""
    text = (files("engine") / "balance.json").read_text("utf-8")
    return {rules: Balance(**row) for rules, row in json.loads(text)["rules"].items()}


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
