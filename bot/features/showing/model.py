"""Pages that people have shown to all in a channel, and the posts that bring and take them away.

Law: what is shown pings no one. Whoever showed it may remove it, and so may the person whom it is
about, and those who moderate the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.model.posts import DeletePosted, Post

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.model.times import Instant

PAUSE = 60  # seconds, from one page that a person shows to the next
KEPT = 50  # of a person; older ones stay in their channels and are known no more


@dataclass(frozen=True, slots=True)
class Showing:
    """A page that a person shows."""

    id: int  # 0 until it is stored
    player: Player  # who shows it
    place: Place
    at: Instant
    press: str  # the custom id of what opens the page
    about: Player | None = None  # the one person whom it is about, beside the one who shows it
    message: int | None = None  # None: not posted yet
    removed: bool = False

    def is_repeat_of(self, earlier: Showing) -> bool:
        """Whether this page is shown in this channel already; the earlier message stays."""
        known = earlier.press, earlier.place.channel
        return not earlier.removed and (self.press, self.place.channel) == known


@dataclass(frozen=True, slots=True)
class ShowingPost(Post):
    """Posts what a person shows. It is not sent any more once they have been erased."""

    kind = "showing"

    showing: int
    player: Player

    @property
    def lane(self) -> str:
        """The lane of this page."""
        return f"showing {self.showing}"


@dataclass(frozen=True, slots=True)
class DeleteShowing(DeletePosted):
    """Deletes the message of what was removed."""

    kind = "delete-showing"

    @property
    def lane(self) -> str:
        """A lane of its own: nothing else will change this message."""
        return f"delete showing {self.message}"
