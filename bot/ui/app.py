"""The app that every action gets, and a feature's declaration: its commands, buttons, tasks.

A feature is a folder of bot/features. Its `feature.py` holds one `Feature`, which the composition
lists; every part of it is optional. A line under a result, for example, is declared like this:

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
from bot.model.people import NO_PERSONS
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
    from bot.model.matches import Record
    from bot.model.people import Person, Player
    from bot.model.posts import SentMessage, Trouble
    from bot.model.servers import Place, Server
    from bot.model.times import Instant
    from bot.outbox import Outbox
    from bot.service.host import HostWatch
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
    # The controls under a turn's board.
    Controls = Callable[[Words], Sequence[Block]]
    # Buttons under a private page, by the press that opens the page.
    ViewButtons = Callable[[Press, Words], Sequence[Button]]


A = ParamSpec("A")
F = TypeVar("F")
P = TypeVar("P", bound=Post)
T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

Interaction = discord.Interaction[Any]

_PAGES = 1000  # pages to remember; each takes a few kilobytes
_USERS = 10_000  # people whose names and language are remembered


async def no_lines(*_: Any) -> Lines:  # noqa: ANN401  any arguments
    """Return no lines, for a feature with nothing to add."""
    return lambda _: ()


def no_states(*_: object) -> Sequence[object]:
    """Return no values to keep in memory, for a feature without any."""
    return ()


def no_buttons(*_: Any) -> Sequence[Button]:  # noqa: ANN401  any arguments
    """Return no buttons, for a feature with nothing to add."""
    return ()


class Remembered(OrderedDict[K, V]):
    """The newest values, by key. Kept only in memory, and lost at a restart."""

    def __init__(self, most: int = _PAGES) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)


def about(post: Post) -> str:
    """Return what a post pings about: such pings can follow each other at once."""
    for kind in ("match", "challenge"):
        if number := getattr(post, kind, None):
            return f"{kind} {number}"
    return post.lane


class RecentPings:
    """The people just pinged, and the subject of each ping. Kept only in memory."""

    def __init__(self) -> None:
        self._pinged: Remembered[Player, tuple[Instant, str]] = Remembered(_USERS)

    def ping(self, services: Services, player: Player, *about: str) -> Instant | None:
        """Note that a person is pinged now about the last of these. A channel that votes is nobody.

        If something else has just pinged them, only return when they can be.
        """
        now, pause = services.now(), services.rhythm.pings
        at, before = self._pinged.get(player, (0, ""))
        if 0 <= now - at < pause and before not in about:
            return at + pause
        if player not in NO_PERSONS:
            self._pinged[player] = now, about[-1]
        return None


@dataclass(frozen=True, slots=True)
class ThreadStart:
    """The message that a match's thread starts from, and the thread's name."""

    message: int
    name: Callable[[Words], str]


@dataclass(frozen=True, slots=True)
class Posting:
    """The context for sending a post: Discord, the app, and what earlier posts left in memory."""

    client: discord.Client
    app: App
    guests: GuestChannels
    io: ChannelIO
    # The later forms of the newest boards: the whole page if all boards are kept, and the line. By
    # message and players, since a player may have been erased. Most boards shrink soon, and
    # replaying the match takes long.
    old_boards: Remembered[tuple[int, tuple[Player, ...]], tuple[Page | None, OldBoardLine]]
    # The last content of messages that are edited again and again, such as turn lists.
    shown: Remembered[int, Page]
    # Posts that may have been sent before: those found, and those not looked for.
    doubtful: set[int]
    # By forum: held while tags are created, so that no game deletes another's. Discord allows few
    # edits of a channel, and only games of the same forum may wait.
    making_tags: Remembered[int, asyncio.Lock]
    # Threads being opened, by the message that they start from.
    opening: dict[int, asyncio.Task[int | Trouble]]
    counts_down: bool = False  # see PostType
    # What was read for this post: see posting/reading.py.
    matches: dict[int, Record] = field(default_factory=dict[int, "Record"])
    people: dict[Player, Person] = field(default_factory=dict["Player", "Person"])
    servers: dict[int, Server] = field(default_factory=dict[int, "Server"])


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A message of ours on Discord, and its place; None: in a DM."""

    place: Place | None
    message: discord.Message


@dataclass(frozen=True, slots=True)
class PostType(Generic[P]):
    """A kind of post and how to send it. The content is decided on sending, from what is stored.

    `send`: send the post. Undeliverable: it can never work; any other error: retry.
    `found`: complete a message sent before a crash, such as with pings it still needs.
    `counts_down`: the message can say *in 3 hours*, since it is edited or deleted when that is no
    longer true. All others give dates.
    """

    kind: type[P]
    send: Callable[[Posting, P], Awaitable[SentMessage]]
    found: Callable[[Posting, P, PostedMessage], Awaitable[SentMessage]] | None = None
    counts_down: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Slot(Generic[F]):
    """A place where features add functions of this type."""

    where: str

    def by(self, add: F) -> Addition:
        """Return a feature's addition to this slot."""
        return Addition(self, add)


