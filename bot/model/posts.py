"""Posts: news and edits that are decided and must still go to Discord, a class for each kind.

A kind is a frozen class with the name under which it is stored: a literal that never changes. What
follows in the store once a post was sent is in bot/store/posts.py, and how posts are sent in
bot/ui/posting. A feature's own kinds are in its folder.

>>> BoardPost(match=7, events=4).lane, ShrinkBoard(7, 3, 900, 901).lane
('match 7', 'old messages 7')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from bot.model.servers import NOWHERE, Place
from games.pace import HOUR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.people import Player
    from bot.model.times import Instant


# Seconds from a change to the edit of the message that shows it: all changes until then become one
# edit. Discord allows few edits of a message that is older than an hour.
NEW_EDIT, OLD_EDIT = 4, 30


def edit_wait(age: int) -> int:
    """Return how long to wait before editing a message that is so many seconds old."""
    return OLD_EDIT if age > HOUR else NEW_EDIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A decided message or edit that must still go to Discord, once."""

    kind: ClassVar[str]  # the name under which it is stored
    # It changes or deletes an older message and contains no news. Discord limits such edits, so
    # these posts have a queue of their own and delay no others.
    changes_old: ClassVar[bool] = False
    # It edits or deletes a message: doing that twice does no harm. After a crash, all other posts
    # are looked for before they are sent.
    only_edits: ClassVar[bool] = False
    # The answer to a command may have sent it already.
    sent_by_answer: ClassVar[bool] = False
    # It brings a message up to date: at most one of its kind waits in a lane, and its `changes`
    # count the further changes while it waited.
    merges: ClassVar[bool] = False
    # It announces news of its server, so a summary of that news may change with it.
    is_news: ClassVar[bool] = False

    due: Instant = 0
    id: int = 0  # 0 until it is stored; also its nonce
    tries: int = 0
    made: Instant = field(default=0, compare=False)  # when it was stored, by this machine's clock
    # Of its match or challenge, once it is stored; given if it is about neither.
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def lane(self) -> str:
        """The posts of one lane are sent one after another."""
        raise NotImplementedError

    @property
    def queue(self) -> int:
        """The channel's queue; negative for changes to old messages."""
        return -self.place.channel if self.changes_old else self.place.channel


@dataclass(frozen=True, slots=True)
class AboutMatch(Post):
    """A post about a match; 0: the match written with it."""

    match: int


@dataclass(frozen=True, slots=True)
class AboutEvent(AboutMatch):
    """A post about a match's newest event: the match has `events` of them."""

    # It can go to the player whose turn it is, as a direct message.
    to_mover: ClassVar[bool] = False
    # The player who caused the event may wait to learn whether it could be posted.
    awaited: ClassVar[bool] = False

    events: int


@dataclass(frozen=True, slots=True)
class OrderedPost(AboutEvent):
    """A post that follows all earlier ones of its match, and of the first of two games."""

    first: int | None = None  # the first of two games

    @property
    def lane(self) -> str:
        """The lane of the match, or of the first game of two."""
        return f"match {self.first or self.match}"


@dataclass(frozen=True, slots=True)
class BoardPost(OrderedPost):
    """The board, with a new turn or the result."""

    kind = "board"
    awaited = True


@dataclass(frozen=True, slots=True)
class NoticePost(OrderedPost):
    """An event without a move: an offer, its refusal, a paused match."""

    kind = "notice"
    awaited = True


@dataclass(frozen=True, slots=True)
class CloseOffer(OrderedPost):
    """Takes the buttons from an offer's message when the event ended the offer."""

    kind = "close-offer"
    only_edits = True


@dataclass(frozen=True, slots=True)
class OldMessagePost(AboutMatch):
    """Changes or deletes an older message of a match."""

    changes_old = True
    only_edits = True

    @property
    def lane(self) -> str:
        """The lane of a match's old messages, apart from that of its new boards."""
        return f"old messages {self.match}"


