"""People: players, their settings and blocks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Player = int  # a Discord user's id: all that is known of a person


FORMER: Player = 0  # stands for every player who had their data erased


ENGINE: Player = 1  # stands for the bot itself, as a player


CHANNEL: Player = 2  # stands for a channel that plays by vote; a feature keeps its voters


NO_PERSONS = frozenset({FORMER, ENGINE, CHANNEL})  # nobody pings, names or asks these


class Challengers(StrEnum):
    """The people who can challenge a person."""

    ALL = "all"
    PLAYED = "played"  # people they have played
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Person:
    """A person's settings."""

    id: Player
    confirm: bool = False  # ask before a move is played
    text: bool = False  # boards as text
    picture: bool = True  # boards as pictures
    seat: str = "own"  # which side is near: own (as in the channel), mine, dark, light
    theme: str = ""  # empty: the default theme
    locale: str = ""  # empty: the language that Discord names
    heard: str = ""  # the language that Discord last named for a player
    remind: int = 25  # percent of a turn's time left when the reminder is sent; 0: never
    remind_dm: bool = False  # as a direct message instead of where the match is played
    coach: bool = True  # a sentence beside each board for the first moves against the engine
    named: bool = False  # their name may be in the file of a game
    lines: bool = True  # after a game, the other players see the lines that they kept
    listed: bool = True  # in the leaderboard, with a public profile
    challengers: Challengers = Challengers.ALL
    zone: str = ""  # such as Europe/Paris; empty: UTC
    quiet_from: int | None = None  # from this hour on nothing pings; None: no quiet hours
    quiet_until: int | None = None
    digest: int | None = None  # the hour in that zone of the one message a day; None: pings instead


@dataclass(frozen=True, slots=True)
class Block:
    """A blocked person, and the person who blocked them."""

    by: int
    player: int | None  # None: they were erased, and are known only by pseudonym
    at: int
    id: int = 0  # 0 until it is stored
