"""The buttons of a thinking board, of the kept lines, and of what both planned."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.think import cases, pages
from bot.features.think.pages import (
    ChooseInThought,
    ChooseLine,
    ChoosePiece,
    ChoosePlanned,
    DeleteLine,
    KeepLine,
    OpenOwnLines,
    OpenThought,
    PlayFirst,
    ShowLines,
    ShowPlanned,
    ShowThoughtMore,
    StepBack,
    StepOn,
    SwitchReplies,
    TryMove,
)
from bot.features.think.refusals import ThinkNo
from bot.service.play import make_move
from bot.service.refusals import No, Refusal
from bot.service.settings import change_person
from bot.ui.actions.move import show_played
from bot.ui.answers import reader_of, show
from bot.ui.buttons import read_press
from bot.ui.router import handles
from bot.ui.showing import View, record_for_all, shows
from bot.ui.slots import view_buttons
from games.errors import Illegal, Why
from games.notation import read_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.think.cases import Thinking
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.service.services import Services
    from bot.ui.app import ButtonContext
    from bot.ui.pages.page import Button, Page
    from bot.ui.pages.reader import Reader
    from games.core import Move


async def look_back_buttons(services: Services, record: Record, reader: Reader) -> Sequence[Button]:
    """Return *What they planned* for a player, if there is a line that they can see."""
    by = reader.player
    if by is None or record.team(by) is None or record.match.verdict is None:
        return ()
    lines = await cases.planned(services, record, by)
    return (pages.look_back_button(record, reader.words),) if lines else ()


@handles(OpenThought)
async def think(context: ButtonContext, press: OpenThought) -> None:
    """Open the user's thinking board as they left it."""
    await _show(context, await cases.open_board(context.app.services, press.match, context.by))


async def _show(context: ButtonContext, thinking: Thinking, path: Move = ()) -> None:
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.board(thinking, reader, path))


async def _show_done(context: ButtonContext, thinking: Thinking, key: str) -> None:
    """Show the menu of a board with what was done; if nothing was, the board as it is now."""
    if thinking.outdated:
        await _show(context, thinking)
        return
    reader = await reader_of(context.app, context.interaction)
    page = pages.more(thinking, reader, reader.words(key))
    await show(context.app, context.interaction, page)


@handles(ChooseInThought, ChoosePiece)
async def choose(context: ButtonContext, press: ChooseInThought | ChoosePiece) -> None:
    """Show the choice after these points; on an older board, the board as it is now."""
    thinking = await cases.look(context.app.services, press.thought, context.by)
    thinking = replace(thinking, outdated=press.step != thinking.thought.step)
    path = press.path if isinstance(press, ChooseInThought) else _read("".join(context.chosen))
    is_now = not (thinking.outdated or thinking.moved)
    await _show(context, thinking, path if is_now else ())


def _read(chosen: str) -> Move:
    """Read a menu's value: a point, or several; nothing if it is forged."""
    press = read_press(ChooseInThought(0, 0).custom_id + chosen)
    return press.path if isinstance(press, ChooseInThought) else ()


@handles(ShowThoughtMore)
async def more(context: ButtonContext, press: ShowThoughtMore) -> None:
    """Show the menu of the board."""
    thinking = await cases.look(context.app.services, press.thought, context.by)
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.more(thinking, reader))


@handles(TryMove)
async def try_move(context: ButtonContext, press: TryMove) -> None:
    """Make a move on the board."""
    at = press.thought, context.by, press.step
    await _show(context, await cases.try_move(context.app.services, *at, press.path))


@handles(StepBack)
async def back(context: ButtonContext, press: StepBack) -> None:
    """Go a move back."""
    at = press.thought, context.by, press.step
    await _show(context, await cases.step_back(context.app.services, *at))


@handles(StepOn)
async def forward(context: ButtonContext, press: StepOn) -> None:
    """Go a move on in a line."""
    at = press.thought, context.by, press.step
    await _show(context, await cases.step_on(context.app.services, *at, press.line))


@handles(KeepLine)
async def keep(context: ButtonContext, press: KeepLine) -> None:
    """Keep the moves on the board; with the first line, say who can see it after the game."""
    services = context.app.services
    at = press.thought, context.by, press.step
    thinking = await cases.keep_line(services, *at)
    are_open = await cases.shows_lines(services, context.by)
    first = len(thinking.thought.kept) == 1 and are_open
    await _show_done(context, thinking, "think.kept-first" if first else "think.kept")


@handles(PlayFirst)
async def play(context: ButtonContext, press: PlayFirst) -> None:
    """Play the first move on the board; if the game went on meanwhile, show that."""
    app = context.app
    record, thought = await cases.find(app.services, press.thought, context.by)
    reader = await reader_of(app, context.interaction)
    if press.step == thought.step and thought.moves:
        path = read_move(thought.moves[0])
        try:
            played = await make_move(app.services, record.id, context.by, path, press.seen_events)
        except (Refusal, Illegal) as refused:
            if not _is_late(refused):
                raise
        else:
            await show_played(context, reader, played)
            return
    await _show(context, await cases.look(app.services, press.thought, context.by))


def _is_late(refused: Refusal | Illegal) -> bool:
    """Whether the game went on before a move on the board was played."""
    if isinstance(refused, Illegal):
        return refused.why is Why.NOT_YOUR_TURN
    return refused.no is No.MOVED_ON


