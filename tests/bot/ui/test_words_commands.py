"""Command names and descriptions as Discord accepts them: one bad name refuses the whole sync."""

from __future__ import annotations

import pickle
import re
import unicodedata
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import discord
import pytest
from discord import app_commands

from bot.composition import FEATURES
from bot.service.usual import DEFAULT_RULES
from bot.ui.actions import challenge
from bot.ui.actions.commands import groups
from bot.ui.localised_commands import CatalogueTranslator, localised
from bot.ui.pages import naming
from bot.ui.words import default, languages, words_of
from render.themes import THEMES
from tests.bot.ui.model import UNSERVED
from tests.every import for_combinations, for_every

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.ui.words import Words

ROOT = Path(__file__).parents[3]
EN, ALL = default(), tuple(languages().values())
NAMES = [key for key in EN if key.startswith(("command.", "option.")) and key.endswith(".name")]
TOLD = [
    key for key in EN if key.startswith(("command.", "option.")) and key.endswith(".description")
]
CHOICES = [key for key in EN if key.startswith("choice.")]


def context() -> app_commands.TranslationContextTypes:
    command = app_commands.Choice(name="none", value=0)
    return app_commands.TranslationContext(
        app_commands.TranslationContextLocation.choice_name, command
    )


@for_every("key", NAMES)
def test_a_name_is_one_that_discord_takes(key: str) -> None:
    for words in ALL:
        name = words.raw(key)
        assert 1 <= len(name) <= 32
        assert name == name.lower()
        assert all(c in "-_'" or unicodedata.category(c)[0] in "LN" for c in name)


@for_every("key", ["option.rules.description", "option.challenge.rules.description"])
def test_a_description_names_the_house_game_as_the_default(key: str) -> None:
    for words in ALL:
        assert naming.title(DEFAULT_RULES, words) in words.raw(key), words.locale


@for_every("key", [key for key in TOLD if key.startswith("command.")])
def test_a_command_is_described_in_one_clause(key: str) -> None:
    for words in ALL:
        assert ";" not in words.raw(key), words.locale


@for_every("key", [*TOLD, *CHOICES])
def test_a_description_or_choice_is_short_enough(key: str) -> None:
    for words in ALL:
        assert 1 <= len(words.raw(key)) <= 100


@pytest.mark.parametrize("kind", ["command", "option"])
def test_no_two_have_the_same_name(kind: str) -> None:
    keys = [key for key in NAMES if key.startswith(f"{kind}.")]
    for words in ALL:
        assert len({words.raw(key) for key in keys}) == len(keys)


def named(text: str, words: Words) -> set[str]:
    """The commands and options that a text names and that there are not, in this language."""
    commands = {words.raw(key) for key in NAMES if key.startswith("command.")}
    options = {words.raw(key) for key in NAMES if key.startswith("option.")}
    typed = set(re.findall(r"/tablut(?:-mod)? ([\w'-]+)", text))
    return typed - commands | set(re.findall(r"option \*([^*]+)\*", text)) - options


@pytest.mark.slow
@for_every("words", ALL)
def test_no_sentence_names_a_command_or_option_that_there_is_not(words: Words) -> None:
    unknown = {key: named(words.raw(key), words) for key in words}
    assert {key: names for key, names in unknown.items() if names} == {}


@pytest.mark.slow
@for_combinations(words=ALL, client=ALL)
def test_commands_are_named_as_a_client_of_another_language_shows_them(
    words: Words, client: Words
) -> None:
    shown = words.for_client(client)
    unknown = {key: named(shown.raw(key), client) for key in words}
    assert {key: names for key, names in unknown.items() if names} == {}
    assert all(shown.raw(key) == client.raw(key) for key in NAMES)
    for key in NAMES:  # the moderators' commands stand between asterisks
        if f"*{words.raw(key)}*" in words.raw("help.servers"):
            assert f"*{client.raw(key)}*" in shown("help.servers")


