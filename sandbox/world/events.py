"""What happened, for whoever listens: the gateway, the open pages, and the tests that wait."""

from dataclasses import dataclass

from sandbox.world.things import Channel, Guild, Interaction, Member, Message, Person, Role


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
    """A message went."""

    message: Message


@dataclass(frozen=True, slots=True)
class Opened:
    """A new channel, thread or direct conversation."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class Changed:
    """A channel or thread changed."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class Closed:
    """A channel or thread went."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody joined a guild; when it is the bot, the guild is new to it."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody left a guild, or was thrown out."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class Altered:
    """A guild changed: its name, its roles, or the member named."""

    guild: Guild
    member: Member | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A role of a guild changed."""

    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class Renamed:
    """An account changed."""

    person: Person


@dataclass(frozen=True, slots=True)
class Typing:
    """Somebody types."""

    person_id: str
    channel: Channel


@dataclass(frozen=True, slots=True)
class Read:
    """Somebody has read a channel."""

    person_id: str
    channel_id: str


@dataclass(frozen=True, slots=True)
class Registered:
    """The bot's commands changed."""


@dataclass(frozen=True, slots=True)
class Started:
    """An interaction is on its way to the bot."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class Moved:
    """An interaction came further: answered, used again, or failed."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class Handled:
    """A request of the bot was answered, well or badly."""

    method: str
    path: str
    status: int


@dataclass(frozen=True, slots=True)
class Presence:
    """A connection of the bot came or went; `online`: whether there is any now."""

    online: bool


Event = (
    Posted
    | Edited
    | Deleted
    | Opened
    | Changed
    | Closed
    | Joined
    | Left
    | Altered
    | Ranked
    | Renamed
    | Typing
    | Read
    | Registered
    | Started
    | Moved
    | Handled
    | Presence
)
