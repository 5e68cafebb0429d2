"""How rule sets lean to one side, as the engine measured it: what use cases know of that.

The composition hands it in as `House.leans`; the service knows no engine.

>>> even("larochelle").share
0.5
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    Leans = Callable[[str], "Lean"]  # by the rule set's line, see games.catalogue


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
