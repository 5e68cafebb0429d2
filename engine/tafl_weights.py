"""The weights of the evaluation of tafl: kept as data, one file for each kind of goal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """What a man is worth; dark's gains are positive."""

    def attacker(self, king: int, square: int) -> int:
        """An attacker there while the king is there."""
        return 100

    def defender(self, king: int, square: int) -> int:
        """A defender there."""
        return -180

    def king(self, square: int) -> int:
        """The king there."""
        return 0

    def freedom(self, moves: int) -> int:
        """That the king has so many moves along one line."""
        return -8 * moves
