"""The values that are stored: challenges, matches, posts, people, servers, history."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.service.refusals import Challengers
from games.core import Reason, Side
from games.events import Created
from games.pace import Absence, Clock, Pace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.match import Match

Player = int  # a Discord user's id: all that is known of a person
Instant = int  # seconds since 1970, UTC

FORMER: Player = 0  # stands for every player who had their data erased
ENGINE: Player = 1  # stands for the bot itself, as a player


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread, and its server."""

    guild: int | None
    channel: int
    remote: bool = False  # the bot is not a member there: it can only answer interactions


NOWHERE = Place(None, 0)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenge proposes."""

    rules: str  # a rule set's line, see games.catalogue
    side: Side | None  # the challenger's; None: drawn by lot
    pace: Pace
    thread: bool = False  # play in a thread of its own
    games: int = 1  # 2: one after the other, with the sides changed
    start: str | None = None  # a position's line, to play on from; None: the usual start
    rated: bool = True  # it counts for the ratings; from a position of their own it never does

    @property
    def counts(self) -> bool:
        """Whether the games on these terms count for the ratings."""
        return self.rated and self.start is None


class Standing(StrEnum):
    """What became of a challenge."""

    DRAFT = "draft"  # only the person who makes it sees it
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
    counter_of: int | None = None  # the challenge that it answers with other terms


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is stored: the fold of its events, its players and its place."""

    id: int  # 0 until it is stored
    place: Place
    dark: Player
    light: Player
    match: Match
    pace: Pace
    challenge: int | None = None
    thread: bool = False  # its thread is still to be opened
    message: int | None = None  # the newest board
    passing: tuple[int, ...] = ()  # messages that go when the next board comes
    games: int = 1  # how many are played in all
    first: int | None = None  # the game before this one, if this is the second
    earlier: Match | None = None  # that game itself
    clock: Clock | None = None  # of the running turn, without the times at which it stands still
    due: Instant | None = None  # no later than its next deadline or reminder; None: it has none
    reminded: bool = False  # whether the reminder of the running turn was decided
    level: int = 0  # of the engine, which is one of the players; 0: two people play
    plan: str = ""  # answers that the player who waits has prepared, see bot.service.conditional
    reminder: int | None = None  # its message, once it is posted
    rated: bool = False  # it counts for the ratings, if it ends as bot.service.ratings says

    @property
    def alone(self) -> bool:
        """Whether a person practises against the engine in private: no channel sees it."""
        return not self.place.channel

    @property
    def engine_to_move(self) -> bool:
        """Whether the match waits for the engine."""
        return self.match.verdict is None and self.player(self.match.turn) == ENGINE

    @property
    def start(self) -> str | None:
        """The line of the position it was played on from; None for the usual start."""
        created = self.match.log[0]
        return created.start if isinstance(created, Created) else None

    def player(self, side: Side) -> Player:
        """Who plays this side."""
        return self.dark if side is Side.DARK else self.light

    def side(self, player: Player) -> Side | None:
        """Which side this person plays, if any."""
        return {self.light: Side.LIGHT, self.dark: Side.DARK}.get(player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What the events of a match say of it, repeated in its row so that a list needs no fold.

    A column is added here, with a migration that fills it in; the store derives the rest.
    """

    version: int  # how many events there are
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
        """What is repeated of this match."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Snapshot):
    """A match in one line of a list: its snapshot, who plays it and where."""

    id: int
    place: Place
    dark: Player
    light: Player
    message: int | None = None
    clock: Clock | None = None  # without the times at which it stands still
    level: int = 0  # of the engine; 0: two people play

    @property
    def alone(self) -> bool:
        """Whether a person practises against the engine in private."""
        return not self.place.channel

    def side(self, player: Player) -> Side | None:
        """Which side this person plays, if any."""
        return {self.light: Side.LIGHT, self.dark: Side.DARK}.get(player)


class Kind(StrEnum):
    """What a post is about."""

    CHALLENGE = "challenge"  # the challenge itself
    CHALLENGE_CHANGED = "challenge-changed"  # an edit of its message: what became of it
    BOARD = "board"  # the match after an event: a new turn, or the result
    NOTICE = "notice"  # an event that moves no man: an offer, its refusal, a challenge declined
    STRIP = "strip"  # shrinks an old board; without a message, closes an offer that ended
    CLEAR = "clear"  # deletes a message that has done its work, such as an offer
    CALL = "call"  # pings a player of what was posted in their quiet hours
    DIGEST = "digest"  # tells a player once a day of all that waits for them
    REMINDER = "reminder"  # tells a player that the time for their move is running out
    REMINDED = "reminded"  # deletes a reminder whose turn is over
    COPIES = "copies"  # deletes what was sent before this message, if it was sent twice
    THREAD = "thread"  # renames the thread of a match whose player was erased
    SEASON = "season"  # who stood where at the end of one; `number`: the season
    TURN_LIST = "turn-list"  # whose turn it is in a channel; with a message: deletes that
    PUZZLE = "puzzle"  # the puzzle of a day, in a server's channel
    PUZZLE_PAST = "puzzle-past"  # shrinks the one of an earlier day


@dataclass(frozen=True, slots=True)
class Post:
    """Something decided that is still to be posted on Discord, once."""

    kind: Kind
    challenge: int | None = None
    match: int | None = None
    number: int = 0  # the match after this many events; REMINDED: in that turn; PUZZLE: the day
    message: int | None = None  # the message concerned, of what concerns one
    due: Instant = 0
    id: int = 0  # 0 until it is stored; also its nonce
    tries: int = 0
    player: Player | None = None  # CALL, DIGEST: the one it is for
    after: int | None = None  # the first of two games: all of its posts come before this one
    place: Place = field(default=NOWHERE, compare=False)  # of its match or challenge, if stored

    @property
    def lane(self) -> str:
        """Posts of one lane are sent one after the other; old boards have lanes of their own."""
        if self.is_old_board and self.kind is not Kind.TURN_LIST:
            return f"strip {self.match}"
        if self.kind in (Kind.PUZZLE, Kind.PUZZLE_PAST):
            return f"puzzle {self.place.guild}"
        other = (Kind.COPIES, Kind.THREAD, Kind.SEASON, Kind.TURN_LIST)
        if self.player is not None or self.kind in other:  # it may wait long
            about = self.player or self.match or self.challenge or self.place.channel
            return f"{self.kind} {about}"
        match = self.after or self.match
        return f"challenge {self.challenge}" if match is None else f"match {match}"

    @property
    def queue(self) -> int:
        """Its channel; below zero for old boards: Discord limits edits of these, new ones go on."""
        return -self.place.channel if self.is_old_board else self.place.channel

    @property
    def is_old_board(self) -> bool:
        """Whether it takes something from an older message, and tells of nothing new."""
        passing = (Kind.STRIP, Kind.CLEAR, Kind.REMINDED)
        known = None not in (self.match, self.message)
        return self.kind is Kind.TURN_LIST or (self.kind in passing and known)


@dataclass(frozen=True, slots=True)
class Person:
    """A person's settings."""

    id: Player
    confirm: bool = False  # ask before a move is played
    text: bool = False  # boards as text
    picture: bool = True  # boards as pictures
    seat: str = "own"  # which side is near: own (as in the channel), mine, dark, light
    theme: str = ""  # empty: the default theme
    locale: str = ""  # empty: what Discord says
    heard: str = ""  # what Discord last said, of a player
    remind: int = 25  # percent of a turn's time that are left then; 0: never
    remind_dm: bool = False  # in a direct message instead of where the match is played
    coach: bool = True  # a sentence beside each board for the first moves against the engine
    named: bool = False  # their name may stand in the file of a game
    listed: bool = True  # in tables and profiles, with what they have reached
    challengers: Challengers = Challengers.ALL
    zone: str = ""  # such as Europe/Paris; empty: UTC
    quiet_from: int | None = None  # the hour there from which nothing pings; None: no quiet hours
    quiet_until: int | None = None
    digest: int | None = None  # the hour there of the one message a day; None: pings instead


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which a player's clocks stand still."""

    id: int  # 0 until it is stored
    player: Player
    start: Instant
    end: Instant  # the first second at which they run again

    def __post_init__(self) -> None:
        """Raise Contradiction where it ends before it begins."""
        Absence(None, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Kept:
    """From when on things of each kind are kept; what is older is cleared."""

    challenges: Instant  # made then, and since withdrawn, declined or expired
    vacations: Instant  # that ended then, and stopped no clock that still runs
    erased: Instant  # that a person was erased then
    servers: Instant  # the settings and bars of those that were left then


class Boards(StrEnum):
    """What becomes of a board when a newer one comes."""

    SHORT = "short"  # it shrinks to a line
    KEEP = "keep"  # it stays, without its buttons
    ONE = "one"  # it becomes the newer one, and a message that is deleted later pings


@dataclass(frozen=True, slots=True)
class Guild:
    """The settings of a server. Empty or None: the default of the program or its host."""

    id: int
    locale: str = ""
    theme: str = ""
    thread: bool = False
    rules: str = ""
    days: int | None = None
    reserve: int = 0
    weekends: bool = True
    channels: tuple[int, ...] = ()  # where challenges may be made; empty: everywhere
    max_challenges: int | None = None
    max_games: int | None = None
    boards: Boards = Boards.SHORT
    rated: bool = True  # what a challenge says that leaves it open
    seasons: bool = False  # ratings are told of every three months
    puzzles: bool = True  # made of the games that are finished there


class Outcome(StrEnum):
    """How a match went for one of its players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    VOID = "void"  # a moderator stopped it


@dataclass(frozen=True, slots=True)
class Search:
    """Which finished matches of a player are looked for."""

    player: Player
    opponent: Player | None = None
    rules: str = ""  # a preset also finds what adds modules to it; empty: any rules
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """A finished match as one line of the history; no events are read for it."""

    id: int
    dark: Player
    light: Player
    rules: str
    plies: int
    ended: Instant
    winner: Side | None
    reason: Reason
    placed: bool = False  # it began from a position that a player brought: unrated
    games: int = 1  # how many were played in all
    first: int | None = None  # the game before this one, if this is the second
    level: int = 0  # of the engine: unrated; 0: two people played

    def side(self, player: Player) -> Side:
        """Which side this player of it had."""
        return Side.DARK if self.dark == player else Side.LIGHT

    def outcome(self, player: Player) -> Outcome:
        """How it went for this player of it."""
        if self.winner is None:
            return Outcome.VOID if self.reason is Reason.STOPPED else Outcome.DRAWN
        return Outcome.WON if self.winner is self.side(player) else Outcome.LOST


@dataclass(frozen=True, slots=True)
class Tally:
    """How many matches went how, by the side that the player had."""

    counts: Mapping[tuple[Side, Outcome], int] = field(
        default_factory=dict[tuple[Side, Outcome], int]
    )
    unrated: Mapping[Outcome, int] = field(default_factory=dict[Outcome, int])

    def of(self, outcome: Outcome | None = None, side: Side | None = None) -> int:
        """The number of rated matches with this outcome and side; None: any."""
        return sum(
            count
            for (each, how), count in self.counts.items()
            if outcome in (None, how) and side in (None, each)
        )

    def listed(self, outcome: Outcome | None = None) -> int:
        """The number of matches, rated or not, with this outcome; None: any."""
        unrated = (count for how, count in self.unrated.items() if outcome in (None, how))
        return self.of(outcome) + sum(unrated)
