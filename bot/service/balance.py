"""How rule sets lean to one side, as the engine measured it, and which handicaps even them out.

The composition hands it in, as `Services.balance` and `Services.measured`; no engine here.

>>> even("larochelle").share
0.5
>>> evening({"bga": Measured(0.9, 0.04, 60), "bga+king-four": Measured(0.5, 0.06, 60)}, "bga")
('bga+king-four',)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from games.tafl.presets import SETUPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Balance = Callable[[str], "Lean"]  # by the rule set's line, see games.catalogue
    Table = Mapping[str, "Lean"]  # those that were measured, by the same

UNMEASURED: Table = MappingProxyType({})
_NO_LEAN = 0.05  # of a share: as little as this a player never notices
_MOST = 2  # rule sets that are proposed
_NODES = ((1450, 500), (1650, 2_000), (1850, 8_000), (math.inf, 20_000))  # below that rating


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
        """The number of games played to measure the lean; 0 if it was never measured."""
        ...

    @property
    def nodes(self) -> int:
        """The number of positions that the engine searched per move: its strength."""
        ...

    @property
    def trend(self) -> Sequence[Lean]:
        """The leans among players of each strength that was measured, the weakest first."""
        ...


@dataclass(frozen=True, slots=True)
class Measured:
    """A lean as a plain value."""

    share: float = 0.5
    error: float = 0.5
    games: int = 0
    nodes: int = 0
    trend: Sequence[Lean] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """What two players need for an even game."""

    wanted: float = 0.5  # what Light should score among equals
    rating: float | None = None  # theirs, in the middle; None where one is not known


EQUALS = Pairing()  # of whom nothing else is known


def even(_: str) -> Lean:
    """Call every rule set even, if no measurements exist."""
    return Measured()


def is_near(lean: Lean, wanted: float = 0.5) -> bool:
    """Whether a rule set may well come out at that share, as far as it was measured."""
    return abs(lean.share - wanted) <= max(_NO_LEAN, lean.error)


def are_near(measured: Table, rules: Iterable[str]) -> bool:
    """Whether all of these rule sets were measured, and to be even: one game decides enough."""
    return all(name in measured and is_near(measured[name]) for name in rules)


def among(lean: Lean, rating: float | None) -> Lean:
    """Return a rule set's lean among players of a rating, as far as measured.

    Without a rating, the lean among the strongest players measured.

    >>> weak, strong = Measured(0.7, 0.04, 60, 500), Measured(0.5, 0.04, 60, 20_000)
    >>> among(Measured(0.5, 0.04, 60, 20_000, (weak, strong)), 1300).share
    0.7
    """
    if rating is None or not lean.trend:
        return lean
    wanted = next(nodes for below, nodes in _NODES if rating < below)
    return min(lean.trend, key=lambda row: abs(math.log(max(row.nodes, 1) / wanted)))


def evening_handicaps(measured: Table, rules: str, pairing: Pairing = EQUALS) -> tuple[str, ...]:
    """The rule sets that differ from this one by handicaps alone and suit these players.

    They come out at what Light should score, among players of their rating. The nearest come
    first, then those with few handicaps. Where none comes out there, the nearest, if it leans half
    as much at most. Nothing where these rules come out there already, and where they were not
    measured.
    """
    wanted = pairing.wanted
    plain = _without_handicaps(rules)
    leans = {
        name: among(lean, pairing.rating)
        for name, lean in measured.items()
        if _without_handicaps(name) == plain
    }
    lean = leans.get(rules)
    if lean is None or is_near(lean, wanted):
        return ()

    def order(name: str) -> tuple[float, int, str]:
        return abs(leans[name].share - wanted), name.count("+"), name

    related = sorted(leans, key=order)
    near = [name for name in related if is_near(leans[name], wanted)]
    helps = 2 * abs(leans[related[0]].share - wanted) <= abs(lean.share - wanted)
    return tuple(near[:_MOST] or related[:helps])


def _without_handicaps(rules: str) -> list[str]:
    preset, *options = rules.split("+")
    return [preset, *(option for option in options if option in SETUPS)]
