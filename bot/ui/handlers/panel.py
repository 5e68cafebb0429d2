"""The private panel: choose the man, choose the place, play. Made for a thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service import play as cases
from bot.service.refusals import No, Refusal
from bot.ui.answers import confirm, reader_of, reply, update
from bot.ui.pages import panel
from games.errors import Illegal, Why

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.router import Touch
    from games.core import Move


async def move(touch: Touch) -> None:
    """Open the panel; whatever the old board said, it shows the match as it is now."""
    record = await touch.app.house.record(touch.press.number)
    _refuse(record, touch.by)
    who = await reader_of(touch.app, touch.interaction)
    await reply(touch.app, touch.interaction, panel.panel(record, who))


def _refuse(record: Record, by: int) -> None:
    side = record.side(by)
    if side is None:
        raise Refusal(No.NOT_YOUR_GAME)
    if record.match.verdict:
        raise Illegal(Why.OVER)
    if record.match.turn is not side:
        raise Illegal(Why.NOT_YOUR_TURN)


async def touch(touch: Touch) -> None:
    """One point more; the points that leave no choice are touched along with it."""
    record = await touch.app.house.record(touch.press.number)
    _refuse(record, touch.by)
    path = panel.forced(record, (*touch.press.path, *touch.chosen))
    if panel.complete(record, path):
        person = await touch.app.house.store.person(touch.by)
        if not person.confirm:
            await _play(touch, path)
            return
    who = await reader_of(touch.app, touch.interaction)
    await update(touch.app, touch.interaction, panel.panel(record, who, path))


async def back(touch: Touch) -> None:
    """Take the man up again, or another one."""
    record = await touch.app.house.record(touch.press.number)
    _refuse(record, touch.by)
    who = await reader_of(touch.app, touch.interaction)
    await update(touch.app, touch.interaction, panel.panel(record, who, touch.press.path))


async def play(touch: Touch) -> None:
    """Play what was chosen."""
    await _play(touch, touch.press.path)


async def _play(touch: Touch, path: Move) -> None:
    app, press = touch.app, touch.press
    who = await reader_of(app, touch.interaction)
    try:
        record = await cases.play(app.house, press.number, touch.by, path, press.seen)
    except (Illegal, Refusal) as refused:
        record = await app.house.record(press.number)
        _refuse(record, touch.by)  # the panel helps only who may still play
        await update(app, touch.interaction, panel.refused(record, who, refused, path))
        return
    await confirm(app, touch.interaction, who, record, panel.played(record, who.words))
