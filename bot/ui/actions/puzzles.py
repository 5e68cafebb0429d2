"""Puzzles: /tablut puzzle, the buttons by which they are solved and shared; a server's post."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from discord import app_commands

from bot.outbox import SentMessage
from bot.service import daily as daily_cases
from bot.service import solving as cases
from bot.service.model import Boards, Kind
from bot.service.puzzles import GRADES, RIGHT, SOLVED
from bot.service.refusals import No, Refusal
from bot.service.settings import change_server, server_of
from bot.ui.answers import answering, reader_here, reader_of, reply, show
from bot.ui.channel_io import UnreadableHistory
from bot.ui.guests import place_of
from bot.ui.pages import puzzles as pages
from bot.ui.permissions import NEEDED, managed_by, require
from bot.ui.sync import choices, command
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from bot.service.model import Place, Post
    from bot.service.puzzles import Sheet
    from bot.ui.answers import App, Interaction
    from bot.ui.channel_io import ChannelIO
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader
    from bot.ui.router import ButtonContext

    ReaderAt = Callable[[Place], Awaitable[Reader]]

T = TypeVar("T")

_SOON = 1.0  # seconds in which an answer comes without a sign that it takes longer


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut puzzle."""

    @command("puzzle", "number", "day", "grade")
    @app_commands.choices(grade=choices("grade", GRADES))
    async def puzzle(
        interaction: Interaction,
        number: int | None = None,
        day: str | None = None,
        grade: int | None = None,
    ) -> None:
        async with answering(app, interaction):
            by = interaction.user.id
            if day is not None:
                sheet = await cases.of_date(app.house, by, day)
            elif grade is not None and number is None:
                sheet = await cases.another(app.house, by, grade)
            else:
                sheet = await cases.sheet(app.house, by, number)
            who = await reader_of(app, interaction)
            await reply(app, interaction, pages.question(sheet, who))

    return [puzzle]


async def puzzle(context: ButtonContext) -> None:
    """Open a puzzle, or do what the button says of it."""
    app, interaction, press = context.app, context.interaction, context.press
    who = await reader_of(app, interaction)
    match press.of:
        case pages.SHARE:
            await _share(context)
            return
        case pages.WEEK:
            page = await _week(context, who)
        case pages.SOLUTION:
            page = await _solution(context, who)
        case pages.ANOTHER:
            sheet = await cases.another(app.house, context.by, like=press.number)
            page = pages.question(sheet, who)
        case _:
            sheet = await cases.sheet(app.house, context.by, press.number or None)
            page = pages.question(sheet, who)
    await show(app, interaction, page)


async def _solution(context: ButtonContext, who: Reader) -> Page:
    app, number = context.app, context.press.number
    place = place_of(context.interaction)
    found = cases.solution(app.house, context.by, place, number)
    moves = await _awaited(context.interaction, found)
    return pages.solution(await cases.sheet(app.house, context.by, number), who, moves)


async def _week(context: ButtonContext, who: Reader) -> Page:
    guild = context.interaction.guild_id
    if guild is None:
        raise Refusal(No.NOT_IN_A_SERVER)
    return pages.week(
        await cases.week(context.app.house, guild, context.by), who, context.press.number
    )


async def _share(context: ButtonContext) -> None:
    """Tell the channel, once."""
    app, interaction = context.app, context.interaction
    sheet = await cases.share(app.house, context.by, context.press.number)
    page = pages.shared(sheet, await reader_here(app, interaction))
    await reply(app, interaction, page, private=False)


async def solve(context: ButtonContext) -> None:
    """Add a point to the move, or go back."""
    sheet = await cases.sheet(context.app.house, context.by, context.press.number)
    await _ask(context, sheet, context.press.line)


async def _ask(context: ButtonContext, sheet: Sheet, line: str) -> None:
    who = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.question(sheet, who, line))


