"""Challenges: /tablut challenge, the buttons of a challenge, and Rematch."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord
from discord import app_commands

from bot.model.challenges import Standing, Terms
from bot.model.matches import Record
from bot.model.posts import ChallengePost
from bot.service import challenges as cases
from bot.service import settings
from bot.service.balance import EVEN
from bot.service.pings import ping_for
from bot.service.refusals import No, Refusal
from bot.service.usual import RulesAndGames, usual_between, usual_games, usual_rules_and_games
from bot.ui.actions import practice
from bot.ui.actions.completion import complete_rules
from bot.ui.actions.games import show_games
from bot.ui.answers import (
    answering,
    challenge_details,
    challenge_page,
    confirm,
    defer,
    is_private,
    note_name,
    reader_here,
    reader_of,
    reply,
    show,
    trouble_of,
    update,
)
from bot.ui.app import about
from bot.ui.buttons import read_presses
from bot.ui.channel_io import send
from bot.ui.components import ids_of, modal
from bot.ui.localised_commands import choices, command, menu
from bot.ui.pages import challenge as pages
from bot.ui.pages.challenge import (
    SIDES,
    AcceptChallenge,
    AskWhom,
    ChooseInvitedRules,
    ChooseOpponent,
    ChooseRules,
    CorrectChallenge,
    CounterChallenge,
    CustomiseChallenge,
    DeclineChallenge,
    PostInvitation,
    ShowChallenge,
    SubmitCorrection,
    SubmitCounter,
    SubmitRules,
    UseRules,
    WithdrawChallenge,
    named_side,
)
from bot.ui.pages.page import Button, Buttons, text_page
from bot.ui.pages.parts import OpenGame
from bot.ui.pages.result import Rematch
from bot.ui.pages.rules import RulesOfChallenge
from bot.ui.permissions import refuse_threadless
from bot.ui.router import handles
from bot.ui.slots import WANTED_SHARE
from bot.ui.threads import can_open_thread
from bot.ui.writable import access_to, place_here
from games import catalogue
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

    from bot.model.challenges import Challenge
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.servers import Server, WritablePlace
    from bot.service.services import Services
    from bot.ui.app import App, ButtonContext, Interaction
    from bot.ui.components import Message
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader

_PATIENCE = 10  # seconds to wait for a challenge to be posted
_READ_IN = 3  # seconds in which one reads that it will be


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut challenge."""

    @command("challenge", "opponent", "rules", "side", "days")
    @app_commands.choices(side=choices("side", SIDES), days=choices("pace", settings.PACES))
    async def challenge(
        interaction: Interaction,
        opponent: discord.User | None = None,
        rules: str | None = None,
        *,
        side: str = "lot",
        days: int | None = None,
    ) -> None:
        async with answering(app, interaction):
            place, server = await place_here(app, interaction)
            by = interaction.user.id
            played = await _rules_and_games(app.services, server, rules, by, opponent)
            if is_me(interaction, opponent):
                await practice.ask(app, interaction, played, named_side(side))
                return
            if opponent is not None and opponent.bot:
                raise Refusal(No.A_BOT)
            if opponent is not None:
                note_name(app, opponent)
            terms = Terms(
                rules=played.rules,
                side=named_side(side),
                pace=settings.chosen_pace(server, days),
                thread=server.thread and can_open_thread(interaction),
                games=played.games,
                rated=server.rated,
            )
            challenge, post = await cases.make_challenge(
                app.services, place, by, opponent and opponent.id, terms
            )
            await post_challenge(app, interaction, challenge, post)

    challenge.autocomplete("rules")(complete_rules)
    return [challenge]


def is_me(interaction: Interaction, user: discord.User | None) -> bool:
    """Whether the user is this bot, which can be challenged too."""
    return user is not None and user.id == interaction.client.user.id


def menus(app: App) -> list[app_commands.ContextMenu]:
    """Return the entry *Challenge* of a person's menu: the command without options."""
    (command_,) = commands(app)

    @menu("challenge")
    async def challenge(interaction: Interaction, user: discord.User) -> None:
        await cast("Any", command_.callback)(interaction, user)

    return [challenge]


