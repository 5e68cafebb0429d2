"""Checks of a language against the default language.

`faults` break pages, so the tests allow none. `unfinished` lists work for translators: a release
needs an empty list.
"""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from bot.ui.words import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.ui.words import Words

SIGNS = "!?:;»"
APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}"
QUOTES = set('"\u201c\u201d\u201e\u00ab\u00bb\u2018\u201a')


# Placeholders filled with names in several forms: the beginning of the sentence's key, the
# placeholder, and the beginning of the names' keys. Other values have one form, or are numbers.
GIVEN = (
    ("board.", "side", "side."),
    ("board.quiet.", "dark", "side."),
    ("board.repeated.", "dark", "side."),
    ("challenge.plays", "side", "side."),
    ("imported.", "side", "side."),
    ("leans.figures", "side", "leans.for."),
    ("leans.", "side", "leans.to."),
    ("panel.place", "man", "man."),
    ("ratings.stake", "side", "side."),
    ("result.won", "side", "side."),
    ("review.", "light", "side."),
    ("review.moment", "side", "side."),
    ("rules.tafl.king.", "walls", "rules.tafl.wall."),
)
NAMES = re.compile(
    r"(side\.\w+\.[dl]\.the|man\.\w+\.\w|leans\.(to\.\w+\.[dl]|for\.\w+)|rules\.tafl\.wall\.[a-z-]+?)"
)
CARDINAL = ("zero", "one", "two", "few", "many", "other")  # Unicode's names for plural forms
_MILLIONS = "many"  # Unicode's form for whole millions in Romance languages; unused here
_FACTS = ("language.", "date.")  # facts about a language, which aren't translated


def placeholders(sentence: str) -> set[str]:
    """Return the names of a sentence's placeholders."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def forms_asked(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield each placeholder that asks for a form of its value, with that form."""
    for _, name, form, _ in string.Formatter().parse(sentence):
        if name is not None and form:
            yield name, form


def plurals(words: Words) -> set[str]:
    """Return the keys of sentences that depend on a number."""
    return {key.removesuffix(".other") for key in words if key.endswith(".other")}


def stem_of_form(key: str, base: Words) -> str | None:
    """Return the key of a name from the key of one of its forms; None if it isn't a form."""
    stem, dash, _ = key.rpartition("-")
    return stem if dash and key not in base and NAMES.fullmatch(stem) and stem in base else None


def expected(words: Words, base: Words) -> dict[str, str]:
    """Return each key that a language must have, with the base's key that has its placeholders.

    Any sentence with a count may have a plural, even if the base has none.
    """
    counted = plurals(base)
    forms = {f"{stem}.{form}" for stem in counted for form in base.forms}
    single = {
        key: key for key in base if key not in forms and not key.startswith("language.plural")
    }
    for stem in plurals(words):
        if stem in single and "count" in placeholders(base.raw(stem)):
            del single[stem]
            counted.add(stem)
    likes = {stem: f"{stem}.other" if f"{stem}.other" in base else stem for stem in counted}
    if words.forms == ("other",):
        return {**single, **likes}
    own = {f"{stem}.{form}": like for stem, like in likes.items() for form in words.forms}
    return {**single, **own}


def unfinished(words: Words, base: Words, folder: Path = FOLDER) -> Iterator[str]:
    """Yield missing sentences, sentences left in English, and wrong spaces or signs."""
    lacked = sorted(expected(words, base).keys() - _own_keys(words, base))
    yield from (f"missing: {key}" for key in lacked if not key.startswith(_FACTS))
    yield from badly_set(words)
    yield from left_in_english(words, base, folder)


def faults(words: Words, base: Words) -> Iterator[str]:
    """Yield errors of a language: missing facts, unknown keys, other placeholders or forms."""
    wanted, given = expected(words, base), _own_keys(words, base)
    lacked = sorted(wanted.keys() - given)
    yield from (f"missing: {key}" for key in lacked if key.startswith(_FACTS))
    yield from (f"unknown: {key}" for key in sorted(given - wanted.keys()))
    for key in sorted(wanted.keys() & given):
        own, same = placeholders(words.raw(key)), placeholders(base.raw(wanted[key]))
        if own != same and not (own == same - {"count"} and _is_of_one_number(key, words)):
            yield f"placeholders: {key}"
        yield from (
            f"form: {key}: {name}:{form}"
            for name, form in forms_asked(words.raw(key))
            if not _has_form(words, key, name, form)
        )


