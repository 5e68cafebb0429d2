"""A tafl rule set as a value: one field per question. Names no preset and holds no function.

The defaults are `larochelle` without options. A field added later must default to the earlier
practice, since stored matches are read through these defaults.

>>> Rules(name="corners", goal=Goal.CORNER).goal
<Goal.CORNER: 'corner'>
>>> Rules(name="none", repetition=Ruling.COUNT)
Traceback (most recent call last):
games.errors.Contradiction: repetition cannot be count
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, StrEnum, auto
from itertools import chain
from typing import TYPE_CHECKING

from games.core import Ruling, Side
from games.errors import Clash, Contradiction, Unreadable
from games.tafl.geometry import SIDES, geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

_TWICE = 2


class Man(Flag):
    """Kinds of men; a rule names the kinds it concerns."""

    NONE = 0
    ATTACKER = auto()
    DEFENDER = auto()
    KING = auto()
    SOLDIERS = ATTACKER | DEFENDER
    ALL = ATTACKER | DEFENDER | KING


class Strength(StrEnum):
    """The way the king is captured."""

    FOUR = "four"  # all four neighbours must be hostile
    TWO_OFF_THRONE = "two-off-throne"  # the same on and beside the throne; elsewhere like a soldier


class Goal(StrEnum):
    """The squares where the king wins."""

    EDGE = "edge"
    EDGE_OFF_CAMPS = "edge-off-camps"
    CORNER = "corner"


class Gait(StrEnum):
    """The way the king moves."""

    ROOK = "rook"
    FOUR = "four"  # like a rook, at most four squares
    STEPS = "steps"  # like a chess king


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone: who can stop there, who can pass over, and who finds its empty squares hostile.

    To men in `always`, even occupied squares are hostile. Still, a camp is never hostile to an
    attacker inside the same camp.
    """

    stop: Man = Man.ALL
    cross: Man = Man.ALL
    crushes: Man = Man.NONE
    always: Man = Man.NONE

    def __post_init__(self) -> None:
        if self.stop not in self.cross:  # stopping means passing too
            raise Contradiction(Clash.NEEDS, "stop", "cross")
        if self.always not in self.crushes:
            raise Contradiction(Clash.NEEDS, "always", "crushes")


@dataclass(frozen=True, slots=True)
class Rules:
    """All questions on which published rule sets disagree."""

    name: str
    first: Side | None = None  # None: either side, at random
    side: int = 9  # squares along an edge
    setup: str = "cross"  # one of geometry.SETUPS, or the ranks of a position
    goal: Goal = Goal.EDGE
    gait: Gait = Gait.ROOK
    throne: Zone = Zone(stop=Man.KING, cross=Man.KING, crushes=Man.KING)
    corners: Zone = Zone()
    camps: Zone = Zone()
    home_camps: bool = False  # an attacker inside a closed camp can still move within
    open_when_empty: bool = False  # a camp is closed to the king only while an attacker is inside
    edge_crushes: Man = Man.NONE
    king_captures: bool = True
    king: Strength = Strength.FOUR
    shieldwall: bool = False  # a row on the edge, enclosed on all sides, is captured as a whole
    exit_fort: bool = False  # the king wins in a fort at the edge that can never be breached
    encirclement: bool = False  # the attackers win when they cut off all defenders from the edge
    imprisonment: bool = False  # the king enclosed with one soldier is lost
    no_way_out: bool = False  # the attackers must not leave the king a way to the goal
    repetition: Ruling = Ruling.DRAW
    times: int = 3  # the occurrence of a position that ends the game; the start counts as the first
    quiet_limit: int | None = None  # plies without a capture until the attackers win
    agreement: bool = True  # whether the players can agree to a draw

    def __post_init__(self) -> None:
        clashes = chain(_of_the_board(self), _of_zones(self), _of_the_rest(self))
        for clash, *parts in clashes:
            raise Contradiction(clash, *parts)


def _of_the_board(rules: Rules) -> Iterator[tuple[Clash, object, object]]:
    if rules.side not in SIDES:
        yield Clash.VALUE, "side", rules.side
    elif not _has_one_king(rules):
        yield Clash.VALUE, "setup", rules.setup
    elif rules.camps != Zone() and not geometry(rules.side).camps:
        yield Clash.NEEDS, "camps", "a board with camps"


def _has_one_king(rules: Rules) -> bool:
    try:
        return geometry(rules.side).set_up(rules.setup).crowned.bit_count() == 1
    except Unreadable:
        return False


def _of_zones(rules: Rules) -> Iterator[tuple[Clash, object, object]]:
    if rules.goal is Goal.CORNER and Man.KING not in rules.corners.stop:
        yield Clash.NEEDS, "goal corner", "a king who can stop on corners"
    if Man.ATTACKER not in rules.camps.stop and not rules.home_camps:
        yield Clash.NEEDS, "camps closed to attackers", "home_camps"
    if rules.open_when_empty and Man.KING in rules.camps.stop:
        yield Clash.NEEDS, "open_when_empty", "camps closed to the king"
    if rules.open_when_empty and rules.no_way_out:
        yield Clash.EXCLUDES, "open_when_empty", "no_way_out"
    if rules.edge_crushes & Man.SOLDIERS:
        yield Clash.VALUE, "edge_crushes", "soldiers"


def _of_the_rest(rules: Rules) -> Iterator[tuple[Clash, object, object]]:
    if rules.exit_fort and rules.goal is not Goal.CORNER:  # on the edge he would already have won
        yield Clash.NEEDS, "exit_fort", "goal corner"
    if rules.shieldwall and rules.no_way_out:
        yield Clash.EXCLUDES, "shieldwall", "no_way_out"
    if rules.repetition is Ruling.COUNT:
        yield Clash.VALUE, "repetition", rules.repetition
    if rules.times < _TWICE:
        yield Clash.VALUE, "times", rules.times
    if rules.quiet_limit is not None and rules.quiet_limit < 1:
        yield Clash.VALUE, "quiet_limit", rules.quiet_limit
