"""Ratings in challenges and in results, as sentences and as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.glicko import SURE
from bot.ui.pages import naming

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.service.glicko import Strength
    from bot.service.model import Terms
    from bot.service.ranks import Stake, Told
    from bot.service.ratings import Seat
    from bot.ui.words import Words

_MINUS = "\N{MINUS SIGN}"


def note(terms: Terms, words: Words) -> str:
    """Whether a game on these terms counts."""
    return words("ratings.rated" if terms.counts else "ratings.friendly")


def stakes(found: Sequence[Stake], terms: Terms, words: Words) -> Iterator[str]:
    """What a win, a draw or a loss would bring each of two, by who plays which side."""
    half = len(found) // 2  # the challenger's, then the other person's, in the same order
    if half > 1:
        yield "-# " + words("ratings.stakes-by-side")
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
