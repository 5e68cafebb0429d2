"""People who follow a game, and the posts that notify them.

Invariant: onlookers are only notified in private. No channel gets a message or ping.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.model.people import CHANNEL
from bot.model.posts import Digest, Post
from bot.service import pings

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.people import Person, Player
    from bot.model.times import Instant

MOST_FOLLOWED = 25  # games per person
MOST_FOLLOWERS = 100  # people per game
CALL_WAITS = 120  # seconds from a raichi or tuichi to its news: the end may follow
SOON = 1  # seconds from a move to its news: later news is never due by then


@dataclass(frozen=True, slots=True)
class Following:
    """A person following a match."""

    match: int
    player: Player
    at: Instant


@dataclass(frozen=True, slots=True)
class FollowedPost(Post):
    """Notifies a follower of a game: a callout, or the result.

    It waits in the lane of the person's digest, so that one message can have both.
    """

    kind = "followed"

    game: int  # not `match`: the game's channel needn't wait for this post
    events: int  # the number of events then
    at: Instant  # when the move or end happened
    player: Player

    @property
    def lane(self) -> str:
        """The lane of the person's digest."""
        return Digest(self.game, self.events, self.player).lane


def is_public(record: Record) -> bool:
    """Whether a match is played in public: by two people, in a server."""
    place = record.place
    by_persons = not record.level and CHANNEL not in (record.dark, record.light)
    return by_persons and place.guild is not None and not place.remote


def told_at(person: Person, since: Instant, now: Instant) -> Instant:
    """Return when to send a person news of `since`: now, or when they want it."""
    if person.digest is not None:
        return pings.ping_at(person, pings.next_hour(person, person.digest, since))
    return pings.ping_at(person, now)
