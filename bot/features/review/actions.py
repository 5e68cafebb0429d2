"""The review of a finished game, and retries from its moments against the engine."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.features.review import cases, pages
from bot.features.review.cases import Reviews
from bot.features.review.pages import ShowMoment, ShowReview, TryFrom
from bot.features.review.refusals import ReviewNo
from bot.service.practice import play_from
from bot.service.refusals import No, Refusal
from bot.ui.actions.board import visible
from bot.ui.actions.practice import show_game
from bot.ui.answers import defer, is_private, reader_of, show, update
from bot.ui.pages import errors
from bot.ui.router import handles
from bot.ui.showing import View, record_for_all, shows
from bot.ui.slots import look_back_buttons, view_buttons

if TYPE_CHECKING:
    from bot.features.review.model import Review
    from bot.ui.app import ButtonContext
    from bot.ui.pages.page import Page

_PATIENCE = 600  # seconds: after fifteen minutes Discord takes no answer


@handles(ShowReview, ShowMoment)
async def review(context: ButtonContext, press: ShowReview | ShowMoment) -> None:
    """Show the review of a game, or a moment of it, on the pressed message if that is private.

    If the review must still be made, say so until it is ready.
    """
    app, by = context.app, context.by
    record = await visible(app, context.interaction, press.match)
    reviews = app.services.state(Reviews)
    if reviews is None:
        raise Refusal(ReviewNo.NO_REVIEWS_HERE)
    reader = await reader_of(app, context.interaction)
    buttons, back = await view_buttons(app, context.interaction), is_private(context.interaction)
    more = await look_back_buttons(app, record, reader)

    def page_of(review: Review) -> Page:
        if isinstance(press, ShowMoment) and 1 <= press.number <= len(review.moments):
            return pages.moment(record, review, press.number, reader, buttons)
        return pages.review(record, review, reader, more, back=back)

    if review := await reviews.find(record, by):
        await show(app, context.interaction, page_of(review))
        return
    await show(app, context.interaction, pages.waiting(record, reader, more, back=back))
    try:
        async with asyncio.timeout(_PATIENCE):
            page = page_of(await reviews.make(record, by))
    except TimeoutError:
        page = pages.late(record, reader)
    except Refusal as refusal:
        page = pages.refused(record, errors.refused(refusal, reader.words), reader)
    await update(app, context.interaction, page)


@shows(ShowMoment)
async def moment_for_all(view: View, press: ShowMoment) -> Page:
    """Show a channel one moment of a review."""
    record = await record_for_all(view, press.match)
    reviews = view.app.services.state(Reviews)
    review = await reviews.find(record, view.by) if reviews else None
    if review is None or not 1 <= press.number <= len(review.moments):
        raise Refusal(No.NOT_FOR_ALL)
    return pages.moment_for_all(record, review, press.number, view.reader)


@handles(TryFrom)
async def try_it(context: ButtonContext, press: TryFrom) -> None:
    """Start a private game from before a move, on a separate message."""
    app, interaction = context.app, context.interaction
    record = await visible(app, interaction, press.match)
    _ = app.services.engine  # refused without an engine
    start, side = cases.start_of_try(record, press.ply)
    begun = await play_from(app.services, context.by, record.match.game.name, start, side)
    await defer(interaction, thinking=True)
    await show_game(app, interaction, begun)
