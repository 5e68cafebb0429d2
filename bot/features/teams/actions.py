"""Team matches: what the buttons of cards and of the club do, and the form of a new one.

Law: who may begin or keep one in order is checked at every press, and it is shown and changed in
its own server alone.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.teams import cases
from bot.features.teams.pages import club as club_pages
from bot.features.teams.pages import contest as pages
from bot.features.teams.pages import draft as draft_pages
from bot.features.teams.pages.club import Club, NewContest
from bot.features.teams.pages.contest import (
    BeginContest,
    CallOffContest,
    ConfirmCallingOffContest,
    ConfirmLeavingTeam,
    JoinTeam,
    LeaveTeam,
    PostContestCard,
    ShowContest,
    ShowTeamGames,
)
from bot.features.teams.pages.draft import (
    ChangeContest,
    DiscardContest,
    FillInContest,
    OpenContest,
    SubmitContest,
)
from bot.features.teams.refusals import TeamNo
from bot.model.club import Status
from bot.model.people import FORMER
from bot.service.balance import are_near
from bot.service.refusals import No, Refusal
from bot.service.settings import server_of
from bot.service.usual import usual_rule_set
from bot.ui.actions import club
from bot.ui.actions.club import (
    card_channel,
    chosen_channel,
    has_blocked,
    keeps_order,
    most_begun,
    refuse_disorder,
    running_by_number,
    server_of_beginner,
    show_club,
    show_unfit,
)
from bot.ui.answers import learn_names, reader_of, show, update
from bot.ui.components import modal
from bot.ui.guests import place_of
from bot.ui.pages import drafts
from bot.ui.pages.drafts import DraftSetting
from bot.ui.permissions import (
    may_begin_cups,
)
from bot.ui.router import handles
from bot.ui.writable import channel_here

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.features.teams.course import Course
    from bot.features.teams.model import TeamMatch
    from bot.service.services import Services
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Block, Page
    from bot.ui.pages.reader import Reader

_PAST = 2  # team matches that are over, in the club


async def club_blocks(app: App, interaction: Interaction, reader: Reader) -> Sequence[Block]:
    """What the club of a server has of team matches, then those one is in elsewhere."""
    tables, server = (
        cases.tables(app.services),
        await server_of(app.services, place_of(interaction)),
    )
    contests = [
        *await tables.live_in(server.id),
        *await tables.over_in(server.id, _PAST),
        *await tables.live_of(interaction.user.id),
    ]
    numbers = dict.fromkeys(contest.id for contest in contests)
    courses = [await tables.course(number) for number in numbers]
    may_begin = may_begin_cups(interaction, server)
    running = await running_by_number(app, interaction.user.id)
    known = [course for course in courses if course]
    return club_pages.club(Club(known, running, may_begin), reader)


# Who may


async def _kept_in_order(context: ButtonContext, number: int) -> Course:
    """The team match; refused where it is not the user's to keep in order."""
    services, guild = context.app.services, context.interaction.guild_id
    course = await cases.course_of(services, number, guild)
    refuse_disorder(context.interaction, course.contest)
    return course


async def _course(context: ButtonContext, number: int) -> Course:
    """One of this server, or one that the user is in."""
    services, guild = context.app.services, context.interaction.guild_id
    return await cases.course_of(services, number, guild, context.by)


# A new one


@handles(NewContest)
async def new_contest(context: ButtonContext, _: NewContest) -> None:
    """Ask for what a new one needs."""
    app, interaction = context.app, context.interaction
    server = await server_of_beginner(app, interaction)
    await cases.refuse_more(app.services, server.id, context.by, most_begun(interaction))
    who = await reader_of(app, interaction)
    asked = draft_pages.form(who, usual_rule_set(server))
    await interaction.response.send_modal(modal(asked))


@handles(FillInContest)
async def fill_in(context: ButtonContext, press: FillInContest) -> None:
    """Ask the same again of a draft."""
    draft = await cases.draft_of(context.app.services, press.contest, context.by)
    who = await reader_of(context.app, context.interaction)
    await context.interaction.response.send_modal(modal(draft_pages.form(who, "", draft)))


@handles(SubmitContest)
async def submit(context: ButtonContext, press: SubmitContest) -> None:
    """Show the draft that the form makes; where it may not be so, say why and keep it all."""
    app, interaction, by = context.app, context.interaction, context.by
    server = await server_of_beginner(app, interaction)
    before = cases.usual_contest(server, by, channel_here(interaction), app.services.now())
    if press.contest:
        before = await cases.draft_of(app.services, press.contest, by)
    filled = partial(draft_pages.filled, answers=context.filled)
    draft, refusal = await cases.fill_draft(app.services, before, by, filled)
    if refusal:
        await show_unfit(context, refusal, FillInContest(draft.id))
    else:
        await _show_draft(context, draft)


async def _show_draft(context: ButtonContext, draft: TeamMatch) -> None:
    app = context.app
    may_be_one = are_near(app.services.measured, (draft.rules,))
    wall = (await server_of(app.services, place_of(context.interaction))).wall
    who = await reader_of(app, context.interaction)
    page = draft_pages.draft(draft, who, may_be_one=may_be_one, wall=wall)
    await show(app, context.interaction, page)


