"""Giving a day, being away, coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service import play as cases
from bot.service import vacations
from bot.service.refusals import No, Refusal
from bot.ui import dates
from bot.ui.answers import confirm, reader_of, reply, show
from bot.ui.pages import time_notices as pages

if TYPE_CHECKING:
    from bot.ui.answers import Interaction
    from bot.ui.app import App
    from bot.ui.router import Touch


async def give(touch: Touch) -> None:
    """The button in More."""
    await give_day(touch.app, touch.interaction, touch.press.number, touch.press.seen)


async def give_day(
    app: App, interaction: Interaction, number: int, seen: int | None = None
) -> None:
    """One day for the opponent."""
    record = await cases.give(app.house, number, interaction.user.id, seen)
    who = await reader_of(app, interaction)
    await confirm(app, interaction, who, record, who.words("give.done"))


async def go_away(app: App, interaction: Interaction, text: str | None) -> None:
    """Away until that day; without one, how one stands."""
    by = interaction.user.id
    leave = await vacations.leave(app.house, by)
    if text is not None:
        day = dates.read(text, leave.today)
        if day is None:
            raise Refusal(No.WHICH_DAY, text=text)
        leave = await vacations.go(app.house, by, day)
    await reply(app, interaction, pages.away(leave, await reader_of(app, interaction)))


async def come_back(touch: Touch) -> None:
    """The button *I am back*."""
    leave = await vacations.come_back(touch.app.house, touch.by)
    who = await reader_of(touch.app, touch.interaction)
    await show(touch.app, touch.interaction, pages.away(leave, who, returned=True))
