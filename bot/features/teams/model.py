"""Team matches: the values that are stored of them, and the posts that tell of them.

A member is a seat of their match, a number from 1 in the order of joining, so that boards stay as
they are when a person is erased.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.model.club import Competition, Seat
from bot.model.posts import Post
from games.core import Reason, Side  # noqa: TC001  read at run time
from games.tournament.standings import Entrant  # noqa: TC001  the same

if TYPE_CHECKING:
    from bot.model.times import Instant

FEWEST = 2  # boards
BOARDS = (2, 3, 4, 5, 6, 8, 10)  # at most, that can be chosen
LONGEST_TEAM = 24  # characters of a team's name


class Team(StrEnum):
    """One of the two. What a team is called, its match says."""

    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> Team:
        """Whom it meets."""
        return Team.BLUE if self is Team.RED else Team.RED


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatch(Competition):
    """A team match, and how far it is."""

    red: str  # what the teams are called
    blue: str
    boards: int = 4  # at most
    rules: str  # a rule set's line, see games.catalogue
    signup_days: int = 3

    def name(self, team: Team) -> str:
        """What a team is called."""
        return self.red if team is Team.RED else self.blue


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(Seat):
    """A person in a team."""

    contest: int  # the team match
    team: Team
    board: int | None = None  # from 1, once it has begun; None then: in reserve


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A match as a game of a board."""

    match: int
    contest: int
    board: int
    leg: int  # from 1: of the two of a board
    dark: Entrant
    light: Entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The same, with what the match's own row says."""

    match: int
    contest: int
    board: int
    leg: int
    dark: Entrant
    light: Entrant
    turn: Side
    winner: Side | None
    reason: Reason | None  # None: it is not over
    since: Instant  # of the newest event


@dataclass(frozen=True, slots=True)
class TeamCard(Post):
    """Brings the card up to date, or posts it. `changes`: as of all posts that merge."""

    kind = "team-card"
    is_news = True
    changes_old = True
    merges = True

    contest: int
    changes: int = 0

    @property
    def lane(self) -> str:
        """One for all that is done with its card."""
        return f"team match {self.contest}"


@dataclass(frozen=True, slots=True)
class TeamResult(Post):
    """Tells once how it ended, or that too few have joined."""

    kind = "team-result"

    contest: int

    @property
    def lane(self) -> str:
        """One of its own."""
        return f"team result {self.contest}"