@handles(ChangeContest)
async def change_draft(context: ButtonContext, press: ChangeContest) -> None:
    """Change a draft, by a button or a menu."""
    values = context.chosen or ((press.value,) if press.value else ())
    if press.setting is DraftSetting.CHANNEL:
        values = await chosen_channel(context)
    draft = await cases.change_draft(
        *(context.app.services, press.contest, context.by),
        lambda contest: drafts.changed(contest, press.setting, values),
    )
    await _show_draft(context, draft)


@handles(DiscardContest)
async def discard(context: ButtonContext, press: DiscardContest) -> None:
    """Forget a draft."""
    await cases.discard(context.app.services, press.contest, context.by)
    await show_club(context.app, context.interaction)


@handles(OpenContest)
async def open_contest(context: ButtonContext, press: OpenContest) -> None:
    """Post the card, so that people join; pressed twice, it is open."""
    app, interaction = context.app, context.interaction
    server = await server_of_beginner(app, interaction)
    draft = await cases.contest_before(app.services, press.contest, context.by)
    card_in = await card_channel(interaction, server, draft, TeamNo.NO_SUCH_TEAM_MATCH)
    most = most_begun(interaction)
    contest = await cases.open_draft(app.services, press.contest, context.by, card_in, most)
    await _tell(context, "opened", await cases.course_of(app.services, contest.id, server.id))


# In one


async def _tell(context: ButtonContext, key: str, course: Course) -> None:
    """Say that it was done, for that person alone."""
    words = (await reader_of(context.app, context.interaction)).words
    await show(context.app, context.interaction, pages.done(key, course, words))


@handles(JoinTeam)
async def join(context: ButtonContext, press: JoinTeam) -> None:
    """Have a seat in a team; say too whether somebody of the other is blocked by them."""
    app, interaction, by, team = context.app, context.interaction, context.by, press.team
    guild = interaction.guild_id
    course = await cases.join_team(app.services, press.contest, guild, by, team)
    others = [member.player for member in course.of(team.other)]
    blocked = await has_blocked(app, by, others)
    words = (await reader_of(app, interaction)).words
    await show(app, interaction, pages.done("joined", course, words, team, blocked=blocked))


@handles(LeaveTeam)
async def leave(context: ButtonContext, press: LeaveTeam) -> None:
    """Give the seat up; once it has begun, ask first."""
    app, interaction = context.app, context.interaction
    course = await _course(context, press.contest)
    if course.contest.status is Status.RUNNING and course.may_leave(course.member(context.by)):
        words = (await reader_of(app, interaction)).words
        await show(app, interaction, pages.leaving(course, words))
        return
    guild = interaction.guild_id
    course = await cases.leave_team(app.services, press.contest, guild, context.by)
    await _tell(context, "left", course)


@handles(ConfirmLeavingTeam)
async def confirm_leaving(context: ButtonContext, press: ConfirmLeavingTeam) -> None:
    """Leave a team match that is played."""
    services, guild = context.app.services, context.interaction.guild_id
    await _tell(context, "left", await cases.leave_team(services, press.contest, guild, context.by))


@handles(ShowContest)
async def show_contest(context: ButtonContext, press: ShowContest) -> None:
    """Show it; where names of its picture are not known yet, once more with them."""
    app, interaction = context.app, context.interaction
    course = await _course(context, press.contest)
    who, keeps = await reader_of(app, interaction), keeps_order(interaction, course.contest)

    def page() -> Page:
        return pages.own(course, who, app.drawn_names, keeps_order=keeps)

    await show(app, interaction, page())
    players = [m.player for m in course.members if m.board and m.player != FORMER]
    if await learn_names(app, interaction.client, players):
        await update(app, interaction, page())


@handles(ShowTeamGames)
async def own_games(context: ButtonContext, press: ShowTeamGames) -> None:
    """Show one's own board."""
    app, interaction = context.app, context.interaction
    course = await _course(context, press.contest)
    if course.member(context.by) is None:
        raise Refusal(No.NOT_IN_CUP)
    who = await reader_of(app, interaction)
    running = await running_by_number(app, context.by)
    await show(app, interaction, club_pages.own_games(course, running, who))


# Kept in order


async def _keep_order(
    context: ButtonContext,
    number: int,
    key: str,
    case: Callable[[Services, int, int], Awaitable[Course]],
) -> None:
    """Do this to a team match, for those who may, and say so."""
    course = await _kept_in_order(context, number)
    await _tell(context, key, await case(context.app.services, number, course.contest.guild))


@handles(BeginContest)
async def begin_now(context: ButtonContext, press: BeginContest) -> None:
    """End the sign-up."""
    await _keep_order(context, press.contest, "begun", cases.close_sign_up)


@handles(CallOffContest)
async def call_off(context: ButtonContext, press: CallOffContest) -> None:
    """Ask first."""
    course = await _kept_in_order(context, press.contest)
    words = (await reader_of(context.app, context.interaction)).words
    await show(context.app, context.interaction, pages.calling_off(course, words))


@handles(ConfirmCallingOffContest)
async def confirm_calling_off(context: ButtonContext, press: ConfirmCallingOffContest) -> None:
    """End it without a winner."""
    await _keep_order(context, press.contest, "called-off", cases.call_off)


@handles(PostContestCard)
async def post_card(context: ButtonContext, press: PostContestCard) -> None:
    """Post the card anew, where it is gone; else say where it is."""
    contest = (await _kept_in_order(context, press.contest)).contest
    again = partial(cases.card_again, context.app.services, contest)
    title, shows = partial(pages.title, contest), ShowContest(contest.id)
    await club.post_card(context, contest, again, title, shows)
