"""Cards worth sharing: what lies where in every theme, long names, names in any script."""

from __future__ import annotations

import doctest
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from games import catalogue
from games.core import Side
from games.events import Created, Resigned
from games.match import fold
from render import card, paint
from render.card import SHOWN, SOLVED, WRONG, Card, Seat
from render.layout import Figure
from render.scene import Scene, scene_of
from render.themes import THEMES
from tests.every import for_every
from tests.render.names import UNWRITTEN, WRITTEN
from tests.render.words import ENGLISH

UNIT = 108  # pixels
TOP, END = round(0.86 * UNIT), round((0.86 + card.PANEL) * UNIT)  # of the names and the result
NAMES = [name for known in (WRITTEN, UNWRITTEN) for names in known.values() for name in names]
LEFT, POINTS, RIGHT = (150, 440), (450, 630), (640, 930)
ROW = TOP + round(0.76 * UNIT)


def ended(rules: str = "saami") -> Scene:
    data = catalogue.game(rules).data
    lot = Side.DARK if data["first"] is None else None
    return scene_of(fold((Created(0, data, lot=lot), Resigned(Side.DARK, 1))), ENGLISH)


def seat(*names: str, figure: Figure = Figure.KING, note: str = "1640") -> Seat:
    return Seat(tuple((name, "") for name in names), "Attackers", note, figure)


def won(*names: str, rules: str = "saami") -> Card:
    other = replace(seat("Deer", figure=Figure.ATTACKER), is_bright=False)
    facts = ("Saami Tablut", "28 November 2026")
    return Card(ended(rules), (seat(*(names or ("Birch",))), other), ("1", "0"), facts)


def opened(shown: Card, theme: str = "", width: int = 1080) -> Image.Image:
    return Image.open(BytesIO(card.paint(shown, theme, width))).convert("RGB")


def inks(picture: Image.Image, left: int, right: int, theme: str, y: int = ROW) -> set[object]:
    """The colours but the ground's, about a height."""
    part = picture.crop((left, y - 60, right, y + 60))
    ground = THEMES[theme].colour("strip")
    return {pixel for _, pixel in part.getcolors(8192) or [] if pixel != ground}


def test_the_examples_of_its_docstrings_hold() -> None:
    assert doctest.testmod(card).failed == 0


@for_every(("theme", "rules"), [(t, r) for t in THEMES for r in ("saami", "brandubh", "tabal")])
def test_between_the_banner_and_the_board_stands_who_won(theme: str, rules: str) -> None:
    shown = won(rules=rules)
    picture = opened(shown, theme)
    for part in (LEFT, POINTS):
        assert THEMES[theme].colour("ink") in inks(picture, *part, theme)
    assert THEMES[theme].colour("ink") not in inks(picture, *RIGHT, theme)  # who lost is fainter
    assert THEMES[theme].colour("dim") in inks(picture, *RIGHT, theme)
    plain = Image.open(BytesIO(paint.paint(shown.scene, theme))).convert("RGB")
    assert picture.crop((0, 0, 1080, TOP)) == plain.crop((0, 0, 1080, TOP))
    assert picture.crop((0, END, *picture.size)) == plain.crop((0, TOP, *plain.size))


@pytest.mark.parametrize("width", [720, 1080])
def test_it_is_as_tall_as_a_phone_shows_at_once(width: int) -> None:
    picture = opened(won(), width=width)
    assert picture.width == width
    assert picture.height < 1.4 * width


@pytest.mark.slow
@for_every("name", ["W" * 60, "", "\N{FIRE}", *NAMES], nth=8)
def test_no_name_reaches_the_points_or_the_edge(name: str) -> None:
    plain = opened(Card(ended(), (seat(""), seat("")), ("1", "0")), "wood")
    for names in ((name,), (name, name)):
        picture = opened(Card(ended(), (seat(*names), seat(*names)), ("1", "0")), "wood")
        for part in (POINTS, (0, 60), (1020, 1080)):
            box = (part[0], TOP, part[1], END)
            assert picture.crop(box) == plain.crop(box)


def test_a_name_that_no_font_can_draw_is_the_username_else_the_side() -> None:
    hidden = Seat((("\N{FIRE}", "birch_7"),), "Attackers", "1640", Figure.KING)
    known = seat("birch_7")
    nameless, side = replace(hidden, names=(("\N{FIRE}", ""),)), seat("Attackers")
    for one, other in ((hidden, known), (nameless, side)):
        both = (opened(Card(ended(), (drawn, drawn), ("1", "0"))) for drawn in (one, other))
        first, second = both
        assert first == second


@pytest.mark.parametrize("tries", [0, 1, 9])
@for_every("theme", THEMES)
def test_a_puzzle_has_a_square_for_each_try(theme: str, tries: int) -> None:
    pictures = [
        opened(Card(ended(), (seat("Birch"),), squares=(*[WRONG] * tries, last)), theme)
        for last in (SOLVED, SHOWN)
    ]
    right = [inks(picture, 1000, 1060, theme) for picture in pictures]
    assert THEMES[theme].colour("ink") in right[0]
    assert THEMES[theme].colour("ink") not in right[1]
    left = 10 * UNIT - round((0.35 + tries * min(0.72, 4.2 / (tries + 1)) + 0.4) * UNIT)
    if tries:
        assert THEMES[theme].colour("dim") in inks(pictures[0], left, 1000, theme)
