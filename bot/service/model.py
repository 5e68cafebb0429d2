"""What the house keeps: challenges, matches with their seats and place, and what is to be said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.core import Side
from games.events import Created

if TYPE_CHECKING:
    from games.events import Event
    from games.match import Match
    from games.pace import Clock, Pace

Player = int  # a Discord user's id: all that is known of a person
Instant = int  # seconds since 1970, UTC

FORMER: Player = 0  # whoever had his number removed

_STRIP_LANES = 32


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread, and its server."""

    guild: int | None
    channel: int
    remote: bool = False  # there we can only answer, never speak up ourselves


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenge proposes."""

    rules: str  # a rule set's line, see games.catalogue
    side: Side | None  # the challenger's; None: by lot
    pace: Pace
    thread: bool = False  # play in a thread of its own
    games: int = 1  # 2: one after the other, with the sides changed
    start: str | None = None  # a position's line, to play on from; None: the usual start


class Standing(StrEnum):
    """What became of a challenge."""

    DRAFT = "draft"  # shown to whoever makes it alone
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge:
    """One person's invitation to another, or to anybody."""

    id: int  # 0 until it is stored
    place: Place
    by: Player
    opponent: Player | None
    terms: Terms
    made: Instant
    until: Instant
    standing: Standing = Standing.OPEN
    version: int = 0  # grows with every change; whoever knows an older one comes too late
    message: int | None = None
    match: int | None = None
    rematch_of: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it is kept: the fold of its log, its seats and its place."""

    id: int  # 0 until it is stored
    place: Place
    dark: Player
    light: Player
    match: Match
    pace: Pace
    challenge: int | None = None
    thread: bool = False  # its thread is still to be opened
    message: int | None = None  # the newest board
    games: int = 1  # how many are played in all
    first: int | None = None  # the game before this one, if this is the second
    earlier: Match | None = None  # that game itself
    clock: Clock | None = None  # of the running turn, without whatever stops it
    due: Instant | None = None  # when time next has something to say, or earlier
    reminded: bool = False  # whether the running turn's reminder is decided

    @property
    def start(self) -> str | None:
        """The position's line from which it was played on; None for the usual start."""
        created = self.match.log[0]
        return created.start if isinstance(created, Created) else None

    def player(self, side: Side) -> Player:
        """Who sits there."""
        return self.dark if side is Side.DARK else self.light

    def side(self, player: Player) -> Side | None:
        """Which side this person plays, if any."""
        seats = {self.light: Side.LIGHT, self.dark: Side.DARK}
        return seats.get(player)


@dataclass(frozen=True, slots=True)
class Listing:
    """A running match in one line of somebody's list; needs no fold."""

    id: int
    place: Place
    dark: Player
    light: Player
    rules: str
    turn: Side
    plies: int
    offer_by: Side | None
    since: Instant  # of the newest event
    message: int | None
    shelved: bool = False
    clock: Clock | None = None  # without whatever stops it

    def side(self, player: Player) -> Side | None:
        """Which side this person plays, if any."""
        seats = {self.light: Side.LIGHT, self.dark: Side.DARK}
        return seats.get(player)


class Kind(StrEnum):
    """What a post says."""

    CHALLENGE = "challenge"  # the challenge itself
    CHALLENGE_CHANGED = "challenge-changed"  # its message, made to say what became of it
    BOARD = "board"  # the match as an event left it: a new turn, or the result
    NOTICE = "notice"  # an event that moves nothing: an offer, its refusal, a challenge declined
    STRIP = "strip"  # an old board, or without a message an offer that is over: no more buttons
    REMINDER = "reminder"  # that it is somebody's turn and his time runs out


@dataclass(frozen=True, slots=True)
class Post:
    """Something decided that is still to be said on Discord, once."""

    kind: Kind
    challenge: int | None = None
    match: int | None = None
    number: int = 0  # BOARD, NOTICE, STRIP: the match after this many events
    message: int | None = None  # STRIP, CHALLENGE_CHANGED: the message concerned
    due: Instant = 0
    id: int = 0  # 0 until it is stored; also its nonce
    tries: int = 0
    after: int | None = None  # the first game of two, all of whose posts come before this one

    @property
    def lane(self) -> str:
        """Posts of one lane are said one after the other.

        Old boards have a few lanes of their own, so that however many of them wait (Discord lets
        few old messages be edited), they take the place of no new one.
        """
        if self.kind is Kind.STRIP and self.match is not None and self.message is not None:
            return f"strip {self.match % _STRIP_LANES}"
        match = self.after or self.match
        return f"challenge {self.challenge}" if match is None else f"match {match}"


@dataclass(frozen=True, slots=True)
class Person:
    """How somebody likes to play."""

    id: Player
    confirm: bool = True  # ask before a move is played
    text: bool = False  # boards as text
    picture: bool = True  # boards as pictures
    seat: str = "own"  # which side is near: own, dark, light
    theme: str = ""  # empty: the default theme
    locale: str = ""  # empty: what Discord says
    remind: int = 25  # percent of a turn's time that are left then; 0: never
    remind_dm: bool = False  # privately instead of where the match is played


@dataclass(frozen=True, slots=True)
class Filed:
    """A match as its rows say it, over or not, with its whole log. Needs no fold."""

    id: int
    place: Place
    dark: Player
    light: Player
    pace: Pace
    challenge: int | None
    games: int
    first: int | None
    winner: Side | None
    reason: str | None  # None: it is not over
    log: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Dossier:
    """All that is kept about one person."""

    person: Person
    vacations: tuple[Vacation, ...] = ()
    challenges: tuple[Challenge, ...] = ()  # his, and those made to him
    matches: tuple[Filed, ...] = ()
    barred: tuple[int, ...] = ()  # the servers where he is


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which somebody's clocks stand still."""

    id: int  # 0 until it is stored
    player: Player
    start: Instant
    end: Instant  # the first second on which they run again


@dataclass(frozen=True, slots=True)
class Guild:
    """How a server likes it. What is empty or None is as the program and its host have it."""

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
