"""The buttons of announcements and of the hub, and the form of a new tournament.

Invariant: every press checks whether the user can start or manage tournaments. A tournament is
shown and changed only in its own server.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.tournaments import cases, reminding
from bot.features.tournaments.forms import form_of
from bot.features.tournaments.forms.league import LEAGUE
from bot.features.tournaments.model import MOST_BEGUN, Setting, Status
from bot.features.tournaments.pages import announcement as pages
from bot.features.tournaments.pages import draft as draft_pages
from bot.features.tournaments.pages import hub as hub_pages
from bot.features.tournaments.pages import sheets
from bot.features.tournaments.pages.announcement import (
    AnnounceAgain,
    BeginNow,
    CallOff,
    ComeBack,
    ConfirmCallingOff,
    ConfirmLeaving,
    Join,
    Leave,
    PlayAgain,
    Remind,
    RepeatNoMore,
    ShowOwnGames,
    ShowRound,
    ShowTournament,
)
from bot.features.tournaments.pages.draft import (
    ChangeTournament,
    DiscardTournament,
    FillIn,
    OpenTournament,
    ShowChanges,
    ShowDraft,
    SubmitTournament,
)
from bot.features.tournaments.pages.hub import Hub, JoinLeague, NewTournament
from bot.features.tournaments.refusals import TournamentNo
from bot.model.joinable import MOST_OPEN
from bot.model.servers import Place
from bot.service.refusals import Refusal
from bot.service.settings import server_of
from bot.service.usual import usual_games
from bot.ui.actions.hub import show_hub
from bot.ui.answers import learn_names, reader_here, reader_of, show, update
from bot.ui.components import modal
from bot.ui.guests import place_of
from bot.ui.pages import naming
from bot.ui.pages.errors import refused
from bot.ui.pages.hub import HubPart, announced_again, announcement_is_there
from bot.ui.pages.page import Button, clamped, text_page
from bot.ui.permissions import (
    may_start_tournaments,
    moderates,
    posting_channel,
)
from bot.ui.posting.announcements import is_still_there
from bot.ui.router import handles
from bot.ui.writable import channel_here, refuse_playing_in, refuse_unwritable
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Tournament
    from bot.model.matches import Listing
    from bot.model.people import Player
    from bot.model.servers import Server
    from bot.service.services import Services
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader

_PAST = 10  # finished tournaments with a way from the hub


async def hub_part(app: App, interaction: Interaction, reader: Reader) -> HubPart:
    """Return the tournaments for a server's hub."""
    tables, by = cases.tables(app.services), interaction.user.id
    guild = place_of(interaction).guild or 0
    server = await server_of(app.services, place_of(interaction))
    here = await cases.live_in(app.services, guild)

    async def states(tournaments: Sequence[Tournament]) -> list[State]:
        read = [await tables.state(tournament.id) for tournament in tournaments]
        return [state for state in read if state]

    shown = Hub(
        mine=await states(await tables.live_of(by)),
        here=here,
        over=await states(await tables.over_in(guild, _PAST)),
        now=app.services.now(),
        running=await _running(app, by),
        may_begin=may_start_tournaments(interaction, server),
        may_join_league=_may_join_league(interaction, server, here),
    )
    return hub_pages.hub(shown, reader)


async def _running(app: App, player: Player) -> Mapping[int, Listing]:
    """Return the games in progress of a person, by number."""
    running = await app.services.store.matches.running(player)
    return {listing.id: listing for listing in running}


def _may_join_league(interaction: Interaction, server: Server, here: Sequence[State]) -> bool:
    """Whether the server has leagues, and the user isn't in the one of those `here`."""
    league = next((state for state in here if state.tournament.form == LEAGUE), None)
    if league is None:
        return _can_open_league(interaction, server)
    seat = league.seat_of(interaction.user.id)
    return cases.has_league(server) and (seat is None or league.has_left(seat))


