"""Answers to interactions: reply with a page, replace a page, or explain a failure in a sentence.

Law: every interaction is answered. An answer that Discord already has (40060) or no longer takes
(10062) is not an error: everything was committed before it.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.metrics import Metrics, Why
from bot.service import ranks, settings
from bot.service.limits import Limits
from bot.service.lookup import to_answer
from bot.service.model import Guild
from bot.service.pacing import Admission, Pacing, Worker
from bot.service.ports import EngineDown
from bot.service.refusals import No, Refusal
from bot.ui.channel_io import send
from bot.ui.custom_ids import Press, Verb
from bot.ui.guests import TurnAnswers, locale_at, mark_filled_in
from bot.ui.latency import asked_of
from bot.ui.pages import browse, challenge, errors, parts, reader, result
from bot.ui.pages.page import done_page, text_page
from bot.ui.words import words_of
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence

    from bot.outbox import Outbox
    from bot.service.house import House
    from bot.service.model import Challenge, Listing, Person, Player, Record
    from bot.service.ports import StoreReader
    from bot.service.practice import Answers
    from bot.service.review import Reviews
    from bot.ui.components import Message
    from bot.ui.pages.page import Button, Page
    from bot.ui.pages.reader import Reader
    from bot.ui.pictures import Pictures

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

ALREADY_ANSWERED, UNKNOWN_INTERACTION, _UNKNOWN_MESSAGE = 40060, 10062, 10008
_BOARD_WAIT = 10  # seconds to wait for the board to be posted


class Recent:
    """What Discord last said of each of the newest users, such as their language.

    Held in memory alone, and lost at a restart.
    """

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._known: OrderedDict[Player, str] = OrderedDict()

    def note(self, player: Player, said: str) -> None:
        """Remember it, and forget the oldest."""
        self._known[player] = said
        self._known.move_to_end(player)
        if len(self._known) > self._most:
            self._known.popitem(last=False)

    def get(self, player: Player, unknown: str) -> str:
        """What was said, or the other where nothing is known."""
        return self._known.get(player, unknown)


class Explanations:
    """Our messages that explain the refused moves of each user, to be deleted after a good one.

    Held in memory alone: those from before a restart go with the next board of their match.
    """

    def __init__(self, most: int = 1000, each: int = 25) -> None:
        self._most, self._each = most, each
        self._sent: OrderedDict[tuple[Player, int], list[discord.Message]] = OrderedDict()

    def note(self, player: Player, sent: discord.Message) -> None:
        """Remember it, and forget the oldest."""
        key = player, sent.channel.id
        self._sent[key] = [*self._sent.pop(key, []), sent][-self._each :]
        while len(self._sent) > self._most:
            self._sent.popitem(last=False)

    async def delete(self, player: Player, channel: int) -> None:
        """Delete those that explain this user's refused moves there."""
        for each in self._sent.pop((player, channel), []):
            with suppress(discord.HTTPException):
                await each.delete()


@dataclass(frozen=True, slots=True)
class App:
    """What every action is given: the use cases, the outbox, the pictures, the metrics.

    Holds no game. The store is here to be read; all that changes it is a use case of bot.service.
    """

    house: House
    outbox: Outbox
    pictures: Pictures
    metrics: Metrics = field(default_factory=Metrics)
    pacing: Pacing = field(default_factory=lambda: Pacing(Limits().requests))
    files: Worker = field(default_factory=Worker)  # reads imported files
    locales: Recent = field(default_factory=Recent)
    names: Recent = field(default_factory=Recent)
    explained: Explanations = field(default_factory=Explanations)
    turns: TurnAnswers = field(default_factory=TurnAnswers)
    answers: Answers | None = None  # what plays for the bot
    reviews: Reviews | None = None
    emojis: bool = True  # send Discord small pictures

    @property
    def store(self) -> StoreReader:
        """The store, to read from."""
        return self.house.store


async def reader_of(app: App, interaction: Interaction) -> Reader:
    """The user who asked, as the reader of a private page."""
    person, locale = await app.store.person(interaction.user.id), str(interaction.locale)
    app.locales.note(person.id, locale)
    app.names.note(person.id, name_on_discord(interaction.user))
    return reader.private(person, locale)


async def reader_here(app: App, interaction: Interaction) -> Reader:
    """The reader of a public page in the channel of this interaction."""
    return await channel_reader(app.store, interaction.guild_id, locale_at(interaction))


