"""The catalogues: every sentence that players read, by its key, in each language.

A language is a folder here with one file per feature. Its language.toml has its name, the Discord
locales that it serves, its plurals and its way to write dates. All languages have the same keys and
placeholders, but their own plurals and forms of names. A sentence missing in a language is said in
the default language. A new language needs no change outside its folder.

`python -m bot.ui.words` lists what each language lacks.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from bot.ui.words.values import Amount, Name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

FOLDER = Path(__file__).parent
# As bot.model.people.FORMER, ENGINE and CHANNEL look when mentioned.
_NAMED = {"<@0>": "person.former", "<@1>": "person.engine", "<@2>": "person.channel"}
_WITHIN = r"[.!?]\**\s\**"  # the start of a sentence inside a text
_BEGINS, _GOES_ON = rf"(^\**|{_WITHIN})", f"({_WITHIN})"
_PLURAL = "language.plural."
_SET_APART = ":,}"  # asks for a number with separated thousands
_NAME = re.compile(r"(command|option)\..+\.name")
_COMMAND = re.compile(r"(?<=/tablut )[\w'-]+|(?<=/tablut-mod )[\w'-]+")
_IN_ITALICS = re.compile(r"(?<=(?<!\*)\*)[\w'-]+(?=\*(?!\*))")
_RELATION = re.compile(r"n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


class Words:
    """The catalogue of one language."""

    def __init__(
        self,
        language: str,
        sentences: Mapping[str, str],
        client: str = "",
        *,
        has_dates: bool = False,
    ) -> None:
        self.locale = language  # the name of its folder
        self.has_dates = has_dates  # moments are written as dates, not counted down
        self._client = client or language  # the language in which commands are named
        self._sentences = sentences

    def __call__(self, key: str, *parts: object, **values: object) -> str:
        """Return a sentence filled with its values. The value called `count` selects the plural."""
        text = self._filled(key, *parts, **values)
        return self.named(text) if "<@" in text else text

    def mid_line(self, key: str, **values: object) -> str:
        """Return a sentence for use inside a line: a name at its start gets no capital."""
        return self.named(self._filled(key, **values), begins=False)

    def _filled(self, key: str, *parts: object, **values: object) -> str:
        sentence = self.raw(key, values.get("count"))
        if _SET_APART in sentence:
            values = {name: self._amount(value) for name, value in values.items()}
        return sentence.format(*parts, **values)

    def named(self, text: str, *, begins: bool = True) -> str:
        """Replace mentions of the bot, a former player and the channel with their names.

        `begins`: the text starts a sentence, so a name at its start gets a capital.
        """
        for mention, key in _NAMED.items():
            if mention in text:
                name = self.raw(key)
                capital = name[:1].upper() + name[1:]
                starts = f"{_BEGINS if begins else _GOES_ON}{mention}"
                text = re.sub(starts, rf"\g<1>{capital}", text)
                text = text.replace(mention, name)
        return text

    def _amount(self, value: object) -> object:
        if not isinstance(value, int):
            return value
        least = int(self.raw("language.thousands-from"))
        return Amount(value, self.raw("language.thousands"), least)

    def name(self, key: str) -> Name:
        """Return a name with its other forms, such as `the-dative`."""
        return Name(self.raw(key), self._forms.get(key, {}))

    @cached_property
    def _forms(self) -> Mapping[str, Mapping[str, str]]:
        """The other forms of names, by key and by the form's name."""
        forms: dict[str, dict[str, str]] = {}
        for key, text in self._sentences.items():
            stem, dash, form = key.rpartition("-")
            if dash and stem in self._sentences:
                forms.setdefault(stem, {})[form] = text
        return forms

    def __repr__(self) -> str:
        return f"Words({self.locale})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the language's name: the other process reads the catalogue itself."""
        return _read_again, (self.locale, self._client, self.has_dates)

    @cached_property
    def dated(self) -> Words:
        """These words for messages that are read later: with dates, not "in 3 hours"."""
        return Words(self.locale, self._sentences, self._client, has_dates=True)

    def for_client(self, client: Words) -> Words:
        """Return these words with commands named as in the client's own language."""
        return self if client.locale == self.locale else _renamed(self, client)

    def __contains__(self, key: str) -> bool:
        """Whether a key has a sentence, in this language or in the default one."""
        if key in self._sentences or f"{key}.other" in self._sentences:
            return True
        return not self.is_default and key in self._default

    def __iter__(self) -> Iterator[str]:
        """Iterate over the keys of this language, with each form of a plural."""
        return iter(self._sentences)

    def raw(self, key: str, count: object = None) -> str:
        """Return a sentence with its placeholders unfilled, in the plural of a count."""
        sentence = self._sentences.get(key)
        if sentence is None and isinstance(count, int):
            sentence = self._sentences.get(f"{key}.{self.plural(count)}")
        if sentence is not None:
            return sentence
        if self.is_default:
            raise KeyError(key)
        return self._default.raw(key, count)

    @property
    def is_default(self) -> bool:
        """Whether this is the default language, which fills gaps in the others."""
        return self._sentences.get("language.default") == "yes"

    @cached_property
    def _default(self) -> Words:
        """The default language, with commands and options named as in this language."""
        return default().for_client(words_of(self._client))

    def listed(self, key: str) -> list[str]:
        """Return an entry that is a list separated by commas."""
        return [part.strip() for part in self.raw(key).split(",") if part.strip()]

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The plural forms of this language, such as one and other."""
        named = [key.removeprefix(_PLURAL) for key in self._sentences if key.startswith(_PLURAL)]
        return (*named, "other")

    def plural(self, count: int) -> str:
        """Return the plural form for a count."""
        *named, other = self.forms
        return next(
            (form for form in named if holds(self._sentences[_PLURAL + form], count)), other
        )

    def join(self, parts: Sequence[str]) -> str:
        """Join parts as an enumeration: a, b and c."""
        return self._listed(parts, "and")

    def either(self, parts: Sequence[Name]) -> Name:
        """Join names as alternatives: a, b or c. The result has the forms that all names share."""
        shared = frozenset[str].intersection(*(part.forms for part in parts))
        forms = {
            form: self._listed([format(part, form) for part in parts], "or") for form in shared
        }
        return Name(self._listed(parts, "or"), forms)

    def _listed(self, parts: Sequence[str], joint: str) -> str:
        *first, last = parts
        if len(first) > 1:
            joint = f"{joint}-last"
        return self(f"language.{joint}", first=", ".join(first), last=last) if first else last


def _read_again(locale: str, client: str, has_dates: bool) -> Words:  # noqa: FBT001  pickled
    words = words_of(locale).for_client(words_of(client))
    return words.dated if has_dates else words


@cache
def _renamed(words: Words, client: Words) -> Words:
    """Return the words with the client's names of commands and options, also in sentences."""
    known = {*client}
    names = {
        key: (client if key in known else default()).raw(key)
        for key in words
        if _NAME.fullmatch(key)
    }
    commands, options = (
        {words.raw(key): name for key, name in names.items() if key.startswith(kind)}
        for kind in ("command.", "option.")
    )

    italics = {**commands, **options}  # lists of commands use italics, such as help.servers

    def renamed(sentence: str) -> str:
        text = _COMMAND.sub(lambda name: commands.get(name[0], name[0]), sentence)
        return _IN_ITALICS.sub(lambda name: italics.get(name[0], name[0]), text)

    sentences = {key: renamed(words.raw(key)) for key in words}
    renamed_too = {**sentences, **names}
    return Words(words.locale, renamed_too, client.locale, has_dates=words.has_dates)


