"""A tafl rule set as a value: one question, one field. Names no preset and holds no function.

The defaults are `larochelle` with nothing added. A field added later must default to what was
played before, since stored matches are read back through them.

>>> Rules(name="corners", goal=Goal.CORNER).goal
<Goal.CORNER: 'corner'>
>>> Rules(name="none", repetition=Ruling.COUNT)
Traceback (most recent call last):
games.errors.Contradiction: repetition cannot be count
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, StrEnum, auto

from games.core import Ruling, Side
from games.errors import Clash, Contradiction, Unreadable
from games.tafl.geometry import SIDES, geometry


class Man(Flag):
    """The kinds of men; a rule names those it concerns."""

    NONE = 0
    ATTACKER = auto()
    DEFENDER = auto()
    KING = auto()
    SOLDIERS = ATTACKER | DEFENDER
    ALL = ATTACKER | DEFENDER | KING


class Goal(StrEnum):
    """Where the king wins."""

    EDGE = "edge"
    EDGE_OFF_CAMPS = "edge-off-camps"
    CORNER = "corner"


class Gait(StrEnum):
    """How the king moves."""

    ROOK = "rook"
    FOUR = "four"  # like a rook, four squares at most
    STEPS = "steps"  # like a chess king


@dataclass(frozen=True, slots=True)
class Zone:
    """Who may stop there, who may pass over it, and who is crushed against it while it is empty."""

    stop: Man = Man.ALL
    cross: Man = Man.ALL
    crushes: Man = Man.NONE

    def __post_init__(self) -> None:
        if self.stop not in self.cross:  # closed to a man: he may neither stop nor pass
            raise Contradiction(Clash.NEEDS, "stop", "cross")


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that the published rule sets disagree about."""

    name: str
    first: Side | None = None  # None: by lot
    side: int = 9  # squares along an edge
    setup: str = "cross"  # one of geometry.SETUPS, or the ranks of a position
    goal: Goal = Goal.EDGE
    gait: Gait = Gait.ROOK
    throne: Zone = Zone(stop=Man.KING, cross=Man.KING, crushes=Man.KING)
    corners: Zone = Zone()
    camps: Zone = Zone()
    home_camps: bool = False  # an attacker still moves inside the closed camp he stands in
    open_when_empty: bool = False  # a camp is closed to the king only while an attacker is in it
    edge_crushes: Man = Man.NONE
    king_captures: bool = True
    imprisonment: bool = False  # the king shut in with one soldier is lost
    no_way_out: bool = False  # the attackers may not leave the king a way to the goal
    repetition: Ruling = Ruling.DRAW
    quiet_limit: int | None = None  # so many plies without a capture, and the attackers win
    agreement: bool = True  # the players may agree to a draw

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise Contradiction(Clash.VALUE, "side", self.side)
        if not self._has_one_king():
            raise Contradiction(Clash.VALUE, "setup", self.setup)
        if self.goal is Goal.CORNER and Man.KING not in self.corners.stop:
            raise Contradiction(Clash.NEEDS, "goal corner", "a king who may stop on corners")
        if Man.ATTACKER not in self.camps.stop and not self.home_camps:
            raise Contradiction(Clash.NEEDS, "camps closed to attackers", "home_camps")
        if self.open_when_empty and Man.KING in self.camps.stop:
            raise Contradiction(Clash.NEEDS, "open_when_empty", "camps closed to the king")
        if self.open_when_empty and self.no_way_out:
            raise Contradiction(Clash.EXCLUDES, "open_when_empty", "no_way_out")
        if self.edge_crushes & Man.SOLDIERS:
            raise Contradiction(Clash.VALUE, "edge_crushes", "soldiers")
        if self.repetition is Ruling.COUNT:
            raise Contradiction(Clash.VALUE, "repetition", self.repetition)
        if self.quiet_limit is not None and self.quiet_limit < 1:
            raise Contradiction(Clash.VALUE, "quiet_limit", self.quiet_limit)

    def _has_one_king(self) -> bool:
        try:
            return geometry(self.side).set_up(self.setup).crowned.bit_count() == 1
        except Unreadable:
            return False