async def channel_reader(
    store: StoreReader, guild: int | None, locale: object, *players: Person
) -> Reader:
    """The reader of a public page, with the language and theme that the server chose, if any.

    `locale`: the server's locale on Discord; empty where unknown.
    """
    server = await store.guild(guild) if guild else Guild(0)
    return reader.public(server.locale or str(locale or ""), *players, theme=server.theme)


def name_on_discord(user: discord.User | discord.Member) -> str:
    """What a person is called everywhere: what one server calls them is not told to others."""
    return user.global_name or user.name


async def name_of(app: App, client: discord.Client, player: Player) -> str:
    """What Discord calls a person; empty where that cannot be had."""
    if name := app.names.get(player, ""):
        return name
    with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        app.names.note(player, name_on_discord(await client.fetch_user(player)))
    return app.names.get(player, "")


async def learn_names(app: App, client: discord.Client, players: Iterable[Player]) -> bool:
    """Ask Discord what these are called, where that is not known; whether it told of any."""
    unknown = [each for each in players if not app.names.get(each, "")]
    return any([await name_of(app, client, each) for each in unknown])


async def file_names(app: App, client: discord.Client, record: Record) -> Mapping[Player, str]:
    """What the file of a game calls its players; empty unless both let it."""
    players = (record.dark, record.light)
    if not all([(await app.store.person(each)).named for each in players]):
        return {}
    names = {each: await name_of(app, client, each) for each in players}
    return names if all(names.values()) else {}


async def reply(app: App, interaction: Interaction, page: Page, *, private: bool = True) -> None:
    """Answer with a new message; after a deferred answer, fill in the promised one."""
    response = interaction.response

    async def how(made: Message) -> None:
        if response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(**made.editing())
            mark_filled_in(interaction)
        elif response.is_done():
            await interaction.followup.send(**made.sending(), ephemeral=private)
        else:
            await response.send_message(**made.sending(), ephemeral=private)

    async def promise() -> None:
        if not response.is_done():
            await response.defer(ephemeral=private, thinking=True)

    await send(app.pictures, page, how, promise=promise)


async def update(app: App, interaction: Interaction, page: Page) -> None:
    """Replace the message whose button was pressed; send a new one when it is deleted."""
    response = interaction.response
    answered = response.is_done()

    async def how(made: Message) -> None:
        if response.is_done():
            await interaction.edit_original_response(**made.editing())
        else:
            await response.edit_message(**made.editing())

    async def promise() -> None:
        if not response.is_done():
            await response.defer()

    try:
        await send(app.pictures, page, how, promise=promise)
    except discord.NotFound as error:
        if error.code != _UNKNOWN_MESSAGE or answered:
            raise
        await reply(app, interaction, page)


async def show(app: App, interaction: Interaction, page: Page) -> None:
    """Replace the pressed message if it is private; otherwise send a new private one."""
    pressed = interaction.message
    if pressed is not None and pressed.flags.ephemeral:
        await update(app, interaction, page)
    else:
        await reply(app, interaction, page)


async def confirm(  # noqa: PLR0913  all that is known already
    app: App,
    interaction: Interaction,
    who: Reader,
    record: Record,
    sentence: str,
    *buttons: Button,
    running: Sequence[Listing] | None = None,  # the user's games, where they were read
) -> None:
    """Confirm privately that it is done; add why, if it could not be posted in the channel."""
    by = interaction.user.id
    games = to_answer(await app.store.running(by) if running is None else running, by)
    also = (*parts.next_game(games, record.id, who.words), *buttons)
    await show(app, interaction, done_page(sentence, also))
    if trouble := await trouble_of(app, who, record):
        await update(app, interaction, done_page(f"{sentence}\n{trouble}", also))


async def trouble_of(app: App, who: Reader, record: Record) -> str | None:
    """Why the newest event of a match could not be posted, and what to do; None if it was."""
    if record.engine_to_move and app.answers:  # its answer is posted with it
        with suppress(EngineDown):
            await app.answers.answer(record.id)
        record = await app.house.record(record.id)
    trouble = await app.outbox.outcome(record.id, len(record.match.log), _BOARD_WAIT)
    return trouble and errors.trouble(trouble, who.words)


