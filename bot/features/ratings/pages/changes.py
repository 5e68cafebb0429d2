"""Ratings in challenges and in results, as sentences and as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.ratings.glicko import KNOWN, SURE
from bot.ui.pages import naming

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.ratings.cases import RatingChanges, Stake
    from bot.features.ratings.glicko import Strength
    from bot.features.ratings.model import Seat
    from bot.model.challenges import Terms
    from bot.ui.words import Words
    from games.core import Side

_MINUS = "\N{MINUS SIGN}"


def stakes(both: Sequence[Stake], terms: Terms, words: Words) -> Iterator[str]:
    """Yield each player's points for a win, a draw or a loss, by side.

    If sides are random and both would win as much, neither player is named.
    """
    half = len(both) // 2  # first the challenger's, then the other person's, in the same order
    challengers, others = both[:half], both[half:]
    if half == 1:
        one, other = (_stake(stake, words) for stake in both)
        yield _line("stakes", words, one=one, other=other)
    elif half and _brings(challengers) == _brings(others):
        one, other = (_stake_with(stake, terms, words) for stake in challengers)
        yield _line("stakes", words, one=one, other=other)
    elif half:
        for stake, opposite in zip(challengers, others, strict=True):
            by, side = naming.person(stake.player), _side(stake, terms, words)
            brought = {"one": _stake(stake, words), "other": _stake(opposite, words)}
            yield _line("stakes-as", words, by=by, side=side, **brought)


def stakes_in_short(both: Sequence[Stake], _: Words) -> Iterator[str]:
    """Yield the most that the challenged person can win and lose; one number if equal."""
    others = both[len(both) // 2 :]
    if not others:
        return
    won = round(max(stake.won for stake in others))
    lost = -round(min(stake.lost for stake in others))
    yield f"\N{PLUS-MINUS SIGN}{won}" if won == lost else f"{signed(won)}/{signed(-lost)}"


def _line(key: str, words: Words, **values: str) -> str:
    return f"-# {words(f'ratings.{key}', **values)}"


def _brings(stakes_of_one: Sequence[Stake]) -> dict[Side, dict[str, str]]:
    """Return a player's possible points with each side, as text."""
    return {stake.side: _points(stake) for stake in stakes_of_one}


def _points(stake: Stake) -> dict[str, str]:
    return {name: signed(getattr(stake, name)) for name in ("won", "drawn", "lost")}


def _stake(stake: Stake, words: Words) -> str:
    return words("ratings.stake", player=naming.person(stake.player), **_points(stake))


def _stake_with(stake: Stake, terms: Terms, words: Words) -> str:
    """Say the points that either player can win or lose with a side, since sides are random."""
    return words("ratings.stake-with", side=_side(stake, terms, words), **_points(stake))


def _side(stake: Stake, terms: Terms, words: Words) -> str:
    return naming.the_side(naming.family(terms.rules), stake.side, words)


def change_lines(changes: RatingChanges, words: Words) -> Iterator[str]:
    """Yield a result's effect on ratings, and the achievements that were earned."""
    if changes.late is not None:
        yield words("ratings.late", player=naming.person(changes.late))
    if changes.seats:
        told = " \N{EN DASH} ".join(map(_change, changes.seats))
        yield "-# " + words("ratings.changed", changes=told)
    for mark in dict.fromkeys(honour.mark for honour in changes.honours):
        people = [naming.person(honour.player) for honour in changes.honours if honour.mark is mark]
        yield words(f"honour.{mark}", player=words.join(people))


def _change(seat: Seat) -> str:
    """Return a player's rating after a game, with its change if the rating is well known."""
    rating = points(seat.strength)
    return f"{rating} ({signed(seat.gain)})" if seat.strength.deviation <= KNOWN else rating


def points(strength: Strength) -> str:
    """Return a rating as a number; if uncertain, with a sign for "about"."""
    about = "" if strength.deviation <= SURE else "\N{ALMOST EQUAL TO}"
    return f"{about}{round(strength.rating)}"


def signed(value: float) -> str:
    """Return points won or lost, such as +12."""
    number = round(value)
    sign = "+" if number > 0 else _MINUS if number < 0 else "\N{PLUS-MINUS SIGN}"
    return f"{sign}{abs(number)}"
