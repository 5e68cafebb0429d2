"""The turn list: one message in a channel that says whose turn it is, with other news.

A person who manages the server chooses the channels that have one. Every change of a game in that
server, and all its news, add a post in their own transaction, which edits the message a little
later. The message is pinned once if the bot has the permission; if a person unpins it, it stays so.
Invariant: the list is edited, never reposted for a move, and pings no one. If a person deletes it,
it is reposted at most once a day; deleted again within that day, it is turned off.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.model.posts import DeletePosted, Post

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.model.matches import Listing
    from bot.model.times import Instant
    from bot.service.clocks import ClockState

SHOWN = 8  # games: with everything else, they fill a phone
LOOKED_AT = 30  # the newest games, among which to find some worth watching
WATCHED = 3  # of these
LONG = 40  # plies after which a game is worth watching just for its length
MOST = 10  # lists per server


@dataclass(frozen=True, slots=True)
class TurnList:
    """The turn list of a channel."""

    channel: int
    guild: int
    made: Instant
    message: int | None = None  # None: not posted yet
    renewed: Instant | None = None  # when it was last reposted
    pinned: bool = False  # whether it was, since it was posted


class Why(StrEnum):
    """Why a game is worth watching, the best reason first."""

    TUICHI = "tuichi"
    RAICHI = "raichi"
    STRONG = "strong"  # its players are the strongest
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that is worth watching."""

    listing: Listing
    why: Why


@dataclass(frozen=True, slots=True)
class Standing:
    """The games in progress in the channel of a list."""

    listings: Sequence[Listing]  # the games shown
    more: int  # the number of other games
    watched: Sequence[Watched]
    clocks: Mapping[int, ClockState]  # of the games shown


@dataclass(frozen=True, slots=True)
class TurnListPost(Post):
    """Updates the list of a channel. `changes`: the number of merged changes, minus one."""

    kind = "turn-list"
    changes_old = True
    merges = True

    changes: int = 0

    @property
    def lane(self) -> str:
        """The lane of all posts about a channel's turn list."""
        return f"turn list {self.place.channel}"


@dataclass(frozen=True, slots=True)
class DeleteTurnList(DeletePosted):
    """Deletes the message of a list that was turned off."""

    kind = "delete-turn-list"

    @property
    def lane(self) -> str:
        """The lane of all posts about a channel's turn list."""
        return f"turn list {self.place.channel}"
