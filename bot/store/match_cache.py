"""Matches that need not be folded again, the longest unused one forgotten first.

Law: what is kept here was committed. A log only ever grows, so an older match is a beginning of
the newer one and is never wrong, only short.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.match import Match

_BESIDE = 8  # what a match weighs beside its events, in events


class Folded:
    """So many events' worth of matches; an event takes about 600 bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._matches: OrderedDict[int, Match] = OrderedDict()

    def find(self, number: int) -> Match | None:
        """The match, at least as far as it had come when it was kept."""
        found = self._matches.get(number)
        if found:
            self._matches.move_to_end(number)
        return found

    def keep(self, number: int, match: Match) -> None:
        """Keep it, unless a newer one is kept."""
        known = self.find(number)
        if known and len(known.log) >= len(match.log):
            return
        self._weight += _weight(match) - (_weight(known) if known else 0)
        self._matches[number] = match
        while self._weight > self._most:
            self._weight -= _weight(self._matches.popitem(last=False)[1])


def _weight(match: Match) -> int:
    return len(match.log) + _BESIDE
