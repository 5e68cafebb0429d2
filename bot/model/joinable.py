"""Tournaments and games of four, which people of a server join, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum  # noqa: TC003  read at run time
from typing import TYPE_CHECKING
from unicodedata import category

from bot.model.servers import Place
from games.pace import Pace

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.times import Instant

DAYS = (1, 2, 3, 5, 7)  # per move: without a clock such a game would never end
FIRST_DAYS = 3  # anyone who hasn't moved by then is absent
AWAY_DAYS = 7  # of vacations that stop a clock
MOST_OPEN = 5  # joinables of a kind in a server that aren't over
MOST_JOINED = 5  # joinables of a kind that a person is in and that aren't over
LONGEST_NAME = 40  # characters
_SIGNS = " '.,!?()&-\N{RIGHT SINGLE QUOTATION MARK}\N{EN DASH}"  # of a name, beside letters
_BLANK = "\u115f\u1160\u3164\uffa0"  # letters of Hangul that show nothing
_PILE = "MMMM"  # so many accents over one letter would run over the lines around it


DELETED = 0  # stands for an announcement's message


@dataclass(frozen=True, slots=True, kw_only=True)
class Joinable:
    """A tournament or a game of four, which people join with the buttons of its announcement."""

    id: int = 0  # 0 until it is stored
    guild: int
    channel: int  # where it is played
    by: Player  # its organiser
    pace: Pace
    status: StrEnum
    made: Instant  # when its sign-up, or its draft, began
    closes: Instant = 0  # when its sign-up ends
    due: Instant | None = None  # when to look at it next; None: no set time
    message: int | None = None  # the announcement's; DELETED: a person deleted it
    version: int = 0  # grows with every change; a change based on an older one is refused

    @property
    def has_announcement(self) -> bool:
        """Whether the joinable has an announcement, or will have one."""
        return self.message != DELETED

    @property
    def announcement_place(self) -> Place:
        """The announcement's channel: by default, the one for the games."""
        return Place(self.guild, self.channel)


def read_name(text: str, longest: int = LONGEST_NAME) -> str | None:
    """Return a typed name without extra spaces; None if it isn't allowed.

    It may have letters, digits and a few signs that mean nothing in a message.

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
    """Return the pace of games that the bot starts, with this many days per move."""
    return Pace(days, weekends=weekends, first_days=FIRST_DAYS, away_days=AWAY_DAYS)
