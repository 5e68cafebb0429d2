"""Answers to interactions: reply with a page, replace a page, or explain a failure in a sentence.

Invariant: every interaction is answered. An answer that Discord already has (40060) or no longer
takes (10062) isn't an error: everything was committed before.
"""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import aiohttp
import discord

from bot.logs import first_line
from bot.metrics import Why
from bot.model.people import CHANNEL, ENGINE, NO_PERSONS, Person
from bot.model.servers import Server
from bot.service import challenges as cases
from bot.service import history, settings
from bot.service.engine import EngineDown
from bot.service.faults import is_disk_full
from bot.service.lookup import listings_to_answer
from bot.service.rate_limit import Admission
from bot.service.refusals import No, Refusal
from bot.service.usual import offered_beside
from bot.ui.app import joined
from bot.ui.channel_io import send, with_retry
from bot.ui.guests import is_guest, locale_at, mark_filled_in
from bot.ui.latency import asked_of
from bot.ui.pages import challenge, errors, games, naming, parts, result
from bot.ui.pages.page import Additions, done_page, text_page
from bot.ui.pages.parts import OpenGame
from bot.ui.pages.reader import private, public
from bot.ui.slots import (
    CHALLENGE_LINES,
    CHALLENGE_NOTES,
    RESULT_HEAD,
    RESULT_LINES,
    result_buttons,
)
from bot.ui.words import words_of
from games.core import Reason
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence

    from bot.metrics import Asked
    from bot.model.challenges import Challenge, Terms
    from bot.model.matches import Listing, Record
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.service.services import Services
    from bot.ui.app import App, Interaction, Lines
    from bot.ui.components import Message
    from bot.ui.pages.page import Button, Page
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

log = logging.getLogger(__name__)

T = TypeVar("T")

ALREADY_ANSWERED, UNKNOWN_INTERACTION, _UNKNOWN_MESSAGE = 40060, 10062, 10008
_HEARD = "heard"  # key in an interaction's extras: the user's stored language
_ASKED_AGAIN = 3600  # seconds until an unknown account is looked up again
_BOARD_WAIT = 10  # seconds to wait for the board to be posted


async def if_readable(reading: Awaitable[T], otherwise: T) -> T:
    """Return the data read, or `otherwise` if reading fails, so that a page opens anyway."""
    try:
        return await reading
    except Exception:
        log.exception("could not read an optional part of a page")
        return otherwise


async def reader_of(app: App, interaction: Interaction) -> Reader:
    """Return the user as the reader of a private page, with commands named as they see them."""
    user, locale = interaction.user.id, str(interaction.locale)
    person = await if_readable(app.services.store.people.person(user), Person(user))
    interaction.extras[_HEARD] = person.heard
    app.locales[person.id] = locale
    note_name(app, interaction.user)
    reader = private(person, locale)
    return replace(reader, words=reader.words.for_client(words_of(locale)))


async def reader_here(app: App, interaction: Interaction) -> Reader:
    """Return the reader of a public page in an interaction's channel.

    Where we are guests, we can soon no longer edit the page, so it gives dates.
    """
    reader = await channel_reader(app.services, interaction.guild_id, locale_at(interaction))
    return reader.later if is_guest(interaction) else reader


async def channel_reader(
    services: Services, guild: int | None, locale: object, *players: Person
) -> Reader:
    """Return the reader of a public page, with the server's language and theme if set.

    `locale`: the server's locale on Discord; empty if unknown.
    """
    server = await services.store.servers.guild(guild) if guild else Server(0)
    return public(server.locale or str(locale or ""), *players, theme=server.theme)


def note_name(app: App, user: discord.User | discord.Member) -> None:
    """Note a person's global name: their nickname in one server isn't shown in others."""
    app.names[user.id] = user.global_name or user.name
    app.usernames[user.id] = user.name