def _can_open_league(interaction: Interaction, server: Server) -> bool:
    """Whether the server has leagues, and a channel for the next one's announcement."""
    return cases.has_league(server) and _first_existing(interaction, server.news) > 0


def _first_existing(interaction: Interaction, *channels: int | None) -> int:
    """Return the first of these channels that still exists; 0 if none does."""
    guild = interaction.guild
    there = (channel for channel in channels if channel and guild and guild.get_channel(channel))
    return next(there, 0)


# Permissions


async def _server_to_start_in(app: App, interaction: Interaction) -> Server:
    """Return the server; refuse users who can't start tournaments in it."""
    server = await server_of(app.services, place_of(interaction))
    if not may_start_tournaments(interaction, server):
        raise Refusal(TournamentNo.MAY_NOT_START_TOURNAMENTS)
    return server


def _most_open(interaction: Interaction) -> int:
    """Return how many tournaments the user can have in a server at a time."""
    return MOST_OPEN if moderates(interaction) else MOST_BEGUN


def _may_manage(interaction: Interaction, tournament: Tournament) -> bool:
    """Whether the user is this tournament's maker or a moderator, in its server."""
    is_here = interaction.guild_id == tournament.guild
    return is_here and (interaction.user.id == tournament.by or moderates(interaction))


async def _tournament_to_manage(context: ButtonContext, number: int) -> State:
    """Return the tournament; refuse users who can't manage it."""
    state = await cases.state_of(context.app.services, number, context.interaction.guild_id)
    if not _may_manage(context.interaction, state.tournament):
        raise Refusal(TournamentNo.NOT_YOUR_TOURNAMENT)
    return state


async def _state(context: ButtonContext, number: int) -> State:
    """Return a tournament of this server, or one that the user is in; otherwise refuse."""
    services, guild = context.app.services, context.interaction.guild_id
    return await cases.state_of(services, number, guild, context.by)


# A new tournament


@handles(NewTournament)
async def new_tournament(context: ButtonContext, press: NewTournament) -> None:
    """Open the form for a new tournament."""
    services, interaction = context.app.services, context.interaction
    server = await _server_to_start_in(context.app, interaction)
    await cases.refuse_more(services, server.id, context.by, _most_open(interaction))
    draft = await cases.usual_tournament(services, server, context.by, press.form)
    await _send_form(context, draft)


@handles(PlayAgain)
async def play_again(context: ButtonContext, press: PlayAgain) -> None:
    """Show a draft of the same tournament again."""
    services, interaction = context.app.services, context.interaction
    server = await _server_to_start_in(context.app, interaction)
    await cases.refuse_more(services, server.id, context.by, _most_open(interaction))
    draft = await cases.play_again(services, press.tournament, server.id, context.by)
    await _show_draft(context, draft)


async def _send_form(context: ButtonContext, draft: Tournament) -> None:
    asked = draft_pages.modal(draft, await reader_of(context.app, context.interaction))
    await context.interaction.response.send_modal(modal(asked))


@handles(FillIn)
async def fill_in(context: ButtonContext, press: FillIn) -> None:
    """Ask the questions for a draft again."""
    await _send_form(
        context, await cases.draft_of(context.app.services, press.tournament, context.by)
    )


@handles(SubmitTournament)
async def submit(context: ButtonContext, press: SubmitTournament) -> None:
    """Show the draft; if it isn't valid, say why and keep the answers."""
    app, interaction, by = context.app, context.interaction, context.by
    server = await _server_to_start_in(app, interaction)
    here = channel_here(interaction)
    before = await cases.usual_tournament(app.services, server, by, press.form, here)
    if press.tournament:
        before = await cases.draft_of(app.services, press.tournament, by)
    filled = partial(draft_pages.filled, answers=context.filled)
    draft, refusal = await cases.fill_draft(app.services, before, by, filled)
    if not refusal:
        await _show_draft(context, draft)
        return
    words = (await reader_of(app, interaction)).words
    await show(app, interaction, draft_pages.unfit(refused(refusal, words), draft, words))


