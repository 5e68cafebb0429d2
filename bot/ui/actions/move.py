"""Making a move: the private panel with its menus, and /tablut move with the move typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service import play as cases
from bot.service.lookup import find
from bot.service.refusals import No, Refusal
from bot.ui.actions.completion import complete_game, complete_move, number_of
from bot.ui.answers import answering, confirm, reader_of, reply, update
from bot.ui.guests import place_of
from bot.ui.pages import panel
from bot.ui.sync import command
from bot.ui.typed_moves import plain_move
from games.errors import Illegal, Unreadable, Why

if TYPE_CHECKING:
    from discord import app_commands

    from bot.service.model import Record
    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext
    from games.core import Move


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut move."""

    @command("move", "move", "game")
    async def move(interaction: Interaction, move: str, game: str | None = None) -> None:
        async with answering(app, interaction):
            place = place_of(interaction)
            by = interaction.user.id
            record = await find(app.house, by, number_of(game), place)
            who = await reader_of(app, interaction)
            try:
                written = plain_move(move, record.match.game)
                played = await cases.make_typed_move(app.house, record.id, by, written)
            except (Illegal, Unreadable) as refused:
                if record.match.verdict or record.side(by) is not record.match.turn:
                    raise
                await reply(app, interaction, panel.refused(record, who, refused, move))
                return
            await confirm(app, interaction, who, played, panel.played(played, who.words))

    move.autocomplete("move")(complete_move(app))
    move.autocomplete("game")(complete_game(app))
    return [move]


async def move(context: ButtonContext) -> None:
    """Open the panel for the current position, even from an old board."""
    record = await context.app.house.record(context.press.number)
    _refuse(record, context.by)
    who = await reader_of(context.app, context.interaction)
    await reply(context.app, context.interaction, panel.panel(record, who))


def _refuse(record: Record, by: int) -> None:
    side = record.side(by)
    if side is None:
        raise Refusal(No.NOT_YOUR_GAME)
    if record.match.verdict:
        raise Illegal(Why.OVER)
    if record.match.turn is not side:
        raise Illegal(Why.NOT_YOUR_TURN)


async def choose(context: ButtonContext) -> None:
    """Add a point to the path, by a button or a menu."""
    record = await context.app.house.record(context.press.number)
    _refuse(record, context.by)
    path = (*context.press.path, *context.chosen)
    who = await reader_of(context.app, context.interaction)
    await update(context.app, context.interaction, panel.panel(record, who, path))


async def back(context: ButtonContext) -> None:
    """Go back to an earlier choice."""
    record = await context.app.house.record(context.press.number)
    _refuse(record, context.by)
    who = await reader_of(context.app, context.interaction)
    await update(context.app, context.interaction, panel.panel(record, who, context.press.path))


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
        _refuse(record, context.by)  # the panel is only for the player to move
        await update(app, context.interaction, panel.refused(record, who, refused, path))
        return
    await confirm(app, context.interaction, who, record, panel.played(record, who.words))
