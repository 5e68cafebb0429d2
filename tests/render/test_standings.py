"""Tables of players: what lies where in every theme, long names, results one can tell apart."""

from __future__ import annotations

import doctest
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render import standings
from render.standings import Line, Standings
from render.themes import THEMES
from tests.every import for_every

BIRCH = Line("1", "Birch", "1640", at=0.5, low=0.25, high=0.75, form="WLDWW")
MIDDLE = 128  # of the first line, in pixels of a picture 1080 wide
NAME = (135, 464)  # where a name may stand
SCALE = (481, 729)


def open_standings(*lines: Line, theme: str = "") -> Image.Image:
    return Image.open(BytesIO(standings.paint(Standings(lines), theme))).convert("RGB")


def has_ink(picture: Image.Image, left: int, right: int, theme: str) -> bool:
    """Whether anything but the ground is there, about the first line's height."""
    ground = THEMES[theme].colour("strip")
    part = picture.crop((left, MIDDLE - 25, right, MIDDLE + 25))
    return any(pixel != ground for _, pixel in part.getcolors(4096) or [])


def test_the_example_of_its_docstring_holds() -> None:
    assert doctest.testmod(standings) == (0, 2)


@for_every("theme", THEMES)
def test_a_rating_stands_on_its_scale_with_how_sure_it_is(theme: str) -> None:
    picture = open_standings(BIRCH, theme=theme)
    look = THEMES[theme]
    middle = (SCALE[0] + SCALE[1]) // 2
    assert picture.getpixel((middle, MIDDLE)) == look.colour("ink")
    assert picture.getpixel((middle - 50, MIDDLE)) == look.colour("stitch")
    assert picture.getpixel((SCALE[0] + 30, MIDDLE)) == look.colour("strip")


@for_every("theme", THEMES)
def test_results_are_letters_as_in_the_text(theme: str) -> None:
    picture = open_standings(BIRCH, theme=theme)
    places = [903 + round(32.4 * number) for number in range(5)]
    won, lost, drawn, *others = (
        picture.crop((x - 16, MIDDLE - 25, x + 16, MIDDLE + 25)).tobytes() for x in places
    )
    assert len({won, lost, drawn}) == 3
    assert has_ink(picture, places[0] - 14, places[0] + 14, theme)
    assert len(others) == 2


def test_the_scale_says_what_its_ends_are() -> None:
    def head(scale: tuple[str, str]) -> bytes:
        png = standings.paint(Standings((BIRCH,), scale=scale), "horn")
        return Image.open(BytesIO(png)).convert("RGB").crop((470, 62, 740, 90)).tobytes()

    assert len({head(("", "")), head(("1200", "")), head(("", "1800"))}) == 3


def test_a_short_form_ends_where_a_long_one_does() -> None:
    picture = open_standings(replace(BIRCH, form="W"), theme="horn")
    assert has_ink(picture, 1018, 1048, "horn")
    assert not has_ink(picture, 885, 1010, "horn")


@pytest.mark.parametrize("name", ["", "Å", "W" * 40, "\N{FIRE}"])
def test_no_name_leaves_its_column(name: str) -> None:
    picture = open_standings(replace(BIRCH, name=name), theme="horn")
    assert has_ink(picture, *NAME, theme="horn")
    assert not has_ink(picture, NAME[1], SCALE[0], theme="horn")


def test_the_place_stands_for_a_name_that_is_not_known_or_cannot_be_written() -> None:
    named, unnamed, unwritten = (
        open_standings(replace(BIRCH, place="3", name=name), theme="horn")
        for name in ("3.", "", "太郎")
    )
    assert unnamed.tobytes() == unwritten.tobytes()
    assert unnamed.crop((*NAME[:1], 87, *NAME[1:], 150)).tobytes() == (
        named.crop((*NAME[:1], 87, *NAME[1:], 150)).tobytes()
    )
    assert not has_ink(unwritten, 54, NAME[0], "horn")  # it does not stand there twice


def test_a_long_name_is_smaller_and_ends_in_dots_where_that_is_not_enough() -> None:
    names = "Ptarmigan", "Ptarmigan of the", "Ptarmigan of the North", "Ptarmigan of the Nor…"
    rows = [open_standings(replace(BIRCH, name=name), theme="horn") for name in names]
    short, smaller, cut, _ = (row.crop((*NAME[:1], 87, *NAME[1:], 150)) for row in rows)
    assert len({picture.tobytes() for picture in (short, smaller, cut)}) == 3


def test_the_readers_line_has_a_mark_before_it() -> None:
    assert has_ink(open_standings(replace(BIRCH, is_reader=True), theme="horn"), 20, 53, "horn")
    assert not has_ink(open_standings(BIRCH, theme="horn"), 20, 53, "horn")


@pytest.mark.parametrize(("at", "low", "high"), [(-3, -5, 9), (2, 1.5, 2.5)])
def test_a_rating_beyond_the_scale_stays_on_it(at: float, low: float, high: float) -> None:
    picture = open_standings(replace(BIRCH, at=at, low=low, high=high), theme="horn")
    assert not has_ink(picture, NAME[1], SCALE[0] - 16, "horn")


def test_it_has_a_line_for_each_player_and_the_width_that_is_asked_for() -> None:
    assert open_standings(BIRCH, BIRCH).height - open_standings(BIRCH).height == 71
    small = Image.open(BytesIO(standings.paint(Standings((BIRCH,)), "", 720)))
    assert small.width == 720
    with pytest.raises(ValueError, match="1000"):
        standings.paint(Standings((BIRCH,)), "", 1000)


@for_every("theme", THEMES)
def test_the_longest_titles_keep_off_each_other_and_off_the_scale(theme: str) -> None:
    def head(left: str = "", right: str = "", scale: tuple[str, str] = ("", "")) -> Image.Image:
        png = standings.paint(Standings((BIRCH,), (left, right), scale), theme)
        return Image.open(BytesIO(png)).convert("RGB")

    def drawn(picture: Image.Image, ground: Image.Image) -> tuple[int, int, int, int]:
        box = ImageChops.difference(picture, ground).getbbox()
        assert box
        return box

    long = "Qj" * 30
    right, both = head(right=long), head(long, long)
    assert drawn(both, head())[3] <= drawn(head(scale=("1100", "1750")), head())[1]
    assert drawn(both, right)[2] < drawn(right, head())[0]


def test_a_name_that_cannot_be_written_is_the_username() -> None:
    drawn = open_standings(replace(BIRCH, name="\N{FIRE}", username="birch_7"))
    assert drawn == open_standings(replace(BIRCH, name="birch_7"))
