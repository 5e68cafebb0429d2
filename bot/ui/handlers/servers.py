"""What a server likes, for those who manage it; and the questions of those who keep order there.

Law: whoever presses is asked for his rights again; that he was shown the button says nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service import moderation as cases
from bot.ui.allowed import managed_by, moderated_by
from bot.ui.answers import confirm, reader_of, reply, show
from bot.ui.pages import errors, moderation
from bot.ui.pages import server_settings as pages

if TYPE_CHECKING:
    from bot.ui.answers import Interaction
    from bot.ui.app import App
    from bot.ui.router import Touch


async def server(touch: Touch) -> None:
    """A page of the server's settings."""
    managed_by(touch.interaction)
    await _show(touch, touch.press.page)


async def set_server(touch: Touch) -> None:
    """One of them changed; a menu names its values itself."""
    app, press = touch.app, touch.press
    store, number = app.house.store, managed_by(touch.interaction)
    values = touch.chosen or ((press.code,) if press.code else ())
    guild = await store.guild(number)
    await store.keep_guild(pages.changed(guild, press.of, values, app.pictures.themes))
    await _show(touch, pages.page_of(press.of))


async def _show(touch: Touch, page: int) -> None:
    app, interaction = touch.app, touch.interaction
    guild = await app.house.store.guild(managed_by(interaction))
    if there := interaction.guild:  # Discord may refuse a menu with channels that are gone
        channels = tuple(each for each in guild.channels if there.get_channel(each))
        guild = replace(guild, channels=channels)
    who = await reader_of(app, interaction)
    limits = app.house.limits
    await show(app, interaction, pages.server(guild, who, app.pictures.themes, limits, page))


async def ask_to_stop(app: App, interaction: Interaction, number: int) -> None:
    """The question, with its two buttons."""
    record = await cases.running(app.house, moderated_by(interaction), number)
    who = await reader_of(app, interaction)
    await reply(app, interaction, moderation.stopping(record, who))


async def stop(touch: Touch) -> None:
    """End the game."""
    app, interaction = touch.app, touch.interaction
    record = await cases.stop(app.house, moderated_by(interaction), touch.press.number)
    who = await reader_of(app, interaction)
    await confirm(app, interaction, who, record, who.words("mod.stopped", number=record.id))


async def stop_not(touch: Touch) -> None:
    """Never mind."""
    who = await reader_of(touch.app, touch.interaction)
    await show(touch.app, touch.interaction, errors.page(who.words("mod.kept")))


async def barred(touch: Touch) -> None:
    """Another page of who is barred."""
    await show_barred(touch.app, touch.interaction, touch.press.page)


async def show_barred(app: App, interaction: Interaction, page: int = 0) -> None:
    """Who is barred in this server."""
    players = await app.house.store.barred(moderated_by(interaction))
    who = await reader_of(app, interaction)
    await show(app, interaction, moderation.barred(players, who, page))
