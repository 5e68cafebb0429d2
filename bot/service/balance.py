"""The measured lean of rule sets to one side, and the handicaps that even them out.

The composition passes the leans in, as `Services.balance` and `Services.measured`.

>>> even("larochelle").share
0.5
>>> leans = {"bga": Measured(0.9, 0.04, 60), "bga+king-four": Measured(0.5, 0.06, 60)}
>>> evening_handicaps(leans, "bga")
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
    Table = Mapping[str, "Lean"]  # the measured leans, by rule set

UNMEASURED: Table = MappingProxyType({})
_NO_LEAN = 0.05  # of a share: players never notice this little
_MOST = 2  # rule sets that are proposed
_NODES = ((1450, 500), (1650, 2_000), (1850, 8_000), (math.inf, 20_000))  # below a rating


class Lean(Protocol):
    """Light's score (in tafl: the king's side) among players of equal strength."""

    @property
    def share(self) -> float:
        """From 0 to 1; a draw counts half."""
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
        """The leans among players of each measured strength, weakest first."""
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
    """Light's fair share and the players' rating, for choosing rules that suit both."""

    wanted: float = 0.5  # Light's share among equals
    rating: float | None = None  # the middle of their ratings; None if one is unknown


EQUALS = Pairing()  # equal players of unknown strength


def even(_: str) -> Lean:
    """Call every rule set even, if no measurements exist."""
    return Measured()


def is_near(lean: Lean, wanted: float = 0.5) -> bool:
    """Whether a rule set's share may well be this one, as far as measured."""
    return abs(lean.share - wanted) <= max(_NO_LEAN, lean.error)


def are_near(measured: Table, rules: Iterable[str]) -> bool:
    """Whether all of these rule sets were measured as even, so that one game decides enough."""
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
    """Return the variants of a rule set with other handicaps that suit these players.

    Light scores the wanted share with them, among players of their rating. The nearest come first,
    then those with few handicaps. If none fits, returns the nearest if it leans at most half as
    much. Empty if the rules fit already, or weren't measured.
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
