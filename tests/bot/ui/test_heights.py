"""The margins of a board on a page that would be taller than a phone."""

from __future__ import annotations

import io
from dataclasses import replace

from PIL import Image

from bot.ui.heights import VISIBLE, height, margin_of
from bot.ui.pages import scenes
from bot.ui.pages.page import Page, Text
from games import catalogue
from render.paint import WIDTH, paint
from render.scene import Scene
from tests.bot.ui.model import CHANNEL


def page_of(lines: int) -> Page:
    """A board with so many lines below."""
    board = scenes.start(catalogue.game("saami"), CHANNEL)
    return Page((board, Text("\n".join(["A line."] * lines))))


def test_the_more_a_page_says_the_less_tall_is_its_board() -> None:
    margins = [margin_of(page_of(lines)) for lines in range(1, 30)]
    assert margins == sorted(margins)
    assert margins[0] == 0
    fitting = [lines for lines in range(1, 30) if height(page_of(lines)) <= VISIBLE]
    assert margins.count(0) == len(fitting)
    assert len({*margins}) > 2


def test_only_a_single_board_has_margins() -> None:
    page = page_of(40)
    assert margin_of(page)
    assert margin_of(replace(page, blocks=page.blocks[1:])) == 0
    assert margin_of(replace(page, blocks=(page.blocks[0], *page.blocks))) == 0
    painted = replace(page.pictures[0], scene=b"")
    assert margin_of(replace(page, blocks=(painted, *page.blocks[1:]))) == 0


def test_margins_continue_the_edges_of_the_same_board() -> None:
    (picture,) = page_of(1).pictures
    assert isinstance(picture.scene, Scene)
    margin = 90
    plain, wide = (
        Image.open(io.BytesIO(paint(picture.scene, "", WIDTH, beside))).convert("RGB")
        for beside in (0, margin)
    )
    assert wide.size == (WIDTH + 2 * margin, plain.height)
    board = wide.crop((margin, 0, margin + WIDTH, plain.height))
    assert board.tobytes() == plain.tobytes()
    for row in range(0, plain.height, 50):
        assert wide.getpixel((0, row)) == plain.getpixel((0, row))
        last = wide.getpixel((wide.width - 1, row))
        assert last == plain.getpixel((WIDTH - 1, row))