@dataclass(frozen=True, slots=True)
class ShrinkBoard(OldMessagePost):
    """Deletes an old board that showed these events, or shortens it to a line, as its server chose.

    `following`: the message of the next board, to which the line links.
    """

    kind = "shrink-board"

    events: int
    message: int
    following: int


@dataclass(frozen=True, slots=True)
class DeleteMessage(OldMessagePost):
    """Deletes a message that is no longer needed, such as an offer."""

    kind = "delete-message"

    message: int


@dataclass(frozen=True, slots=True)
class DeleteReply(OldMessagePost):
    """Deletes a player's reply with a typed move, if its server wants that."""

    kind = "delete-reply"

    message: int


@dataclass(frozen=True, slots=True)
class DeleteReminder(OldMessagePost):
    """Deletes a reminder of the turn after these events, once that turn is over."""

    kind = "delete-reminder"

    events: int
    message: int


@dataclass(frozen=True, slots=True)
class ClockPost(OldMessagePost):
    """Updates the text beside the position on the newest board, above all the clock.

    Written after a vacation, a gift of days or a vote; pings no one. It waits in the lane of the
    old messages, so that it edits a board before that board is shortened to a line. On the wall,
    where one message stays the board, it updates the position too.
    """

    kind = "clock"
    merges = True

    changes: int = 0


# Players' lanes, where order doesn't matter: a post that failed delays no other.
LATE, DIGEST = "late ping", "digest"


def late_lane(player: Player) -> str:
    """Return the lane of a player's late pings; one message covers all of them."""
    return f"{LATE} {player}"


def digest_lane(player: Player) -> str:
    """Return the lane of all posts for a player's digest."""
    return f"{DIGEST} {player}"


@dataclass(frozen=True, slots=True)
class LatePing(AboutEvent):
    """Pings a player after their quiet hours about a post sent during them."""

    kind = "late-ping"

    player: Player
    nudge: int = 0  # 1: for a nudge; 2: for a nudge that the opponent asked for

    @property
    def lane(self) -> str:
        """The lane of all late pings of a player."""
        return late_lane(self.player)


@dataclass(frozen=True, slots=True)
class ReminderPost(AboutEvent):
    """Reminds a player that the time for their move is running out.

    Waits in the lane of their late pings, so that one message covers all that are due together.
    """

    kind = "reminder"
    to_mover = True

    player: Player

    @property
    def lane(self) -> str:
        """The lane of all late pings of a player."""
        return late_lane(self.player)


@dataclass(frozen=True, slots=True)
class Digest(AboutEvent):
    """Lists everything that waits for a player, once a day; this event is a part of that."""

    kind = "digest"

    player: Player

    @property
    def lane(self) -> str:
        """The lane of all digests of a player."""
        return digest_lane(self.player)


@dataclass(frozen=True, slots=True)
class NudgePost(AboutEvent):
    """Reminds a player quietly that it is still their turn, in a match without a clock."""

    kind = "nudge"
    to_mover = True

    asked: int = 0  # 1: the opponent asked for it

    @property
    def lane(self) -> str:
        """A lane of its own, since it may wait for the end of quiet hours."""
        return f"nudge {self.match}"


@dataclass(frozen=True, slots=True)
class DeleteCopies(AboutEvent):
    """Deletes earlier copies of an event's message, if it was sent twice."""

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
    """A post about a challenge; 0: the challenge written with it."""

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
    """Edits the challenge's message to show the outcome."""

    kind = "edit-challenge"
    only_edits = True


@dataclass(frozen=True, slots=True)
class DeleteChallenge(AboutChallenge):
    """Deletes the challenge's message a day after it was answered or withdrawn, or has expired."""

    kind = "delete-challenge"
    changes_old = True
    only_edits = True

    until: Instant

    @property
    def lane(self) -> str:
        """A lane of its own, since it waits long."""
        return f"delete challenge {self.challenge}"


@dataclass(frozen=True, slots=True)
class ChallengeOver(AboutChallenge):
    """Notifies the challenger that the challenge was declined, or not answered in time."""

    kind = "challenge-over"


