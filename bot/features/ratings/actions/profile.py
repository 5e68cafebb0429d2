"""A player's profile, at /tablut profile and by buttons. Changes nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import discord  # noqa: TC002  discord.py reads the annotation at run time

from bot.features.ratings.model import EVERYWHERE, family_of
from bot.features.ratings.pages import profile as pages
from bot.features.ratings.pages.standings import ShowProfile
from bot.features.ratings.profile import profile as profile_of
from bot.model.people import FORMER
from bot.service.refusals import No, Refusal
from bot.ui.actions.practice import profile_lines
from bot.ui.answers import answering, note_name, reader_of, show
from bot.ui.app import joined
from bot.ui.guests import place_of
from bot.ui.localised_commands import command
from bot.ui.pages.page import Additions
from bot.ui.router import handles
from bot.ui.showing import View, shows
from bot.ui.slots import PROFILE_LINES, view_buttons

if TYPE_CHECKING:
    from discord import app_commands

    from bot.features.ratings.model import Family
    from bot.model.people import Player
    from bot.ui.app import App, ButtonContext, Interaction, Lines
    from bot.ui.pages.page import Page


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut profile."""

    @command("profile", "player")
    async def profile(interaction: Interaction, player: discord.User | None = None) -> None:
        async with answering(app, interaction):
            if player:
                note_name(app, player)
            await show_profile(app, interaction, (player or interaction.user).id)

    return [profile]


@handles(ShowProfile)
async def profile(context: ButtonContext, press: ShowProfile) -> None:
    """Show the profile for another family of games."""
    await show_profile(context.app, context.interaction, press.player, press.family)


async def show_profile(
    app: App, interaction: Interaction, player: Player, family: Family | None = None
) -> None:
    """Show a player's profile on this server; in a DM, the user's own on all servers."""
    reader, by = await reader_of(app, interaction), interaction.user.id
    guild = place_of(interaction).guild
    seen = guild is not None or player == by
    scope = EVERYWHERE if guild is None else guild
    profile = await profile_of(app.services, player, by, scope, family) if seen else None
    if profile is None and player != by:
        await show(app, interaction, pages.none(player, reader))
        return
    shown = profile.rating.family if profile else None
    additions = Additions(await _achieved(app, player, shown))
    if profile is None:
        await show(app, interaction, pages.none(player, reader, additions))
        return
    buttons = await view_buttons(app, interaction)
    additions = replace(additions, buttons=partial(buttons, pages.show_profile(profile)))
    await show(app, interaction, pages.profile(profile, reader, app.services.now(), additions))


async def _achieved(app: App, player: Player, family: Family | None) -> Lines:
    """Return achievements without a rating: against the engine, and those that features add.

    `family`: the games that count against the engine; None: all.
    """

    def counts(rules: str) -> bool:
        return family in {None, family_of(rules)}

    against_engine = await profile_lines(app.services, player, counts)
    of_features = await app.features.lines(PROFILE_LINES, app.services, player)
    return joined([against_engine, of_features])


async def _player(_: View, press: ShowProfile) -> Player | None:
    return press.player


@shows(ShowProfile, about=_player)
async def profile_for_all(view: View, press: ShowProfile) -> Page:
    """Return a profile as any member of this server can see it; the user's own even if unlisted."""
    app, is_own = view.app, press.player == view.by
    guild, asker = view.place.guild, view.by if is_own else FORMER
    if guild is None and not is_own:
        raise Refusal(No.NOT_FOR_ALL)
    scope = EVERYWHERE if guild is None else guild
    profile = await profile_of(app.services, press.player, asker, scope, press.family)
    if profile is None:
        raise Refusal(No.NOT_FOR_ALL)
    additions = Additions(await _achieved(app, press.player, profile.rating.family))
    return pages.profile_for_all(profile, view.reader, app.services.now(), additions)
