"""A game again: stepping through it on one private message, and its animation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.refusals import No, Refusal
from bot.ui.answers import reader_of, reply, show
from bot.ui.handlers.reading import seated, visible
from bot.ui.pages import replay as pages
from bot.ui.pages import scenes

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.answers import Interaction
    from bot.ui.app import App
    from bot.ui.router import Touch


async def replay(touch: Touch) -> None:
    """From a button: from the start of what is over, from now back in what goes on."""
    record = await visible(touch.app, touch.interaction, touch.press.number)
    await begin(touch.app, touch.interaction, record)


async def begin(app: App, interaction: Interaction, record: Record) -> None:
    """The first page."""
    who = await reader_of(app, interaction)
    ply = 0 if record.match.verdict else len(record.match.plies)
    await reply(app, interaction, pages.step(record, who, ply))


async def step(touch: Touch) -> None:
    """Another position on the same message, seen from the side that was near."""
    record = await visible(touch.app, touch.interaction, touch.press.number)
    who = seated(await reader_of(touch.app, touch.interaction), touch.press.of.partition("-")[0])
    await show(touch.app, touch.interaction, pages.step(record, who, touch.press.page))


async def film(touch: Touch) -> None:
    """The animation, seen from the same side."""
    record = await visible(touch.app, touch.interaction, touch.press.number)
    await show_film(touch.app, touch.interaction, record, near=touch.press.of)


async def show_film(  # noqa: PLR0913  what can be chosen of a film
    app: App,
    interaction: Interaction,
    record: Record,
    *,
    near: str = "",
    theme: str = "",
    first: int = 0,
    last: int | None = None,
) -> None:
    """It takes a moment to make; moves that there are not are refused before."""
    if not scenes.part(record, first, last):
        raise Refusal(No.NO_SUCH_MOVES, limit=len(record.match.plies))
    await interaction.response.defer(ephemeral=True, thinking=True)
    who = seated(await reader_of(app, interaction), near)
    if theme:
        who = replace(who, theme=theme)
    await reply(app, interaction, pages.film(record, who, first, last))