@asynccontextmanager
async def answering(
    app: App, interaction: Interaction, then: Verb = Verb.OPEN
) -> AsyncGenerator[None]:
    """Work on a person's request in their turn; answer any exception raised inside, once.

    `then`: what is done in the game chosen from a menu, where the request leaves open which.
    """
    try:
        async with app.pacing.turn(interaction.user.id):
            yield
    except Exception as error:  # noqa: BLE001  every interaction is answered
        await answer_failure(app, interaction, error, then)
    await _note_language(app, interaction)


async def _note_language(app: App, interaction: Interaction) -> None:
    """Keep the player's language for what they type. Failing at it costs them no answer."""
    try:
        if (await app.store.person(interaction.user.id)).heard != str(interaction.locale):
            await settings.note_language(app.house, interaction.user.id, str(interaction.locale))
    except Exception:
        log.exception("could not keep the language of a player")


async def admit(app: App, interaction: Interaction, cost: float = 1) -> bool:
    """Whether to work on a person's request. One of too many is refused in a sentence, once."""
    admission = app.pacing.admit(interaction.user.id, cost)
    if admission is Admission.ADMITTED:
        return True
    async with app.pacing.refusing(interaction.user.id):
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
            await _turn_away(app, interaction, told=admission is Admission.IGNORED)
    return False


async def _turn_away(app: App, interaction: Interaction, *, told: bool) -> None:
    """Answer without working on it; where they were told already, as briefly as Discord allows."""
    if interaction.type is discord.InteractionType.autocomplete:
        await interaction.response.autocomplete([])
    elif told and interaction.message is not None:
        await interaction.response.defer()  # the message stays as it is
    else:
        sentence = words_of(str(interaction.locale))("fault.pace")
        await reply(app, interaction, text_page(sentence))


async def answer_failure(
    app: App, interaction: Interaction, error: Exception, then: Verb = Verb.OPEN
) -> None:
    """Explain it to the player; log it only when it is our fault."""
    if is_late(error):
        log.info("interaction was already answered or has expired: %s", error)
        note_late(app, interaction)
        return
    if isinstance(error, (Refusal, GameError)):
        page = await _refused(app, interaction, error, then)
    else:
        if isinstance(error.__context__, GameError):
            error.__context__ = None  # it quotes what a user wrote
        log_fault(app, interaction, error)
        sentence = words_of(str(interaction.locale))("fault.ours")  # the database may be the cause
        page = text_page(sentence)
    try:
        await reply(app, interaction, page)
    except discord.HTTPException as failed:
        log.warning("could not send the error message: %s", failed)


async def _refused(
    app: App, interaction: Interaction, error: Refusal | GameError, then: Verb
) -> Page:
    """The sentence; where it asks which game is meant, a menu of them."""
    who = await reader_of(app, interaction)
    if not isinstance(error, Refusal) or error.no is not No.WHICH_GAME:
        return text_page(errors.refused(error, who.words))

    def press(game: Listing) -> Press:
        return Press(then, number=game.id, seen=game.version)

    running = await app.store.running(interaction.user.id)
    return browse.which_game(running, who, app.names, press)


def log_fault(app: App, interaction: Interaction, error: Exception) -> None:
    """Log a fault of ours by the name of the command or button: its id may name a person."""
    asked = asked_of(interaction)
    log.error("could not handle %s %s", *asked, exc_info=error)
    app.metrics.failed(asked, Why.FAULT)


def note_late(app: App, interaction: Interaction) -> None:
    """Count an answer that Discord did not take any more: all that it tells of is committed."""
    app.metrics.failed(asked_of(interaction), Why.LATE)


def is_late(error: BaseException) -> bool:
    """Whether Discord had an answer already, or does not wait for one any more."""
    return getattr(error, "code", None) in (ALREADY_ANSWERED, UNKNOWN_INTERACTION)


async def result_page(app: App, client: discord.Client, record: Record) -> Callable[[Reader], Page]:
    """What writes the message of a match that is over."""
    names = await file_names(app, client, record)
    return partial(result.result, record, told=await ranks.told(app.house, record), names=names)


async def challenge_page(app: App, found: Challenge) -> Callable[[Challenge, Reader], Page]:
    """What writes a challenge's message."""
    stakes = await ranks.stakes_of(app.house, found)
    return partial(challenge.challenge, measured=app.house.measured, stakes=stakes)
