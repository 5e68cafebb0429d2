"""Making a move: the private panel with its menus, and /tablut move with the move typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service import play as cases
from bot.service.lookup import find, meant, side_in_play
from bot.service.refusals import No, Refusal
from bot.ui.actions.completion import complete_game, complete_move, number_of
from bot.ui.actions.practice import show_game
from bot.ui.answers import answering, confirm, reader_of, reply, show, update
from bot.ui.guests import place_of
from bot.ui.pages import conditional, panel, practice
from bot.ui.pages.page import Page
from bot.ui.sync import command
from bot.ui.typed_moves import ask_which, fitting, plain_move
from games.errors import Illegal, Unreadable, Why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord import app_commands

    from bot.service.model import Listing, Record
    from bot.ui.answers import App, Interaction
    from bot.ui.pages.reader import Reader
    from bot.ui.router import ButtonContext
    from games.core import Move


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut move."""

    @command("move", "move", "game")
    async def move(interaction: Interaction, move: str, game: str | None = None) -> None:
        async with answering(app, interaction):
            by, (text, _, named) = interaction.user.id, move.partition("#")
            who = await reader_of(app, interaction)
            number = number_of(game or named)
            running = await app.store.running(by) if number is None else None
            record = await _find_game(app, interaction, text, number, running or ())
            if isinstance(record, Page):
                await reply(app, interaction, record)
                return
            try:
                written = plain_move(text.strip(), record.match.game)
                played = await cases.make_typed_move(app.house, record.id, by, written)
            except (Illegal, Unreadable) as refused:
                if record.match.verdict or record.side(by) is not record.match.turn:
                    raise
                page = panel.refused(record, who, refused, move)
                await reply(app, interaction, practice.refused(record, who, page))
                await app.turns.note(interaction, record.id)
                return
            if played.alone:
                await show_game(app, interaction, played)
                return
            await _confirm(app, interaction, who, played, running)

    move.autocomplete("move")(complete_move(app))
    move.autocomplete("game")(complete_game(app))
    return [move]


async def _find_game(
    app: App, interaction: Interaction, text: str, number: int | None, running: Sequence[Listing]
) -> Record | Page:
    """The game of that number, or the only one that the move fits; else the question which."""
    by, place = interaction.user.id, place_of(interaction)
    try:
        chosen = meant(running, by, place).id if number is None else number
        return await find(app.house, by, chosen, place)
    except Refusal as refused:
        if refused.no is not No.WHICH_GAME:
            raise
    fits = await fitting(app, by, text.strip(), running)
    if len(fits) == 1:
        return await app.house.record(fits[0][0].id)
    return ask_which(app, await reader_of(app, interaction), running, fits)


async def _confirm(
    app: App,
    interaction: Interaction,
    who: Reader,
    played: Record,
    running: Sequence[Listing] | None = None,
) -> None:
    """Confirm the move; what was told of the turn before, and of a refused move, goes."""
    buttons = (*panel.button(played, who), *conditional.button(played, who))
    sentence = panel.played(played, who.words)
    await confirm(app, interaction, who, played, sentence, *buttons, running=running)
    await app.turns.note(interaction, played.id)
    await app.explained.delete(interaction.user.id, interaction.channel_id or 0)


async def move(context: ButtonContext) -> None:
    """Open the panel for the current position, even from an old board."""
    record = await context.app.house.record(context.press.number)
    _refuse(record, context.by)
    who = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, panel.panel(record, who))
    await context.app.turns.note(context.interaction, record.id)


def _refuse(record: Record, by: int) -> None:
    if record.match.turn is not side_in_play(record, by):
        raise Illegal(Why.NOT_YOUR_TURN)


async def choose(context: ButtonContext) -> None:
    """Add a point to the path, by a button or a menu."""
    record = await context.app.house.record(context.press.number)
    _refuse(record, context.by)
    path = (*context.press.path, *context.chosen)
    who = await reader_of(context.app, context.interaction)
    await update(context.app, context.interaction, _panel(record, who, path))


async def back(context: ButtonContext) -> None:
    """Go back to an earlier choice."""
    record = await context.app.house.record(context.press.number)
    _refuse(record, context.by)
    who = await reader_of(context.app, context.interaction)
    await update(context.app, context.interaction, _panel(record, who, context.press.path))


def _panel(record: Record, who: Reader, path: Move) -> Page:
    return practice.game(record, who, path) if record.alone else panel.panel(record, who, path)


async def play(context: ButtonContext) -> None:
    """Make the chosen move."""
    await _make_move(context, context.press.path)


async def _make_move(context: ButtonContext, path: Move) -> None:
    app, press = context.app, context.press
    who = await reader_of(app, context.interaction)
    try:
        record = await cases.make_move(app.house, press.number, context.by, path, press.seen)
    except (Illegal, Refusal) as refused:
        record = await app.house.record(press.number)
        if record.alone and isinstance(refused, Refusal) and refused.no is No.MOVED_ON:
            await show_game(app, context.interaction, record)  # this message is the newest board
            return
        _refuse(record, context.by)  # the panel is only for the player to move
        page = practice.refused(record, who, panel.refused(record, who, refused, path))
        await show(app, context.interaction, page)
        return
    if record.alone:
        await show_game(app, context.interaction, record)
        return
    await _confirm(app, context.interaction, who, record)
