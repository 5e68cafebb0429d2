"""Posts: what is decided and still to be told on Discord, each kind with fields of its own.

A kind is a frozen class with the name under which it is stored: a literal that never changes. What
follows in the store when one was sent stands in bot/store/posts.py, how it is sent in
bot/ui/posting. The kinds that a feature sends stand in its folder.

>>> BoardPost(match=7, events=4).lane, ShrinkBoard(7, 3, 900, 901).lane
('match 7', 'old messages 7')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from bot.model.servers import NOWHERE, Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.people import Player
    from bot.model.times import Instant


# Seconds from a change to the edit of a message that tells of it: all that changes meanwhile is one
# edit. Discord allows few of a message that is older than an hour.
NEW_EDIT, OLD_EDIT = 4, 30
_HOUR = 3600


def edit_wait(age: int) -> int:
    """Return how long to wait before editing a message that is so many seconds old."""
    return OLD_EDIT if age > _HOUR else NEW_EDIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """Something decided that is still to be posted on Discord, once."""

    kind: ClassVar[str]  # the name under which it is stored
    # It changes or deletes an older message and tells of nothing new. Discord limits such edits, so
    # these posts wait apart from all others and hold none of them up.
    changes_old: ClassVar[bool] = False
    # It edits or deletes what is there: done twice, it is done once. All others are looked for
    # after a crash before they are sent.
    only_edits: ClassVar[bool] = False
    # The answer to a command may have sent it already.
    sent_by_answer: ClassVar[bool] = False
    # It brings a message up to date: of its kind, one at most waits in a lane, and its `changes`
    # are how many more came while it waited.
    merges: ClassVar[bool] = False
    # It tells of what goes on in its server, so what says that in short may change with it.
    is_news: ClassVar[bool] = False

    due: Instant = 0
    id: int = 0  # 0 until it is stored; also its nonce
    tries: int = 0
    made: Instant = field(default=0, compare=False)  # when it was stored, by this machine's clock
    # Of its match or challenge, once it is stored; given where it is about neither.
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def lane(self) -> str:
        """Posts of one lane are sent one after the other."""
        raise NotImplementedError

    @property
    def queue(self) -> int:
        """The channel's queue; below zero for changes to old messages."""
        return -self.place.channel if self.changes_old else self.place.channel


@dataclass(frozen=True, slots=True)
class AboutMatch(Post):
    """A post about a match; 0: the one that is written with it."""

    match: int


@dataclass(frozen=True, slots=True)
class AboutEvent(AboutMatch):
    """A post about the newest event of a match that has so many."""

    # It may go to the player whose turn it is, as a direct message.
    to_mover: ClassVar[bool] = False
    # Whoever caused the event may wait to hear whether it could be posted.
    awaited: ClassVar[bool] = False

    events: int


@dataclass(frozen=True, slots=True)
class OrderedPost(AboutEvent):
    """A post of a match that comes after all those before it; of a second game, the first's too."""

    first: int | None = None  # the first of two games

    @property
    def lane(self) -> str:
        """The lane of the match, or of the first game of two."""
        return f"match {self.first or self.match}"


@dataclass(frozen=True, slots=True)
class BoardPost(OrderedPost):
    """The board: a new turn, or the result."""

    kind = "board"
    awaited = True


@dataclass(frozen=True, slots=True)
class NoticePost(OrderedPost):
    """An event that moves no man: an offer, its refusal, a match put aside."""

    kind = "notice"
    awaited = True


@dataclass(frozen=True, slots=True)
class CloseOffer(OrderedPost):
    """Takes the buttons from the message of an offer that the event ended."""

    kind = "close-offer"
    only_edits = True


@dataclass(frozen=True, slots=True)
class ReminderPost(OrderedPost):
    """Tells a player that the time for their move is running out."""

    kind = "reminder"
    to_mover = True


