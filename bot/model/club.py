"""What is begun in the club of a server: how it is called, how long people join, its pace."""

from __future__ import annotations

from unicodedata import category

from games.pace import Pace

DAYS = (1, 2, 3, 5, 7)  # for a move: without a clock it would never end
SIGN_UPS = (1, 2, 3, 5, 7, 14)  # days
FIRST_DAYS = 3  # who has not begun by then is absent
AWAY_DAYS = 7  # of vacations that stop a clock
MOST_OPEN = 5  # of a kind in a server, that are not over
MOST_JOINED = 5  # of a kind of one person, the same
DRAFT_DAYS = 30  # that a draft is kept
LONGEST_NAME = 40  # characters
_SIGNS = " '.,!?()&-\N{RIGHT SINGLE QUOTATION MARK}\N{EN DASH}"  # of a name, beside letters
_BLANK = "\u115f\u1160\u3164\uffa0"  # letters of Hangul that show nothing
_PILE = "MMMM"  # so many accents over one letter would run over the lines around it


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
