"""The one cache: matches replayed from their events, by their numbers.

Invariant: it can never be wrong. A log only grows, so a cached match is the beginning of the stored
one, and newer events are appended. The rows of matches are read each time.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.match import Match

_BESIDE = 8  # a match's memory beside its events, in events
_PARTS = 4  # a match takes at most this fraction of the cache


class FoldedMatches:
    """The most recently used matches, up to so many events; an event takes about 600 bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._matches: OrderedDict[int, Match] = OrderedDict()

    def find(self, number: int) -> Match | None:
        """Return a match from the cache; newer events may be missing."""
        match = self._matches.get(number)
        if match:
            self._matches.move_to_end(number)
        return match

    def keep(self, number: int, match: Match) -> None:
        """Keep a match, unless a newer version is kept or it would displace many others."""
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
