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
# Words that players read no more, each with the one they read.
OLD_WORDS = {
    **dict.fromkeys(("man", "men"), "piece"),
    **dict.fromkeys(("dame", "dames"), "king"),
    **dict.fromkeys(("begin", "begins", "began", "begun"), "start"),
    **dict.fromkeys(("cup", "cups"), "tournament"),
    **dict.fromkeys(("card", "cards"), "announcement"),
    **dict.fromkeys(("reserve", "reserves"), "extra days"),
    **dict.fromkeys(("rests", "resting"), "sitting out"),
    **dict.fromkeys(("withdraw", "withdraws", "withdrew", "withdrawn"), "cancel"),
    **dict.fromkeys(("honour", "honours"), "achievement"),
    **dict.fromkeys(("bar", "barred", "unbar"), "suspend"),
    "king's side": "defenders",
    "under way": "in progress",
    "put aside": "paused",
    "ranks": "leaderboard",
    "channel game": "vote game",
    "two against two": "2v2",
    "all against all": "round-robin",
    "private message": "DM",
    "discord number": "user ID",
    "cannot": "can't",
    "may not": "can't",
}
_ANYWHERE = re.compile(
    rf"\b(?:(?i:{'|'.join(PHRASES)})|Who (?:has|is|plays|wins|joins))\b".replace(" ", r"\s+")
)
_OLD = re.compile(rf"\b(?:{'|'.join(OLD_WORDS)})\b".replace(" ", r"\s+"), re.IGNORECASE)
_AT_THE_START = re.compile(r"\s*(?:What|Who|Where|That which)\b")


def slips(text: str) -> Iterator[tuple[int, str]]:
    """Yield each forbidden phrase with the number of its line, from 0."""
    for match in _ANYWHERE.finditer(text):
        yield text.count("\n", 0, match.start()), " ".join(match[0].split())


def old_words(sentence: str) -> list[str]:
    """Return the words of a sentence that players read no more, each with the word to use."""
    words = (" ".join(word.lower().split()) for word in _OLD.findall(sentence))
    return [f"{word}: {OLD_WORDS[word]}" for word in words]


def starts_without_a_name(docstring: str) -> bool:
    """Whether a docstring begins with a question word, not with a verb or a name."""
    return bool(_AT_THE_START.match(docstring))