async def _rules_and_games(
    services: Services, server: Server, rules: str | None, by: Player, opponent: discord.User | None
) -> RulesAndGames:
    """Return the rules and number of games to play; by default, those usual between these two."""
    if rules is None:
        return await usual_between(services, server, by, opponent and opponent.id)
    name = catalogue.game(rules).name
    return RulesAndGames(name, usual_games(await services.leans(server.id), name))


@handles(AcceptChallenge)
async def accept(context: ButtonContext, press: AcceptChallenge) -> None:
    """Accept a challenge and start its match; the outbox posts the first board."""
    services, number = context.app.services, press.challenge
    try:
        async with _showing_its_end(context, number):
            record = await cases.accept(services, number, context.by, press.version)
    except Refusal as refused:
        if refused.no is No.CHANGED:  # show the current terms
            await _refresh(context, await services.challenge(number))
        raise
    await _refresh(context, await services.challenge(number))
    reader = await reader_of(context.app, context.interaction)
    if trouble := await trouble_of(context.app, reader, record):
        await reply(context.app, context.interaction, text_page(trouble))


@handles(DeclineChallenge)
async def decline(context: ButtonContext, press: DeclineChallenge) -> None:
    """Decline a challenge."""
    async with _showing_its_end(context, press.challenge):
        declined = await cases.decline(context.app.services, press.challenge, context.by)
    await _refresh(context, declined)


@handles(WithdrawChallenge)
async def withdraw(context: ButtonContext, press: WithdrawChallenge) -> None:
    """Cancel a challenge."""
    async with _showing_its_end(context, press.challenge):
        withdrawn = await cases.withdraw(context.app.services, press.challenge, context.by)
    await _refresh(context, withdrawn)


async def _refresh(context: ButtonContext, challenge: Challenge) -> None:
    """Show a challenge's new state on its message, in the channel's language.

    After a press under *More*, update that page; after one in the private list of games, the list.
    """
    app, interaction = context.app, context.interaction
    if not is_private(context.interaction):
        page = await challenge_page(app, challenge)
        await update(app, interaction, page(challenge, await reader_here(app, interaction)))
    elif _is_under_more(context):
        reader = await reader_of(app, interaction)
        await update(app, interaction, await _under_more(app, challenge, reader))
    else:
        await show_games(app, interaction)


@asynccontextmanager
async def _showing_its_end(context: ButtonContext, number: int) -> AsyncGenerator[None]:
    """If a press under *More* is refused because the challenge is over, show its end there too."""
    try:
        yield
    except Refusal as refused:
        if refused.no is No.CHALLENGE_OVER and _is_under_more(context):
            await _refresh(context, await context.app.services.challenge(number))
        raise


async def _under_more(app: App, challenge: Challenge, reader: Reader) -> Page:
    """Return all details of an open challenge; of one that is over, its end and its game."""
    if challenge.standing is Standing.OPEN:
        return await challenge_details(app, challenge, reader)
    page = (await challenge_page(app, challenge))(challenge, reader)
    if challenge.match is None:
        return page
    opened = Button(reader.words("games.open"), OpenGame(challenge.match))
    return replace(page, blocks=(*page.blocks, Buttons((opened,))))


def _is_under_more(context: ButtonContext) -> bool:
    """Whether the pressed message shows a whole challenge: only that has a button for its rules."""
    pressed = context.interaction.message
    presses = read_presses(ids_of(pressed.components)) if pressed else []
    return any(isinstance(press, RulesOfChallenge) for press in presses)


@handles(CustomiseChallenge)
async def customise(context: ButtonContext, press: CustomiseChallenge) -> None:
    """Ask for the board; the choice opens the modal with the board's rule sets."""
    challenge = await _challenge_of_theirs(context, press.challenge)
    reader = await reader_of(context.app, context.interaction)
    leans = await context.app.services.leans(challenge.place.guild)
    page = pages.boards(challenge, reader, leans, await _wanted_share(context, challenge))
    await show(context.app, context.interaction, page)