@dataclass(frozen=True, slots=True)
class OldMessagePost(AboutMatch):
    """Changes or deletes an older message of a match."""

    changes_old = True
    only_edits = True

    @property
    def lane(self) -> str:
        """Return the lane of a match's old messages, apart from that of its new boards."""
        return f"old messages {self.match}"


@dataclass(frozen=True, slots=True)
class ShrinkBoard(OldMessagePost):
    """An old board goes, or becomes a line, as its server likes it; it showed these events.

    `following`: the message of the board that came next, to which the line leads.
    """

    kind = "shrink-board"

    events: int
    message: int
    following: int


@dataclass(frozen=True, slots=True)
class DeleteMessage(OldMessagePost):
    """Deletes a message that has done its work, such as an offer."""

    kind = "delete-message"

    message: int


@dataclass(frozen=True, slots=True)
class DeleteReply(OldMessagePost):
    """Deletes a player's reply by which they have played a move, as its server wants it."""

    kind = "delete-reply"

    message: int


@dataclass(frozen=True, slots=True)
class DeleteReminder(OldMessagePost):
    """Deletes a reminder whose turn is over; the turn was that after these events."""

    kind = "delete-reminder"

    events: int
    message: int


@dataclass(frozen=True, slots=True)
class ClockPost(OldMessagePost):
    """Brings up to date what stands beside the position on the newest board: above all the clock.

    A vacation or a gift has changed that; or features count something there. It pings no one. It
    waits in the lane of the old messages, so that a board that it has edited becomes a line after
    that and not before. On the wall, where one message stays the board, it shows the position too.
    """

    kind = "clock"
    merges = True

    changes: int = 0


# The lanes of players, in which order does not matter: what was tried in vain holds up no other.
LATE, DIGEST = "late ping", "digest"


def late_lane(player: Player) -> str:
    """Return the lane of a player's late pings; one message covers all of them."""
    return f"{LATE} {player}"


def digest_lane(player: Player) -> str:
    """Return the lane of all posts for a player's digest."""
    return f"{DIGEST} {player}"


@dataclass(frozen=True, slots=True)
class LatePing(AboutEvent):
    """Pings a player of what was posted in their quiet hours."""

    kind = "late-ping"

    player: Player
    nudge: int = 0  # 1: of a nudge that came in them; 2: of one that the opponent has asked for

    @property
    def lane(self) -> str:
        """The lane of all late pings of a player."""
        return late_lane(self.player)


@dataclass(frozen=True, slots=True)
class Digest(AboutEvent):
    """Tells a player once a day of all that waits for them, of which this event is a part."""

    kind = "digest"

    player: Player

    @property
    def lane(self) -> str:
        """The lane of all digests of a player."""
        return digest_lane(self.player)


@dataclass(frozen=True, slots=True)
class NudgePost(AboutEvent):
    """Tells a player quietly that it is still their turn, where there is no clock."""

    kind = "nudge"
    to_mover = True

    asked: int = 0  # 1: the opponent has asked for it

    @property
    def lane(self) -> str:
        """A lane of its own, since it may wait for the end of quiet hours."""
        return f"nudge {self.match}"


@dataclass(frozen=True, slots=True)
class DeleteCopies(AboutEvent):
    """Deletes what was sent before this message of an event, if it was sent twice."""

    kind = "delete-copies"
    only_edits = True

    message: int

    @property
    def lane(self) -> str:
        """A lane of its own, since it may wait long."""
        return f"copies {self.match}"


@dataclass(frozen=True, slots=True)
class RenameThread(AboutMatch):
    """Renames the thread of a match whose player was erased."""

    kind = "rename-thread"
    only_edits = True

    @property
    def lane(self) -> str:
        """A lane of its own, since it may wait long."""
        return f"thread {self.match}"


@dataclass(frozen=True, slots=True)
class AboutChallenge(Post):
    """A post about a challenge; 0: the one that is written with it."""

    challenge: int

    @property
    def lane(self) -> str:
        """The lane of all posts about a challenge."""
        return f"challenge {self.challenge}"


