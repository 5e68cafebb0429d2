"""Letters as readers count them: a letter with its marks is one, and is never taken apart. Pure."""

from __future__ import annotations

from unicodedata import category, combining

_VIRAMA = 9  # the class of signs that join two consonants into one
_JOINING = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_AM = "\N{THAI CHARACTER SARA AM}\N{LAO VOWEL SIGN AM}"  # vowels that are no marks by themselves


def graphemes(text: str) -> list[str]:
    r"""The letters of a text.

    It knows what joins letters in the world's scripts, but not what joins emoji.

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
    """Whether a character belongs to the letter before it."""
    if category(character)[0] == "M" or character in _JOINING or character in _AM:
        return True
    last = letter[-1]
    return combining(last) == _VIRAMA or last == "\N{ZERO WIDTH JOINER}"
