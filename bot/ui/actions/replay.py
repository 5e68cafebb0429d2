"""Replays: stepping through a game on one private message, and its animation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.service.refusals import No, Refusal
from bot.ui.actions.browse import seated, to_see, visible
from bot.ui.actions.completion import complete_game
from bot.ui.answers import answering, reader_of, reply, show
from bot.ui.pages import replay as pages
from bot.ui.pages import scenes
from bot.ui.sync import command, localised

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.answers import App, Interaction
    from bot.ui.router import ButtonContext

Number = app_commands.Range[int, 0, 9999]


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """The command."""
    themes = [
        app_commands.Choice(name=localised(f"settings.theme.{each}"), value=each)
        for each in app.pictures.themes
    ]

    @command("replay", "game", "theme", "since", "until")
    @app_commands.choices(theme=themes)
    async def replay(
        interaction: Interaction,
        game: str | None = None,
        theme: str | None = None,
        since: Number | None = None,
        until: Number | None = None,
    ) -> None:
        async with answering(app, interaction):
            record = await to_see(app, interaction, game)
            if theme is None and since is None and until is None:
                await begin(app, interaction, record)
                return
            await show_film(
                app, interaction, record, theme=theme or "", first=since or 0, last=until
            )

    replay.autocomplete("game")(complete_game(app, over=True))
    return [replay]


async def replay(context: ButtonContext) -> None:
    """From a button: from the start of what is over, from now back in what goes on."""
    record = await visible(context.app, context.interaction, context.press.number)
    await begin(context.app, context.interaction, record)


async def begin(app: App, interaction: Interaction, record: Record) -> None:
    """The first page."""
    who = await reader_of(app, interaction)
    ply = 0 if record.match.verdict else len(record.match.plies)
    await reply(app, interaction, pages.step(record, who, ply))


async def step(context: ButtonContext) -> None:
    """Another position on the same message, seen from the side that was near."""
    record = await visible(context.app, context.interaction, context.press.number)
    who = seated(
        await reader_of(context.app, context.interaction), context.press.of.partition("-")[0]
    )
    await show(context.app, context.interaction, pages.step(record, who, context.press.page))


async def film(context: ButtonContext) -> None:
    """The animation, seen from the same side."""
    record = await visible(context.app, context.interaction, context.press.number)
    await show_film(context.app, context.interaction, record, near=context.press.of)


async def show_film(  # noqa: PLR0913  what can be chosen of a film
    app: App,
    interaction: Interaction,
    record: Record,
    *,
    near: str = "",
    theme: str = "",
    first: int = 0,
    last: int | None = None,
) -> None:
    """It takes a moment to make; moves that there are not are refused before."""
    if not scenes.part(record, first, last):
        raise Refusal(No.NO_SUCH_MOVES, limit=len(record.match.plies))
    await interaction.response.defer(ephemeral=True, thinking=True)
    who = seated(await reader_of(app, interaction), near)
    if theme:
        who = replace(who, theme=theme)
    await reply(app, interaction, pages.film(record, who, first, last))
