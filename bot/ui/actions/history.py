"""Finished games: /tablut history and its pages. Changes nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.model.matches import Outcome, Search
from bot.service.history import history_page
from bot.service.refusals import No, Refusal
from bot.ui.actions.completion import complete_rules
from bot.ui.actions.games import ways_to_play
from bot.ui.answers import answering, reader_of, show
from bot.ui.localised_commands import choices, command
from bot.ui.pages import history as pages
from bot.ui.pages.history import ShowHistory
from bot.ui.router import handles
from bot.ui.showing import View, shows
from bot.ui.slots import view_buttons
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.people import Player
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Button, Page

_RESULTS = (Outcome.WON.value, Outcome.LOST.value, Outcome.DRAWN.value)


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut history."""

    @command("history", "opponent", "rules", "result")
    @app_commands.choices(result=choices("result", _RESULTS))
    async def history(
        interaction: Interaction,
        opponent: discord.User | None = None,
        rules: str | None = None,
        result: str | None = None,
    ) -> None:
        async with answering(app, interaction):
            search = Search(
                player=interaction.user.id,
                opponent=opponent and opponent.id,
                rules=catalogue.game(rules).name if rules else "",
                outcome=Outcome(result) if result else None,
            )
            await show_history(app, interaction, search)

    history.autocomplete("rules")(complete_rules)
    return [history]


@handles(ShowHistory)
async def history(context: ButtonContext, press: ShowHistory) -> None:
    """Show another page of a search."""
    search = _search(context.by, press)
    await show_history(context.app, context.interaction, search, press.page)


def _search(by: Player, press: ShowHistory) -> Search:
    """Return a press's search for finished games."""
    return Search(
        player=by,
        opponent=press.opponent,
        rules=press.rules or "",
        outcome=press.outcome,
    )


async def show_history(app: App, interaction: Interaction, search: Search, page: int = 0) -> None:
    """Show the finished games that match the search."""
    finished = await history_page(app.services, search, page)
    reader = await reader_of(app, interaction)
    more: Sequence[Button] = ()
    if interaction.guild_id is not None and search.opponent is not None and finished.shows_tally:
        press = pages.show_history(search, finished.page)
        more = (await view_buttons(app, interaction))(press, reader.words)
    first = ways_to_play(app, interaction, reader.words)
    await show(app, interaction, pages.history(finished, search, reader, more, first=first))


async def _opponent(_: View, press: ShowHistory) -> Player | None:
    return press.opponent


@shows(ShowHistory, about=_opponent)
async def history_for_all(view: View, press: ShowHistory) -> Page:
    """Show a channel the results and games of two listed players in this server."""
    search = replace(_search(view.by, press), guild=view.place.guild)
    finished = await history_page(view.app.services, search, press.page)
    if search.guild is None or search.opponent is None or not finished.shows_tally:
        raise Refusal(No.NOT_FOR_ALL)
    return pages.of_two(finished, search, search.opponent, view.reader)
