"""The turn list: one message in a channel that says whose turn it is there, kept up to date.

A person who manages the server turns it on in the channel where they are. Every change of a game
in that server adds a post, in its own transaction, which edits the message a little later.
Law: it is edited and never posted again for a move, and it pings no one. Where a person deletes
it, it is posted again once a day at most; deleted again within that day, it is turned off.
The use cases are in bot.service.settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.service.model import Instant, Listing

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


class TurnLists(Protocol):
    """The part of the store that keeps them."""

    async def find(self, channel: int) -> TurnList | None:
        """The list of that channel, if it has one."""
        ...

    async def games(
        self, guild: int, channels: Collection[int], most: int
    ) -> tuple[Sequence[Listing], int]:
        """Up to `most` games that go on in these channels, or in threads opened there.

        The newest turn comes first. Also how many there are in all.
        """
        ...

    async def turn_on(self, new: TurnList, most: int) -> bool:
        """Keep it, with the post of it; False where the server has `most` others already."""
        ...

    async def turn_off(self, channel: int) -> None:
        """Delete the list, with a post that deletes its message."""
        ...

    async def change(self, old: TurnList, new: TurnList | None) -> None:
        """Put the new one in the place of the old one, if that is still as it was."""
        ...
