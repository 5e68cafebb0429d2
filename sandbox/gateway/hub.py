"""Turn events of the world into gateway events for each session of the bot."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from sandbox.gateway.intents import Intent
from sandbox.gateway.session import RESUMABLE_SECONDS, Session
from sandbox.raw import Json
from sandbox.shapes import interactions, people, places
from sandbox.shapes.messages import Shapes, dispatched
from sandbox.world import events
from sandbox.world.events import Event
from sandbox.world.model import Channel, ChannelKind
from sandbox.world.world import World

Dispatch = tuple[str, Json, str | None]
Handler = Callable[[Any], list[Dispatch]]


class Hub:
    """Holds the sessions and dispatches each event to those that receive it.

    `deliver` sends a session an event. Tests can replace it to lose or delay events.
    """

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.deliver: Callable[[Session, str, Json], object] = Session.dispatch
        self.sessions: dict[str, Session] = {}
        self._handlers: dict[type[Any], Handler] = {
            events.Posted: self._posted,
            events.Edited: self._edited,
            events.Deleted: self._deleted,
            events.ChannelCreated: self._opened,
            events.ChannelChanged: self._changed,
            events.ChannelDeleted: self._closed,
            events.MemberJoined: self._joined,
            events.MemberLeft: self._left,
            events.GuildChanged: self._altered,
            events.RoleChanged: self._ranked,
            events.Typing: self._typing,
            events.InteractionSent: self._started,
        }
        self.world.subscribe(self._on_event)

    @property
    def world(self) -> World:
        """The world whose events these are."""
        return self.shapes.world

    def add(self, session: Session) -> None:
        """Add a session. A disconnected session of the same shard is dropped."""
        gone = [old for old in self.sessions.values() if self._stale(old, session)]
        for old in gone:
            del self.sessions[old.id]
        self.sessions[session.id] = session

    def _stale(self, old: Session, new: Session) -> bool:
        return not old.connected and old.terms.shard == new.terms.shard

    def resumable(self, session_id: str) -> Session | None:
        """The session of that id, unless it was disconnected for too long."""
        session = self.sessions.get(session_id)
        if session is None or session.left is None:
            return session
        if self.world.clock.seconds() - session.left <= RESUMABLE_SECONDS:
            return session
        del self.sessions[session_id]
        return None

    def presence(self) -> None:
        """Publish that a connection came or went, and whether the bot is online."""
        self.world.online = any(session.connected for session in self.sessions.values())
        self.world.publish(events.PresenceChanged(self.world.online))

    def welcome(self, session: Session) -> None:
        """Send GUILD_CREATE for each guild of a session's shard."""
        inside = defaultdict[str | None, list[Channel]](list)
        for channel in self.world.channels.values():  # once: there may be thousands of guilds
            inside[channel.guild_id].append(channel)
        for guild in tuple(self.world.guilds.values()):
            if self.world.has_app(guild.id) and session.receives(guild.id):
                arriving = self._arriving(guild.id, session, inside[guild.id])
                session.dispatch("GUILD_CREATE", arriving)

    def arriving(self, guild_id: str, session: Session) -> Json:
        """A guild with its channels and the members that the session's intents allow."""
        channels = self.world.channels.values()
        inside = [channel for channel in channels if channel.guild_id == guild_id]
        return self._arriving(guild_id, session, inside)

    def _arriving(self, guild_id: str, session: Session, inside: Iterable[Channel]) -> Json:
        """A guild with the members that the session's intents allow: all, or the bot alone."""
        guild = self.world.guilds[guild_id]
        everybody = session.terms.intents & Intent.GUILD_MEMBERS
        members = list(guild.members) if everybody else [self.world.app.bot_id]
        return places.guild_arriving(self.world, guild, inside, members)

    def _on_event(self, event: Event) -> None:
        handler = self._handlers.get(type(event))
        for name, data, guild_id in handler(event) if handler else ():
            elsewhere = guild_id and not self.world.has_app(guild_id)
            if elsewhere and name not in {"INTERACTION_CREATE", "GUILD_DELETE"}:
                continue
            for session in tuple(self.sessions.values()):
                if session.receives(guild_id):
                    self.deliver(session, name, data)

    def _private(self, channel: Channel) -> bool:
        """Whether the bot cannot see that channel."""
        return not self.world.sees(self.world.app.bot_id, channel)

    def _posted(self, event: events.Posted) -> list[Dispatch]:
        return self._message("MESSAGE_CREATE", event)

    def _edited(self, event: events.Edited) -> list[Dispatch]:
        return self._message("MESSAGE_UPDATE", event)

    def _message(self, name: str, event: events.Posted | events.Edited) -> list[Dispatch]:
        channel = self.world.channels[event.message.channel_id]
        if event.message.owner_id or self._private(channel):
            return []
        return [(name, dispatched(self.shapes, event.message), channel.guild_id)]

    def _deleted(self, event: events.Deleted) -> list[Dispatch]:
        channel = self.world.channels[event.message.channel_id]
        if event.message.owner_id or self._private(channel):
            return []
        data: Json = {"id": event.message.id, "channel_id": channel.id}
        return [("MESSAGE_DELETE", data | _in(channel.guild_id), channel.guild_id)]

    def _channel(self, verb: str, channel: Channel) -> list[Dispatch]:
        if channel.kind is ChannelKind.DM:
            return []
        kind = "THREAD" if channel.kind is ChannelKind.THREAD else "CHANNEL"
        if kind == "THREAD" and self._private(channel):
            return []
        shown = places.channel(self.world, channel)
        if verb == "CREATE" and kind == "THREAD":
            shown["newly_created"] = True
        return [(f"{kind}_{verb}", shown, channel.guild_id)]

    def _opened(self, event: events.ChannelCreated) -> list[Dispatch]:
        return self._channel("CREATE", event.channel)

    def _changed(self, event: events.ChannelChanged) -> list[Dispatch]:
        return self._channel("UPDATE", event.channel)

    def _closed(self, event: events.ChannelDeleted) -> list[Dispatch]:
        return self._channel("DELETE", event.channel)

    def _joined(self, event: events.MemberJoined) -> list[Dispatch]:
        guild_id = event.guild.id
        if event.member.person_id == self.world.app.bot_id:
            for session in self.sessions.values():
                if session.receives(guild_id):
                    new = self.arriving(guild_id, session)
                    del new["unavailable"]  # by which a client tells it from one that is back
                    session.dispatch("GUILD_CREATE", new)
            return []
        data = people.member(self.world, event.member)
        return [("GUILD_MEMBER_ADD", {**data, "guild_id": guild_id}, guild_id)]

    def _left(self, event: events.MemberLeft) -> list[Dispatch]:
        guild_id = event.guild.id
        if event.member.person_id == self.world.app.bot_id:
            return [("GUILD_DELETE", {"id": guild_id}, guild_id)]
        user = people.user(self.world.people[event.member.person_id])
        return [("GUILD_MEMBER_REMOVE", {"guild_id": guild_id, "user": user}, guild_id)]

    def _altered(self, event: events.GuildChanged) -> list[Dispatch]:
        guild_id = event.guild.id
        if event.member is None:
            return [("GUILD_UPDATE", places.guild(event.guild), guild_id)]
        data = people.member(self.world, event.member)
        return [("GUILD_MEMBER_UPDATE", {**data, "guild_id": guild_id}, guild_id)]

    def _ranked(self, event: events.RoleChanged) -> list[Dispatch]:
        guild_id = event.guild.id
        data = {"guild_id": guild_id, "role": places.role(event.role)}
        return [("GUILD_ROLE_UPDATE", data, guild_id)]

    def _typing(self, event: events.Typing) -> list[Dispatch]:
        if event.person_id == self.world.app.bot_id or self._private(event.channel):
            return []
        data: Json = {
            "channel_id": event.channel.id,
            "user_id": event.person_id,
            "timestamp": int(self.world.clock.seconds()),
        }
        guild_id = event.channel.guild_id
        return [("TYPING_START", data | _in(guild_id), guild_id)]

    def _started(self, event: events.InteractionSent) -> list[Dispatch]:
        shown = interactions.interaction(self.shapes, event.interaction)
        return [("INTERACTION_CREATE", shown, shown.get("guild_id"))]


def _in(guild_id: str | None) -> Json:
    return {"guild_id": guild_id} if guild_id else {}