@handles(ShowLines)
async def lines(context: ButtonContext, press: ShowLines) -> None:
    """List the kept lines."""
    await _list(context, await cases.look(context.app.services, press.thought, context.by))


async def _list(context: ButtonContext, thinking: Thinking) -> None:
    reader = await reader_of(context.app, context.interaction)
    are_open = await cases.shows_lines(context.app.services, context.by)
    await show(context.app, context.interaction, pages.lines(thinking, reader, are_open=are_open))


@handles(OpenOwnLines)
async def open_own(context: ButtonContext, press: OpenOwnLines) -> None:
    """Show the user's lines to the other players after their games, or no longer."""
    services = context.app.services
    await change_person(services, context.by, lambda person: replace(person, lines=press.on))
    record = await services.record(press.match)
    if record.match.verdict:
        every = await _planned(context, record)
        await _show_planned(context, record, every, ShowPlanned(press.match))
    else:
        await _list(context, await cases.open_board(services, press.match, context.by))


@handles(ChooseLine)
async def open_line(context: ButtonContext, press: ChooseLine) -> None:
    """Go to the end of the chosen line; show one that the game has left on a board of its own."""
    services, (chosen, *_) = context.app.services, (*context.chosen, "")
    number = int(chosen) if chosen.isascii() and chosen.isdecimal() else 0
    thinking = await cases.look(services, press.thought, context.by)
    line = cases.kept_line(thinking, number)
    if not line.rest(thinking.record.match):
        reader = await reader_of(context.app, context.interaction)
        page = pages.missed(thinking, reader, line, len(line.moves))
        await show(context.app, context.interaction, page)
        return
    await _show(context, await cases.go_to_line(services, press.thought, context.by, number))


@handles(SwitchReplies)
async def switch(context: ButtonContext, press: SwitchReplies) -> None:
    """Have a line reply automatically, or no longer."""
    thinking = await cases.reply_automatically(
        context.app.services, press.thought, context.by, press.line, on=press.on
    )
    await _show_done(context, thinking, "think.replies-on" if press.on else "think.replies-off")


@handles(DeleteLine)
async def delete(context: ButtonContext, press: DeleteLine) -> None:
    """Delete a line, and list the others."""
    await _list(
        context,
        await cases.delete_line(context.app.services, press.thought, context.by, press.line),
    )


# What they planned


@handles(ShowPlanned)
async def planned(context: ButtonContext, press: ShowPlanned) -> None:
    """Show a kept line: of a finished match, or one's own that the game has left."""
    record = await context.app.services.record(press.match)
    if record.match.verdict is None:
        await _show_missed(context, press)
        return
    await _show_planned(context, record, await _planned(context, record), press)


@handles(ChoosePlanned)
async def choose_planned(context: ButtonContext, press: ChoosePlanned) -> None:
    """Show another line, chosen in the menu."""
    record = await context.app.services.record(press.match)
    every = await _planned(context, record)
    shown = pages.read_choice(every, record, context.chosen) if every else ShowPlanned(press.match)
    await _show_planned(context, record, every, shown)


async def _planned(context: ButtonContext, record: Record) -> Sequence[pages.Planned]:
    """Return the lines that the user can see; refused unless they played the match."""
    if record.team(context.by) is None:
        raise Refusal(No.NOT_YOUR_GAME)
    thoughts = await cases.planned(context.app.services, record, context.by)
    return pages.planned_lines(record, thoughts)


async def _show_planned(
    context: ButtonContext, record: Record, every: Sequence[pages.Planned], press: ShowPlanned
) -> None:
    app, interaction = context.app, context.interaction
    reader = await reader_of(app, interaction)
    if not every:
        await show(app, interaction, pages.closed(record, reader.words))
        return
    share = await view_buttons(app, interaction)
    are_open = await cases.shows_lines(app.services, context.by)
    page = pages.planned(record, reader, every, press, share, are_open=are_open)
    await show(app, interaction, page)


async def _show_missed(context: ButtonContext, press: ShowPlanned) -> None:
    """Show one's own kept line while the game is in progress."""
    if press.player != context.by:
        raise Refusal(ThinkNo.LINES_CLOSED)
    thinking = await cases.open_board(context.app.services, press.match, context.by)
    line = cases.kept_line(thinking, press.line)
    reader = await reader_of(context.app, context.interaction)
    page = pages.missed(thinking, reader, line, press.ply)
    await show(context.app, context.interaction, page)


async def _planner(_: View, press: ShowPlanned) -> Player | None:
    """The player whose line a shared page shows."""
    return press.player or None


@shows(ShowPlanned, about=_planner)
async def planned_for_all(view: View, press: ShowPlanned) -> Page:
    """Show a channel one position of a line; only a player of the match can share it."""
    record = await record_for_all(view, press.match)
    if record.team(view.by) is None or record.match.verdict is None:
        raise Refusal(No.NOT_FOR_ALL)
    every = pages.planned_lines(record, await cases.planned(view.app.services, record, view.by))
    one = pages.chosen_line(every, press) if every else None
    if one is None or (one.player, one.line.number) != (press.player, press.line):
        raise Refusal(No.NOT_FOR_ALL)
    return pages.planned_for_all(record, view.reader, one, press.ply)
