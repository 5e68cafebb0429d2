"""The data model: people, guilds, channels, messages, interactions. Frozen, linked by ids."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from sandbox.pictures import Size
from sandbox.raw import Json
from sandbox.rules.forms import EPHEMERAL, LOADING, V2


class ChannelKind(IntEnum):
    """The kinds of channel, in Discord's numbers."""

    TEXT = 0
    DM = 1
    THREAD = 11
    FORUM = 15


class InteractionKind(IntEnum):
    """The kinds of interaction, in Discord's numbers."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class State(StrEnum):
    """The state of an interaction."""

    SENT = "sent"
    THINKING = "thinking"
    DONE = "done"
    MODAL = "modal"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Person:
    """An account; the bot's too. `user_installed`: they installed the app for themselves."""

    id: str
    username: str
    global_name: str | None = None
    locale: str = "en-US"
    about: str = ""
    color: str = "#7a7a7a"
    bot: bool = False
    dms_closed: bool = False
    user_installed: bool = True

    @property
    def shown(self) -> str:
        """The name that others see."""
        return self.global_name or self.username


@dataclass(frozen=True, slots=True)
class App:
    """The one application.

    `granted`: its privileged intents. `shards`: the least number of its connections.
    """

    id: str
    name: str
    bot_id: str
    owner_id: str
    token: str = field(repr=False)
    granted: int = 0
    shards: int = 1


@dataclass(frozen=True, slots=True)
class Emoji:
    """A picture of the application's own, to stand in texts, buttons and menus."""

    id: str
    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Role:
    """A role of a guild; the one with the guild's own id is everyone's."""

    id: str
    name: str
    permissions: int
    position: int = 0
    color: int = 0
    mentionable: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A person's membership of a guild."""

    person_id: str
    joined: float
    nick: str | None = None
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guild:
    """A server and its members."""

    id: str
    name: str
    owner_id: str
    roles: tuple[Role, ...]
    members: Mapping[str, Member]
    locale: str = "en-US"


@dataclass(frozen=True, slots=True)
class Overwrite:
    """A channel's permission overwrite for a role or a member."""

    target: str
    of_member: bool
    allow: int = 0
    deny: int = 0


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of a forum. `moderated`: only who manages threads puts it on posts."""

    id: str
    name: str
    moderated: bool = False
    emoji_id: str | None = None
    emoji_name: str | None = None


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel, a forum, a thread in one of them, or a conversation of two people.

    A forum has no messages of its own, but `tags`; its threads are its posts, which have some of
    these: `applied`.
    """

    id: str
    kind: ChannelKind
    name: str = ""
    guild_id: str | None = None
    parent_id: str | None = None
    position: int = 0
    topic: str | None = None
    owner_id: str | None = None
    recipients: tuple[str, ...] = ()
    overwrites: tuple[Overwrite, ...] = ()
    members: frozenset[str] = frozenset()
    archived: bool = False
    locked: bool = False
    archive_minutes: int = 1440
    archive_changed: float = 0.0
    tags: tuple[Tag, ...] = ()
    applied: tuple[str, ...] = ()
    needs_tag: bool = False  # a post in it needs a tag


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message."""

    id: str
    channel_id: str
    filename: str
    content_type: str
    data: bytes = field(repr=False)
    size: Size | None = None
    description: str | None = None
    ephemeral: bool = False


@dataclass(frozen=True, slots=True)
class Trigger:
    """The interaction that a message or a modal came from."""

    interaction_id: str
    kind: InteractionKind
    person_id: str
    owners: Mapping[str, str]
    command: str = ""
    message_id: str | None = None
    cause: "Trigger | None" = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message. `owner_id`: the only person who sees it; `pings`: the people it pinged.

    Embeds and components are Discord's JSON, except that attachments of the message are named by
    their id: their address is signed again each time it is sent. `embedded`: files in embeds.
    """

    id: str
    channel_id: str
    author_id: str
    sent: float
    kind: int = 0
    content: str = ""
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    embedded: tuple[Attachment, ...] = ()
    mentions: tuple[str, ...] = ()
    mention_roles: tuple[str, ...] = ()
    mention_everyone: bool = False
    flags: int = 0
    edited: float | None = None
    reference: str | None = None
    nonce: str | None = None
    by_app: bool = False
    trigger: Trigger | None = None
    original_id: str | None = None
    owner_id: str | None = None
    thread_id: str | None = None
    pinned: bool = False
    reactions: frozenset[tuple[str, str]] = frozenset()  # a person and an emoji
    pings: frozenset[str] = frozenset()

    @property
    def files(self) -> tuple[Attachment, ...]:
        """All its files, those inside embeds too."""
        return (*self.attachments, *self.embedded)

    @property
    def ephemeral(self) -> bool:
        """Whether only its owner sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it is a deferred answer: the bot is thinking."""
        return bool(self.flags & LOADING)

    @property
    def v2(self) -> bool:
        """Whether it is made of components alone."""
        return bool(self.flags & V2)


@dataclass(frozen=True, slots=True)
class Interaction:
    """An interaction that a person sent to the bot, and its state.

    `answer_id`: the message that the first answer made or changed; `steps`: how often the bot has
    used the token since. `silent`: the first answer promised a change and made none. `cause`: for a
    modal, the interaction that opened it.
    """

    id: str
    token: str
    kind: InteractionKind
    person_id: str
    channel_id: str
    data: Json
    created: float
    owners: Mapping[str, str]
    command: str = ""
    message_id: str | None = None
    cause: Trigger | None = None
    state: State = State.SENT
    answer_id: str | None = None
    silent: bool = False
    followups: int = 0
    steps: int = 0
    modal: Json | None = None
    choices: tuple[Json, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether the bot has given its first answer."""
        return self.state not in {State.SENT, State.FAILED}

    @property
    def guest(self) -> bool:
        """Whether the app is here only because the person installed it."""
        return "0" not in self.owners
