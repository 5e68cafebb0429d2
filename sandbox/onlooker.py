"""Somebody who looks on in a test: what one person sees, is told of, and waits for."""

from collections.abc import Callable

from sandbox.seen import Seen
from sandbox.shapes.messages import Shapes
from sandbox.tabs.views import View
from sandbox.waiting import until
from sandbox.world import badges
from sandbox.world.badges import Badge
from sandbox.world.things import Channel, Message, Person
from sandbox.world.world import Impossible, World

Where = str | Channel | Seen
PATIENCE = 10.0


class DidNotRespond(AssertionError):
    """The bot did not answer in time, or left somebody waiting for ever."""


class Onlooker:
    """One person. `patience`: how many real seconds they wait for what must come."""

    def __init__(self, shapes: Shapes, person_id: str, patience: float = PATIENCE) -> None:
        self.view = View(shapes, person_id)
        self.patience = patience

    @property
    def world(self) -> World:
        """The world that they live in."""
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
        """How a text names them."""
        return f"<@{self.id}>"

    def channel(self, where: Where) -> Channel:
        """A channel by its name, its id, or a message in it; as it is now."""
        if isinstance(where, Seen):
            return self.world.channel(where.channel_id)
        if isinstance(where, Channel):
            return self.world.channel(where.id)
        for each in self.world.channels_of(self.id):
            if where.removeprefix("#") in {each.id, each.name}:
                return each
        raise Impossible(f"{self.person.username} sees no channel {where!r}.")

    def _seen(self, message: Message) -> Seen:
        return Seen(self.view, message)

    def sees(self, where: Where) -> list[Seen]:
        """The messages that they see there, the oldest first."""
        messages = self.world.messages(self.channel(where).id, self.id)
        return [self._seen(each) for each in messages]

    def _seen_in_time(self, where: Where) -> list[Seen]:
        try:
            return self.sees(where)
        except Impossible:
            return []

    def last(self, where: Where) -> Seen:
        """The newest message that they see there."""
        return self.sees(where)[-1]

    def look(self, message: Seen) -> Seen:
        """A message that somebody else has in hand, as this person sees it."""
        return self._seen(message.message)

    def badge(self, where: Where) -> Badge:
        """What they have not read there."""
        return badges.badge(self.world, self.id, self.channel(where).id)

    @property
    def badges(self) -> dict[str, int]:
        """How many mentions wait for them, by channel; a conversation by the other's handle."""
        found: dict[str, int] = {}
        for each in self.world.channels_of(self.id):
            others = [self.world.people[one].username for one in each.recipients if one != self.id]
            if mentions := badges.badge(self.world, self.id, each.id).mentions:
                found[each.name or others[0]] = mentions
        return found

    def read(self, where: Where) -> None:
        """Read a channel to its end."""
        badges.read(self.world, self.id, self.channel(where).id)

    async def wait_for(
        self, where: Where, what: str | Callable[[Seen], bool], after: Seen | None = None
    ) -> Seen:
        """The first message there with that text, or of which that is true, old or new.

        The channel itself may be yet to come.
        """

        def look() -> Seen | None:
            for each in self._seen_in_time(where):
                late = after is None or int(each.id) > int(after.id)
                if late and (what in each.text if isinstance(what, str) else what(each)):
                    return each
            return None

        try:
            return await until(self.world, look, self.patience)
        except TimeoutError:
            there = self.sees(where)
            raise DidNotRespond(f"{self.person.username} waits in vain; there is {there}") from None
