"""Brackets: what lies where in every theme, names in their columns, ties that are not known yet."""

from __future__ import annotations

import doctest
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from render import bracket
from render.bracket import Bracket, Place, Tie
from render.themes import THEMES
from tests.every import for_every
from tests.render.names import UNWRITTEN, WRITTEN

WON, LOST = Place("Birch", "2", won=True), Place("Reindeer", "0")
TIE, OPEN = Tie(WON, LOST), Tie(Place(), Place())
NAMES = [name for known in (WRITTEN, UNWRITTEN) for names in known.values() for name in names]
UNIT = 108


def opened(*rounds: tuple[Tie | None, ...], theme: str = "", **more: str) -> Image.Image:
    heads = tuple(f"Round {number}" for number, _ in enumerate(rounds, 1))
    drawn = Bracket(rounds, heads, **more)
    return Image.open(BytesIO(bracket.paint(drawn, theme))).convert("RGB")


def colours(picture: Image.Image, left: float, right: float, y: float, theme: str) -> set[object]:
    """Those but the ground's, about a height in units."""
    box = (left * UNIT, (y - 0.2) * UNIT, right * UNIT, (y + 0.2) * UNIT)
    part = picture.crop(tuple(map(round, box)))  # type: ignore[arg-type]
    ground = THEMES[theme].colour("strip")
    return {pixel for _, pixel in part.getcolors(8192) or [] if pixel != ground}


# The middle of the one tie of two rounds' second: below the two heads, in the middle of two ties.
FIRST = 0.84 + 0.6 + 1.28 / 2


def test_the_example_of_its_docstring_holds() -> None:
    assert doctest.testmod(bracket) == (0, 2)


@for_every("theme", THEMES)
def test_who_is_through_is_bright_and_who_is_out_is_faint(theme: str) -> None:
    picture = opened((TIE,), theme=theme)
    look = THEMES[theme]
    upper = colours(picture, 0.34, 5, FIRST - 0.26, theme)
    lower = colours(picture, 0.34, 5, FIRST + 0.26, theme)
    assert look.colour("ink") in upper
    assert look.colour("dim") in lower
    assert look.colour("ink") not in lower


def test_a_tie_that_is_not_known_is_a_line_and_one_that_is_none_is_nothing() -> None:
    picture = opened((OPEN, None), (OPEN,), theme="horn")
    assert colours(picture, 0.4, 4, FIRST, "horn") == {THEMES["horn"].colour("stitch")}
    assert not colours(picture, 0.4, 4, FIRST + 1.28, "horn")


@pytest.mark.parametrize("count", [1, 2, 4, 8])
def test_each_column_has_half_as_many_ties(count: int) -> None:
    rounds = [(TIE,) * count]
    while len(rounds[-1]) > 1:
        rounds.append((TIE,) * (len(rounds[-1]) // 2))
    picture = opened(*rounds)
    assert (picture.width, picture.height) == (
        1080,
        round((0.84 + 0.6 + 1.28 * count + 0.24) * UNIT),
    )


@pytest.mark.slow
@for_every("first", range(0, len(NAMES), 6), nth=8)
def test_no_name_leaves_its_column(first: int) -> None:
    """Of four columns: the way to the next begins after the score."""
    names = ["W" * 60, "\N{FIRE}", *NAMES[first:], *["W"] * 6][:8]
    named = (
        Tie(replace(WON, name=name, number="12"), replace(LOST, name=name, number="13"))
        for name in names
    )
    picture = opened((*named,), (OPEN,) * 4, (OPEN,) * 2, (OPEN,), theme="horn")
    wide = (9.7 - 0.34 + 0.3) / 4
    for row, name in enumerate(names):
        y = FIRST - 0.3 + 1.28 * row
        assert colours(picture, 0.34, 0.34 + wide - 0.3 - 0.62, y, "horn"), name
        assert not colours(picture, 0.34 + wide - 0.28, 0.34 + wide - 0.17, y, "horn"), name


def test_a_name_that_cannot_be_written_is_a_number() -> None:
    fire = Tie(replace(WON, name="\N{FIRE}", number="7"), LOST)
    unknown = Tie(replace(WON, name="\N{FIRE}"), LOST)
    seven, nothing = (opened((tie,), theme="horn") for tie in (fire, unknown))
    assert colours(seven, 0.34, 3, FIRST - 0.28, "horn")
    assert not colours(nothing, 0.34, 3, FIRST - 0.28, "horn")


def test_the_same_bracket_is_the_same_picture() -> None:
    drawn = Bracket(((TIE,),), ("Final",))
    assert bracket.paint(drawn, "wood") == bracket.paint(drawn, "wood")


def test_a_name_that_cannot_be_written_is_the_username() -> None:
    fire = replace(WON, name="\N{FIRE}", username="birch_7", number="3")
    assert opened((Tie(fire, LOST),)) == opened((Tie(replace(WON, name="birch_7"), LOST),))
