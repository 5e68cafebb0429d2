"""Puzzles: /tablut puzzle, the buttons to solve and share them; a server's daily puzzle."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from discord import app_commands

from bot.features.puzzles import daily as daily_cases
from bot.features.puzzles import pages, solving
from bot.features.puzzles.model import GRADES, RIGHT, SOLVED
from bot.features.puzzles.pages import (
    ChooseDailyChannel,
    ChooseInPuzzle,
    OpenPuzzle,
    ShowWeek,
    TryMove,
    Wish,
)
from bot.service.refusals import No, Refusal
from bot.ui.actions.server import show_server
from bot.ui.answers import answering, defer, learn_names, reader_of, reply, show
from bot.ui.app import no_lines
from bot.ui.guests import place_of
from bot.ui.localised_commands import choices, command
from bot.ui.pages import server
from bot.ui.permissions import managed_by, posting_channel
from bot.ui.router import handles
from bot.ui.showing import View, shows
from bot.ui.slots import view_buttons

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from bot.features.puzzles.model import Daily, Ranked, Sheet
    from bot.ui.app import App, ButtonContext, Interaction, Lines
    from bot.ui.pages.page import Block, Page
    from bot.ui.pages.reader import Reader

T = TypeVar("T")

_SOON = 1.0  # seconds until an answer is deferred


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut puzzle."""

    @command("puzzle", "number", "day", "difficulty")
    @app_commands.choices(difficulty=choices("grade", GRADES))
    async def puzzle(
        interaction: Interaction,
        number: int | None = None,
        day: str | None = None,
        difficulty: int | None = None,
    ) -> None:
        async with answering(app, interaction):
            by = interaction.user.id
            if day is not None:
                sheet = await solving.of_date(app.services, by, day)
            elif difficulty is not None and number is None:
                sheet = await solving.another(app.services, by, difficulty)
            else:
                sheet = await solving.sheet(app.services, by, number)
            await reply(app, interaction, await _question(app, interaction, sheet))

    return [puzzle]


async def _question(app: App, interaction: Interaction, sheet: Sheet, line: str = "") -> Page:
    reader, buttons = (
        await reader_of(app, interaction),
        await view_buttons(app, interaction),
    )
    return pages.question(sheet, reader, line, view_buttons=buttons)


@handles(OpenPuzzle)
async def puzzle(context: ButtonContext, press: OpenPuzzle) -> None:
    """Open a puzzle, or do what the button asks for."""
    app, interaction = context.app, context.interaction
    reader = await reader_of(app, interaction)
    match press.wish:
        case Wish.WEEK:
            table = await _week(context)
            page = pages.week(table, reader, press.puzzle)
        case Wish.SOLUTION:
            page = await _solution(context, press.puzzle, reader)
        case Wish.ANOTHER:
            sheet = await solving.another(app.services, context.by, like=press.puzzle)
            page = await _question(app, interaction, sheet)
        case Wish.EASIER:
            sheet = await solving.easier(app.services, context.by, press.puzzle)
            page = await _question(app, interaction, sheet)
        case Wish.OPEN | Wish.SHARE:
            sheet = await solving.sheet(app.services, context.by, press.puzzle or None)
            page = await _question(app, interaction, sheet)
    await show(app, interaction, page)


async def _solution(context: ButtonContext, number: int, reader: Reader) -> Page:
    app = context.app
    place = place_of(context.interaction)
    work = solving.solution(app.services, context.by, place, number)
    moves = await _deferring_if_slow(context.interaction, work)
    return pages.solution(await solving.sheet(app.services, context.by, number), reader, moves)


@handles(ShowWeek)
async def week(context: ButtonContext, press: ShowWeek) -> None:
    """Show the week's table, with a button back to the puzzle as it was."""
    reader = await reader_of(context.app, context.interaction)
    table = await _week(context)
    page = pages.week(table, reader, press.puzzle, pages.before_week(press))
    await show(context.app, context.interaction, page)


