"""Events of the world, for the gateway, open pages and waiting tests."""

from dataclasses import dataclass

from sandbox.world.model import Channel, Guild, Interaction, Member, Message, Person, Role


@dataclass(frozen=True, slots=True)
class Posted:
    """A new message."""

    message: Message


@dataclass(frozen=True, slots=True)
class Edited:
    """A message changed."""

    message: Message


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message was deleted."""

    message: Message


@dataclass(frozen=True, slots=True)
class ChannelCreated:
    """A new channel, thread or direct conversation."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """A channel or thread changed."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A channel or thread was deleted."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """A person joined a guild; for the bot, the guild is new."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A person left a guild or was removed."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class GuildChanged:
    """A guild changed: its name, its roles, or the member named."""

    guild: Guild
    member: Member | None = None


@dataclass(frozen=True, slots=True)
class RoleChanged:
    """A role of a guild changed."""

    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class AccountChanged:
    """An account changed."""

    person: Person


@dataclass(frozen=True, slots=True)
class Typing:
    """A person is typing."""

    person_id: str
    channel: Channel


@dataclass(frozen=True, slots=True)
class Read:
    """A person has read a channel."""

    person_id: str
    channel_id: str


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The bot's commands changed."""


@dataclass(frozen=True, slots=True)
class InteractionSent:
    """An interaction was sent to the bot."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class InteractionChanged:
    """An interaction was answered, used again, or failed."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class RequestHandled:
    """A REST request of the bot was answered, with any status."""

    method: str
    path: str
    status: int


@dataclass(frozen=True, slots=True)
class TimeAdvanced:
    """It is later at once: a person wants to see what comes."""


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """The bot connected or disconnected; `online`: whether any connection is left."""

    online: bool


Event = (
    Posted
    | Edited
    | Deleted
    | ChannelCreated
    | ChannelChanged
    | ChannelDeleted
    | MemberJoined
    | MemberLeft
    | GuildChanged
    | RoleChanged
    | AccountChanged
    | Typing
    | Read
    | CommandsChanged
    | InteractionSent
    | InteractionChanged
    | RequestHandled
    | PresenceChanged
    | TimeAdvanced
)
