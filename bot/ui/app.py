"""What every action is given, and what a feature declares: its commands, buttons, tasks.

A feature is a folder of bot/features. Its `feature.py` holds one `Feature`, which the composition
lists; every part of it is optional. A line under a result, say, is declared like this:

    FEATURE = Feature(name="ratings", commands=(ranks.commands,), result_lines=result_lines)

Law: the core asks the features that it was given, in their order, and names none of them.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import discord

from bot.metrics import Metrics
from bot.model.posts import Post
from bot.service.balance import EQUALS
from bot.service.limits import Limits
from bot.service.rate_limit import RateLimit
from bot.service.refusals import No, Refusal
from bot.service.workers import Worker
from bot.ui.buttons import read_number
from bot.ui.pages.games import DrawnNames
from bot.ui.pages.page import Additions
from bot.ui.turn_answers import TurnAnswers

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
    from types import ModuleType

    from discord import app_commands

    from bot.engine_pool import EnginePool
    from bot.model.challenges import Challenge
    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import SentMessage, Trouble
    from bot.model.times import Instant
    from bot.outbox import Outbox
    from bot.service.balance import Pairing, Table
    from bot.service.opponent import Opponent
    from bot.service.services import Chore, Services
    from bot.service.settings import Access
    from bot.service.usual import Form
    from bot.store.store import Store
    from bot.ui.buttons import Press
    from bot.ui.channel_io import ChannelIO
    from bot.ui.guests import GuestChannels
    from bot.ui.pages.board import Told
    from bot.ui.pages.page import Block, Button, Page
    from bot.ui.pages.reader import Reader
    from bot.ui.pictures import Pictures
    from bot.ui.words import Words
    from games.core import Move, Side
    from games.events import Offer

    Command = app_commands.Command[Any, ..., Any]
    Task = Callable[[Services], Coroutine[Any, Any, None]]
    # Lines of a message, written once its language is known.
    Lines = Callable[[Words], Iterable[str]]
    # What stands under the board of a turn.
    Controls = Callable[[Words], Sequence[Block]]
    # Buttons under a page that is read in private, by the press that opens it.
    ViewButtons = Callable[[Press, Words], Sequence[Button]]


P = TypeVar("P", bound=Post)
K = TypeVar("K")
V = TypeVar("V")

Interaction = discord.Interaction[Any]

_PAGES = 1000  # that are remembered; one takes a few kilobytes
_USERS = 10_000  # of whom is remembered what Discord last said of them


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineGames:
    """How games against the engine are begun, played and shown."""

    # Asks how, and begins a game where all can watch: so many by these rules, with that side.
    ask: Callable[[App, Interaction, Form, Side | None], Awaitable[None]]
    # Begins a game there: by these rules, with that side, `start`: from that position.
    challenge: Callable[..., Awaitable[None]]
    rematch: Callable[[App, Interaction, int, Access], Awaitable[None]]
    # A game in private: answers with its board, once the engine has moved; the text is a note.
    show: Callable[[App, Interaction, Record, str], Awaitable[None]]
    page: Callable[[Record, Reader, Move], Page]
    # Begins a game in private; of Tablut or of Tabal, as the rules of that name, if one is given.
    play_button: Callable[[Words, str | None], Button]
    first_rules: Callable[[Table], str]  # of the first game of a person who asks for no others
    refused: Callable[[Record, Reader, Page], Page]  # the page that says why a move is refused
    offer: Callable[[Services, int, Player, Offer, int | None], Awaitable[Record]]
    # A game in private from a position, with that side, in the place of the game of that number:
    # what is begun or goes on, and whether it is that one.
    play_from: Callable[[Services, Player, str, str, Side, int], Awaitable[tuple[Record, bool]]]


async def no_lines(*_: Any) -> Lines:  # noqa: ANN401  of any question
    """Nothing to say."""
    return lambda _: ()


def no_states(*_: object) -> Sequence[object]:
    """Nothing to keep in memory."""
    return ()


def no_buttons(*_: Any) -> Sequence[Button]:  # noqa: ANN401  the same
    """Nothing to press."""
    return ()


async def no_view_buttons(*_: Any) -> ViewButtons:  # noqa: ANN401  the same
    """Nothing to press under a page."""
    return no_buttons


async def no_blocks(*_: Any) -> Sequence[Block]:  # noqa: ANN401  the same
    """Nothing to show."""
    return ()


class Remembered(OrderedDict[K, V]):
    """The newest values, by their keys. Held in memory alone, and lost at a restart."""

    def __init__(self, most: int = _PAGES) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)


@dataclass(frozen=True, slots=True)
class ThreadStart:
    """The message from which the thread of a match is opened, and what the thread is called."""

    message: int
    name: Callable[[Words], str]


@dataclass(frozen=True, slots=True)
class Posting:
    """What the sender of a post is given: Discord, the app, and what earlier posts left behind."""

    client: discord.Client
    app: App
    guests: GuestChannels
    io: ChannelIO
    # What the newest boards become: whole, where all are kept, and as a line; by message and
    # players: some are erased since. Most shrink soon, and folding the match again takes long.
    old_boards: Remembered[tuple[int, tuple[Player, ...]], tuple[Page | None, Told]]
    # What messages last said that are edited again and again, such as turn lists.
    shown: Remembered[int, Page]
    # Posts that may have been sent before: those found, and those not looked for.
    doubtful: set[int]
    # By forum: held while its tags are made, so that no game deletes those of another. Discord lets
    # us edit a channel seldom, and only games of that forum may wait for it.
    making_tags: Remembered[int, asyncio.Lock]
    # Threads that Discord is asked for now, by the message from which they start.
    opening: dict[int, asyncio.Task[int | Trouble]]
    counts_down: bool = False  # see PostType


@dataclass(frozen=True, slots=True)
class PostType(Generic[P]):
    """How the posts of a kind are sent. What one says is decided then, from what is stored.

    `send`: posts it; Undeliverable where that can never work, any other error: try again.
    `find`: the message that carries it already, if there is one. Kinds without it may be sent
    twice, such as edits.
    `counts_down`: its message may say *in 3 hours*, since it is edited or deleted once that is no
    longer so. All others give the date.
    """

    kind: type[P]
    send: Callable[[Posting, P], Awaitable[SentMessage]]
    find: Callable[[Posting, P], Awaitable[SentMessage | None]] | None = None
    counts_down: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One feature's declaration."""

    name: str
    commands: tuple[Callable[[App], Sequence[Command]], ...] = ()  # under /tablut
    actions: tuple[ModuleType, ...] = ()  # the modules that handle its buttons
    # What it keeps in memory while the bot runs: its cases find it by its type, in Services.state.
    states: Callable[[Store, EnginePool], Iterable[object]] = no_states
    opponent: Callable[[EnginePool], Opponent] | None = None  # what plays for the bot
    posts: tuple[PostType[Any], ...] = ()  # the kinds of posts that it sends
    tasks: tuple[Task, ...] = ()  # while the bot is on Discord
    chores: tuple[Chore, ...] = ()
    engine_games: EngineGames | None = None

    # What is added to the core's pages.
    result_lines: Callable[[Services, Record], Awaitable[Lines]] = no_lines
    board_notes: Callable[[Services, Record], Awaitable[Lines]] = no_lines  # in its small print
    # What stands under a board in the place of *Move*, where several play a side; None: that does.
    turn_controls: Callable[[Services, Record], Awaitable[Controls | None]] | None = None
    # A move typed by a person where several play a side; the last: their reply, if it is to go.
    typed_vote: Callable[[Services, Record, Player, Move, int | None], Awaitable[None]] | None = (
        None
    )
    board_buttons: Callable[[Record, Words], Sequence[Button]] = no_buttons  # beside *More*
    challenge_lines: Callable[[Services, Challenge], Awaitable[Lines]] = no_lines  # under its More
    # The same in a word or two, behind what a challenge says of ratings.
    challenge_notes: Callable[[Services, Challenge], Awaitable[Lines]] = no_lines
    profile_lines: Callable[[Services, Player], Awaitable[Lines]] = no_lines
    # What goes on in a server, in a line each, for a message that is kept up to date.
    server_lines: Callable[[Services, int], Awaitable[Lines]] = no_lines
    game_buttons: Callable[[Record, Words], Sequence[Button]] = no_buttons  # of one that is over
    more_buttons: Callable[[Record, Reader], Sequence[Button]] = no_buttons  # in a player's More
    # Under a server's greeting, and where a person has no game.
    greeting_buttons: Callable[[Words], Sequence[Button]] = no_buttons
    season_buttons: Callable[[Words], Sequence[Button]] = no_buttons  # where a season begins
    # Under a page of rules: of that rule set, page, and topic (see bot.ui.pages.rules.Chapter).
    rules_buttons: Callable[[str, int, str, Words], Sequence[Button]] = no_buttons
    # Under a page that this person reads in private, where all may see what is on it.
    view_buttons: Callable[[App, Interaction], Awaitable[ViewButtons]] = no_view_buttons
    server_blocks: Callable[[App, Interaction, Reader], Awaitable[Sequence[Block]]] = no_blocks
    server_buttons: Callable[[Reader], Sequence[Button]] = no_buttons
    # Under /tablut club: what goes on here, and what may be begun.
    club_blocks: Callable[[App, Interaction, Reader], Awaitable[Sequence[Block]]] = no_blocks
    # In the digest of its reader, which is sent as this post.
    digest_blocks: Callable[[Posting, Post, Reader], Awaitable[Sequence[Block]]] = no_blocks
    # What the two of a challenge need for it to be even between them.
    pairing: Callable[[Services, Challenge], Awaitable[Pairing]] | None = None
    # Where the thread opens of a match for which it has begun one; None: not its match.
    thread_start: Callable[[Services, Record], Awaitable[ThreadStart | None]] | None = None