async def _wanted_share(context: ButtonContext, challenge: Challenge) -> float:
    """Return what Light should score among equals, for an even game between these two."""
    wanted = await context.app.features.first(WANTED_SHARE, context.app.services, challenge)
    return EVEN if wanted is None else wanted


@handles(ChooseRules)
async def choose(context: ButtonContext, press: ChooseRules) -> None:
    """Open the modal of rule sets and modules; if a board has only one rule set, use that.

    After a refusal, the modal has the same choices ticked.
    """
    challenge = await _challenge_of_theirs(context, press.challenge)
    rules = pages.ticked(press) or challenge.terms.rules
    if pages.asks(rules):
        reader = await reader_of(context.app, context.interaction)
        leans = await context.app.services.leans(challenge.place.guild)
        wanted = await _wanted_share(context, challenge)
        asked = pages.customise(challenge, reader, rules, leans, wanted)
        await context.interaction.response.send_modal(modal(asked))
        return
    changed = await cases.customise(context.app.services, challenge.id, context.by, rules)
    await _show_customised(context, changed)


@handles(UseRules)
async def use_rules(context: ButtonContext, press: UseRules) -> None:
    """Switch to the rules on the button, and to their usual number of games."""
    services = context.app.services
    changed = await cases.use_rules(services, press.challenge, context.by, press.rules)
    await _show_customised(context, changed)


async def _challenge_of_theirs(context: ButtonContext, number: int) -> Challenge:
    """Return a challenge, if its challenger pressed and it is still open."""
    challenge = await context.app.services.challenge(number)
    if challenge.by != context.by:
        raise Refusal(No.CHALLENGER_ONLY)
    async with _showing_its_end(context, number):
        cases.refuse_closed(challenge, context.app.services.now())
    return challenge


@handles(SubmitRules)
async def customised(context: ButtonContext, press: SubmitRules) -> None:
    """Change the rules as the modal says; if the options don't go together, change nothing."""
    services, number = context.app.services, press.challenge
    challenge = await services.challenge(number)
    fields = [context.filled.get(name, ()) for name in ("preset", "modules", "setup")]
    rules = pages.chosen(challenge, *fields)
    try:
        changed = await cases.customise(services, number, context.by, rules)
    except GameError as error:
        reader = await reader_of(context.app, context.interaction)
        await show(context.app, context.interaction, pages.refused(challenge, reader, rules, error))
        return
    await _show_customised(context, changed)


async def _show_customised(context: ButtonContext, changed: Challenge) -> None:
    """Show changed terms: privately after a private press, since the outbox edits the message."""
    if not is_private(context.interaction):
        await _refresh(context, changed)
        return
    reader = await reader_of(context.app, context.interaction)
    page = await challenge_details(context.app, changed, reader, changed=True)
    await show(context.app, context.interaction, page)


@handles(ShowChallenge)
async def details(context: ButtonContext, press: ShowChallenge) -> None:
    """Show all details of a challenge (*More*) to anyone who can see it."""
    challenge = await visible_challenge(context, press.challenge)
    cases.refuse_closed(challenge, context.app.services.now())
    reader = await reader_of(context.app, context.interaction)
    await show(
        context.app, context.interaction, await challenge_details(context.app, challenge, reader)
    )


async def visible_challenge(context: ButtonContext, number: int) -> Challenge:
    """Return a challenge if the user can see it: in its channel, or as one of its two players."""
    challenge = await context.app.services.challenge(number)
    here = challenge.place.channel == context.interaction.channel_id
    drafted = challenge.standing is Standing.DRAFT
    if (drafted or not here) and context.by not in (challenge.by, challenge.opponent):
        raise Refusal(No.NO_SUCH_CHALLENGE)
    return challenge


@handles(CorrectChallenge)
async def correct(context: ButtonContext, press: CorrectChallenge) -> None:
    """Open the modal of the terms for the challenger."""
    challenge = await _challenge_of_theirs(context, press.challenge)
    reader = await reader_of(context.app, context.interaction)
    leans = await context.app.services.leans(challenge.place.guild)
    threads = _has_threads(context, challenge)
    asked = pages.correct(challenge, reader, leans, threads=threads)
    await context.interaction.response.send_modal(modal(asked))


