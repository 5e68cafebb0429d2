"""The state of the sandbox: it stores, finds and publishes events. Rules are elsewhere."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from sandbox.clock import Clock
from sandbox.raw import Json
from sandbox.rules.permissions import ALL, DIRECT, May, in_channel
from sandbox.rules.refusal import refuse
from sandbox.snowflake import Snowflakes
from sandbox.world.events import Event
from sandbox.world.model import (
    App,
    Attachment,
    Channel,
    ChannelKind,
    Emoji,
    Guild,
    Interaction,
    Message,
    Person,
)

T = TypeVar("T")
Listener = Callable[[Event], None]
Commands = dict[str | None, list[Json]]


class Impossible(Exception):
    """A client would not let this person do that. The message says why."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The initial content of a world."""

    app: App
    people: tuple[Person, ...]
    guilds: tuple[Guild, ...]
    channels: tuple[Channel, ...]
    accounts: tuple[str, ...]


class World:
    """All state. Its values are frozen; a change replaces one by another.

    `offers_time`: whether people may advance the time, since the bot reads it here too.
    """

    def __init__(self, clock: Clock, scene: Scene, *, offers_time: bool = False) -> None:
        self.clock = clock
        self.offers_time = offers_time
        self.ids = Snowflakes(clock)
        self.app = scene.app
        self.accounts = scene.accounts
        self.people = {person.id: person for person in scene.people}
        self.guilds = {guild.id: guild for guild in scene.guilds}
        self.channels = {channel.id: channel for channel in scene.channels}
        self.posts: dict[str, dict[str, Message]] = {}
        self.files: dict[str, Attachment] = {}
        self.emojis: dict[str, Emoji] = {}
        self.commands: Commands = {}
        self.interactions: dict[str, Interaction] = {}
        self.tokens: dict[str, str] = {}
        self.read_to: dict[tuple[str, str], int] = {}
        self.nonces: dict[tuple[str, str], tuple[str, float]] = {}
        self.online = False
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener for every event, until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, event: Event) -> None:
        """Publish an event, after its change was stored."""
        for listener in tuple(self._listeners):
            listener(event)

    def person(self, person_id: str) -> Person:
        """That account, or 10013."""
        return _found(self.people, person_id, 10013)

    def guild(self, guild_id: str) -> Guild:
        """That guild, or 10004."""
        return _found(self.guilds, guild_id, 10004)

    def channel(self, channel_id: str) -> Channel:
        """That channel, or 10003."""
        return _found(self.channels, channel_id, 10003)

    def message(self, channel_id: str, message_id: str) -> Message:
        """That message, or 10008."""
        return _found(self.posts.get(channel_id, {}), message_id, 10008)

    def messages(self, channel_id: str, viewer: str | None = None) -> list[Message]:
        """The channel's messages from the first; of the private ones only the viewer's own."""
        every = self.posts.get(channel_id, {}).values()
        return [message for message in every if message.owner_id in {None, viewer}]

    def keep(self, message: Message) -> Message:
        """Put a message in its place, new or changed, and its files with it."""
        shelf = self.posts.setdefault(message.channel_id, {})
        if old := shelf.get(message.id):
            self._drop_files(old)
        shelf[message.id] = message
        self.files |= {file.id: file for file in message.files}
        return message

    def drop(self, message: Message) -> None:
        """Take a message away."""
        self._drop_files(self.posts[message.channel_id].pop(message.id))

    def _drop_files(self, message: Message) -> None:
        for file in message.files:
            self.files.pop(file.id, None)

    def put_interaction(self, interaction: Interaction) -> Interaction:
        """Put an interaction in its place, new or further on."""
        self.interactions[interaction.id] = interaction
        self.tokens[interaction.token] = interaction.id
        return interaction

    def permissions(self, person_id: str, channel: Channel) -> May:
        """A person's permissions in a channel; none if they do not see it."""
        if channel.kind is ChannelKind.DM:
            return DIRECT if person_id in channel.recipients else May.NOTHING
        guild = self.guilds[str(channel.guild_id)]
        member = guild.members.get(person_id)
        if member is None:
            return May.NOTHING
        ruling = (
            self.channels[channel.parent_id]
            if channel.kind is ChannelKind.THREAD and channel.parent_id
            else channel
        )
        base = self.guild_permissions(person_id, guild)
        return in_channel(base, guild.id, member.roles, person_id, ruling.overwrites)

    def guild_permissions(self, person_id: str, guild: Guild) -> May:
        """A person's permissions in a guild as a whole."""
        if person_id == guild.owner_id:
            return ALL
        member = guild.members.get(person_id)
        if member is None:
            return May.NOTHING
        allowed = 0
        for role in guild.roles:
            if role.id == guild.id or role.id in member.roles:
                allowed |= role.permissions
        return ALL if allowed & May.ADMINISTRATOR else May(allowed)

    def sees(self, person_id: str, channel: Channel) -> bool:
        """Whether a person sees a channel."""
        return bool(self.permissions(person_id, channel) & May.VIEW_CHANNEL)

    def channels_of(self, person_id: str) -> Iterator[Channel]:
        """The channels that a person sees."""
        return (channel for channel in self.channels.values() if self.sees(person_id, channel))

    def has_app(self, guild_id: str | None) -> bool:
        """Whether the bot itself is a member of that guild."""
        return guild_id in self.guilds and self.app.bot_id in self.guilds[str(guild_id)].members

    def direct(self, one: str, other: str) -> Channel | None:
        """The conversation of those two, if they have one."""
        pair = {one, other}
        for channel in self.channels.values():
            if channel.kind is ChannelKind.DM and set(channel.recipients) == pair:
                return channel
        return None


def _found(shelf: dict[str, T], key: str, code: int) -> T:
    try:
        return shelf[key]
    except KeyError:
        raise refuse(code) from None
