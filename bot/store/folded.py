"""The one cache: matches folded from their events, by their numbers.

Law: it can never be wrong. A log only grows, so what is folded of it is a beginning of the match,
and what was committed since is put at its end. The rows of matches are read each time.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.match import Match

_BESIDE = 8  # what a match weighs beside its events, in events
_PARTS = 4  # a match takes at most such a part of the cache


class FoldedMatches:
    """Matches of so many events in all, the latest used; an event takes about 600 bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._matches: OrderedDict[int, Match] = OrderedDict()

    def find(self, number: int) -> Match | None:
        """The match, at least as far as it had come when it was kept."""
        match = self._matches.get(number)
        if match:
            self._matches.move_to_end(number)
        return match

    def keep(self, number: int, match: Match) -> None:
        """Keep it, unless a newer one is kept, or it would take the room of many others."""
        known = self.find(number)
        if known and len(known.log) >= len(match.log):
            return
        if _weight(match) * _PARTS > self._most:
            return
        self._weight += _weight(match) - (_weight(known) if known else 0)
        self._matches[number] = match
        while self._weight > self._most:
            _, forgotten = self._matches.popitem(last=False)
            self._weight -= _weight(forgotten)


def _weight(match: Match) -> int:
    return len(match.log) + _BESIDE