async def _show_draft(context: ButtonContext, draft: Tournament) -> None:
    """Show a draft to its maker."""
    app, interaction = context.app, context.interaction
    now = app.services.now()
    starts = form_of(draft).closes(draft, now)
    later = starts if starts > now + draft.signup_days * DAY else None
    await show(app, interaction, draft_pages.draft(draft, await reader_of(app, interaction), later))


@handles(ShowDraft)
async def show_draft(context: ButtonContext, press: ShowDraft) -> None:
    """Show a draft again."""
    services = context.app.services
    await _show_draft(context, await cases.draft_of(services, press.tournament, context.by))


@handles(ShowChanges)
async def show_changes(context: ButtonContext, press: ShowChanges) -> None:
    """Show what can be changed of a draft."""
    draft = await cases.draft_of(context.app.services, press.tournament, context.by)
    await _show_changes(context, press, draft)


async def _show_changes(context: ButtonContext, press: ShowChanges, draft: Tournament) -> None:
    app, interaction = context.app, context.interaction
    server = await server_of(app.services, place_of(interaction))
    may_be_one = usual_games(await app.services.leans(server.id), draft.rules) == 1
    announced_in = _first_existing(interaction, server.news, draft.channel)
    in_thread = form_of(draft).has_thread(replace(draft, announced_in=announced_in))
    wall = None if in_thread else server.wall
    reader = await reader_of(app, interaction)
    page = draft_pages.changes(press, draft, reader, may_be_one=may_be_one, wall=wall)
    await show(app, interaction, page)


@handles(ChangeTournament)
async def change_draft(context: ButtonContext, press: ChangeTournament) -> None:
    """Change a draft, by a button or a menu."""
    value = next(iter(context.chosen), press.value)
    if press.setting is Setting.CHANNEL:
        channel = posting_channel(context.interaction, context.chosen)
        if channel is not None:
            here = Place(context.interaction.guild_id, channel)
            await refuse_unwritable(context.interaction, here)
        value = str(channel or 0)
    draft = await cases.change_draft(
        *(context.app.services, press.tournament, context.by),
        lambda draft: draft_pages.changed(draft, press.setting, value),
    )
    page = draft_pages.page_of(draft, press.setting)
    await _show_changes(context, ShowChanges(draft.id, page), draft)


@handles(DiscardTournament)
async def discard(context: ButtonContext, press: DiscardTournament) -> None:
    """Delete a draft."""
    await cases.discard(context.app.services, press.tournament, context.by)
    await show_hub(context.app, context.interaction)


@handles(OpenTournament)
async def open_tournament(context: ButtonContext, press: OpenTournament) -> None:
    """Announce a tournament, so that people can join; a second press changes nothing."""
    app, interaction = context.app, context.interaction
    server = await _server_to_start_in(app, interaction)
    draft = await cases.draft_or_open(app.services, press.tournament, context.by)
    if draft.guild != server.id:
        raise Refusal(TournamentNo.NO_SUCH_TOURNAMENT)
    if not draft.channel:
        raise Refusal(TournamentNo.NO_CHANNEL_FOR_IT)
    announced_in = _first_existing(interaction, server.news, draft.channel)
    posting_channel(interaction, (str(draft.channel), str(announced_in)))
    await refuse_playing_in(interaction, server, Place(server.id, draft.channel))
    most = _most_open(interaction)
    await cases.open_draft(app.services, draft.id, context.by, announced_in, most)
    await _tell(context, "opened", await cases.state_of(app.services, draft.id, server.id))


# Taking part


@handles(Join)
async def join(context: ButtonContext, press: Join) -> None:
    """Join a tournament."""
    services, guild = context.app.services, context.interaction.guild_id
    joined = await cases.join(services, press.tournament, guild, context.by, press.pool)
    await _tell_joined(context, joined)


