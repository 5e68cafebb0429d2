"""Making a move: the private panel with its menus, and /tablut move with a typed move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service import play as cases
from bot.service.lookup import find_game, game_meant, side_in_play
from bot.service.refusals import No, Refusal
from bot.ui.actions.completion import complete_game, complete_move, number_of
from bot.ui.actions.practice import show_game
from bot.ui.answers import answering, confirm, reader_of, reply, show, update
from bot.ui.guests import place_of
from bot.ui.localised_commands import command
from bot.ui.pages import errors, panel, practice
from bot.ui.pages.page import Page, done_page
from bot.ui.pages.panel import ChoosePoint, GoBack, PlayMove
from bot.ui.pages.parts import OpenPanel
from bot.ui.router import handles
from bot.ui.slots import player_buttons
from bot.ui.typed_moves import as_typed, ask_which, fitting, plain_move
from games.errors import Illegal, Unreadable, Why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord import app_commands

    from bot.model.matches import Listing, Record
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.reader import Reader
    from games.core import Move


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut move."""

    @command("move", "move", "game")
    async def move(interaction: Interaction, move: str, game: str | None = None) -> None:
        async with answering(app, interaction):
            by, (written, _, named) = interaction.user.id, move.partition("#")
            text = as_typed(written)
            reader = await reader_of(app, interaction)
            number = number_of(game or named)
            running = await app.services.store.matches.running(by) if number is None else None
            record = await _find_game(app, interaction, text, number, running or ())
            if isinstance(record, Page):
                await reply(app, interaction, record)
                return
            try:
                plain = plain_move(text, record.match.game)
                played = await cases.make_typed_move(app.services, record, by, plain)
            except (Illegal, Unreadable) as refused:
                if record.match.verdict:
                    raise
                if not await _may_move(app, interaction, record):
                    return
                page = panel.refused(record, reader, refused, move)
                await reply(app, interaction, _refused(record, reader, page))
                await app.turns.note(interaction, record.id)
                return
            if played.alone:
                await show_game(app, interaction, played)
                return
            await _confirm(app, interaction, reader, played, running)

    move.autocomplete("move")(complete_move(app))
    move.autocomplete("game")(complete_game(app))
    return [move]


async def _find_game(
    app: App, interaction: Interaction, text: str, number: int | None, running: Sequence[Listing]
) -> Record | Page:
    """Return the game of a number or the only game that the move fits; else a page that asks."""
    by, place = interaction.user.id, place_of(interaction)
    try:
        chosen = game_meant(running, by, place).id if number is None else number
        return await find_game(app.services, by, chosen, place)
    except Refusal as refused:
        if refused.no is not No.WHICH_GAME:
            raise
    fits = await fitting(app, by, text, running)
    if len(fits) == 1:
        return await app.services.record(fits[0][0].id)
    return ask_which(app, await reader_of(app, interaction), running, fits)


async def _confirm(
    app: App,
    interaction: Interaction,
    reader: Reader,
    played: Record,
    running: Sequence[Listing] | None = None,
) -> None:
    """Confirm a move; delete answers about the turn and explanations of refused moves."""
    buttons = (*panel.button(played, reader), *player_buttons(app, played, reader))
    sentence = panel.played(played, reader.words)
    await confirm(app, interaction, reader, played, sentence, *buttons, running=running)
    await app.turns.note(interaction, played.id)
    await app.explained.delete(interaction.user.id, interaction.channel_id or 0)


@handles(OpenPanel)
async def move(context: ButtonContext, press: OpenPanel) -> None:
    """Open the panel for the current position, even from an old board."""
    record = await context.app.services.record(press.match)
    if not await _may_move(context.app, context.interaction, record):
        return
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, _panel(context.app, record, reader))
    await context.app.turns.note(context.interaction, record.id)


async def _may_move(app: App, interaction: Interaction, record: Record) -> bool:
    """Whether it's the user's turn; if it's the opponent's or their partner's, say so."""
    refused: Refusal | Illegal = Illegal(Why.NOT_YOUR_TURN)
    try:
        if record.match.turn is side_in_play(record, interaction.user.id):
            return True
    except Refusal as partner_acts:
        if record.team(interaction.user.id) is None:
            raise
        refused = partner_acts
    reader = await reader_of(app, interaction)
    sentence = errors.refused(refused, reader.words)
    await reply(app, interaction, done_page(sentence, player_buttons(app, record, reader)))
    return False


@handles(ChoosePoint, GoBack)
async def choose(context: ButtonContext, press: ChoosePoint | GoBack) -> None:
    """Show the panel with this path."""
    record = await context.app.services.record(press.match)
    if not await _may_move(context.app, context.interaction, record):
        return
    reader = await reader_of(context.app, context.interaction)
    await update(context.app, context.interaction, _panel(context.app, record, reader, press.path))


def _panel(app: App, record: Record, reader: Reader, path: Move = ()) -> Page:
    if record.alone:
        return practice.game(record, reader, path)
    beside = player_buttons(app, record, reader)
    return panel.panel(record, reader, path, beside=beside)


def _refused(record: Record, reader: Reader, page: Page) -> Page:
    """Return a refused move's page; in private practice, with the game's buttons."""
    return practice.refused(record, reader, page) if record.alone else page


@handles(PlayMove)
async def play(context: ButtonContext, press: PlayMove) -> None:
    """Make the chosen move."""
    app, number, path = context.app, press.match, press.path
    reader = await reader_of(app, context.interaction)
    try:
        record = await cases.make_move(app.services, number, context.by, path, press.seen_events)
    except (Illegal, Refusal) as refused:
        record = await app.services.record(number)
        if record.alone and isinstance(refused, Refusal) and refused.no is No.MOVED_ON:
            await show_game(app, context.interaction, record)  # show the newest board
            return
        if not await _may_move(app, context.interaction, record):
            return  # the panel is only for the player to move
        page = _refused(record, reader, panel.refused(record, reader, refused, path))
        await show(app, context.interaction, page)
        return
    await show_played(context, reader, record)


async def show_played(context: ButtonContext, reader: Reader, record: Record) -> None:
    """Confirm a move made by a button; in private practice, show the game."""
    if record.alone:
        await show_game(context.app, context.interaction, record)
    else:
        await _confirm(context.app, context.interaction, reader, record)
