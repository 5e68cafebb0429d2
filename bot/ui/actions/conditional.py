"""Conditional moves: the panel on which they are chosen, prepared and forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service import conditional as cases
from bot.ui.answers import reader_of, show
from bot.ui.pages import conditional as pages

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.router import ButtonContext


async def conditional(context: ButtonContext) -> None:
    """Choose one more point of what the opponent may play, or of the answer to it."""
    record = await _own(context)
    is_newest = context.press.seen == len(record.match.log)
    await _show(context, record, context.press.line if is_newest else "")


async def prepare(context: ButtonContext) -> None:
    """Prepare the answer that is now whole."""
    app, press = context.app, context.press
    line = pages.read(await _own(context), press.line).moves
    record = await cases.prepare(app.house, press.number, context.by, line, press.seen or 0)
    await _show(context, record, press.line, saved=True)


async def forget(context: ButtonContext) -> None:
    """Forget the line chosen in the menu."""
    app, press = context.app, context.press
    record = await _own(context)
    for line in pages.chosen(record, context.chosen):
        record = await cases.forget(app.house, press.number, context.by, line, press.seen or 0)
    await _show(context, record, "")


async def _own(context: ButtonContext) -> Record:
    record = await context.app.house.record(context.press.number)
    cases.check(record, context.by)
    return record


async def _show(context: ButtonContext, record: Record, signs: str, *, saved: bool = False) -> None:
    who = await reader_of(context.app, context.interaction)
    page = pages.conditional(record, who, signs, saved=saved)
    await show(context.app, context.interaction, page)
