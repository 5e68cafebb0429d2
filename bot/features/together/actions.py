"""The buttons of games with partners: the form of a new game, the game's announcement, a rematch.

Invariant: a game is shown and changed only in its own server, and cancelled only by its maker or a
moderator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.together import cases, pages
from bot.features.together.pages import (
    AnnounceFoursomeAgain,
    AskForFour,
    ChangeFoursome,
    JoinFoursome,
    LeaveFoursome,
    NewFoursome,
    RematchOfFour,
    ShowFoursome,
    WithdrawFoursome,
)
from bot.features.together.refusals import TogetherNo
from bot.service.practice import last_choice
from bot.service.refusals import Refusal
from bot.service.usual import usual_rule_set
from bot.ui.answers import reader_of, show
from bot.ui.guests import is_guest
from bot.ui.pages.hub import HubPart, announced_again, announcement_is_there
from bot.ui.pages.page import Button
from bot.ui.permissions import moderates, posting_channel
from bot.ui.posting.announcements import is_still_there
from bot.ui.router import handles
from bot.ui.writable import access_to, channel_here, place_here, refuse_unwritable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.together.model import Lobby
    from bot.model.people import Player
    from bot.model.servers import Server, WritablePlace
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_DAYS = 3  # days per move, by default


async def hub_part(app: App, interaction: Interaction, reader: Reader) -> HubPart:
    """Return this server's games that people can join, and the button to start another."""
    if interaction.guild_id is None or not interaction.is_guild_integration():
        return HubPart()
    lobbies = await cases.open_in(app.services, interaction.guild_id)
    return pages.hub(lobbies, reader.words, may_begin=bool(channel_here(interaction)))


def person_buttons(interaction: Interaction, other: Player, words: Words) -> Sequence[Button]:
    """Return *Play together* with a person of this server."""
    if is_guest(interaction) or not channel_here(interaction):
        return ()
    return (pages.new_button(words, other),)


# A new game


@handles(NewFoursome)
async def new(context: ButtonContext, press: NewFoursome) -> None:
    """Set up a new game, with the server's usual rules and the user's last level."""
    services = context.app.services
    server = (await _place_here(context.app, context.interaction))[1]
    level = (await last_choice(services, context.by)).level if services.plays else 0
    asked = AskForFour(usual_rule_set(server), _DAYS, level=level, invited=press.invited)
    await _show_form(context, asked)


async def _show_form(context: ButtonContext, asked: AskForFour) -> None:
    reader = await reader_of(context.app, context.interaction)
    page = pages.new(asked, reader, plays=context.app.services.plays)
    await show(context.app, context.interaction, page)


async def _place_here(app: App, interaction: Interaction) -> tuple[WritablePlace, Server]:
    """Return this channel and its server's settings; refuse if no such game can start here."""
    here = await place_here(app, interaction)
    if is_guest(interaction) or not channel_here(interaction):
        raise Refusal(TogetherNo.NO_FOURSOME_HERE)
    return here


@handles(ChangeFoursome)
async def change(context: ButtonContext, press: ChangeFoursome) -> None:
    """Change one setting of a new game."""
    asked = pages.changed(press, context.chosen[0] if context.chosen else "")
    await _show_form(context, asked)


@handles(AskForFour)
async def ask(context: ButtonContext, press: AskForFour) -> None:
    """Post a game's announcement; its maker has the first seat."""
    app, interaction = context.app, context.interaction
    place, _ = await _place_here(app, interaction)
    lobby = await cases.ask(
        app.services,
        place,
        context.by,
        rules=press.rules,
        days=press.days,
        side=press.side,
        level=press.level,
        invited=press.invited,
    )
    await _tell(context, "asked", lobby)


@handles(RematchOfFour)
async def rematch(context: ButtonContext, press: RematchOfFour) -> None:
    """Ask the same people for a rematch, or take the user's seat if another of them has asked."""
    services, interaction = context.app.services, context.interaction
    access = await access_to(interaction, (await services.record(press.match)).place)
    lobby = await cases.rematch(services, press.match, context.by, access)
    await _tell(context, "rematch", lobby)


async def _tell(context: ButtonContext, key: str, lobby: Lobby) -> None:
    words = (await reader_of(context.app, context.interaction)).words
    await show(context.app, context.interaction, pages.done(key, lobby, words))


# The announcement


@handles(JoinFoursome)
async def join(context: ButtonContext, press: JoinFoursome) -> None:
    """Take a seat; the last player starts the game."""
    services, guild = context.app.services, context.interaction.guild_id
    lobby, is_short = await cases.join_foursome(
        services, press.foursome, guild, context.by, press.side
    )
    await _tell(context, "joined-short" if is_short else "joined", lobby)


@handles(LeaveFoursome)
async def leave(context: ButtonContext, press: LeaveFoursome) -> None:
    """Give up the user's seat."""
    services, guild = context.app.services, context.interaction.guild_id
    lobby = await cases.leave_foursome(services, press.foursome, guild, context.by)
    await _tell(context, "left", lobby)


@handles(ShowFoursome)
async def show_foursome(context: ButtonContext, press: ShowFoursome) -> None:
    """Show a game with partners to the user."""
    app, interaction = context.app, context.interaction
    lobby = await cases.lobby_of(app.services, press.foursome, interaction.guild_id)
    reader, manages = await reader_of(app, interaction), _may_manage(interaction, lobby)
    game = await cases.game_of(app.services, lobby)
    await show(app, interaction, pages.own(lobby, reader, game, may_manage=manages))


def _may_manage(interaction: Interaction, lobby: Lobby) -> bool:
    return interaction.user.id == lobby.foursome.by or moderates(interaction)


async def _lobby_to_manage(context: ButtonContext, number: int) -> Lobby:
    """Return a foursome; refuse if the user can't manage it."""
    guild = context.interaction.guild_id
    lobby = await cases.lobby_of(context.app.services, number, guild)
    if not _may_manage(context.interaction, lobby):
        raise Refusal(TogetherNo.NOT_YOUR_FOURSOME)
    return lobby


@handles(WithdrawFoursome)
async def withdraw(context: ButtonContext, press: WithdrawFoursome) -> None:
    """Cancel a game with partners."""
    await _lobby_to_manage(context, press.foursome)
    services, guild = context.app.services, context.interaction.guild_id
    await _tell(context, "withdrawn", await cases.withdraw(services, press.foursome, guild))


@handles(AnnounceFoursomeAgain)
async def post_card(context: ButtonContext, press: AnnounceFoursomeAgain) -> None:
    """Repost a deleted announcement; if it still exists, say where."""
    app, interaction = context.app, context.interaction
    foursome = (await _lobby_to_manage(context, press.foursome)).foursome
    posting_channel(interaction, (str(foursome.channel),))
    words = (await reader_of(app, interaction)).words
    if await is_still_there(interaction, foursome):
        await show(app, interaction, announcement_is_there(foursome, words))
        return
    await refuse_unwritable(interaction, foursome.announcement_place)
    await cases.announce_again(app.services, foursome)
    button = Button(words("hub.show"), ShowFoursome(foursome.id))
    await show(app, interaction, announced_again(pages.title(foursome, words), button, words))
