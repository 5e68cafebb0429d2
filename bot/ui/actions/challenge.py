"""Challenges: /tablut challenge, the buttons of a challenge, and Rematch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands

from bot.service import challenges as cases
from bot.service import settings
from bot.service.model import Record, Terms
from bot.service.practice import LEVELS, Choice
from bot.service.ranks import fair_share
from bot.service.refusals import No, Refusal
from bot.ui import custom_ids
from bot.ui.actions import practice
from bot.ui.actions.browse import show_games
from bot.ui.actions.completion import complete_rules
from bot.ui.actions.practice import SIDES
from bot.ui.answers import (
    answering,
    challenge_page,
    confirm,
    name_on_discord,
    reader_here,
    reader_of,
    reply,
    show,
    trouble_of,
    update,
)
from bot.ui.channel_io import send
from bot.ui.components import modal
from bot.ui.guests import place_of
from bot.ui.pages import challenge as pages
from bot.ui.pages import naming
from bot.ui.pages.page import text_page
from bot.ui.permissions import may_open, parent_at, parent_of, refuse_missing
from bot.ui.sync import choices, command, menu
from games import catalogue
from games.core import Side
from games.errors import GameError

if TYPE_CHECKING:
    from bot.service.model import Challenge
    from bot.ui.answers import App, Interaction
    from bot.ui.components import Message
    from bot.ui.router import ButtonContext

_RUN = "run"
WEEKENDS = (_RUN, "free")
RATED = ("rated", "friendly")


def commands(app: App) -> list[app_commands.Command[Any, ..., Any]]:
    """/tablut challenge."""

    @command(
        "challenge",
        "opponent",
        "rules",
        "side",
        "pace",
        "reserve",
        "weekends",
        "games",
        "setup",
        "thread",
        "level",
        "rated",
    )
    @app_commands.choices(
        side=choices("side", SIDES),
        pace=choices("pace", settings.PACES),
        reserve=choices("reserve", settings.RESERVES),
        games=choices("games", (1, 2)),
        weekends=choices("weekends", WEEKENDS),
        setup=choices("setup", ("cross", "diamond")),
        level=choices("level", LEVELS),
        rated=choices("rated", RATED),
    )
    async def challenge(  # noqa: PLR0913  a command's options are its parameters
        interaction: Interaction,
        opponent: discord.User | None = None,
        rules: str | None = None,
        *,
        side: str = "lot",
        pace: int | None = None,
        reserve: int | None = None,
        weekends: str | None = None,
        games: int = 1,
        setup: str = "cross",
        thread: bool | None = None,
        level: int | None = None,
        rated: str | None = None,
    ) -> None:
        async with answering(app, interaction):
            refuse_missing(interaction, thread=bool(thread))
            place = place_of(interaction)
            server = await settings.refuse_elsewhere(app.house, place, parent_of(interaction))
            chosen = _with_setup(rules or server.rules or settings.USUAL, setup)
            if is_me(interaction, opponent) or (opponent is None and level):
                choice = Choice(rules=chosen, side=practice.side_of(side))
                await practice.challenge(app, interaction, choice, level=level, games=games)
                return
            if opponent is not None and opponent.bot:
                raise Refusal(No.A_BOT)
            if level:
                raise Refusal(No.LEVEL_OF_A_PERSON)
            if opponent is not None:
                app.names.note(opponent.id, name_on_discord(opponent))
            terms = Terms(
                rules=chosen,
                side=None if side == "lot" else Side(side),
                pace=settings.pace(server, pace, reserve, weekends=_run(weekends)),
                thread=server.thread and may_open(interaction) if thread is None else thread,
                games=games,
                rated=server.rated if rated is None else rated == RATED[0],
            )
            made, post = await cases.challenge(
                app.house, place, interaction.user.id, opponent and opponent.id, terms
            )
            await post_challenge(app, interaction, made, post)

    challenge.autocomplete("rules")(complete_rules)
    return [challenge]


def is_me(interaction: Interaction, user: discord.User | None) -> bool:
    """Whether this is the bot itself, which plays too."""
    return user is not None and user.id == interaction.client.user.id


def menus(app: App) -> list[app_commands.ContextMenu]:
    """*Challenge*, at a person: the command with nothing else."""
    (command_,) = commands(app)

    @menu("challenge")
    async def challenge(interaction: Interaction, user: discord.User) -> None:
        await cast("Any", command_.callback)(interaction, user)

    return [challenge]


def _run(weekends: str | None) -> bool | None:
    """Whether clocks run at weekends; None where the option was left out."""
    return None if weekends is None else weekends == _RUN


def _with_setup(rules: str, setup: str) -> str:
    """The rule set with that setup, which either option may name."""
    name = catalogue.game(rules).name
    return name if setup == "cross" or setup in name.split("+") else f"{name}+{setup}"


async def accept(context: ButtonContext) -> None:
    """Start the match; the outbox posts its first board."""
    house, number = context.app.house, context.press.number
    try:
        record = await cases.accept(house, number, context.by, context.press.seen)
    except Refusal as refused:
        if refused.no is No.CHANGED:  # show the current terms
            await _refresh(context, await house.challenge(number))
        raise
    await _refresh(context, await context.app.house.challenge(context.press.number))
    who = await reader_of(context.app, context.interaction)
    if trouble := await trouble_of(context.app, who, record):
        await reply(context.app, context.interaction, text_page(trouble))


async def decline(context: ButtonContext) -> None:
    """Decline the challenge."""
    await _refresh(
        context, await cases.decline(context.app.house, context.press.number, context.by)
    )


async def withdraw(context: ButtonContext) -> None:
    """Withdraw the challenge."""
    await _refresh(
        context, await cases.withdraw(context.app.house, context.press.number, context.by)
    )


async def _refresh(context: ButtonContext, challenge: Challenge) -> None:
    """Show the challenge's new state on its message, in the channel's language.

    A press in the private list of games shows that list again instead.
    """
    if _is_private(context):
        await show_games(context.app, context.interaction)
        return
    who = await reader_here(context.app, context.interaction)
    page = await challenge_page(context.app, challenge)
    await update(context.app, context.interaction, page(challenge, who))


def _is_private(context: ButtonContext) -> bool:
    pressed = context.interaction.message
    return pressed is not None and pressed.flags.ephemeral


async def customise(context: ButtonContext) -> None:
    """Ask on which board; that leads to the form with its rule sets."""
    challenge = await _own_challenge(context)
    who = await reader_of(context.app, context.interaction)
    house = context.app.house
    page = pages.boards(challenge, who, house.measured, await fair_share(house, challenge))
    await show(context.app, context.interaction, page)


async def choose(context: ButtonContext) -> None:
    """Open the form of rule sets and modules; where a board has but one rule set, take that.

    After a refusal the form has the same ones ticked.
    """
    challenge = await _own_challenge(context)
    rules = pages.ticked(context.press) or challenge.terms.rules
    if pages.asks(rules):
        who = await reader_of(context.app, context.interaction)
        form = pages.customise(challenge, who, rules, context.app.house.measured)
        await context.interaction.response.send_modal(modal(form))
        return
    changed = await cases.customise(context.app.house, challenge.id, context.by, rules)
    await _show_customised(context, changed)


async def even_out(context: ButtonContext) -> None:
    """Take the rule set of the button, which evens the game out."""
    house, press = context.app.house, context.press
    rules = custom_ids.name_of(press.code) or ""
    await _show_customised(context, await cases.customise(house, press.number, context.by, rules))


async def _own_challenge(context: ButtonContext) -> Challenge:
    """The challenge, if its challenger presses and it is still open."""
    challenge = await context.app.house.challenge(context.press.number)
    if challenge.by != context.by:
        raise Refusal(No.CHALLENGER_ONLY)
    cases.refuse_closed(challenge, context.app.house.now())
    return challenge


async def customised(context: ButtonContext) -> None:
    """Change the rules as the form says; options that do not fit together change nothing."""
    house, number = context.app.house, context.press.number
    challenge = await house.challenge(number)
    fields = [context.filled.get(name, ()) for name in ("preset", "modules", "setup")]
    rules = pages.chosen(challenge, *fields)
    try:
        changed = await cases.customise(house, number, context.by, rules)
    except GameError as error:
        who = await reader_of(context.app, context.interaction)
        await show(context.app, context.interaction, pages.refused(challenge, who, rules, error))
        return
    await _show_customised(context, changed)


async def _show_customised(context: ButtonContext, changed: Challenge) -> None:
    """Update the challenge; from a private message, only confirm: the outbox updates it."""
    if not _is_private(context):
        await _refresh(context, changed)
        return
    words = (await reader_of(context.app, context.interaction)).words
    rules = naming.title(changed.terms.rules, words)
    page = text_page(words("challenge.customised", rules=rules))
    await show(context.app, context.interaction, page)


async def counter(context: ButtonContext) -> None:
    """Open the form of the terms, for the person who was challenged."""
    challenge = await context.app.house.challenge(context.press.number)
    if challenge.opponent != context.by:
        raise Refusal(No.NOT_FOR_YOU, player=challenge.opponent)
    cases.refuse_closed(challenge, context.app.house.now())
    who = await reader_of(context.app, context.interaction)
    form = pages.counter(challenge, who, context.app.house.measured)
    await context.interaction.response.send_modal(modal(form))


async def countered(context: ButtonContext) -> None:
    """Send it back with these terms; the outbox posts the new challenge."""
    house, press = context.app.house, context.press
    terms = pages.countered(await house.challenge(press.number), context.filled)
    await cases.counter(house, press.number, context.by, terms, press.page)
    await _refresh(context, await house.challenge(press.number))


async def rematch(context: ButtonContext) -> None:
    """Challenge again with sides swapped; if the opponent already did, start the match."""
    app, interaction = context.app, context.interaction
    number = context.press.number
    record = await app.house.record(number)
    parent = await parent_at(interaction, record.place)
    if record.level:
        await practice.rematch(app, interaction, number, parent)
        return
    made = await cases.rematch(app.house, number, context.by, parent)
    who = await reader_of(app, interaction)
    if isinstance(made, Record):
        await confirm(app, interaction, who, made, who.words("rematch.begins"))
        return
    challenge, post = made
    if post and interaction.channel_id == challenge.place.channel:
        await post_challenge(app, interaction, challenge, post)
        return
    if post:
        await cases.post_now(app.house, post)
    await reply(app, interaction, text_page(who.words("rematch.asked")))


async def post_challenge(
    app: App, interaction: Interaction, challenge: Challenge, post: int
) -> None:
    """Answer with the challenge. If it is unknown whether that arrived, the outbox checks."""
    write = await challenge_page(app, challenge)
    page = write(challenge, await reader_here(app, interaction))
    later = await cases.unheard(app.house, challenge)
    page = replace(page, pings=()) if later else page
    response = interaction.response

    async def how(made: Message) -> int | None:
        if response.is_done():  # promised: the outbox posts it
            return None
        answer = await response.send_message(**made.sending(), silent=bool(later))
        return answer.message_id

    async def promise() -> None:
        await response.defer(ephemeral=True, thinking=True)
        await cases.post_now(app.house, post)  # what fills in the promise would ping no player

    try:
        sent = await send(app.pictures, page, how, mark=post, promise=promise)
    except Exception:
        await cases.post_now(app.house, post)
        raise
    if response.type is discord.InteractionResponseType.deferred_channel_message:
        who = await reader_of(app, interaction)
        await reply(app, interaction, text_page(who.words("challenge.posted")))
        return
    await cases.posted(app.house, challenge, post, sent.answer, later)


async def invite(context: ButtonContext) -> None:
    """Post a challenge that anyone here may accept, on the server's usual terms."""
    app, interaction = context.app, context.interaction
    refuse_missing(interaction, thread=False)
    place = place_of(interaction)
    server = await settings.refuse_elsewhere(app.house, place, parent_of(interaction))
    terms = Terms(
        rules=server.rules or settings.USUAL,
        side=None,
        pace=settings.pace(server),
        thread=server.thread and may_open(interaction),
        rated=server.rated,
    )
    made, post = await cases.challenge(app.house, place, context.by, None, terms)
    await post_challenge(app, interaction, made, post)