@handles(SubmitCorrection)
async def corrected(context: ButtonContext, press: SubmitCorrection) -> None:
    """Change a challenge's terms; the outbox updates its message."""

    def change(terms: Terms) -> Terms:
        return _asked(context, terms)

    services, number = context.app.services, press.challenge
    changed = await cases.correct(services, number, context.by, change, press.version)
    await _show_customised(context, changed)


def _has_threads(context: ButtonContext, challenge: Challenge) -> bool:
    """Whether a thread can be opened in the challenge's channel, as far as is known here."""
    here = challenge.place.channel == context.interaction.channel_id
    return here and can_open_thread(context.interaction)


def _asked(context: ButtonContext, terms: Terms) -> Terms:
    """Return the terms filled into the modal; refuse a thread that can't be opened."""
    asked = pages.asked(terms, context.filled)
    if asked.thread and not terms.thread:
        refuse_threadless(context.interaction)
    return asked


@handles(CounterChallenge)
async def counter(context: ButtonContext, press: CounterChallenge) -> None:
    """Open the modal of the terms for the challenged person."""
    challenge = await context.app.services.challenge(press.challenge)
    if challenge.opponent != context.by:
        raise Refusal(No.NOT_FOR_YOU, player=challenge.opponent)
    async with _showing_its_end(context, challenge.id):
        cases.refuse_closed(challenge, context.app.services.now())
    reader = await reader_of(context.app, context.interaction)
    leans = await context.app.services.leans(challenge.place.guild)
    threads = _has_threads(context, challenge)
    asked = pages.counter(challenge, reader, leans, threads=threads)
    await context.interaction.response.send_modal(modal(asked))


@handles(SubmitCounter)
async def countered(context: ButtonContext, press: SubmitCounter) -> None:
    """Suggest changes to a challenge; the outbox posts the new challenge."""
    services, number = context.app.services, press.challenge
    challenge = await services.challenge(number)
    terms = _asked(context, cases.swapped_terms(challenge.terms))
    await cases.counter(services, number, context.by, terms, press.version)
    await _refresh(context, await services.challenge(number))


@handles(Rematch)
async def rematch(context: ButtonContext, press: Rematch) -> None:
    """Challenge again with sides swapped; if the opponent already did, start the match."""
    app, interaction = context.app, context.interaction
    number = press.match
    record = await app.services.record(number)
    access = await access_to(interaction, record.place)
    if record.level and not record.of_partners:
        await practice.rematch(app, interaction, number, access)
        return
    answer = await cases.rematch(app.services, number, context.by, access)
    reader = await reader_of(app, interaction)
    if isinstance(answer, Record):
        await confirm(app, interaction, reader, answer, reader.words("rematch.begins"))
        return
    challenge, post = answer
    if post and interaction.channel_id == challenge.place.channel:
        await post_challenge(app, interaction, challenge, post)
        return
    if post:
        await cases.post_now(app.services, post)
    await reply(app, interaction, text_page(reader.words("rematch.asked")))


async def post_challenge(
    app: App, interaction: Interaction, challenge: Challenge, post: int
) -> None:
    """Answer with the challenge. If the answer may not have arrived, the outbox checks."""
    write = await challenge_page(app, challenge)
    page = write(challenge, await reader_here(app, interaction))
    later = await _later_pings(app, challenge)
    page = replace(page, pings=()) if later else page
    response = interaction.response

    async def how(message: Message) -> int | None:
        if response.is_done():  # already deferred: the outbox posts the challenge
            return None
        answer = await response.send_message(**message.sending(), silent=bool(later))
        return answer.message_id

    async def promise() -> None:
        await defer(interaction, thinking=True)
        await cases.post_now(app.services, post)  # an edited answer would ping no player

    try:
        sent = await send(app.pictures, page, how, mark=post, promise=promise)
    except Exception:
        await cases.post_now(app.services, post)
        raise
    if response.type is discord.InteractionResponseType.deferred_channel_message:
        await _promise(app, interaction, post, reply)
        return
    await cases.note_posted(app.services, challenge, post, sent.answer, later)


