"""Servers: the places of games, a server's settings and the people suspended there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread, and its server."""

    guild: int | None
    channel: int
    remote: bool = False  # the bot isn't a member there: it can only answer interactions


NOWHERE = Place(None, 0)
SOME_CHANNEL = 0  # of a server: the first channel where the bot can speak when it posts
# A place where the person who asks can have something posted. Only `place_to_post` of
# bot.service.settings makes one.
WritablePlace = NewType("WritablePlace", Place)


class Boards(StrEnum):
    """The choices for an old board when a newer one comes."""

    ONE = "one"  # it is deleted: a game has one board; in a thread as SHORT
    SHORT = "short"  # each two become a line with their moves
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
    weekends: bool = True
    channels: tuple[int, ...] = ()  # where challenges can be made; empty: everywhere
    boards: Boards = Boards.ONE
    rated: bool = True  # the default of challenges
    news: int | None = None  # the channel for seasons and the like; None: no seasons either
    wall: int | None = None  # the forum in which each game has a post; None: none
    tidy: bool = False  # replies with a typed move are deleted
    tournaments_for_all: bool = False  # anyone can start tournaments, not only moderators


@dataclass(frozen=True, slots=True)
class Bar:
    """A person who can't start games in a server."""

    guild: int
    player: int | None  # None as in a block
    at: int
