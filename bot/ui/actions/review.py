"""The review of a finished game, and tries against the engine from its moments."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.service import review as cases
from bot.service.practice import engine_of
from bot.service.refusals import No, Refusal
from bot.ui.actions.browse import visible
from bot.ui.actions.practice import show_game
from bot.ui.answers import reader_of, reply, update
from bot.ui.pages import errors
from bot.ui.pages import review as pages
from bot.ui.pages.page import text_page

if TYPE_CHECKING:
    from bot.ui.router import ButtonContext

_PATIENCE = 600  # seconds: after fifteen minutes Discord takes no answer any more


async def review(context: ButtonContext) -> None:
    """Show the review of a game; where it is still to be made, say so until it is."""
    app, by = context.app, context.by
    record = await visible(app, context.interaction, context.press.number)
    if app.reviews is None:
        raise Refusal(No.NO_REVIEWS_HERE)
    who = await reader_of(app, context.interaction)
    if found := await app.reviews.find(record, by):
        await reply(app, context.interaction, pages.review(record, found, who))
        return
    await reply(app, context.interaction, text_page(who.words("review.going-over")))
    try:
        async with asyncio.timeout(_PATIENCE):
            found = await app.reviews.make(record, by)
        page = pages.review(record, found, who)
    except TimeoutError:
        page = text_page(who.words("review.late"), ())
    except Refusal as refusal:
        page = text_page(errors.refused(refusal, who.words))
    await update(app, context.interaction, page)


async def try_it(context: ButtonContext) -> None:
    """Begin a game in private from before a move, on a message of its own."""
    app, press, interaction = context.app, context.press, context.interaction
    record = await visible(app, interaction, press.number)
    engine_of(app.house)
    begun, wanted = await cases.try_it(app.house, record, press.page, context.by, press.seen or 0)
    if not wanted:
        who = await reader_of(app, interaction)
        await reply(app, interaction, pages.try_instead(record, press.page, begun, who))
        return
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_game(app, interaction, begun)