async def _promise(
    app: App,
    interaction: Interaction,
    post: int,
    answer: Callable[[App, Interaction, Page], Awaitable[None]],
) -> None:
    """Say that the challenge will appear, until it does."""
    reader = await reader_of(app, interaction)
    await answer(app, interaction, text_page(reader.words("challenge.posted")))
    if await app.outbox.is_posted(post, _PATIENCE):
        await asyncio.sleep(_READ_IN)
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await interaction.delete_original_response()


async def _later_pings(app: App, challenge: Challenge) -> Sequence[Post]:
    """Return the posts that ping the opponent later if they can't be pinged now; else note a ping.

    They can't in quiet hours, nor if they were just pinged about something else.
    """
    later = await cases.late_pings_of_challenge(app.services, challenge)
    if later or challenge.opponent is None:
        return later
    post, opponent = ChallengePost(challenge.id), challenge.opponent
    due = app.pinged.ping(app.services, opponent, about(post))
    return (ping_for(post, opponent, due),) if due else ()


@handles(AskWhom)
async def ask_whom(context: ButtonContext, _: AskWhom) -> None:
    """Ask whom the user wants to challenge; at first, the server's usual rules are chosen."""
    _place, server = await place_here(context.app, context.interaction)
    played = usual_rules_and_games(await context.app.services.leans(server.id), server)
    await _show_invitation(context, PostInvitation(None, played.rules))


@handles(ChooseOpponent)
async def choose_opponent(context: ButtonContext, press: ChooseOpponent) -> None:
    """Choose a person, and the usual rules between the two unless the user has chosen others."""
    app, by, interaction = context.app, context.by, context.interaction
    _place, server = await place_here(app, interaction)
    opponent = context.chosen_user
    usual = await usual_between(app.services, server, by, press.opponent)
    rules = press.rules
    if rules == usual.rules:
        rules = (await usual_between(app.services, server, by, opponent)).rules
    if opponent == interaction.application_id:
        played = await _rules_and_games(app.services, server, rules, by, None)
        await practice.ask(app, interaction, played, None)
        return
    if opponent is not None and context.is_bot(opponent):
        raise Refusal(No.A_BOT)
    if opponent == by:
        raise Refusal(No.YOURSELF)
    await _show_invitation(context, PostInvitation(opponent, rules))


@handles(ChooseInvitedRules)
async def choose_invited_rules(context: ButtonContext, press: ChooseInvitedRules) -> None:
    """Choose the rules of a challenge; unknown ones change nothing."""
    rules, *_ = context.chosen or (press.rules,)
    known = rules if rules in catalogue.NAMES else press.rules
    await _show_invitation(context, PostInvitation(press.opponent, known))


async def _show_invitation(context: ButtonContext, invitation: PostInvitation) -> None:
    app, interaction = context.app, context.interaction
    _place, terms = await _invited(context, invitation)
    await show(app, interaction, pages.whom(invitation, terms, await reader_of(app, interaction)))


async def _invited(
    context: ButtonContext, invitation: PostInvitation
) -> tuple[WritablePlace, Terms]:
    """Return this channel, and the terms of a challenge: beside its rules, the usual ones."""
    place, server = await place_here(context.app, context.interaction)
    terms = Terms(
        rules=invitation.rules,
        side=None,
        pace=settings.chosen_pace(server),
        thread=server.thread and can_open_thread(context.interaction),
        games=usual_games(await context.app.services.leans(server.id), invitation.rules),
        rated=server.rated,
    )
    return place, terms


@handles(PostInvitation)
async def invite(context: ButtonContext, press: PostInvitation) -> None:
    """Post the challenge. Where we are guests, the answer posts it; else the outbox does."""
    app, interaction = context.app, context.interaction
    place, terms = await _invited(context, press)
    challenge, post = await cases.make_challenge(
        app.services, place, context.by, press.opponent, terms
    )
    if place.remote:
        await post_challenge(app, interaction, challenge, post)
        return
    await cases.post_now(app.services, post)
    await _promise(app, interaction, post, show)
