"""Every sentence that a player reads, by its key, in his language. No sentence stands elsewhere.

The catalogues are words/LANGUAGE/*.toml: the same keys and placeholders in each language.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LANGUAGES = ("en", "fr")
_FOLDER = Path(__file__).with_name("words")
_FORMER = "<@0>"  # as a mention of bot.service.model.FORMER would be
_PLURAL = {"one", "other"}
_FRENCH_PLURAL = 2  # in French, less than two is singular; in English, one alone is


class Words:
    """The catalogue of one language."""

    def __init__(self, language: str, sentences: Mapping[str, str]) -> None:
        self.locale = language
        self._sentences = sentences

    def __call__(self, key: str, *parts: object, **values: object) -> str:
        """The sentence with its values. A plural is chosen by the value called `count`."""
        sentence = self._sentences.get(key)
        if sentence is None:
            sentence = self._sentences[f"{key}.{self._number(values['count'])}"]
        return self._with_former(sentence.format(*parts, **values))

    def _with_former(self, text: str) -> str:
        """Whoever has no number any more is called that, wherever a sentence names him."""
        if _FORMER not in text:
            return text
        name = self._sentences["person.former"]
        if text.lstrip("*").startswith(_FORMER):
            text = text.replace(_FORMER, name[:1].upper() + name[1:], 1)
        return text.replace(_FORMER, name)

    def __contains__(self, key: str) -> bool:
        return key in self._sentences or f"{key}.other" in self._sentences

    def __iter__(self) -> Iterator[str]:
        """Every key, each form of a plural by itself."""
        return iter(self._sentences)

    def raw(self, key: str) -> str:
        """The sentence as the catalogue has it, placeholders and all."""
        return self._sentences[key]

    def _number(self, count: object) -> str:
        assert isinstance(count, int)
        one = count < _FRENCH_PLURAL if self.locale == "fr" else count == 1
        return "one" if one else "other"

    def join(self, parts: list[str]) -> str:
        """Enumerate: a, b and c."""
        *first, last = parts
        return self("list.and", first=", ".join(first), last=last) if first else last


def words_of(locale: str | None) -> Words:
    """The words for a Discord locale; English for a language that we do not speak."""
    language = (locale or "").partition("-")[0].lower()
    return _read(language if language in LANGUAGES else "en")


@cache
def _read(language: str) -> Words:
    sentences: dict[str, str] = {}
    for file in sorted((_FOLDER / language).glob("*.toml")):
        for key, sentence in _flat(tomllib.loads(file.read_text("utf-8"))):
            assert key not in sentences, key
            sentences[key] = sentence
    return Words(language, sentences)


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(cast("dict[str, object]", value), f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)
