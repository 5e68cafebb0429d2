"""What every action is given, and what a feature declares: its commands, buttons, tasks.

A feature is a folder of bot/features. Its `feature.py` holds one `Feature`, which the composition
lists; every part of it is optional. A line under a result, say, is declared like this:

    FEATURE = Feature(name="ratings", adds=(RESULT_LINES.by(result_lines),))

Invariant: the core asks the features that it was given, in their order, and names none of them.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast

import discord

from bot.metrics import Metrics
from bot.model.posts import Post
from bot.service.limits import Limits
from bot.service.rate_limit import RateLimit
from bot.service.workers import Worker
from bot.ui.buttons import read_number
from bot.ui.pages.games import DrawnNames
from bot.ui.turn_answers import TurnAnswers

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
    from types import ModuleType

    from discord import app_commands

    from bot.engine_pool import EnginePool
    from bot.model.people import Person, Player
    from bot.model.posts import SentMessage, Trouble
    from bot.model.servers import Place, Server
    from bot.model.times import Instant
    from bot.outbox import Outbox
    from bot.service.services import Chore, Services
    from bot.store.store import Store
    from bot.ui.buttons import Press
    from bot.ui.channel_io import ChannelIO
    from bot.ui.guests import GuestChannels
    from bot.ui.pages.board import OldBoardLine
    from bot.ui.pages.page import Block, Button, Page
    from bot.ui.pictures import Pictures
    from bot.ui.words import Words

    Command = app_commands.Command[Any, ..., Any]
    Task = Callable[[Services], Coroutine[Any, Any, None]]
    # Lines of a message, written once its language is known.
    Lines = Callable[[Words], Iterable[str]]
    # What stands under the board of a turn.
    Controls = Callable[[Words], Sequence[Block]]
    # Buttons under a page that is read in private, by the press that opens it.
    ViewButtons = Callable[[Press, Words], Sequence[Button]]


A = ParamSpec("A")
F = TypeVar("F")
P = TypeVar("P", bound=Post)
T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

Interaction = discord.Interaction[Any]

_PAGES = 1000  # that are remembered; one takes a few kilobytes
_USERS = 10_000  # of whom is remembered what Discord last said of them


async def no_lines(*_: Any) -> Lines:  # noqa: ANN401  of any question
    """Return no lines, for a feature with nothing to add."""
    return lambda _: ()


def no_states(*_: object) -> Sequence[object]:
    """Nothing to keep in memory."""
    return ()


def no_buttons(*_: Any) -> Sequence[Button]:  # noqa: ANN401  the same
    """Nothing to press."""
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
    old_boards: Remembered[tuple[int, tuple[Player, ...]], tuple[Page | None, OldBoardLine]]
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
    # The settings read for this post: see posting/reading.py.
    people: dict[Player, Person] = field(default_factory=dict["Player", "Person"])
    servers: dict[int, Server] = field(default_factory=dict[int, "Server"])


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A message of ours on Discord, and where it stands; None: in direct messages."""

    place: Place | None
    message: discord.Message


@dataclass(frozen=True, slots=True)
class PostType(Generic[P]):
    """How the posts of a kind are sent. What one says is decided then, from what is stored.

    `send`: posts it; Undeliverable where that can never work, any other error: try again.
    `found`: says more than its number of a message that had been sent before a crash, such as whom
    it should still ping.
    `counts_down`: its message may say *in 3 hours*, since it is edited or deleted once that is no
    longer so. All others give the date.
    """

    kind: type[P]
    send: Callable[[Posting, P], Awaitable[SentMessage]]
    found: Callable[[Posting, P, PostedMessage], Awaitable[SentMessage]] | None = None
    counts_down: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Slot(Generic[F]):
    """A place to which features add functions of this type."""

    where: str

    def by(self, add: F) -> Addition:
        """The addition of one feature."""
        return Addition(self, add)


@dataclass(frozen=True, slots=True)
class Addition:
    """What a feature adds in a slot."""

    slot: Slot[Any]
    add: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One feature's declaration."""

    name: str
    commands: tuple[Callable[[App], Sequence[Command]], ...] = ()  # under /tablut
    actions: tuple[ModuleType, ...] = ()  # the modules that handle its buttons
    # What it keeps in memory while the bot runs: its cases find it by its type, in Services.state.
    states: Callable[[Store, EnginePool], Iterable[object]] = no_states
    posts: tuple[PostType[Any], ...] = ()  # the kinds of posts that it sends
    tasks: tuple[Task, ...] = ()  # while the bot is on Discord
    chores: tuple[Chore, ...] = ()
    adds: tuple[Addition, ...] = ()  # what it adds to the core's pages: see bot.ui.slots


class Features:
    """All features, as the core asks them."""

    def __init__(self, *features: Feature) -> None:
        self.all = features
        self._added = defaultdict[Slot[Any], list[Any]](list)
        for addition in (addition for feature in features for addition in feature.adds):
            self._added[addition.slot].append(addition.add)

    @property
    def posts(self) -> tuple[PostType[Any], ...]:
        """The kinds of posts that features send."""
        return tuple(kind for feature in self.all for kind in feature.posts)

    @property
    def chores(self) -> tuple[Chore, ...]:
        """The work beside the clocks."""
        return tuple(chore for feature in self.all for chore in feature.chores)

    def at(self, slot: Slot[F]) -> Sequence[F]:
        """Return the features' additions in a slot, in order."""
        return self._added.get(slot, ())

    async def lines(
        self, slot: Slot[Callable[A, Awaitable[Lines]]], *about: A.args, **more: A.kwargs
    ) -> Lines:
        """The lines that all add there."""
        return joined([await add(*about, **more) for add in self.at(slot)])

    async def blocks(
        self, slot: Slot[Callable[A, Awaitable[Sequence[Block]]]], *about: A.args, **more: A.kwargs
    ) -> tuple[Block, ...]:
        """The blocks that all add there."""
        parts = [await add(*about, **more) for add in self.at(slot)]
        return tuple(block for part in parts for block in part)

    def buttons(
        self, slot: Slot[Callable[A, Sequence[Button]]], *about: A.args, **more: A.kwargs
    ) -> tuple[Button, ...]:
        """The buttons that all add there."""
        return tuple(button for add in self.at(slot) for button in add(*about, **more))

    async def first(
        self, slot: Slot[Callable[A, Awaitable[T | None]]], *about: A.args, **more: A.kwargs
    ) -> T | None:
        """The answer of the first that has one."""
        for add in self.at(slot):
            if (answer := await add(*about, **more)) is not None:
                return answer
        return None


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
    def drawn_names(self) -> DrawnNames:
        """The names of people in pictures."""
        return DrawnNames(self.names, self.usernames)


@dataclass(frozen=True, slots=True)
class ButtonContext:
    """The person who pressed and the place, the menu's choice, and the modal's answers."""

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
        """The user chosen in a menu; None if the value can't be a user's."""
        return read_number(self.chosen[0] if self.chosen else "") or None

    def is_bot(self, user: Player) -> bool:
        """Whether the user who was chosen is a bot, as Discord says."""
        data = cast("dict[str, Any]", self.interaction.data)
        return bool(data.get("resolved", {}).get("users", {}).get(str(user), {}).get("bot"))