async def name_of(app: App, client: discord.Client, player: Player) -> str:
    """Return a person's name on Discord; empty if unknown.

    Discord is asked about an unknown account at most once an hour.
    """
    if player in NO_PERSONS:
        return ""
    if name := app.names.get(player, ""):
        return name
    now = app.services.now()
    if now - app.gone.get(player, 0) < _ASKED_AGAIN:
        return ""
    with suppress(Exception):  # can't reach Discord, or its answer can't be read
        try:
            note_name(app, await client.fetch_user(player))
        except discord.NotFound:
            app.gone[player] = now
    return app.names.get(player, "")


async def learn_names(app: App, client: discord.Client, players: Iterable[Player]) -> bool:
    """Ask Discord for the players' unknown names; return whether any was found."""
    unknown = [player for player in players if not app.names.get(player, "")]
    return any([await name_of(app, client, player) for player in unknown])


async def players_in_file(
    app: App, client: discord.Client, record: Record, words: Words
) -> Mapping[Player, str]:
    """Return the players' names for a game's file or animation; empty unless both agree."""
    names: dict[Player, str] = {}
    for player in record.everyone:
        if player == CHANNEL:
            names[player] = naming.capitalised(words("person.channel"))
        elif player == ENGINE and record.by_vote:
            names[player] = words("person.engine")
        elif (await app.services.store.people.person(player)).named:
            names[player] = await name_of(app, client, player)
    return names if all(map(names.get, record.everyone)) else {}


async def defer(interaction: Interaction, *, thinking: bool = False, private: bool = True) -> None:
    """Defer an answer: with a message that the bot is thinking, or silently.

    After a broken connection Discord may have the deferral already.
    """
    response = interaction.response
    ask = partial(response.defer, ephemeral=private and thinking, thinking=thinking)

    async def again() -> None:
        try:
            await ask()
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
            kinds = discord.InteractionResponseType
            kind = kinds.deferred_channel_message if thinking else kinds.deferred_message_update
            response._response_type = kind  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]

    await with_retry(ask, again)


async def reply(app: App, interaction: Interaction, page: Page, *, private: bool = True) -> None:
    """Answer with a new message; after a deferred answer, fill that in."""
    response = interaction.response

    async def how(message: Message) -> None:
        if response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(**message.editing())
            mark_filled_in(interaction)
        elif response.is_done():
            await interaction.followup.send(**message.sending(), ephemeral=private)
        else:
            await response.send_message(**message.sending(), ephemeral=private)

    async def promise() -> None:
        if not response.is_done():
            await defer(interaction, thinking=True, private=private)

    await send(app.pictures, page, how, promise=promise)


async def update(app: App, interaction: Interaction, page: Page) -> None:
    """Replace the message whose button was pressed; if it was deleted, send a new one.

    If there is an answer already, replace the answer; if the user has dismissed it, send nothing.
    """
    response = interaction.response
    answered = response.is_done()

    async def how(message: Message) -> None:
        if response.is_done():
            await interaction.edit_original_response(**message.editing())
        else:
            await response.edit_message(**message.editing())

    async def promise() -> None:
        if not response.is_done():
            await defer(interaction)

    try:
        await send(app.pictures, page, how, promise=promise)
    except discord.NotFound as error:
        if error.code != _UNKNOWN_MESSAGE:
            raise
        if not answered:  # otherwise the user has dismissed the answer
            await reply(app, interaction, page)


async def show(app: App, interaction: Interaction, page: Page) -> None:
    """Replace the pressed message if it is private; otherwise send a new private one."""
    await (update if is_private(interaction) else reply)(app, interaction, page)


def is_private(interaction: Interaction) -> bool:
    """Whether a button of a private message was pressed."""
    pressed = interaction.message
    return pressed is not None and pressed.flags.ephemeral


