"""Matches: as stored, as a line of a list, as a line of the history."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from bot.model.people import CHANNEL, ENGINE, FORMER
from bot.model.servers import NOWHERE
from games import catalogue
from games.core import WITHOUT_RESULT, Reason, Side
from games.events import Created, Moved
from games.match import fold
from games.pace import Absence, Pace
from games.pair import score

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant, Vacation
    from games.core import Move
    from games.match import Match, Turn
    from games.pace import Clock
    from games.pair import Score


_RECORDS = 256  # results that record_from keeps: each button of a page asks for its own
SHORTEST = 4  # plies, until both sides have moved twice


# The columns of the players: only partners fill the last two; against the engine, one of them.
SEATS: Final = ("dark", "light", "dark_partner", "light_partner")


class Seats:
    """The players of a match: one person a side, or two partners who move in turn."""

    __slots__ = ()
    if TYPE_CHECKING:
        dark: Player
        light: Player
        dark_partner: Player | None
        light_partner: Player | None

    @property
    def of_partners(self) -> bool:
        """Whether two people play a side: each side, or the one against the engine."""
        return self.dark_partner is not None or self.light_partner is not None

    def players(self, side: Side) -> tuple[Player, ...]:
        """Return a side's players: one, or two partners in the order in which they move."""
        first, second = (
            (self.dark, self.dark_partner)
            if side is Side.DARK
            else (self.light, self.light_partner)
        )
        return (first,) if second is None else (first, second)

    @property
    def everyone(self) -> tuple[Player, ...]:
        """All players of the match."""
        return (*self.players(Side.DARK), *self.players(Side.LIGHT))

    def team(self, player: Player) -> Side | None:
        """Return the side that a person plays, also while their partner acts for it."""
        return next((side for side in Side if player in self.players(side)), None)

    def partner(self, player: Player) -> Player | None:
        """Return a player's partner on their side; None if they play alone."""
        side = self.team(player)
        others = [other for other in self.players(side) if other != player] if side else []
        return others[0] if others else None

    def on_turn(self, side: Side, turn: Side, plies: int) -> Player:
        """Return the player who acts for a side: who moves next for it, or has moved last.

        Partners take turns to move for their side; if one was erased, the other makes all moves.
        `turn`: the side to move; `plies`: the number of moves so far.
        """
        if not self.of_partners:  # the usual case, which lists need often
            return self.dark if side is Side.DARK else self.light
        players = [player for player in self.players(side) if player != FORMER] or [FORMER]
        turns = (plies if side is turn else max(plies - 1, 0)) // len(Side)
        return players[turns % len(players)]


