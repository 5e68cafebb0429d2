"""Cups: what the buttons of cards and of the club do, and the form of a new cup.

Law: who may begin or keep a cup in order is checked at every press, and a cup is shown and changed
in its own server alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.cups import cases
from bot.features.cups.model import Cup, Form
from bot.features.cups.pages import club as club_pages
from bot.features.cups.pages import cup as cup_pages
from bot.features.cups.pages import draft as draft_pages
from bot.features.cups.pages import sheets
from bot.features.cups.pages.club import Club, JoinLeague, NewCup
from bot.features.cups.pages.cup import (
    BeginNow,
    CallOff,
    ComeBack,
    ConfirmCallingOff,
    ConfirmLeaving,
    JoinCup,
    LeaveCup,
    PostCard,
    RepeatNoMore,
    ShowCup,
    ShowOwnGames,
    ShowRound,
)
from bot.features.cups.pages.draft import (
    ChangeCup,
    DiscardCup,
    FillIn,
    OpenCup,
    SubmitCup,
)
from bot.features.cups.refusals import CupNo
from bot.model.club import Status
from bot.service.balance import are_near
from bot.service.refusals import No, Refusal
from bot.service.settings import server_of
from bot.service.usual import usual_rule_set
from bot.ui.actions import club
from bot.ui.actions.club import (
    card_channel,
    chosen_channel,
    first_there,
    has_blocked,
    keeps_order,
    most_begun,
    refuse_disorder,
    running_by_number,
    server_of_beginner,
    show_club,
    show_unfit,
)
from bot.ui.answers import learn_names, reader_here, reader_of, show, update
from bot.ui.components import modal
from bot.ui.guests import place_of
from bot.ui.pages.drafts import DraftSetting
from bot.ui.pages.page import clamped
from bot.ui.permissions import (
    may_begin_cups,
    posting_channel,
)
from bot.ui.router import handles
from bot.ui.writable import channel_here

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.features.cups.course import Course
    from bot.service.services import Services
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.pages.page import Block, Page
    from bot.ui.pages.reader import Reader

_PAST = 3  # cups that are over, in the club


async def club_blocks(app: App, interaction: Interaction, reader: Reader) -> Sequence[Block]:
    """What the club of a server has of cups."""
    tables, by = cases.tables(app.services), interaction.user.id
    guild = place_of(interaction).guild
    mine = [await tables.course(cup.id) for cup in await tables.live_of(by)]
    over = await tables.over_in(guild or 0, _PAST)
    past = [course for cup in over if (course := await tables.course(cup.id))]
    shown = Club(
        mine=[course for course in mine if course],
        here=await cases.live_in(app.services, guild or 0),
        over=over,
        winners={course.cup.id: course.winners for course in past},
        running=await running_by_number(app, by),
        may_begin=may_begin_cups(interaction, await server_of(app.services, place_of(interaction))),
        may_open_league=await _may_open_league(app, interaction),
    )
    return club_pages.club(shown, reader)


async def _may_open_league(app: App, interaction: Interaction) -> bool:
    """Whether the server has leagues, and none is under way."""
    guild = place_of(interaction).guild
    if guild is None or await cases.tables(app.services).league_in(guild):
        return False
    server = await server_of(app.services, place_of(interaction))
    return cases.has_league(server) and first_there(interaction, server.news) > 0


# Who may


async def _kept_in_order(context: ButtonContext, number: int) -> Course:
    """The cup; refused where it is not the user's to keep in order."""
    services, guild = context.app.services, context.interaction.guild_id
    course = await cases.course_of(services, number, guild)
    refuse_disorder(context.interaction, course.cup)
    return course


async def _course(context: ButtonContext, number: int) -> Course:
    """A cup of this server, or one that the user is in."""
    services, guild = context.app.services, context.interaction.guild_id
    return await cases.course_of(services, number, guild, context.by)


# A new cup


@handles(NewCup)
async def new_cup(context: ButtonContext, _: NewCup) -> None:
    """Ask for what a new cup needs."""
    app, interaction = context.app, context.interaction
    server = await server_of_beginner(app, interaction)
    await cases.refuse_more(app.services, server.id, context.by, most_begun(interaction))
    who = await reader_of(app, interaction)
    asked = draft_pages.form(who, usual_rule_set(server))
    await interaction.response.send_modal(modal(asked))


