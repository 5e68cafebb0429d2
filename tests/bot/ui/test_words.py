"""The catalogues: whole in English, nothing left over in any language, nothing that breaks a page.

What only a speaker of a language can put right, `python -m bot.ui.words` reports.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import discord
import pytest

from bot.model.challenges import Standing
from bot.outbox import Trouble
from bot.service.refusals import No
from bot.ui.words import FOLDER, default, languages, sentences, words_of
from bot.ui.words.checks import SAME, badly_set, faults, placeholders, plurals
from bot.ui.words.order import ordered
from bot.ui.words.values import Name
from games import catalogue
from games.core import Reason, Ruling, Side
from games.errors import Clash, Fault, Why
from games.tafl.presets import MODULES, SETUPS
from games.tafl.rules import Gait, Goal
from render.keys import KEYS
from render.themes import THEMES
from tests.bot.refusals import REFUSALS
from tests.every import for_every
from tests.plain_english import old_words, slips

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ui.words import Words

BOT = Path(__file__).parents[3] / "bot"
SOURCES = [
    path
    for folder in (BOT / "ui", BOT / "features", BOT.parent / "tools/press")
    for path in folder.rglob("*.py")
]
EN, FR = words_of("en"), words_of("fr")
CARDINAL = {"zero", "one", "two", "few", "many", "other"}  # as Unicode calls the forms
NAMES, ALL = tuple(languages()), tuple(languages().values())


def wanted() -> Iterator[str]:
    """Every key that is made of a value."""
    yield from (f"why.{why.name}" for why in Why)
    yield from (f"fault.{fault.name}" for fault in Fault)
    yield from (f"clash.{clash.name}" for clash in Clash)
    yield from (f"trouble.{trouble.name}" for trouble in Trouble)
    yield from (f"reason.{reason}" for reason in Reason)
    by_standing = (No.CHALLENGE_OVER, No.TOO_SOON)
    yield from (f"no.{no.name}" for no in REFUSALS if no not in by_standing)
    yield from (f"no.TOO_SOON.{standing}" for standing in (Standing.WITHDRAWN, Standing.DECLINED))
    yield from (f"no.CHALLENGE_OVER.{standing}" for standing in Standing)
    for ruling in Ruling:
        yield f"board.repeated.{ruling}"
        yield f"board.quiet.{ruling}"
    for name in catalogue.NAMES:
        yield from (f"ruleset.{name}.{part}" for part in ("name", "short", "about"))
    yield from (f"settings.theme.{theme}" for theme in THEMES)
    for name in (*MODULES, *SETUPS):
        yield from (f"module.{name}.{part}" for part in ("name", "short", "long"))
    yield from (
        f"rules.tafl.repetition.{ruling}" for ruling in Ruling if ruling is not Ruling.COUNT
    )
    yield from (f"rules.tafl.goal.{goal}" for goal in Goal)
    yield from (f"rules.tafl.gait.{gait}" for gait in Gait)
    for name in catalogue.NAMES:
        game = catalogue.game(name)
        family = str(game.data["game"])
        yield f"board-name.{catalogue.board_of(game)}"
        yield f"nth.{game.endings.times}"
        yield from (f"man.{family}.{letter}" for letter in game.board.letters.values())
        for side in Side:
            yield f"side.{family}.{side}.name"
            yield f"side.{family}.{side}.the"


def test_a_locale_is_one_of_our_languages() -> None:
    assert words_of("fr").locale == "fr"
    assert words_of("fr-FR").locale == "fr"
    assert words_of("en-GB").locale == "en"
    assert words_of("cs").locale == "en"
    assert words_of("").locale == "en"
    assert words_of(None).locale == "en"
    assert words_of("fr") is FR


def test_another_country_has_the_same_language() -> None:
    assert words_of("fr-CA") is FR
    assert words_of("en-US") is words_of("en-AU") is EN
    for words in ALL:
        for locale in words.listed("language.locales"):
            assert words_of(locale) is words
            assert (
                words_of(locale.partition("-")[0]).locale.partition("-")[0]
                == (words.locale.partition("-")[0])
            )


def test_a_plural_follows_its_count_as_the_language_does() -> None:
    assert EN("pace.days", count=1) == "1 day per move"
    assert EN("pace.days", count=2) == "2 days per move"
    assert EN("board.took", count=1) == "captured 1"
    assert FR("board.took", count=0) == "0 prise"
    assert FR("board.took", count=1) == "1 prise"
    assert FR("board.took", count=2) == "2 prises"


def test_an_enumeration_has_its_and() -> None:
    assert EN.join(["d7"]) == "d7"
    assert EN.join(["d7", "e8", "f7"]) == "d7, e8 and f7"
    assert FR.join(["d7", "e8"]) == "d7 et e8"


@for_every("words", ALL)
def test_a_name_has_a_capital_where_a_sentence_begins_alone(words: Words) -> None:
    name = words.raw("person.channel")
    capital = name[:1].upper() + name[1:]
    assert words("challenge.plays", by="<@2>", side="").startswith(capital)
    assert words.mid_line("challenge.plays", by="<@2>", side="").startswith(name)
    assert words.named("<@7>! <@2>", begins=False) == f"<@7>! {capital}"


def test_large_numbers_are_set_as_the_language_does() -> None:
    values = {"who": "people", "percent": "58%", "count": 20_000}
    assert EN("leans.figure", **values).endswith("of 20,000 games")
    assert "20\N{NARROW NO-BREAK SPACE}000" in FR("leans.figure", **values)
    assert "2,000" in EN("leans.figure", **{**values, "count": 2000})
    assert "500" in EN("leans.figure", **{**values, "count": 500})


# Which whole numbers take which form, by Unicode's CLDR 48; of Romance languages without the form
# that it has for whole millions, which are not counted here.
PLURALS = {
    "de": {"one": "n = 1"},
    "en": {"one": "n = 1"},
    "es": {"one": "n = 1"},
    "fr": {"one": "n = 0..1"},
    "id": {},
    "it": {"one": "n = 1"},
    "pt": {"one": "n = 0..1"},
    "sv": {"one": "n = 1"},
}
# Between thousands and from which number on, percent, and enumerations, by the same.
SETTING = {
    "de": (".", "1000", "50\u00a0%", "a, b und c", "a, b oder c"),
    "en": (",", "1000", "50%", "a, b and c", "a, b or c"),
    "es": (".", "10000", "50\u00a0%", "a, b y c", "a, b o c"),
    "fr": ("\u202f", "1000", "50\u00a0%", "a, b et c", "a, b ou c"),
    "id": (".", "1000", "50%", "a, b, dan c", "a, b, atau c"),
    "it": (".", "10000", "50%", "a, b e c", "a, b o c"),
    "pt": (".", "1000", "50%", "a, b e c", "a, b ou c"),
    "sv": ("\u00a0", "1000", "50\u00a0%", "a, b och c", "a, b eller c"),
}


@for_every("words", ALL)
def test_a_language_counts_and_sets_numbers_as_unicode_has_it(words: Words) -> None:
    """Those that the tables above have."""
    language = words.locale.partition("-")[0]
    if language not in PLURALS:
        return
    rules = {form: words.raw(f"language.plural.{form}") for form in words.forms[:-1]}
    assert rules == PLURALS[language]
    sign, least, percent, both, either = SETTING[language]
    assert words.raw("language.thousands") == sign
    assert words.raw("language.thousands-from") == least
    assert words("language.percent", number=50) == percent
    assert words.join(["a", "b", "c"]) == both
    assert words.either([Name(letter, {}) for letter in "abc"]) == either
    assert words.join(["a", "b"]) == f"a{both.removeprefix('a, b').removeprefix(',')[:-1]}b"


def test_a_value_is_never_read_as_a_placeholder() -> None:
    assert EN("board.footer", rules="{number}", number=7) == "{number} · game 7"


@for_every("words", ALL)
def test_no_language_has_a_sentence_that_breaks_or_is_left_over(words: Words) -> None:
    assert list(faults(words, default())) == []


@for_every("language", NAMES)
def test_every_language_has_a_guide_and_no_file_that_english_lacks(language: str) -> None:
    names = [{file.name for file in (FOLDER / folder).iterdir()} for folder in (language, "en")]
    assert names[0] - {SAME} <= names[1]
    assert "GUIDE.md" in names[0]


@pytest.mark.slow
@for_every("words", ALL)
def test_translation_platforms_can_read_and_write_a_language(words: Words) -> None:
    """`python -m bot.ui.words order` brings it in that order."""
    for file in (FOLDER / words.locale).glob("*.toml"):
        text = file.read_text("utf-8")
        assert tomllib.loads(ordered(text)) == tomllib.loads(text)
        assert ordered(text) == text, f"python -m bot.ui.words order: {file.name}"


@for_every("words", ALL)
def test_what_is_named_as_forms_of_plurals_are_is_a_plural(words: Words) -> None:
    """Platforms take a table of such keys alone for one sentence."""
    named = {key for key in words if key.rpartition(".")[2] in CARDINAL}
    tables = {key.rpartition(".")[0] for key in named} - {"language.plural"}
    for table in tables:
        below = {key.removeprefix(f"{table}.") for key in words if key.startswith(f"{table}.")}
        assert below - CARDINAL or f"{table}.other" in words, table


def test_a_sentence_of_one_form_may_stand_in_a_table_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "words" / "en"
    shutil.copytree(FOLDER / "en", folder)
    file = folder / "showing.toml"
    file.write_text('[showing.show]\nother = "Show it"\n', "utf-8")
    assert dict(sentences(folder))["showing.show"] == "Show it"


@for_every("words", ALL)
def test_a_language_has_as_many_days_and_months_as_the_calendar(words: Words) -> None:
    assert len(words.listed("date.weekdays")) == 7
    assert len(words.listed("date.months")) == 12


@for_every("words", ALL)
def test_every_count_has_its_form(words: Words) -> None:
    assert {words.plural(count) for count in range(200)} == set(words.forms)


def test_one_language_stands_in_for_all_others() -> None:
    assert [words.raw("language.default") for words in ALL].count("yes") == 1


def test_no_two_languages_serve_the_same_locale() -> None:
    locales = [locale for words in ALL for locale in words.listed("language.locales")]
    assert len(set(locales)) == len(locales)
    assert set(locales) <= {str(locale) for locale in discord.Locale}


@for_every("key", list(wanted()))
def test_every_value_of_the_games_and_the_house_has_its_words(key: str) -> None:
    assert key in EN


@for_every("key", list(KEYS))
def test_every_word_of_a_picture_is_there_with_its_placeholders(key: str) -> None:
    names = [key] if key in set(EN) else [f"{key}.one", f"{key}.other"]
    for name in names:
        assert placeholders(EN.raw(name)) == set(KEYS[key])


def test_every_key_that_the_code_names_is_there() -> None:
    named = {
        key
        for file in SOURCES
        for key in re.findall(r"words(?:\.inside)?\(\s*\"([a-zA-Z._-]+)\"", file.read_text("utf-8"))
    }
    assert len(named) > 50
    assert {key for key in named if key not in EN} == set()


@pytest.mark.slow
def test_no_sentence_waits_in_vain_to_be_said() -> None:
    """Each key stands in the code, its prefix cut or not, or begins what is made there."""
    sources = "".join(file.read_text("utf-8") for file in SOURCES)
    used = {*wanted(), *KEYS}
    forms = {f"{stem}.{form}" for stem in plurals(EN) for form in EN.forms}
    stems = ({*EN} - forms | plurals(EN)) - used
    apart = ("command.", "option.", "choice.", "language.", "date.")  # taken by lists or by rules
    asked = {key for key in stems if not key.startswith(apart)}
    assert len(asked) > 200
    assert sorted(key for key in asked if not _stands_in(sources, key.split("."))) == []


def _stands_in(sources: str, parts: list[str]) -> bool:
    tails = (parts[n:] for n in range(len(parts)))
    return any(
        any(f'{mark}{".".join(tail)}"' in sources for mark in ('"', "}"))
        or any(
            f'"{".".join(tail[:n])}{join}{{' in sources
            for n in range(1, len(tail))
            for join in (".", "-")
        )
        for tail in tails
    )


def test_english_is_well_set() -> None:
    """Blanks before ! ? : ;, and apostrophes, are as its own file says."""
    assert list(badly_set(EN)) == []


def test_english_is_plain() -> None:
    """No sentence has a phrase or a word that tests/plain_english.py lists; no exceptions."""
    said = {key: re.sub(r"\{[^}]*\}", "", EN.raw(key)) for key in EN}
    slipped = {key: [*old_words(text), *slips(text)] for key, text in said.items()}
    assert {key: words for key, words in slipped.items() if words} == {}


def test_nothing_is_open_until_in_three_hours() -> None:
    """Discord counts {when} down."""
    assert [key for key in EN if "until {when}" in EN.raw(key)] == []
