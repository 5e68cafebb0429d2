"""Unread messages and mentions of each person in each channel."""

from collections.abc import Iterator
from typing import NamedTuple

from sandbox.world.events import Read
from sandbox.world.model import Message
from sandbox.world.world import World


class Badge(NamedTuple):
    """A person's unread messages and mentions in a channel."""

    unread: int = 0
    mentions: int = 0
    last_read: str | None = None


def badge(world: World, person_id: str, channel_id: str) -> Badge:
    """A person's badge for a channel. Private answers do not count."""
    read_to = world.read_to.get((person_id, channel_id), 0)
    unread = [
        message for message in _since(world, channel_id, read_to) if message.author_id != person_id
    ]
    mentions = sum(person_id in message.pings for message in unread)
    return Badge(len(unread), mentions, str(read_to) if read_to else None)


def _since(world: World, channel_id: str, read_to: int) -> Iterator[Message]:
    """Messages since an id, newest first, so that a long channel that was read is fast."""
    for message in reversed(world.posts.get(channel_id, {}).values()):
        if int(message.id) <= read_to:
            return
        if message.owner_id is None:
            yield message


def waiting(world: World, person_id: str) -> int:
    """The number of a person's unread mentions in all the channels that they see."""
    channels = world.channels_of(person_id)
    return sum(badge(world, person_id, channel.id).mentions for channel in channels)


def mark_read(world: World, person_id: str, channel_id: str) -> None:
    """Mark a channel as read by a person."""
    messages = world.messages(channel_id)
    last = int(messages[-1].id) if messages else 0
    if last > world.read_to.get((person_id, channel_id), 0):
        world.read_to[person_id, channel_id] = last
        world.publish(Read(person_id, channel_id))


def read_by_writing(world: World, message: Message) -> None:
    """Mark a channel as read by the author of a new message."""
    world.read_to[message.author_id, message.channel_id] = int(message.id)
    world.publish(Read(message.author_id, message.channel_id))