@handles(FillIn)
async def fill_in(context: ButtonContext, press: FillIn) -> None:
    """Ask the same again of a draft."""
    draft = await cases.draft_of(context.app.services, press.cup, context.by)
    who = await reader_of(context.app, context.interaction)
    await context.interaction.response.send_modal(modal(draft_pages.form(who, "", draft)))


@handles(SubmitCup)
async def submit(context: ButtonContext, press: SubmitCup) -> None:
    """Show the draft that the form makes; where it may not be so, say why and keep it all."""
    app, interaction, by = context.app, context.interaction, context.by
    server = await server_of_beginner(app, interaction)
    before = cases.usual_cup(server, by, Form.GROUPS, app.services.now())
    before = replace(before, channel=channel_here(interaction))
    if press.cup:
        before = await cases.draft_of(app.services, press.cup, by)
    filled = partial(draft_pages.filled, answers=context.filled)
    draft, refusal = await cases.fill_draft(app.services, before, by, filled)
    if refusal:
        await show_unfit(context, refusal, FillIn(draft.id))
    else:
        await _show_draft(context, draft)


async def _show_draft(context: ButtonContext, draft: Cup) -> None:
    app = context.app
    may_be_one = are_near(app.services.measured, draft.rule_sets)
    server = await server_of(app.services, place_of(context.interaction))
    card_in = first_there(context.interaction, server.news, draft.channel)
    opened = replace(draft, card_in=card_in)
    wall = None if opened.is_in_thread else server.wall
    who = await reader_of(app, context.interaction)
    page = draft_pages.draft(draft, who, may_be_one=may_be_one, wall=wall)
    await show(app, context.interaction, page)


@handles(ChangeCup)
async def change_draft(context: ButtonContext, press: ChangeCup) -> None:
    """Change a draft, by a button or a menu."""
    values = context.chosen or ((press.value,) if press.value else ())
    if press.setting is DraftSetting.CHANNEL:
        values = await chosen_channel(context)
    draft = await cases.change_draft(
        *(context.app.services, press.cup, context.by),
        lambda cup: draft_pages.changed(cup, press.setting, values),
    )
    await _show_draft(context, draft)


@handles(DiscardCup)
async def discard(context: ButtonContext, press: DiscardCup) -> None:
    """Forget a draft."""
    await cases.discard(context.app.services, press.cup, context.by)
    await show_club(context.app, context.interaction)


@handles(OpenCup)
async def open_cup(context: ButtonContext, press: OpenCup) -> None:
    """Post the card, so that people join; pressed twice, it is open."""
    app, interaction = context.app, context.interaction
    server = await server_of_beginner(app, interaction)
    draft = await cases.cup_before(app.services, press.cup, context.by)
    card_in = await card_channel(interaction, server, draft, CupNo.NO_SUCH_CUP)
    most = most_begun(interaction)
    cup = await cases.open_draft(app.services, press.cup, context.by, card_in, most)
    await _tell(context, "opened", await cases.course_of(app.services, cup.id, server.id))


# In a cup


@handles(JoinCup)
async def join(context: ButtonContext, press: JoinCup) -> None:
    """Have a seat."""
    app, interaction = context.app, context.interaction
    course = await cases.join_cup(app.services, press.cup, interaction.guild_id, context.by)
    await _tell_joined(context, course)


@handles(JoinLeague)
async def join_league(context: ButtonContext, _: JoinLeague) -> None:
    """Have a seat in the league of the server."""
    app, guild = context.app, context.interaction.guild_id
    if guild and await cases.tables(app.services).league_in(guild) is None:
        if not await _may_open_league(app, context.interaction):
            raise Refusal(CupNo.NO_LEAGUE)
        news = (await server_of(app.services, place_of(context.interaction))).news
        posting_channel(context.interaction, (str(news),))
    name = (await reader_here(app, context.interaction)).words("league.name")
    await _tell_joined(context, await cases.join_league(app.services, guild, context.by, name))


async def _tell_joined(context: ButtonContext, course: Course) -> None:
    """Say that they are in it, or back in it, and whether they have blocked somebody there."""
    players = [entry.player for entry in course.entries if entry.left is None]
    blocked = await has_blocked(context.app, context.by, players)
    seat = course.seat_of(context.by)
    returns = seat is not None and course.entry[seat].back is not None
    await _tell(context, "back" if returns else "joined", course, blocked=blocked)


