"""Ratings on pages: what a game would bring, in a challenge; what it brought, in a result."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.features.ratings.cases import RatingChanges, Stake
from bot.features.ratings.glicko import NEW, Strength
from bot.features.ratings.honours import Honour, Mark
from bot.features.ratings.model import Family, Seat
from bot.features.ratings.pages import changes as ratings
from bot.model.challenges import Terms
from bot.model.matches import Outcome
from bot.ui.pages import challenge as challenges
from bot.ui.pages import result
from bot.ui.pages.page import Additions
from bot.ui.pages.reader import Reader
from games.core import Side
from games.events import Resigned
from games.pace import Pace
from tests.bot.ui.model import (
    ALL,
    AS_LIGHT,
    CHANNEL,
    DARK,
    EN,
    FR,
    LIGHT,
    challenge,
    check,
    record,
    text,
)
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words

MINUS, ABOUT = "\N{MINUS SIGN}", "\N{ALMOST EQUAL TO}"
BY_DARK = Stake(DARK, Side.DARK, 30.4, 14.2, -0.6)
OF_LIGHT = Stake(LIGHT, Side.LIGHT, 0.6, -14.2, -30.4)
OTHER_WAY = (replace(BY_DARK, side=Side.LIGHT, won=2.0), replace(OF_LIGHT, side=Side.DARK))


def seat(player: int, side: Side, before: float, strength: Strength) -> Seat:
    return Seat(
        *(12, 5, side, player, DARK + LIGHT - player, Family.TABLUT, "ludens", 9),
        *(Outcome.WON, before, strength),
    )


def told(*honours: Honour) -> Additions:
    sure, unsure = Strength(1512.4, 60.0), replace(NEW, rating=1488.5)
    seats = (seat(DARK, Side.DARK, 1500.0, sure), seat(LIGHT, Side.LIGHT, 1500.0, unsure))
    return said(RatingChanges(seats, honours))


def said(result: RatingChanges) -> Additions:
    """Return the ratings' part of a result."""
    return Additions(partial(ratings.change_lines, result))


def stakes(*at_stake: Stake) -> Additions:
    """Return the ratings' part of a challenge."""
    return Additions(partial(ratings.stakes, at_stake, challenge().terms))


def test_with_the_sides_known_one_line_has_both() -> None:
    page = challenges.details(challenge(), AS_LIGHT, additions=stakes(BY_DARK, OF_LIGHT))
    line = (
        f"-# <@{DARK}>: win +30, draw +14, loss {MINUS}1 · "
        f"<@{LIGHT}>: win +1, draw {MINUS}14, loss {MINUS}30"
    )
    assert text(page).split("\n")[-1] == line
    check(page)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            EN,
            (
                f"As the defenders: win +2, draw +14, loss {MINUS}1 · "
                f"As the attackers: win +30, draw +14, loss {MINUS}1"
            ),
        ),
        (
            FR,
            (
                f"Avec les défenseurs\N{NO-BREAK SPACE}: victoire +2, nulle +14, "
                f"défaite {MINUS}1 · "
                f"Avec les attaquants\N{NO-BREAK SPACE}: victoire +30, nulle +14, défaite {MINUS}1"
            ),
        ),
    ],
)
def test_by_lot_one_line_is_enough_for_two_who_would_win_as_much(words: Words, line: str) -> None:
    own = (OTHER_WAY[0], BY_DARK)
    offered = (*own, *(replace(stake, player=LIGHT, lost=-0.7) for stake in reversed(own)))
    assert list(ratings.stakes(offered, Terms("ludens", None, Pace()), words)) == [f"-# {line}"]


def test_by_lot_there_is_a_line_for_each_way() -> None:
    terms = Terms("larochelle", None, Pace())
    offered = (OTHER_WAY[0], BY_DARK, OTHER_WAY[1], OF_LIGHT)
    dark, light = f"<@{DARK}>", f"<@{LIGHT}>: win +1, draw {MINUS}14, loss {MINUS}30"
    assert list(ratings.stakes(offered, terms, EN)) == [
        f"-# If {dark} plays the defenders: {dark}: win +2, draw +14, loss {MINUS}1 · {light}",
        f"-# If {dark} plays the attackers: {dark}: win +30, draw +14, loss {MINUS}1 · {light}",
    ]