async def confirm(  # noqa: PLR0913  everything known already
    app: App,
    interaction: Interaction,
    reader: Reader,
    record: Record,
    sentence: str,
    *buttons: Button,
    running: Sequence[Listing] | None = None,  # the user's games, if already read
    posted: bool = True,
) -> None:
    """Confirm privately that something is done; if it couldn't be posted in the channel, say why.

    `posted`: whether something is posted there.
    """
    by = interaction.user.id
    games = listings_to_answer(
        await app.services.store.matches.running(by) if running is None else running, by
    )
    also = (*parts.next_game(games, record.id, reader.words), *buttons)
    await show(app, interaction, done_page(sentence, also))
    if posted and (trouble := await trouble_of(app, reader, record)):
        await update(app, interaction, done_page(f"{sentence}\n{trouble}", also))


async def trouble_of(app: App, reader: Reader, record: Record) -> str | None:
    """Return why a match's newest event couldn't be posted, and what to do; None if it was."""
    if record.engine_to_move and (
        opponent := app.services.opponent
    ):  # the engine's move is posted with the event
        with suppress(EngineDown):
            await opponent.answer(record.id)
        record = await app.services.record(record.id)
    trouble = await app.outbox.outcome(record.id, len(record.match.log), _BOARD_WAIT)
    return trouble and errors.trouble(trouble, reader.words)


@asynccontextmanager
async def answering(app: App, interaction: Interaction) -> AsyncGenerator[None]:
    """Work on a user's request when it's their turn; answer any exception raised inside, once."""
    try:
        async with app.rate_limit.turn(interaction.user.id):
            yield
    except Exception as error:  # noqa: BLE001  every interaction is answered
        await answer_failure(app, interaction, error)
    await _note_language(app, interaction)


async def _note_language(app: App, interaction: Interaction) -> None:
    """Keep the player's language for what they type. A failure here doesn't prevent the answer."""
    try:
        by, spoken = interaction.user.id, str(interaction.locale)
        if _HEARD in interaction.extras:
            heard = interaction.extras[_HEARD]
        else:
            heard = (await app.services.store.people.person(by)).heard
        if heard != spoken:
            await settings.note_language(app.services, by, spoken)
    except Exception:
        log.exception("could not save a player's language")


async def admit(app: App, interaction: Interaction, cost: float = 1) -> bool:
    """Whether to work on a user's request. If there are too many, say so once."""
    admission = app.rate_limit.admit(interaction.user.id, cost)
    if admission is Admission.ADMITTED:
        return True
    async with app.rate_limit.refusing(interaction.user.id):
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await _turn_away(app, interaction, told=admission is Admission.IGNORED)
    return False


async def complete_nothing(interaction: Interaction) -> None:
    """Answer a refused completion with no choices."""
    with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        await interaction.response.autocomplete([])


async def _turn_away(app: App, interaction: Interaction, *, told: bool) -> None:
    """Refuse an interaction; users who were warned already get the shortest answer possible."""
    if interaction.type is discord.InteractionType.autocomplete:
        await complete_nothing(interaction)
    elif told and interaction.message is not None:
        await defer(interaction)  # the message stays as it is
    else:
        sentence = words_of(str(interaction.locale))("fault.pace")
        await reply(app, interaction, text_page(sentence))


async def answer_failure(app: App, interaction: Interaction, error: Exception) -> None:
    """Explain an error to the player; log it only if it's our fault."""
    if is_late(error):
        log.info("interaction already answered or expired: %s", error)
        note_late(app, interaction)
        return
    if isinstance(error, (Refusal, GameError)):
        page = await _refused(app, interaction, error)
    else:
        # The language isn't read from the database, which may be the cause.
        page = fault_page(app, asked_of(interaction), error, words_of(str(interaction.locale)))
    try:
        await reply(app, interaction, page)
    except (discord.HTTPException, aiohttp.ClientError) as failed:
        log.warning("could not send the error message: %s", failed)


async def _refused(app: App, interaction: Interaction, error: Refusal | GameError) -> Page:
    """Return the page of a refusal: a sentence, or a menu if it asks which game is meant."""
    reader = await reader_of(app, interaction)
    if not isinstance(error, Refusal) or error.no is not No.WHICH_GAME:
        return text_page(errors.refused(error, reader.words))
    running = await app.services.store.matches.running(interaction.user.id)
    return games.which_game(running, reader, app.names, lambda game: OpenGame(game.id))


