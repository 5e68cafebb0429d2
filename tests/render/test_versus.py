"""Two teams on a picture: what lies where in every theme, long names, names in any script."""

from __future__ import annotations

import doctest
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from render import versus
from render.themes import THEMES
from render.versus import Board, Versus
from tests.every import for_every
from tests.render.names import UNWRITTEN, WRITTEN

BIRCH = Board("1", "Birch", "Deer", "1½", "½", is_over=True)
NAMES = [name for known in (WRITTEN, UNWRITTEN) for names in known.values() for name in names]
UNIT = 108  # pixels
FIRST = round((1.2 + 0.39) * UNIT)  # the middle of the first board
RED, POINTS, BLUE = (105, 440), (450, 630), (640, 1036)


def opened(
    *boards: Board, theme: str = "", teams: tuple[str, str] = ("Red", "Blue")
) -> Image.Image:
    drawn = versus.paint(Versus(boards, teams, ("3½", "2½")), theme)
    return Image.open(BytesIO(drawn)).convert("RGB")


def ink_in(picture: Image.Image, left: int, right: int, theme: str, y: int = FIRST) -> set[object]:
    """The colours but the ground's, about a height."""
    part = picture.crop((left, y - 22, right, y + 22))
    ground = THEMES[theme].colour("strip")
    return {pixel for _, pixel in part.getcolors(8192) or [] if pixel != ground}


def test_the_example_of_its_docstring_holds() -> None:
    assert doctest.testmod(versus).failed == 0


@for_every("theme", THEMES)
def test_a_board_has_both_names_and_the_points_between(theme: str) -> None:
    picture = opened(BIRCH, theme=theme)
    for part in (RED, POINTS, BLUE):
        assert THEMES[theme].colour("ink") in ink_in(picture, *part, theme)


@for_every("theme", THEMES)
def test_the_points_of_a_board_that_goes_on_are_fainter(theme: str) -> None:
    picture = opened(replace(BIRCH, is_over=False), theme=theme)
    assert THEMES[theme].colour("dim") in ink_in(picture, *POINTS, theme)
    assert THEMES[theme].colour("ink") not in ink_in(picture, *POINTS, theme)


@pytest.mark.slow
@for_every("name", ["W" * 60, "", "\N{FIRE}", *NAMES], nth=8)
def test_no_name_reaches_the_points_or_the_edge(name: str) -> None:
    plain = opened(replace(BIRCH, red="", blue=""), theme="wood")
    picture = opened(replace(BIRCH, red=name, blue=name), theme="wood")
    for left, right in (POINTS, (1040, 1080), (0, 40)):
        box = (left, FIRST - 40, right, FIRST + 40)
        assert picture.crop(box).tobytes() == plain.crop(box).tobytes()


def test_long_team_names_leave_room_for_the_score() -> None:
    plain = opened(BIRCH, teams=("", ""), theme="wood")
    picture = opened(BIRCH, teams=("W" * 24, "M" * 24), theme="wood")
    box = (400, 0, 680, round(1.2 * UNIT))
    assert picture.crop(box).tobytes() == plain.crop(box).tobytes()
    assert picture.tobytes() != plain.tobytes()


def test_it_is_as_high_as_it_has_boards() -> None:
    one, ten = opened(BIRCH), opened(*[BIRCH] * 10)
    assert (one.width, one.height) == (1080, round((1.2 + 0.78 + 0.2) * UNIT))
    assert ten.height < 1100


@pytest.mark.parametrize("team", ["太陽", "אריות", "太陽 A"])
def test_a_team_whose_name_cannot_be_written_has_a_number(team: str) -> None:
    picture = opened(BIRCH, teams=("Team 1", "Team 2"))
    drawn = Versus((BIRCH,), (team, team), ("3½", "2½"), ("Team 1", "Team 2"))
    assert Image.open(BytesIO(versus.paint(drawn))).convert("RGB") == picture


def test_a_name_that_cannot_be_written_is_the_username() -> None:
    board = replace(BIRCH, red="\N{FIRE}", blue="太陽", usernames=("birch_7", "deer"))
    assert opened(board) == opened(replace(BIRCH, red="birch_7", blue="deer"))
