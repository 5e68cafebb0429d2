"""The buttons of vote games: voting, the panel of all moves, starting a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.features.vote_games import cases, pages
from bot.features.vote_games.pages import (
    BeginVoteGame,
    CastVote,
    ChangeVoteGame,
    ChooseVote,
    NewVoteGame,
    OpenBallot,
    ResumeVoteGame,
    Setting,
    StepBack,
)
from bot.features.vote_games.refusals import VoteGameNo
from bot.service import settings
from bot.service.due_in_features import at_once
from bot.service.lookup import readable_record
from bot.service.refusals import No, Refusal
from bot.service.usual import usual_rules_and_games
from bot.ui.actions.challenge import post_challenge
from bot.ui.actions.hub import show_hub
from bot.ui.answers import reader_of, show
from bot.ui.pages.challenge import named_side
from bot.ui.pages.hub import HubPart
from bot.ui.permissions import refuse_threadless
from bot.ui.router import handles
from bot.ui.threads import can_open_thread, parent_of
from bot.ui.writable import place_here

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.servers import Server, WritablePlace
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.reader import Reader

_LEVEL = 3  # the default difficulty of the bot


# Voting


@handles(CastVote)
async def vote(context: ButtonContext, press: CastVote) -> None:
    """Vote for a move. If that was the last vote needed, the channel moves at once."""
    app, channel = context.app, context.interaction.channel_id or 0
    record, ballot = await cases.vote(
        app.services, press.match, context.by, channel, press.round, press.path
    )
    reader = await reader_of(app, context.interaction)
    await show(app, context.interaction, pages.voted(ballot, record, press.path, reader))
    await at_once(cases.process_due(app.services, press.match))


@handles(OpenBallot)
async def open_ballot(context: ButtonContext, press: OpenBallot) -> None:
    """Show all moves of the newest round, even from an old board."""
    await _show_panel(context, press.match)


@handles(ChooseVote, StepBack)
async def choose(context: ButtonContext, press: ChooseVote | StepBack) -> None:
    """Show the panel after another point of the move was chosen or undone."""
    await _show_panel(context, press.match, press.round, press.path)


async def _show_panel(
    context: ButtonContext, number: int, seen_round: int | None = None, path: tuple[str, ...] = ()
) -> None:
    """Show the panel for choosing a move to vote for, after these points."""
    app, channel = context.app, context.interaction.channel_id or 0
    record, ballot = await cases.ballot_in(app.services, number, channel)
    cases.voting_side(record, ballot, context.by, seen_round)
    reader = await reader_of(app, context.interaction)
    await show(app, context.interaction, pages.ballot_panel(ballot, record, reader, path))


# A new game


@handles(NewVoteGame)
async def new(context: ButtonContext, _: NewVoteGame) -> None:
    """Show the page that sets up a vote game, with the server's usual settings."""
    place, server = await _place_here(context.app, context.interaction)
    await cases.refuse_second(context.app.services, place, context.by)
    rules = usual_rules_and_games(await context.app.services.leans(server.id), server).rules
    asked = BeginVoteGame(None, _LEVEL, rules, "")
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.new(asked, reader))


async def _place_here(app: App, interaction: Interaction) -> tuple[WritablePlace, Server]:
    """Return this channel and its server's settings; refuse if no vote game can start here."""
    here = await place_here(app, interaction)
    refuse_threadless(interaction)
    if not can_open_thread(interaction):
        raise Refusal(VoteGameNo.NO_VOTES_HERE)
    return here


@handles(ChangeVoteGame)
async def change(context: ButtonContext, press: ChangeVoteGame) -> None:
    """Change one setting of a new game."""
    asked = pages.changed(press, context.chosen[0] if context.chosen else "")
    if press.setting is Setting.OPPONENT:
        asked = replace(asked, opponent=_opponent(context))
    reader = await reader_of(context.app, context.interaction)
    await show(context.app, context.interaction, pages.new(asked, reader))


def _opponent(context: ButtonContext) -> Player | None:
    """Return the person chosen in the menu; None for the bot itself. Refuse other bots."""
    user = context.chosen_user
    if user is None or user == context.interaction.application_id:
        return None
    if context.is_bot(user):
        raise Refusal(No.A_BOT)
    return user


@handles(BeginVoteGame)
async def begin(context: ButtonContext, press: BeginVoteGame) -> None:
    """Post the channel's challenge; the bot accepts a challenge to itself at once."""
    app, interaction = context.app, context.interaction
    place, server = await _place_here(app, interaction)
    challenge, post = await cases.propose(
        app.services,
        place,
        context.by,
        press.opponent,
        rules=press.rules,
        side=named_side(press.side),
        level=press.level,
        pace=settings.chosen_pace(server),
    )
    await post_challenge(app, interaction, challenge, post)
    await at_once(cases.accept_for_bot(app.services))


# In the hub


async def hub_part(app: App, interaction: Interaction, reader: Reader) -> HubPart:
    """Return this server's readable vote games, this channel's first, and the button for another.

    Pressing that says if this channel has one already.
    """
    guild = interaction.guild_id
    if guild is None or not interaction.is_guild_integration():
        return HubPart()
    live = await cases.tables(app.services).live_in(guild)
    here = parent_of(interaction) or interaction.channel_id
    games: dict[int, Record] = {}
    for game in sorted(live, key=lambda game: game.channel != here):
        if record := await readable_record(app.services, game.match):
            games[game.channel] = record
    in_thread = isinstance(interaction.channel, discord.Thread)
    return pages.hub(games, reader.words, None if in_thread else here)


@handles(ResumeVoteGame)
async def resume(context: ButtonContext, press: ResumeVoteGame) -> None:
    """Resume this channel's paused game, and show the hub again, which links to its board."""
    place, _ = await _place_here(context.app, context.interaction)
    await cases.resume(context.app.services, press.match, context.by, place)
    await show_hub(context.app, context.interaction)
