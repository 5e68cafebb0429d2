"""The button by which the players of a level pairing ask for one more game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.tournaments import cases
from bot.features.tournaments.pages import level
from bot.features.tournaments.pages.level import AskForMore
from bot.ui.answers import reader_of, show
from bot.ui.router import handles

if TYPE_CHECKING:
    from bot.ui.app import ButtonContext


@handles(AskForMore)
async def ask_for_more(context: ButtonContext, press: AskForMore) -> None:
    """Ask for one more game; it starts once both players have asked."""
    app, interaction = context.app, context.interaction
    state = await cases.ask_for_more(
        app.services, press.tournament, interaction.guild_id, context.by
    )
    words = (await reader_of(app, interaction)).words
    await show(app, interaction, level.asked(state, context.by, words))
