"""The servers of the bot: those that it has left, and those to greet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.posts import Greeting
from bot.model.servers import SOME_CHANNEL, Place

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.service.services import Services


async def note_servers(
    services: Services, joined: Collection[int] = (), left: Collection[int] = ()
) -> None:
    """Note that the bot was added to servers or removed.

    Removed ones' settings are cleared later.
    """
    await services.store.servers.note_presence(joined, left, services.now())


async def compare_servers(services: Services, present: Collection[int]) -> None:
    """Compare the stored servers with the present ones: some may have gone while it was offline."""
    stored = await services.store.servers.stored()
    await note_servers(services, present, [guild for guild in stored if guild not in present])


async def greet_servers(services: Services, guilds: Sequence[int]) -> None:
    """Greet the servers that the bot meets for the first time."""
    now = services.now()
    greetings = [Greeting(due=now, place=Place(guild, SOME_CHANNEL)) for guild in guilds]
    await services.store.servers.meet(greetings)
