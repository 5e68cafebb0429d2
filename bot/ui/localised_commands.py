"""Declarations of commands and menu entries, with names and texts in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands

from bot.ui.answers import is_late, log_fault, note_late
from bot.ui.latency import asked_of
from bot.ui.words import default, words_for

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.ui.answers import Interaction
    from bot.ui.app import App
    from bot.ui.words import Words

    Callback = Callable[..., Awaitable[None]]
    Choices = list[app_commands.Choice[Any]]
    Completion = Callable[[Interaction, str], Awaitable[Choices]]

# In servers, in DMs, and wherever a user installed us: a player who can no longer reach the server
# or channel finds the games in our DMs.
CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
INSTALLS = app_commands.AppInstallationType(guild=True, user=True)


def localised(key: str) -> app_commands.locale_str:
    """Return a key's text in the default language, with the key for other languages."""
    return app_commands.locale_str(_text(default(), key), key=key)


class CatalogueTranslator(app_commands.Translator):
    """The catalogues, in discord.py's form of a translator."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002  discord.py's signature
    ) -> str | None:
        """Return the text in a language; None for the default language."""
        key, words = string.extras.get("key"), words_for(str(locale))
        if key is None or words is None or words is default():
            return None
        return _text(words, key)


def _text(words: Words, key: str) -> str:
    """Return a text or, failing that, a shared one: option.game.name for option.move.game.name."""
    if key not in words and key.startswith("option."):
        key = ".".join(["option", *key.split(".")[-2:]])
    return words.raw(key)


def command(name: str, *options: str) -> Callable[[Callback], app_commands.Command[Any, ..., Any]]:
    """Make a function a command; its parameters after the interaction are these options."""

    def make(callback: Callback) -> app_commands.Command[Any, ..., Any]:
        if options:
            callback = app_commands.rename(
                **{option: localised(f"option.{name}.{option}.name") for option in options}
            )(callback)
            callback = app_commands.describe(
                **{option: localised(f"option.{name}.{option}.description") for option in options}
            )(callback)
        return _Command(
            name=localised(f"command.{name}.name"),
            description=localised(f"command.{name}.description"),
            callback=cast("Any", callback),  # its parameters are known at run time
        )

    return make


def menu(name: str) -> Callable[[Callback], app_commands.ContextMenu]:
    """Make a function an entry in the menu of a person or a message, depending on its parameter."""

    def make(callback: Callback) -> app_commands.ContextMenu:
        return app_commands.ContextMenu(
            name=localised(f"menu.{name}"),
            callback=cast("Any", callback),
            allowed_contexts=CONTEXTS,
            allowed_installs=INSTALLS,
        )

    return make


class _Command(app_commands.Command[Any, ..., Any]):
    """A command whose failed completions are logged and counted like other failures."""

    def autocomplete(self, name: str) -> Callable[[Any], Any]:
        """Complete an option with the decorated function."""
        register = super().autocomplete(name)

        def guard(complete: Completion) -> object:
            async def answer(interaction: Interaction, typed: str) -> Choices:
                try:
                    options = await complete(interaction, typed)
                    await interaction.response.autocomplete(options)
                except Exception as error:
                    _note_failure(interaction, error)
                    raise  # discord.py stops there; its own log line would name the user
                return options

            return register(answer)

        return guard


def _note_failure(interaction: Interaction, error: Exception) -> None:
    """Log and count a failed completion: no other answer is possible."""
    app: App = interaction.client.app  # set in bot.ui.client.Client
    if is_late(error):
        note_late(app, interaction)
    else:
        log_fault(app, asked_of(interaction), error)


def choices(kind: str, values: Sequence[str | int]) -> list[app_commands.Choice[Any]]:
    """Return the fixed choices of an option."""
    return [
        app_commands.Choice(name=localised(f"choice.{kind}.{value}"), value=value)
        for value in values
    ]
