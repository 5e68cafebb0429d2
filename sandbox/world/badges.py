"""Unread messages and badges: what is counted beside a channel's name for somebody."""

from collections.abc import Iterator
from typing import NamedTuple

from sandbox.world.events import Read
from sandbox.world.things import Message
from sandbox.world.world import World


class Badge(NamedTuple):
    """How much somebody has not read in a channel, and how much of it was meant for them."""

    unread: int = 0
    mentions: int = 0
    last_read: str | None = None


def badge(world: World, person_id: str, channel_id: str) -> Badge:
    """What stands beside that channel for that person. Private answers do not count."""
    read_to = world.read_to.get((person_id, channel_id), 0)
    unread = [each for each in _since(world, channel_id, read_to) if each.author_id != person_id]
    mentions = sum(person_id in each.pings for each in unread)
    return Badge(len(unread), mentions, str(read_to) if read_to else None)


def _since(world: World, channel_id: str, read_to: int) -> Iterator[Message]:
    """From the newest back, so that a long channel that was read costs nothing."""
    for each in reversed(world.posts.get(channel_id, {}).values()):
        if int(each.id) <= read_to:
            return
        if each.owner_id is None:
            yield each


def waiting(world: World, person_id: str) -> int:
    """How many mentions wait for somebody in all the channels that they see."""
    channels = world.channels_of(person_id)
    return sum(badge(world, person_id, each.id).mentions for each in channels)


def read(world: World, person_id: str, channel_id: str) -> None:
    """Somebody has seen the channel to its end."""
    messages = world.messages(channel_id)
    last = int(messages[-1].id) if messages else 0
    if last > world.read_to.get((person_id, channel_id), 0):
        world.read_to[person_id, channel_id] = last
        world.tell(Read(person_id, channel_id))


def read_by_writing(world: World, message: Message) -> None:
    """Whoever writes into a channel has seen it."""
    world.read_to[message.author_id, message.channel_id] = int(message.id)
    world.tell(Read(message.author_id, message.channel_id))
