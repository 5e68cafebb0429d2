"""What the house keeps: challenges, matches with their seats and place, and what is to be said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from games.match import Match
    from games.pace import Pace

Player = int  # a Discord user's id: all that is known of a person
Instant = int  # seconds since 1970, UTC

_STRIP_LANES = 32


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread, and its server."""

    guild: int | None
    channel: int


@dataclass(frozen=True, slots=True)
class Terms:
    """What a challenge proposes."""

    rules: str  # a rule set's line, see games.catalogue
    side: Side | None  # the challenger's; None: by lot
    pace: Pace
    thread: bool = False  # play in a thread of its own


class Standing(StrEnum):
    """What became of a challenge."""

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

    def side(self, player: Player) -> Side | None:
        """Which side this person plays, if any."""
        seats = {self.light: Side.LIGHT, self.dark: Side.DARK}
        return seats.get(player)


class Kind(StrEnum):
    """What a post says."""

    CHALLENGE = "challenge"  # the challenge itself
    CHALLENGE_CHANGED = "challenge-changed"  # its message, made to say what became of it
    BOARD = "board"  # the match as an event left it: a new turn, or the result
    NOTICE = "notice"  # an event that moves nothing: an offer, its refusal
    STRIP = "strip"  # an old board, without its buttons


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

    @property
    def lane(self) -> str:
        """Posts of one lane are said one after the other.

        Old boards have a few lanes of their own, so that however many of them wait (Discord lets
        few old messages be edited), they take the place of no new one.
        """
        if self.kind is Kind.STRIP and self.match is not None:
            return f"strip {self.match % _STRIP_LANES}"
        return f"match {self.match}" if self.match is not None else f"challenge {self.challenge}"


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