@dataclass(frozen=True, slots=True)
class Features:
    """All features, as the core asks them."""

    all: tuple[Feature, ...] = ()

    def commands(self, app: App) -> list[Command]:
        """The commands of all features under /tablut."""
        return [
            command for feature in self.all for make in feature.commands for command in make(app)
        ]

    @property
    def posts(self) -> tuple[PostType[Any], ...]:
        """The kinds of posts that features send."""
        return tuple(kind for feature in self.all for kind in feature.posts)

    @property
    def tasks(self) -> tuple[Task, ...]:
        """What runs while the bot is on Discord."""
        return tuple(task for feature in self.all for task in feature.tasks)

    @property
    def chores(self) -> tuple[Chore, ...]:
        """What is done beside the clocks."""
        return tuple(chore for feature in self.all for chore in feature.chores)

    @property
    def engine_games(self) -> EngineGames | None:
        """How games against the engine go; None where no feature has them."""
        return next((feature.engine_games for feature in self.all if feature.engine_games), None)

    async def result_lines(self, services: Services, record: Record) -> Lines:
        """What is said under a result."""
        return joined([await feature.result_lines(services, record) for feature in self.all])

    async def board_additions(self, services: Services, record: Record) -> Additions:
        """What is added to a board in a channel: in its small print, and to its buttons."""
        notes = joined([await feature.board_notes(services, record) for feature in self.all])
        return Additions(notes, partial(self._board_buttons, record))

    def _board_buttons(self, record: Record, words: Words) -> tuple[Button, ...]:
        return tuple(
            button for feature in self.all for button in feature.board_buttons(record, words)
        )

    async def turn_controls(self, services: Services, record: Record) -> Controls:
        """What stands under the board of a turn instead of *Move*, if anything."""
        for feature in self.all:
            if feature.turn_controls and (under := await feature.turn_controls(services, record)):
                return under
        return lambda _: ()

    async def typed_vote(
        self, services: Services, record: Record, by: Player, move: Move, reply: int | None
    ) -> None:
        """Count a typed move as a vote, where several play a side."""
        for feature in self.all:
            if feature.typed_vote:
                await feature.typed_vote(services, record, by, move, reply)

    async def challenge_lines(self, services: Services, challenge: Challenge) -> Lines:
        """What is said of a challenge that is open."""
        return joined([await feature.challenge_lines(services, challenge) for feature in self.all])

    async def challenge_notes(self, services: Services, challenge: Challenge) -> Lines:
        """The same in a word or two, on the challenge itself."""
        return joined([await feature.challenge_notes(services, challenge) for feature in self.all])

    async def profile_lines(self, services: Services, player: Player) -> Lines:
        """What is said in a player's profile."""
        return joined([await feature.profile_lines(services, player) for feature in self.all])

    async def server_lines(self, services: Services, guild: int) -> Lines:
        """What goes on in a server, in a line each."""
        return joined([await feature.server_lines(services, guild) for feature in self.all])

    def game_buttons(self, record: Record, words: Words) -> tuple[Button, ...]:
        """The buttons under a game that is over."""
        return tuple(
            button for feature in self.all for button in feature.game_buttons(record, words)
        )

    def more_buttons(self, record: Record, reader: Reader) -> tuple[Button, ...]:
        """The buttons in the menu *More* of a game."""
        return tuple(
            button for feature in self.all for button in feature.more_buttons(record, reader)
        )

    def greeting_buttons(self, words: Words) -> tuple[Button, ...]:
        """The buttons under the greeting of a server, and where a person has no game."""
        return tuple(button for feature in self.all for button in feature.greeting_buttons(words))

    def season_buttons(self, words: Words) -> tuple[Button, ...]:
        """What features offer in the news that a season has begun."""
        return tuple(button for feature in self.all for button in feature.season_buttons(words))

    def rules_buttons(self, rules: str, page: int, topic: str, words: Words) -> tuple[Button, ...]:
        """The buttons under a page of rules about this topic."""
        return tuple(
            button
            for feature in self.all
            for button in feature.rules_buttons(rules, page, topic, words)
        )

    async def view_buttons(self, app: App, interaction: Interaction) -> ViewButtons:
        """What writes the buttons under pages that this person reads, and all may see."""
        parts = [await feature.view_buttons(app, interaction) for feature in self.all]
        return lambda press, words: [b for part in parts for b in part(press, words)]

    def server_buttons(self, reader: Reader) -> tuple[Button, ...]:
        """The buttons that lead from a server's settings to those of features."""
        return tuple(button for feature in self.all for button in feature.server_buttons(reader))

    async def pairing(self, services: Services, challenge: Challenge) -> Pairing:
        """What the two of this challenge need for it to be even; equals, if unknown."""
        estimates = [feature.pairing for feature in self.all if feature.pairing]
        return await estimates[0](services, challenge) if estimates else EQUALS

    async def thread_start(self, services: Services, record: Record) -> ThreadStart | None:
        """Where the thread opens of a match that a feature has begun, if it can be opened."""
        for feature in self.all:
            if feature.thread_start and (start := await feature.thread_start(services, record)):
                return start
        return None

    async def server_blocks(
        self, app: App, interaction: Interaction, reader: Reader
    ) -> tuple[Block, ...]:
        """What stands among the settings of a server."""
        blocks = [await feature.server_blocks(app, interaction, reader) for feature in self.all]
        return tuple(block for some in blocks for block in some)

    async def club_blocks(
        self, app: App, interaction: Interaction, reader: Reader
    ) -> tuple[Block, ...]:
        """What stands in the club of a server."""
        blocks = [await feature.club_blocks(app, interaction, reader) for feature in self.all]
        return tuple(block for some in blocks for block in some)

    async def digest_blocks(
        self, posting: Posting, post: Post, reader: Reader
    ) -> tuple[Block, ...]:
        """What stands in the digest of its reader, which is sent as this post."""
        blocks = [await feature.digest_blocks(posting, post, reader) for feature in self.all]
        return tuple(block for some in blocks for block in some)


