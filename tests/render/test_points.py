"""Tables of a tournament: what lies where in every theme, long names, who goes on, who is out."""

from __future__ import annotations

import doctest
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from render import points
from render.points import Line, Points, Table
from render.themes import THEMES
from tests.every import for_every
from tests.render.names import UNWRITTEN, WRITTEN

HEADS = ("W-D-L", "SB", "P")
BIRCH = Line("1", "Birch", ("2-1-0", "6", "2"))
NAMES = [name for known in (WRITTEN, UNWRITTEN) for names in known.values() for name in names]
UNIT = 108  # pixels
FIRST = round((0.84 + 0.7 + 0.31) * UNIT)  # the middle of the first line
NAME, POINTS = (128, 575), (960, 1040)


def opened(*tables: Table, theme: str = "", **more: str) -> Image.Image:
    return Image.open(BytesIO(points.paint(Points(tables, **more), theme))).convert("RGB")


def of(*lines: Line, through: int = 0) -> Table:
    return Table(lines, HEADS, "Group A", through)


def ink_in(picture: Image.Image, left: int, right: int, theme: str, y: int = FIRST) -> set[object]:
    """The colours but the ground's, about a height."""
    part = picture.crop((left, y - 22, right, y + 22))
    ground = THEMES[theme].colour("strip")
    return {pixel for _, pixel in part.getcolors(8192) or [] if pixel != ground}


def test_the_example_of_its_docstring_holds() -> None:
    assert doctest.testmod(points) == (0, 3)


@for_every("theme", THEMES)
def test_a_line_has_its_name_and_its_points(theme: str) -> None:
    picture = opened(of(BIRCH), theme=theme)
    assert THEMES[theme].colour("ink") in ink_in(picture, *NAME, theme)
    assert THEMES[theme].colour("ink") in ink_in(picture, *POINTS, theme)


@for_every("theme", THEMES)
def test_who_is_out_is_fainter(theme: str) -> None:
    picture = opened(of(replace(BIRCH, is_out=True)), theme=theme)
    assert THEMES[theme].colour("dim") in ink_in(picture, *NAME, theme)
    assert THEMES[theme].colour("ink") not in ink_in(picture, *NAME, theme)


@pytest.mark.slow
@for_every("name", ["W" * 60, "", "\N{FIRE}", *NAMES], nth=8)
def test_no_name_leaves_its_column(name: str) -> None:
    picture = opened(of(replace(BIRCH, name=name)), theme="horn")
    assert ink_in(picture, *NAME, "horn")
    assert not ink_in(picture, NAME[1] + 10, 640, "horn")


def test_the_reader_is_marked() -> None:
    plain, marked = (opened(of(replace(BIRCH, is_reader=mine)), theme="horn") for mine in (0, 1))
    assert not ink_in(plain, 18, 44, "horn")
    assert ink_in(marked, 18, 44, "horn")


def test_below_those_who_go_on_the_line_is_bright() -> None:
    picture = opened(of(BIRCH, BIRCH, BIRCH, through=1), theme="horn")
    below = round((0.84 + 0.7 + 0.62) * UNIT)
    column = (picture.getpixel((900, y)) for y in range(below - 4, below + 5))
    assert THEMES["horn"].colour("ink") in {*column}
    second = round((0.84 + 0.7 + 2 * 0.62) * UNIT)
    column = (picture.getpixel((900, y)) for y in range(second - 4, second + 5))
    assert THEMES["horn"].colour("ink") not in {*column}


def test_it_is_as_tall_as_its_lines() -> None:
    one, two = opened(of(BIRCH)), opened(of(BIRCH), of(BIRCH, BIRCH))
    assert one.width == two.width == 1080
    assert abs(two.height - one.height - (0.7 + 2 * 0.62) * UNIT) < 1


def test_long_titles_stay_apart() -> None:
    picture = opened(of(BIRCH), top="A cup " * 20, right="Round 3 of 15", theme="horn")
    assert ink_in(picture, 45, 300, "horn", 45)
    assert ink_in(picture, 900, 1036, "horn", 45)


def test_the_same_table_is_the_same_picture() -> None:
    assert points.paint(Points((of(BIRCH),)), "wood") == points.paint(Points((of(BIRCH),)), "wood")


@pytest.mark.parametrize(("name", "written"), [("\N{FIRE}", "birch_7"), ("", ""), ("Bo", "Bo")])
def test_a_name_that_cannot_be_written_is_the_username(name: str, written: str) -> None:
    username = "birch_7" if name else ""
    drawn = opened(of(replace(BIRCH, name=name, username=username)))
    assert drawn == opened(of(replace(BIRCH, name=written)))
