"""The club of a server: what people join there, such as cups, and how that is called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar
from unicodedata import category

from bot.model.servers import Place
from games.pace import DAY, Pace
from games.tournament.standings import Entrant  # noqa: TC001  read at run time

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.times import Instant

DAYS = (1, 2, 3, 5, 7)  # for a move: without a clock it would never end
SIGN_UPS = (1, 2, 3, 5, 7, 14)  # days
FIRST_DAYS = 3  # who has not begun by then is absent
AWAY_DAYS = 7  # of vacations that stop a clock
MOST_OPEN = 5  # of a kind in a server, that are not over
MOST_BEGUN = 2  # of these, by one member who is no moderator
MOST_OPENED = 3  # of a kind by one person in a day, whether they are over or not
MOST_JOINED = 5  # of a kind of one person, the same
DRAFT_DAYS = 30  # that a draft is kept
VOID_DAYS = 30  # the same of one that was called off before it began
LONGEST_NAME = 40  # characters
_SIGNS = " '.,!?()&-\N{RIGHT SINGLE QUOTATION MARK}\N{EN DASH}"  # of a name, beside letters
_BLANK = "\u115f\u1160\u3164\uffa0"  # letters of Hangul that show nothing
_PILE = "MMMM"  # so many accents over one letter would run over the lines around it


class Status(StrEnum):
    """How far a competition is."""

    DRAFT = "draft"  # only the person who makes it sees it
    OPEN = "open"  # for those who join
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called-off"


DELETED = 0  # in the place of a card's message
LIVE = frozenset({Status.OPEN, Status.RUNNING})


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """What people of a server join, of which one card tells: a competition, or a game of four."""

    id: int = 0  # 0 until it is stored
    guild: int
    channel: int  # where it is played
    by: Player  # who began it
    pace: Pace
    status: StrEnum
    made: Instant  # its sign-up began; of a draft: it was made
    closes: Instant = 0  # its sign-up ends
    due: Instant | None = None  # when to look what is to be done; None: something else says so
    message: int | None = None  # its card; DELETED: a person has deleted that
    version: int = 0  # grows with every change; one based on an older one is refused

    @property
    def is_live(self) -> bool:
        """Whether one may join it, or it is played."""
        return self.status in LIVE

    @property
    def has_card(self) -> bool:
        """Whether it has a card, or is to have one."""
        return self.message != DELETED

    @property
    def card_place(self) -> Place:
        """The channel of its card: that in which it is played, if there is no other."""
        return Place(self.guild, self.channel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition(Gathering):
    """What people of a server join and then play, such as a cup; and how far it is."""

    card_in: int  # the channel of its card
    games: int = 2  # of two who meet: with the sides changed, or one alone
    rated: bool = True
    signup_days: int
    status: Status = Status.DRAFT
    began: Instant | None = None
    ended: Instant | None = None

    @property
    def has_card(self) -> bool:
        """The same; a draft has none."""
        return self.status is not Status.DRAFT and self.message != DELETED

    @property
    def card_place(self) -> Place:
        """The channel of its card."""
        return Place(self.guild, self.card_in)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """The place of a person in a competition, which stays as it is when they are erased."""

    seat: Entrant  # from 1, in the order of joining
    player: Player  # FORMER once they are erased
    joined: Instant
    left: Instant | None = None


C = TypeVar("C", bound=Competition)


def opened(draft: C, now: Instant) -> C:
    """The same, which people may join from now on."""
    closes = now + draft.signup_days * DAY
    return replace(draft, status=Status.OPEN, made=now, closes=closes, due=closes)


def read_name(text: str, longest: int = LONGEST_NAME) -> str | None:
    """A name as it was typed; None where it may not be one.

    It has letters, digits and a few signs that mean nothing in a message.

    >>> read_name("  Spring   Cup "), read_name("Кубок 2027!"), read_name("<@5> cup")
    ('Spring Cup', 'Кубок 2027!', None)
    """
    name = " ".join(text.split())
    kinds = "".join(category(sign)[0] for sign in name)
    plain = all(kind in "LMN" or sign in _SIGNS for sign, kind in zip(name, kinds, strict=True))
    if not plain or _PILE in kinds or {*name} & {*_BLANK}:
        return None
    return name if name[:1].isalnum() and len(name) <= longest else None


def pace_of(days: int, *, weekends: bool = True) -> Pace:
    """The pace of games that the bot begins, with so many days for a move."""
    return Pace(days, weekends=weekends, first_days=FIRST_DAYS, away_days=AWAY_DAYS)
