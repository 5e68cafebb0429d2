"""What is kept about oneself: taken away as a file, or erased after two questions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.service import erasure as cases
from bot.ui.answers import reader_of, reply, show, update
from bot.ui.pages import errors
from bot.ui.pages import my_data as pages

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.ui.answers import Interaction
    from bot.ui.app import App
    from bot.ui.router import Touch


async def mydata(touch: Touch) -> None:
    """Whatever its button says."""
    handler = _HANDLERS.get(touch.press.of)
    if handler is None:
        await show_mydata(touch.app, touch.interaction)
    else:
        await handler(touch)


async def show_mydata(app: App, interaction: Interaction) -> None:
    """How much is kept, and what one can do with it."""
    kept = await app.house.store.dossier(interaction.user.id, logs=False)
    who = await reader_of(app, interaction)
    await show(app, interaction, pages.overview(kept, who))


async def _export(touch: Touch) -> None:
    """The file takes a moment to write."""
    app, interaction = touch.app, touch.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    kept = await app.house.store.dossier(touch.by)
    who = await reader_of(app, interaction)
    page = await asyncio.to_thread(pages.export, kept, who, app.house.now())
    await reply(app, interaction, page)


async def _ask(touch: Touch) -> None:
    """What it means, before anything is done."""
    running = await touch.app.house.store.running(touch.by)
    who = await reader_of(touch.app, touch.interaction)
    await show(touch.app, touch.interaction, pages.asking(len(running), who))


async def _sure(touch: Touch) -> None:
    """The second question."""
    who = await reader_of(touch.app, touch.interaction)
    await show(touch.app, touch.interaction, pages.asking_again(who))


async def _erase(touch: Touch) -> None:
    """Done; said in the language that he had set until now."""
    app, interaction = touch.app, touch.interaction
    who = await reader_of(app, interaction)
    await interaction.response.defer()  # the games to resign may be many
    await cases.erase(app.house, touch.by)
    await update(app, interaction, errors.page(who.words("mydata.gone")))


async def _keep(touch: Touch) -> None:
    """Never mind."""
    who = await reader_of(touch.app, touch.interaction)
    await show(touch.app, touch.interaction, errors.page(who.words("mydata.stays")))


_HANDLERS: Mapping[str, Callable[[Touch], Awaitable[None]]] = {
    pages.EXPORT: _export,
    pages.ASK: _ask,
    pages.SURE: _sure,
    pages.ERASE: _erase,
    pages.KEEP: _keep,
}
