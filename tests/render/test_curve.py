"""Curves: what lies where, in every theme; texts and marks stay inside and apart; two widths."""

from __future__ import annotations

import doctest
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from render import curve
from render.curve import Curve
from render.layout import Figure
from render.themes import THEMES
from tests.every import for_every

MEN = (Figure.ATTACKER, Figure.DEFENDER)
GAME = Curve(((0, 0.5), (0.5, 0.2), (1, 0.9)), sides=MEN)
TOP, PLOT = 80, 324  # pixels of a picture 1080 wide


def open_curve(shown: Curve, theme: str = "") -> Image.Image:
    return Image.open(BytesIO(curve.paint(shown, theme))).convert("RGB")


def test_the_example_of_its_docstring_holds() -> None:
    assert doctest.testmod(curve) == (0, 2)


@for_every("theme", THEMES)
def test_light_has_what_lies_below_the_curve_and_dark_what_lies_above(theme: str) -> None:
    picture = open_curve(GAME, theme)
    light, dark = THEMES[theme].colour("light"), THEMES[theme].colour("dark")
    for x, height in ((0.05, 0.47), (0.5, 0.2), (0.95, 0.83)):
        across = 32 + round(x * 1016)
        for y, colour in ((height - 0.1, light), (height + 0.1, dark)):
            assert picture.getpixel((across, TOP + round((1 - y) * PLOT))) == colour, (x, y)


@for_every("theme", THEMES)
def test_a_rating_is_a_line_in_ink_on_a_plain_ground(theme: str) -> None:
    picture = open_curve(Curve(((0, 0.5), (1, 0.5))), theme)
    column = [picture.getpixel((540, TOP + y)) for y in range(PLOT)]
    assert column[PLOT // 2] == THEMES[theme].colour("ink")
    assert column[PLOT // 4] == THEMES[theme].colour("strip")


@pytest.mark.slow
@for_every("points", [((0.0, 0.0),), ((0.5, 1.0),), ((-3.0, 7.0), (9.0, -2.0))])
@for_every("sides", [False, True])
def test_one_point_is_enough_and_none_leaves_the_plot(
    points: tuple[tuple[float, float], ...], *, sides: bool
) -> None:
    picture = open_curve(Curve(points, marks=((0, "1"),), sides=MEN if sides else None), "horn")
    call = THEMES["horn"].colour("call")
    colours = enumerate(picture.get_flattened_data())
    spots = [(at % 1080, at // 1080) for at, colour in colours if colour == call]
    assert len(spots) > 500
    assert all(20 < x < 1060 and TOP - 12 < y < TOP + PLOT + 12 for x, y in spots)


def test_no_dot_is_seen_beside_a_mark_that_covers_its_point() -> None:
    picture = open_curve(Curve(((0.5, 1.0),), marks=((0, "1"),)), "horn")
    above = picture.crop((500, 0, 580, TOP - 2))
    assert THEMES["horn"].colour("call") not in set(above.get_flattened_data())


def test_marks_of_neighbouring_points_stand_beside_each_other() -> None:
    points = tuple((x / 200, 0.5) for x in range(201))
    for three in ((0, 1, 2), (99, 100, 101), (198, 199, 200)):
        marks = tuple((at, str(n)) for n, at in enumerate(three, 1))
        picture = open_curve(Curve(points, marks=marks, sides=MEN), "horn")
        y = TOP + PLOT // 2 + 22  # below the numbers
        reds = [picture.getpixel((x, y)) == THEMES["horn"].colour("call") for x in range(1080)]
        runs = sum(here and not before for before, here in pairwise(reds))
        assert runs == 3, three


def test_long_texts_are_written_smaller_and_leave_the_margin_free() -> None:
    plain = Curve(((0, 0.5), (1, 0.5)))
    long = replace(plain, top=("m" * 80, "n" * 60), foot=("w" * 80, ""), guides=((0.5, "1500"),))
    picture = open_curve(long, "horn")
    ground = THEMES["horn"].colour("strip")
    for x in (*range(8), *range(1064, 1080)):
        assert {picture.getpixel((x, y)) for y in range(picture.height)} == {ground}


@pytest.mark.slow
def test_pictures_are_small_equal_for_equal_curves_and_of_two_widths() -> None:
    assert curve.paint(GAME, "horn") == curve.paint(GAME, "horn") == curve.paint(GAME, "no theme")
    assert len({curve.paint(GAME, theme) for theme in THEMES}) == len(THEMES)
    assert len(curve.paint(GAME)) < 30_000
    sizes = [Image.open(BytesIO(curve.paint(GAME, "", width))).size for width in (720, 1080)]
    assert sizes == [(720, 323), (1080, 484)]
    with pytest.raises(ValueError, match="1000"):
        curve.paint(GAME, "", 1000)
