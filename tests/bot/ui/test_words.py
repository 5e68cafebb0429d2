"""The catalogues: the same in every language, nothing missing, nothing left over, well set."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.outbox import Trouble
from bot.service.refusals import No
from bot.service.values import Standing
from bot.ui.words import LANGUAGES, words_of
from games import catalogue
from games.core import Reason, Ruling, Side
from games.errors import Clash, Fault, Why
from games.tablut.presets import MODULES, SETUPS
from games.tablut.rules import Gait, Goal
from render.words import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator

UI = Path(__file__).parents[3] / "bot" / "ui"
EN, FR = words_of("en"), words_of("fr")
COUNTED = ("no.TOO_MANY_CHALLENGES", "no.TOO_MANY_GAMES", "reason.quiet")


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def wanted() -> Iterator[str]:
    """Every key that is made of a value."""
    yield from (f"why.{why.name}" for why in Why)
    yield from (f"fault.{fault.name}" for fault in Fault)
    yield from (f"clash.{clash.name}" for clash in Clash)
    yield from (f"trouble.{trouble.name}" for trouble in Trouble)
    yield from (f"reason.{reason}" for reason in Reason)
    yield from (f"no.{no.name}" for no in No if no is not No.CHALLENGE_OVER)
    yield from (f"no.CHALLENGE_OVER.{standing}" for standing in Standing)
    for ruling in Ruling:
        yield f"board.second.{ruling}"
        yield f"board.quiet.{ruling}"
    for name in catalogue.NAMES:
        yield from (f"ruleset.{name}.{part}" for part in ("name", "short", "about"))
    for name in (*MODULES, *SETUPS):
        yield from (f"module.{name}.{part}" for part in ("name", "short", "long"))
    yield from (f"rules.tablut.goal.{goal}" for goal in Goal)
    yield from (f"rules.tablut.gait.{gait}" for gait in Gait)
    for name in catalogue.NAMES:
        game = catalogue.game(name)
        family = str(game.data["game"])
        yield f"family.{family}"
        yield from (f"man.{family}.{letter}" for letter in game.board.letters.values())
        for side in Side:
            yield f"side.{family}.{side}.name"
            yield f"side.{family}.{side}.the"


def test_a_locale_is_one_of_our_languages() -> None:
    assert words_of("fr").locale == "fr"
    assert words_of("fr-FR").locale == "fr"
    assert words_of("en-GB").locale == "en"
    assert words_of("pt-BR").locale == "en"
    assert words_of("").locale == "en"
    assert words_of(None).locale == "en"
    assert words_of("fr") is FR


def test_a_plural_follows_its_count_as_the_language_does() -> None:
    assert EN("pace.days", count=1) == "1 day a move"
    assert EN("pace.days", count=2) == "2 days a move"
    assert EN("board.took", count=0) == "0 taken"
    assert FR("board.took", count=0) == "0 prise"
    assert FR("board.took", count=1) == "1 prise"
    assert FR("board.took", count=2) == "2 prises"


def test_an_enumeration_has_its_and() -> None:
    assert EN.join(["d7"]) == "d7"
    assert EN.join(["d7", "e8", "f7"]) == "d7, e8 and f7"
    assert FR.join(["d7", "e8"]) == "d7 et e8"


def test_a_value_is_never_read_as_a_placeholder() -> None:
    assert EN("board.footer", rules="{number}", number=7) == "{number} · game 7"


def test_every_language_has_the_same_keys_and_files() -> None:
    folders = [UI / "words" / language for language in LANGUAGES]
    files = [{file.name for file in folder.iterdir()} for folder in folders]
    assert all(names == files[0] for names in files)
    assert list(FR) == list(EN)


@pytest.mark.parametrize("key", list(EN))
def test_every_language_has_the_same_placeholders(key: str) -> None:
    assert placeholders(FR.raw(key)) == placeholders(EN.raw(key))


@pytest.mark.parametrize("key", [key for key in EN if key.endswith(".other")])
def test_a_plural_has_its_singular_with_the_same_placeholders(key: str) -> None:
    single = key.removesuffix("other") + "one"
    for words in (EN, FR):
        assert placeholders(words.raw(single)) == placeholders(words.raw(key))


@pytest.mark.parametrize("key", list(wanted()))
def test_every_value_of_the_games_and_the_house_has_its_words(key: str) -> None:
    assert key in EN
    assert key in FR


@pytest.mark.parametrize("key", list(KEYS))
def test_every_word_of_a_picture_is_there_with_its_placeholders(key: str) -> None:
    names = [key] if key in set(EN) else [f"{key}.one", f"{key}.other"]
    for name in names:
        assert placeholders(EN.raw(name)) == set(KEYS[key])


def test_every_key_that_the_code_names_is_there() -> None:
    named = {
        key
        for file in UI.rglob("*.py")
        for key in re.findall(r"words\(\s*\"([a-zA-Z._-]+)\"", file.read_text("utf-8"))
    }
    assert len(named) > 50
    assert {key for key in named if key not in EN} == set()


@pytest.mark.parametrize("key", list(EN))
def test_no_sentence_waits_in_vain_to_be_said(key: str) -> None:
    """Each key stands in the code, whole or from its beginning on, or is made of a value."""
    sources = "".join(
        file.read_text("utf-8")
        for folder in ("ui", "")
        for file in (UI.parent / folder).rglob("*.py")
    )
    stem = re.sub(r"\.(one|other)$", "", key)
    if stem in set(wanted()) or stem in KEYS or stem.startswith(("command.", "option.")):
        return
    parts = stem.split(".")
    heads = [".".join(parts[:n]) for n in range(len(parts), 0, -1)]
    assert f'"{stem}"' in sources or any(
        f'"{head}.{{' in sources or f'"{head}-{{' in sources for head in heads
    ), stem


FRENCH = [FR.raw(key) for key in FR]


@pytest.mark.parametrize("sentence", FRENCH)
def test_french_is_well_set(sentence: str) -> None:
    """A space that does not break before ! ? : ; and within « », and the proper apostrophe."""
    prose = re.sub(r"`[^`]*`|\{[^}]*\}|\]\([^)]*\)", "", sentence)
    assert not re.search(r"[^\u00a0\s!?*][!?;»]", prose)
    assert not re.search(r"(?<![\u00a0*])[!?:;»]\**(?=\s|$)", prose.replace("*", ""))
    assert " !" not in prose
    assert " :" not in prose
    assert "'" not in prose


@pytest.mark.parametrize("words", [EN, FR], ids=LANGUAGES)
def test_no_sentence_begins_or_ends_with_a_blank(words: object) -> None:
    assert words in (EN, FR)
    for key in EN:
        for sentence in (EN.raw(key), FR.raw(key)):
            assert sentence.strip("\n") == sentence.strip("\n").strip(" ") or key.endswith("walls")
            assert "  " not in sentence
