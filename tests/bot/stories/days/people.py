"""Four people in a server of their own: whom the stories of the hub have join, vote and play."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui.words import words_of
from sandbox.world import places
from tests.bot.stories.held import Held

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bot.ui.words import Words
    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from tests.bot.stories.hours import Hours
    from tests.bot.stories.table import Table


class FourPeople:
    """Reindeer, who keeps the server in order, Birch, Rivière and Cairn."""

    def __init__(self, table: Table, hours: Hours) -> None:
        self.table, self.box, self.hours = table, table.box, hours
        self.deer, self.birch = table.deer, table.birch
        self.river, self.cairn = (self.box.player(name) for name in ("riviere", "cairn"))
        self.people = [self.deer, self.birch, self.river, self.cairn]

    def speak(self, language: str) -> Words:
        """The server and all in it speak that."""
        self.words = words = words_of(language)
        locale = words.raw("language.locales").split(",")[0]
        world = self.box.world
        places.alter(world, replace(world.guild(self.table.guild_id), locale=locale))
        for player in self.people:
            places.rename(world, replace(player.person, locale=locale))
        return words

    def count(self, what: str) -> object:
        """How many rows a table has."""
        ((number,),) = self.table.ask(f"SELECT count(*) FROM {what}")  # noqa: S608  literals
        return number

    @asynccontextmanager
    async def killed(
        self, bot: BotProcess, path: str, method: str = "POST"
    ) -> AsyncGenerator[None]:
        """Have the bot killed once Discord has done what this leads to, and started again."""
        held = Held(method, path, after=True)
        self.box.faults.add(held)
        yield
        await held.came()
        await bot.kill()
        held.lose()
        self.box.clock.advance(3600)  # Discord has forgotten every nonce
        await self.hours.start(bot)


def press(message: MessageView, start: str) -> str:
    """The custom id that begins so."""
    ids = [button.custom_id or "" for button in message.buttons]
    return next(id_ for id_ in ids if id_ == start or id_.startswith(f"{start}:"))
