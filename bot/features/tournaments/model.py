"""The stored values of tournaments, and the posts of their announcements.

An entrant is a seat, numbered from 1 in the order of joining, so that standings and brackets stay
the same when a person is erased.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.model.joinable import DELETED, Joinable
from bot.model.posts import AboutEvent, Post
from bot.model.servers import Place
from games.core import Reason, Side  # noqa: TC001  read at run time
from games.pace import DAY
from games.tournament.standings import Entrant  # noqa: TC001  read at run time

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.model.times import Instant

SIGN_UP_DAYS = (1, 2, 3, 5, 7, 14)  # days
ROUND_DAYS = (7, 14, 21, 28)  # days
LARGEST = 64  # entrants
FEWEST = 2
MOST_BEGUN = 2  # in a server at a time, started by a member who isn't a moderator
MOST_OPENED = 3  # by one person in a day, even if they are over
DRAFT_DAYS = 30  # days to keep a draft
VOID_DAYS = 30  # days to keep a tournament cancelled before its start
SHOWN_OVER = 7 * DAY  # after its end: then its announcement becomes a line, and the hub omits it
LAPSES = 2  # seasons with too few players in a row, after which a league ends


class Status(StrEnum):
    """The state of a tournament."""

    DRAFT = "draft"  # only its maker sees it
    OPEN = "open"  # people can join
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called-off"


LIVE = frozenset({Status.OPEN, Status.RUNNING})


class Award(StrEnum):
    """The receiver of the points of a pairing that has no games."""

    BY_GAMES = ""  # not decided yet: the games decide
    ONE = "one"  # the first player: a bye, or the opponent is out
    HALF = "half"  # half of them: a bye in a league
    NOBODY = "nobody"  # both are out


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament(Joinable):
    """A tournament and its state."""

    announced_in: int  # the channel of its announcement
    name: str
    versus: str = ""  # the second team's name, in a team match; `name` is the first's
    edition: int = 1
    form: str  # the kind of tournament: each has a file in `forms`
    rules: str  # a rule set's line, see games.catalogue
    games: int = 2  # per pairing: two with sides swapped, or one
    rated: bool = True
    size: int = 16  # entrants at most
    signup_days: int = 7
    round_days: int = 14
    repeats: bool = False  # a league: the next season follows
    lapses: int = 0  # seasons in a row with too few players, up to this one
    again: int | None = None  # the tournament whose players are invited to this one
    status: Status = Status.DRAFT
    began: Instant | None = None
    ended: Instant | None = None

    @property
    def is_live(self) -> bool:
        """Whether people can join it, or it is in progress."""
        return self.status in LIVE

    @property
    def has_announcement(self) -> bool:
        """Whether the tournament has an announcement, or will have one."""
        return self.status is not Status.DRAFT and self.message != DELETED

    @property
    def announcement_place(self) -> Place:
        """The channel of its announcement."""
        return Place(self.guild, self.announced_in)

    @property
    def points(self) -> int:
        """The half points at stake for each player of a pairing."""
        return 2 * self.games


class OneMore(StrEnum):
    """The player of a level pairing who has asked for one more game."""

    NOBODY = ""
    ONE = "one"
    OTHER = "other"
    BOTH = "both"


Key = tuple[int, int, int]  # of a pairing: its pool, round and board


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A person in a tournament."""

    tournament: int
    seat: Entrant  # from 1, in the order of joining
    player: Player  # FORMER once erased
    joined: Instant
    left: Instant | None = None
    # From 1, the strongest, once started. In a team: the board; None then: a substitute.
    seed: int | None = None
    pool: int = 0  # the division of a league or the team, from 1
    finalist: bool = False  # in the final group
    won: bool = False  # the tournament
    back: Instant | None = None  # when they last came back


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two players who meet in a round, or one with a bye."""

    tournament: int
    pool: int  # the group, from 1; 0: everyone together, and finals
    round: int  # from 1
    board: int  # from 1
    one: Entrant  # plays the attackers in the first game
    other: Entrant | None  # None: a bye
    begun: Instant
    award: Award = Award.BY_GAMES
    one_reminded: Instant | None = None  # when a person had this player reminded
    other_reminded: Instant | None = None
    one_more: OneMore = OneMore.NOBODY
    through: Entrant | None = None  # decided without one more game, once the time for it is over

    def reminded(self, seat: Entrant) -> Instant | None:
        """Return when a person had one of the players reminded."""
        return self.one_reminded if seat == self.one else self.other_reminded

    def has_asked(self, seat: Entrant) -> bool:
        """Whether one of the players has asked for one more game."""
        return self.one_more in {self._own(seat), OneMore.BOTH}

    def _own(self, seat: Entrant) -> OneMore:
        return OneMore.ONE if seat == self.one else OneMore.OTHER

    def asked_by(self, seat: Entrant) -> Pairing:
        """Return the pairing once this player, too, has asked for one more game."""
        own = self._own(seat)
        is_first = self.one_more in {OneMore.NOBODY, own}
        return replace(self, one_more=own if is_first else OneMore.BOTH)

    @property
    def key(self) -> Key:
        """The pairing's pool, round and board."""
        return self.pool, self.round, self.board

    @property
    def seats(self) -> frozenset[Entrant]:
        """The players of the pairing."""
        return frozenset(seat for seat in (self.one, self.other) if seat is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A match as a game of a tournament. Captures are noted once it is over."""

    match: int
    tournament: int
    pool: int
    round: int
    board: int
    leg: int  # from 1: the game of the pairing
    dark: Entrant
    light: Entrant
    dark_taken: int | None = None
    light_taken: int | None = None

    @property
    def key(self) -> Key:
        """The key of the game's pairing."""
        return self.pool, self.round, self.board


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Link):
    """A game of a tournament, with facts from its match's row."""

    turn: Side
    plies: int
    winner: Side | None
    reason: Reason | None  # None: in progress
    since: Instant  # time of the newest event
    hurry_from: Instant | None = None  # from then on a move has 36 hours at most


