"""The last column of a row: its limit, and whether the figure keeps it.

Invariant: every limit is judged here, so `make bench` can end with an error and name the rows.
"""

from __future__ import annotations

_MISSED, _LOST = "MISSED", "LOST"


def verdict(figure: float, most: float, unit: str) -> str:
    """The limit in this unit; a figure that could not be measured does not keep it."""
    return kept(f"at most {most} {unit}".rstrip(), holds=figure <= most)


def kept(limit: str, *, holds: bool) -> str:
    """The limit, and that it is missed if it does not hold."""
    return f"({limit})" if holds else f"({limit}, {_MISSED})"


def lost(count: int) -> str:
    """How many requests were never answered, to follow a verdict; nothing if all were."""
    return f", {count} {_LOST}" if count else ""


def is_missed(said: str) -> bool:
    """Whether a row with this last column misses its limit, or lost a request."""
    return _MISSED in said or _LOST in said
