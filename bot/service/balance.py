"""How rule sets lean to one side, as the engine measured it, and which handicaps even them out.

The composition hands it in, as `Services.balance` and `Services.measured`; no engine here.

>>> even("larochelle").share
0.5
>>> evening({"bga": Measured(0.9, 0.04, 60), "bga+king-four": Measured(0.5, 0.06, 60)}, "bga")
('bga+king-four',)
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from games.tafl.presets import SETUPS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Balance = Callable[[str], "Lean"]  # by the rule set's line, see games.catalogue
    Table = Mapping[str, "Lean"]  # those that were measured, by the same

UNMEASURED: Table = MappingProxyType({})
_NO_LEAN = 0.05  # of a share: as little as this a player never notices
_MOST = 2  # rule sets that are proposed


class Lean(Protocol):
    """What Light (in tafl: the king's side) scored among players of equal strength."""

    @property
    def share(self) -> float:
        """From 0 to 1; a draw is half."""
        ...

    @property
    def error(self) -> float:
        """The standard error of the share."""
        ...

    @property
    def games(self) -> int:
        """How many were played to measure it; 0: it was never measured."""
        ...


@dataclass(frozen=True, slots=True)
class Measured:
    """A lean as a plain value."""

    share: float = 0.5
    error: float = 0.5
    games: int = 0


def even(_: str) -> Lean:
    """Where nothing was measured: every rule set is even."""
    return Measured()


def is_near(lean: Lean, wanted: float = 0.5) -> bool:
    """Whether a rule set may well come out at that share, as far as it was measured."""
    return abs(lean.share - wanted) <= max(_NO_LEAN, lean.error)


def evening_handicaps(measured: Table, rules: str, wanted: float = 0.5) -> tuple[str, ...]:
    """The rule sets that differ from this one by handicaps alone and come out at `wanted`.

    `wanted`: what Light should score among equals; among players who are not equals, what Dark is
    expected to score against Light. The nearest come first, then those with few handicaps. Where
    none comes out there, the nearest, if it leans half as much at most. Nothing where these rules
    come out there already, and where they were not measured.
    """
    lean = measured.get(rules)
    if lean is None or is_near(lean, wanted):
        return ()
    plain = _without_handicaps(rules)

    def order(name: str) -> tuple[float, int, str]:
        return abs(measured[name].share - wanted), name.count("+"), name

    related = sorted((name for name in measured if _without_handicaps(name) == plain), key=order)
    near = [name for name in related if is_near(measured[name], wanted)]
    helps = 2 * abs(measured[related[0]].share - wanted) <= abs(lean.share - wanted)
    return tuple(near[:_MOST] or related[:helps])


def _without_handicaps(rules: str) -> list[str]:
    preset, *options = rules.split("+")
    return [preset, *(option for option in options if option in SETUPS)]