@dataclass(frozen=True, slots=True)
class Announcement(Post):
    """Updates or posts the announcement. `changes`: as in all posts that merge."""

    kind = "announcement"
    is_news = True
    changes_old = True
    merges = True

    tournament: int
    changes: int = 0

    @property
    def lane(self) -> str:
        """The lane of all posts about a tournament's announcement."""
        return f"tournament {self.tournament}"


@dataclass(frozen=True, slots=True)
class PairingReminder(AboutEvent):
    """Reminds the player to move in a game that a tournament waits for, as a person asked."""

    kind = "pairing-reminder"
    to_mover = True

    @property
    def lane(self) -> str:
        """A lane of its own: it holds up no board."""
        return f"pairing reminder {self.match}"


@dataclass(frozen=True, slots=True)
class SeasonCall(Post):
    """Tells those who sat out a league's last season that the next one has started, once.

    One post for each time at which some of them can be pinged.
    """

    kind = "season-call"

    tournament: int  # the new season
    before: int  # the last one
    at: Instant  # when these people can be pinged, as it was worked out at first

    @property
    def lane(self) -> str:
        """A lane for each time."""
        return f"season call {self.tournament} {self.at}"


@dataclass(frozen=True, slots=True)
class TournamentResult(Post):
    """Announces the end of a tournament once, or that too few have joined."""

    kind = "tournament-result"

    tournament: int

    @property
    def lane(self) -> str:
        """A separate lane."""
        return f"tournament result {self.tournament}"


@dataclass(frozen=True, slots=True)
class FoldAnnouncement(Post):
    """Has the announcement of a tournament that ended a week ago shortened to a line."""

    kind = "fold-announcement"
    changes_old = True
    only_edits = True

    tournament: int

    @property
    def lane(self) -> str:
        """A lane of its own, since it waits long."""
        return f"fold announcement {self.tournament}"


def opened(draft: Tournament, now: Instant, closes: Instant) -> Tournament:
    """Return a draft as a tournament that people can join from now on."""
    return replace(draft, status=Status.OPEN, made=now, closes=closes, due=closes)


def ended(tournament: Tournament, status: Status, now: Instant) -> Tournament:
    """Return a tournament as over or cancelled; a league is due now for its next season."""
    goes_on = tournament.repeats and tournament.lapses < LAPSES
    return replace(tournament, status=status, ended=now, due=now if goes_on else None)


def next_edition(tournament: Tournament, announced_in: int) -> Tournament:
    """Return a draft of the next season, or of the same tournament again."""
    in_thread = tournament.channel == tournament.announced_in
    return replace(
        tournament,
        id=0,
        version=0,
        edition=tournament.edition + 1,
        announced_in=announced_in,
        channel=announced_in if in_thread else tournament.channel,
        message=None,
        began=None,
        ended=None,
        again=None,
        status=Status.DRAFT,
    )


@dataclass(frozen=True, slots=True)
class Now:
    """The games in progress of a tournament, as they are now."""

    running: Mapping[int, Listing] = field(default_factory=dict[int, "Listing"])  # by number
    # Until when the player to move has time, by the game's number
    deadlines: Mapping[int, Instant] = field(default_factory=dict[int, "Instant"])
    late: frozenset[int] = frozenset()  # games whose player to move has used half of that time


class Setting(StrEnum):
    """A setting of a draft."""

    FORM = "form"
    RULES = "rules"
    PACE = "pace"
    SIGN_UP = "sign-up"
    SIZE = "size"
    ROUND_DAYS = "round"
    GAMES = "games"
    RATED = "rated"
    WEEKENDS = "weekends"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True)
class Step:
    """The next step of a tournament in progress."""

    pairings: tuple[Pairing, ...] = ()  # to start
    one_more: tuple[Pairing, ...] = ()  # to start one more game in
    decided: tuple[Pairing, ...] = ()  # level, and without one more game; now decided
    finalists: tuple[Entrant, ...] = ()  # of the final group, which starts now
    over: bool = False
    winners: tuple[Entrant, ...] = ()
    due: Instant | None = None  # when to look again if no game ends before

    @property
    def is_nothing(self) -> bool:
        """Whether the step changes nothing."""
        starts = self.pairings or self.one_more or self.finalists
        return not (starts or self.decided or self.over)
