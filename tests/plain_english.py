"""The phrases that plain English does without, for every test of what people read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PHRASES = (
    *("of which", "of whom", "in whose", "whichever", "thereof", "in vain", "by lot", "anew"),
    *("nobody need", "is to be", "are to be", "as good as", "but for", "but one"),
)
_ANYWHERE = re.compile(
    rf"\b(?:(?i:{'|'.join(PHRASES)})|Who (?:has|is|plays|wins|joins))\b".replace(" ", r"\s+")
)
_AT_THE_START = re.compile(r"\s*(?:What|Who|Where|That which)\b")


def slips(text: str) -> Iterator[tuple[int, str]]:
    """Yield each forbidden phrase with the number of its line, from 0."""
    for match in _ANYWHERE.finditer(text):
        yield text.count("\n", 0, match.start()), " ".join(match[0].split())


def starts_without_a_name(docstring: str) -> bool:
    """Whether a docstring begins with a question word, not with a verb or a name."""
    return bool(_AT_THE_START.match(docstring))
