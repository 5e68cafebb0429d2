"""Conditional moves: the panel on which replies are planned and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service import conditional as cases
from bot.ui.answers import reader_of, show
from bot.ui.pages import conditional as pages
from bot.ui.pages.conditional import ChooseAhead, ForgetAnswer, PrepareAnswer
from bot.ui.router import handles

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.app import ButtonContext


@handles(ChooseAhead)
async def conditional(context: ButtonContext, press: ChooseAhead) -> None:
    """Choose one more point of the opponent's expected move or of the reply to it."""
    record = await _waiting_game(context, press.match)
    is_newest = press.seen_events == len(record.match.log)
    await _show(context, record, press.line if is_newest else "")


@handles(PrepareAnswer)
async def prepare(context: ButtonContext, press: PrepareAnswer) -> None:
    """Save a planned reply that is complete."""
    services, by = context.app.services, context.by
    line = pages.read_ahead(await _waiting_game(context, press.match), press.line).moves
    record = await cases.prepare_line(services, press.match, by, line, press.seen_events)
    await _show(context, record, press.line, saved=True)


@handles(ForgetAnswer)
async def forget(context: ButtonContext, press: ForgetAnswer) -> None:
    """Delete the planned reply chosen in the menu."""
    services, by = context.app.services, context.by
    record = await _waiting_game(context, press.match)
    for line in pages.chosen(record, context.chosen):
        record = await cases.forget_line(services, press.match, by, line, press.seen_events)
    await _show(context, record, "")


async def _waiting_game(context: ButtonContext, number: int) -> Record:
    """Return a match; refuse unless it's the opponent's turn."""
    record = await context.app.services.record(number)
    cases.refuse_preparing(record, context.by)
    return record


async def _show(context: ButtonContext, record: Record, signs: str, *, saved: bool = False) -> None:
    reader = await reader_of(context.app, context.interaction)
    page = pages.conditional(record, reader, signs, saved=saved)
    await show(context.app, context.interaction, page)
