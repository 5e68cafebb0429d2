"""One's finished games: a page of them, and the next one. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.history import Outcome, Search, look_back
from bot.ui import custom_ids
from bot.ui.answers import reader_of, show
from bot.ui.pages import history as pages

if TYPE_CHECKING:
    from bot.ui.answers import Interaction
    from bot.ui.app import App
    from bot.ui.router import Touch


async def history(touch: Touch) -> None:
    """Another page of the same search; the number is the opponent's."""
    press = touch.press
    search = Search(
        player=touch.by,
        opponent=press.number or None,
        rules=custom_ids.name_of(press.code) or "",
        outcome=Outcome(press.of) if press.of in list(Outcome) else None,
    )
    await show_history(touch.app, touch.interaction, search, press.page)


async def show_history(app: App, interaction: Interaction, search: Search, page: int = 0) -> None:
    """Those that are asked for, privately."""
    shelf = await look_back(app.house, search, page)
    await show(app, interaction, pages.history(shelf, search, await reader_of(app, interaction)))
