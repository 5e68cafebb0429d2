"""From what happens in the world to what each session of the bot is told of it."""

from collections.abc import Callable
from typing import Any

from sandbox.gateway.intents import Intent
from sandbox.gateway.session import RESUMABLE_SECONDS, Session
from sandbox.raw import Json
from sandbox.shapes import asked, people, places
from sandbox.shapes.messages import Shapes, dispatched
from sandbox.world import events
from sandbox.world.events import Event
from sandbox.world.things import Channel, Place
from sandbox.world.world import World

Told = tuple[str, Json, str | None]
Teller = Callable[[Any], list[Told]]


class Hub:
    """Holds the sessions, and passes every event on to those whom it concerns."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.sessions: dict[str, Session] = {}
        self._tellers: dict[type[Any], Teller] = {
            events.Posted: self._posted,
            events.Edited: self._edited,
            events.Deleted: self._deleted,
            events.Opened: self._opened,
            events.Changed: self._changed,
            events.Closed: self._closed,
            events.Joined: self._joined,
            events.Left: self._left,
            events.Altered: self._altered,
            events.Ranked: self._ranked,
            events.Typing: self._typing,
            events.Started: self._started,
        }
        self.world.listen(self._hear)

    @property
    def world(self) -> World:
        """The world whose events these are."""
        return self.shapes.world

    def add(self, session: Session) -> None:
        """A bot has identified itself. An unused session of the same shard is forgotten."""
        gone = [each for each in self.sessions.values() if self._stale(each, session)]
        for each in gone:
            del self.sessions[each.id]
        self.sessions[session.id] = session

    def _stale(self, old: Session, new: Session) -> bool:
        return not old.connected and old.terms.shard == new.terms.shard

    def resumable(self, session_id: str) -> Session | None:
        """That session, unless it has been left alone for too long."""
        session = self.sessions.get(session_id)
        if session is None or session.left is None:
            return session
        if self.world.clock.seconds() - session.left <= RESUMABLE_SECONDS:
            return session
        del self.sessions[session_id]
        return None

    def presence(self) -> None:
        """Tell the world that a connection came or went, and whether the bot is there."""
        self.world.online = any(each.connected for each in self.sessions.values())
        self.world.tell(events.Presence(self.world.online))

    def welcome(self, session: Session) -> None:
        """Bring the guilds of a session's shard to it, one by one."""
        for guild in tuple(self.world.guilds.values()):
            if self.world.has_app(guild.id) and session.hears_of(guild.id):
                session.dispatch("GUILD_CREATE", self.arriving(guild.id, session))

    def arriving(self, guild_id: str, session: Session) -> Json:
        """A guild with those members whom the session may know: all, or the bot alone."""
        guild = self.world.guilds[guild_id]
        everybody = session.terms.intents & Intent.GUILD_MEMBERS
        members = list(guild.members) if everybody else [self.world.app.bot_id]
        return places.guild_arriving(self.world, guild, members)

    def _hear(self, event: Event) -> None:
        teller = self._tellers.get(type(event))
        for name, data, guild_id in teller(event) if teller else ():
            elsewhere = guild_id and not self.world.has_app(guild_id)
            if elsewhere and name not in {"INTERACTION_CREATE", "GUILD_DELETE"}:
                continue
            for session in tuple(self.sessions.values()):
                if session.hears_of(guild_id):
                    session.dispatch(name, data)

    def _private(self, channel: Channel) -> bool:
        """Whether the bot cannot see that channel."""
        return not self.world.sees(self.world.app.bot_id, channel)

    def _posted(self, event: events.Posted) -> list[Told]:
        return self._message("MESSAGE_CREATE", event)

    def _edited(self, event: events.Edited) -> list[Told]:
        return self._message("MESSAGE_UPDATE", event)

    def _message(self, name: str, event: events.Posted | events.Edited) -> list[Told]:
        channel = self.world.channels[event.message.channel_id]
        if event.message.owner_id or self._private(channel):
            return []
        return [(name, dispatched(self.shapes, event.message), channel.guild_id)]

    def _deleted(self, event: events.Deleted) -> list[Told]:
        channel = self.world.channels[event.message.channel_id]
        if event.message.owner_id or self._private(channel):
            return []
        data: Json = {"id": event.message.id, "channel_id": channel.id}
        return [("MESSAGE_DELETE", data | _in(channel.guild_id), channel.guild_id)]

    def _channel(self, verb: str, channel: Channel) -> list[Told]:
        if channel.kind is Place.DM:
            return []
        kind = "THREAD" if channel.kind is Place.THREAD else "CHANNEL"
        if kind == "THREAD" and self._private(channel):
            return []
        shown = places.channel(self.world, channel)
        if verb == "CREATE" and kind == "THREAD":
            shown["newly_created"] = True
        return [(f"{kind}_{verb}", shown, channel.guild_id)]

    def _opened(self, event: events.Opened) -> list[Told]:
        return self._channel("CREATE", event.channel)

    def _changed(self, event: events.Changed) -> list[Told]:
        return self._channel("UPDATE", event.channel)

    def _closed(self, event: events.Closed) -> list[Told]:
        return self._channel("DELETE", event.channel)

    def _joined(self, event: events.Joined) -> list[Told]:
        guild_id = event.guild.id
        if event.member.person_id == self.world.app.bot_id:
            for session in self.sessions.values():
                if session.hears_of(guild_id):
                    session.dispatch("GUILD_CREATE", self.arriving(guild_id, session))
            return []
        data = people.member(self.world, event.member)
        return [("GUILD_MEMBER_ADD", {**data, "guild_id": guild_id}, guild_id)]

    def _left(self, event: events.Left) -> list[Told]:
        guild_id = event.guild.id
        if event.member.person_id == self.world.app.bot_id:
            return [("GUILD_DELETE", {"id": guild_id}, guild_id)]
        user = people.user(self.world.people[event.member.person_id])
        return [("GUILD_MEMBER_REMOVE", {"guild_id": guild_id, "user": user}, guild_id)]

    def _altered(self, event: events.Altered) -> list[Told]:
        guild_id = event.guild.id
        if event.member is None:
            return [("GUILD_UPDATE", places.guild(event.guild), guild_id)]
        data = people.member(self.world, event.member)
        return [("GUILD_MEMBER_UPDATE", {**data, "guild_id": guild_id}, guild_id)]

    def _ranked(self, event: events.Ranked) -> list[Told]:
        guild_id = event.guild.id
        data = {"guild_id": guild_id, "role": places.role(event.role)}
        return [("GUILD_ROLE_UPDATE", data, guild_id)]

    def _typing(self, event: events.Typing) -> list[Told]:
        if event.person_id == self.world.app.bot_id or self._private(event.channel):
            return []
        data: Json = {
            "channel_id": event.channel.id,
            "user_id": event.person_id,
            "timestamp": int(self.world.clock.seconds()),
        }
        guild_id = event.channel.guild_id
        return [("TYPING_START", data | _in(guild_id), guild_id)]

    def _started(self, event: events.Started) -> list[Told]:
        shown = asked.interaction(self.shapes, event.interaction)
        return [("INTERACTION_CREATE", shown, shown.get("guild_id"))]


def _in(guild_id: str | None) -> Json:
    return {"guild_id": guild_id} if guild_id else {}
