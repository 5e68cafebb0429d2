"""The switch that turns the list of a channel on and off, among the settings of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.turn_list import cases, pages
from bot.features.turn_list.pages import SwitchTurnList
from bot.ui.actions.server import show_server
from bot.ui.guests import place_of
from bot.ui.permissions import managed_by, refuse_missing
from bot.ui.router import handles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader


async def switch(app: App, interaction: Interaction, reader: Reader) -> Sequence[Block]:
    """The switch for the channel where the user is."""
    turn_list = await cases.turn_list(app.services, place_of(interaction).channel)
    return pages.switch(on=turn_list is not None, words=reader.words)


@handles(SwitchTurnList)
async def switch_turn_list(context: ButtonContext, press: SwitchTurnList) -> None:
    """Turn the list on or off, in the channel where the user is."""
    managed_by(context.interaction)
    services, place = context.app.services, place_of(context.interaction)
    if press.on:
        refuse_missing(context.interaction, thread=False)
        await cases.turn_on_list(services, place, context.by)
    else:
        await cases.turn_off_list(services, place, context.by)
    await show_server(context.app, context.interaction)