@handles(JoinLeague)
async def join_league(context: ButtonContext, _: JoinLeague) -> None:
    """Join the server's league."""
    app, guild = context.app, context.interaction.guild_id
    if guild and await cases.tables(app.services).league_in(guild) is None:
        server = await server_of(app.services, place_of(context.interaction))
        if not _can_open_league(context.interaction, server):
            raise Refusal(TournamentNo.NO_LEAGUE)
        posting_channel(context.interaction, (str(server.news),))
    name = (await reader_here(app, context.interaction)).words("league.name")
    await _tell_joined(context, await cases.join_league(app.services, guild, context.by, name))


async def _tell_joined(context: ButtonContext, state: State) -> None:
    """Say that a player has joined or is back, and whether they may meet someone they blocked."""
    own = state.entry[state.seat_of(context.by) or 0]
    met = [e.player for e in state.entries if not e.left and state.form.may_meet(own, e)]
    blocks = await context.app.services.store.people.blocked_by(context.by)
    blocked = not {block.player for block in blocks}.isdisjoint(met)
    key = "joined" if own.back is None else "back"
    await _tell(context, key, state, blocked=blocked)


async def _tell(context: ButtonContext, key: str, state: State, *, blocked: bool = False) -> None:
    """Say privately what was done."""
    words = (await reader_of(context.app, context.interaction)).words
    await show(context.app, context.interaction, pages.done(key, state, words, blocked=blocked))


@handles(Leave)
async def leave(context: ButtonContext, press: Leave) -> None:
    """Leave a tournament; if it has started, ask first."""
    app, interaction = context.app, context.interaction
    state = await _state(context, press.tournament)
    running = state.tournament.status is Status.RUNNING
    if running and state.may_leave(state.seat_of(context.by)):
        words = (await reader_of(app, interaction)).words
        await show(app, interaction, pages.leaving(state, words))
        return
    guild = interaction.guild_id
    await _tell(
        context, "left", await cases.leave(app.services, press.tournament, guild, context.by)
    )


@handles(ConfirmLeaving)
async def confirm_leaving(context: ButtonContext, press: ConfirmLeaving) -> None:
    """Leave a tournament that is in progress."""
    services, guild = context.app.services, context.interaction.guild_id
    await _tell(context, "left", await cases.leave(services, press.tournament, guild, context.by))


@handles(ComeBack)
async def come_back(context: ButtonContext, press: ComeBack) -> None:
    """Return to a league after sitting out."""
    services, guild = context.app.services, context.interaction.guild_id
    state = await cases.come_back(services, press.tournament, guild, context.by)
    await _tell(context, "back", state)


@handles(ShowTournament)
async def show_tournament(context: ButtonContext, press: ShowTournament) -> None:
    """Show a sheet of a tournament; when missing names for its picture are known, update it."""
    app, interaction = context.app, context.interaction
    state = await _state(context, press.tournament)
    reader, manages = await reader_of(app, interaction), _may_manage(interaction, state.tournament)
    now = await cases.now_in(app.services, state)

    def page() -> Page:
        return pages.own(state, reader, app.drawn_names, press.sheet, now, may_manage=manages)

    await show(app, interaction, page())
    if state.pairings:
        all_sheets = state.form.sheets(state)
        shown = sheets.players_on(state, all_sheets[clamped(press.sheet, len(all_sheets))])
        if await learn_names(app, interaction.client, shown):
            await update(app, interaction, page())


@handles(ShowRound)
async def show_round(context: ButtonContext, press: ShowRound) -> None:
    """Show the current pairings."""
    app = context.app
    state = await _state(context, press.tournament)
    now = await cases.now_in(app.services, state)
    reader = await reader_of(app, context.interaction)
    manages = _may_manage(context.interaction, state.tournament)
    late = await reminding.late_players(app.services, state, now, context.by, manages=manages)
    page = pages.this_round(state, now, reader, press.sheet, may_remind=bool(late))
    await show(app, context.interaction, page)