async def try_move(context: ButtonContext) -> None:
    """Play the move, and see what comes of it."""
    app, press = context.app, context.press
    sheet = await cases.sheet(app.house, context.by, press.number)
    ahead = pages.read(sheet, press.line)
    if not ahead.answering or ahead.path:  # forged, or of other rules
        await _ask(context, sheet, "")
        return
    place, moves = place_of(context.interaction), ahead.moves
    work = cases.answer(app.house, context.by, place, press.number, moves, press.seen or 0)
    sheet, result, answer = await _awaited(context.interaction, work)
    who = await reader_of(app, context.interaction)
    if result == RIGHT and answer:
        page = pages.right(sheet, who, (*moves, answer))
    elif result == SOLVED:
        page = pages.solved(sheet, who, moves)
    else:
        page = pages.wrong(sheet, who, moves, answer)
    await show(app, context.interaction, page)


async def _awaited(interaction: Interaction, work: Coroutine[Any, Any, T]) -> T:
    """What the engine finds; where that takes a while, Discord is told so."""
    task = asyncio.create_task(work)
    done, _ = await asyncio.wait({task}, timeout=_SOON)
    if not done:
        await interaction.response.defer()
    return await task


async def daily(context: ButtonContext) -> None:
    """Show where and when the server has its puzzle; with a menu, change it."""
    app, interaction, press = context.app, context.interaction, context.press
    guild = managed_by(interaction)
    if press.of == pages.CHANNEL:
        _refuse_unable(interaction, context.chosen)
    if press.of == pages.GAMES and press.code in {pages.ON, pages.OFF}:
        on = press.code == pages.ON
        await change_server(app.house, guild, lambda known: replace(known, puzzles=on))
    if press.of in {pages.CHANNEL, pages.AT}:
        found = await daily_cases.change_daily(
            app.house, guild, lambda known: pages.changed(known, press.of, context.chosen)
        )
    else:
        found = await daily_cases.daily_of(app.house, guild)
    server = await app.store.guild(guild)
    await show(app, interaction, pages.server(found, server, await reader_of(app, interaction)))


def _refuse_unable(interaction: Interaction, chosen: tuple[str, ...]) -> None:
    """Refuse a channel in which the bot may not post."""
    guild = interaction.guild
    there = [each for each in guild.text_channels if str(each.id) in chosen] if guild else []
    if chosen and not there:
        raise Refusal(No.NO_SUCH_CHANNEL)
    for each in there:
        require(NEEDED, each.permissions_for(each.guild.me))


# In a server's channel


def posters(
    app: App, io: ChannelIO, reader: ReaderAt
) -> dict[Kind, Callable[[Post], Awaitable[SentMessage]]]:
    """What sends the posts about puzzles."""
    return {
        Kind.PUZZLE: partial(_post_daily, app, io, reader),
        Kind.PUZZLE_PAST: partial(_shrink, app, io, reader),
    }


async def _post_daily(app: App, io: ChannelIO, reader: ReaderAt, post: Post) -> SentMessage:
    """Post the puzzle of a day, which pings no one."""
    puzzle = await cases.of_day(app.house, post.number)
    page = pages.posted(puzzle, await reader(post.place))
    return replace(await io.post(post, post.place, page), channel=None)


async def find_posted(io: ChannelIO, post: Post) -> SentMessage | None:
    """The message of a day's puzzle that was posted before a crash."""
    with suppress(UnreadableHistory):  # then the nonce must do
        found = await io.find_message(io.channel(post.place), post, post.number * DAY)
        return SentMessage(found.id) if found else None
    return None


async def _shrink(app: App, io: ChannelIO, reader: ReaderAt, post: Post) -> SentMessage:
    """Shrink the puzzle of an earlier day to a line, unless all messages are kept there."""
    server = await server_of(app.house, post.place)
    if post.message and server.boards is not Boards.KEEP:
        puzzle = await cases.of_day(app.house, post.number)
        page = pages.past(puzzle, post.number, await reader(post.place))
        await io.edit(post.place, post.message, page)
    return SentMessage(post.message)