async def _week(context: ButtonContext) -> Sequence[Ranked]:
    guild = context.interaction.guild_id
    if guild is None:
        raise Refusal(No.NOT_IN_A_SERVER)
    return await solving.week(context.app.services, guild, context.by)


@shows(OpenPuzzle)
async def puzzle_for_all(view: View, press: OpenPuzzle) -> Page:
    """Say in a channel that a person has solved a puzzle, without giving it away."""
    if press.wish is not Wish.SHARE:
        raise Refusal(No.NOT_FOR_ALL)
    app = view.app
    sheet = await solving.solved_sheet(app.services, view.by, press.puzzle)
    await learn_names(app, view.client, (view.by,))
    return pages.shared(sheet, view.reader, app.drawn_names)


@handles(ChooseInPuzzle)
async def choose_point(context: ButtonContext, press: ChooseInPuzzle) -> None:
    """Add a point to the move, or go back."""
    sheet = await solving.sheet(context.app.services, context.by, press.puzzle)
    await _ask(context, sheet, press.line)


async def _ask(context: ButtonContext, sheet: Sheet, line: str) -> None:
    page = await _question(context.app, context.interaction, sheet, line)
    await show(context.app, context.interaction, page)


@handles(TryMove)
async def try_move(context: ButtonContext, press: TryMove) -> None:
    """Try a move and show its result."""
    app = context.app
    sheet = await solving.sheet(app.services, context.by, press.puzzle)
    ahead = pages.read_ahead(sheet, press.line)
    if not ahead.answering or ahead.path:  # forged, or from other rules
        await _ask(context, sheet, "")
        return
    place, moves = place_of(context.interaction), ahead.moves
    work = solving.answer(app.services, context.by, place, press.puzzle, moves, press.tries)
    sheet, result, answer = await _deferring_if_slow(context.interaction, work)
    reader = await reader_of(app, context.interaction)
    if result == RIGHT and answer:
        page = pages.right(sheet, reader, (*moves, answer))
    elif result == SOLVED:
        buttons = await view_buttons(app, context.interaction)
        page = pages.solved(sheet, reader, moves, answer, buttons)
    else:
        page = pages.wrong(sheet, reader, moves, answer)
    await show(app, context.interaction, page)


async def _deferring_if_slow(interaction: Interaction, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some work; if that takes long, defer the interaction first."""
    task = asyncio.create_task(work)
    done, _ = await asyncio.wait({task}, timeout=_SOON)
    if not done:
        await defer(interaction)
    return await task


async def setting(app: App, interaction: Interaction, reader: Reader) -> Sequence[Block]:
    """Return the menu of the daily puzzle among a server's settings."""
    daily = await _daily(app, interaction)
    return pages.setting(daily, reader.words) if daily else ()


async def lines(app: App, interaction: Interaction) -> Lines:
    """Say where and when a server gets the daily puzzle."""
    daily = await _daily(app, interaction)
    return partial(pages.where, daily) if daily else await no_lines()


async def _daily(app: App, interaction: Interaction) -> Daily | None:
    """Return a server's settings of the daily puzzle; None without an engine.

    Discord may refuse a menu with a deleted channel.
    """
    with suppress(Refusal):
        daily = await daily_cases.daily_of(app.services, interaction.guild_id or 0)
        there = interaction.guild and interaction.guild.get_channel(daily.channel or 0)
        return daily if there else replace(daily, channel=None)
    return None


@handles(ChooseDailyChannel)
async def choose_daily_channel(context: ButtonContext, _: ChooseDailyChannel) -> None:
    """Choose the channel of a server's puzzle of the day."""
    app, interaction = context.app, context.interaction
    guild = managed_by(interaction)
    channel = posting_channel(interaction, context.chosen)
    await daily_cases.choose_channel(app.services, guild, context.by, channel)
    await show_server(app, interaction, server.CHANNELS)