@lru_cache(maxsize=1024)
def holds(rule: str, count: int) -> bool:
    """Whether a plural rule, in Unicode's notation for whole numbers, holds for a count.

    >>> [n for n in range(30) if holds("n % 10 = 2..4 and n % 100 != 12..14", n)]
    [2, 3, 4, 22, 23, 24]
    >>> [n for n in range(9) if holds("n = 0,5..6 or n = 8", n)]
    [0, 5, 6, 8]
    """
    clauses = (clause.split(" and ") for clause in rule.split(" or "))
    return any(all(_related(relation, count) for relation in clause) for clause in clauses)


def _related(relation: str, count: int) -> bool:
    parts = _RELATION.fullmatch(relation.strip())
    if parts is None:
        raise ValueError(relation)
    modulus, sign, ranges = parts.groups()
    number = count % int(modulus) if modulus else count
    return (sign == "=") is any(_within(span, number) for span in ranges.split(","))


def _within(span: str, number: int) -> bool:
    first, _, last = span.partition("..")
    return int(first) <= number <= int(last or first)


def languages() -> Mapping[str, Words]:
    """Return all languages, by the names of their folders."""
    return _catalogues(FOLDER)


def words_of(locale: str | None) -> Words:
    """Return the words for one of Discord's locales or a folder's name; else the default's."""
    return words_for(locale) or default()


def words_for(locale: str | None) -> Words | None:
    """Return the words of a locale; None if no folder has its language.

    A locale of another country gets the same language: es-419 gets es-ES.
    """
    served, locale = _by_locale(FOLDER), locale or ""
    return served.get(locale) or served.get(_language(locale))


def _language(locale: str) -> str:
    return locale.partition("-")[0].lower()


def default() -> Words:
    """Return the default language, which serves every locale without a folder."""
    return next(words for words in languages().values() if words.is_default)


@cache
def _catalogues(folder: Path) -> Mapping[str, Words]:
    names = sorted(file.parent.name for file in folder.glob("*/language.toml"))
    return MappingProxyType({name: Words(name, sentences(folder / name)) for name in names})


@cache
def _by_locale(folder: Path) -> Mapping[str, Words]:
    """Return the languages by every locale that they serve.

    A language serves its own locale, those that it lists, and others of the same language.
    """
    known = _catalogues(folder)
    served = {
        locale: words for words in known.values() for locale in words.listed("language.locales")
    }
    named = {**known, **served}
    wherever = {_language(locale): named[locale] for locale in reversed(named)}
    return MappingProxyType({**wherever, **named})


def sentences(folder: Path) -> Mapping[str, str]:
    """Return all sentences of a language's folder, by their keys."""
    read: dict[str, str] = {}
    for file in sorted(folder.glob("*.toml")):
        for key, sentence in _flat(tomllib.loads(file.read_text("utf-8"))):
            assert key not in read, key
            read[key] = sentence
    return read


def _flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield keys and sentences of a table. A sentence of one form can be a table of its own."""
    for key, value in table.items():
        below = cast("dict[str, object]", value) if isinstance(value, dict) else {"other": value}
        if [*below] == ["other"]:
            yield prefix + key, str(below["other"])
        else:
            yield from _flat(below, f"{prefix}{key}.")
