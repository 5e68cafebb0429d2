"""Moves ahead in a button: each point as its index among the points that can be chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.events import Moved

if TYPE_CHECKING:
    from bot.model.matches import Record
    from games.core import Move

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Ahead:
    """A partly chosen line: the match after its moves, and the points of the next move."""

    record: Record
    moves: tuple[Move, ...] = ()
    path: Move = ()

    @property
    def answering(self) -> bool:
        """Whether the next move is the second player's."""
        return len(self.moves) % 2 == 1

    @property
    def is_over(self) -> bool:
        """Whether these moves end the match."""
        return self.record.match.verdict is not None

    def touch(self, point: str) -> Ahead:
        """Return the line after one more touched point; a whole move is made."""
        path, match = (*self.path, point), self.record.match
        if not match.game.legal(match.position, path):
            return replace(self, path=path)
        moved = match.after(Moved(by=match.turn, at=match.log[-1].at, path=path))
        return Ahead(replace(self.record, match=moved), (*self.moves, path))


def read_ahead(record: Record, signs: str) -> Ahead:
    """Return the line that these signs mean; an empty one if they mean none."""
    ahead = Ahead(record)
    for sign in signs:
        match = ahead.record.match
        points = [] if match.verdict else sorted(match.game.choices(match.position, ahead.path))
        number = _SIGNS.find(sign)
        if not 0 <= number < len(points):
            return Ahead(record)
        ahead = ahead.touch(points[number])
    return ahead


def write_ahead(record: Record, line: tuple[Move, ...], path: Move = ()) -> str:
    """Return the signs of a line and of its next move's points."""
    ahead, signs = Ahead(record), ""
    for point in (point for move in (*line, path) for point in move):
        match = ahead.record.match
        points = sorted(match.game.choices(match.position, ahead.path))
        signs += _SIGNS[points.index(point)]
        ahead = ahead.touch(point)
    return signs
