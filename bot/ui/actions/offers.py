"""Draws, takebacks, resigning and resuming: the menu *More* and its buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service import due_matches, practice, second_game
from bot.service import play as cases
from bot.service.lookup import side_of
from bot.ui.actions.board import visible
from bot.ui.actions.practice import show_game
from bot.ui.answers import (
    confirm,
    is_private,
    reader_here,
    reader_of,
    reply,
    result_page,
    show,
    trouble_of,
    update,
)
from bot.ui.components import message, pictures_of
from bot.ui.pages import naming, paused
from bot.ui.pages import offers as pages
from bot.ui.pages.offers import (
    AcceptOffer,
    AskTakeback,
    ConfirmResigning,
    DeclineOffer,
    NudgeOpponent,
    OfferDraw,
    Resign,
    ShowMore,
    WithdrawOffer,
)
from bot.ui.pages.page import text_page
from bot.ui.pages.paused import ResumeGame
from bot.ui.pages.practice import more_buttons
from bot.ui.pages.result import StartSecond
from bot.ui.router import handles
from bot.ui.slots import player_buttons
from games.errors import Illegal, Why
from games.events import Answered, Offer, Offered

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.app import App, ButtonContext, Interaction


@handles(ShowMore)
async def more(context: ButtonContext, press: ShowMore) -> None:
    """Show the menu *More* of a game; onlookers see the actions open to them.

    The menu replaces a private board, so that no second one stands once the board is back.
    """
    await _show_more(context, await visible(context.app, context.interaction, press.match))


@handles(OfferDraw)
async def draw(context: ButtonContext, press: OfferDraw) -> None:
    """Offer a draw."""
    await offer(context.app, context.interaction, press.match, Offer.AGREE, press.seen_events)


@handles(AskTakeback)
async def takeback(context: ButtonContext, press: AskTakeback) -> None:
    """Ask to take back the last move."""
    await offer(context.app, context.interaction, press.match, Offer.TAKEBACK, press.seen_events)


async def offer(app: App, interaction: Interaction, number: int, what: Offer, seen: int) -> None:
    """Make an offer, or accept the opponent's identical one; the engine answers at once."""
    if (await app.services.record(number)).level:
        await _offer_engine(app, interaction, number, what, seen)
        return
    reader = await reader_of(app, interaction)
    try:
        record = await cases.offer(app.services, number, interaction.user.id, what, seen)
    except Illegal as error:
        if error.why is not Why.OFFER_STANDS:
            raise
        await show(app, interaction, pages.standing(await app.services.record(number), reader))
        return
    key = "offer.made" if record.match.offer else "offer.accepted"
    await confirm(app, interaction, reader, record, reader.words(key))


async def _offer_engine(
    app: App, interaction: Interaction, number: int, what: Offer, seen: int
) -> None:
    """Make an offer to the engine and show its answer."""
    record = await practice.offer(app.services, number, interaction.user.id, what, seen)
    newest, reader = record.match.log[-1], await reader_of(app, interaction)
    accepted = not isinstance(newest, Answered) or newest.accepted
    sentence = reader.words("offer.accepted" if accepted else "practice.no-draw")
    if record.alone:
        await show_game(app, interaction, record, "" if accepted else sentence)
    else:
        await confirm(app, interaction, reader, record, sentence)


@handles(AcceptOffer, DeclineOffer)
async def answer(context: ButtonContext, press: AcceptOffer | DeclineOffer) -> None:
    """Answer an offer: remove the buttons from its own message; elsewhere, confirm privately."""
    accepted = isinstance(press, AcceptOffer)
    record = await cases.answer(
        context.app.services, press.match, context.by, accepted=accepted, seen=press.seen_events
    )
    reader = await reader_of(context.app, context.interaction)
    sentence = reader.words("offer.accepted" if accepted else "offer.refused")
    if not _on_notice(context, record, press.seen_events):
        await confirm(context.app, context.interaction, reader, record, sentence, posted=accepted)
        return
    channel = await reader_here(context.app, context.interaction)
    page = pages.answered(record, channel, accepted=accepted)
    await update(context.app, context.interaction, page)
    if accepted and (trouble := await trouble_of(context.app, reader, record)):
        await reply(context.app, context.interaction, text_page(f"{sentence}\n{trouble}"))


