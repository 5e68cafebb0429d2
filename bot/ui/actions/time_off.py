"""Time off: giving the opponent a day, vacations, and coming back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from discord.app_commands import Choice

from bot.service import play as cases
from bot.service import vacations
from bot.service.refusals import No, Refusal
from bot.ui import dates
from bot.ui.answers import answering, confirm, reader_of, reply, show
from bot.ui.localised_commands import command
from bot.ui.pages import time_off as pages
from bot.ui.pages.offers import GiveDay
from bot.ui.pages.time_off import EndVacation, StartVacation
from bot.ui.router import handles
from bot.ui.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from discord import app_commands

    from bot.service.vacations import VacationStatus
    from bot.ui.actions.completion import Completion
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Page
    from bot.ui.words import Words

_OFFERED = (1, 3, 7, 14, 21)  # days


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut vacation."""

    @command("vacation", "until")
    async def vacation(interaction: Interaction, until: str | None = None) -> None:
        async with answering(app, interaction):
            await set_vacation(app, interaction, until)

    vacation.autocomplete("until")(complete_until(app))
    return [vacation]


def complete_until(app: App) -> Completion:
    """Return a completion of dates for a vacation's end; a typed date is offered as understood."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        status = await vacations.vacation_status(app.services, interaction.user.id)
        words = words_of(str(interaction.locale))
        if typed := dates.read_date(current, status.today):
            offered = [(typed, dates.written(typed, words))]
        else:  # Discord sends the first choice when Enter is pressed, so only offer matching days
            offered = [day for day in _offered(status, words) if _matches(current, day[1])]
        return [Choice(name=name, value=day.isoformat()) for day, name in offered]

    return complete


def _matches(typed: str, name: str) -> bool:
    return typed.strip().lower() in name.lower()


def _offered(status: VacationStatus, words: Words) -> Iterator[tuple[date, str]]:
    """Yield the dates to offer for a vacation's end, with their names."""
    if status.last is None:
        return
    days = [status.today + timedelta(days=days) for days in _OFFERED]
    for count, day in zip(_OFFERED, days, strict=True):
        if day <= status.last:
            key = "tomorrow" if count == 1 else "days"
            yield day, words(f"until.{key}", date=dates.written(day, words), count=count)
    if status.last not in days:
        yield status.last, words("until.last", date=dates.written(status.last, words))


@handles(GiveDay)
async def give(context: ButtonContext, press: GiveDay) -> None:
    """Give the opponent an extra day."""
    app, interaction = context.app, context.interaction
    record = await cases.give_day(app.services, press.match, context.by, press.seen_events)
    reader = await reader_of(app, interaction)
    await confirm(app, interaction, reader, record, reader.words("give.done"))


async def set_vacation(app: App, interaction: Interaction, text: str | None) -> None:
    """Start or change a vacation; without a date, show the current one."""
    by = interaction.user.id
    status = await vacations.vacation_status(app.services, by)
    if text is not None:
        day = dates.read_date(text, status.today)
        if day is None:
            raise Refusal(No.WHICH_DAY, text=text)
        status = await vacations.start_vacation(app.services, by, day)
    await reply(app, interaction, await _page(app, interaction, status))


async def _page(app: App, interaction: Interaction, status: VacationStatus) -> Page:
    by, end = interaction.user.id, status.end
    short = None if end is None else await vacations.short_stop(app.services, by, end)
    return pages.vacation(status, await reader_of(app, interaction), short)


@handles(StartVacation)
async def start_vacation(context: ButtonContext, press: StartVacation) -> None:
    """Start a vacation from its page; one that the user is on stays as it is."""
    app, interaction = context.app, context.interaction
    status = await vacations.vacation_status(app.services, context.by)
    if status.end is None:
        day = status.today + timedelta(days=min(press.days, _OFFERED[-1]))
        status = await vacations.start_vacation(app.services, context.by, day)
    await show(app, interaction, await _page(app, interaction, status))


@handles(EndVacation)
async def end_vacation(context: ButtonContext, _: EndVacation) -> None:
    """End the vacation (*I'm back*)."""
    status = await vacations.end_vacation(context.app.services, context.by)
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.vacation(status, reader, returned=True))
