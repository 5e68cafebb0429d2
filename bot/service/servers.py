"""The servers that the bot is in: which it left, and which it has not greeted yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.posts import Greeting
from bot.model.servers import Place
from bot.service.clocks import ALIVE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.service.services import Services

_GREETED = "greeted"  # the note of the first run
_OLDER = "older"
_SOME_CHANNEL = 0


async def note_servers(
    services: Services, joined: Collection[int] = (), left: Collection[int] = ()
) -> None:
    """The bot was added to servers, or removed: the settings of those go some time later."""
    await services.store.servers.note_presence(joined, left, services.now())


async def compare_servers(services: Services, present: Collection[int]) -> None:
    """The bot is in these servers and no others: some may have gone while it was offline."""
    stored = await services.store.servers.stored()
    await note_servers(services, present, [guild for guild in stored if guild not in present])


async def note_first_run(services: Services) -> None:
    """Before the first heartbeat of a run: note whether a version ran that greeted no server."""
    if await services.note(_GREETED) is None:
        older = await services.note(ALIVE) is not None
        await services.keep_note(_GREETED, _OLDER if older else "yes")


async def greet_servers(services: Services, guilds: Sequence[int]) -> None:
    """Greet those of these servers that the bot meets for the first time.

    Where an older version knew its servers already, none of those that are there.
    """
    quiet, now = await services.note(_GREETED) == _OLDER, services.now()
    greetings = [Greeting(due=now, place=Place(guild, _SOME_CHANNEL)) for guild in guilds]
    if await services.store.servers.meet(greetings, quiet=quiet):
        services.outbox.wake()
    if quiet:
        await services.keep_note(_GREETED, "yes")
