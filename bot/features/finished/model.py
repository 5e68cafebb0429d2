"""The list of a channel's finished games, and its posts.

Invariant: a result is deleted only after the list was posted or edited. The list pings no one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.model.posts import AboutMatch, DeletePosted, Post
from games.pace import DAY

if TYPE_CHECKING:
    from bot.model.times import Instant

SHOWN = 12  # games, which fit on a phone; players find older ones in their history
STAYS = 7 * DAY  # then the next game reposts the list, where people read


@dataclass(frozen=True, slots=True)
class FinishedList:
    """The list of a channel."""

    channel: int
    guild: int
    matches: tuple[int, ...] = ()  # the newest last; more than are shown until that was edited
    message: int | None = None  # None: not posted yet
    posted: Instant = 0


@dataclass(frozen=True, slots=True)
class FoldResult(AboutMatch):
    """Moves a result to the list, a day after it was posted, unless it stays."""

    kind = "fold-result"
    changes_old = True
    only_edits = True

    message: int
    until: Instant

    @property
    def lane(self) -> str:
        """A lane of its own, since it waits long."""
        return f"fold {self.match}"


@dataclass(frozen=True, slots=True)
class FinishedPost(Post):
    """Posts or updates the list of a channel. `changes`: as in all posts that merge."""

    kind = "finished"
    changes_old = True
    merges = True

    changes: int = 0

    @property
    def lane(self) -> str:
        """The lane of a channel: Discord allows few edits of old messages, so one at a time."""
        return f"finished {self.place.channel}"


@dataclass(frozen=True, slots=True)
class DeleteFinished(DeletePosted):
    """Deletes a result that is in the list by now, or an earlier message of the list."""

    kind = "delete-finished"
