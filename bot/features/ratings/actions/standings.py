"""/tablut leaderboard and its pages. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.ratings.cases import family_at
from bot.features.ratings.model import EVERYWHERE, family_of
from bot.features.ratings.pages import standings as pages
from bot.features.ratings.pages.standings import ShowLeaderboard
from bot.features.ratings.standings import A_PAGE, Table
from bot.features.ratings.standings_tables import StandingTables
from bot.model.people import FORMER
from bot.service.refusals import No, Refusal
from bot.ui.actions.completion import complete_rules
from bot.ui.answers import (
    answering,
    learn_names,
    reader_of,
    reply,
    show,
    update,
)
from bot.ui.guests import place_of
from bot.ui.localised_commands import command
from bot.ui.router import handles
from bot.ui.showing import View, shows
from bot.ui.slots import view_buttons
from games import catalogue

if TYPE_CHECKING:
    from discord import app_commands

    from bot.features.ratings.model import Family
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Page


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut leaderboard."""

    @command("leaderboard", "rules")
    async def leaderboard(interaction: Interaction, rules: str | None = None) -> None:
        async with answering(app, interaction):
            name = catalogue.game(rules).name if rules else ""
            guild = place_of(interaction).guild or EVERYWHERE
            family = family_of(name) if name else await family_at(app.services, guild)
            await show_table(app, interaction, family, 0, name, None)

    leaderboard.autocomplete("rules")(complete_rules)
    return [leaderboard]


@handles(ShowLeaderboard)
async def leaderboard(context: ButtonContext, press: ShowLeaderboard) -> None:
    """Show another leaderboard, or another page."""
    rules = press.rules or ""
    family = family_of(rules) if rules else press.family
    await show_table(context.app, context.interaction, family, press.season, rules, press.page)


async def show_table(  # noqa: PLR0913, PLR0917  every choice of a leaderboard
    app: App, interaction: Interaction, family: Family, season: int, rules: str, page: int | None
) -> None:
    """Show a leaderboard of this server; page None: the page with the user's line."""
    reader, guild = await reader_of(app, interaction), place_of(interaction).guild
    if guild is None:
        await reply(app, interaction, pages.nowhere(family, reader))
        return
    table, by = Table(guild, family, season, rules), interaction.user.id
    buttons = await view_buttons(app, interaction)
    standing = await StandingTables(app.services.store.database).standing(table, by, page, A_PAGE)
    listed = (await app.services.store.people.person(by)).listed
    seasons = (await app.services.store.servers.guild(guild)).news is not None

    def shown() -> Page:
        now, names = app.services.now(), app.drawn_names
        return pages.standings(
            *(standing, table, reader, now, names),
            listed=listed,
            seasons=seasons,
            view_buttons=buttons,
        )

    await show(app, interaction, shown())
    if await learn_names(app, interaction.client, [row.rating.player for row in standing.rows]):
        await update(app, interaction, shown())


@shows(ShowLeaderboard)
async def table_for_all(view: View, press: ShowLeaderboard) -> Page:
    """Return a page of this server's leaderboard, without the lines for its reader."""
    app, guild, rules = view.app, view.place.guild, press.rules or ""
    if guild is None:
        raise Refusal(No.NOT_FOR_ALL)
    family = family_of(rules) if rules else press.family
    table = Table(guild, family, press.season, rules)
    tables = StandingTables(app.services.store.database)
    standing = await tables.standing(table, FORMER, press.page, A_PAGE)
    await learn_names(app, view.client, [row.rating.player for row in standing.rows])
    return pages.standings_for_all(standing, table, view.reader, app.drawn_names)
