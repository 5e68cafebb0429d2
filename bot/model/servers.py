"""Servers: where games are played, what a server has set, whom it has barred."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread, and its server."""

    guild: int | None
    channel: int
    remote: bool = False  # the bot is not a member there: it can only answer interactions


NOWHERE = Place(None, 0)
SOME_CHANNEL = 0  # of a server: the first in which the bot may speak when it posts there
# A place where something new can be posted for the person who asks: see `place_to_post` in
# bot.service.settings, which alone makes one.
WritablePlace = NewType("WritablePlace", Place)


class Boards(StrEnum):
    """What becomes of a board when a newer one comes."""

    ONE = "one"  # it goes: a game has one board; in a thread as SHORT
    SHORT = "short"  # of each two, a line stays with their moves
    KEEP = "keep"  # it stays, without its buttons


@dataclass(frozen=True, slots=True)
class Server:
    """The settings of a server. Empty or None: the default of the program or its host."""

    id: int
    locale: str = ""
    theme: str = ""
    thread: bool = False
    rules: str = ""
    days: int | None = None  # 0: no clock
    reserve: int = 0
    weekends: bool = True
    channels: tuple[int, ...] = ()  # where challenges may be made; empty: everywhere
    boards: Boards = Boards.ONE
    rated: bool = True  # what a challenge says that leaves it open
    seasons: bool = False  # ratings are told of every three months
    puzzles: bool = True  # made of the games that are finished there
    news: int | None = None  # the channel where seasons and the like are told; None: nowhere
    wall: int | None = None  # the forum in which each game has a post; None: there is none
    showing: bool = True  # members may show all in a channel what they read in private
    tidy: bool = False  # a reply by which a move was played is deleted
    tournaments_for_all: bool = False  # anyone may start tournaments, else moderators


@dataclass(frozen=True, slots=True)
class Bar:
    """A person who may not begin games in a server."""

    guild: int
    player: int | None  # as in a block
    at: int