@handles(Remind)
async def remind(context: ButtonContext, press: Remind) -> None:
    """Remind those that the user's pairing waits for, or as a manager all who are late."""
    services, guild = context.app.services, context.interaction.guild_id
    state = await _state(context, press.tournament)
    manages = _may_manage(context.interaction, state.tournament)
    players = await reminding.remind(services, press.tournament, guild, context.by, manages=manages)
    words = (await reader_of(context.app, context.interaction)).words
    people = words.join([naming.person(player) for player in players])
    page = text_page(words("tournament.reminded", people=people))
    await show(context.app, context.interaction, page)


@handles(ShowOwnGames)
async def own_games(context: ButtonContext, press: ShowOwnGames) -> None:
    """Show the user's pairings."""
    app, interaction = context.app, context.interaction
    state = await _state(context, press.tournament)
    if state.seat_of(context.by) is None:
        raise Refusal(TournamentNo.NOT_IN_TOURNAMENT)
    running = await _running(app, context.by)
    reader = await reader_of(app, interaction)
    now = await cases.now_in(app.services, state)
    late = await reminding.late_players(app.services, state, now, context.by, manages=False)
    page = hub_pages.own_games(state, running, reader, may_remind=bool(late))
    await show(app, interaction, page)


# Managed by the maker and moderators


async def _manage(
    context: ButtonContext,
    number: int,
    key: str,
    case: Callable[[Services, int, int], Awaitable[State]],
) -> None:
    """Do something that only a tournament's maker and moderators can, and say so."""
    guild = (await _tournament_to_manage(context, number)).tournament.guild
    await _tell(context, key, await case(context.app.services, number, guild))


@handles(BeginNow)
async def begin_now(context: ButtonContext, press: BeginNow) -> None:
    """End the sign-up, so that the tournament starts."""
    await _manage(context, press.tournament, "begun", cases.close_sign_up)


@handles(CallOff)
async def call_off(context: ButtonContext, press: CallOff) -> None:
    """Ask whether the tournament should really be cancelled."""
    state = await _tournament_to_manage(context, press.tournament)
    words = (await reader_of(context.app, context.interaction)).words
    await show(context.app, context.interaction, pages.calling_off(state, words))


@handles(ConfirmCallingOff)
async def confirm_calling_off(context: ButtonContext, press: ConfirmCallingOff) -> None:
    """Cancel a tournament."""
    await _manage(context, press.tournament, "called-off", partial(cases.call_off, by=context.by))


@handles(RepeatNoMore)
async def repeat_no_more(context: ButtonContext, press: RepeatNoMore) -> None:
    """Stop the tournament from repeating with another season."""
    await _manage(context, press.tournament, "once", cases.repeat_no_more)


@handles(AnnounceAgain)
async def announce_again(context: ButtonContext, press: AnnounceAgain) -> None:
    """Post the announcement again if it was deleted; otherwise say where it is.

    If its channel is gone too, use the news channel, the channel of its games, or this one.
    """
    app, interaction = context.app, context.interaction
    state = await _tournament_to_manage(context, press.tournament)
    tournament = state.tournament
    server = await server_of(app.services, place_of(interaction))
    channels = tournament.announced_in, server.news, tournament.channel, channel_here(interaction)
    announced_in = _first_existing(interaction, *channels)
    posting_channel(interaction, (str(announced_in),))
    words = (await reader_of(app, interaction)).words
    if await is_still_there(interaction, tournament):
        await show(app, interaction, announcement_is_there(tournament, words))
        return
    if announced_in != server.news:
        await refuse_unwritable(interaction, Place(server.id, announced_in))
    await cases.announce_again(app.services, tournament, announced_in)
    button = Button(words("hub.show"), ShowTournament(tournament.id))
    await show(app, interaction, announced_again(state.title(words), button, words))