@dataclass(frozen=True, slots=True)
class ChallengePost(AboutChallenge):
    """The challenge itself."""

    kind = "challenge"
    sent_by_answer = True


@dataclass(frozen=True, slots=True)
class EditChallenge(AboutChallenge):
    """Edits the challenge's message: what became of it."""

    kind = "edit-challenge"
    only_edits = True


@dataclass(frozen=True, slots=True)
class ChallengeOver(AboutChallenge):
    """Tells the challenger that the challenge was declined, or not answered in time."""

    kind = "challenge-over"


@dataclass(frozen=True, slots=True)
class LateChallengePing(AboutChallenge):
    """Pings a player of what was posted of a challenge in their quiet hours."""

    kind = "late-challenge-ping"

    player: Player

    @property
    def lane(self) -> str:
        """The lane of all late pings of a player."""
        return late_lane(self.player)


@dataclass(frozen=True, slots=True)
class ChallengeDigest(AboutChallenge):
    """Tells a player once a day of all that waits for them, of which this challenge is a part."""

    kind = "challenge-digest"

    player: Player

    @property
    def lane(self) -> str:
        """The lane of all digests of a player."""
        return digest_lane(self.player)


@dataclass(frozen=True, slots=True)
class StillWaits(Post):
    """Tells a player once more of what waits for them, days after the digest that told of it.

    It speaks of the match or the challenge that the digest came of, and of all that waits.
    """

    kind = "still-waits"

    player: Player
    said: Instant  # when the digest told of it
    match: int | None = None
    challenge: int | None = None

    @property
    def lane(self) -> str:
        """A player has one: the newest digest's."""
        return f"still waits {self.player}"


@dataclass(frozen=True, slots=True)
class DeleteChallengeCopies(AboutChallenge):
    """Deletes what was sent before this message of a challenge, if it was sent twice."""

    kind = "delete-challenge-copies"
    only_edits = True

    message: int

    @property
    def lane(self) -> str:
        """A lane of its own, since it may wait long."""
        return f"challenge copies {self.challenge}"


@dataclass(frozen=True, slots=True)
class DeletePosted(Post):
    """Deletes a message that a feature has posted and that is no longer wanted."""

    changes_old = True
    only_edits = True

    message: int


@dataclass(frozen=True, slots=True)
class Greeting(Post):
    """The first message in a server; in which channel, is seen when it is sent."""

    kind = "greeting"

    @property
    def lane(self) -> str:
        """The lane of a server's greeting."""
        return f"greeting {self.place.guild}"


LaterPing = LatePing | Digest | LateChallengePing | ChallengeDigest  # of what was posted silently


class Trouble(Enum):
    """Why a post cannot be sent where it belongs."""

    NO_CHANNEL = auto()
    MAY_NOT_SEE = auto()
    MAY_NOT_SEND = auto()
    MAY_NOT_SEND_IN_THREADS = auto()
    MAY_NOT_ATTACH = auto()
    MAY_NOT_OPEN_THREADS = auto()
    MAY_NOT_PLAY_IN_THREADS = auto()  # so that none is opened
    NO_WALL = auto()  # the forum is gone, or something in it is not allowed
    GUEST = auto()  # no recent interaction to answer there, and the bot is not a member
    GIVEN_UP = auto()


@dataclass(frozen=True, slots=True)
class SentMessage:
    """What became of a post that was sent."""

    message: int | None  # None: there was nothing to send, or what was sent is not kept
    channel: int | None = None  # where its match moves there
    trouble: Trouble | None = None
    later: Sequence[Post] = ()  # posts that ping later those who may not be pinged now
    told_all: bool = False  # the message tells of all that waits for a player, not of one thing
    findable: bool = True  # after a crash it is found again; not where the bot is a guest
    stale: bool = False  # it was found after a crash, and may not say yet what merged since
    on_wall: bool = False  # the channel is the match's post in a forum, with its board first
