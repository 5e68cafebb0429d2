"""Challenges: one person's proposal to another, and its outcome."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant
    from games.core import Side
    from games.pace import Pace


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that a challenge proposes."""

    rules: str  # a rule set's line, see games.catalogue
    side: Side | None  # the challenger's; None: random
    pace: Pace
    thread: bool = False  # play in a thread of its own
    games: int = 1  # 2: one after the other, with sides changed
    start: str | None = None  # a position's line, to play on from; None: the usual start
    rated: bool = True  # counts for the ratings; never if it starts from a position

    by_vote: bool = False  # the channel plays by vote, instead of the challenger
    level: int = 0  # of the engine if it plays; 0: it doesn't

    @property
    def counts(self) -> bool:
        """Whether the games on these terms count for the ratings."""
        return self.rated and self.start is None and not self.by_vote


class Standing(StrEnum):
    """The state of a challenge."""

    DRAFT = "draft"  # only its author sees it
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    COUNTERED = "countered"  # answered by a challenge with other terms
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """One person's invitation to another, or to everyone in the channel."""

    id: int  # 0 until it is stored
    place: Place
    by: Player
    opponent: Player | None
    terms: Terms
    made: Instant
    until: Instant
    standing: Standing = Standing.OPEN
    version: int = 0  # grows with every change; a change based on an older one is refused
    message: int | None = None
    match: int | None = None
    rematch_of: int | None = None
    counter_of: int | None = None  # the challenge that this one answers with other terms
    excused: bool = False  # withdrawn so soon after opening that it costs no pause