@pytest.mark.parametrize(
    ("others", "shown"),
    [
        ((replace(OF_LIGHT, won=29.6),), ["±30"]),
        ((OF_LIGHT,), [f"+1/{MINUS}30"]),
        ((replace(OF_LIGHT, won=29.6), replace(OF_LIGHT, lost=-12.0)), ["±30"]),
        ((replace(OF_LIGHT, won=0.2, lost=-0.2),), ["±0"]),
    ],
)
def test_in_short_it_is_the_most_that_the_person_challenged_wins_and_loses(
    others: tuple[Stake, ...], shown: list[str]
) -> None:
    own = (BY_DARK,) * len(others)
    assert list(ratings.stakes_in_short((*own, *others), EN)) == shown
    assert list(ratings.stakes_in_short((), EN)) == []


def test_a_challenge_says_whether_it_is_rated() -> None:
    friendly = Terms("larochelle", None, Pace(), rated=False)
    placed = Terms(
        "larochelle", None, Pace(), start="3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d 0"
    )
    for terms, note in ((replace(friendly, rated=True), "rated"), (friendly, "friendly")):
        line, *_ = text(challenges.challenge(challenge(terms=terms), CHANNEL)).split("\n")
        assert line.endswith(f" · {note}")
    reader = Reader(FR)
    for terms in (placed, friendly):
        assert "partie amicale" in text(challenges.challenge(challenge(terms=terms), reader))


def test_the_end_says_what_it_changed_and_how_they_now_stand() -> None:
    played = record("ludens")
    over = replace(played, match=played.match.after(Resigned(Side.LIGHT, 9)))
    page = result.result(over, CHANNEL, told(Honour(DARK, Mark.TUICHI, 12, 9)))
    assert text(page).split("\n")[1:3] == [
        f"-# Ratings: 1512 (+12) \N{EN DASH} {ABOUT}1488",
        f"Achievement for <@{DARK}>: their first *tuichi!*",
    ]
    check(page)
    assert text(result.result(over, CHANNEL, said(RatingChanges()))) == text(
        result.result(over, CHANNEL)
    )


@for_every("words", ALL)
def test_a_game_lost_on_time_beside_others_says_that_it_does_not_count(words: Words) -> None:
    (line,) = ratings.change_lines(RatingChanges(late=LIGHT), words)
    assert line == words("ratings.late", player=f"<@{LIGHT}>")


def test_a_mark_that_both_have_earned_is_told_in_one_sentence() -> None:
    played = record("ludens")
    over = replace(played, match=played.match.after(Resigned(Side.LIGHT, 9)))
    both = (Honour(player, Mark.FRIENDS, 12, 9) for player in (DARK, LIGHT))
    page = result.result(over, CHANNEL, told(*both))
    assert text(page).split("\n")[2:3] == [
        f"Achievement for <@{DARK}> and <@{LIGHT}>: ten rated games with the same friend."
    ]
    check(page)


@for_every("words", ALL)
@for_every("mark", list(Mark))
def test_each_mark_is_told_in_each_language(words: Words, mark: Mark) -> None:
    played = record("ludens")
    over = replace(played, match=played.match.after(Resigned(Side.LIGHT, 9)))
    page = result.result(over, Reader(words), told(Honour(LIGHT, mark, 12, 9)))
    assert words(f"honour.{mark}", player=f"<@{LIGHT}>") in text(page).split("\n")
    check(page)


def test_points_have_a_sign() -> None:
    assert [ratings.signed(points) for points in (12.4, 0.2, -0.2, -12.6)] == [
        "+12",
        "\N{PLUS-MINUS SIGN}0",
        "\N{PLUS-MINUS SIGN}0",
        f"{MINUS}13",
    ]
