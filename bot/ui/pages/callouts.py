"""Raichi and tuichi, as they are said on a page and seen at its edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages.page import Accent

if TYPE_CHECKING:
    from bot.ui.words import Words
    from games.core import Callout

_ACCENTS = {"raichi": Accent.RAICHI, "tuichi": Accent.TUICHI}


def said(callout: Callout | None, words: Words) -> tuple[str, ...]:
    """The sentence, if there is one to say."""
    return (words(f"board.{callout.name}", count=len(callout.ways)),) if callout else ()


def accent(callout: Callout | None) -> Accent:
    """The colour of a board."""
    return _ACCENTS[callout.name] if callout else Accent.BOARD