def _own_keys(words: Words, base: Words) -> set[str]:
    """Return a language's keys that the base must have too: all except forms of names."""
    return {
        key
        for key in words
        if not key.startswith("language.plural")
        and not stem_of_form(key, base)
        and not (key.endswith(f".{_MILLIONS}") and _MILLIONS not in words.forms)
    }


def _is_of_one_number(key: str, words: Words) -> bool:
    """Whether a plural form is for one number only, so it can leave the number out: *a game*."""
    _, _, form = key.rpartition(".")
    return sum(words.plural(count) == form for count in range(200)) == 1


def _has_form(words: Words, key: str, name: str, form: str) -> bool:
    """Whether every name that can fill the sentence's placeholder has that form."""
    if form == ",":
        return name in {"count", "0", "1", "of"}
    stems = (names for start, part, names in GIVEN if key.startswith(start) and part == name)
    beginning = next(stems, None)
    if beginning is None:
        return False
    named = [key for key in words if key.startswith(beginning) and NAMES.fullmatch(key)]
    whole = [key for key in named if not is_form_of_own_name(key, words)]
    return bool(whole) and all(f"{key}-{form}" in words for key in whole)


def is_form_of_own_name(key: str, words: Words) -> bool:
    """Whether a key is a form of another name in its language."""
    stem, dash, _ = key.rpartition("-")
    return bool(dash) and stem in words


SAME = "same.txt"
# Names that are the same in every language.
_NAMES = re.compile(
    r"Konakis|Permainan|Tabal|Tablut-mod|Tablut|Tafl|La Rochelle|Ludens|Board Game Arena|Brandubh"
    r"|Fetlar|Tawlbwrdd|Ashton|OpenTafl|Discord|UTC|raichi|tuichi|\bSB\b",
    re.IGNORECASE,
)
_NOT_PROSE = re.compile(r"`[^`]*`|\{[^}]*\}|\]\([^)]*\)|<[^>]*>|\W|\d")


def left_in_english(words: Words, base: Words, folder: Path = FOLDER) -> Iterator[str]:
    """Yield sentences that are the same as in English, except names and those in same.txt."""
    if words.locale == base.locale:
        return
    allowed = _allowed(folder / words.locale)
    texts = {key: base.raw(key) for key in base if not key.startswith(_FACTS)}
    same = {key for key, text in texts.items() if key in {*words} and words.raw(key) == text}
    prose = {key for key in same if len(_NOT_PROSE.sub("", _NAMES.sub("", texts[key]))) > 1}
    yield from (f"english: {key}" for key in sorted(prose - allowed))
    yield from (f"not english any more: {key}" for key in sorted(allowed - prose))


def _allowed(folder: Path) -> set[str]:
    file = folder / SAME
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {line for line in lines if line and not line.startswith("#")}


def badly_set(words: Words) -> Iterator[str]:
    """Yield spaces, apostrophes and quotation marks that break the rules in language.toml."""
    quotes = QUOTES - set(words.raw("language.quotes"))
    spaced = set(words.raw("language.spaced")) - {" "}
    (wrong,) = set(APOSTROPHES) - {words.raw("language.apostrophe")}
    for key in words:
        if key.startswith(_FACTS):
            continue
        prose = re.sub(r"`[^`]*`|\{[^}]*\}|\]\([^)]*\)|<[^>]*>|\d+:\d+", "", words.raw(key))
        bare = prose.replace("*", "")
        if wrong in prose:
            yield f"sign: {key}: {wrong}"
        yield from (f"sign: {key}: {quote}" for quote in sorted(quotes & set(bare)))
        for sign in SIGNS:
            before = re.findall(rf"(.){re.escape(sign)}(?=[\s,.)]|$)", bare)
            if any(
                (letter == "\u00a0") is not (sign in spaced)
                for letter in before
                if letter not in SIGNS
            ):
                yield f"sign: {key}: {sign}"
        if "  " in words.raw(key) or words.raw(key).endswith(" "):
            yield f"sign: {key}: a blank too many"
