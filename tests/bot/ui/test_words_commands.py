"""Command names and descriptions as Discord accepts them: one bad name refuses the whole sync."""

from __future__ import annotations

import unicodedata

import discord
import pytest
from discord import app_commands

from bot.ui.localised_commands import CatalogueTranslator, localised
from bot.ui.words import default, languages
from tests.bot.ui.model import UNSERVED

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


@pytest.mark.parametrize("key", NAMES)
def test_a_name_is_one_that_discord_takes(key: str) -> None:
    for words in ALL:
        name = words.raw(key)
        assert 1 <= len(name) <= 32
        assert name == name.lower()
        assert all(c in "-_'" or unicodedata.category(c)[0] in "LN" for c in name)


@pytest.mark.parametrize("key", [*TOLD, *CHOICES])
def test_a_description_or_choice_is_short_enough(key: str) -> None:
    for words in ALL:
        assert 1 <= len(words.raw(key)) <= 100


@pytest.mark.parametrize("kind", ["command", "option"])
def test_no_two_have_the_same_name(kind: str) -> None:
    keys = [key for key in NAMES if key.startswith(f"{kind}.")]
    for words in ALL:
        assert len({words.raw(key) for key in keys}) == len(keys)


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
    name = localised("option.takeback.game.name")
    assert name.message == "game"
    assert await translated(name, discord.Locale.french) == "partie"
