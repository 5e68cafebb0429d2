"""Draws, takebacks, resigning and resuming: the menu *More*, its buttons, and the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service import play as cases
from bot.service import practice
from bot.service.lookup import find, side_of
from bot.ui.actions.browse import visible
from bot.ui.actions.completion import complete_game, number_of
from bot.ui.actions.practice import show_game
from bot.ui.answers import (
    answering,
    confirm,
    reader_here,
    reader_of,
    reply,
    show,
    trouble_of,
    update,
)
from bot.ui.custom_ids import Verb
from bot.ui.guests import place_of
from bot.ui.pages import offers as pages
from bot.ui.pages import time_notices
from bot.ui.pages.page import text_page
from bot.ui.sync import command
from games.errors import Illegal, Why
from games.events import Answered, Offer, Offered

if TYPE_CHECKING:
    from discord import app_commands

    from bot.service.model import Record
    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut draw, takeback and resign."""

    async def offered(interaction: Interaction, game: str | None, what: Offer) -> None:
        then = {Offer.AGREE: Verb.DRAW, Offer.TAKEBACK: Verb.TAKEBACK}[what]
        async with answering(app, interaction, then):
            place = place_of(interaction)
            record = await find(app.house, interaction.user.id, number_of(game), place)
            await offer(app, interaction, record.id, what)

    @command("draw", "game")
    async def draw(interaction: Interaction, game: str | None = None) -> None:
        await offered(interaction, game, Offer.AGREE)

    @command("takeback", "game")
    async def takeback(interaction: Interaction, game: str | None = None) -> None:
        await offered(interaction, game, Offer.TAKEBACK)

    @command("resign", "game")
    async def resign(interaction: Interaction, game: str | None = None) -> None:
        async with answering(app, interaction, Verb.RESIGN):
            place = place_of(interaction)
            record = await find(app.house, interaction.user.id, number_of(game), place)
            await ask_to_resign(app, interaction, record)

    made = [draw, takeback, resign]
    for each in made:
        each.autocomplete("game")(complete_game(app))
    return made


async def more(context: ButtonContext) -> None:
    """Show the other actions in a game; for onlookers, those that they may use."""
    record = await visible(context.app, context.interaction, context.press.number)
    who = await reader_of(context.app, context.interaction)
    await reply(context.app, context.interaction, pages.more(record, who))


async def draw(context: ButtonContext) -> None:
    """Offer to end the game by agreement."""
    await offer(
        context.app, context.interaction, context.press.number, Offer.AGREE, context.press.seen
    )


async def takeback(context: ButtonContext) -> None:
    """Ask to take back the last move."""
    await offer(
        context.app, context.interaction, context.press.number, Offer.TAKEBACK, context.press.seen
    )


async def offer(
    app: App, interaction: Interaction, number: int, what: Offer, seen: int | None = None
) -> None:
    """Make the offer, or accept the opponent's same offer; the engine answers at once."""
    if (await app.house.record(number)).level:
        await _offer_engine(app, interaction, number, what, seen)
        return
    who = await reader_of(app, interaction)
    try:
        record = await cases.offer(app.house, number, interaction.user.id, what, seen)
    except Illegal as error:
        if error.why is not Why.OFFER_STANDS:
            raise
        await show(app, interaction, pages.standing(await app.house.record(number), who))
        return
    key = "offer.made" if record.match.offer else "offer.accepted"
    await confirm(app, interaction, who, record, who.words(key))


async def _offer_engine(
    app: App, interaction: Interaction, number: int, what: Offer, seen: int | None
) -> None:
    record = await practice.offer(app.house, number, interaction.user.id, what, seen)
    newest, who = record.match.log[-1], await reader_of(app, interaction)
    accepted = not isinstance(newest, Answered) or newest.accepted
    sentence = who.words("offer.accepted" if accepted else "practice.no-draw")
    if record.alone:
        await show_game(app, interaction, record, "" if accepted else sentence)
    else:
        await confirm(app, interaction, who, record, sentence)


async def yes(context: ButtonContext) -> None:
    """Accept the offer."""
    await _answer(context, accepted=True)


async def no(context: ButtonContext) -> None:
    """Decline the offer."""
    await _answer(context, accepted=False)


async def _answer(context: ButtonContext, *, accepted: bool) -> None:
    """Remove the buttons from the offer's own message; elsewhere, confirm privately."""
    press = context.press
    record = await cases.answer(
        context.app.house, press.number, context.by, accepted=accepted, seen=press.seen
    )
    who = await reader_of(context.app, context.interaction)
    sentence = who.words("offer.accepted" if accepted else "offer.refused")
    if not _on_notice(context, record):
        await confirm(context.app, context.interaction, who, record, sentence)
        return
    channel = await reader_here(context.app, context.interaction)
    page = pages.answered(record, channel, accepted=accepted)
    await update(context.app, context.interaction, page)
    if trouble := await trouble_of(context.app, who, record):
        await reply(context.app, context.interaction, text_page(f"{sentence}\n{trouble}"))


def _on_notice(context: ButtonContext, record: Record) -> bool:
    """Whether the button is on the offer's own message, whose newest event was the offer."""
    pressed, seen = context.interaction.message, context.press.seen or 0
    if pressed is None or pressed.flags.ephemeral or not 0 < seen <= len(record.match.log):
        return False
    return isinstance(record.match.log[seen - 1], Offered)


async def withdraw_offer(context: ButtonContext) -> None:
    """Withdraw the user's own offer."""
    press = context.press
    record = await cases.withdraw_offer(context.app.house, press.number, context.by, press.seen)
    if _on_notice(context, record):
        channel = await reader_here(context.app, context.interaction)
        await update(context.app, context.interaction, pages.closed(record, channel))
        return
    who = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.more(record, who))


async def resume(context: ButtonContext) -> None:
    """Resume a game that was set aside; the outbox posts its board."""
    app, interaction = context.app, context.interaction
    record = await cases.resume(app.house, context.press.number, context.by)
    channel = await reader_here(app, interaction)
    await update(app, interaction, time_notices.taken_up(record, channel.words))
    who = await reader_of(app, interaction)
    if trouble := await trouble_of(app, who, record):
        await reply(app, interaction, text_page(trouble))


async def resign(context: ButtonContext) -> None:
    """The button: ask for confirmation."""
    await ask_to_resign(context.app, context.interaction, await _own(context))


async def ask_to_resign(app: App, interaction: Interaction, record: Record) -> None:
    """Ask for confirmation, with two buttons."""
    if record.match.verdict:
        raise Illegal(Why.OVER)
    who = await reader_of(app, interaction)
    await show(app, interaction, pages.resigning(record, who))


async def resign_yes(context: ButtonContext) -> None:
    """Resign the game."""
    record = await cases.resign(context.app.house, context.press.number, context.by)
    if record.alone:
        await show_game(context.app, context.interaction, record)
        return
    who = await reader_of(context.app, context.interaction)
    await confirm(context.app, context.interaction, who, record, who.words("resign.done"))


async def _own(context: ButtonContext) -> Record:
    record = await context.app.house.record(context.press.number)
    side_of(record, context.by)
    return record
