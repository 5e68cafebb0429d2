"""How a language stands beside English: what is missing, and what English has said anew since.

The english.txt of its folder notes, by key, what English said when the translation was last found
right: a hash of that, and one of the translation. Where English has changed and the translation has
not, it is to be looked at; where both have, whoever changed it has looked.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.ui.words import FOLDER
from bot.ui.words.checks import CARDINAL, badly_set, expected, faults, left_in_english

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from bot.ui.words import Words

NOTES = "english.txt"
_HASH = 8  # letters
_APART = ("language.", "date.")  # facts of a language, which are not translated


@dataclass(frozen=True, slots=True)
class State:
    """What is to be done in a language: keys, and faults as the tests name them."""

    faults: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()  # in English, since the translation was last touched
    unread: tuple[str, ...] = ()  # translations of which nothing is noted


def state(words: Words, base: Words, folder: Path = FOLDER) -> State:
    """How it stands."""
    notes = _notes(folder / words.locale)
    now = _hashes(words, base)
    return State(
        faults=(*faults(words, base), *badly_set(words), *left_in_english(words, base, folder)),
        changed=tuple(key for key, hashes in now.items() if _is_behind(notes.get(key), hashes)),
        unread=tuple(key for key in now if key not in notes),
    )


def note(words: Words, base: Words, keys: Iterable[str] = (), folder: Path = FOLDER) -> int:
    """Note that translations are right as English stands now; how many were noted.

    Those of these keys; without any, all that are new or were touched and not left in English.
    """
    notes, now, asked = _notes(folder / words.locale), _hashes(words, base), {*keys}
    unknown = asked - now.keys()
    if unknown:
        raise KeyError(*sorted(unknown))
    touched = {key for key in now if not _is_behind(notes.get(key), now[key])}
    noted = asked or touched - _untranslated(words, base, folder)
    changes = {key for key in noted if notes.get(key) != now[key]}
    former = {key: hashes for key, hashes in notes.items() if key in now}
    standing = {**former, **{key: now[key] for key in noted}}
    lines = (f"{key} {english} {own}\n" for key, (english, own) in sorted(standing.items()))
    (folder / words.locale / NOTES).write_text("".join(lines), "utf-8")
    return len(changes)


def _untranslated(words: Words, base: Words, folder: Path) -> set[str]:
    """The sentences that are left in English, by their keys."""
    lines = (line.removeprefix("english: ") for line in left_in_english(words, base, folder))
    parts = (line.rpartition(".") for line in lines)
    return {key if form in CARDINAL else f"{key}.{form}" for key, _, form in parts}


def _is_behind(noted: tuple[str, str] | None, now: tuple[str, str]) -> bool:
    """Whether English has changed and the translation has not."""
    return noted is not None and noted[0] != now[0] and noted[1] == now[1]


def _notes(folder: Path) -> Mapping[str, tuple[str, str]]:
    file = folder / NOTES
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {key: (english, own) for key, english, own in map(str.split, lines)}


def _hashes(words: Words, base: Words) -> Mapping[str, tuple[str, str]]:
    """Of every sentence that is there in both, all its forms together: of English, and its own."""
    keys = {key.removesuffix(".other") for key in expected(words, base).values()}
    shared = sorted(key for key in keys if key in words and not key.startswith(_APART))
    english, own = (dict(_texts(catalogue)) for catalogue in (base, words))
    return {key: (_hash(key, english), _hash(key, own)) for key in shared}


def _texts(words: Words) -> Iterator[tuple[str, str]]:
    return ((key, words.raw(key)) for key in words)


def _hash(key: str, texts: Mapping[str, str]) -> str:
    forms = (key, *(f"{key}.{form}" for form in CARDINAL))
    told = "\n".join(texts[form] for form in forms if form in texts)
    return hashlib.sha256(told.encode()).hexdigest()[:_HASH]
