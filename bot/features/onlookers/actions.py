"""The buttons *Follow* and *Unfollow*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.onlookers import cases, pages
from bot.features.onlookers.pages import Follow, Unfollow
from bot.ui.actions.board import visible
from bot.ui.answers import reader_of, reply, show
from bot.ui.router import handles

if TYPE_CHECKING:
    from bot.ui.app import ButtonContext


@handles(Follow)
async def follow(context: ButtonContext, press: Follow) -> None:
    """Follow a game; the answer has a button to unfollow."""
    app, interaction = context.app, context.interaction
    record = await visible(app, interaction, press.match)
    await cases.follow(app.services, record, context.by)
    await reply(app, interaction, pages.followed(record.id, await reader_of(app, interaction)))


@handles(Unfollow)
async def unfollow(context: ButtonContext, press: Unfollow) -> None:
    """Unfollow a game."""
    app, interaction = context.app, context.interaction
    await cases.unfollow(app.services, press.match, context.by)
    await show(app, interaction, pages.unfollowed(press.match, await reader_of(app, interaction)))