@dataclass(frozen=True, slots=True)
class Addition:
    """A feature's addition to a slot."""

    slot: Slot[Any]
    add: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature's declaration."""

    name: str
    commands: tuple[Callable[[App], Sequence[Command]], ...] = ()  # under /tablut
    actions: tuple[ModuleType, ...] = ()  # modules with the handlers of its buttons
    # Values in memory while the bot runs; the feature finds them by type, in Services.state.
    states: Callable[[Store, EnginePool], Iterable[object]] = no_states
    posts: tuple[PostType[Any], ...] = ()  # kinds of posts that the feature sends
    tasks: tuple[Task, ...] = ()  # run while the bot is on Discord
    chores: tuple[Chore, ...] = ()
    adds: tuple[Addition, ...] = ()  # additions to the core's pages: see bot.ui.slots


class Features:
    """All features, for the core to ask."""

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
        """The features' chores, done beside the clocks."""
        return tuple(chore for feature in self.all for chore in feature.chores)

    def at(self, slot: Slot[F]) -> Sequence[F]:
        """Return the features' additions in a slot, in order."""
        return self._added.get(slot, ())

    async def lines(
        self, slot: Slot[Callable[A, Awaitable[Lines]]], *about: A.args, **more: A.kwargs
    ) -> Lines:
        """Return the lines that all features add in a slot."""
        return joined([await add(*about, **more) for add in self.at(slot)])

    async def blocks(
        self, slot: Slot[Callable[A, Awaitable[Sequence[Block]]]], *about: A.args, **more: A.kwargs
    ) -> tuple[Block, ...]:
        """Return the blocks that all features add in a slot."""
        parts = [await add(*about, **more) for add in self.at(slot)]
        return tuple(block for part in parts for block in part)

    def buttons(
        self, slot: Slot[Callable[A, Sequence[Button]]], *about: A.args, **more: A.kwargs
    ) -> tuple[Button, ...]:
        """Return the buttons that all features add in a slot."""
        return tuple(button for add in self.at(slot) for button in add(*about, **more))

    async def first(
        self, slot: Slot[Callable[A, Awaitable[T | None]]], *about: A.args, **more: A.kwargs
    ) -> T | None:
        """Return the first answer that a feature gives in a slot."""
        for add in self.at(slot):
            if (answer := await add(*about, **more)) is not None:
                return answer
        return None


def joined(parts: Sequence[Lines]) -> Lines:
    """Return all the lines, one part after the other."""
    return lambda words: [line for lines in parts for line in lines(words)]


class Explanations:
    """Messages that explain refused moves, deleted after the user's next good move.

    Kept only in memory: those from before a restart are deleted with the match's next board.
    """

    def __init__(self, most: int = 1000, per_player: int = 25) -> None:
        self._most, self._per_player = most, per_player
        self._sent: OrderedDict[tuple[Player, int], list[discord.Message]] = OrderedDict()

    def note(self, player: Player, sent: discord.Message) -> None:
        """Remember a message, and forget the oldest."""
        key = player, sent.channel.id
        self._sent[key] = [*self._sent.pop(key, []), sent][-self._per_player :]
        while len(self._sent) > self._most:
            self._sent.popitem(last=False)

    async def delete(self, player: Player, channel: int) -> None:
        """Delete the explanations of a user's refused moves in a channel."""
        for message in self._sent.pop((player, channel), []):
            with suppress(discord.HTTPException):
                await message.delete()


@dataclass(frozen=True, slots=True)
class App:
    """The app that every action gets: use cases, outbox, pictures, metrics.

    Holds no game. The store is only for reading; every change is a use case of bot.service.
    """

    services: Services
    outbox: Outbox
    pictures: Pictures
    metrics: Metrics = field(default_factory=Metrics)
    rate_limit: RateLimit = field(default_factory=lambda: RateLimit(Limits().requests))
    files: Worker = field(default_factory=Worker)  # reads imported files
    # People's languages and names, as Discord last gave them.
    locales: Remembered[Player, str] = field(default_factory=lambda: Remembered(_USERS))
    names: Remembered[Player, str] = field(default_factory=lambda: Remembered(_USERS))
    usernames: Remembered[Player, str] = field(default_factory=lambda: Remembered(_USERS))
    # Accounts unknown to Discord, and when.
    gone: Remembered[Player, Instant] = field(default_factory=lambda: Remembered(_USERS))
    explained: Explanations = field(default_factory=Explanations)
    turns: TurnAnswers = field(default_factory=TurnAnswers)
    pinged: RecentPings = field(default_factory=RecentPings)
    features: Features = field(default_factory=Features)
    emojis: bool = True  # whether to upload the small pictures to Discord
    host: HostWatch | None = None  # None: the host wants no DMs about faults

    @property
    def drawn_names(self) -> DrawnNames:
        """The names of people for pictures."""
        return DrawnNames(self.names, self.usernames)


@dataclass(frozen=True, slots=True)
class ButtonContext:
    """A press's user and place, the menu's choice, and the modal's answers."""

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
        """Whether Discord says that the chosen user is a bot."""
        data = cast("dict[str, Any]", self.interaction.data)
        return bool(data.get("resolved", {}).get("users", {}).get(str(user), {}).get("bot"))
