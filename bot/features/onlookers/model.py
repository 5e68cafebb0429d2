"""People who follow a game, and the posts that notify them.

Law: an onlooker hears of a game in private alone. No channel is told or pinged.
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

MOST_FOLLOWED = 25  # games, of one person
MOST_FOLLOWERS = 100  # people, of one game
SOON = 1  # seconds from a move to what tells of it: what comes later is never due by then


@dataclass(frozen=True, slots=True)
class Following:
    """That a person follows a match that goes on."""

    match: int
    player: Player
    at: Instant


@dataclass(frozen=True, slots=True)
class FollowedPost(Post):
    """Tells a person of a game that they follow: a callout, or the result.

    It waits in the lane of the person's digest, so that one message may tell of both.
    """

    kind = "followed"

    game: int  # no game that they play: its channel does not wait for this
    events: int  # how many it had then
    at: Instant  # when it happened
    player: Player

    @property
    def lane(self) -> str:
        """The digest's."""
        return Digest(self.game, self.events, self.player).lane


def is_public(record: Record) -> bool:
    """Whether a match is played where others see it: by two people, in a server."""
    place = record.place
    by_persons = not record.level and CHANNEL not in (record.dark, record.light)
    return by_persons and place.guild is not None and not place.remote


def told_at(person: Person, since: Instant, now: Instant) -> Instant:
    """Return when to send a person news of `since`: now, or when they want it."""
    if person.digest is not None:
        return pings.ping_at(person, pings.next_hour(person, person.digest, since))
    return pings.ping_at(person, now)
