"""One person's view in a test: messages, badges; and waiting for a message."""

from collections.abc import Callable

from sandbox.message_view import MessageView
from sandbox.shapes.messages import Shapes
from sandbox.tabs.views import View
from sandbox.waiting import PATIENCE, until
from sandbox.world import badges
from sandbox.world.badges import Badge
from sandbox.world.model import Channel, Message, Person
from sandbox.world.world import Impossible, World

Where = str | Channel | MessageView


class DidNotRespond(AssertionError):
    """The bot did not answer in time, or deferred and then did nothing."""


class Observer:
    """One person. `patience`: real seconds that they wait for messages that must come."""

    def __init__(self, shapes: Shapes, person_id: str, patience: float = PATIENCE) -> None:
        self.view = View(shapes, person_id)
        self.patience = patience

    @property
    def world(self) -> World:
        """The world."""
        return self.view.world

    @property
    def person(self) -> Person:
        """Their account."""
        return self.world.people[self.view.person_id]

    @property
    def id(self) -> str:
        """Their id."""
        return self.view.person_id

    @property
    def mention(self) -> str:
        """Their mention, as written in a text."""
        return f"<@{self.id}>"

    def channel(self, where: Where) -> Channel:
        """A channel by its name, its id, or a message in it; as it is now."""
        if isinstance(where, MessageView):
            return self.world.channel(where.channel_id)
        if isinstance(where, Channel):
            return self.world.channel(where.id)
        for channel in self.world.channels_of(self.id):
            if where.removeprefix("#") in {channel.id, channel.name}:
                return channel
        raise Impossible(f"{self.person.username} sees no channel {where!r}.")

    def _view_of(self, message: Message) -> MessageView:
        return MessageView(self.view, message)

    def sees(self, where: Where) -> list[MessageView]:
        """The messages that they see there, the oldest first."""
        messages = self.world.messages(self.channel(where).id, self.id)
        return [self._view_of(message) for message in messages]

    def _messages_if_listed(self, where: Where) -> list[MessageView]:
        try:
            return self.sees(where)
        except Impossible:
            return []

    def last(self, where: Where) -> MessageView:
        """The newest message that they see there."""
        return self.sees(where)[-1]

    def look(self, message: MessageView) -> MessageView:
        """Another person's view of a message, as this person sees it."""
        return self._view_of(message.message)

    def badge(self, where: Where) -> Badge:
        """Their unread messages and mentions there."""
        return badges.badge(self.world, self.id, self.channel(where).id)

    @property
    def badges(self) -> dict[str, int]:
        """The number of unread mentions by channel; a conversation goes by the other's handle."""
        mentions_by_channel: dict[str, int] = {}
        for channel in self.world.channels_of(self.id):
            others = [
                self.world.people[one].username for one in channel.recipients if one != self.id
            ]
            if mentions := badges.badge(self.world, self.id, channel.id).mentions:
                mentions_by_channel[channel.name or others[0]] = mentions
        return mentions_by_channel

    def read(self, where: Where) -> None:
        """Read a channel to its end."""
        badges.mark_read(self.world, self.id, self.channel(where).id)

    async def wait_for(
        self,
        where: Where,
        what: str | Callable[[MessageView], bool],
        after: MessageView | None = None,
    ) -> MessageView:
        """Wait for a message there, old or new, with that text or for which the function is true.

        The channel itself need not exist yet.
        """

        def look() -> MessageView | None:
            for message in self._messages_if_listed(where):
                late = after is None or int(message.id) > int(after.id)
                if late and (what in message.text if isinstance(what, str) else what(message)):
                    return message
            return None

        try:
            return await until(self.world, look, self.patience)
        except TimeoutError:
            there = self.sees(where)
            raise DidNotRespond(
                f"{self.person.username} waited in vain; there is {there}"
            ) from None