def _on_notice(context: ButtonContext, record: Record, seen: int) -> bool:
    """Whether the button is on the offer's own message: its newest event was the offer."""
    pressed = context.interaction.message
    if pressed is None or pressed.flags.ephemeral or not 0 < seen <= len(record.match.log):
        return False
    return isinstance(record.match.log[seen - 1], Offered)


@handles(WithdrawOffer)
async def withdraw_offer(context: ButtonContext, press: WithdrawOffer) -> None:
    """Cancel the user's own offer."""
    services, seen = context.app.services, press.seen_events
    record = await cases.withdraw_offer(services, press.match, context.by, seen)
    if _on_notice(context, record, seen):
        channel = await reader_here(context.app, context.interaction)
        await update(context.app, context.interaction, pages.closed(record, channel))
        return
    await _show_more(context, record)


@handles(NudgeOpponent)
async def nudge(context: ButtonContext, press: NudgeOpponent) -> None:
    """Nudge the opponent, after their quiet hours if need be."""
    app, interaction = context.app, context.interaction
    at = await due_matches.nudge_opponent(app.services, press.match, context.by)
    record, reader = await app.services.record(press.match), await reader_of(app, interaction)
    other = naming.person(record.player(record.match.turn))
    key = "nudge.done" if at <= app.services.now() else "nudge.done-later"
    sentence = reader.words(key, other=other, at=naming.when(at, reader.words))
    await show(app, interaction, text_page(sentence))


@handles(ResumeGame)
async def resume(context: ButtonContext, press: ResumeGame) -> None:
    """Resume a paused game; the outbox posts its board."""
    app, interaction = context.app, context.interaction
    record = await cases.resume(app.services, press.match, context.by)
    channel = await reader_here(app, interaction)
    await update(app, interaction, paused.resumed(record, channel.words))
    reader = await reader_of(app, interaction)
    if trouble := await trouble_of(app, reader, record):
        await reply(app, interaction, text_page(trouble))


@handles(StartSecond)
async def start_second(context: ButtonContext, press: StartSecond) -> None:
    """Start the second of two games; the outbox posts its board below."""
    app, interaction = context.app, context.interaction
    record = await second_game.start_second(app.services, press.match, context.by)
    reader, first = await reader_of(app, interaction), await app.services.record(press.match)
    pressed = interaction.message
    if pressed is None or is_private(interaction) or first.on_wall:
        await confirm(app, interaction, reader, record, reader.words("pair.started"))
        return
    page = (await result_page(app, first))(await reader_here(app, interaction))
    built = message(page, {}, pictures_of(pressed.components))  # without the button
    await interaction.response.edit_message(**built.editing())
    if trouble := await trouble_of(app, reader, record):
        await reply(app, interaction, text_page(trouble))


@handles(Resign)
async def resign(context: ButtonContext, press: Resign) -> None:
    """Ask for confirmation with two buttons."""
    record = await context.app.services.record(press.match)
    side_of(record, context.by)
    if record.match.verdict:
        raise Illegal(Why.OVER)
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.resigning(record, reader))


@handles(ConfirmResigning)
async def resign_yes(context: ButtonContext, press: ConfirmResigning) -> None:
    """Resign the game."""
    record = await cases.resign(context.app.services, press.match, context.by)
    if record.alone:
        await show_game(context.app, context.interaction, record)
        return
    reader = await reader_of(context.app, context.interaction)
    await confirm(context.app, context.interaction, reader, record, reader.words("resign.done"))


async def _show_more(context: ButtonContext, record: Record) -> None:
    """Show the menu *More*, with a game's own buttons."""
    app, interaction = context.app, context.interaction
    reader = await reader_of(app, interaction)
    side = record.side(reader.player) if reader.player is not None else None
    may_nudge = (
        side is not None
        and reader.player is not None
        and await due_matches.nudge_refusal(app.services, record, reader.player) is None
    )
    page = pages.more(
        record,
        reader,
        more_buttons(record, reader),
        player_buttons(app, record, reader),
        may_nudge=may_nudge,
        over_board=is_private(interaction),
    )
    await show(app, interaction, page)
