"""REST routes: channels and threads."""

from dataclasses import replace

from sandbox.rest import access
from sandbox.rest.routing import DONE, Answer, Call, Pace, Route
from sandbox.rules import forms
from sandbox.rules.permissions import May
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.shapes import places
from sandbox.world import events
from sandbox.world import places as world_places
from sandbox.world.model import Channel, ChannelKind, Message

PUBLIC_THREAD = 11
THREADS = Pace(50, 300.0)


def channel(call: Call) -> Answer:
    """A channel, thread or conversation."""
    return Answer(200, places.channel(call.world, access.channel(call)))


def change(call: Call) -> Answer:
    """Change a channel or a thread."""
    channel = access.channel(call)
    if channel.kind is ChannelKind.DM:
        raise refuse(50003)
    changed = _thread(call, channel) if channel.kind is ChannelKind.THREAD else _text(call, channel)
    return Answer(200, places.channel(call.world, changed))


def _text(call: Call, channel: Channel) -> Channel:
    access.channel(call, May.MANAGE_CHANNELS)
    forms.check(forms.CHANNEL_CHANGE, call.form)
    fields = {name: call.form[name] for name in ("name", "topic", "position") if name in call.form}
    return world_places.change(call.world, replace(channel, **fields))


def _thread(call: Call, thread: Channel) -> Channel:
    forms.check(forms.THREAD_CHANGE, call.form)
    form, keeper = call.form, access.may(call, thread, May.MANAGE_THREADS)
    if not keeper and (thread.owner_id != call.bot.id or "locked" in form or thread.locked):
        raise refuse(50013)
    if thread.archived and form.get("archived") is not False:
        raise refuse(50083)
    fields = {
        "name": form.get("name") or thread.name,
        "archive_minutes": form.get("auto_archive_duration") or thread.archive_minutes,
    }
    return world_places.archive(
        call.world,
        replace(thread, **fields),
        archived=bool(form.get("archived", thread.archived)),
        locked=bool(form.get("locked", thread.locked)),
    )


def delete(call: Call) -> Answer:
    """Delete a channel or a thread. Closing a conversation changes nothing here."""
    channel = access.channel(call)
    shown = places.channel(call.world, channel)
    if channel.kind is not ChannelKind.DM:
        threaded = channel.kind is ChannelKind.THREAD
        access.channel(call, May.MANAGE_THREADS if threaded else May.MANAGE_CHANNELS)
        world_places.close_channel(call.world, channel)
    return Answer(200, shown)


def typing(call: Call) -> Answer:
    """Say that the bot is typing."""
    channel = access.writable(call)
    call.world.publish(events.Typing(call.bot.id, channel))
    return DONE


def thread_from_message(call: Call) -> Answer:
    """Start a thread at a message."""
    parent = access.channel(call, May.CREATE_PUBLIC_THREADS)
    return _started(call, parent, access.message(call, parent))


def thread_alone(call: Call) -> Answer:
    """Start a thread without a message. Only public ones are known here."""
    parent = access.channel(call, May.CREATE_PUBLIC_THREADS)
    if call.form.get("type") != PUBLIC_THREAD:
        sentence = f"Value must be one of {{{PUBLIC_THREAD}}}."
        raise wrong_form([Fault(("type",), "BASE_TYPE_CHOICES", sentence)])
    return _started(call, parent, None)


def _started(call: Call, parent: Channel, start: Message | None) -> Answer:
    forms.check(forms.THREAD, call.form)
    name = str(call.form["name"])
    thread = world_places.thread(call.world, parent, call.bot.id, name, start)
    if minutes := call.form.get("auto_archive_duration"):
        thread = world_places.change(call.world, replace(thread, archive_minutes=minutes))
    return Answer(201, places.channel(call.world, thread))


def _open_thread(call: Call) -> Channel:
    thread = access.channel(call)
    if thread.kind is not ChannelKind.THREAD:
        raise refuse(50024)
    if thread.archived:
        raise refuse(50083)
    return thread


def join(call: Call) -> Answer:
    """Make the bot a member of a thread."""
    world_places.join_thread(call.world, _open_thread(call), call.bot.id)
    return DONE


def leave(call: Call) -> Answer:
    """Remove the bot from a thread."""
    world_places.leave_thread(call.world, _open_thread(call), call.bot.id)
    return DONE


def add(call: Call) -> Answer:
    """Add a person to a thread, if they see its channel."""
    thread = _open_thread(call)
    person = call.world.person(call.args["user_id"])
    if not call.world.sees(person.id, thread):
        raise refuse(50001)
    world_places.join_thread(call.world, thread, person.id)
    return DONE


def members(call: Call) -> Answer:
    """The members of a thread."""
    thread = access.channel(call)
    shown = [places.thread_member(thread, member) for member in sorted(thread.members)]
    return Answer(200, shown)


ROUTES = (
    Route("GET", "/channels/{channel_id}", channel),
    Route("PATCH", "/channels/{channel_id}", change, Pace(5, 15.0)),
    Route("DELETE", "/channels/{channel_id}", delete),
    Route("POST", "/channels/{channel_id}/typing", typing, Pace(5, 5.0)),
    Route("POST", "/channels/{channel_id}/threads", thread_alone, THREADS),
    Route(
        "POST", "/channels/{channel_id}/messages/{message_id}/threads", thread_from_message, THREADS
    ),
    Route("GET", "/channels/{channel_id}/thread-members", members),
    Route("PUT", "/channels/{channel_id}/thread-members/@me", join),
    Route("DELETE", "/channels/{channel_id}/thread-members/@me", leave),
    Route("PUT", "/channels/{channel_id}/thread-members/{user_id}", add),
)
