"""Replays: stepping through a game on a private message, and its animation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.model.people import NO_PERSONS
from bot.service.refusals import No, Refusal
from bot.ui.actions.board import find_visible, seated, shown_by, visible
from bot.ui.actions.completion import complete_game
from bot.ui.actions.sharing import show_file
from bot.ui.answers import (
    answering,
    defer,
    learn_names,
    players_in_file,
    reader_of,
    reply,
    show,
)
from bot.ui.localised_commands import command, localised, menu
from bot.ui.pages import card, scenes
from bot.ui.pages import replay as pages
from bot.ui.pages.page import Additions
from bot.ui.pages.replay import MakeFilm, OpenReplay, SaveGame, ShowPly
from bot.ui.router import handles
from bot.ui.showing import View, record_for_all, shows
from bot.ui.slots import CARD_NOTES, GAME_BUTTONS, look_back_buttons, view_buttons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Button, Page
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

Number = app_commands.Range[int, 0, 9999]


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut replay."""
    themes = [
        app_commands.Choice(name=localised(f"settings.theme.{theme}"), value=theme)
        for theme in app.pictures.themes
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
            record = await find_visible(app, interaction, game)
            if theme is None and since is None and until is None:
                await show_replay(app, interaction, record)
                return
            await show_film(
                app, interaction, record, theme=theme or "", first=since or 0, last=until
            )

    replay.autocomplete("game")(complete_game(app, over=True))
    return [replay]


def menus(app: App) -> list[app_commands.ContextMenu]:
    """Return the entry *Replay from here* of a message's menu."""

    @menu("replay")
    async def replay(interaction: Interaction, message: discord.Message) -> None:
        async with answering(app, interaction):
            record, ply = await shown_by(app, interaction, message)
            reader = await reader_of(app, interaction)
            await reply(app, interaction, await _step(app, interaction, record, reader, ply))

    return [replay]


@handles(OpenReplay)
async def replay(context: ButtonContext, press: OpenReplay) -> None:
    """Open a replay."""
    record = await visible(context.app, context.interaction, press.match)
    await show_replay(context.app, context.interaction, record)


async def show_replay(app: App, interaction: Interaction, record: Record) -> None:
    """Show the start of a finished game, or the current position of a running one."""
    reader = await reader_of(app, interaction)
    ply = 0 if record.match.verdict else len(record.match.plies)
    await reply(app, interaction, await _step(app, interaction, record, reader, ply))


async def _step(
    app: App, interaction: Interaction, record: Record, reader: Reader, ply: int
) -> Page:
    """Return the page of a position, with the features' buttons."""
    shown, more = await view_buttons(app, interaction), await look_back_buttons(app, record, reader)

    def buttons(words: Words) -> Sequence[Button]:
        press = pages.show_ply(record, reader, ply)
        others = app.features.buttons(GAME_BUTTONS, record, words) or more  # a review leads there
        return (*others, *shown(press, words))

    return pages.step(record, reader, ply, Additions(buttons=buttons))


async def _opponent(view: View, press: ShowPly) -> Player | None:
    """Return the one other person in the game, if there is only one."""
    record = await view.app.services.record(press.match)
    others = {*record.everyone} - {view.by, *NO_PERSONS}
    return others.pop() if len(others) == 1 else None


@shows(ShowPly, about=_opponent)
async def position_for_all(view: View, press: ShowPly) -> Page:
    """Return the page of a position for everyone in a channel, seen from the same side.

    Of a finished game, the last and the first are its card.
    """
    record, app = await record_for_all(view, press.match), view.app
    reader = seated(view.reader, press.near)
    if record.match.verdict is None or 0 < press.ply < len(record.match.plies):
        return pages.position(record, reader, press.ply)
    await learn_names(app, view.client, {*record.everyone} - NO_PERSONS)
    notes = await app.features.first(CARD_NOTES, app.services, record)
    return card.of_game(record, reader, app.drawn_names, notes or {})


@handles(ShowPly)
async def step(context: ButtonContext, press: ShowPly) -> None:
    """Show another position on the same message, seen from the same side."""
    record = await visible(context.app, context.interaction, press.match)
    reader = seated(await reader_of(context.app, context.interaction), press.near)
    page = await _step(context.app, context.interaction, record, reader, press.ply)
    await show(context.app, context.interaction, page)


@handles(SaveGame)
async def save(context: ButtonContext, press: SaveGame) -> None:
    """Send a game as a file."""
    record = await visible(context.app, context.interaction, press.match)
    await show_file(context.app, context.interaction, record)


@handles(MakeFilm)
async def film(context: ButtonContext, press: MakeFilm) -> None:
    """Make the animation, seen from the same side."""
    record = await visible(context.app, context.interaction, press.match)
    await show_film(context.app, context.interaction, record, near=press.near)


async def show_film(  # noqa: PLR0913  the options of an animation
    app: App,
    interaction: Interaction,
    record: Record,
    *,
    near: str = "",
    theme: str = "",
    first: int = 0,
    last: int | None = None,
) -> None:
    """Send an animation, which takes a moment; refuse a range without moves."""
    if not scenes.part(record, first, last):
        raise Refusal(No.NO_SUCH_MOVES, limit=len(record.match.plies))
    with app.pictures.films.one_of(interaction.user.id):
        await defer(interaction, thinking=True)
        reader = seated(await reader_of(app, interaction), near)
        if theme:
            reader = replace(reader, theme=theme)
        names = await players_in_file(app, interaction.client, record, reader.words)
        await reply(app, interaction, pages.film(record, reader, first, last, names))
