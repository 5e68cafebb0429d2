"""How much there is to do: what waits to be said and written, which games and clocks run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """As one moment had them."""

    posts: int = 0  # to be said
    failing: int = 0  # of these, tried in vain so far
    games: int = 0  # not over
    clocks: int = 0  # of these, with something that time brings: a deadline, being put aside
    due: int = 0  # of these, to be looked at now
    writes: int = 0  # that wait for the disk
