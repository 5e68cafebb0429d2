"""Chapters of the rules, and the positions and moves that illustrate them.

Each example is played before it is shown. Several may stand under one heading: the first that
shows it under the rule set in question is taken, so that a page never shows what its rules forbid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.errors import GameError
from games.events import Created, Moved
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from games.core import Game, Move, Point
    from games.match import Match


@dataclass(frozen=True, slots=True)
class Example:
    """An example on a board: its name, and the key of the sentence about it."""

    name: str
    says: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of the rules."""

    title: str  # a key
    sentences: tuple[str, ...]
    examples: tuple[Example, ...] = ()
    start: bool = False  # it shows the start position ...
    reach: Point | None = None  # ... and where the man there could go


_OPEN_WEST = "3ttt3/4t4/2K6/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0"
_KONAKIS_BEHIND = "2tt1t3/6t2/9/t2T1T2t/tt4Ttt/t2tKt3/4T3t/6t2/2t6 l 0"
_EXAMPLES: Mapping[str, tuple[tuple[str, Move], ...]] = {
    "soldier": (("4tt3/4t4/3tT4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 l 0", ("c5", "c7")),),
    "king": (("3ttt3/4t4/9/t3T3t/t1t2TT1t/1tKtT3t/7t1/4t4/4tt3 d 0", ("h3", "c3")),),
    "imprisoned": (("3ttt3/9/9/t3T3t/t1tt1TTtt/1tKT4t/2tt5/4t4/5t3 d 0", ("i4", "e4")),),
    "raichi": (
        ("4tt3/2T1t4/1tKt5/2T1T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c8", "b8")),
        ("3ttt3/4t4/t1K6/t3T3t/1t3TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c7", "b7")),  # a king who steps
        (_OPEN_WEST, ("c7", "c9")),  # goals in the corners
        ("3ttt3/2K1t4/9/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c8", "b8")),  # both
    ),
    "tuichi": (
        ("4tt3/4t4/3t5/t1K1T3t/ttT2TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c6", "c7")),
        (_OPEN_WEST, ("c7", "b7")),
        ("9/9/1t1tKt1t1/t7t/tt1T1TTtt/t3T3t/9/4t4/3ttt3 l 0", ("e7", "e9")),
        # No mate in ludens: with the empty konakis at his back the king can still be taken, on e3.
        (_KONAKIS_BEHIND, ("e3", "b3")),
    ),
    "mate": (("4tt3/4t4/3t5/t1K1T3t/ttT2TTtt/t3T3t/9/4t4/3ttt3 l 0", ("c6", "c7")),),
    "step": (("mmm/mmm/mmmmm/mmmmm/5/MMMMM/MMMMM/MMM/MMM l 0", ("c4", "c5")),),
    "chain": (("1mm/3/m4/3m1/5/1m3/M3M/M2/1M1 l 0", ("a3", "c5", "e7")),),
    "dame": (("mm1/m2/5/5/Q2m1/5/4M/3/1M1 l 0", ("a5", "e5")),),
}


def _reason(reason: str) -> Callable[[Match], bool]:
    return lambda match: match.verdict is not None and match.verdict.reason == reason


def _callout(name: str) -> Callable[[Match], bool]:
    return lambda match: (
        not match.verdict and match.callout is not None and match.callout.name == name
    )


def _takes(men: int) -> Callable[[Match], bool]:
    return lambda match: match.last is not None and len(match.last.step.captured) == men


_SHOWS: Mapping[str, Callable[[Match], bool]] = {
    "soldier": _takes(1),
    "king": _reason("king-taken"),
    "imprisoned": _reason("king-imprisoned"),
    "raichi": _callout("raichi"),
    "tuichi": _callout("tuichi"),
    "mate": _reason("no-way-to-stop"),
    "step": _takes(0),
    "chain": _takes(2),
    "dame": _takes(1),
}


def example(name: str, game: Game) -> Match | None:
    """The match that shows it under these rules; None where they know no such thing."""
    return next((match for match in _played(name, game) if _SHOWS[name](match)), None)


def _played(name: str, game: Game) -> Iterator[Match]:
    for line, move in _EXAMPLES[name]:
        try:
            match = fold((Created(0, game.data, start=line),))
            yield match.after(Moved(match.turn, 0, move))
        except GameError:
            continue
