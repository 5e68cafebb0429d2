"""In which language a story is told, where nothing but the words differs between two.

That each language has all sentences is held by `tests/bot/ui/test_words.py`, and that they fit on
their pages by the tests of the pages; so a story needs one language, and the stories share all.
However many there are, they take no longer. With `STORIES_SPEAK=fr` before pytest, all that can are
told in that one.
"""

from __future__ import annotations

import os
import re
import zlib
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.ui.words import Words


def language_of(request: pytest.FixtureRequest, languages: Iterable[str]) -> str:
    """One of these, always the same for the story of that name."""
    story: str = request.node.name
    ordered = _spoken(languages)
    return ordered[zlib.crc32(story.encode()) % len(ordered)]


def shared(languages: Iterable[str], part: int, of: int) -> list[object]:
    """Those of these languages in which one of so many long stories is told.

    The first is tried always, the others at night.
    """
    ordered = _spoken(languages)
    first, *others = ordered[part::of] if len(ordered) > 1 else ordered
    return [first, *(pytest.param(other, marks=pytest.mark.nightly) for other in others)]


def _spoken(languages: Iterable[str]) -> list[str]:
    ordered = sorted(languages)
    asked = os.environ.get("STORIES_SPEAK")
    return [asked] if asked in ordered else ordered


def pattern(words: Words, key: str) -> re.Pattern[str]:
    """Return a pattern of a sentence, with anything in its placeholders."""
    parts = re.split(r"\{[^}]*\}", words.raw(key))
    return re.compile(".*?".join(map(re.escape, parts)))
