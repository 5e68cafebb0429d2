"""The lean of rule sets to one side, by who counted it, and the handicaps that even them out.

Invariant: what is said about fairness, and what follows from it, comes from `Leans.first`: people's
results, then those of the server, then the engine's. `Services.leans` returns a server's leans.

>>> leans = Leans(engine={"bga": Measured(0.9, 0.04, 60), "bga+king-four": Measured(0.5, 0.06, 60)})
>>> speaker, lean = leans.first("bga")
>>> speaker.value, lean.share
('engine', 0.9)
>>> evening_handicaps(leans, "bga")
('bga+king-four',)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from engine.balance import balance_of, people, table
from games.tafl.presets import MODULES, SETUPS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Balance = Callable[[str], "Lean"]  # by the rule set's line, see games.catalogue
    Table = Mapping[str, "Lean"]  # the leans, by rule set
    PeoplesTable = Mapping[str, "PeoplesLean"]

UNMEASURED: Mapping[str, PeoplesLean] = MappingProxyType({})
EVEN = 0.5  # Light's share in even games
_NO_LEAN = 0.05  # of a share: players never notice this little
_MOST = 2  # rule sets that are proposed
_ENOUGH = 100  # rated games of a server, to say anything


class Lean(Protocol):
    """Light's score (in tafl: the king's side) among players of equal strength."""

    @property
    def share(self) -> float:
        """From 0 to 1; a draw counts half."""
        ...

    @property
    def error(self) -> float:
        """The standard error of the share; 0 if it isn't known."""
        ...

    @property
    def games(self) -> int:
        """The number of games that were counted; 0 if none were, or if it isn't known."""
        ...


class PeoplesLean(Lean, Protocol):
    """A lean that others have counted in people's games."""

    @property
    def source(self) -> str:
        """The name of a site or collection."""
        ...

    @property
    def similar(self) -> bool:
        """Whether the games had the nearest rules, not exactly these."""
        ...


@dataclass(frozen=True, slots=True)
class Measured:
    """A lean as a plain value."""

    share: float = 0.5
    error: float = 0.5
    games: int = 0
    source: str = ""
    similar: bool = False


def even(_: str) -> Lean:
    """Call every rule set even, if no measurements exist."""
    return Measured()


class Speaker(StrEnum):
    """Those who have counted games, the first to believe first."""

    PEOPLE = "people"
    HERE = "here"  # the members of this server
    ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class Leans:
    """Everything that was counted of each rule set."""

    people: PeoplesTable = field(default_factory=lambda: UNMEASURED)
    here: Table = field(default_factory=lambda: UNMEASURED)
    engine: Table = field(default_factory=lambda: UNMEASURED)
    nearest: Balance = even  # the engine's lean of the nearest rule set, if nobody counted this one

    def counted(self, rules: str) -> Mapping[Speaker, Lean]:
        """Return what was counted of a rule set, by speaker; a server's from 100 rated games on."""
        tables = zip(Speaker, (self.people, self.here, self.engine), strict=True)
        counted = {speaker: table[rules] for speaker, table in tables if rules in table}
        if Speaker.HERE in counted and counted[Speaker.HERE].games < _ENOUGH:
            del counted[Speaker.HERE]
        return counted

    def first(self, rules: str) -> tuple[Speaker, Lean] | None:
        """Return the first lean to believe."""
        return next(iter(self.counted(rules).items()), None)

    def before_games(self, rules: str) -> Lean:
        """Return the lean that ratings start from: people's, or the engine's of the nearest."""
        return self.people.get(rules) or self.nearest(rules)

    def variants(self, rules: str) -> Mapping[str, Lean]:
        """Return this rule set's lean and those with other handicaps, if the same one speaks."""
        if (said := self.first(rules)) is None:
            return {}
        names = {**self.people, **self.here, **self.engine}
        plain = _without_handicaps(rules)
        firsts = {name: self.first(name) for name in names if _without_handicaps(name) == plain}
        return {name: of[1] for name, of in firsts.items() if of and of[0] is said[0]}


NOBODY = Leans()  # if nobody counted any games


def all_counted() -> Leans:
    """Return what people and the engine have counted, in no server of the bot."""
    return Leans(people(), engine=table(), nearest=balance_of)


def score(points: float, games: int) -> Measured:
    """Return the lean that Light's points in so many games show.

    >>> score(10, 25).share
    0.4
    """
    share = points / games
    return Measured(share, math.sqrt(max(share * (1 - share), 0.01) / games), games)


def is_near(lean: Lean, wanted: float = EVEN) -> bool:
    """Whether a rule set's share may well be this one, as far as measured."""
    return abs(lean.share - wanted) <= max(_NO_LEAN, lean.error)


def _is_other(lean: Lean, other: Lean) -> bool:
    """Whether two leans differ by more than chance."""
    return abs(lean.share - other.share) > max(_NO_LEAN, math.hypot(lean.error, other.error))


def evening_handicaps(leans: Leans, rules: str, wanted: float = EVEN) -> tuple[str, ...]:
    """Return up to two variants of a rule set with other handicaps that suit two players better.

    `wanted`: what Light should score among equals. The nearest come first, then those with few
    handicaps. A variant that leans as the rules do is none. Empty if the rules suit them already,
    or weren't counted.
    """
    variants = leans.variants(rules)
    lean = variants.get(rules)
    if lean is None or is_near(lean, wanted):
        return ()

    def distance(name: str) -> float:
        return abs(variants[name].share - wanted)

    better = [
        name
        for name in sorted(variants, key=lambda name: (distance(name), name.count("+"), name))
        if distance(name) < distance(rules) and _is_other(variants[name], lean)
    ]
    near = [name for name in better if is_near(variants[name], wanted)]
    return tuple((near or better)[:_MOST])


def offered_handicaps(leans: Leans, rules: str, wanted: float = EVEN) -> tuple[str, ...]:
    """Return the handicaps to offer with a rule set, those that suit these players best first.

    Those that were counted and leave the lean as it was, alone and with others, are left out.
    """
    plain = "+".join(_without_handicaps(rules))
    variants = leans.variants(plain)

    def best(handicap: str) -> float | None:
        """Return how near it comes to the wanted share; 1 if unknown, None if it does nothing."""
        using = [lean for name, lean in variants.items() if handicap in name.split("+")]
        if not using or plain not in variants:
            return 1.0
        other = [lean for lean in using if _is_other(lean, variants[plain])]
        return min((abs(lean.share - wanted) for lean in other), default=None)

    ranked = {handicap: best(handicap) for handicap in MODULES}
    offered = [handicap for handicap, distance in ranked.items() if distance is not None]
    return tuple(sorted(offered, key=lambda handicap: ranked[handicap] or 0.0))


def _without_handicaps(rules: str) -> list[str]:
    preset, *options = rules.split("+")
    return [preset, *(option for option in options if option in SETUPS)]
