"""Turn events of the world into the updates that one browser tab is sent."""

from collections.abc import Callable, Iterator
from typing import Any

from sandbox.raw import Json
from sandbox.tabs import views
from sandbox.tabs.views import View
from sandbox.world import events
from sandbox.world.badges import waiting
from sandbox.world.events import Event
from sandbox.world.model import Channel, Guild, Interaction, InteractionKind, Member, State

FAILED = "The application did not respond."
Handler = Callable[[Any], Iterator[Json]]


class Updates:
    """Keeps what its tab has been sent, and makes the frames for what is new."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known = self._listed()
        self._waiting: dict[str, int] = {}
        self._pending: set[str] = set()
        self._count()
        self._handlers: dict[type[Any], Handler] = {
            events.Posted: self._posted,
            events.Edited: self._edited,
            events.Deleted: self._deleted,
            events.ChannelCreated: self._changed,
            events.ChannelChanged: self._changed,
            events.ChannelDeleted: self._closed,
            events.MemberJoined: self._membership,
            events.MemberLeft: self._membership,
            events.GuildChanged: self._altered,
            events.RoleChanged: self._ranked,
            events.AccountChanged: self._renamed,
            events.Typing: self._typing,
            events.Read: self._read,
            events.CommandsChanged: self._registered,
            events.InteractionSent: self._started,
            events.InteractionChanged: self._moved,
            events.PresenceChanged: self._presence,
            events.TimeAdvanced: self._later,
        }

    def frames_of(self, event: Event) -> list[Json]:
        """The frames to send after an event."""
        handler = self._handlers.get(type(event))
        frames = list(handler(event)) if handler else []
        counted = isinstance(
            event, events.Posted | events.Deleted | events.Read | events.ChannelDeleted
        )
        return [*frames, *(self._count() if counted else ())]

    def _count(self) -> list[Json]:
        """Frames for the accounts whose number of unread mentions has changed."""
        world = self._view.world
        now = {account: waiting(world, account) for account in world.accounts}
        changed = [account for account in now if now[account] != self._waiting.get(account)]
        self._waiting = now
        return [
            {"event": "waiting", "person": account, "mentions": now[account]} for account in changed
        ]

    def _listed(self) -> set[str]:
        channels = self._view.world.channels.values()
        return {channel.id for channel in channels if views.listed(self._view, channel)}

    def _sees(self, channel: Channel | None) -> bool:
        return channel is not None and self._view.world.sees(self._view.person_id, channel)

    def _reads(self, channel_id: str) -> Json:
        return {"event": "reads", "channel": channel_id, **views.reads(self._view, channel_id)}

    def _shown(self, event: events.Posted | events.Edited | events.Deleted) -> bool:
        channel = self._view.world.channels.get(event.message.channel_id)
        return event.message.owner_id in {None, self._view.person_id} and self._sees(channel)

    def _posted(self, event: events.Posted) -> Iterator[Json]:
        if self._shown(event):
            channel = self._view.world.channels[event.message.channel_id]
            if channel.id not in self._known:
                self._known.add(channel.id)
                yield {"event": "channel", "channel": views.channel(self._view, channel)}
            yield {"event": "message", "message": views.post(self._view, event.message)}
            yield self._reads(event.message.channel_id)

    def _edited(self, event: events.Edited) -> Iterator[Json]:
        if self._shown(event):
            yield {"event": "message_update", "message": views.post(self._view, event.message)}

    def _deleted(self, event: events.Deleted) -> Iterator[Json]:
        if self._shown(event):
            channel_id = event.message.channel_id
            yield {"event": "message_delete", "channel": channel_id, "message": event.message.id}
            yield self._reads(channel_id)

    def _changed(self, event: events.ChannelCreated | events.ChannelChanged) -> Iterator[Json]:
        """A channel that becomes visible with messages or threads in it needs a whole snapshot."""
        channel = event.channel
        if not views.listed(self._view, channel):
            yield from self._gone(channel)
            return
        new = channel.id not in self._known
        self._known.add(channel.id)
        if new and isinstance(event, events.ChannelChanged):
            yield views.snapshot(self._view)
        else:
            yield {"event": "channel", "channel": views.channel(self._view, channel)}

    def _closed(self, event: events.ChannelDeleted) -> Iterator[Json]:
        return self._gone(event.channel)

    def _gone(self, channel: Channel) -> Iterator[Json]:
        if channel.id in self._known:
            self._known.discard(channel.id)
            yield {"event": "channel_delete", "channel": channel.id}

    def _membership(self, event: events.MemberJoined | events.MemberLeft) -> Iterator[Json]:
        yield from self._guild(event.guild, event.member)
        if event.member.person_id == self._view.world.app.bot_id:
            yield {"event": "commands"}

    def _altered(self, event: events.GuildChanged) -> Iterator[Json]:
        return self._guild(event.guild, event.member)

    def _ranked(self, event: events.RoleChanged) -> Iterator[Json]:
        """Send a snapshot: permissions may have changed in any channel."""
        if self._view.person_id in event.guild.members:
            self._known = self._listed()
            yield views.snapshot(self._view)

    def _guild(self, guild: Guild, member: Member | None) -> Iterator[Json]:
        me = self._view.person_id
        if member and member.person_id == me:
            self._known = self._listed()
            yield views.snapshot(self._view)
        elif me in guild.members:
            yield {"event": "guild", "guild": views.guild(self._view, guild)}

    def _renamed(self, event: events.AccountChanged) -> Iterator[Json]:
        yield {"event": "person", "person": views.person(event.person)}

    def _typing(self, event: events.Typing) -> Iterator[Json]:
        if event.person_id != self._view.person_id and self._sees(event.channel):
            yield {"event": "typing", "channel": event.channel.id, "person": event.person_id}

    def _read(self, event: events.Read) -> Iterator[Json]:
        if event.person_id == self._view.person_id:
            yield self._reads(event.channel_id)

    def _registered(self, event: events.CommandsChanged) -> Iterator[Json]:
        del event
        yield {"event": "commands"}

    def _presence(self, event: events.PresenceChanged) -> Iterator[Json]:
        del event
        yield {"event": "app", "app": views.app(self._view)}

    def _later(self, event: events.TimeAdvanced) -> Iterator[Json]:
        """Send a snapshot: addresses of files are good for a day, and threads may have closed."""
        del event
        self._known = self._listed()
        yield views.snapshot(self._view)

    def _mine(self, interaction: Interaction) -> bool:
        theirs = interaction.person_id == self._view.person_id
        return theirs and interaction.kind is not InteractionKind.AUTOCOMPLETE

    def _started(self, event: events.InteractionSent) -> Iterator[Json]:
        if self._mine(event.interaction):
            self._pending.add(event.interaction.id)
            yield _progress(event.interaction)

    def _moved(self, event: events.InteractionChanged) -> Iterator[Json]:
        if event.interaction.id in self._pending:
            self._pending.discard(event.interaction.id)
            yield _progress(event.interaction)


def _progress(one: Interaction) -> Json:
    frame: Json = {
        "event": "interaction",
        "interaction": one.id,
        "state": str(one.state),
        "channel": one.channel_id,
        "message": one.message_id,
        "custom_id": one.data.get("custom_id") if one.kind is InteractionKind.COMPONENT else None,
    }
    if one.state is State.MODAL:
        frame["modal"] = one.modal
    if one.state is State.FAILED:
        frame["sentence"] = FAILED
    return frame
