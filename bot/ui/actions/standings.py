"""/tablut ranks and its pages. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.service.ratings import Family, family_of
from bot.service.standings import A_PAGE, Table
from bot.ui import custom_ids
from bot.ui.actions.completion import complete_rules
from bot.ui.answers import answering, learn_names, reader_of, reply, show, update
from bot.ui.guests import place_of
from bot.ui.pages import standings as pages
from bot.ui.sync import command
from games import catalogue

if TYPE_CHECKING:
    from discord import app_commands

    from bot.ui.answers import App, Interaction
    from bot.ui.pages.page import Page
    from bot.ui.router import ButtonContext


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut ranks."""

    @command("ranks", "rules")
    async def ranks(interaction: Interaction, rules: str | None = None) -> None:
        async with answering(app, interaction):
            name = catalogue.game(rules).name if rules else ""
            family = family_of(name) if name else Family.TABLUT
            await show_table(app, interaction, family, 0, name, None)

    ranks.autocomplete("rules")(complete_rules)
    return [ranks]


async def ranks(context: ButtonContext) -> None:
    """Show another table, or another page of it; the press's number is the season."""
    press = context.press
    name = custom_ids.name_of(press.code) or ""
    known = press.of in list(Family)
    family = family_of(name) if name else Family(press.of) if known else Family.TABLUT
    await show_table(context.app, context.interaction, family, press.number, name, press.page)


async def show_table(  # noqa: PLR0913, PLR0917  all that a table may be asked for by
    app: App, interaction: Interaction, family: Family, season: int, rules: str, page: int | None
) -> None:
    """Show a table of this server; the first time, the page on which the user stands."""
    who, guild = await reader_of(app, interaction), place_of(interaction).guild
    if guild is None:
        await reply(app, interaction, pages.nowhere(who))
        return
    table, by = Table(guild, family, season, rules), interaction.user.id
    found = await app.store.standings.standing(table, by, page, A_PAGE)
    listed = (await app.store.person(by)).listed
    seasons = (await app.store.guild(guild)).seasons

    def shown() -> Page:
        now, names = app.house.now(), app.names
        return pages.standings(found, table, who, now, names, listed=listed, seasons=seasons)

    await show(app, interaction, shown())
    if await learn_names(app, interaction.client, [row.rating.player for row in found.rows]):
        await update(app, interaction, shown())
