"""Letters as readers count them: a letter includes its marks. Pure."""

from __future__ import annotations

from unicodedata import category, combining

_VIRAMA = 9  # combining class of signs that join two consonants
_JOINING = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_AM = "\N{THAI CHARACTER SARA AM}\N{LAO VOWEL SIGN AM}"  # vowels that are not marks themselves


def graphemes(text: str) -> list[str]:
    r"""Split a text into letters.

    Knows how letters join in the world's scripts, but not emoji.

    >>> [len(letter) for letter in graphemes("me\N{COMBINING ACUTE ACCENT}n")]
    [1, 2, 1]
    """
    letters: list[str] = []
    for character in text:
        if letters and _continues(letters[-1], character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def _continues(letter: str, character: str) -> bool:
    """Whether a character belongs to the letter before."""
    if category(character)[0] == "M" or character in _JOINING or character in _AM:
        return True
    last = letter[-1]
    return combining(last) == _VIRAMA or last == "\N{ZERO WIDTH JOINER}"