def joined(parts: Sequence[Lines]) -> Lines:
    """The lines of all of these, one after the other."""
    return lambda words: [line for lines in parts for line in lines(words)]


class Explanations:
    """Our messages that explain the refused moves of each user, to be deleted after a good one.

    Held in memory alone: those from before a restart go with the next board of their match.
    """

    def __init__(self, most: int = 1000, per_player: int = 25) -> None:
        self._most, self._per_player = most, per_player
        self._sent: OrderedDict[tuple[Player, int], list[discord.Message]] = OrderedDict()

    def note(self, player: Player, sent: discord.Message) -> None:
        """Remember it, and forget the oldest."""
        key = player, sent.channel.id
        self._sent[key] = [*self._sent.pop(key, []), sent][-self._per_player :]
        while len(self._sent) > self._most:
            self._sent.popitem(last=False)

    async def delete(self, player: Player, channel: int) -> None:
        """Delete those that explain this user's refused moves there."""
        for message in self._sent.pop((player, channel), []):
            with suppress(discord.HTTPException):
                await message.delete()


@dataclass(frozen=True, slots=True)
class App:
    """What every action is given: the use cases, the outbox, the pictures, the metrics.

    Holds no game. The store is here to be read; all that changes it is a use case of bot.service.
    """

    services: Services
    outbox: Outbox
    pictures: Pictures
    metrics: Metrics = field(default_factory=Metrics)
    rate_limit: RateLimit = field(default_factory=lambda: RateLimit(Limits().requests))
    files: Worker = field(default_factory=Worker)  # reads imported files
    # What Discord last said of people: their language, and what they are called.
    locales: Remembered[Player, str] = field(default_factory=lambda: Remembered(_USERS))
    names: Remembered[Player, str] = field(default_factory=lambda: Remembered(_USERS))
    usernames: Remembered[Player, str] = field(default_factory=lambda: Remembered(_USERS))
    # Accounts that Discord did not know, and when.
    gone: Remembered[Player, Instant] = field(default_factory=lambda: Remembered(_USERS))
    explained: Explanations = field(default_factory=Explanations)
    turns: TurnAnswers = field(default_factory=TurnAnswers)
    features: Features = field(default_factory=Features)
    emojis: bool = True  # send Discord small pictures

    @property
    def engine_games(self) -> EngineGames:
        """How games against the engine go; refused where there are none."""
        if self.features.engine_games is None:
            raise Refusal(No.NO_PRACTICE)
        return self.features.engine_games

    @property
    def drawn_names(self) -> DrawnNames:
        """What people are called in pictures."""
        return DrawnNames(self.names, self.usernames)

    def game_buttons(self, record: Record) -> Callable[[Words], Sequence[Button]]:
        """What writes the buttons of the features under a game that is over."""
        return partial(self.features.game_buttons, record)


@dataclass(frozen=True, slots=True)
class ButtonContext:
    """Who pressed and where, what was chosen in the menu, and what was filled into the form."""

    app: App
    interaction: Interaction
    chosen: tuple[str, ...] = ()
    filled: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    @property
    def by(self) -> int:
        """The user who pressed."""
        return self.interaction.user.id

    @property
    def chosen_user(self) -> Player | None:
        """Whom a menu of users was answered with; None for what can be nobody's number."""
        return read_number(self.chosen[0] if self.chosen else "") or None

    def is_bot(self, user: Player) -> bool:
        """Whether the user who was chosen is a bot, as Discord says."""
        data = cast("dict[str, Any]", self.interaction.data)
        return bool(data.get("resolved", {}).get("users", {}).get(str(user), {}).get("bot"))