def fault_page(app: App, asked: Asked, error: Exception, words: Words) -> Page:
    """Log a failure that isn't a refusal, and return the page about it."""
    if isinstance(error.__context__, GameError):
        error.__context__ = None  # the context quotes the user's text
    log_fault(app, asked, error)
    if is_disk_full(error):
        return text_page(words("fault.full"))
    return text_page(words("fault.discord" if is_discord_failure(error) else "fault.ours"))


def log_fault(app: App, asked: Asked, error: Exception) -> None:
    """Log and count an error by the name of the command or button; an ID could identify a person.

    Errors of Discord are logged without a traceback.
    """
    if is_discord_failure(error):
        log.warning("Discord failed at %s %s (%s)", *asked, first_line(error))
        app.metrics.failed(asked, Why.DISCORD)
    else:
        log.error("could not handle %s %s", *asked, exc_info=error)
        app.metrics.failed(asked, Why.FAULT)


def is_discord_failure(error: BaseException) -> bool:
    """Whether Discord or the connection to it failed. The change may be committed already."""
    return isinstance(error, (discord.DiscordServerError, aiohttp.ClientError))


def note_late(app: App, interaction: Interaction) -> None:
    """Count an answer that came too late for Discord; everything it says is committed."""
    app.metrics.failed(asked_of(interaction), Why.LATE)


def is_late(error: BaseException) -> bool:
    """Whether Discord already had an answer, or has stopped waiting for one."""
    return getattr(error, "code", None) in (ALREADY_ANSWERED, UNKNOWN_INTERACTION)


async def result_page(app: App, record: Record) -> Callable[[Reader], Page]:
    """Return the writer of a finished match's message."""
    lines = (
        await stop_lines(app.services, record),
        await app.features.lines(RESULT_LINES, app.services, record),
    )
    additions = Additions(joined(lines), await result_buttons(app, record))
    # A channel is many people, and other people each time.
    two = not (record.by_vote or record.of_partners)
    tally = await history.between(app.services, record.dark, record.light) if two else None
    told = await app.features.first(RESULT_HEAD, app.services, record)
    return partial(result.result, record, additions=additions, tally=tally, told=told)


async def stop_lines(services: Services, record: Record) -> Lines:
    """Return a moderator's reason for stopping the match."""
    verdict = record.match.verdict
    if verdict is None or verdict.reason is not Reason.STOPPED:
        return lambda _: ()
    why = await services.store.moderation.why_stopped(record.id)
    return partial(result.why_stopped, why)


async def challenge_page(app: App, shown: Challenge) -> Callable[[Challenge, Reader], Page]:
    """Return the writer of a challenge's message."""
    notes = await app.features.lines(CHALLENGE_NOTES, app.services, shown)
    answered, post = await _answered(app, shown), await _post_of(app, shown)
    return partial(
        challenge.challenge,
        notes=notes,
        answered=answered,
        post=post,
    )


async def _post_of(app: App, shown: Challenge) -> Place | None:
    """Return the post on the wall with a challenge's game, if it has one."""
    if shown.match is None:
        return None
    with suppress(Refusal):
        record = await app.services.record(shown.match)
        return record.place if record.on_wall else None
    return None


async def _answered(app: App, shown: Challenge) -> Terms | None:
    """Return the original terms to which a challenge suggests changes; None if it's no counter."""
    if shown.counter_of is None:
        return None
    asked = await app.services.store.challenges.challenge(shown.counter_of)
    return asked and cases.swapped_terms(asked.terms)


async def challenge_details(
    app: App, shown: Challenge, reader: Reader, *, changed: bool = False
) -> Page:
    """Return all details of a challenge for a reader. `changed`: the reader has just changed it."""
    additions = Additions(await app.features.lines(CHALLENGE_LINES, app.services, shown))
    leans = await app.services.leans(shown.place.guild)
    beside = offered_beside(leans, shown.terms.rules)
    return challenge.details(shown, reader, leans, additions, beside=beside, changed=changed)
