"""/tablut away, give: what players do about time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from discord.app_commands import Choice

from bot.service import vacations
from bot.service.lookup import find
from bot.ui import dates
from bot.ui.answers import answering
from bot.ui.commands.completion import complete_game, number_of
from bot.ui.commands.naming import command
from bot.ui.guests import place_of
from bot.ui.handlers.calendar import give_day, go_away
from bot.ui.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    import discord
    from discord import app_commands

    from bot.service.vacations import Leave
    from bot.ui.app import App
    from bot.ui.commands.completion import Completion
    from bot.ui.words import Words

_OFFERED = (1, 3, 7, 14, 21)  # days


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The two commands."""

    @command("away", "until")
    async def away(interaction: discord.Interaction[Any], until: str | None = None) -> None:
        async with answering(app, interaction):
            await go_away(app, interaction, until)

    @command("give", "game")
    async def give(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async with answering(app, interaction):
            place, by = place_of(interaction), interaction.user.id
            record = await find(app.house, by, number_of(game), place)
            await give_day(app, interaction, record.id)

    away.autocomplete("until")(complete_until(app))
    give.autocomplete("game")(complete_game(app))
    return [away, give]


def complete_until(app: App) -> Completion:
    """Days until which one may be away, written out; what was typed, as it is understood."""

    async def complete(interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        leave = await vacations.leave(app.house, interaction.user.id)
        words = words_of(str(interaction.locale))
        typed = dates.read(current, leave.today)
        offered = [(typed, dates.written(typed, words))] if typed else _offered(leave, words)
        return [Choice(name=name, value=day.isoformat()) for day, name in offered]

    return complete


def _offered(leave: Leave, words: Words) -> Iterator[tuple[date, str]]:
    if leave.last is None:
        return
    days = [leave.today + timedelta(days=each) for each in _OFFERED]
    for count, day in zip(_OFFERED, days, strict=True):
        if day <= leave.last:
            key = "tomorrow" if count == 1 else "days"
            yield day, words(f"until.{key}", date=dates.written(day, words), count=count)
    if leave.last not in days:
        yield leave.last, words("until.last", date=dates.written(leave.last, words))