@dataclass(frozen=True, slots=True)
class LateChallengePing(AboutChallenge):
    """Pings a player after their quiet hours about a challenge's post sent during them."""

    kind = "late-challenge-ping"

    player: Player

    @property
    def lane(self) -> str:
        """The lane of all late pings of a player."""
        return late_lane(self.player)


@dataclass(frozen=True, slots=True)
class ChallengeDigest(AboutChallenge):
    """Lists everything that waits for a player, once a day; this challenge is a part of that."""

    kind = "challenge-digest"

    player: Player

    @property
    def lane(self) -> str:
        """The lane of all digests of a player."""
        return digest_lane(self.player)


@dataclass(frozen=True, slots=True)
class StillWaits(Post):
    """Reminds a player once of a digest, some days later.

    Names the digest's match or challenge, and lists everything that waits.
    """

    kind = "still-waits"

    player: Player
    said: Instant  # when the digest was sent
    match: int | None = None
    challenge: int | None = None

    @property
    def lane(self) -> str:
        """A lane for each player, who has one such post: the newest digest's."""
        return f"still waits {self.player}"


@dataclass(frozen=True, slots=True)
class DeleteChallengeCopies(AboutChallenge):
    """Deletes earlier copies of a challenge's message, if it was sent twice."""

    kind = "delete-challenge-copies"
    only_edits = True

    message: int

    @property
    def lane(self) -> str:
        """A lane of its own, since it may wait long."""
        return f"challenge copies {self.challenge}"


@dataclass(frozen=True, slots=True)
class DeleteLeftover(AboutChallenge):
    """Deletes a ping about a challenge, or the message about its end, some days later."""

    kind = "delete-leftover"
    changes_old = True
    only_edits = True

    message: int
    until: Instant

    @property
    def lane(self) -> str:
        """A lane of its own, since it waits long."""
        return f"delete leftover {self.message}"


@dataclass(frozen=True, slots=True)
class DeletePosted(Post):
    """Deletes a feature's message that is no longer wanted."""

    changes_old = True
    only_edits = True

    message: int

    @property
    def lane(self) -> str:
        """A separate lane: nothing else will change this message."""
        return f"delete {self.message}"


@dataclass(frozen=True, slots=True)
class Greeting(Post):
    """The first message in a server; its channel is chosen when it is sent."""

    kind = "greeting"

    @property
    def lane(self) -> str:
        """The lane of a server's greeting."""
        return f"greeting {self.place.guild}"


@dataclass(frozen=True, slots=True)
class HostPost(Post):
    """Notifies the owner of the bot's application of faults that only a host can mend."""

    kind = "host"

    player: Player
    faults: int  # see Fault

    @property
    def lane(self) -> str:
        """The lane of all such posts."""
        return "host"


LaterPing = LatePing | Digest | LateChallengePing | ChallengeDigest  # about silent posts


class Trouble(Enum):
    """The reason why a post can't be sent to its channel."""

    NO_CHANNEL = auto()
    MAY_NOT_SEE = auto()
    MAY_NOT_SEND = auto()
    MAY_NOT_SEND_IN_THREADS = auto()
    MAY_NOT_ATTACH = auto()
    MAY_NOT_OPEN_THREADS = auto()
    MAY_NOT_PLAY_IN_THREADS = auto()  # so no thread is opened
    NO_WALL = auto()  # the forum is gone, or something in it is not allowed
    GUEST = auto()  # no recent interaction to answer there, and the bot isn't a member
    GIVEN_UP = auto()


@dataclass(frozen=True, slots=True)
class SentMessage:
    """The outcome of a post that was sent."""

    message: int | None  # None: there was nothing to send, or the message isn't noted
    channel: int | None = None  # set if the match moves to this channel
    trouble: Trouble | None = None
    later: Sequence[Post] = ()  # posts that ping later the people who are in quiet hours now
    covers: Instant | None = None  # the message lists all that waits for a player; due until then
    findable: bool = True  # it can be found again after a crash; not if the bot is a guest
    stale: bool = False  # it was found after a crash, and may lack changes merged since
    on_wall: bool = False  # the channel is the match's forum post, with its board first
    at: Instant = 0  # when it was sent
