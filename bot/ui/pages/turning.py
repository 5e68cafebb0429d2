"""Turning pages: Back and Next, where there is another page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.pages.page import Button, Buttons

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.custom_ids import Press
    from bot.ui.words import Words


def clamped(page: int, pages: int) -> int:
    """The page, or the nearest there is: a list may have become shorter since."""
    return max(0, min(page, pages - 1))


def turning(
    page: int, pages: int, words: Words, press: Callable[[int], Press]
) -> tuple[Buttons, ...]:
    """The row of buttons; none for a single page.

    One that leads nowhere is off, and keeps the other in its place under the thumb.
    """
    if pages == 1:
        return ()
    back, following = custom_ids.write(press(max(0, page - 1))), custom_ids.write(press(page + 1))
    return (
        Buttons(
            (
                Button(words("turn.back"), back, off=page == 0),
                Button(words("turn.next"), following, off=page == pages - 1),
            )
        ),
    )
