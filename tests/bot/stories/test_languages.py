"""Which language is spoken: a channel its server's, a person their own; both can be chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.ui.words import default, languages, words_of
from sandbox.world import places
from tests.bot.stories.test_moderation import at_home, choose
from tests.bot.ui.model import UNSERVED

if TYPE_CHECKING:
    from pathlib import Path

    from bot.ui.words import Words
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]
EVERY = (*languages().items(), (UNSERVED.value, default()))  # what Discord says, what is spoken


async def says_in(words: Words, table: Table) -> bool:
    """Whether a challenge is posted in that language."""
    labels = [button.label for button in (await table.challenge()).buttons]
    keys = ("challenge.accept", "challenge.counter", "challenge.decline")
    return labels[:3] == [words(key) for key in keys]


async def hears_in(words: Words, who: Player, table: Table) -> bool:
    """Whether a person is answered in private in that language."""
    answer = await who.slash(table.where, "tablut help")
    return answer.ephemeral and words("help.title.play") in answer.text


async def test_a_channel_speaks_as_was_chosen_and_else_as_its_server_does_on_discord(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    assert bot.pid
    home = await at_home(box, database)

    def speak(locale: str) -> None:
        """The server's language on Discord."""
        places.alter(box.world, replace(box.world.guild(home.guild_id), locale=locale))

    for locale, words in EVERY:
        speak(locale)
        assert await says_in(words, home), locale
    await choose(home, "locale", "it")
    for locale, _ in EVERY:
        speak(locale)
        assert await says_in(words_of("it"), home), locale
    await choose(home, "locale", "auto")
    speak("sv-SE")
    assert await says_in(words_of("sv-SE"), home)


async def test_a_person_hears_what_they_chose_and_else_their_own_language(table: Table) -> None:
    who = table.birch

    def speak(locale: str) -> None:
        """The person's language on Discord."""
        places.rename(table.box.world, replace(who.person, locale=locale))

    for locale, words in EVERY:
        speak(locale)
        assert await hears_in(words, who, table), locale
    settings = (await who.slash(table.where, "tablut settings")).message
    settings = (await who.select(settings, "k:set:page:", "privacy")).message
    settings = (await who.select(settings, "k:set:language:", "id")).message
    for locale, _ in EVERY:
        speak(locale)
        assert await hears_in(words_of("id"), who, table), locale
        answer = await who.slash(table.where, "tablut help")
        name = words_of(locale).raw("command.challenge.name")
        assert f"`/tablut {name}` mengajak teman." in answer.text, locale
    await who.select(settings, "k:set:language:", "auto")
    speak("pt-BR")
    assert await hears_in(words_of("pt-BR"), who, table)
    speak("en-US")
