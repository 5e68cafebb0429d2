"""Ratings in challenges, in results and at the end of a season, as sentences and as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.glicko import SURE
from bot.service.standings import starts
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Page, Text
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.service.glicko import Strength
    from bot.service.model import Terms
    from bot.service.ranks import Stake, Told
    from bot.service.ratings import Family, Seat
    from bot.service.standings import Standing
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_NOON = DAY // 2  # so that it is the same day for every reader
_MINUS = "\N{MINUS SIGN}"


def note(terms: Terms, words: Words) -> str:
    """Whether a game on these terms counts."""
    return words("ratings.rated" if terms.counts else "ratings.friendly")


def stakes(found: Sequence[Stake], terms: Terms, words: Words) -> Iterator[str]:
    """What a win, a draw or a loss would bring each of two, a line for each way to sit down."""
    half = len(found) // 2  # the challenger's, then the other person's, in the same order
    for one, other in zip(found[:half], found[half:], strict=True):
        brought = {"one": _stake(one, words), "other": _stake(other, words)}
        if half > 1:
            brought["side"] = naming.the_side(naming.family(terms.rules), one.side, words)
            brought["by"] = naming.person(one.player)
        line = words("ratings.stakes-as" if half > 1 else "ratings.stakes", **brought)
        yield f"-# {line}"


def _stake(stake: Stake, words: Words) -> str:
    return words(
        "ratings.stake",
        player=naming.person(stake.player),
        won=signed(stake.won),
        drawn=signed(stake.drawn),
        lost=signed(stake.lost),
    )


def told(found: Told, words: Words) -> Iterator[str]:
    """How the players now stand, and the marks of honour that they have earned."""
    if found.seats:
        yield words("ratings.changed", changes=words.join([_change(e, words) for e in found.seats]))
    for honour in found.honours:
        yield words(f"honour.{honour.mark}", player=naming.person(honour.player))


def _change(seat: Seat, words: Words) -> str:
    player, rating = naming.person(seat.player), points(seat.strength)
    return words("ratings.change", player=player, rating=rating, gain=signed(seat.gain))


def points(strength: Strength) -> str:
    """A rating as a number; while little is known of the player, with a sign that says about."""
    about = "" if strength.deviation <= SURE else "\N{ALMOST EQUAL TO}"
    return f"{about}{round(strength.rating)}"


def signed(value: float) -> str:
    """Points won or lost, such as +12."""
    number = round(value)
    sign = "+" if number > 0 else _MINUS if number < 0 else "\N{PLUS-MINUS SIGN}"
    return f"{sign}{abs(number)}"


def season(number: int, tables: Mapping[Family, Standing], reader: Reader) -> Page:
    """The tables of a season that is over."""
    words = reader.words
    first = naming.day(starts(number) + _NOON)
    last = naming.day(starts(number + 1) - _NOON)
    lines = [words("season.over", first=first, last=last)]
    for family, table in tables.items():
        lines += _table(family, table, words)
    return Page((Text("\n".join(lines)),), Accent.QUIET)


def _table(family: Family, table: Standing, words: Words) -> Iterator[str]:
    if not table.rows:
        return
    winner = naming.person(table.rows[0].rating.player)
    yield words(f"season.{family}-won", player=winner)
    for row in table.rows:
        yield words(
            "season.line",
            place=row.place,
            player=naming.person(row.rating.player),
            rating=points(row.rating.strength),
            count=row.games,
        )
