"""The turn list: one message in a channel that says whose turn it is and what goes on there.

A person who manages the server chooses the channels that have one. Every change of a game in that
server, and all news of it, add a post, in their own transaction, which edits the message a little
later. It is pinned once where the bot may pin; a person who unpins it has their reason.
Law: it is edited and never posted again for a move, and it pings no one. Where a person deletes
it, it is posted again once a day at most; deleted again within that day, it is turned off.
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

SHOWN = 8  # games: with all else that is said they fill a phone
LOOKED_AT = 30  # the newest games, among which those worth watching are found
WATCHED = 3  # of these
LONG = 40  # plies of a game that is worth watching for that alone
MOST = 10  # lists of one server


@dataclass(frozen=True, slots=True)
class TurnList:
    """The turn list of a channel."""

    channel: int
    guild: int
    made: Instant
    message: int | None = None  # None: not posted yet
    renewed: Instant | None = None  # when it was last posted again
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
    """What is under way in the channel of a list."""

    listings: Sequence[Listing]  # the ones shown
    more: int  # how many others there are
    watched: Sequence[Watched]
    clocks: Mapping[int, ClockState]  # of the games that are shown


@dataclass(frozen=True, slots=True)
class TurnListPost(Post):
    """Brings the list of a channel up to date. `changes`: how many it is to tell of, but one."""

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
