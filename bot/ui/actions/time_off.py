"""Time off: giving the opponent a day, vacations, and coming back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from discord.app_commands import Choice

from bot.service import play as cases
from bot.service import vacations
from bot.service.lookup import find
from bot.service.refusals import No, Refusal
from bot.ui import dates
from bot.ui.actions.completion import complete_game, number_of
from bot.ui.answers import answering, confirm, reader_of, reply, show
from bot.ui.guests import place_of
from bot.ui.pages import time_notices as pages
from bot.ui.sync import command
from bot.ui.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from discord import app_commands

    from bot.service.vacations import VacationStatus
    from bot.ui.actions.completion import Completion
    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext
    from bot.ui.words import Words

_OFFERED = (1, 3, 7, 14, 21)  # days


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The two commands."""

    @command("away", "until")
    async def away(interaction: Interaction, until: str | None = None) -> None:
        async with answering(app, interaction):
            await go_away(app, interaction, until)

    @command("give", "game")
    async def give(interaction: Interaction, game: str | None = None) -> None:
        async with answering(app, interaction):
            place, by = place_of(interaction), interaction.user.id
            record = await find(app.house, by, number_of(game), place)
            await give_day(app, interaction, record.id)

    away.autocomplete("until")(complete_until(app))
    give.autocomplete("game")(complete_game(app))
    return [away, give]


def complete_until(app: App) -> Completion:
    """Days until which one may be away, written out; what was typed, as it is understood."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        leave = await vacations.vacation_status(app.house, interaction.user.id)
        words = words_of(str(interaction.locale))
        typed = dates.read(current, leave.today)
        offered = [(typed, dates.written(typed, words))] if typed else _offered(leave, words)
        return [Choice(name=name, value=day.isoformat()) for day, name in offered]

    return complete


def _offered(leave: VacationStatus, words: Words) -> Iterator[tuple[date, str]]:
    if leave.last is None:
        return
    days = [leave.today + timedelta(days=each) for each in _OFFERED]
    for count, day in zip(_OFFERED, days, strict=True):
        if day <= leave.last:
            key = "tomorrow" if count == 1 else "days"
            yield day, words(f"until.{key}", date=dates.written(day, words), count=count)
    if leave.last not in days:
        yield leave.last, words("until.last", date=dates.written(leave.last, words))


async def give(context: ButtonContext) -> None:
    """The button in More."""
    await give_day(context.app, context.interaction, context.press.number, context.press.seen)


async def give_day(
    app: App, interaction: Interaction, number: int, seen: int | None = None
) -> None:
    """One day for the opponent."""
    record = await cases.give_day(app.house, number, interaction.user.id, seen)
    who = await reader_of(app, interaction)
    await confirm(app, interaction, who, record, who.words("give.done"))


async def go_away(app: App, interaction: Interaction, text: str | None) -> None:
    """Away until that day; without one, how one stands."""
    by = interaction.user.id
    leave = await vacations.vacation_status(app.house, by)
    if text is not None:
        day = dates.read(text, leave.today)
        if day is None:
            raise Refusal(No.WHICH_DAY, text=text)
        leave = await vacations.start_vacation(app.house, by, day)
    await reply(app, interaction, pages.away(leave, await reader_of(app, interaction)))


async def come_back(context: ButtonContext) -> None:
    """The button *I am back*."""
    leave = await vacations.end_vacation(context.app.house, context.by)
    who = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.away(leave, who, returned=True))
