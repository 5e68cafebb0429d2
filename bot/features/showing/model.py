"""Pages shared in channels, and the posts that send and delete them.

Invariant: a shared page pings no one. Its sharer, the person it is about, and the server's
moderators can remove it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.model.posts import DeletePosted, Post

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant

PAUSE = 60  # seconds between two shared pages of a person
KEPT = 50  # per person; older ones stay in their channels but are forgotten


@dataclass(frozen=True, slots=True)
class Showing:
    """A shared page."""

    id: int  # 0 until stored
    player: Player  # the sharer
    place: Place
    at: Instant
    press: str  # the custom ID of the press that opens the page
    about: Player | None = None  # the one other person whom it is about
    message: int | None = None  # None: not posted yet
    removed: bool = False

    def is_repeat_of(self, earlier: Showing) -> bool:
        """Whether this page is already shared in this channel; the earlier message stays."""
        known = earlier.press, earlier.place.channel
        return not earlier.removed and (self.press, self.place.channel) == known


@dataclass(frozen=True, slots=True)
class ShowingPost(Post):
    """Posts a shared page. Not sent any more once its sharer has been erased."""

    kind = "showing"

    showing: int
    player: Player

    @property
    def lane(self) -> str:
        """The lane of this page."""
        return f"showing {self.showing}"


@dataclass(frozen=True, slots=True)
class DeleteShowing(DeletePosted):
    """Deletes the message of a removed page."""

    kind = "delete-showing"
