"""/tablut club: what a server's people play together, and who may begin that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.model.club import MOST_BEGUN, MOST_OPEN
from bot.model.servers import Place
from bot.service.refusals import No, Refusal
from bot.service.settings import change_server, server_of
from bot.ui.answers import answering, reader_of, show
from bot.ui.guests import place_of
from bot.ui.localised_commands import command
from bot.ui.pages import club as pages
from bot.ui.pages.club import OFF, ON, ShowClub, ShowCupSettings
from bot.ui.pages.errors import refused
from bot.ui.pages.page import Button
from bot.ui.permissions import (
    managed_by,
    may_begin_cups,
    moderates,
    posting_channel,
)
from bot.ui.posting.cards import stands
from bot.ui.router import handles
from bot.ui.slots import CLUB_BLOCKS
from bot.ui.writable import channel_here, refuse_playing_in, refuse_unwritable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from discord import app_commands

    from bot.model.club import Competition
    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.model.servers import Guild
    from bot.service.refusals import AnyNo
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.buttons import Press
    from bot.ui.words import Words


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut club."""

    @command("club")
    async def club(interaction: Interaction) -> None:
        async with answering(app, interaction):
            await show_club(app, interaction)

    return [club]


@handles(ShowClub)
async def open_club(context: ButtonContext, _: ShowClub) -> None:
    """Show the club."""
    await show_club(context.app, context.interaction)


async def show_club(app: App, interaction: Interaction) -> None:
    """Show what there is in it for the user."""
    reader = await reader_of(app, interaction)
    blocks = await app.features.blocks(CLUB_BLOCKS, app, interaction, reader)
    await show(app, interaction, pages.club(blocks, reader))


@handles(ShowCupSettings)
async def cup_settings(context: ButtonContext, press: ShowCupSettings) -> None:
    """Show who may begin cups; with a value, change it."""
    app, interaction = context.app, context.interaction
    guild = managed_by(interaction)
    if press.value in {ON, OFF}:
        anyone = press.value == ON
        await change_server(
            *(app.services, guild, context.by), lambda server: replace(server, cups_for_all=anyone)
        )
    server = await server_of(app.services, place_of(interaction))
    await show(app, interaction, pages.settings(server, await reader_of(app, interaction)))


# What the actions of features have in common


async def server_of_beginner(app: App, interaction: Interaction) -> Guild:
    """The server; refused where the user may not begin competitions in it."""
    server = await server_of(app.services, place_of(interaction))
    if not may_begin_cups(interaction, server):
        raise Refusal(No.MAY_NOT_BEGIN_CUPS)
    return server


def keeps_order(interaction: Interaction, competition: Competition) -> bool:
    """Whether the user may begin, call off or show it anew: its maker, and moderators."""
    is_here = interaction.guild_id == competition.guild
    return is_here and (interaction.user.id == competition.by or moderates(interaction))


def refuse_disorder(interaction: Interaction, competition: Competition) -> None:
    """Refuse who does not keep it in order."""
    if not keeps_order(interaction, competition):
        raise Refusal(No.NOT_YOUR_CUP)


async def chosen_channel(context: ButtonContext) -> tuple[str, ...]:
    """The channel that a menu was answered with, where we and the user may write; or nothing."""
    channel = posting_channel(context.interaction, context.chosen)
    if channel is None:
        return ()
    await refuse_unwritable(context.interaction, Place(context.interaction.guild_id, channel))
    return (str(channel),)


async def card_channel(
    interaction: Interaction, server: Guild, draft: Competition, none: AnyNo
) -> int:
    """Where the card of a draft comes that is opened; refused where that, or its games, may not be.

    `none`: what is said of the draft of another server.
    """
    if draft.guild != server.id:
        raise Refusal(none)
    if not draft.channel:
        raise Refusal(No.NO_CHANNEL_FOR_CUP)
    card_in = first_there(interaction, server.news, draft.channel)
    posting_channel(interaction, (str(draft.channel), str(card_in)))
    await refuse_playing_in(interaction, server, Place(server.id, draft.channel))
    return card_in


async def show_unfit(context: ButtonContext, refusal: Refusal, fill_in: Press) -> None:
    """Say why what was filled in may not be so, with the way back to it."""
    words = (await reader_of(context.app, context.interaction)).words
    page = pages.unfit(refused(refusal, words), fill_in, words)
    await show(context.app, context.interaction, page)


async def has_blocked(app: App, player: Player, others: Iterable[Player]) -> bool:
    """Whether a person has blocked one of these."""
    blocks = await app.services.store.people.blocked_by(player)
    return not {block.player for block in blocks}.isdisjoint(others)


def first_there(interaction: Interaction, *channels: int | None) -> int:
    """The first of these channels that is still there; 0 where none is."""
    guild = interaction.guild
    there = (channel for channel in channels if channel and guild and guild.get_channel(channel))
    return next(there, 0)


def most_begun(interaction: Interaction) -> int:
    """How many of a kind the user may have begun here at a time."""
    return MOST_OPEN if moderates(interaction) else MOST_BEGUN


async def running_by_number(app: App, player: Player) -> Mapping[int, Listing]:
    """The games that a person plays now, by their numbers."""
    running = await app.services.store.matches.running(player)
    return {listing.id: listing for listing in running}


async def post_card(
    context: ButtonContext,
    competition: Competition,
    post_in: Callable[[int], Awaitable[None]],
    title: Callable[[Words], str],
    shows: Press,
) -> None:
    """Post a card anew, where it is gone; else say where it is. `shows`: the way to the same.

    Where its channel is gone, it comes into that for news, or into that of its games, or here.
    """
    app, interaction = context.app, context.interaction
    server = await server_of(app.services, place_of(interaction))
    channels = competition.card_in, server.news, competition.channel, channel_here(interaction)
    card_in = first_there(interaction, *channels)
    posting_channel(interaction, (str(card_in),))
    words = (await reader_of(app, interaction)).words
    if await stands(interaction, competition):
        await show(app, interaction, pages.card_is_there(competition, words))
        return
    if card_in != server.news:
        await refuse_unwritable(interaction, Place(server.id, card_in))
    await post_in(card_in)
    page = pages.card_is_posted(title(words), Button(words("club.show"), shows), words)
    await show(app, interaction, page)
