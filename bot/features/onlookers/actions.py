"""The buttons *Follow* and *Unfollow*, and those that guess who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.onlookers import cases, guess_pages, pages
from bot.features.onlookers.guess_pages import GuessWinner
from bot.features.onlookers.model import GUESSED
from bot.features.onlookers.pages import Follow, Unfollow
from bot.ui.actions.board import visible
from bot.ui.answers import reader_of, reply, show
from bot.ui.router import handles

if TYPE_CHECKING:
    from bot.ui.app import ButtonContext


@handles(Follow)
async def follow(context: ButtonContext, press: Follow) -> None:
    """Follow a game; who follows it already is offered to stop."""
    app, interaction = context.app, context.interaction
    record = await visible(app, interaction, press.match)
    await cases.follow(app.services, record, context.by)
    await reply(app, interaction, pages.followed(record.id, await reader_of(app, interaction)))


@handles(Unfollow)
async def unfollow(context: ButtonContext, press: Unfollow) -> None:
    """Follow it no more."""
    app, interaction = context.app, context.interaction
    await cases.unfollow(app.services, press.match, context.by)
    await show(app, interaction, pages.unfollowed(press.match, await reader_of(app, interaction)))


@handles(GuessWinner)
async def guess(context: ButtonContext, press: GuessWinner) -> None:
    """Guess who wins, or something else than before."""
    app, interaction = context.app, context.interaction
    record = await visible(app, interaction, press.match)
    await cases.guess(app.services, record, context.by, press.side)
    who = await reader_of(app, interaction)
    await reply(app, interaction, guess_pages.guessed(record, press.side, GUESSED, who))