@dataclass(frozen=True, slots=True)
class Record(Seats):
    """A match as it is stored: the fold of its events, its players and its place."""

    id: int  # 0 until it is stored
    place: Place
    dark: Player
    light: Player
    match: Match
    pace: Pace
    challenge: int | None = None
    thread: bool = False  # its thread, or its post on the wall, must still be opened
    home: int | None = None  # in a post on the wall: the channel where it would be played otherwise
    message: int | None = None  # the newest board
    shown: int | None = None  # the number of events that the newest board shows
    passing: tuple[int, ...] = ()  # messages to delete when the next board comes
    line: int | None = None  # the line left of an older board, if it has room for another move
    games: int = 1  # the number of games in all
    first: int | None = None  # the game before this one, if this is the second
    earlier: Match | None = None  # that earlier game itself
    clock: Clock | None = None  # of the running turn, not counting the times when it is stopped
    due: Instant | None = None  # no later than its next deadline or reminder; None: it has neither
    reminded: bool = False  # whether a reminder of the running turn was decided
    nudged: Instant | None = None  # when a nudge was last decided, in a game without a clock
    level: int = 0  # of the engine, which is one of the players; 0: two people play
    reminder: int | None = None  # its message, once it is posted
    rated: bool = False  # counts for the ratings, if it ends as `was_played` below requires
    dark_partner: Player | None = None  # the second player of a side with two
    light_partner: Player | None = None

    @property
    def alone(self) -> bool:
        """Whether a person practises against the engine in private, in no channel."""
        return not self.place.channel

    @property
    def on_wall(self) -> bool:
        """Whether the match has a forum post, with its board as the first message."""
        return self.home is not None and self.message == self.place.channel

    @property
    def by_vote(self) -> bool:
        """Whether a channel plays a side by vote."""
        return CHANNEL in (self.dark, self.light)

    @property
    def engine_to_move(self) -> bool:
        """Whether the match waits for the engine."""
        return self.match.verdict is None and self.player(self.match.turn) == ENGINE

    @property
    def start(self) -> str | None:
        """Return the line of the position that the match started from; None for the usual start."""
        created = self.match.log[0]
        return created.start if isinstance(created, Created) else None

    @property
    def is_halfway(self) -> bool:
        """Whether this is the first of two games, and has ended with a result."""
        verdict = self.match.verdict
        return self.games > 1 and not self.first and verdict is not None and verdict.has_result

    @property
    def awaits_second(self) -> bool:
        """Whether the second of two games has still to start."""
        return self.is_halfway and self.due is not None

    @property
    def final(self) -> Score | None:
        """The score of two games that are both over; None otherwise, or for a single game."""
        both = score(self.earlier, self.match) if self.earlier else None
        return both if both and both.over else None

    @property
    def winner(self) -> Side | None:
        """The side of the player who has won the match of two games, or else this game."""
        if final := self.final:
            return final.winner and final.winner.other
        return self.match.verdict and self.match.verdict.winner

    def player(self, side: Side) -> Player:
        """Return the player who acts for a side: the only one, or the partner whose turn it is."""
        return self.on_turn(side, self.match.turn, len(self.match.plies))

    def side(self, player: Player) -> Side | None:
        """Return the side that a person acts for now, if any: None while their partner acts."""
        return next((side for side in Side if self.player(side) == player), None)

    def side_to_undo(self, player: Player) -> Side | None:
        """Return the side whose last move a person can take back.

        Against the engine, partners can both take back, whoever is on turn.
        """
        return self.team(player) if self.level else self.side(player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The summary of a match's events, kept in its row so that a list needn't replay them.

    A column is added here and in the schema; the store derives the rest.
    """

    version: int  # the number of events
    rules: str
    turn: Side
    plies: int
    offer_by: Side | None = None
    since: Instant  # of the newest event
    shelved: bool = False
    winner: Side | None = None
    reason: Reason | None = None  # None: it is not over

    @staticmethod
    def of(match: Match) -> Snapshot:
        """Return the part of a match's row that repeats its events."""
        return Snapshot(
            version=len(match.log),
            rules=match.game.name,
            turn=match.turn,
            plies=len(match.plies),
            offer_by=match.offer and match.offer.by,
            since=match.log[-1].at,
            shelved=match.shelved,
            winner=match.verdict and match.verdict.winner,
            reason=match.verdict and match.verdict.reason,
        )


_NEVER = float("inf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Snapshot, Seats):
    """A match as a line of a list: its snapshot, its players and its place."""

    id: int
    place: Place
    dark: Player
    light: Player
    message: int | None = None
    clock: Clock | None = None  # not counting the times when it is stopped
    level: int = 0  # of the engine; 0: two people play
    away_days: int | None = None  # of vacations that stop its clock, see games.pace.Pace
    dark_partner: Player | None = None
    light_partner: Player | None = None

    @property
    def alone(self) -> bool:
        """Whether a person practises against the engine in private."""
        return not self.place.channel

    def player(self, side: Side) -> Player:
        """Return the player who acts for a side, as a Record does."""
        return self.on_turn(side, self.turn, self.plies)

    def side(self, player: Player) -> Side | None:
        """Return the side for which a person acts, as a Record does."""
        return next((side for side in Side if self.player(side) == player), None)


def waits_for(listing: Listing, player: Player) -> bool:
    """Whether a match waits for this player's move or answer."""
    side = listing.side(player)
    if side is None:
        return False
    if listing.offer_by is not None and listing.offer_by is not side:
        return True
    return listing.turn is side


def urgency(
    listing: Listing, player: Player, deadline: Instant | None = None
) -> tuple[object, ...]:
    """Return the sort key of a player's matches: waiting for them first, then by deadline.

    `deadline`: as its ClockState says; without it, the listing's clock is used as if it never
    stopped.
    """
    clock = listing.clock
    return (
        listing.shelved,
        not waits_for(listing, player),
        deadline or (clock.since + clock.total if clock else _NEVER),
        listing.since,
        listing.id,
    )


class Outcome(StrEnum):
    """The result of a match for one of its players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    VOID = "void"  # it ended without a result


@dataclass(frozen=True, slots=True)
class Search:
    """A search for finished matches of a player."""

    player: Player
    opponent: Player | None = None
    rules: str = ""  # a preset also finds matches that add modules to it; empty: any rules
    outcome: Outcome | None = None
    guild: int | None = None  # the server where they were played; None: anywhere
    alone: bool = False  # only those in which the player had no partner


@dataclass(frozen=True, slots=True)
class Past(Seats):
    """A finished match as one line of the history; no events are read for it."""

    id: int
    dark: Player
    light: Player
    rules: str
    plies: int
    ended: Instant
    winner: Side | None
    reason: Reason
    placed: bool = False  # it started from a position that a player chose: unrated
    games: int = 1  # the number of games in all
    first: int | None = None  # the game before this one, if this is the second
    level: int = 0  # of the engine: unrated; 0: two people played
    forgotten: bool = False  # its moves are no longer stored
    excused: bool = False  # lost on time together with another match, which counts for all
    dark_partner: Player | None = None
    light_partner: Player | None = None

    def played_side(self, player: Player) -> Side:
        """Return the side that a player had, alone or with a partner."""
        return self.team(player) or Side.LIGHT

    def outcome(self, player: Player) -> Outcome:
        """Return whether a player has won, drawn or lost the match."""
        if self.winner is None:
            return Outcome.VOID if self.reason in WITHOUT_RESULT else Outcome.DRAWN
        return Outcome.WON if self.winner is self.played_side(player) else Outcome.LOST


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of matches with each outcome, by the side that the player had."""

    counts: Mapping[tuple[Side, Outcome], int] = field(
        default_factory=dict[tuple[Side, Outcome], int]
    )
    unrated: Mapping[Outcome, int] = field(default_factory=dict[Outcome, int])

    def of(self, outcome: Outcome | None = None, side: Side | None = None) -> int:
        """Return the number of rated matches with this outcome and side; None: any."""
        return sum(
            count
            for (played, how), count in self.counts.items()
            if outcome in (None, how) and side in (None, played)
        )

    def listed(self, outcome: Outcome | None = None) -> int:
        """Return the number of matches, rated or not, with this outcome; None: any."""
        unrated = (count for how, count in self.unrated.items() if outcome in (None, how))
        return self.of(outcome) + sum(unrated)


# Ends without a move on the board: by the players, by time, by a moderator.
OFF_THE_BOARD = {Reason.RESIGNED, Reason.AGREED, Reason.TIME, *WITHOUT_RESULT}


def was_played(ended: Reason, plies: int) -> bool:
    """Whether a game with this end counts.

    It has a result, and both sides have moved twice, unless it was won on the board before that.
    """
    return ended not in WITHOUT_RESULT and (plies >= SHORTEST or ended not in OFF_THE_BOARD)


@lru_cache(_RECORDS)
def record_from(rules: str, start: str, player: Player, *moves: Move) -> Record:
    """Return the match after these moves from a start, with its first player as `player`.

    The engine is the other player. The match is stored nowhere.
    """
    match = fold((Created(0, catalogue.game(rules).data, start=start),))
    dark, light = (player, ENGINE) if match.turn is Side.DARK else (ENGINE, player)
    for move in moves:
        match = match.after(Moved(match.turn, 0, move))
    return Record(id=0, place=NOWHERE, dark=dark, light=light, match=match, pace=Pace())


def vacation_stops(
    seats: Seats, turns: Sequence[Turn], vacations: Iterable[Vacation]
) -> Iterator[Absence]:
    """Yield the vacations that stop a side's clock: for partners, the mover's."""
    for vacation in vacations:
        side = seats.team(vacation.player)
        if side is None:
            continue
        if not seats.of_partners:
            yield Absence(side, vacation.start, vacation.end)
            continue
        for turn, following in zip_longest(turns, turns[1:]):
            begins = max(vacation.start, turn.since)
            ends = min(vacation.end, following.since) if following else vacation.end
            on_turn = turn.side is side and seats.on_turn(side, side, turn.plies)
            if begins < ends and on_turn == vacation.player:
                yield Absence(side, begins, ends)
