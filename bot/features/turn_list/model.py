"""The turn list: one message in a channel that says whose turn it is there, kept up to date.

A person who manages the server turns it on in the channel where they are. Every change of a game
in that server adds a post, in its own transaction, which edits the message a little later.
Law: it is edited and never posted again for a move, and it pings no one. Where a person deletes
it, it is posted again once a day at most; deleted again within that day, it is turned off.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.model.posts import Post

if TYPE_CHECKING:
    from bot.model.times import Instant

SHOWN = 10  # games
MOST = 10  # lists of one server


@dataclass(frozen=True, slots=True)
class TurnList:
    """The turn list of a channel."""

    channel: int
    guild: int
    made: Instant
    message: int | None = None  # None: not posted yet
    renewed: Instant | None = None  # when it was last posted again


@dataclass(frozen=True, slots=True)
class TurnListPost(Post):
    """Brings the list of a channel up to date. `changes`: how many it is to tell of, but one."""

    kind = "turn-list"
    changes_old = True
    merges = True

    changes: int = 0

    @property
    def lane(self) -> str:
        """One for all that is done with the list of a channel."""
        return f"turn list {self.place.channel}"


@dataclass(frozen=True, slots=True)
class DeleteTurnList(Post):
    """Deletes the message of a list that was turned off."""

    kind = "delete-turn-list"
    changes_old = True

    message: int

    @property
    def lane(self) -> str:
        """One for all that is done with the list of a channel."""
        return f"turn list {self.place.channel}"
