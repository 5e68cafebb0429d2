"""What a language's folder must hold to be whole, compared with the default language."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.words import Words

SIGNS = "!?:;»"
APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}"


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def plurals(words: Words) -> set[str]:
    return {key.removesuffix(".other") for key in words if key.endswith(".other")}


def expected(words: Words, base: Words) -> dict[str, str]:
    """Every key that a language must have, with the key whose placeholders it has in the base."""
    counted = plurals(base)
    forms = {f"{stem}.{form}" for stem in counted for form in base.forms}
    single = {
        key: key for key in base if key not in forms and not key.startswith("language.plural")
    }
    own = {f"{stem}.{form}": f"{stem}.other" for stem in counted for form in words.forms}
    return {**single, **own}


def faults(words: Words, base: Words) -> Iterator[str]:
    """What is missing, left over, or has other placeholders."""
    wanted = expected(words, base)
    given = {key for key in words if not key.startswith("language.plural")}
    yield from (f"missing: {key}" for key in sorted(wanted.keys() - given))
    yield from (f"unknown: {key}" for key in sorted(given - wanted.keys()))
    for key in sorted(wanted.keys() & given):
        if placeholders(words.raw(key)) != placeholders(base.raw(wanted[key])):
            yield f"placeholders: {key}"


def badly_set(words: Words) -> Iterator[str]:
    """Blanks and apostrophes that are not as the language's own file says."""
    spaced = set(words.raw("language.spaced")) - {" "}
    (wrong,) = set(APOSTROPHES) - {words.raw("language.apostrophe")}
    for key in words:
        if key.startswith(("language.", "date.")):
            continue
        prose = re.sub(r"`[^`]*`|\{[^}]*\}|\]\([^)]*\)|<[^>]*>|\d+:\d+", "", words.raw(key))
        bare = prose.replace("*", "")
        if wrong in prose:
            yield f"{key}: {wrong}"
        for sign in SIGNS:
            before = re.findall(rf"(.){re.escape(sign)}(?=[\s,.)]|$)", bare)
            if any(
                (letter == "\u00a0") is not (sign in spaced)
                for letter in before
                if letter not in SIGNS
            ):
                yield f"{key}: {sign}"
        if "  " in words.raw(key) or words.raw(key).endswith(" "):
            yield f"{key}: a blank too many"
