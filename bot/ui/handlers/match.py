"""More: offers and their answers, giving up, going on. All of it can also be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service import play as cases
from bot.service.refusals import No, Refusal
from bot.ui.answers import confirm, reader_of, reply, show, trouble_of, update
from bot.ui.channels import reader_here
from bot.ui.handlers.reading import visible
from bot.ui.pages import errors, time_notices
from bot.ui.pages import offers as pages
from games.errors import Illegal, Why
from games.events import Offer, Offered

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.answers import Interaction
    from bot.ui.app import App
    from bot.ui.router import Touch


async def more(touch: Touch) -> None:
    """What else there is to do; for onlookers, what they may."""
    record = await visible(touch.app, touch.interaction, touch.press.number)
    who = await reader_of(touch.app, touch.interaction)
    await reply(touch.app, touch.interaction, pages.more(record, who))


async def draw(touch: Touch) -> None:
    """Offer an agreed end."""
    await offer(touch.app, touch.interaction, touch.press.number, Offer.AGREE, touch.press.seen)


async def takeback(touch: Touch) -> None:
    """Ask for one's last move back."""
    await offer(touch.app, touch.interaction, touch.press.number, Offer.TAKEBACK, touch.press.seen)


async def offer(
    app: App, interaction: Interaction, number: int, what: Offer, seen: int | None = None
) -> None:
    """Make the offer, or accept the same one when the opponent was first."""
    record = await cases.offer(app.house, number, interaction.user.id, what, seen)
    who = await reader_of(app, interaction)
    key = "offer.made" if record.match.offer else "offer.accepted"
    await confirm(app, interaction, who, record, who.words(key))


async def yes(touch: Touch) -> None:
    """Accept what is offered."""
    await _answer(touch, accepted=True)


async def no(touch: Touch) -> None:
    """Refuse it."""
    await _answer(touch, accepted=False)


async def _answer(touch: Touch, *, accepted: bool) -> None:
    """The offer's own message loses its buttons; elsewhere, a private sentence says it is done."""
    press = touch.press
    record = await cases.answer(
        touch.app.house, press.number, touch.by, accepted=accepted, seen=press.seen
    )
    who = await reader_of(touch.app, touch.interaction)
    sentence = who.words("offer.accepted" if accepted else "offer.refused")
    if not _on_notice(touch, record):
        await confirm(touch.app, touch.interaction, who, record, sentence)
        return
    channel = await reader_here(touch.app.house, touch.interaction)
    page = pages.answered(record, channel, accepted=accepted)
    await update(touch.app, touch.interaction, page)
    if trouble := await trouble_of(touch.app, who, record):
        await reply(touch.app, touch.interaction, errors.page(f"{sentence}\n{trouble}"))


def _on_notice(touch: Touch, record: Record) -> bool:
    """Whether the button is on the offer's own message: its newest event was the offer itself."""
    pressed, seen = touch.interaction.message, touch.press.seen or 0
    if pressed is None or pressed.flags.ephemeral or not seen:
        return False
    return isinstance(record.match.log[seen - 1], Offered)


async def unask(touch: Touch) -> None:
    """Withdraw one's own offer."""
    press = touch.press
    record = await cases.unask(touch.app.house, press.number, touch.by, press.seen)
    who = await reader_of(touch.app, touch.interaction)
    await show(touch.app, touch.interaction, pages.more(record, who))


async def take_up(touch: Touch) -> None:
    """Go on with what was put aside; the board comes by itself."""
    app, interaction = touch.app, touch.interaction
    record = await cases.take_up(app.house, touch.press.number, touch.by)
    channel = await reader_here(app.house, interaction)
    await update(app, interaction, time_notices.taken_up(record, channel.words))
    who = await reader_of(app, interaction)
    if trouble := await trouble_of(app, who, record):
        await reply(app, interaction, errors.page(trouble))


async def resign(touch: Touch) -> None:
    """Ask once more."""
    await ask_to_resign(touch.app, touch.interaction, await _own(touch))


async def ask_to_resign(app: App, interaction: Interaction, record: Record) -> None:
    """The question, with its two buttons."""
    if record.match.verdict:
        raise Illegal(Why.OVER)
    who = await reader_of(app, interaction)
    await show(app, interaction, pages.resigning(record, who))


async def resign_yes(touch: Touch) -> None:
    """Give up."""
    record = await cases.resign(touch.app.house, touch.press.number, touch.by)
    who = await reader_of(touch.app, touch.interaction)
    await confirm(touch.app, touch.interaction, who, record, who.words("resign.done"))


async def _own(touch: Touch) -> Record:
    record = await touch.app.house.record(touch.press.number)
    if record.side(touch.by) is None:
        raise Refusal(No.NOT_YOUR_GAME)
    return record
