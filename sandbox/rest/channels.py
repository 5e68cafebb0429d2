"""Channels and threads: looking, changing, starting, joining."""

from dataclasses import replace

from sandbox.rest import guard
from sandbox.rest.table import DONE, Answer, Ask, Pace, Route
from sandbox.rules import forms
from sandbox.rules.permissions import May
from sandbox.rules.refusal import Fault, refuse, wrong_form
from sandbox.shapes import places
from sandbox.world import events
from sandbox.world import places as world_places
from sandbox.world.things import Channel, Message, Place

PUBLIC_THREAD = 11
THREADS = Pace(50, 300.0)


def channel(ask: Ask) -> Answer:
    """A channel, thread or conversation."""
    return Answer(200, places.channel(ask.world, guard.channel(ask)))


def change(ask: Ask) -> Answer:
    """Change a channel or a thread."""
    found = guard.channel(ask)
    if found.kind is Place.DM:
        raise refuse(50003)
    changed = _thread(ask, found) if found.kind is Place.THREAD else _text(ask, found)
    return Answer(200, places.channel(ask.world, changed))


def _text(ask: Ask, found: Channel) -> Channel:
    guard.channel(ask, May.MANAGE_CHANNELS)
    forms.check(forms.CHANNEL_CHANGE, ask.form)
    fields = {name: ask.form[name] for name in ("name", "topic", "position") if name in ask.form}
    return world_places.change(ask.world, replace(found, **fields))


def _thread(ask: Ask, found: Channel) -> Channel:
    forms.check(forms.THREAD_CHANGE, ask.form)
    form, keeper = ask.form, guard.may(ask, found, May.MANAGE_THREADS)
    if not keeper and (found.owner_id != ask.bot.id or "locked" in form or found.locked):
        raise refuse(50013)
    if found.archived and form.get("archived") is not False:
        raise refuse(50083)
    fields = {
        "name": form.get("name") or found.name,
        "archive_minutes": form.get("auto_archive_duration") or found.archive_minutes,
    }
    return world_places.archive(
        ask.world,
        replace(found, **fields),
        archived=bool(form.get("archived", found.archived)),
        locked=bool(form.get("locked", found.locked)),
    )


def delete(ask: Ask) -> Answer:
    """Delete a channel or a thread. A conversation is only closed, which changes nothing here."""
    found = guard.channel(ask)
    shown = places.channel(ask.world, found)
    if found.kind is not Place.DM:
        threaded = found.kind is Place.THREAD
        guard.channel(ask, May.MANAGE_THREADS if threaded else May.MANAGE_CHANNELS)
        world_places.close_channel(ask.world, found)
    return Answer(200, shown)


def typing(ask: Ask) -> Answer:
    """Say that the bot is typing."""
    found = guard.writable(ask)
    ask.world.tell(events.Typing(ask.bot.id, found))
    return DONE


def thread_from_message(ask: Ask) -> Answer:
    """Start a thread at a message."""
    parent = guard.channel(ask, May.CREATE_PUBLIC_THREADS)
    return _started(ask, parent, guard.message(ask, parent))


def thread_alone(ask: Ask) -> Answer:
    """Start a thread without a message. Only public ones are known here."""
    parent = guard.channel(ask, May.CREATE_PUBLIC_THREADS)
    if ask.form.get("type") != PUBLIC_THREAD:
        sentence = f"Value must be one of {{{PUBLIC_THREAD}}}."
        raise wrong_form([Fault(("type",), "BASE_TYPE_CHOICES", sentence)])
    return _started(ask, parent, None)


def _started(ask: Ask, parent: Channel, start: Message | None) -> Answer:
    forms.check(forms.THREAD, ask.form)
    name = str(ask.form["name"])
    thread = world_places.thread(ask.world, parent, ask.bot.id, name, start)
    if minutes := ask.form.get("auto_archive_duration"):
        thread = world_places.change(ask.world, replace(thread, archive_minutes=minutes))
    return Answer(201, places.channel(ask.world, thread))


def _open_thread(ask: Ask) -> Channel:
    found = guard.channel(ask)
    if found.kind is not Place.THREAD:
        raise refuse(50024)
    if found.archived:
        raise refuse(50083)
    return found


def join(ask: Ask) -> Answer:
    """The bot becomes a member of a thread."""
    world_places.join_thread(ask.world, _open_thread(ask), ask.bot.id)
    return DONE


def leave(ask: Ask) -> Answer:
    """The bot is no member of a thread any more."""
    world_places.leave_thread(ask.world, _open_thread(ask), ask.bot.id)
    return DONE


def add(ask: Ask) -> Answer:
    """Bring somebody into a thread who sees its channel."""
    thread = _open_thread(ask)
    person = ask.world.person(ask.args["user_id"])
    if not ask.world.sees(person.id, thread):
        raise refuse(50001)
    world_places.join_thread(ask.world, thread, person.id)
    return DONE


def members(ask: Ask) -> Answer:
    """Who is a member of a thread."""
    thread = guard.channel(ask)
    shown = [places.thread_member(thread, each) for each in sorted(thread.members)]
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
