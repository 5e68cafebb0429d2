"""Gives Discord the names and descriptions of commands, options and choices, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.ui.words import LANGUAGES, words_of

if TYPE_CHECKING:
    import discord

    from bot.ui.words import Words


def localised(key: str) -> app_commands.locale_str:
    """The English text of a key, with the key for the other languages."""
    return app_commands.locale_str(_text(words_of("en"), key), key=key)


class CatalogueTranslator(app_commands.Translator):
    """The catalogues, for discord.py."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002  discord.py's signature
    ) -> str | None:
        """The text in that language; None where English does."""
        key = string.extras.get("key")
        language = str(locale).partition("-")[0]
        if key is None or language == "en" or language not in LANGUAGES:
            return None
        return _text(words_of(language), key)


def _text(words: Words, key: str) -> str:
    """An option means the same in every command: option.move.game.name is option.game.name."""
    if key not in words and key.startswith("option."):
        key = ".".join(["option", *key.split(".")[-2:]])
    return words.raw(key)
