"""How a team match goes: who may join, who meets whom, what the boards brought. Pure.

Law: all of it follows from the members and their games alone, so that a score worked out again is
the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from bot.features.teams.model import FEWEST, Member, Team
from bot.model.people import FORMER
from games.tournament import outcomes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.features.teams.model import Game, TeamMatch
    from bot.model.people import Player
    from games.tournament.standings import Entrant

UNRATED = 1500.0  # by which those are ranked of whom nothing is known


@dataclass(frozen=True, slots=True)
class Board:
    """Two who meet, one of each team, and what that brought so far."""

    number: int
    red: Member
    blue: Member
    games: tuple[Game, ...]
    red_halves: int  # of points, in games that are over
    blue_halves: int

    @property
    def is_over(self) -> bool:
        """Whether all its games are."""
        return all(game.reason is not None for game in self.games)

    def halves(self, team: Team) -> int:
        """The halves of a point of one of the two."""
        return self.red_halves if team is Team.RED else self.blue_halves

    def member(self, team: Team) -> Member:
        """Who plays for that team."""
        return self.red if team is Team.RED else self.blue


@dataclass(frozen=True)
class Course:
    """All that is stored of a team match, as one moment has it."""

    contest: TeamMatch
    members: tuple[Member, ...] = ()
    games: tuple[Game, ...] = ()
    barred: frozenset[Player] = field(default_factory=frozenset["Player"])

    def of(self, team: Team) -> tuple[Member, ...]:
        """Who has a seat in a team, in the order of joining."""
        return tuple(member for member in self.members if member.team is team)

    def member(self, player: Player | None) -> Member | None:
        """A person's seat, if they have one."""
        return next((m for m in self.members if m.player == player != FORMER), None)

    def is_out(self, member: Member) -> bool:
        """Whether they would begin no game: they have left, were erased or are barred."""
        return has_left(member) or member.player in self.barred

    def running(self, member: Member) -> tuple[Game, ...]:
        """The games that they play now."""
        own = (game for game in self.games if member.seat in {game.dark, game.light})
        return tuple(game for game in own if game.reason is None)

    def may_leave(self, member: Member | None) -> bool:
        """Whether there is something to leave: the games too of one who was killed in leaving."""
        return member is not None and bool(not has_left(member) or self.running(member))

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """The boards, once it has begun."""
        numbers = sorted({member.board for member in self.members if member.board})
        return tuple(board for number in numbers if (board := self._board(number)))

    def _board(self, number: int) -> Board | None:
        seats = {member.team: member for member in self.members if member.board == number}
        if len(seats) < len(Team):  # the row of one is lost
            return None
        games = tuple(
            sorted((g for g in self.games if g.board == number), key=lambda game: game.leg)
        )
        red, blue = seats[Team.RED], seats[Team.BLUE]
        halves = scored(games)
        return Board(number, red, blue, games, halves.get(red.seat, 0), halves.get(blue.seat, 0))

    @property
    def reserve(self) -> tuple[Member, ...]:
        """Who has no board, of a match that has begun."""
        return tuple(m for m in self.members if m.board is None and not has_left(m))

    def score(self, team: Team) -> int:
        """The halves of a point of a team, from the boards that are over."""
        return sum(board.halves(team) for board in self.boards if board.is_over)

    @property
    def to_go(self) -> int:
        """How many boards are not over."""
        return sum(not board.is_over for board in self.boards)

    @property
    def winner(self) -> Team | None:
        """Who is ahead; None: nobody."""
        red, blue = self.score(Team.RED), self.score(Team.BLUE)
        return None if red == blue else Team.RED if red > blue else Team.BLUE


def ended_last(course: Course) -> frozenset[Entrant]:
    """Who played the game that ended last: the two hear of the end by its result."""
    last = max(course.games, key=lambda game: game.since, default=None)
    return frozenset({last.dark, last.light} if last else ())


def scored(games: Sequence[Game]) -> Mapping[Entrant, int]:
    """The halves of a point that each of the two has in the games that are over."""
    late = outcomes.late_in(games)
    totals: dict[Entrant, int] = {}
    for game in games:
        if game.reason is not None:
            dark, light = outcomes.halves(game, late)
            totals[game.dark] = totals.get(game.dark, 0) + dark
            totals[game.light] = totals.get(game.light, 0) + light
    return totals


def has_left(member: Member) -> bool:
    """Whether they have left, or were erased."""
    return member.left is not None or member.player == FORMER


def is_ahead(members: Sequence[Member], team: Team) -> bool:
    """Whether a team has more members than the other: then the other one is to be joined."""
    own = sum(member.team is team for member in members)
    return own > len(members) - own


def lined_up(course: Course, ratings: Mapping[Player, float]) -> tuple[Member, ...]:
    """The members with their boards: the first that joined, as many of each team, by rating.

    None where that makes too few boards.
    """
    present = {team: [m for m in course.of(team) if not course.is_out(m)] for team in Team}
    count = min(course.contest.boards, *map(len, present.values()))
    if count < FEWEST:
        return ()

    def rank(member: Member) -> tuple[float, int]:
        return -ratings.get(member.player, UNRATED), member.seat

    return tuple(
        replace(member, board=board)
        for members in present.values()
        for board, member in enumerate(sorted(members[:count], key=rank), 1)
    )


def sides(board: int, red: Entrant, blue: Entrant, games: int) -> Sequence[tuple[Entrant, Entrant]]:
    """Who has the attackers and who the king's side, game by game: from board to board changed.

    >>> sides(1, 5, 6, 2), sides(2, 7, 8, 1)
    (((5, 6), (6, 5)), ((8, 7),))
    """
    first, second = (red, blue) if board % 2 else (blue, red)
    return ((first, second), (second, first))[:games]