async def _tell(context: ButtonContext, key: str, course: Course, *, blocked: bool = False) -> None:
    """Say that it was done, for that person alone."""
    words = (await reader_of(context.app, context.interaction)).words
    page = cup_pages.done(key, course, words, blocked=blocked)
    await show(context.app, context.interaction, page)


@handles(LeaveCup)
async def leave(context: ButtonContext, press: LeaveCup) -> None:
    """Give the seat up; once the cup has begun, ask first."""
    app, interaction = context.app, context.interaction
    course = await _course(context, press.cup)
    if course.cup.status is Status.RUNNING and course.may_leave(course.seat_of(context.by)):
        words = (await reader_of(app, interaction)).words
        await show(app, interaction, cup_pages.leaving(course, words))
        return
    course = await cases.leave_cup(app.services, press.cup, interaction.guild_id, context.by)
    await _tell(context, "left", course)


@handles(ConfirmLeaving)
async def confirm_leaving(context: ButtonContext, press: ConfirmLeaving) -> None:
    """Leave a cup that is played."""
    services, guild = context.app.services, context.interaction.guild_id
    await _tell(context, "left", await cases.leave_cup(services, press.cup, guild, context.by))


@handles(ComeBack)
async def come_back(context: ButtonContext, press: ComeBack) -> None:
    """Have games again."""
    services, guild = context.app.services, context.interaction.guild_id
    await _tell(context, "back", await cases.come_back(services, press.cup, guild, context.by))


@handles(ShowCup)
async def show_cup(context: ButtonContext, press: ShowCup) -> None:
    """Show a sheet of a cup."""
    course = await _course(context, press.cup)
    await _show_own(context, course, press.sheet)


async def _show_own(context: ButtonContext, course: Course, sheet: int = 0) -> None:
    """Show it; where names of its picture are not known yet, once more with them."""
    app, interaction = context.app, context.interaction
    who, keeps = await reader_of(app, interaction), keeps_order(interaction, course.cup)

    def page() -> Page:
        return cup_pages.own(course, who, app.drawn_names, sheet, keeps_order=keeps)

    await show(app, interaction, page())
    if course.pairings:
        all_sheets = sheets.sheets(course)
        shown = sheets.players_on(course, all_sheets[clamped(sheet, len(all_sheets))])
        if await learn_names(app, interaction.client, shown):
            await update(app, interaction, page())


@handles(ShowRound)
async def show_round(context: ButtonContext, press: ShowRound) -> None:
    """Show who meets whom now."""
    app = context.app
    course = await _course(context, press.cup)
    running = await cases.tables(app.services).running(course.cup.id)
    who = await reader_of(app, context.interaction)
    page = cup_pages.this_round(course, running, who, press.sheet)
    await show(app, context.interaction, page)


@handles(ShowOwnGames)
async def own_games(context: ButtonContext, press: ShowOwnGames) -> None:
    """Show one's own pairings."""
    app, interaction = context.app, context.interaction
    course = await _course(context, press.cup)
    if course.seat_of(context.by) is None:
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
    """Do this to a cup, for those who may, and say so."""
    course = await _kept_in_order(context, number)
    await _tell(context, key, await case(context.app.services, number, course.cup.guild))


@handles(BeginNow)
async def begin_now(context: ButtonContext, press: BeginNow) -> None:
    """End the sign-up."""
    await _keep_order(context, press.cup, "begun", cases.close_sign_up)


@handles(CallOff)
async def call_off(context: ButtonContext, press: CallOff) -> None:
    """Ask first."""
    course = await _kept_in_order(context, press.cup)
    words = (await reader_of(context.app, context.interaction)).words
    await show(context.app, context.interaction, cup_pages.calling_off(course, words))


@handles(ConfirmCallingOff)
async def confirm_calling_off(context: ButtonContext, press: ConfirmCallingOff) -> None:
    """End a cup without a winner."""
    await _keep_order(context, press.cup, "called-off", cases.call_off)


@handles(RepeatNoMore)
async def repeat_no_more(context: ButtonContext, press: RepeatNoMore) -> None:
    """Do not open a cup again."""
    await _keep_order(context, press.cup, "once", cases.repeat_no_more)


@handles(PostCard)
async def post_card(context: ButtonContext, press: PostCard) -> None:
    """Post the card anew, where it is gone; else say where it is."""
    course = await _kept_in_order(context, press.cup)
    again = partial(cases.card_again, context.app.services, course.cup)
    title, shows = partial(sheets.title, course), ShowCup(course.cup.id)
    await club.post_card(context, course.cup, again, title, shows)
