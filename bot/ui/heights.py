"""How tall a page is on a phone, about, and how wide its board's margins must be to fit. Pure.

Discord shows a picture as wide as its message, so a board with margins beside it is less tall. A
page whose words and buttons leave too little room for the whole board gets such margins.
"""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from bot.ui.pages import panel
from bot.ui.pages.page import Buttons, Picture, Section, Text
from render.paint import WIDTH
from render.scene import Scene

if TYPE_CHECKING:
    from bot.ui.pages.page import Block, Page

# All in pixels of a phone that is 390 wide and 844 high.
VISIBLE = 714  # between the channel's name and the line to write in
_AROUND = 108  # the frame, *(edited)* and *Only you can see this*
_GAP = 8  # between blocks
_BOARD = 342  # a board without margins
_LINE, _SMALL, _BIG = 22, 19, 27  # a line of text, of small print and of a title
_BUTTON = 44
_LETTERS = 36  # in a line; in one of small print a few more
_MARGINS = range(0, 271, 45)  # on each side of a board, in its own pixels
_HIDDEN = re.compile(r"\]\([^)]*\)|[*`\[]")  # markup, and where links lead
_MENTIONED = re.compile(r"<[^>]*>")


def margin_of(page: Page) -> int:
    """Return how wide the margins on both sides of the page's board are: mostly 0."""
    match page.pictures:
        case (Picture(scene=Scene()),):
            pass
        case _:
            return 0
    over = height(page) - VISIBLE
    fitting = (margin for margin in _MARGINS if over <= _saved(margin))
    return next(fitting, _MARGINS[-1])


def _saved(margin: int) -> float:
    """Return how much less tall a board with margins is."""
    return _BOARD * (1 - WIDTH / (WIDTH + 2 * margin))


def height(page: Page) -> int:
    """Return about how tall a page is, with a board of full size."""
    return _AROUND + sum(map(_height, page.blocks)) + _GAP * (len(page.blocks) - 1)


def _height(block: Block) -> int:
    match block:
        case Text():
            return sum(map(_text, block.text.split("\n")))
        case Section():
            return max(_BUTTON, 2 * sum(map(_text, block.text.split("\n"))))
        case Picture():
            return _BOARD
        case Buttons():
            least = 1 if panel.fits(block.buttons) else 2  # as an iPhone breaks them
            lines = max(least, panel.lines_of(block.buttons))
            return _BUTTON * lines + _GAP * (lines - 1)
        case _:  # a link, a file or a menu
            return _BUTTON


def _text(line: str) -> int:
    """Return the height of a paragraph."""
    shown = _MENTIONED.sub("@somebody", _HIDDEN.sub("", line))
    if shown.startswith("-# "):
        return _SMALL * _lines(shown[3:], _LETTERS + 6)
    if shown.startswith("#"):
        return _BIG * _lines(shown.lstrip("# "), _LETTERS - 6)
    return _LINE * _lines(shown, _LETTERS)


def _lines(text: str, letters: int) -> int:
    return max(1, len(textwrap.wrap(text, letters)))