def test_only_names_of_commands_and_options_are_the_clients() -> None:
    german, english = words_of("de"), words_of("en")
    assert german.for_client(german) is german
    shown = german.for_client(english)
    assert shown is german.for_client(english)
    assert shown("challenge.told.expired", by="A", opponent="B") == (
        "A, niemand hat deine Herausforderung rechtzeitig angenommen. "
        "Starte eine neue mit `/tablut challenge`."
    )
    assert "mit der Option *rules*, oder" in shown("fault.FILE_RULES")
    assert shown("board.more") == german("board.more")
    again: Words = pickle.loads(pickle.dumps(shown))  # noqa: S301  our own
    assert again is shown
    dated: Words = pickle.loads(pickle.dumps(shown.dated))  # noqa: S301  our own
    assert (dated.has_dates, dated("board.more")) == (True, shown("board.more"))


DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/*.md", "docs/**/*.html", "docs/**/*.txt")
    for path in ROOT.glob(pattern)
)


@for_every("path", DOCUMENTS)
def test_no_document_names_a_command_or_option_that_there_is_not(path: str) -> None:
    text = re.sub(r"<[^>]+>", "", (ROOT / path).read_text(encoding="utf-8"))
    unknown = [named(text, words) for words in ALL]  # a document may be in any of them
    assert set[str].intersection(*unknown) == set()


def test_what_names_no_command_is_seen() -> None:
    assert named("`/tablut games` and `/tablut board`, option *game*, option *pace*", EN) == {
        "board",
        "pace",
    }


def test_a_challenge_takes_four_options() -> None:
    (command,) = challenge.commands(cast("Any", None))
    assert [option.name for option in command.parameters] == ["opponent", "rules", "side", "days"]


def _texts(thing: Mapping[str, Any]) -> Iterator[int]:
    """How many characters Discord counts of each text: the longest language's, and all values."""
    for name in ("name", "description"):
        translated: Mapping[str, str] = thing.get(f"{name}_localizations") or {}
        yield max(map(len, (thing.get(name) or "", *translated.values())))
    yield len(str(thing.get("value", "")))
    for inner in (*thing.get("options", ()), *thing.get("choices", ())):
        yield from _texts(inner)


def players_commands() -> list[str]:
    app: Any = SimpleNamespace(features=FEATURES, pictures=SimpleNamespace(themes=tuple(THEMES)))
    tablut, _ = groups(app)
    return [command.name for command in tablut.commands]


def test_players_have_few_commands_and_what_newcomers_look_for_comes_first() -> None:
    commands = players_commands()
    assert len(commands) <= 17
    assert commands[:5] == ["challenge", "move", "learn", "practice", "puzzle"]


async def test_a_command_with_all_languages_is_not_larger_than_discord_takes() -> None:
    pictures = SimpleNamespace(themes=tuple(THEMES))
    app: Any = SimpleNamespace(features=FEATURES, pictures=pictures)
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    sizes: dict[str, int] = {}
    for group in groups(app):
        payload = await group.get_translated_payload(tree, CatalogueTranslator())
        sizes[group.name] = sum(_texts(payload))
    assert set(sizes) == {"tablut", "tablut-mod"}
    assert sizes["tablut"] > 3000
    assert max(sizes.values()) <= 8000


async def translated(string: app_commands.locale_str, locale: discord.Locale) -> str | None:
    return await CatalogueTranslator().translate(string, locale, context())


async def test_a_name_is_translated_by_its_key() -> None:
    name = localised("command.challenge.name")
    assert name.message == "challenge"
    assert await translated(name, discord.Locale.french) == "défier"


async def test_what_english_says_needs_no_translation() -> None:
    name = localised("command.challenge.name")
    assert await translated(name, discord.Locale.british_english) is None
    assert await translated(name, UNSERVED) is None
    assert await translated(app_commands.locale_str("move"), discord.Locale.french) is None


async def test_an_option_means_the_same_in_every_command() -> None:
    name = localised("option.replay.game.name")
    assert name.message == "game"
    assert await translated(name, discord.Locale.french) == "partie"
